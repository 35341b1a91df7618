//! Where Copilot CLI keeps its sessions: `session-state/<session>/events.jsonl`.

use std::path::PathBuf;

use crate::surroundings::Surroundings;

/// Returns the file with the events of a session.
pub(super) fn events_of(session: &str, around: &Surroundings) -> PathBuf {
    let home = around.path_in("COPILOT_HOME").unwrap_or_else(|| around.at_home(".copilot"));
    home.join("session-state").join(session).join("events.jsonl")
}
