//! Searches for text that must be gone: byte by byte in any file, and turn by turn in databases,
//! whose logs are compressed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use aho_corasick::AhoCorasick;
use serde::Serialize;

use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::state::BackupList;
use crate::json::{path, paths};
use crate::regular_file::open_regular;
use crate::removal::backups::NOT_THERE;
use crate::removal::forget::{Probes, finder, forms};
use crate::side_files::log_of;
use crate::store::Foreign;

/// A file that contains some of the texts, or that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Trace {
    /// Path of the file.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// Indices of the texts found, in order and without duplicates.
    pub texts: Vec<usize>,
    /// Whether it could not be read, and so was not searched.
    pub unread: bool,
}

/// A part of a search through files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FilesSearched {
    /// The files of this part that contain one of the texts, or that cannot be read.
    pub found: Vec<Trace>,
    /// Index of the file with which the search goes on; none at the end.
    pub next: Option<usize>,
}

/// What was searched for removed text, and the result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proof {
    /// Number of text pieces searched for.
    pub pieces: usize,
    /// Number of index terms searched for.
    pub terms: usize,
    /// Number of turns without any piece of text to search for.
    pub without: usize,
    /// Number of files read to their end.
    pub files: usize,
    /// Number of those that are databases whose turns were read too.
    pub databases: usize,
    /// Files that still contain something.
    #[serde(serialize_with = "paths")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    pub found: Vec<PathBuf>,
    /// Files that could not be searched, or only in part.
    pub unchecked: Vec<Unchecked>,
}

/// A file that could not be searched completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Unchecked {
    /// Path of the file.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// The reason.
    pub reason: String,
}

/// How many bytes of files are searched in one part: less than a tenth of a second.
const PART_BYTES: u64 = 64 << 20;

/// Searches files for the bytes of texts, whatever their format, from the file with an index on, up
/// to a bound. A missing file contains nothing. An empty text is never found.
pub fn search_files(paths: &[PathBuf], texts: &[String], from: usize) -> Result<FilesSearched> {
    let wanted: Vec<usize> = (0..texts.len()).filter(|&at| !texts[at].is_empty()).collect();
    let mut searched = FilesSearched::default();
    if wanted.is_empty() {
        return Ok(searched);
    }
    let finder = finder(wanted.iter().map(|&at| texts[at].as_bytes()))?;
    let mut bytes = 0;
    for (at, path) in paths.iter().enumerate().skip(from) {
        if bytes > PART_BYTES {
            searched.next = Some(at);
            break;
        }
        bytes += path.metadata().map_or(0, |found| found.len());
        let found = found_in(path, &finder);
        let unread = found.is_err();
        let found = found.ok().flatten().unwrap_or_default();
        let texts: Vec<usize> = found.into_iter().map(|at| wanted[at]).collect();
        if unread || !texts.is_empty() {
            searched.found.push(Trace { path: path.clone(), texts, unread });
        }
    }
    Ok(searched)
}

/// Searches every file of a home except models, and the backups, for probes.
pub fn prove_home(home: &Home, probes: &Probes) -> Result<Proof> {
    let BackupList { paths: backups, unreadable } = home.backups();
    let mut paths = home.files()?;
    let database = home.database();
    let backups: Vec<PathBuf> = backups.into_iter().map(PathBuf::from).collect();
    let log = log_of(&database);
    paths.extend([database, log]);
    paths.extend(backups.iter().cloned());
    let mut known = HashSet::new();
    paths.retain(|path| known.insert(path.clone()));
    let mut proof = prove(&paths, &home.damaged_copies(), probes)?;
    let gone = backups.into_iter().filter(|path| !path.exists());
    let gone = gone.map(|path| Unchecked { path, reason: NOT_THERE.to_owned() });
    proof.unchecked.extend(gone);
    let list = unreadable.map(|reason| Unchecked { path: home.state_file(), reason });
    proof.unchecked.extend(list);
    Ok(proof)
}

/// Searches files for probes, and in databases also the turns and indexes. `damaged` lists the
/// files known to be partly unreadable. A missing file contains nothing.
pub fn prove(paths: &[PathBuf], damaged: &[PathBuf], probes: &Probes) -> Result<Proof> {
    let texts: BTreeSet<String> = probes.pieces.iter().flat_map(|piece| forms(piece)).collect();
    let finder = finder(&texts)?;
    let mut proof = Proof {
        pieces: probes.pieces.len(),
        terms: probes.terms.len() + probes.actions.len(),
        without: probes.without,
        ..Proof::default()
    };
    let mut unchecked = BTreeMap::new();
    for path in paths {
        let found = match found_in(path, &finder) {
            Ok(None) => continue,
            Ok(Some(found)) => found,
            Err(error) => {
                unchecked.insert(path, error.to_string());
                continue;
            }
        };
        proof.files += 1;
        let is_damaged = damaged.contains(path);
        let mut is_left = !found.is_empty();
        if is_damaged || is_database(path) {
            match holds(path, &finder, probes) {
                Ok(left) => is_left |= left,
                Err(error) => drop(unchecked.insert(path, error.to_string())),
            }
            proof.databases += 1;
        }
        if is_damaged {
            let reason = "it is damaged: not all of it can be read".to_owned();
            unchecked.entry(path).or_insert(reason);
        }
        if is_left {
            proof.found.push(path.clone());
        }
    }
    proof.unchecked = unchecked
        .into_iter()
        .map(|(path, reason)| Unchecked { path: path.clone(), reason })
        .collect();
    Ok(proof)
}

