//! Superseded notes: listed behind the notes that replace them.

use super::rank::Ranked;
use crate::error::Result;
use crate::store::Reader;

/// How many replacements of replacements are followed.
const CHAIN_MAX: usize = 8;

/// Moves each superseded note behind the note that replaces it, where both are among the best.
pub(super) fn behind(reader: &Reader, mut best: Vec<Ranked>) -> Result<Vec<Ranked>> {
    // From the end, so that of a chain of notes each is moved behind the next.
    for at in (0..best.len()).rev() {
        let items: Vec<i64> = best.iter().map(|ranked| ranked.item).collect();
        let Some(place) = place_of_replacement(reader, &items, at)? else { continue };
        let mut moved = best.remove(at);
        moved.score = best[place - 1].score;
        best.insert(place, moved);
    }
    Ok(best)
}

/// Returns the index of the note that replaces the one at `at`, when that one ranks behind it.
fn place_of_replacement(reader: &Reader, items: &[i64], at: usize) -> Result<Option<usize>> {
    let mut item = items[at];
    for _ in 0..CHAIN_MAX {
        let Some(by) = reader.note(item)?.and_then(|row| row.note.superseded_by) else { break };
        let Some(next) = reader.note_id(&by)? else { break };
        if let Some(place) = items.iter().position(|other| *other == next) {
            return Ok((place > at).then_some(place));
        }
        item = next;
    }
    Ok(None)
}
