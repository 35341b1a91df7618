//! The turn log: a turn's entries as compressed JSON lines.
//!
//! A newer version may write entries that this one does not fully understand. Such an entry is kept
//! unchanged whenever its log is rewritten ([`Entry::raw`]).

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, get_frame_content_size};

use crate::conversation::entry::Entry;

/// Version of the entry format. A new field, block or type does not raise it, because this build
/// keeps what it does not understand. Raise it only when older builds must not write to a database
/// at all: they then refuse to open it and leave it unchanged. Lines must stay JSON in the same
/// compression, because earlier versions treat anything else as damage.
pub const LOG_VERSION: i64 = 1;

/// Compression level: small and fast enough; higher levels gain little on texts of this size.
const LEVEL: i32 = 3;
/// Bounds the memory that a damaged log can make us allocate.
const DECODED_BYTES_MAX: usize = 256 << 20;

/// Encodes entries for storage.
pub fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut lines = Vec::new();
    for entry in entries {
        match &entry.raw {
            Some(raw) => lines.extend_from_slice(raw.as_bytes()),
            // Cannot fail: entries consist of strings, numbers and JSON values.
            None => serde_json::to_writer(&mut lines, entry).unwrap_or_default(),
        }
        lines.push(b'\n');
    }
    compressed(&lines)
}

/// Compresses JSON lines for storage, with a checksum.
pub fn compressed(lines: &[u8]) -> Vec<u8> {
    let log = COMPRESSOR.with_borrow_mut(|made| {
        if made.is_none() {
            let mut compressor = Compressor::new(LEVEL).ok()?;
            // SQLite does not detect a flipped bit inside a value; this checksum does.
            compressor.set_parameter(CParameter::ChecksumFlag(true)).ok()?;
            *made = Some(compressor);
        }
        made.as_mut()?.compress(lines).ok()
    });
    log.unwrap_or_default()
}

/// Decodes a stored log; `None` when it is damaged. Each entry is parsed as far as its form is
/// known; see [`Entry::from_json`].
pub fn read(log: &[u8]) -> Option<Vec<Entry>> {
    entries(log, Entry::from_json)
}

/// Decodes a stored log for a reader that never writes it again, which takes less time than
/// [`decode`]; returns no entries for a damaged one.
pub fn decode_read_only(log: &[u8]) -> Vec<Entry> {
    entries(log, Entry::read_only).unwrap_or_default()
}

fn entries(log: &[u8], entry: fn(&str) -> Entry) -> Option<Vec<Entry>> {
    let lines = json_lines(log)?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Some(lines.map(|line| entry(&String::from_utf8_lossy(line))).collect())
}

/// Decodes a stored log like [`read`], but returns no entries for a damaged one.
pub fn decode(log: &[u8]) -> Vec<Entry> {
    read(log).unwrap_or_default()
}

/// Returns the JSON lines of a stored log as bytes, or `None` when its checksum does not match.
pub fn json_lines(log: &[u8]) -> Option<Vec<u8>> {
    // The frame of whatever this or an earlier version compressed names the size.
    let size = get_frame_content_size(log).ok().flatten();
    let size = size.map_or(DECODED_BYTES_MAX, |bytes| bytes.min(DECODED_BYTES_MAX as u64) as usize);
    DECOMPRESSOR.with_borrow_mut(|made| {
        if made.is_none() {
            *made = Some(Decompressor::new().ok()?);
        }
        made.as_mut()?.decompress(log, size).ok()
    })
}

thread_local! {
    /// Its tables are larger than most logs: one is used again and again. The bytes that it makes
    /// do not depend on what it has compressed before.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    /// Its tables take 160 kB: as above.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Whether a log is undamaged, by its checksum.
pub fn is_whole(log: &[u8]) -> bool {
    json_lines(log).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::entry::Block;

    #[test]
    fn entries_come_back_as_they_were() {
        let entry = Entry {
            id: "e".into(),
            at_ms: -1,
            position: u64::from(u32::MAX) + 1,
            cwd: Some("/a b/ö".into()),
            version: Some("2.1.330".into()),
            blocks: vec![
                Block::Prompt { text: "line\none".into(), command: true },
                Block::ToolUse {
                    id: "t".into(),
                    name: "Bash".into(),
                    input: serde_json::json!({ "command": "ls", "n": [1, null] }),
                },
                Block::Interrupted,
                Block::Unknown { value: serde_json::json!({ "type": "new" }) },
            ],
            ..Entry::default()
        };
        let entries = vec![entry.clone(), Entry { id: "f".into(), ..entry }];
        assert_eq!(decode(&encode(&entries)), entries);
        assert!(decode(b"damaged").is_empty());
    }

    #[test]
    fn a_line_of_a_newer_version_is_written_again_byte_for_byte() {
        let lines = [
            r#"{"id":"e","at":1,"pos":0,"source":"hook","blocks":[{"type":"answer","text":"a"}]}"#,
            r#"{"id":"f","at":2,"pos":1,"blocks":[{"type":"song","notes":[1.50,1E+3]}]}"#,
            r#"{"of":"tomorrow"}"#,
            "no JSON",
        ];
        let log = zstd::bulk::compress(lines.join("\n").as_bytes(), LEVEL).expect("room");
        let again = json_lines(&encode(&decode(&log))).expect("just written");
        assert_eq!(String::from_utf8(again).expect("UTF-8"), lines.join("\n") + "\n");
    }

    #[test]
    fn a_reader_that_writes_nothing_sees_what_is_known() {
        let lines = [
            r#"{"id":"e","at":1,"pos":0,"source":"hook","blocks":[{"type":"answer","text":"a"}]}"#,
            r#"{"id":"f","at":2,"pos":1,"cwd":[1],"blocks":[{"type":"song"}]}"#,
            "no JSON",
        ];
        let log = compressed(lines.join("\n").as_bytes());
        let known = |entry: Entry| Entry { raw: None, ..entry };
        let expected: Vec<Entry> = decode(&log).into_iter().map(known).collect();
        let found: Vec<Entry> = decode_read_only(&log).into_iter().map(known).collect();
        assert_eq!((found.len(), &found), (3, &expected));
        assert!(decode_read_only(b"damaged").is_empty());
    }

    #[test]
    fn any_bit_that_turned_is_noticed() {
        let entry = Entry {
            id: "e".into(),
            at_ms: 0,
            position: 0,
            blocks: vec![Block::Answer { text: "the lamp turns once in ten seconds".into() }],
            ..Entry::default()
        };
        let log = encode(&[entry]);
        assert!(is_whole(&log));
        for bit in 0..8 * log.len() {
            let mut damaged = log.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // A meaningless bit may flip, but no flip changes the decoded content.
            assert!(!is_whole(&damaged) || decode(&damaged) == decode(&log), "bit {bit}");
        }
    }
}
