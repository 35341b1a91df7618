//! The one way in for a note, whoever writes it.
//!
//! A [`NotePlan`] is made by reading alone, and only a plan can be written. Making one masks what is
//! said, refuses what is excluded, leaves out what was forgotten, and unites the rest with what is
//! stored.

use std::path::{Path, PathBuf};

use super::Under;
use crate::error::{Error, Result};
use crate::notes::{self, Note, Says, Statement};
use crate::policy::CapturePolicy;
use crate::project::Project;
use crate::store::{PreparedNote, Reader, Store, Writer};

/// A note as it is to be stored.
#[derive(Debug, Clone)]
pub struct NotePlan {
    prepared: PreparedNote,
    /// Its project, where that is not stored yet.
    new_project: Option<Project>,
}

impl NotePlan {
    /// Plans to add statements to a note, outside any transaction. A note that is stored stays in
    /// its project. Returns `None` when nothing changes, or the note was forgotten.
    ///
    /// # Errors
    /// [`Error::NoteExcluded`] when the statements write or edit a note of an excluded directory, and
    /// [`Error::LogDamaged`] when the stored statements fail their checksum: they would be replaced.
    pub fn adding(
        store: &Store,
        uuid: &str,
        under: Under,
        added: Vec<Statement>,
        policy: &CapturePolicy,
    ) -> Result<Option<Self>> {
        let (under, before) = match store.read(|reader| reader.note_log(uuid))? {
            None => (under, Vec::new()),
            Some(log) => {
                let damaged = || Error::LogDamaged { turn: uuid.to_owned() };
                (Under::Id(log.project_id), log.statements.ok_or_else(damaged)?)
            }
        };
        let added = masked(added, policy)?;
        let brings_text = added.iter().any(|each| brings_text(&each.says));
        let merged = notes::merge(before.clone(), added);
        if merged == before {
            return Ok(None);
        }
        Self::of(store, uuid, under, &merged, policy, brings_text)
    }

    /// Plans a note in place of one whose stored statements are damaged. Returns `None` when it was
    /// forgotten.
    ///
    /// # Errors
    /// [`Error::NoteExcluded`].
    pub fn in_place_of_damaged(
        store: &Store,
        uuid: &str,
        under: Under,
        statements: Vec<Statement>,
        policy: &CapturePolicy,
    ) -> Result<Option<Self>> {
        let statements = notes::merge(masked(statements, policy)?, Vec::new());
        Self::of(store, uuid, under, &statements, policy, true)
    }

    fn of(
        store: &Store,
        uuid: &str,
        under: Under,
        statements: &[Statement],
        policy: &CapturePolicy,
        brings_text: bool,
    ) -> Result<Option<Self>> {
        let (is_out, known) =
            store.read(|reader| Ok((is_out(reader, uuid, statements)?, under.known(reader)?)))?;
        if is_out {
            return Ok(None);
        }
        let new_project = match under {
            Under::Project(project) if known.is_none() => Some(project.clone()),
            _ => None,
        };
        let prepared = PreparedNote::of(uuid, known.unwrap_or_default(), statements);
        let note = prepared.note.as_ref().filter(|_| brings_text);
        match note.and_then(|note| excluded_place(note, policy)) {
            Some(path) => Err(Error::NoteExcluded { path }),
            None => Ok(Some(Self { prepared, new_project })),
        }
    }
}

impl Writer<'_> {
    /// Writes a note. Returns `false`, and writes nothing, when it was forgotten since it was planned.
    ///
    /// # Errors
    /// Errors of the store.
    pub fn write_note(&mut self, plan: &NotePlan) -> Result<bool> {
        let NotePlan { prepared, new_project } = plan;
        if self.is_forgotten(&prepared.uuid)? {
            return Ok(false);
        }
        match new_project {
            None => self.put_note(prepared)?,
            Some(project) => {
                let project_id = self.project_id(project)?;
                self.put_note(&PreparedNote { project_id, ..prepared.clone() })?;
            }
        }
        Ok(true)
    }

    /// Writes notes. Returns how many were written.
    ///
    /// # Errors
    /// As for [`Self::write_note`].
    pub fn write_notes<'p>(
        &mut self,
        plans: impl IntoIterator<Item = &'p NotePlan>,
    ) -> Result<u64> {
        let mut written = 0;
        for plan in plans {
            written += u64::from(self.write_note(plan)?);
        }
        Ok(written)
    }
}

/// Whether a note was forgotten, or went with the turns in which it was found: a file or another
/// memory may still have it.
fn is_out(reader: &Reader, uuid: &str, statements: &[Statement]) -> Result<bool> {
    if reader.is_forgotten(uuid)? {
        return Ok(true);
    }
    if reader.note_id(uuid)?.is_some() {
        return Ok(false);
    }
    let turns = notes::fold(statements).map(|note| note.turns).unwrap_or_default();
    for turn in &turns {
        if !reader.is_forgotten(turn)? {
            return Ok(false);
        }
    }
    Ok(!turns.is_empty())
}

/// Masks statements. Those that write a note of an excluded place are refused first: a path that is
/// masked does not tell any more that it is excluded.
fn masked(mut statements: Vec<Statement>, policy: &CapturePolicy) -> Result<Vec<Statement>> {
    let written = notes::fold(&statements);
    if let Some(path) = written.and_then(|note| excluded_place(&note, policy)) {
        return Err(Error::NoteExcluded { path });
    }
    for statement in &mut statements {
        notes::mask(statement, &policy.masker, &mut |_, _| {});
    }
    Ok(statements)
}

/// Whether a statement brings text, and not only a state.
fn brings_text(says: &Says) -> bool {
    matches!(says, Says::Written(_) | Says::Edited(_))
}

/// Returns the directory or the first file of a note that is excluded.
fn excluded_place(note: &Note, policy: &CapturePolicy) -> Option<PathBuf> {
    let directory = Path::new(note.cwd.as_deref().unwrap_or_default());
    policy.excluded_place(directory, &note.files)
}
