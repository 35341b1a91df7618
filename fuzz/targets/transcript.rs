//! The parser: converts any file to lines, entries, turns and chunks.

use mementor_core::conversation::ParsedEntry;
use mementor_core::conversation::entry::Entry;
use mementor_core::conversation::turn::{self, FoldState};
use mementor_core::item::chunk::{self, CHUNK_BYTES_MAX};
use mementor_core::secrets::Masker;
use mementor_core::sources::claude_code::Passed;
use mementor_core::sources::json_lines::{LineFormat as _, LineReader, Parsed, next_parsed};
use mementor_core::sources::{ClaudeCode, dialect};

pub fn run(data: &[u8]) {
    let kept = entries(data);
    for kept in &kept {
        let line = serde_json::to_string(kept).expect("entries can be written");
        let again: ParsedEntry = serde_json::from_str(&line).expect("what was written can be read");
        // The directory is for the moment of reading alone.
        assert_eq!(again, kept.clone().without_directory());
    }
    let mut state = FoldState::default();
    for part in turn::fold(kept, &mut state, &|_| false).parts {
        assert!(!part.entries.is_empty());
        derive(&part.entries);
    }
    let written = serde_json::to_string(&state).expect("the state can be written");
    assert_eq!(serde_json::from_str::<FoldState>(&written).expect("and read"), state);
}

/// Reads through a small buffer, so that lines stand across its edge.
fn entries(data: &[u8]) -> Vec<ParsedEntry> {
    let mut reader = LineReader::new(std::io::BufReader::with_capacity(61, data), 0);
    let mut passed = Passed::default();
    let mut kept = Vec::new();
    let mut end = 0;
    let masker = Masker::default();
    while let Some(Parsed { end: after, line, .. }) =
        next_parsed(&ClaudeCode, &mut reader, 0, &masker).expect("memory")
    {
        assert!(after > end, "each line is read once");
        end = after;
        if let Ok(line) = line {
            ClaudeCode.take(line, &mut passed, &mut kept);
        }
    }
    let whole = data.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at as u64 + 1);
    assert!(reader.offset() >= whole.max(end) && reader.offset() <= data.len() as u64);
    kept
}

fn derive(entries: &[Entry]) {
    assert_eq!(turn::decode(&turn::encode(entries)), entries);
    let merged = turn::merge(entries.to_vec(), Vec::new());
    assert_eq!(turn::merge(merged.clone(), entries.to_vec()), merged, "twice is once");
    let facts = turn::facts(&merged);
    assert!(facts.started_at_ms <= facts.ended_at_ms);
    turn::actions(&merged, dialect("claude-code"));
    let text = turn::text(&merged, dialect("claude-code"));
    let passage = text.passage();
    for range in chunk::split(&passage, 32, text_splitter::Characters) {
        assert!(range.len() <= CHUNK_BYTES_MAX && !range.is_empty());
        assert!(passage.get(range.clone()).is_some(), "no character is cut");
        assert!(!text.fields().embedded(range).is_empty());
    }
}
