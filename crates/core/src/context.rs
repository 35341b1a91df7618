//! What a session is told when it starts, or after its context was compacted: a block of facts
//! about the past, in layers.
//!
//! The same memory gives the same bytes: the client does not add a text twice that it already has.

mod block;
pub mod files;
mod known;
mod notes;
mod paths;

use std::collections::BTreeSet;

pub use block::{Block, Layer, LayerName, block};
pub use known::{Known, Last, Told, known, known_of_itself};

use crate::store::SessionWork;

/// Where and for which session a block is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Here {
    /// The folder that paths are told from.
    pub folder: Option<String>,
    /// The branch that is checked out there.
    pub branch: Option<String>,
    /// The session itself, which is no past.
    pub session: String,
}

/// An earlier session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// Its id.
    pub session: String,
    /// End of its last turn, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// The folder that it worked in.
    pub folder: Option<String>,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// The files that it changed, relative to its folder.
    pub changed: BTreeSet<String>,
    /// The files that it read.
    pub read: BTreeSet<String>,
}

impl Past {
    /// Returns a session's work with its files told from its folder; files outside are left out.
    pub fn of(work: SessionWork, folder_of: impl FnMut(&str) -> String) -> Self {
        let folder = work.cwd.as_deref().map(folder_of);
        let (mut changed, mut read) = (BTreeSet::new(), BTreeSet::new());
        for file in &work.files {
            let list: &mut BTreeSet<String> = if file.changed { &mut changed } else { &mut read };
            let path = paths::relative(&file.path, folder.as_deref());
            if let Some(path) = path.filter(|path| !list.contains(path.as_ref())) {
                list.insert(path.into_owned());
            }
        }
        let SessionWork { session, ended_at_ms, branch, .. } = work;
        Self { session, ended_at_ms, folder, branch, changed, read }
    }

    /// Whether it neither changed nor read a file of the project.
    pub fn is_idle(&self) -> bool {
        self.changed.is_empty() && self.read.is_empty()
    }
}

/// Number of tokens of a text, estimated: a quarter of its characters. Code and English come near
/// it; other languages take more.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

const CHARS_PER_TOKEN: usize = 4;

/// Budget in tokens by the size of the project's memory: up to so many turns, so many tokens.
const BUDGETS: [(u64, usize); 2] = [(100, 500), (1_000, 1_000)];
/// Budget of a larger memory, and the largest that there is.
pub const BUDGET_MAX: usize = 2_000;

/// Returns the budget of a block for a project with so many turns, in tokens.
pub fn budget(turns: u64) -> usize {
    let fitting = BUDGETS.iter().find(|(turns_max, _)| turns <= *turns_max);
    fitting.map_or(BUDGET_MAX, |(_, tokens)| *tokens)
}
