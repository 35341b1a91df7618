//! What was said: entries, the turns that they make, and the chunks of a turn.

pub mod chunk;
pub mod dialect;
pub mod entry;
mod parsed;
pub(crate) mod redact;
pub mod turn;

pub use parsed::ParsedEntry;
