//! Merging: two sets of entries of one turn become one, in any order.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::text::texts;
use crate::conversation::entry::{Block, Entry};

/// Merges two sets of entries of one turn. The result does not depend on order or repetition.
/// Entries are matched by id. Of two copies, one that the agent keeps here wins over one from a file
/// of others; then the one with the higher revision; then one from a newer version, which may hold
/// more and stays unchanged; then the one that sorts first.
pub fn merge(stored: Vec<Entry>, added: Vec<Entry>) -> Vec<Entry> {
    let mut by_id: BTreeMap<String, Entry> = BTreeMap::new();
    for entry in stored.into_iter().chain(added) {
        match by_id.get_mut(&entry.id) {
            Some(known) => *known = canonical(known, entry),
            None => {
                by_id.insert(entry.id.clone(), entry);
            }
        }
    }
    let mut entries: Vec<Entry> = by_id.into_values().collect();
    entries.sort_by(|a, b| order(a).cmp(&order(b)));
    drop_reported(&mut entries);
    entries
}

/// Sort key: prompts first, then by time; entries of the same millisecond stay in file order.
fn order(entry: &Entry) -> (bool, i64, u64, &str) {
    (!entry.is_prompt(), entry.at_ms, entry.position, &entry.id)
}

fn canonical(known: &Entry, other: Entry) -> Entry {
    // What the agent keeps here counts, whatever a file from elsewhere says of the same entry.
    if known.is_foreign != other.is_foreign {
        return if known.is_foreign { other } else { known.clone() };
    }
    match known.revision.cmp(&other.revision) {
        Ordering::Less => return other,
        Ordering::Greater => return known.clone(),
        Ordering::Equal => {}
    }
    match (&known.raw, &other.raw) {
        (None, None) => {}
        (Some(first), Some(second)) if second < first => return other,
        (None, Some(_)) => return other,
        (Some(_), _) => return known.clone(),
    }
    let position = known.position.min(other.position);
    let text = |entry: &Entry| {
        let entry = Entry { position: 0, ..entry.clone() };
        serde_json::to_string(&entry).unwrap_or_default()
    };
    let first = if text(known) <= text(&other) { known.clone() } else { other };
    Entry { position, ..first }
}

/// Drops an answer reported by the Stop hook once the transcript contains it.
fn drop_reported(entries: &mut Vec<Entry>) {
    let answers: Vec<String> = texts(entries, |block| match block {
        Block::Answer { text } => Some(text.trim().to_owned()),
        _ => None,
    });
    entries.retain(|entry| {
        !entry.blocks.iter().any(|block| match block {
            Block::Reported { text } => answers.iter().any(|answer| answer == text.trim()),
            _ => false,
        })
    });
}

/// Returns the number of entries written by a newer version, which are kept unchanged.
pub fn unread(entries: &[Entry]) -> u64 {
    entries.iter().filter(|entry| entry.raw.is_some()).count() as u64
}
