//! The stored notes together with those that wait.

use std::collections::BTreeMap;

use super::twins::holds;
use crate::error::{Error, Result};
use crate::note_actions::find::{self, WholeNote};
use crate::note_actions::remember::{self, Known};
use crate::notes::{self, Author, Note, Statement, Written, contradiction};
use crate::project::Project;
use crate::record::{ProjectRecord, Record};
use crate::store::{NoteRow, Reader, Scope};

/// A note that waits: its project, and its statements.
pub(super) type Waiting = (Project, Vec<Statement>);

pub(super) fn by_note(lines: &[String]) -> BTreeMap<String, Waiting> {
    let mut found: BTreeMap<String, Waiting> = BTreeMap::new();
    for line in lines {
        // An unreadable line is told when it is taken in.
        let Some(Record::Note(record)) = Record::read(line) else { continue };
        let ProjectRecord { key, name } = record.project;
        let (_, statements) =
            found.entry(record.note).or_insert_with(|| (Project { key, name }, Vec::new()));
        *statements = notes::merge(std::mem::take(statements), record.statements);
    }
    found
}

/// The stored notes together with those that wait.
pub(super) struct View<'r> {
    pub reader: &'r Reader<'r>,
    pub waiting: BTreeMap<String, Waiting>,
}

impl View<'_> {
    /// Returns the UUID of the note whose id begins so.
    pub(super) fn named(&self, id: &str) -> Result<String> {
        let id = id.trim();
        let mut found = if id.is_empty() { Vec::new() } else { self.reader.notes_named(id)? };
        if !id.is_empty() && !found.iter().any(|uuid| uuid == id) {
            found.extend(self.waiting.keys().filter(|uuid| uuid.starts_with(id)).cloned());
            found.sort_unstable();
            found.dedup();
        }
        find::only(id, found)
    }

    pub(super) fn statements(&self, uuid: &str) -> Result<Vec<Statement>> {
        let waiting = self.waiting.get(uuid).map(|(_, statements)| statements.clone());
        match find::statements_of(self.reader, uuid) {
            Err(Error::NoteUnknown { .. }) if waiting.is_some() => Ok(waiting.unwrap_or_default()),
            stored => Ok(notes::merge(stored?, waiting.unwrap_or_default())),
        }
    }

    pub(super) fn project(&self, uuid: &str) -> Result<Project> {
        match (self.reader.note_log(uuid)?, self.waiting.get(uuid)) {
            (Some(log), _) => self.reader.project(log.project_id),
            (None, Some((project, _))) => Ok(project.clone()),
            (None, None) => Err(Error::NoteUnknown { id: uuid.to_owned() }),
        }
    }

    /// Returns the note of a project that says the same.
    pub(super) fn same_note(
        &self,
        project: &Project,
        id: Option<i64>,
        (written, by): (&Written, Author),
    ) -> Result<Option<Known>> {
        let scope = Scope { projects: Some(id.into_iter().collect()), ..Scope::default() };
        if let Some(found) =
            remember::same_note(self.reader, &scope, (written, by), |uuid| self.statements(uuid))?
        {
            return Ok(Some(found));
        }
        for (uuid, (of, statements)) in &self.waiting {
            let known = Known::of(uuid, statements.clone()).filter(|_| of.key == project.key);
            let says = |known: &Known| {
                remember::is_as_wide(&known.note, written)
                    && known.note.says_the_same(&written.kind, &written.summary, &written.body)
            };
            if let Some(known) = known.filter(says) {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Returns the notes of a project, stored or waiting, that hold and that a new note surely takes
    /// back.
    pub(super) fn taken_back(
        &self,
        project: &Project,
        id: Option<i64>,
        written: &Written,
    ) -> Result<Vec<String>> {
        let scope = Scope { projects: Some(id.into_iter().collect()), ..Scope::default() };
        let mut found = remember::taken_back(self.reader, &scope, &written.summary)?;
        for (uuid, (of, statements)) in &self.waiting {
            let note = notes::fold(statements).filter(|_| of.key == project.key);
            let is_dropped = |note: Note| {
                holds(&note) && contradiction::takes_back(&written.summary, &note.summary)
            };
            if note.is_some_and(is_dropped) && !found.contains(uuid) {
                found.push(uuid.clone());
            }
        }
        Ok(found)
    }

    /// Returns a note as it is with more statements. Its row has no ids yet.
    pub(super) fn with(
        &self,
        uuid: &str,
        project: &Project,
        added: Vec<Statement>,
    ) -> Result<WholeNote> {
        let known = match self.statements(uuid) {
            Err(Error::NoteUnknown { .. }) => Vec::new(),
            known => known?,
        };
        let statements = notes::merge(known, added);
        let note = notes::fold(&statements);
        let note = note.ok_or_else(|| Error::NoteUnknown { id: uuid.to_owned() })?;
        let row = NoteRow {
            id: 0,
            uuid: uuid.to_owned(),
            project_id: 0,
            project: project.clone(),
            note,
            suspect: Vec::new(),
        };
        Ok(WholeNote { row, statements: statements.iter().map(Statement::to_json).collect() })
    }
}
