//! What happened to a turn since: what a reader should know before relying on it.

use serde::Serialize;

/// What happened to a turn, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MarkKind {
    /// The person went back to before it, and the conversation went on without it.
    TakenBack,
    /// Later turns replaced what it wrote.
    Superseded,
    /// The person refused what it did.
    Refused,
    /// Later turns changed files that it changed.
    ChangedSince,
}

/// A mark on a turn, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mark {
    /// What happened to the turn.
    pub kind: MarkKind,
    /// Uuid of the later turn that shows it; of several the last. Its own where none is known.
    pub turn: String,
    /// Start of that turn, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The files it is about, as the marked turn named them; empty for a refusal.
    pub files: Vec<String>,
    /// The person's words, for a refusal.
    pub said: Option<String>,
}
