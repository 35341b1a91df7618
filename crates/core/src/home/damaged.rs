//! Damaged databases that were moved aside, with a note beside each about what was saved; and a
//! database that lost all its bytes, or is gone.

use std::fmt::{Display, Formatter};
use std::io::Result as IoResult;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::state::LastCount;
use super::{DATABASE_NAME, Home};
use crate::error::{Error, Result};
use crate::json::path;
use crate::private_file::{remove, replace};
use crate::regular_file::read_regular;
use crate::side_files::{log_of, with_ending};

/// Raised when a build can read more of a damaged database: then copies that lost turns are tried
/// again.
const READER: u64 = 2;

/// Far more than a note has.
const BYTES_MAX: u64 = 1 << 20;

/// What was saved of a damaged database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedOutcome {
    /// Number of turns that could be read in it.
    pub found: u64,
    /// Number of turns that it had and that are wanted here; none if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub expected: Option<u64>,
    /// Whether it may have had more turns.
    pub is_least: bool,
    /// How many of them the memory has now, those included that came from transcripts.
    pub held: u64,
}

impl SavedOutcome {
    /// Whether the memory has every turn of the copy, as far as is known.
    pub fn is_saved(&self) -> bool {
        self.expected.is_some_and(|expected| self.held >= expected)
    }
}

impl Display for SavedOutcome {
    fn fmt(&self, text: &mut Formatter) -> std::fmt::Result {
        let Self { found, expected, is_least, held } = self;
        let Some(expected) = expected else {
            return write!(text, "{found} of an unknown number of turns");
        };
        let least = if *is_least { "at least " } else { "" };
        write!(text, "{held} of {least}{expected} turn{}", if *expected == 1 { "" } else { "s" })
    }
}

/// The note beside a copy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SavedNote {
    /// The count of the database before the damage.
    pub last_known: Option<LastCount>,
    /// What was saved; none until the copy was read completely.
    pub outcome: Option<SavedOutcome>,
    /// Version of the build that read it; 1 for a build that wrote no outcome.
    reader: u64,
}

impl SavedNote {
    /// Whether this build has nothing more to do for the copy.
    pub fn is_done(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.is_saved() || self.reader >= READER)
    }
}

/// A damaged database that was moved aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DamagedCopy {
    /// Its path.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// What was saved of it; none until it was read completely.
    pub outcome: Option<SavedOutcome>,
}

/// A database that lost all its bytes, or is gone, though turns were stored in it. `SQLite` takes
/// such a file for a new database; the last count beside it knows better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostMemory {
    /// Path of the database.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// The last known number of turns.
    pub turns: u64,
    /// Whether the file is there, without a byte.
    pub is_there: bool,
}

