//! The transcripts of one project: of all sessions that began in its folders and worktrees.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use super::belonging::belonging;
use crate::error::Result;
use crate::project::Person;
use crate::sources::machine::TranscriptSearch;
use crate::sources::{FoundTranscript, Machine};
use crate::store::Reader;

/// The transcripts of the project of a machine's working directory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TranscriptsHere {
    /// Those of sessions that began in the project, the one that changed last first.
    pub found: Vec<FoundTranscript>,
    /// Number of the others, and of files that hold the sessions of many projects.
    #[cfg_attr(test, ts(type = "number"))]
    pub others: u64,
}

/// Returns the transcripts of the project of the machine's working directory; with `agent`, only
/// those of the agent with this name.
///
/// # Errors
/// When no agent has the name, and errors of the store.
pub fn transcripts_here(
    reader: &Reader,
    machine: &Machine,
    agent: Option<&str>,
    person: &Person,
) -> Result<TranscriptsHere> {
    let here = &machine.on.cwd;
    let key =
        |directory: &Path| belonging(reader, directory, person).map(|found| found.project.key);
    let own = key(here)?;
    // Most sessions began in a few directories.
    let mut keys: HashMap<String, String> = HashMap::new();
    let search =
        TranscriptSearch { agent: agent.map(str::to_owned), ..TranscriptSearch::default() };
    let mut all = TranscriptsHere::default();
    for found in machine.transcripts(&search)? {
        let path = Path::new(&found.path);
        let source = machine.owner(path);
        let is_here = match source.directory(path).ok().flatten() {
            Some(directory) => match keys.get(&directory) {
                Some(key) => *key == own,
                None => {
                    *keys.entry(directory.clone()).or_insert(key(Path::new(&directory))?) == own
                }
            },
            // The name of its folder is all that tells.
            None => source
                .folders_of(&here.to_string_lossy(), &machine.on)
                .is_some_and(|folders| folders.iter().any(|folder| path.starts_with(folder))),
        };
        if is_here { all.found.push(found) } else { all.others += 1 }
    }
    Ok(all)
}
