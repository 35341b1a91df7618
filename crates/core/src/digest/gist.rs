//! One line for a session: what was asked, and how it ended.

use serde::Serialize;

use super::TurnEntries;
use super::conclusion::{CONCLUSION_CHARS_MIN, conclusion, finals};
use super::history::History;
use super::requests::{Asked, request};

/// What a list shows of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Gist {
    /// What was asked: the first request long enough to describe the session, else the first;
    /// `None` when only approvals and pasted text were said.
    pub asked: Option<String>,
    /// What the last real answer concluded; `None` when there is none.
    pub ended: Option<String>,
    /// The name that the person gave the session.
    pub title: Option<String>,
    /// Pull requests that the agent says came of it: the address of each, or its number.
    pub pull_requests: Vec<String>,
}

impl Gist {
    /// Whether the end says so much that earlier turns need not be read for a better one.
    pub fn is_told(&self) -> bool {
        self.ended.as_ref().is_some_and(|ended| ended.chars().count() >= CONCLUSION_CHARS_MIN)
    }
}

/// Returns the gist of a session from the prompts of its own turns, oldest first, and the last of those
/// turns. It is as cheap as that: a list asks it of many sessions.
pub fn gist<'p>(prompts: impl IntoIterator<Item = &'p str>, last: &[TurnEntries]) -> Gist {
    let history = History::of(last);
    Gist {
        asked: subject(prompts.into_iter().filter_map(request)),
        ended: conclusion(&finals(&history)).map(|concluded| concluded.text),
        ..Gist::default()
    }
}

/// Number of words from which a request is long enough to describe a session.
const WORDS_MIN: usize = 5;

/// Returns the first request that names its subject or has some words, else the first.
fn subject(requests: impl Iterator<Item = Asked>) -> Option<String> {
    let mut first = None;
    for request in requests {
        if request.is_clear || request.text.split(' ').count() >= WORDS_MIN {
            return Some(request.text);
        }
        first.get_or_insert(request.text);
    }
    first
}
