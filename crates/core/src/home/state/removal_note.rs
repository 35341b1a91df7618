//! The note of a removal under way: written before it starts, and finished by the next writer.

use serde::{Deserialize, Serialize};

use super::StatePart;
use crate::error::Result;
use crate::home::Home;

const PART: &str = "removal";

/// A removal that has begun.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemovalNote {
    /// Uuids of the turns and notes to remove.
    pub turns: Vec<String>,
    /// When compacting the database failed after they were deleted, in milliseconds since the
    /// epoch; 0 before that.
    #[serde(default)]
    pub tried_at_ms: i64,
}

impl Home {
    /// Returns the note. A damaged one still means that the database must be rewritten.
    pub fn removal_note(&self) -> StatePart<RemovalNote> {
        self.state().part(PART, "the turns of a removal")
    }

    /// Notes a removal, and that it is wanted of every listed backup too.
    pub fn begin_removal(&self, turns: &[String]) -> Result<()> {
        let forgotten = || self.forgotten_ids();
        self.change_state(|state| {
            state.put(PART, RemovalNote { turns: turns.to_vec(), tried_at_ms: 0 })?;
            state.want_of_backups(&self.state_file(), turns, false, forgotten)
        })
    }

    /// Notes when compacting the database failed.
    pub fn put_off_removal(&self, turns: &[String], tried_at_ms: i64) -> Result<()> {
        self.change_state(|state| {
            state.put(PART, RemovalNote { turns: turns.to_vec(), tried_at_ms })
        })
    }

    /// Ends a removal. A note that could not be read is kept under another name: the turns that it
    /// named may still be stored.
    pub fn end_removal(&self) -> Result<()> {
        self.change_state(|state| {
            if let StatePart::Damaged(_) = state.part::<RemovalNote>(PART, "") {
                self.keep_unreadable(state, PART)?;
            }
            state.remove(PART);
            Ok(())
        })
    }
}
