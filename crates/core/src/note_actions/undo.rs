//! What takes back what was said about a stored note.

use crate::error::{Error, Result};
use crate::notes::{self, Says, Statement, Undo};

/// Returns what has to be said to take back the last change of a note, or everything after one of
/// its statements.
///
/// # Errors
/// [`Error::NoteUndo`] when there is nothing to take back or no such statement.
pub(super) fn said(statements: &[Statement], undo: Undo) -> Result<Vec<Says>> {
    let count = statements.len();
    notes::undone(statements, undo).ok_or_else(|| {
        Error::NoteUndo(match undo {
            Undo::Last => "nothing was changed since it was written".to_owned(),
            Undo::To(number) if number > count => {
                format!("its history has the numbers 1 to {count}, not {number}")
            }
            Undo::To(number) => format!("it was not written yet at number {number}"),
        })
    })
}
