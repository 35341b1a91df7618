//! The turn log: a turn's entries as compressed JSON lines.

use crate::entry::Entry;

/// Version of what entries look like in a log. Raise it when entries are written that older builds
/// cannot read: they refuse such a database then and leave it as it is.
pub const VERSION: i64 = 1;

/// Small and fast enough; higher levels gain little on texts of this size.
const LEVEL: i32 = 3;
/// Bounds what a damaged log can make us allocate.
const DECODED_BYTES_MAX: usize = 256 << 20;

/// Returns the entries as they are stored.
pub fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut lines = Vec::new();
    for entry in entries {
        // Entries are made of strings, numbers and JSON values: all of them can be written.
        if serde_json::to_writer(&mut lines, entry).is_ok() {
            lines.push(b'\n');
        }
    }
    let mut compressor = zstd::bulk::Compressor::new(LEVEL);
    let checked = compressor.as_mut().map(|compressor| {
        // SQLite does not notice a bit that turned inside a value; this does.
        let checksum = zstd::zstd_safe::CParameter::ChecksumFlag(true);
        compressor.set_parameter(checksum).and_then(|()| compressor.compress(&lines))
    });
    checked.ok().and_then(|log| log.ok()).unwrap_or_default()
}

/// Returns the entries of a stored log; those that can't be read are left out.
pub fn decode(log: &[u8]) -> Vec<Entry> {
    let lines = lines(log).unwrap_or_default();
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// Returns the JSON lines of a stored log, as bytes; `None` when it is damaged.
pub fn json_lines(log: &[u8]) -> Option<Vec<u8>> {
    lines(log).ok()
}

/// Whether a log holds exactly what was written, by its checksum.
pub fn is_whole(log: &[u8]) -> bool {
    lines(log).is_ok()
}

fn lines(log: &[u8]) -> std::io::Result<Vec<u8>> {
    let size = zstd::bulk::Decompressor::upper_bound(log).unwrap_or(DECODED_BYTES_MAX);
    zstd::bulk::decompress(log, size.min(DECODED_BYTES_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Block;

    #[test]
    fn entries_come_back_as_they_were() {
        let entry = Entry {
            id: "e".into(),
            at_ms: -1,
            position: u64::from(u32::MAX) + 1,
            cwd: Some("/a b/ö".into()),
            branch: None,
            agent: None,
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
        };
        let entries = vec![entry.clone(), Entry { id: "f".into(), ..entry }];
        assert_eq!(decode(&encode(&entries)), entries);
        assert!(decode(b"damaged").is_empty());
    }

    #[test]
    fn any_bit_that_turned_is_noticed() {
        let entry = Entry {
            id: "e".into(),
            at_ms: 0,
            position: 0,
            cwd: None,
            branch: None,
            agent: None,
            version: None,
            blocks: vec![Block::Answer { text: "the lamp turns once in ten seconds".into() }],
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
