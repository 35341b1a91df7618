//! The calls about notes.

use mementor_core::api::{
    Author, Change as NoteChange, ChangedNote, FileNote as NoteOfFile, FirstNotes, NewNote,
    NotesFolder, NotesListed, Proposal, Remembered, TakenNote, TidiedHere, WholeNote as Note,
    Within,
};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::lock::acquired;
use crate::memory::Memory;
use crate::row::{Given, Row, row, row_if_any};
use crate::worker::{Process, start_worker};

fn author(agent: Option<bool>) -> Author {
    if agent == Some(true) { Author::Agent } else { Author::Person }
}

#[napi]
impl Memory {
    /// Writes a note, or says one again that says the same. A memory that was opened for reading
    /// hands it over: it is found at once, and nobody waits for whoever writes. Returns null when the
    /// database must be written to decide.
    #[napi]
    pub fn remember(
        &mut self,
        note: Given<NewNote>,
        now_ms: i64,
        process: Process,
    ) -> Result<Option<Row<Remembered>>, Failure> {
        row_if_any(|| {
            if self.is_for_writing() {
                return self.writing()?.remember(&note.0, now_ms).map(Some);
            }
            let home = self.inner.home().clone();
            let mut had_lock = false;
            let lock = || {
                had_lock = true;
                acquired(&home, "remember".to_owned(), now_ms)
            };
            let remembered = self.inner.hand_over(&note.0, now_ms, lock)?;
            if had_lock {
                start_worker(&home, &process)?;
            }
            Ok(remembered)
        })
    }

    /// Takes in the notes that wait. While another process holds the ingest lock, their files stay.
    #[napi]
    pub fn take_in_waiting(
        &mut self,
        command: String,
        now_ms: i64,
        process: Process,
    ) -> Result<(), Failure> {
        guarded(|| {
            let home = self.inner.home().clone();
            if !home.are_notes_waiting().unwrap_or(true) {
                return Ok(());
            }
            let Some(lock) = acquired(&home, command, now_ms)? else {
                return self.inner.take_in_waiting_notes_unlocked();
            };
            self.inner.take_in_waiting_notes()?;
            drop(lock);
            // A worker that was started meanwhile found the lock taken, and has ended.
            start_worker(&home, &process)
        })
    }

    /// Changes the note whose id begins so; `agent` says that a coding agent does it, and not the
    /// person.
    #[napi]
    pub fn change_note(
        &mut self,
        id: String,
        change: Given<NoteChange>,
        now_ms: i64,
        agent: Option<bool>,
    ) -> Result<Row<ChangedNote>, Failure> {
        let by = author(agent);
        row(|| Ok(self.writing()?.change_note_by(&id, &change.0, by, now_ms)?.into()))
    }

    /// Tidies the notes; a dry run changes nothing. A note that is to be gone stays: the caller
    /// removes it.
    #[napi]
    pub fn tidy_notes(&mut self, dry_run: bool, now_ms: i64) -> Result<Row<TidiedHere>, Failure> {
        row(|| {
            let memory = if dry_run { &mut self.inner } else { self.writing()? };
            memory.tidy(dry_run, now_ms)
        })
    }

    /// Takes in notes of files. Returns what became of each.
    #[napi]
    pub fn import_notes(
        &mut self,
        notes: Given<Vec<NoteOfFile>>,
        place: Given<NotesFolder>,
        now_ms: i64,
    ) -> Result<Row<Vec<TakenNote>>, Failure> {
        row(|| {
            let taken = self.writing()?.import_notes(&notes.0, &place.0, now_ms)?;
            Ok(taken.into_iter().map(Into::into).collect())
        })
    }

    /// Returns the first notes of a list, without their bodies and statements.
    #[napi]
    pub fn notes(&self, listed: Given<NotesListed>) -> Result<Row<FirstNotes>, Failure> {
        row(|| self.inner.first_notes(listed.0))
    }

    /// Returns the notes that wait for a person's decision, the best first.
    #[napi]
    pub fn proposals(&self, within: Given<Within>) -> Result<Row<Vec<Proposal>>, Failure> {
        row(|| self.inner.proposals(&within.0))
    }

    /// Returns the note whose id begins so, with its body and its statements.
    #[napi]
    pub fn note(&self, id: String) -> Result<Row<Note>, Failure> {
        row(|| self.inner.note(&id))
    }
}
