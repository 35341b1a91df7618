//! A parsed entry with the session and directory of its record.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::redact::{cut_results, mask_entry};
use crate::secrets::Masker;

/// An entry with its record's session and directory.
///
/// The only constructor masks secrets, so that no source can store or print an unmasked entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParsedEntry {
    /// Session that the record names.
    pub session: Option<String>,
    /// Unmasked directory of the record. It decides the project and whether the conversation is
    /// excluded, and is never stored. The entry's own directory is masked.
    #[serde(skip)]
    directory: Option<String>,
    /// The masked entry.
    pub entry: Entry,
}

impl ParsedEntry {
    /// Creates a parsed entry with its secrets masked. Tool results are masked in full before they
    /// are cut to head and tail.
    pub fn masked(session: Option<String>, mut entry: Entry, masker: &Masker) -> Self {
        let directory = entry.cwd.clone();
        mask_entry(&mut entry, masker);
        cut_results(&mut entry);
        Self { session, directory, entry }
    }

    /// Returns the entry with the session and the place of another one: its directory, branch,
    /// subagent and version.
    #[must_use]
    pub fn placed_as(self, other: &Self) -> Self {
        let Entry { cwd, branch, subagent, version, .. } = other.entry.clone();
        Self {
            session: other.session.clone(),
            directory: other.directory.clone(),
            entry: Entry { cwd, branch, subagent, version, ..self.entry },
        }
    }

    /// Returns a copy without text.
    #[must_use]
    pub fn without_blocks(&self) -> Self {
        let Entry { id, at_ms, position, revision, cwd, branch, subagent, version, .. } =
            &self.entry;
        let entry = Entry {
            id: id.clone(),
            at_ms: *at_ms,
            position: *position,
            revision: *revision,
            cwd: cwd.clone(),
            branch: branch.clone(),
            subagent: subagent.clone(),
            version: version.clone(),
            blocks: Vec::new(),
            raw: None,
        };
        Self { session: self.session.clone(), directory: self.directory.clone(), entry }
    }

    /// Returns the entry with the directory of another one.
    #[must_use]
    pub fn working_in(mut self, other: &Self) -> Self {
        self.directory.clone_from(&other.directory);
        self.entry.cwd.clone_from(&other.entry.cwd);
        self
    }

    /// Returns the unmasked directory of the record.
    pub fn directory(&self) -> Option<&str> {
        self.directory.as_deref()
    }

    /// Returns the directory that it worked in, masked where only that is left of it: state that
    /// was stored between two readings holds no other.
    pub fn worked_in(&self) -> Option<&str> {
        self.directory.as_deref().or(self.entry.cwd.as_deref())
    }

    /// Returns the entry without its directory, equal to one that was stored and read again.
    #[must_use]
    pub fn without_directory(self) -> Self {
        Self { directory: None, ..self }
    }
}
