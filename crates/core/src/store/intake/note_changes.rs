//! What turns change in the notes.

use crate::error::Result;
use crate::notes::{Origin, Statement, Written};
use crate::store::{PreparedNote, PreparedTurn, Writer};

/// What turns change in the notes.
#[derive(Debug, Default)]
pub(super) struct NoteChanges {
    /// New and changed notes.
    pub put: Vec<PreparedNote>,
    /// UUIDs of notes that no turn gives any more.
    pub gone: Vec<String>,
}

impl NoteChanges {
    /// Writes the changes.
    ///
    /// # Errors
    /// Errors of the store.
    pub fn write(&self, writer: &mut Writer) -> Result<()> {
        self.put.iter().try_for_each(|note| writer.put_note(note))?;
        self.gone.iter().try_for_each(|uuid| writer.withdraw_note(uuid))
    }
}

/// A statement that writes a note.
#[derive(Debug, Clone)]
pub(super) struct Saying {
    /// UUID of the note.
    pub uuid: String,
    /// Id of its project.
    pub project_id: i64,
    /// The statement.
    pub statement: Statement,
}

/// Returns what a note takes from the turn that says it in these words.
pub(super) fn written_in(turn: &PreparedTurn, words: String) -> Written {
    Written {
        cwd: turn.facts.cwd.clone(),
        branch: turn.facts.branch.clone(),
        origin: Some(Origin { turn: turn.uuid.clone(), words }),
        ..Written::default()
    }
}
