//! Redaction of entries before they leave the parser: masks secrets, and cuts the middle of long
//! tool results.

mod unread;

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::secrets::{Masker, OnMasked, Writer, hide_across};

/// Bytes kept at the start and at the end of a tool result.
const RESULT_HEAD_BYTES: usize = 1_200;
const RESULT_TAIL_BYTES: usize = 800;

/// Masks every text of an entry, including tool names and the ids that pair calls with results. The
/// entry's id, time, session, subagent and client version stay unmasked.
pub(crate) fn mask_entry(entry: &mut Entry, masker: &Masker) {
    mask_entry_telling(entry, masker, &mut |_, _| {});
}

/// Like [`mask_entry`], and calls `told` with each changed text, before and after.
pub(crate) fn mask_entry_telling(entry: &mut Entry, masker: &Masker, told: OnMasked) {
    if let Some(raw) = &entry.raw {
        if let Some(masked) = unread::masked(raw, masker, told) {
            *entry = Entry::from_json(&masked);
        }
        return;
    }
    hide_private(&mut entry.blocks, told);
    let mut redaction = Redaction { masker, told };
    for text in [&mut entry.cwd, &mut entry.branch].into_iter().flatten() {
        redaction.replace(text);
    }
    for block in &mut entry.blocks {
        match block {
            Block::Prompt { text, .. }
            | Block::Steer { text }
            | Block::Answer { text }
            | Block::Reported { text }
            | Block::Note { text, .. }
            | Block::Label { text, .. } => redaction.replace(text),
            Block::ToolResult { id, text, .. } => {
                redaction.replace_id(id);
                redaction.replace(text);
            }
            Block::ToolUse { id, name, input } => {
                redaction.replace_id(id);
                redaction.replace(name);
                redaction.value(input);
            }
            Block::Unknown { value } => redaction.value(value),
            Block::Omitted { .. }
            | Block::Interrupted
            | Block::Compacted
            | Block::TakenBack { .. } => {}
        }
    }
}

/// Hides text between `<private>` and `</private>`, which may be in two blocks of the same speaker.
fn hide_private(blocks: &mut [Block], told: OnMasked) {
    for writer in SPEAKERS {
        let texts = blocks.iter_mut().filter_map(|block| said_by(block, writer)).collect();
        hide_said(texts, writer, told);
    }
}

/// Speakers whose blocks may contain private text.
pub(super) const SPEAKERS: [Writer; 3] = [Writer::Person, Writer::PersonGoingOn, Writer::Model];

/// Hides private text in the texts of one speaker.
pub(super) fn hide_said(mut texts: Vec<&mut String>, writer: Writer, told: OnMasked) {
    let before: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
    let hidden = hide_across(&before, writer);
    for (text, hidden) in texts.iter_mut().zip(hidden) {
        if let Some(hidden) = hidden {
            told(text, &hidden);
            **text = hidden;
        }
    }
}

fn said_by(block: &mut Block, writer: Writer) -> Option<&mut String> {
    match (block, writer) {
        (Block::Prompt { text, .. }, Writer::Person)
        | (Block::Steer { text }, Writer::PersonGoingOn)
        | (Block::Answer { text } | Block::Reported { text }, Writer::Model) => Some(text),
        _ => None,
    }
}

/// Hides private text in the tool results that hold a person's words.
pub(crate) fn hide_in_results(entry: &mut Entry, is_spoken: impl Fn(&str) -> bool) {
    for block in &mut entry.blocks {
        if let Block::ToolResult { text, .. } = block
            && is_spoken(text)
        {
            hide_said(vec![text], Writer::PersonGoingOn, &mut |_, _| {});
        }
    }
}

/// Limit on a tool result with a person's words, above what anyone says at once.
const SPOKEN_BYTES_MAX: usize = 64 << 10;

