//! What is taken out of an entry before it leaves the parser: secrets, and the middle of long
//! tool results.

use std::borrow::Cow;

use serde_json::Value;

use super::unread;
use crate::entry::{Block, Entry};
use crate::secrets::Masker;

/// Kept of a tool result, at its start and at its end.
const RESULT_HEAD_BYTES: usize = 1_200;
const RESULT_TAIL_BYTES: usize = 800;

/// Masks every text of an entry.
pub(crate) fn mask_entry(entry: &mut Entry, masker: &Masker) {
    if let Some(raw) = &entry.raw {
        if let Some(masked) = unread::masked(raw, masker) {
            *entry = Entry::from_json(&masked);
        }
        return;
    }
    for block in &mut entry.blocks {
        match block {
            Block::Prompt { text, .. }
            | Block::Steer { text }
            | Block::Answer { text }
            | Block::Reported { text } => replace(text, |text| masker.mask_spoken(text)),
            Block::Note { text, .. } | Block::ToolResult { text, .. } => {
                replace(text, |text| masker.mask(text));
            }
            Block::ToolUse { input, .. } => mask_value(input, masker),
            Block::Unknown { value } => mask_value(value, masker),
            Block::Omitted { .. } | Block::Interrupted | Block::Compacted => {}
        }
    }
}

/// Keeps the head and the tail of long tool results and notes, and marks the cut.
pub(super) fn cut_results(entry: &mut Entry) {
    for block in &mut entry.blocks {
        if let Block::ToolResult { text, .. } | Block::Note { text, .. } = block
            && let Some(short) = head_and_tail(text)
        {
            *text = short;
        }
    }
}

pub(super) fn replace(text: &mut String, mask: impl Fn(&str) -> Cow<'_, str>) {
    if let Cow::Owned(masked) = mask(text) {
        *text = masked;
    }
}

pub(super) fn mask_value(value: &mut Value, masker: &Masker) {
    match value {
        Value::String(text) => replace(text, |text| masker.mask(text)),
        Value::Array(items) => {
            for item in items.iter_mut() {
                mask_value(item, masker);
            }
            mask_arguments(items, masker);
        }
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                mask_value(field, masker);
                mask_named(key, field, masker);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Masks what only the option before it gives away, as in `["--password", "…"]`.
fn mask_arguments(items: &mut [Value], masker: &Masker) {
    for at in 1..items.len() {
        let (before, from) = items.split_at_mut(at);
        if let Some(option) = before[at - 1].as_str().filter(|option| option.starts_with('-')) {
            mask_named(option, &mut from[0], masker);
        }
    }
}

/// Masks a value that only its key gives away, as in `{"password": "…"}`.
fn mask_named(key: &str, field: &mut Value, masker: &Masker) {
    let Value::String(text) = field else { return };
    if text.contains(char::is_whitespace) {
        return;
    }
    let assignment = format!("{key}={text}");
    if let Cow::Owned(masked) = masker.mask(&assignment)
        && let Some(value) = masked.strip_prefix(key).and_then(|rest| rest.strip_prefix('='))
    {
        value.clone_into(text);
    }
}

fn head_and_tail(text: &str) -> Option<String> {
    if text.len() <= RESULT_HEAD_BYTES + RESULT_TAIL_BYTES || is_cut(text) {
        return None;
    }
    let head = &text[..text.floor_char_boundary(RESULT_HEAD_BYTES)];
    let tail = &text[text.ceil_char_boundary(text.len() - RESULT_TAIL_BYTES)..];
    let cut = text.len() - head.len() - tail.len();
    Some(format!("{head}{CUT_START}{cut}{CUT_END}{tail}"))
}

const CUT_START: &str = "\n[… ";
const CUT_END: &str = " bytes cut …]\n";

/// Whether a text is head and tail already, as in a transcript that was written from the store.
fn is_cut(text: &str) -> bool {
    text.match_indices(CUT_END).any(|(end, _)| {
        let tail = text.len() - end - CUT_END.len();
        let start = text[..end].rfind(CUT_START);
        let bytes = start.map(|start| &text[start + CUT_START.len()..end]);
        tail <= RESULT_TAIL_BYTES
            && start.is_some_and(|head| head <= RESULT_HEAD_BYTES)
            && bytes.is_some_and(|bytes| bytes.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_results_keep_head_and_tail_on_character_boundaries() {
        let text = "é".repeat(4_000);
        let short = head_and_tail(&text).expect("longer than both parts");
        assert!(short.contains("[… 6000 bytes cut …]"), "{short}");
        assert!(short.len() < 2_100);
        assert_eq!(head_and_tail("short"), None);
    }

    #[test]
    fn a_value_that_its_key_gives_away_is_masked() {
        let secret = ["Zk3", "9vQx", "81LmTt"].concat();
        let mut value = serde_json::json!({ "password": secret, "path": "/tmp/a" });
        mask_value(&mut value, &Masker::default());
        assert!(!value.to_string().contains(&secret), "{value}");
        assert_eq!(value["path"], "/tmp/a");
        let mut value = serde_json::json!(["--password", secret, "-v", "a"]);
        mask_value(&mut value, &Masker::default());
        assert_eq!(value, serde_json::json!(["--password", "[masked:password]", "-v", "a"]));
    }
}
