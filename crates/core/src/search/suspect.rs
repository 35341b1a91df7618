//! Work that its agent was not sure of: flagged, and ranked lower.

use super::rank::Ranked;
use super::superseded;
use crate::error::Result;
use crate::item::hashtags;
use crate::store::Reader;

/// The tags by which agents are commonly told to mark what they are not sure of.
pub const TAGS: [&str; 3] = ["COMPLETION_DRIVE", "POISON_PATH", "PHANTOM_PATTERN"];

/// How many more items are ranked, so that others can take the places of those that are lowered.
pub(super) const ROOM: usize = 16;
/// What such a mark takes from the score: as much as belonging to a subagent.
const PENALTY: f64 = 0.94;

/// Returns which of these tags are known to mark doubtful work.
pub fn among<'t>(tags: impl Iterator<Item = &'t String>, known: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for tag in tags.map(|tag| hashtags::normal(tag)) {
        if known.contains(&tag) && !found.contains(&tag) {
            found.push(tag);
        }
    }
    found
}

/// Returns the tags of a turn that mark doubtful work.
pub(crate) fn of_turn(reader: &Reader, turn: i64, known: &[String]) -> Result<Vec<String>> {
    Ok(among(reader.turn_tags(turn)?.iter(), known))
}

/// Lowers what is marked and what is superseded, and returns the best.
pub(super) fn lowered(
    reader: &Reader,
    best: Vec<Ranked>,
    known: &[String],
    limit: usize,
) -> Result<Vec<Ranked>> {
    let looked_at = best.len();
    let mut best = superseded::behind(reader, lowered_among(reader, best, known, looked_at)?)?;
    best.truncate(limit);
    Ok(best)
}

/// Lowers what is marked among the first [`ROOM`]; what ranks behind them stays where it is.
pub(crate) fn lowered_first(
    reader: &Reader,
    best: Vec<Ranked>,
    known: &[String],
) -> Result<Vec<Ranked>> {
    lowered_among(reader, best, known, ROOM)
}

fn lowered_among(
    reader: &Reader,
    mut best: Vec<Ranked>,
    known: &[String],
    looked_at: usize,
) -> Result<Vec<Ranked>> {
    let mut any = false;
    for ranked in best.iter_mut().take(looked_at) {
        let is_marked = match reader.note(ranked.item)? {
            Some(row) => !among(row.note.all_tags(), known).is_empty(),
            None => !of_turn(reader, ranked.item, known)?.is_empty(),
        };
        if is_marked {
            ranked.score -= PENALTY;
            any = true;
        }
    }
    if any {
        best.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    Ok(best)
}
