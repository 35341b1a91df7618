//! What was said: entries, and the turns that they make.

pub mod entry;
pub mod turn;

/// The coding agent of conversations that name none: for long there was no other.
pub const DEFAULT_AGENT: &str = "claude-code";
