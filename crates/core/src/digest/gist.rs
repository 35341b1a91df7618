//! One line for a session: what was asked, and how it ended.

use super::conclusion::{conclusion, finals};
use super::history::History;
use super::requests::{is_clear, request};
use super::{Digest, TurnEntries};

/// What a list shows of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gist {
    /// What was asked: the first request that names its subject, else the first; `None` when only
    /// approvals and pasted text were said.
    pub asked: Option<String>,
    /// What the last real answer concluded; `None` when there is none.
    pub ended: Option<String>,
}

/// Returns the gist of a session from the prompts of its own turns, oldest first, and the last of those
/// turns. It is as cheap as that: a list asks it of many sessions.
pub fn gist<'p>(prompts: impl IntoIterator<Item = &'p str>, last: &[TurnEntries]) -> Gist {
    let history = History::of(last);
    Gist {
        asked: subject(prompts.into_iter().filter_map(request)),
        ended: conclusion(&finals(&history)),
    }
}

impl Digest {
    /// Returns the gist of the session.
    pub fn gist(&self) -> Gist {
        let asked = self.asked.iter().map(|request| request.text.clone());
        Gist { asked: subject(asked), ended: self.concluded.clone() }
    }
}

/// Returns the first request that names its subject, else the first.
fn subject(requests: impl Iterator<Item = String>) -> Option<String> {
    let mut first = None;
    for request in requests {
        if is_clear(&request) {
            return Some(request);
        }
        first.get_or_insert(request);
    }
    first
}
