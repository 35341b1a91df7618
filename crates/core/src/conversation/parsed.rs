//! A parsed entry with the session and directory of its record.

use serde::{Deserialize, Serialize};

use super::entry::{Block, Entry, LabelKind};
use super::redact::{cut_results, hide_in_results, mask_entry};
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
    /// Id of the prompt that it answers, as far as its record's links say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// Whether a prompt may have been lost between it and the entry before it.
    #[serde(skip)]
    pub follows_loss: bool,
    /// The masked entry.
    pub entry: Entry,
}

/// Maximum number of characters of a label.
const LABEL_CHARS_MAX: usize = 500;

impl ParsedEntry {
    /// Creates a parsed entry with its secrets masked. Tool results are masked in full before they
    /// are cut to head and tail.
    pub fn masked(session: Option<String>, entry: Entry, masker: &Masker) -> Self {
        Self::masked_keeping(session, entry, masker, &[])
    }

    /// Like [`Self::masked`]. Tool results that begin with one of `spoken` hold a person's words: they
    /// are kept whole, and what the person marked as private is hidden.
    pub fn masked_keeping(
        session: Option<String>,
        mut entry: Entry,
        masker: &Masker,
        spoken: &[&str],
    ) -> Self {
        let directory = entry.cwd.clone();
        let is_spoken =
            |text: &str| spoken.iter().any(|start| text.trim_start().starts_with(start));
        hide_in_results(&mut entry, is_spoken);
        mask_entry(&mut entry, masker);
        cut_results(&mut entry, is_spoken);
        Self { session, directory, answers: None, follows_loss: false, entry }
    }

    /// Creates the entry of a label of a session, masked before it is cut. `None` where the label says
    /// nothing. `position` is that of its line.
    pub fn label(
        (session, kind, text): (&str, LabelKind, &str),
        (at_ms, position): (i64, u64),
        masker: &Masker,
    ) -> Option<Self> {
        let (session, text) = (session.trim(), text.trim());
        if session.is_empty() || text.is_empty() {
            return None;
        }
        let entry = Entry { at_ms, position, ..Entry::label(session, kind, text) };
        let mut label = Self::masked(Some(session.to_owned()), entry, masker);
        for block in &mut label.entry.blocks {
            if let Block::Label { text, .. } = block {
                *text = text.chars().take(LABEL_CHARS_MAX).collect();
            }
        }
        Some(label)
    }

    /// Returns the entry with the session and the place of another one: its directory, branch,
    /// subagent and version.
    #[must_use]
    pub fn placed_as(self, other: &Self) -> Self {
        let Entry { cwd, branch, subagent, version, .. } = other.entry.clone();
        Self {
            session: other.session.clone(),
            directory: other.directory.clone(),
            answers: self.answers,
            follows_loss: self.follows_loss,
            entry: Entry { cwd, branch, subagent, version, ..self.entry },
        }
    }

    /// Returns a copy without text.
    #[must_use]
    pub fn without_blocks(&self) -> Self {
        let Entry {
            id, at_ms, position, revision, clock_ms, cwd, branch, subagent, version, ..
        } = &self.entry;
        let entry = Entry {
            id: id.clone(),
            at_ms: *at_ms,
            position: *position,
            revision: *revision,
            clock_ms: *clock_ms,
            cwd: cwd.clone(),
            branch: branch.clone(),
            subagent: subagent.clone(),
            version: version.clone(),
            is_foreign: self.entry.is_foreign,
            blocks: Vec::new(),
            raw: None,
        };
        let (session, directory) = (self.session.clone(), self.directory.clone());
        let (answers, follows_loss) = (self.answers.clone(), self.follows_loss);
        Self { session, directory, answers, follows_loss, entry }
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
