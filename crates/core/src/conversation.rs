//! Conversations: entries, and the turns that group them.

pub mod dialect;
pub mod entry;
mod masked;
mod parsed;
pub(crate) mod redact;
pub mod turn;

pub use masked::MaskedEntries;
pub use parsed::ParsedEntry;
