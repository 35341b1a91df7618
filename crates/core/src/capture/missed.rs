//! Transcripts that hooks missed: a killed session sends no Stop, and hooks may have been off.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::real_path::real_path;
use crate::sources::{self, FoundTranscript, Machine, Source, json_lines};
use crate::store::TranscriptRow;

/// Returns the transcripts that are new or have changed since they were read, the one that changed
/// last first. It searches only the agents' folders from which a transcript was read before, and
/// `started`: projects that a person never let in are not ingested by themselves. It costs one
/// look at each file.
pub fn missed(rows: &[TranscriptRow], started: &[PathBuf], machine: &Machine) -> Vec<String> {
    let ledger: HashMap<&str, &TranscriptRow> =
        rows.iter().map(|row| (row.path.as_str(), row)).collect();
    let places: BTreeSet<&Path> =
        rows.iter().filter_map(|row| Path::new(&row.path).parent()).collect();
    let mut missed: Vec<FoundTranscript> = Vec::new();
    for source in sources::all() {
        let is_shared = source.folders_of("/", &machine.on).is_none();
        let folders = folders_of(*source, &places, started, is_shared, machine);
        let found = folders.iter().flat_map(|folder| source.in_folder(folder));
        // Whoever is asked for all names what cannot be read.
        let found = found.filter(|found| !json_lines::is_packed(&found.path));
        missed.extend(found.filter(|found| {
            match ledger.get(found.path.as_str()) {
                Some(row) => has_changed(row, found),
                // Where all projects share a folder, only what was read before is let in.
                None => !is_shared,
            }
        }));
    }
    sources::newest_first(missed).into_iter().map(|found| found.path).collect()
}

/// Earlier versions left an unterminated last line unread: then the offset is below the size.
fn has_changed(row: &TranscriptRow, found: &FoundTranscript) -> bool {
    row.bytes != found.bytes
        || row.modified_at_ms != found.modified_at_ms
        || row.offset < found.bytes
}

/// Returns the started folders of an agent, and its folders below which a transcript was read.
fn folders_of(
    source: &dyn Source,
    places: &BTreeSet<&Path>,
    started: &[PathBuf],
    is_shared: bool,
    machine: &Machine,
) -> BTreeSet<PathBuf> {
    let started = started.iter().map(|folder| real_path(folder));
    let mut folders: BTreeSet<PathBuf> =
        started.filter(|folder| machine.owner(folder).name() == source.name()).collect();
    let Some(root) = source.roots(&machine.on).first().map(|root| real_path(root)) else {
        return folders;
    };
    for below in places.iter().filter_map(|place| place.strip_prefix(&root).ok()) {
        match below.components().next() {
            Some(folder) => drop(folders.insert(root.join(folder))),
            // A transcript of all projects may lie in the root itself.
            None if is_shared => drop(folders.insert(root.clone())),
            None => {}
        }
    }
    folders
}
