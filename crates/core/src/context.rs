//! What a session gets when it starts, or after its context was compacted: a block of facts
//! about the past, in layers.
//!
//! The same memory gives the same bytes: the client does not add a text twice that it already has.

mod block;
pub mod files;
mod known;
mod notes;
mod past;
mod paths;
mod prepared;
mod sessions;

pub use block::{Layer, LayerName, StartBlock, block};
pub use known::{Known, Last, Told, known, known_of_itself};
pub use past::{Past, SummedUp};
pub use prepared::{MADE_BY, prepare};

/// Where and for which session a block is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Here {
    /// The folder that paths are relative to.
    pub folder: Option<String>,
    /// The branch that is checked out there.
    pub branch: Option<String>,
    /// The session itself, which is no past.
    pub session: String,
}

/// Number of tokens of a text, estimated: a quarter of its characters. Code and English come near
/// it; other languages take more.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

const CHARS_PER_TOKEN: usize = 4;

/// Budget in tokens by the size of the project's memory: up to so many turns, so many tokens.
const BUDGETS: [(u64, usize); 2] = [(100, 650), (1_000, 1_000)];
/// Budget of a larger memory, and the largest that there is.
pub const BUDGET_MAX: usize = 2_000;

/// Returns the budget of a block for a project with so many turns, in tokens.
pub fn budget(turns: u64) -> usize {
    let fitting = BUDGETS.iter().find(|(turns_max, _)| turns <= *turns_max);
    fitting.map_or(BUDGET_MAX, |(_, tokens)| *tokens)
}
