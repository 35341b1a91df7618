//! Taking back what was said about a stored note.

use super::change::{made, refuse_agent};
use super::find::{WholeNote, named, statements_of, whole};
use crate::error::{Error, Result};
use crate::notes::{self, Author, Undo};
use crate::policy::CapturePolicy;
use crate::store::Store;
use crate::store::intake::{NotePlan, Under};

/// Takes back what was last done to the note whose id begins so, or everything after one of its
/// statements. Returns the note, and whether anything changed. Nothing is deleted: new statements
/// restore what was.
///
/// # Errors
/// [`Error::NoteUnknown`], [`Error::NoteAmbiguous`], [`Error::NoteOfPerson`], and
/// [`Error::NoteUndo`] when there is nothing to take back or no such statement.
pub fn undo(
    store: &mut Store,
    id: &str,
    undo: Undo,
    by: Author,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<(WholeNote, bool)> {
    let uuid = store.read(|reader| named(reader, id))?;
    let (statements, log) =
        store.read(|reader| Ok((statements_of(reader, &uuid)?, reader.note_log(&uuid)?)))?;
    refuse_agent(&uuid, &statements, by)?;
    let count = statements.len();
    let says = notes::undone(&statements, undo).ok_or_else(|| {
        Error::NoteUndo(match undo {
            Undo::Last => "nothing was changed since it was written".to_owned(),
            Undo::To(number) if number > count => {
                format!("its history has the numbers 1 to {count}, not {number}")
            }
            Undo::To(number) => format!("it was not written yet at number {number}"),
        })
    })?;
    let changed = !says.is_empty();
    let last_ms = statements.iter().map(|statement| statement.at_ms).max().unwrap_or_default();
    let added = made(&uuid, (last_ms + 1).max(now_ms), by, says);
    let under = Under::Id(log.map(|log| log.project_id).unwrap_or_default());
    let plan = NotePlan::adding(store, &uuid, under, added, policy)?;
    store.write(|writer| writer.write_notes(&plan))?;
    Ok((store.read(|reader| whole(reader, &uuid))?, changed))
}
