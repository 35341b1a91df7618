//! The hits that were listed last, so that `mementor show 2` can mean the second of them.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::home::Home;

const PART: &str = "lastList";

/// A list of hits. Ids only: no text of a conversation leaves the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastList {
    /// When it was shown, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The turns, in the order of the list.
    pub turns: Vec<String>,
    /// The turn that was shown last.
    #[serde(default)]
    pub shown: Option<String>,
}

impl Home {
    /// Returns the last list, if there is one that can be read.
    pub fn last_list(&self) -> Option<LastList> {
        self.state().part(PART, "a list").value()
    }

    /// Keeps a list.
    pub fn keep_list(&self, list: &LastList) -> Result<()> {
        self.change_state(|state| state.put(PART, list))
    }

    /// Forgets the last list: it names turns.
    pub(crate) fn drop_list(&self) -> Result<()> {
        if self.state().is_missing(PART) {
            return Ok(());
        }
        self.change_state(|state| {
            state.remove(PART);
            Ok(())
        })
    }
}