impl Home {
    /// Returns the damaged databases that were moved aside, oldest first.
    pub fn damaged_copies(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.folder()) else { return Vec::new() };
        let is_copy = |name: &str| {
            let ms = name.strip_prefix(DATABASE_NAME);
            let ms = ms.and_then(|rest| rest.strip_prefix(".damaged-"));
            ms.is_some_and(|ms| !ms.is_empty() && ms.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let names = entries.flatten().map(|entry| entry.file_name());
        let names = names.filter(|name| is_copy(&name.to_string_lossy()));
        let mut copies: Vec<PathBuf> = names.map(|name| self.folder().join(name)).collect();
        copies.sort();
        copies
    }

    /// Returns the damaged databases, and what was saved of each.
    pub fn damaged(&self) -> Vec<DamagedCopy> {
        let copies = self.damaged_copies().into_iter();
        let copies = copies.map(|path| DamagedCopy {
            bytes: path.metadata().map_or(0, |found| found.len()),
            outcome: note_of(&path).and_then(|note| note.outcome),
            path,
        });
        copies.collect()
    }

    /// Notes the last known count for new copies, before a count of the new database replaces it.
    pub(crate) fn note_new_copies(&self) -> Result<()> {
        for copy in self.damaged_copies() {
            if note_of(&copy).is_none() {
                write_note(&copy, self.last_count(), None)?;
            }
        }
        Ok(())
    }

    /// Returns what was lost; nothing if there is a database, or if none ever held a turn.
    pub fn lost_memory(&self) -> Option<LostMemory> {
        let path = self.database();
        let bytes = bytes_of(&path);
        // A log may still hold all of it: then that is damage, and is saved.
        let has_bytes = |bytes: Option<u64>| bytes.unwrap_or_default() > 0;
        if has_bytes(bytes) || has_bytes(bytes_of(&log_of(&path))) {
            return None;
        }
        let turns = self.last_count().map_or(0, |count| count.turns);
        (turns > 0).then_some(LostMemory { path, turns, is_there: bytes.is_some() })
    }

    /// Moves a database that lost all its bytes aside, so that the loss is known until the turns
    /// are back. Requires the ingest lock.
    pub fn move_emptied_aside(&self, now_ms: i64) -> Result<()> {
        match self.lost_memory() {
            Some(LostMemory { path, is_there: true, .. }) => move_aside(&path, now_ms)
                .map(drop)
                .map_err(|source| Error::HomeUnwritable { path, source }),
            _ => Ok(()),
        }
    }
}

fn bytes_of(path: &Path) -> Option<u64> {
    path.metadata().ok().map(|found| found.len())
}

/// Renames a damaged database and its side files. It is never deleted: the transcripts it was
/// made from may be gone.
pub(crate) fn move_aside(path: &Path, now_ms: i64) -> IoResult<PathBuf> {
    // A clock that was set back must not give the name of an earlier one.
    let is_free = |ms: &i64| {
        let name = |ending: &str| with_ending(path, &format!(".damaged-{ms}{ending}"));
        ["", "-wal", "-shm"].iter().all(|ending| !name(ending).exists())
    };
    let ms = (now_ms.max(0)..=i64::MAX).find(is_free).unwrap_or(now_ms);
    for ending in ["-wal", "-shm"] {
        let from = with_ending(path, ending);
        if from.exists() {
            std::fs::rename(&from, with_ending(path, &format!(".damaged-{ms}{ending}")))?;
        }
    }
    let to = with_ending(path, &format!(".damaged-{ms}"));
    std::fs::rename(path, &to)?;
    Ok(to)
}

/// Deletes a damaged copy, its side files and its note.
pub(crate) fn delete_copy(copy: &Path) -> Result<()> {
    for path in [log_of(copy), with_ending(copy, "-shm"), copy.to_owned(), beside(copy)] {
        remove(&path).map_err(|source| Error::HomeUnwritable { path, source })?;
    }
    Ok(())
}

/// Returns the note of a copy; none if there is none.
pub(crate) fn note_of(copy: &Path) -> Option<SavedNote> {
    let bytes = read_regular(&beside(copy), BYTES_MAX).ok()?;
    let fields: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    Some(SavedNote {
        last_known: LastCount::deserialize(&fields["lastKnown"]).ok(),
        outcome: SavedOutcome::deserialize(&fields["outcome"]).ok(),
        reader: fields["reader"].as_u64().unwrap_or(1),
    })
}

/// Writes the note of a copy.
pub(crate) fn write_note(
    copy: &Path,
    last_known: Option<LastCount>,
    outcome: Option<SavedOutcome>,
) -> Result<()> {
    let mut fields = json!({ "version": 1, "reader": READER });
    if let Some(count) = last_known {
        fields["lastKnown"] = json!(count);
    }
    if let Some(outcome) = outcome {
        fields["outcome"] = json!(outcome);
    }
    let path = beside(copy);
    let written = replace(&path, &format!("{fields}\n"));
    written.map_err(|source| Error::HomeUnwritable { path, source })
}

fn beside(copy: &Path) -> PathBuf {
    let name = copy.file_name().unwrap_or_default().to_string_lossy();
    copy.with_file_name(name.replacen(".damaged-", ".saved-", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_far_as_it_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        let copy = folder.path().join("memory.db.damaged-7");
        std::fs::write(&copy, "damaged").expect("room");
        std::fs::write(folder.path().join("memory.db.damaged-x"), "").expect("room");
        home.put_counts(LastCount { turns: 5, last_ms: 9 }, None).expect("room");
        assert_eq!(home.damaged_copies(), [copy.as_path()]);
        home.note_new_copies().expect("room");
        home.put_counts(LastCount { turns: 1, last_ms: 9 }, None).expect("room");
        home.note_new_copies().expect("room");
        let note = note_of(&copy).expect("a note");
        assert_eq!(note.last_known.map(|count| count.turns), Some(5));
        assert!(!note.is_done());
        let outcome = SavedOutcome { found: 3, expected: Some(5), is_least: false, held: 4 };
        write_note(&copy, note.last_known, Some(outcome)).expect("room");
        assert!(note_of(&copy).expect("a note").is_done(), "this build can do no more");
        assert_eq!(home.damaged()[0].outcome, Some(outcome));
        // One of an older build, which wrote nothing.
        std::fs::write(folder.path().join("memory.db.saved-7"), "").expect("room");
        assert!(!note_of(&copy).expect("a note").is_done());
        delete_copy(&copy).expect("room");
        assert_eq!((home.damaged_copies().len(), note_of(&copy)), (0, None));
    }

    #[test]
    fn a_database_without_bytes_is_lost_only_where_turns_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        assert_eq!(home.lost_memory(), None);
        home.put_counts(LastCount { turns: 2, last_ms: 9 }, Some(1)).expect("room");
        assert!(home.lost_memory().is_some_and(|lost| !lost.is_there && lost.turns == 2));
        std::fs::write(home.database(), "").expect("room");
        assert!(home.lost_memory().is_some_and(|lost| lost.is_there));
        home.move_emptied_aside(4).expect("room");
        assert!(folder.path().join("memory.db.damaged-4").exists());
        std::fs::write(home.database(), "x").expect("room");
        assert_eq!(home.lost_memory(), None);
    }
}