/// Returns the indices of the texts that a file contains; `None` when the file is missing.
fn found_in(path: &Path, finder: &AhoCorasick) -> std::io::Result<Option<BTreeSet<usize>>> {
    let file = match open_regular(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut found = BTreeSet::new();
    for hit in finder.stream_find_iter(BufReader::with_capacity(1 << 20, file)) {
        found.insert(hit?.pattern().as_usize());
    }
    Ok(Some(found))
}

const DATABASE_BEGINNING: &[u8] = b"SQLite format 3\0";

fn is_database(path: &Path) -> bool {
    let mut beginning = [0; DATABASE_BEGINNING.len()];
    let read = open_regular(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && beginning == DATABASE_BEGINNING
}

/// Number of turns read at a time from a database.
const STEP_TURNS: usize = 64;

/// Returns whether a database contains one of the turns, one of the pieces in any turn, or an index
/// term that only those turns had. A file that is not our database is checked by its bytes only.
fn holds(path: &Path, finder: &AhoCorasick, probes: &Probes) -> Result<bool> {
    let foreign = match Foreign::open(path) {
        Err(Error::DatabaseMissing { .. }) => return Ok(false),
        opened => opened?,
    };
    let gone: HashSet<&String> = probes.turns.iter().collect();
    let mut after = 0;
    loop {
        let ids = foreign.ids_after(after, STEP_TURNS)?;
        let Some(&last) = ids.last() else { break };
        for turn in ids.into_iter().filter_map(|id| foreign.turn(id)) {
            let lines = turn::json_lines(&turn.log).unwrap_or_default();
            if gone.contains(&turn.uuid) || finder.is_match(&lines) {
                return Ok(true);
            }
        }
        after = last;
    }
    for note in foreign.notes() {
        let lines = turn::json_lines(&note.log).unwrap_or_default();
        if gone.contains(&note.uuid) || finder.is_match(&lines) {
            return Ok(true);
        }
    }
    Ok(foreign.indexed(&probes.terms, &probes.actions)? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_in_any_file_and_across_its_pieces() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        // The text spans the border between two reads.
        let mut bytes = vec![0_u8; (1 << 20) - 3];
        bytes.extend_from_slice(b"needle\xff\x00");
        std::fs::write(path("binary"), &bytes).expect("room");
        std::fs::write(path("clean"), "need le").expect("room");
        let paths = ["binary", "clean", "missing"].map(path);
        let texts = ["", "absent", "needle"].map(str::to_owned);
        let searched = search_files(&paths, &texts, 0).expect("a search");
        let found = vec![Trace { path: path("binary"), texts: vec![2], unread: false }];
        assert_eq!(searched, FilesSearched { found, next: None });
        assert_eq!(search_files(&paths, &[], 0).expect("a search"), FilesSearched::default());
        let folder = [folder.path().to_owned()];
        assert!(search_files(&folder, &texts, 0).expect("a search").found[0].unread);
    }

    #[test]
    fn a_piece_is_found_in_every_form_that_json_gives_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("raw"), "a \"héron\" b").expect("room");
        std::fs::write(path("json"), r#"{"text":"a \"héron\" b"}"#).expect("room");
        std::fs::write(path("ascii"), r#"{"text":"a \"h\u00e9ron\" b"}"#).expect("room");
        std::fs::write(path("none"), "a heron b").expect("room");
        let paths = ["ascii", "json", "none", "raw"].map(path);
        let pieces = vec!["a \"héron\" b".to_owned()];
        let probes = Probes { pieces, ..Probes::default() };
        let proof = prove(&paths, &[], &probes).expect("readable");
        assert_eq!(proof.found, ["ascii", "json", "raw"].map(path));
        assert_eq!((proof.pieces, proof.files, proof.databases), (1, 4, 0));
    }

    #[test]
    fn what_cannot_be_read_is_told_and_not_called_clean() {
        let folder = tempfile::tempdir().expect("a folder");
        let damaged = folder.path().join("memory.db.damaged-1");
        std::fs::write(&damaged, "no database").expect("room");
        let probes = Probes { pieces: vec!["something".to_owned()], ..Probes::default() };
        let proof = prove(std::slice::from_ref(&damaged), std::slice::from_ref(&damaged), &probes);
        let proof = proof.expect("it is told");
        assert!(proof.found.is_empty());
        assert_eq!(proof.unchecked.len(), 1, "{proof:?}");
        assert_eq!(proof.unchecked[0].path, damaged);
    }
}
