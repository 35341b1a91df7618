//! Masking what this build cannot read all of: within its JSON, whatever the fields are called.

use serde_json::Value;

use super::redact::{mask_value, replace};
use crate::json;
use crate::secrets::Masker;

/// Blocks whose text somebody said.
const SPOKEN: [&str; 4] = ["prompt", "steer", "answer", "reported"];

/// Returns a stored entry with its secrets masked; `None` when it holds none, so that it stays byte
/// for byte.
pub(super) fn masked(raw: &str, masker: &Masker) -> Option<String> {
    let Some(before) = json::value(raw) else {
        let masked = masker.mask_spoken(raw);
        return (masked != raw).then(|| masked.into_owned());
    };
    let mut value = before.clone();
    for block in value.get_mut("blocks").and_then(Value::as_array_mut).into_iter().flatten() {
        let is_spoken = block["type"].as_str().is_some_and(|kind| SPOKEN.contains(&kind));
        if let Some(Value::String(text)) = block.get_mut("text").filter(|_| is_spoken) {
            replace(text, |text| masker.mask_spoken(text));
        }
    }
    mask_value(&mut value, masker);
    (value != before).then(|| value.to_string())
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
            r#"{"id":"e","blocks":[{"type":"answer","text":"a <private>b ghp_"}]}"#.to_owned(),
            format!("no JSON, and {token}"),
            format!("\"{token}\""),
        ] {
            let masked = masked(&raw, &masker).expect("something was masked");
            assert!(!masked.contains("ghp_"), "{masked}");
            assert_eq!(super::masked(&masked, &masker), None, "twice is once");
        }
        for raw in [r#"{ "id" : "e", "n": 1e400, "s":"\ud83d" }"#, "no JSON", &deep("1e3")] {
            assert_eq!(masked(raw, &masker), None);
        }
    }
}
