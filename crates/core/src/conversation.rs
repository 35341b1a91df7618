//! Conversations: entries, and the turns that group them.

pub mod dialect;
pub mod entry;
mod parsed;
pub(crate) mod redact;
pub mod turn;

pub use parsed::ParsedEntry;

/// Agent of conversations that name none: they date from when it was the only agent.
pub const DEFAULT_AGENT: &str = "claude-code";
