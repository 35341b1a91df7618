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
    // A command of the client comes whenever the person likes, long after the turn.
    let works = |entry: &&Entry| !entry.is_withdrawn() && !entry.is_command_of_client();
    let is_working = entries.iter().any(|entry| works(&entry));
    let placed = entries.iter().filter(|entry| !entry.is_opaque());
    let placed = placed.filter(|entry| works(entry) || !is_working);
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
