//! Facts about a turn: when, where and by whom.

use crate::conversation::entry::{Block, Entry, UNSAID};

/// Facts about a turn, derived from its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnFacts {
    /// Time of the first entry, in milliseconds since the epoch, by a clock that is right.
    pub started_at_ms: i64,
    /// Time of the last entry.
    pub ended_at_ms: i64,
    /// How far the clock was wrong, in milliseconds; see [`Entry::clock_ms`].
    pub clock_ms: i64,
    /// Directory of the first entry that names one.
    pub cwd: Option<String>,
    /// Branch of the first entry that names one.
    pub branch: Option<String>,
    /// The subagent that worked in the turn.
    pub subagent: Option<String>,
    /// Whether a person interrupted it.
    pub interrupted: bool,
    /// Whether nobody vouches that the person typed its prompt here; see [`Entry::is_foreign`].
    pub is_foreign: bool,
    /// Whether a program sent its prompt: `claude -p`, a scheduled run. Of what is from a file of
    /// others, all of which is foreign, that is not known.
    pub is_headless: bool,
    /// Sessions in which a person took it back, or [`EVERYWHERE`].
    pub taken_back_in: Vec<String>,
}

/// Stands for all sessions of a turn whose words are gone with what a person took back.
pub const EVERYWHERE: &str = "*";

impl TurnFacts {
    /// Whether a person took the turn back, in one session at least.
    pub fn is_taken_back(&self) -> bool {
        !self.taken_back_in.is_empty()
    }
}

/// Returns the facts of a turn, given its entries in order.
pub fn facts(entries: &[Entry]) -> TurnFacts {
    // A command of the client comes whenever the person likes, long after the turn.
    let works = |entry: &&Entry| {
        !entry.is_withdrawn() && !entry.is_command_of_client() && !entry.is_label()
    };
    let is_working = entries.iter().any(|entry| works(&entry));
    let placed = entries.iter().filter(|entry| !entry.is_opaque() && !entry.is_verdict());
    let placed = placed.filter(|entry| works(entry) || !is_working);
    let times = || placed.clone().map(|entry| entry.at_ms);
    let clock_ms = entries.iter().map(|entry| entry.clock_ms).find(|ms| *ms != 0);
    let clock_ms = clock_ms.unwrap_or_default();
    TurnFacts {
        started_at_ms: times().min().unwrap_or_default().saturating_add(clock_ms),
        ended_at_ms: times().max().unwrap_or_default().saturating_add(clock_ms),
        clock_ms,
        cwd: entries.iter().find_map(|entry| entry.cwd.clone()),
        branch: entries.iter().find_map(|entry| entry.branch.clone()),
        subagent: entries.iter().find_map(|entry| entry.subagent.clone()),
        interrupted: entries.iter().any(|entry| entry.blocks.contains(&Block::Interrupted)),
        is_foreign: is_foreign(entries),
        is_headless: is_foreign(entries) && entries.iter().any(|entry| !entry.is_foreign),
        taken_back_in: taken_back_in(entries),
    }
}

/// Whether the prompt is foreign, or without one any entry.
pub(super) fn is_foreign(entries: &[Entry]) -> bool {
    let prompt = entries.iter().find(|entry| entry.is_prompt());
    prompt.map_or_else(|| entries.iter().any(|entry| entry.is_foreign), |prompt| prompt.is_foreign)
}

fn taken_back_in(entries: &[Entry]) -> Vec<String> {
    let is_trace = |block: &Block| matches!(block, Block::Omitted { kind, .. } if kind == UNSAID);
    let is_unsaid = |entry: &&Entry| entry.is_prompt() && entry.blocks.iter().any(is_trace);
    let gone = entries.iter().find(is_unsaid).map(|_| EVERYWHERE.to_owned());
    let sessions = entries.iter().flat_map(|entry| &entry.blocks).filter_map(|block| match block {
        Block::TakenBack { session, .. } => Some(session.clone()),
        _ => None,
    });
    gone.into_iter().chain(sessions).collect()
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
