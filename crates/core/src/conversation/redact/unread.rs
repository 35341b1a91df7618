//! Masking of entries that this build cannot fully parse, directly in their JSON, whatever the
//! field names.

use std::borrow::Cow;

use serde_json::Value;

use super::{Redaction, SPEAKERS, hide_said};
use crate::json;
use crate::secrets::{Masker, OnMasked, Writer};

/// Returns a stored entry with its secrets masked, or `None` when it has none, so that it stays
/// byte for byte. Calls `told` with each changed text, before and after.
pub(super) fn masked(raw: &str, masker: &Masker, told: OnMasked) -> Option<String> {
    let Some(before) = json::value(raw) else {
        let Cow::Owned(hidden) = masker.mask_spoken(raw) else { return None };
        told(raw, &hidden);
        return Some(hidden);
    };
    let mut value = before.clone();
    if let Some(blocks) = value.get_mut("blocks").and_then(Value::as_array_mut) {
        for writer in SPEAKERS {
            let texts = blocks.iter_mut().filter_map(|block| said_by(block, writer)).collect();
            hide_said(texts, writer, told);
        }
    }
    Redaction { masker, told }.value(&mut value);
    (value != before).then(|| value.to_string())
}

/// Returns the text of a block when `writer` wrote it.
fn said_by(block: &mut Value, writer: Writer) -> Option<&mut String> {
    let kinds: &[&str] = match writer {
        Writer::Person => &["prompt"],
        Writer::PersonGoingOn => &["steer"],
        Writer::Model => &["answer", "reported"],
        Writer::Nobody => &[],
    };
    let is_said = block["type"].as_str().is_some_and(|kind| kinds.contains(&kind));
    match block.get_mut("text").filter(|_| is_said)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand_and_nothing_else_changes() {
        let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
        let masker = Masker::default();
        let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(300), "]".repeat(300));
        for raw in [
            format!(r#"{{"id":"e","source":{{"note":"use {token}"}},"blocks":[]}}"#),
            format!(r#"{{"id":"e","blocks":[{{"type":"song","lines":["{token}","\ud83d"]}}]}}"#),
            format!(r#"{{"id":"e","v":{}}}"#, deep(&format!("\"{token}\""))),
            r#"{"id":"e","blocks":[{"type":"prompt","text":"a <private>b ghp_"}]}"#.to_owned(),
            format!("no JSON, and {token}"),
            format!("\"{token}\""),
        ] {
            let hidden = masked(&raw, &masker, &mut |_, _| {}).expect("something was masked");
            assert!(!hidden.contains("ghp_"), "{hidden}");
            assert_eq!(masked(&hidden, &masker, &mut |_, _| {}), None, "twice is once");
        }
        for raw in [r#"{ "id" : "e", "n": 1e400, "s":"\ud83d" }"#, "no JSON", &deep("1e3")] {
            assert_eq!(masked(raw, &masker, &mut |_, _| {}), None);
        }
    }
}
