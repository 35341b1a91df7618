//! What is known of the database beside it: the last count of turns, with which a damaged database
//! is compared, the number of proposed notes, which the status line shows, and when the notes were
//! last tidied.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::home::Home;

const PART: &str = "counts";
const PROPOSED: &str = "proposed";
const TIDIED: &str = "tidiedAtMs";

/// The last known number of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LastCount {
    /// Number of turns.
    pub turns: u64,
    /// When the last of them began, in milliseconds since the epoch.
    pub last_ms: i64,
}

impl Home {
    /// Returns the last known count, if there is one that can be read.
    pub fn last_count(&self) -> Option<LastCount> {
        self.state().part(PART, "a count").value()
    }

    /// Writes what is known of the database now. The number of proposed notes is left as it is
    /// where none is given.
    pub fn put_counts(&self, count: LastCount, proposed: Option<u64>) -> Result<()> {
        let state = self.state();
        let known: Option<u64> = state.part(PROPOSED, "a number").value();
        let is_known = proposed.is_none_or(|proposed| known.unwrap_or_default() == proposed);
        if is_known && state.part(PART, "a count").value() == Some(count) {
            return Ok(());
        }
        self.change_state(|state| {
            state.put(PART, count)?;
            proposed.map_or(Ok(()), |proposed| state.put(PROPOSED, proposed))
        })
    }

    /// Returns when the notes were last tidied, in milliseconds since the epoch.
    pub fn tidied_at_ms(&self) -> Option<i64> {
        self.state().part(TIDIED, "a time").value()
    }

    /// Notes when the notes were tidied.
    pub fn note_tidied(&self, at_ms: i64) -> Result<()> {
        self.change_state(|state| state.put(TIDIED, at_ms))
    }
}
