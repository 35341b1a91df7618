//! The turn log: a turn's entries as compressed JSON lines.
//!
//! A newer version may write what this one does not know. Such an entry is kept as it stands, in
//! every log that is written again ([`Entry::raw`]).

use crate::conversation::entry::Entry;

/// Version of what entries can say. A new field, block or type does not raise it: this build keeps
/// what it does not know. Raise it when older builds must not write to a database at all: they
/// refuse it then and leave it as it is. Lines stay JSON in the same compression, as anything else
/// is taken for damage by the versions before.
pub const LOG_VERSION: i64 = 1;

/// Small and fast enough; higher levels gain little on texts of this size.
const LEVEL: i32 = 3;
/// Bounds what a damaged log can make us allocate.
const DECODED_BYTES_MAX: usize = 256 << 20;

/// Returns the entries as they are stored.
pub fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut lines = Vec::new();
    for entry in entries {
        match &entry.raw {
            Some(raw) => lines.extend_from_slice(raw.as_bytes()),
            // Entries are made of strings, numbers and JSON values: all of them can be written.
            None => serde_json::to_writer(&mut lines, entry).unwrap_or_default(),
        }
        lines.push(b'\n');
    }
    let mut compressor = zstd::bulk::Compressor::new(LEVEL);
    let checked = compressor.as_mut().map(|compressor| {
        // SQLite does not notice a bit that turned inside a value; this does.
        let checksum = zstd::zstd_safe::CParameter::ChecksumFlag(true);
        compressor.set_parameter(checksum).and_then(|()| compressor.compress(&lines))
    });
    checked.ok().and_then(|log| log.ok()).unwrap_or_default()
}

/// Returns the entries of a stored log; `None` when it is damaged. Each is read as far as its form
/// is known: see [`Entry::from_json`].
pub fn read(log: &[u8]) -> Option<Vec<Entry>> {
    let lines = json_lines(log)?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Some(lines.map(|line| Entry::from_json(&String::from_utf8_lossy(line))).collect())
}

/// Returns the entries of a stored log as [`read`] does; none of a damaged one.
pub fn decode(log: &[u8]) -> Vec<Entry> {
    read(log).unwrap_or_default()
}

/// Returns the JSON lines of a stored log, as bytes; `None` when its checksum says that they are
/// not what was written.
pub fn json_lines(log: &[u8]) -> Option<Vec<u8>> {
    let size = zstd::bulk::Decompressor::upper_bound(log).unwrap_or(DECODED_BYTES_MAX);
    zstd::bulk::decompress(log, size.min(DECODED_BYTES_MAX)).ok()
}

/// Whether a log holds exactly what was written, by its checksum.
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
            branch: None,
            subagent: None,
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
            raw: None,
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
    fn any_bit_that_turned_is_noticed() {
        let entry = Entry {
            id: "e".into(),
            at_ms: 0,
            position: 0,
            cwd: None,
            branch: None,
            subagent: None,
            version: None,
            blocks: vec![Block::Answer { text: "the lamp turns once in ten seconds".into() }],
            raw: None,
        };
        let log = encode(&[entry]);
        assert!(is_whole(&log));
        for bit in 0..8 * log.len() {
            let mut damaged = log.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // A bit that has no meaning may turn; none changes what is read.
            assert!(!is_whole(&damaged) || decode(&damaged) == decode(&log), "bit {bit}");
        }
    }
}
