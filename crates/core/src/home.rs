//! The files in Mementor's home, beside the database: where each is, and how it is read and written.

mod claims;
mod config;
pub mod contents;
pub mod damaged;
pub mod forgotten;
pub mod inbox;
pub mod lock;
mod locked_file;
mod log;
pub mod muted;
pub mod records;
pub mod report;
mod shown_notes;
pub mod state;
pub mod trouble;
pub mod waiting_notes;
mod warm;

use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::side_files::with_ending;
pub(crate) use claims::Claim;
pub(crate) use log::iso;
pub use shown_notes::TimesShown;
pub use warm::WarmClient;

/// Far more than any file of the home has that is read as a whole.
pub(crate) const TEXT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Name of the database.
pub const DATABASE_NAME: &str = "memory.db";
/// Name of the list of forgotten turns.
pub const FORGOTTEN_NAME: &str = "forgotten.jsonl";

/// The folder that holds all of Mementor's data.
#[derive(Debug, Clone)]
pub struct Home(PathBuf);

impl Home {
    /// Returns the home at a path, which need not exist.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Returns its folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Returns the database.
    pub fn database(&self) -> PathBuf {
        self.0.join(DATABASE_NAME)
    }

    /// Returns the folder where hooks leave payloads for the worker.
    pub fn inbox(&self) -> PathBuf {
        self.0.join("inbox")
    }

    /// Returns the folder of the notes that wait to be taken in.
    pub fn waiting_notes(&self) -> PathBuf {
        self.0.join("waiting-notes")
    }

    /// Returns the folder of the records of what prompts got, one file per session.
    pub fn recalls(&self) -> PathBuf {
        self.0.join("recalls")
    }

    /// Returns the folder that shows in which clients a server of warm recall answers.
    pub fn warm(&self) -> PathBuf {
        self.0.join("warm")
    }

    /// Returns the counters of when notes were shown.
    pub fn shown_notes(&self) -> PathBuf {
        self.0.join("notes-shown.jsonl")
    }

    /// Returns the list of forgotten turns, which outlives the database.
    pub fn forgotten(&self) -> PathBuf {
        self.0.join(FORGOTTEN_NAME)
    }

    /// Returns the lock file of whoever writes to the memory.
    pub fn lock(&self) -> PathBuf {
        self.0.join("ingest.lock")
    }

    /// Returns the file of everything small that is known beside the database.
    pub fn state_file(&self) -> PathBuf {
        self.0.join("state.json")
    }

    /// Returns where a state is kept that could not be read.
    pub fn unreadable_state(&self) -> PathBuf {
        with_ending(&self.state_file(), SET_ASIDE)
    }

    /// Returns the settings file.
    pub fn config(&self) -> PathBuf {
        self.0.join("config.json")
    }

    /// Returns the folder of the models that a person added.
    pub fn added_models(&self) -> PathBuf {
        self.0.join("models")
    }

    /// Deletes what is of no more use: what killed hooks left half-written, records of sessions that
    /// ended long ago, old claims.
    pub fn tidy(&self, now_ms: i64) -> Result<()> {
        self.remove_unfinished_payloads(now_ms)?;
        self.expire_records(now_ms);
        self.expire_claims(now_ms);
        self.expire_marks(now_ms);
        Ok(())
    }

    /// Returns the log of the hooks and the worker.
    pub fn log(&self) -> PathBuf {
        self.0.join("mementor.log")
    }

    /// Returns the log and the rotated older one.
    pub fn logs(&self) -> [PathBuf; 2] {
        [self.log(), self.older_log()]
    }

    /// Returns the log before the present one.
    pub fn older_log(&self) -> PathBuf {
        self.0.join("mementor.log.1")
    }
}

/// The end of the names of files that were set aside.
const SET_ASIDE: &str = ".unreadable";

/// Renames a file that cannot be read, so that nobody looks at it again.
pub(crate) fn set_aside(broken: &Path) -> Result<()> {
    std::fs::rename(broken, with_ending(broken, SET_ASIDE))
}

/// Returns the names in a folder, sorted; none where there is no folder.
pub(crate) fn names_in(folder: &Path) -> Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        // Our names are ASCII: any other is not of ours.
        names.extend(entry?.file_name().into_string());
    }
    names.sort_unstable();
    Ok(names)
}

/// Returns the names in a folder of the home, for whoever deletes there: none behind a link, because
/// what lies there is of whoever made the link.
fn names_in_own(folder: &Path) -> Vec<String> {
    let is_own = std::fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir());
    if is_own { names_in(folder).unwrap_or_default() } else { Vec::new() }
}

/// Returns when a file was last written, in milliseconds since the epoch; `None` if it is gone.
pub(crate) fn written_at_ms(path: &Path) -> Option<i64> {
    let written = std::fs::metadata(path).and_then(|found| found.modified()).ok()?;
    let since = written.duration_since(UNIX_EPOCH).map(|since| since.as_millis() as i64);
    Some(since.unwrap_or_default())
}

/// Returns for how long a file was not written; `None` if it is gone.
fn age_ms(path: &Path, now_ms: i64) -> Option<i64> {
    written_at_ms(path).map(|at_ms| now_ms - at_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time at which a file will have this age.
    pub fn aged(path: &Path, ms: i64) -> i64 {
        written_at_ms(path).expect("it is there") + ms
    }
}
