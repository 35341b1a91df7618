//! Facts about a turn: when, where and by whom.

use crate::conversation::entry::{Block, Entry};

/// Facts about a turn, derived from its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnFacts {
    /// Time of the first entry, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Time of the last entry.
    pub ended_at_ms: i64,
    /// Directory of the first entry that names one.
    pub cwd: Option<String>,
    /// Branch of the first entry that names one.
    pub branch: Option<String>,
    /// The subagent that worked in the turn.
    pub subagent: Option<String>,
    /// Whether a person interrupted it.
    pub interrupted: bool,
}

/// Returns the facts of a turn, given its entries in order.
pub fn facts(entries: &[Entry]) -> TurnFacts {
    let placed = entries.iter().filter(|entry| !entry.is_opaque());
    let times = || placed.clone().map(|entry| entry.at_ms);
    TurnFacts {
        started_at_ms: times().min().unwrap_or_default(),
        ended_at_ms: times().max().unwrap_or_default(),
        cwd: entries.iter().find_map(|entry| entry.cwd.clone()),
        branch: entries.iter().find_map(|entry| entry.branch.clone()),
        subagent: entries.iter().find_map(|entry| entry.subagent.clone()),
        interrupted: entries.iter().any(|entry| entry.blocks.contains(&Block::Interrupted)),
    }
}

/// Returns the directory that a turn worked in: the one of most of what the agent said and did, and
/// of several the first. Where it did nothing yet, that of the prompt.
pub fn worked_in(entries: &[Entry]) -> Option<&str> {
    let is_work = |entry: &&Entry| !entry.is_prompt() && !entry.is_opaque();
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for directory in entries.iter().filter(is_work).filter_map(|entry| entry.cwd.as_deref()) {
        match counts.iter_mut().find(|(known, _)| *known == directory) {
            Some((_, count)) => *count += 1,
            None => counts.push((directory, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    let first = counts.iter().find(|(_, count)| Some(*count) == most);
    let any = || entries.iter().find_map(|entry| entry.cwd.as_deref());
    first.map(|(directory, _)| *directory).or_else(any)
}
