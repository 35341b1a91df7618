//! Finding notes: lists, one by its id, and all that was said about it.

use serde::{Serialize, Serializer};

use crate::error::{Error, Result};
use crate::notes::{self, State, Statement};
use crate::store::{NoteDocument, NoteFilter, NoteRow, Reader, Scope, Store};

/// A note with all of its text and statements.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeNote {
    /// The row; its note has the body.
    pub row: NoteRow,
    /// The statements as JSON, oldest first.
    pub statements: Vec<String>,
}

/// A note after a change, and whether it is another one than before.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChangedNote {
    /// The note.
    #[cfg_attr(test, ts(type = "Note"))]
    pub note: WholeNote,
    /// Whether anything that people see changed.
    pub changed: bool,
}

impl From<(WholeNote, bool)> for ChangedNote {
    fn from((note, changed): (WholeNote, bool)) -> Self {
        Self { note, changed }
    }
}

impl Serialize for WholeNote {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        NoteDocument::of(&self.row, &self.statements).serialize(to)
    }
}

/// Returns the notes of a scope that are in one of the states and pass a filter, the one that was
/// changed last first. No state means every state.
pub fn list(
    store: &Store,
    scope: &Scope,
    filter: &NoteFilter,
    states: &[State],
) -> Result<Vec<NoteRow>> {
    let passes = |row: &NoteRow| {
        (states.is_empty() || states.contains(&row.note.state)) && filter.passes(&row.note)
    };
    Ok(store.read(|reader| reader.notes(scope))?.into_iter().filter(passes).collect())
}

/// Returns the note whose id begins so.
///
/// # Errors
/// [`Error::NoteUnknown`] and [`Error::NoteAmbiguous`].
pub fn show(store: &Store, id: &str) -> Result<WholeNote> {
    store.read(|reader| whole(reader, &named(reader, id)?))
}

/// Returns the UUID of the note whose id begins so.
pub(super) fn named(reader: &Reader, id: &str) -> Result<String> {
    let id = id.trim();
    only(id, if id.is_empty() { Vec::new() } else { reader.notes_named(id)? })
}

/// Returns the only one of the notes whose id begins so.
pub(super) fn only(id: &str, mut found: Vec<String>) -> Result<String> {
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Error::NoteUnknown { id: id.to_owned() }),
        found => Err(Error::NoteAmbiguous { id: id.to_owned(), found }),
    }
}

pub(super) fn statements_of(reader: &Reader, uuid: &str) -> Result<Vec<Statement>> {
    let log = reader.note_log(uuid)?;
    let log = log.ok_or_else(|| Error::NoteUnknown { id: uuid.to_owned() })?;
    log.statements.ok_or_else(|| Error::LogDamaged { turn: uuid.to_owned() })
}

pub(super) fn row_of(reader: &Reader, uuid: &str) -> Result<NoteRow> {
    let unknown = || Error::NoteUnknown { id: uuid.to_owned() };
    let id = reader.note_id(uuid)?.ok_or_else(unknown)?;
    reader.note(id)?.ok_or_else(unknown)
}

pub(super) fn whole(reader: &Reader, uuid: &str) -> Result<WholeNote> {
    let row = row_of(reader, uuid)?;
    let statements = statements_of(reader, uuid)?;
    let note = notes::fold(&statements).unwrap_or(row.note);
    let statements = statements.iter().map(Statement::to_json).collect();
    Ok(WholeNote { row: NoteRow { note, ..row }, statements })
}