/// Cuts long tool results and notes to head and tail, and marks the cut.
pub(crate) fn cut_results(entry: &mut Entry, is_spoken: impl Fn(&str) -> bool) {
    for block in &mut entry.blocks {
        if let Block::ToolResult { text, .. } | Block::Note { text, .. } = block
            && (text.len() > SPOKEN_BYTES_MAX || !is_spoken(text))
            && let Some(short) = head_and_tail(text)
        {
            *text = short;
        }
    }
}

/// Masks texts, and reports each change to `told`.
pub(super) struct Redaction<'r> {
    pub masker: &'r Masker,
    pub told: &'r mut dyn FnMut(&str, &str),
}

impl Redaction<'_> {
    fn replace(&mut self, text: &mut String) {
        if let Cow::Owned(masked) = self.masker.mask(text) {
            (self.told)(text, &masked);
            *text = masked;
        }
    }

    /// Masks an id that pairs a call with its result. Different ids stay different.
    fn replace_id(&mut self, id: &mut String) {
        let before = id.clone();
        self.replace(id);
        if *id != before && !is_marked(&before) {
            id.push('-');
            id.push_str(&hex_digest(before.as_bytes())[..ID_DIGITS]);
        }
    }

    pub fn value(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => self.replace(text),
            Value::Array(items) => {
                for item in items.iter_mut() {
                    self.value(item);
                }
                self.arguments(items);
            }
            Value::Object(fields) => {
                for (key, field) in fields.iter_mut() {
                    self.value(field);
                    self.named(key, field);
                }
                self.file(fields);
                self.keys(fields);
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Masks a value recognisable as a secret only by the option before it, as in `["--password",
    /// "…"]`.
    fn arguments(&mut self, items: &mut [Value]) {
        for at in 1..items.len() {
            let (before, from) = items.split_at_mut(at);
            if let Some(option) = before[at - 1].as_str().filter(|option| option.starts_with('-')) {
                self.named(option, &mut from[0]);
            }
        }
    }

    /// Masks a value recognisable as a secret only by its key, as in `{"password": "…"}`.
    fn named(&mut self, key: &str, field: &mut Value) {
        if let Value::String(text) = field
            && !text.contains(char::is_whitespace)
        {
            self.within(&format!("{key}="), text, "");
        }
    }

    /// Masks content recognisable as a secret only by its file name, as in `{"file_path":
    /// ".vault_pass", "content": "…"}`.
    fn file(&mut self, fields: &mut Map<String, Value>) {
        let path = FILE_KEYS.iter().find_map(|key| fields.get(*key)?.as_str());
        let Some(path) = path.filter(|path| !path.contains(char::is_whitespace)) else { return };
        let into = format!("' > {path}");
        for key in CONTENT_KEYS {
            if let Some(Value::String(text)) = fields.get_mut(key)
                && !text.trim_end().contains(char::is_whitespace)
            {
                self.within("echo '", text, &into);
            }
        }
    }

    /// Masks a text as if it were between `before` and `after`.
    fn within(&mut self, before: &str, text: &mut String, after: &str) {
        let whole = [before, text.trim_end(), after].concat();
        if let Cow::Owned(masked) = self.masker.mask(&whole)
            && let Some(inner) =
                masked.strip_prefix(before).and_then(|rest| rest.strip_suffix(after))
            && inner != text.trim_end()
        {
            (self.told)(text, inner);
            inner.clone_into(text);
        }
    }

    /// Masks the keys of an object. Keys that become equal get a number appended.
    fn keys(&mut self, fields: &mut Map<String, Value>) {
        if !fields.keys().any(|key| matches!(self.masker.mask(key), Cow::Owned(_))) {
            return;
        }
        for (key, field) in std::mem::take(fields) {
            let mut masked = key;
            self.replace(&mut masked);
            let name = (2..).map(|number| format!("{masked}-{number}"));
            let free =
                std::iter::once(masked.clone()).chain(name).find(|name| !fields.contains_key(name));
            fields.insert(free.unwrap_or(masked), field);
        }
    }
}

/// Argument keys that name a file, and argument keys that hold the content written to it.
const FILE_KEYS: [&str; 3] = ["file_path", "path", "filename"];
const CONTENT_KEYS: [&str; 4] = ["content", "file_text", "new_string", "contents"];
/// Number of hash digits that distinguish masked ids.
const ID_DIGITS: usize = 8;

fn is_marked(text: &str) -> bool {
    text.contains("[masked:")
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

/// Whether a text is already cut to head and tail, as in a transcript reconstructed from the store.
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

    fn masked(mut value: Value) -> Value {
        let (masker, told) = (Masker::default(), &mut |_: &str, _: &str| {});
        Redaction { masker: &masker, told }.value(&mut value);
        value
    }

    fn secret() -> String {
        ["Zk3", "9vQx", "81LmTt"].concat()
    }

    #[test]
    fn a_value_that_its_key_gives_away_is_masked() {
        let value = masked(serde_json::json!({ "password": secret(), "path": "/tmp/a" }));
        assert!(!value.to_string().contains(&secret()), "{value}");
        assert_eq!(value["path"], "/tmp/a");
        let value = masked(serde_json::json!(["--password", secret(), "-v", "a"]));
        assert_eq!(value, serde_json::json!(["--password", "[masked:password]", "-v", "a"]));
    }

    #[test]
    fn what_is_written_into_a_file_for_secrets_is_masked() {
        let write = |path: &str| serde_json::json!({ "file_path": path, "content": "Lagune77x\n" });
        assert_eq!(masked(write("/srv/.vault_pass"))["content"], "[masked:password]");
        assert_eq!(masked(write("/srv/notes.txt"))["content"], "Lagune77x\n");
    }

    fn token(letter: &str) -> String {
        format!("gh{}_{}", "p", ["a1B2", letter, "3D4"].concat().repeat(5)) + "x"
    }

    #[test]
    fn keys_are_masked_and_none_is_lost() {
        let value = masked(serde_json::json!({ token("c"): 1, token("d"): 2, "plain": 3 }));
        let wanted = serde_json::json!({
            "[masked:github-token]": 1, "[masked:github-token]-2": 2, "plain": 3
        });
        assert_eq!(value, wanted);
        assert_eq!(masked(value.clone()), value);
    }

    #[test]
    fn names_and_places_of_an_entry_are_masked_and_ids_still_pair() {
        let call = |id: &str| Block::ToolUse {
            id: id.to_owned(),
            name: format!("mcp__{}", token("c")),
            input: Value::Null,
        };
        let result = Block::ToolResult { id: token("d"), text: String::new(), failed: false };
        let mut entry = Entry {
            id: "e".into(),
            at_ms: 0,
            position: 0,
            cwd: Some(format!("/srv/{}", token("c"))),
            branch: Some(format!("fix/{}", token("c"))),
            blocks: vec![call(&token("c")), call(&token("d")), result],
            ..Entry::default()
        };
        mask_entry(&mut entry, &Masker::default());
        let shown = serde_json::to_string(&entry).expect("plain data");
        assert!(!shown.contains(&token("c")) && !shown.contains(&token("d")), "{shown}");
        assert_eq!(entry.cwd.as_deref(), Some("/srv/[masked:github-token]"));
        let ids = entry.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { id, .. } | Block::ToolResult { id, .. } => Some(id.clone()),
            _ => None,
        });
        let ids: Vec<_> = ids.collect();
        assert!(ids[0] != ids[1] && ids[1] == ids[2], "{ids:?}");
        let again = entry.clone();
        mask_entry(&mut entry, &Masker::default());
        assert_eq!(entry, again);
    }

    #[test]
    fn a_private_span_goes_on_in_a_later_block() {
        let answer = |text: &str| Block::Answer { text: text.into() };
        let mut blocks = vec![answer("a <private>b"), answer("c</private> d")];
        hide_private(&mut blocks, &mut |_, _| {});
        assert_eq!(blocks, [answer("a [private]"), answer("[private] d")]);
        let mut steer = vec![Block::Steer { text: "b</private> c".into() }];
        hide_private(&mut steer, &mut |_, _| {});
        assert_eq!(steer, [Block::Steer { text: "[private] c".into() }]);
    }
}
