//! What was forgotten, and is in transcripts all the same: an ingest without the list of what was
//! forgotten would store it again.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use super::proof::search_files;
use crate::error::Result;
use crate::home::Home;
use crate::sources::Machine;
use crate::sources::machine::TranscriptSearch;
use crate::store::TranscriptRow;

/// How much was forgotten, and how much of it is in transcripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForgottenOnDisk {
    /// Turns and notes; the list does not distinguish them.
    pub turns: usize,
    /// How many of them are in the files that were searched.
    pub on_disk: usize,
    /// Whether the transcripts were searched that were read from other folders; not if the memory
    /// cannot be opened, as it names them.
    pub every_transcript: bool,
}

/// Searches the transcripts on a machine for what was ever forgotten in a home. `known` returns
/// those that the memory has read, if it can be opened; it is asked only where something was
/// forgotten.
pub fn forgotten_on_disk(
    home: &Home,
    machine: &Machine,
    known: impl FnOnce() -> Option<Vec<TranscriptRow>>,
) -> Result<ForgottenOnDisk> {
    let forgotten = home.forgotten_turns();
    let turns = forgotten.len();
    if turns == 0 {
        return Ok(ForgottenOnDisk { turns, on_disk: 0, every_transcript: true });
    }
    let known = known();
    let every_transcript = known.is_some();
    let listed = machine.transcripts(&TranscriptSearch::default())?;
    let listed = listed.into_iter().map(|found| PathBuf::from(found.path));
    let read = known.unwrap_or_default().into_iter().map(|row| PathBuf::from(row.path));
    let paths: HashSet<PathBuf> = listed.chain(read).collect();
    let paths = Vec::from_iter(paths);
    let mut held = HashSet::new();
    let mut next = Some(0);
    while let Some(from) = next {
        let searched = search_files(&paths, &forgotten, from)?;
        held.extend(searched.found.into_iter().flat_map(|trace| trace.texts));
        next = searched.next;
    }
    Ok(ForgottenOnDisk { turns, on_disk: held.len(), every_transcript })
}
