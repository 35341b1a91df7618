//! JSON form of an entry in the log and in exports, possibly written by a newer version.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::Value;

use super::{Block, Entry};
use crate::hash::hex_digest;
use crate::json;

/// Id prefix of an entry whose own id cannot be read.
const UNREAD: &str = "unread-";

impl Entry {
    /// Parses an entry as far as this build knows its form. When it does not know all of it (an
    /// unknown field or block, another type, JSON too deep for the parser), the JSON is kept byte
    /// for byte in [`Entry::raw`]. For JSON that is not an entry at all, nothing else is kept.
    pub fn from_json(json: &str) -> Self {
        match serde_json::from_str::<Self>(json) {
            Ok(entry) if entry.is_written_as(json) || entry.says_all_of(json) => entry,
            Ok(entry) => entry.with_raw(json),
            Err(_) => json::value(json)
                .as_ref()
                .and_then(known_of)
                .unwrap_or_else(|| {
                    let id = format!("{UNREAD}{}", &hex_digest(json.as_bytes())[..32]);
                    Self { id, ..Self::default() }
                })
                .with_raw(json),
        }
    }

    /// Parses an entry like [`Self::from_json`], for a reader that never writes it again: what this
    /// build does not know of its form is not looked for, and not kept.
    pub fn read_only(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_else(|_| Self::from_json(json))
    }

    /// Returns the stored JSON of the entry: its original JSON when this build does not understand
    /// all of it.
    pub fn to_json(&self) -> Cow<'_, str> {
        match &self.raw {
            Some(raw) => Cow::Borrowed(raw),
            // Cannot fail: entries consist of strings, numbers and JSON values.
            None => Cow::Owned(serde_json::to_string(self).unwrap_or_default()),
        }
    }

    /// Marks the entry as one that nobody vouches for, also in what a newer version wrote.
    pub fn mark_foreign(&mut self) {
        self.is_foreign = true;
        if let Some(raw) = &mut self.raw
            && let Some(Value::Object(mut fields)) = json::value(raw)
        {
            fields.insert("foreign".to_owned(), Value::Bool(true));
            *raw = Value::Object(fields).to_string().into();
        }
    }

    /// Whether neither the id nor the time could be read.
    pub fn is_opaque(&self) -> bool {
        self.raw.is_some() && self.id.starts_with(UNREAD)
    }

    fn with_raw(self, json: &str) -> Self {
        Self { raw: Some(json.into()), ..self }
    }

    /// Whether the JSON holds nothing beyond the entry, although it is spelled differently.
    fn says_all_of(&self, json: &str) -> bool {
        serde_json::from_str::<Value>(json).ok() == serde_json::to_value(self).ok()
    }

    /// Whether the JSON is exactly the entry's serialization. Compares without building the text.
    fn is_written_as(&self, json: &str) -> bool {
        let mut expected = Expected(json.as_bytes());
        serde_json::to_writer(&mut expected, self).is_ok() && expected.0.is_empty()
    }
}

/// Writer that compares its input with the remaining expected bytes; a mismatch is an error.
struct Expected<'a>(&'a [u8]);

impl Write for Expected<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Parses the known fields and blocks of an entry; `None` without an id and a time.
fn known_of(value: &Value) -> Option<Entry> {
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    let blocks = value["blocks"].as_array().into_iter().flatten();
    Some(Entry {
        id: text("id")?,
        at_ms: value["at"].as_i64()?,
        position: value["pos"].as_u64().unwrap_or_default(),
        revision: value["rev"].as_u64().unwrap_or_default(),
        clock_ms: value["clock"].as_i64().unwrap_or_default(),
        cwd: text("cwd"),
        branch: text("branch"),
        subagent: text("agent"),
        version: text("version"),
        is_foreign: value["foreign"].as_bool().unwrap_or_default(),
        blocks: blocks
            .filter_map(|block| serde_json::from_value::<Block>(block.clone()).ok())
            .collect(),
        raw: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Entry {
        let blocks = vec![Block::Answer { text: text.into() }];
        Entry { id: "e".into(), at_ms: 7, position: 3, blocks, ..Entry::default() }
    }

    #[test]
    fn what_this_build_writes_is_known() {
        let entry = answer("é \u{1}\u{2028} \"quoted\"");
        let again = Entry::from_json(&entry.to_json());
        assert_eq!((again.raw.as_deref(), &again), (None, &entry));
    }

    #[test]
    fn another_spelling_is_known_too() {
        let json =
            r#"{ "pos": 3, "blocks": [{ "text": "hi", "type": "answer" }], "at": 7, "id": "e" }"#;
        assert_eq!(Entry::from_json(json), answer("hi"));
    }

    #[test]
    fn what_a_newer_version_adds_stays_byte_for_byte_and_the_rest_is_read() {
        for json in [
            r#"{"id":"e","at":7,"pos":3,"source":"hook","blocks":[{"type":"answer","text":"hi"}]}"#,
            r#"{"id":"e","at":7,"pos":3,"blocks":[{"type":"answer","text":"hi","tone":"warm"}]}"#,
            r#"{"id":"e","at":7,"pos":3,"blocks":[{"type":"answer","text":"hi"},{"type":"song","n":1e400}]}"#,
            r#"{"id":"e","at":7,"pos":3,"cwd":[12345678901234567890123],"blocks":[{"type":"answer","text":"hi"}]}"#,
            r#"{ "at":7.0e0,"id":"e" }"#,
        ] {
            let entry = Entry::from_json(json);
            assert_eq!(entry.to_json(), json);
            assert!(entry.raw.is_some() && !entry.is_opaque() || json.contains("7.0e0"), "{json}");
            if json.contains("answer") {
                assert_eq!(Entry { raw: None, ..entry }, answer("hi"));
            }
        }
    }

    #[test]
    fn what_is_too_deep_or_half_a_pair_is_read_and_kept_as_it_stands() {
        let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
        for value in [deep.as_str(), r#""cut \ud83d""#] {
            let json = format!(
                r#"{{"id":"e","at":7,"pos":3,"blocks":[{{"type":"answer","text":"hi"}},{{"type":"unknown","value":{value}}}]}}"#
            );
            let entry = Entry::from_json(&json);
            assert_eq!((entry.to_json().as_ref(), entry.id.as_str()), (json.as_str(), "e"));
            assert_eq!(entry.blocks.first(), answer("hi").blocks.first());
        }
    }

    #[test]
    fn what_is_no_entry_is_kept_as_it_stands() {
        for json in ["{\"of\":\"tomorrow\"}", "12", "no JSON", "{\"id\":\"e\"", "\"a\""] {
            let entry = Entry::from_json(json);
            assert!(entry.is_opaque() && entry.blocks.is_empty(), "{json}");
            assert_eq!(entry.to_json(), json);
            assert_eq!(Entry::from_json(json), entry, "the same each time");
        }
    }
}
