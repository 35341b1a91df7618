//! Copilot CLI's program: `session-state/<session>/events.jsonl`. A subagent's events are among those
//! of its session.

use std::path::{Path, PathBuf};

use super::Copilot;
use crate::private_file::is_plain_name;
use crate::sources::Source as _;
use crate::sources::client::{Client, last_names};
use crate::sources::is_uuid;
use crate::surroundings::Surroundings;

/// Name of the file with the events of a session.
const EVENTS: &str = "events.jsonl";

fn sessions(on: &Surroundings) -> PathBuf {
    let home = on.path_in("COPILOT_HOME").unwrap_or_else(|| on.at_home(".copilot"));
    home.join("session-state")
}

impl Client for Copilot {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![sessions(on)]
    }

    fn is_transcript(&self, path: &str) -> bool {
        let [name, session] = last_names(path);
        name == EVENTS && is_uuid(session)
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        self.session_of(path.to_str()?)
    }

    fn place_of(&self, session: &str, _: Option<&str>, on: &Surroundings) -> Option<PathBuf> {
        is_plain_name(session).then(|| sessions(on).join(session).join(EVENTS))
    }

    fn is_kept_output(&self, path: &str) -> bool {
        let [name, folder] = last_names(path);
        let is_kept = |name: &str| name.starts_with("copilot-tool-output-");
        name.strip_suffix(".txt").is_some_and(is_kept) && !folder.is_empty()
    }
}
