//! What a session gets when it starts, or after its context was compacted: a block of facts
//! about the past, in layers.
//! docs/decisions/context.md says what is worth its place there.

mod at_work;
mod block;
mod branch;
mod known;
mod notes;
mod past;
mod paths;
mod prepared;
mod sessions;

pub use at_work::{AtWork, Presence};
pub use block::{Layer, LayerName, StartBlock, block};
pub use branch::{BranchEnd, OnBranch};
pub use known::{Known, Last, Told, known, known_of_itself};
pub use past::{Past, SummedUp};
pub use prepared::{MADE_BY, lessons, prepare, started};

/// Where and for which session a block is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Here {
    /// The folder that paths are relative to.
    pub folder: Option<String>,
    /// The branch that is checked out there.
    pub branch: Option<String>,
    /// The session itself, which is no past.
    pub session: String,
    /// When it starts, in milliseconds since the epoch.
    pub now_ms: i64,
    /// Whether somebody asked for it: then it is also told of the last sessions.
    pub is_asked: bool,
}

/// Number of tokens of a text, estimated: a quarter of its characters. Code and English come near
/// it; other languages take more.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

const CHARS_PER_TOKEN: usize = 4;
