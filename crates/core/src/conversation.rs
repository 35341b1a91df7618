//! What was said: entries, and the turns that they make.

pub mod dialect;
pub mod entry;
mod parsed;
pub(crate) mod redact;
pub mod turn;

pub use parsed::ParsedEntry;

/// The coding agent of conversations that name none: for long there was no other.
pub const DEFAULT_AGENT: &str = "claude-code";
