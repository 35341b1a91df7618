//! What was said: entries, the turns that they make, and the chunks of a turn.

pub mod chunk;
pub mod entry;
pub(crate) mod redact;
pub mod turn;
