//! An entry as a source hands it over, with what places it.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::redact::{cut_results, mask_entry};
use crate::secrets::Masker;

/// An entry with the session and the directory that its record names.
///
/// It can only be made with its secrets masked, so that no source can store or print anything else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParsedEntry {
    /// The session that the record says it belongs to.
    pub session: Option<String>,
    /// The directory as it stands in the record: it decides the project and whether the
    /// conversation is excluded, and is never stored. The entry's own directory is masked.
    #[serde(skip)]
    directory: Option<String>,
    /// The entry itself.
    pub entry: Entry,
}

impl ParsedEntry {
    /// Masks the secrets of an entry. Tool results are masked whole, and cut to head and tail
    /// afterwards.
    pub fn masked(session: Option<String>, mut entry: Entry, masker: &Masker) -> Self {
        let directory = entry.cwd.clone();
        mask_entry(&mut entry, masker);
        cut_results(&mut entry);
        Self { session, directory, entry }
    }

    /// Returns the directory that the record names.
    pub fn directory(&self) -> Option<&str> {
        self.directory.as_deref()
    }

    /// Returns the entry without its directory, as one that is stored and read again.
    #[must_use]
    pub fn without_directory(self) -> Self {
        Self { directory: None, ..self }
    }
}
