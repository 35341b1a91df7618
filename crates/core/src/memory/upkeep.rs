//! The upkeep of notes: tidying, taking back, and taking in files.

use std::collections::BTreeMap;

use super::Memory;
use crate::error::Result;
use crate::note_actions::files::{self, FileNote, NotesFolder, Taken};
use crate::note_actions::find::WholeNote;
use crate::note_actions::tidy::{self, Tidied, Upkeep};
use crate::note_actions::undo;
use crate::notes::Undo;

impl Memory {
    /// Returns the moves of notes that are due, and makes them unless `dry_run`; see
    /// [`tidy::tidy`].
    pub fn tidy_notes(
        &mut self,
        shown: &BTreeMap<String, i64>,
        now_ms: i64,
        dry_run: bool,
    ) -> Result<Upkeep> {
        let Upkeep { tidied, ages_from } =
            tidy::tidy(&mut self.store, shown, &self.policy, now_ms, dry_run)?;
        let flagged = |each: Tidied| Tidied { row: self.flagged(each.row), ..each };
        Ok(Upkeep { tidied: tidied.into_iter().map(flagged).collect(), ages_from })
    }

    /// Takes back what was last said about a note; see [`undo::undo`].
    pub fn undo_note(&mut self, id: &str, what: Undo, now_ms: i64) -> Result<(WholeNote, bool)> {
        let (note, changed) = undo::undo(&mut self.store, id, what, &self.policy, now_ms)?;
        Ok((self.flagged_whole(note), changed))
    }

    /// Takes in notes of files; see [`files::take_in`].
    pub fn import_notes(
        &mut self,
        notes: &[FileNote],
        place: &NotesFolder,
        now_ms: i64,
    ) -> Result<Vec<Result<(Taken, String)>>> {
        files::take_in(&mut self.store, notes, place, &self.policy, now_ms)
    }
}
