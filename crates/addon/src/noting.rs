//! The calls about notes.

use mementor_core::api::{
    self, NoteRow, Planned as PlannedNote, Proposal, Remembered, TakenIn, TidiedHere, Tidying,
    WholeNote as Note,
};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::memory::Memory;
use crate::notes::{self, ChangedNote, FirstNotes, NoteChange, NotesOptions, RememberOptions};
use crate::options::within;
use crate::row::{Given, Row, row, row_if_any};
use crate::upkeep::{self, ImportNotesOptions, TakenNote};

#[napi]
impl Memory {
    /// Writes a note, or says one again that says the same.
    #[napi]
    pub fn remember(&mut self, options: RememberOptions) -> Result<Row<Remembered>, Failure> {
        let now_ms = options.now_ms;
        row(|| self.writing()?.remember(&options.into(), now_ms))
    }

    /// Decides on a note and writes nothing. `waiting` are lines of notes that were decided on
    /// before. Returns null when the database must be written to decide.
    #[napi]
    pub fn plan_note(
        &self,
        options: RememberOptions,
        waiting: Vec<String>,
    ) -> Result<Option<Row<PlannedNote>>, Failure> {
        let now_ms = options.now_ms;
        row_if_any(|| self.inner.plan_note(&options.into(), &waiting, now_ms))
    }

    /// Takes in lines of notes that waited. A memory that was opened for reading can do this too.
    #[napi]
    pub fn take_in(&mut self, lines: Vec<String>) -> Result<Row<TakenIn>, Failure> {
        row(|| self.inner.take_in(&lines))
    }

    /// Changes the note whose id begins so; `agent` says that a coding agent does it, and not the
    /// person.
    #[napi]
    pub fn change_note(
        &mut self,
        id: String,
        change: NoteChange,
        now_ms: i64,
        agent: Option<bool>,
    ) -> Result<ChangedNote, Failure> {
        let by = if agent == Some(true) { api::Author::Agent } else { api::Author::Person };
        guarded(|| {
            let change = change.try_into()?;
            let (note, changed) = self.writing()?.change_note_by(&id, &change, by, now_ms)?;
            Ok(ChangedNote { note: Row(note), changed })
        })
    }

    /// Tidies the notes: `plan` changes nothing, `daily` does it only once a day. A note that is to
    /// be gone stays: the caller removes it.
    #[napi]
    pub fn tidy_notes(
        &mut self,
        how: String,
        now_ms: i64,
    ) -> Result<Option<Row<TidiedHere>>, Failure> {
        row_if_any(|| match how.as_str() {
            "plan" => self.inner.tidy(Tidying::Planned, now_ms),
            "daily" => self.writing()?.tidy(Tidying::Daily, now_ms),
            _ => self.writing()?.tidy(Tidying::Now, now_ms),
        })
    }

    /// Takes back the last change of the note whose id begins so, or all after a statement.
    #[napi]
    pub fn undo_note(
        &mut self,
        id: String,
        to: Option<u32>,
        now_ms: i64,
    ) -> Result<ChangedNote, Failure> {
        guarded(|| {
            let (note, changed) = self.writing()?.undo_note(&id, upkeep::undo(to), now_ms)?;
            Ok(ChangedNote { note: Row(note), changed })
        })
    }

    /// Takes in notes of files. Returns what became of each.
    #[napi]
    pub fn import_notes(&mut self, options: ImportNotesOptions) -> Result<Vec<TakenNote>, Failure> {
        guarded(|| {
            let (place, now_ms) = (options.place(), options.now_ms);
            let notes = options.notes.into_iter().map(TryInto::try_into);
            let notes: Vec<_> = notes.collect::<api::Result<_>>()?;
            let taken = self.writing()?.import_notes(&notes, &place, now_ms)?;
            Ok(taken.into_iter().map(Into::into).collect())
        })
    }

    /// Returns notes without their bodies and statements, the one that was changed last first.
    #[napi(ts_return_type = "Note[]")]
    pub fn notes(&self, options: NotesOptions) -> Result<Row<Vec<NoteRow>>, Failure> {
        Ok(self.first_notes(options, None)?.notes)
    }

    /// Returns the first of these notes, and how many there are.
    #[napi]
    pub fn first_notes(
        &self,
        options: NotesOptions,
        limit: Option<u32>,
    ) -> Result<FirstNotes, Failure> {
        guarded(|| {
            let within = within(options.directory, options.project, options.everything);
            let common = options.filter.map(|Given(filter)| filter).unwrap_or_default();
            let filter = options.notes.with(common, &within)?;
            let states = notes::states(&options.states)?;
            let mut notes = self.inner.notes(&within, &filter, &states)?;
            let total = notes.len() as u32;
            notes.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
            Ok(FirstNotes { notes: Row(notes), total })
        })
    }

    /// Returns the notes that wait for a person's decision, the one that was said last first.
    #[napi]
    pub fn proposals(
        &self,
        directory: String,
        project: Option<String>,
        everything: bool,
    ) -> Result<Row<Vec<Proposal>>, Failure> {
        row(|| self.inner.proposals(&within(directory, project, everything)))
    }

    /// Returns the note whose id begins so, with its body and its statements.
    #[napi]
    pub fn note(&self, id: String) -> Result<Row<Note>, Failure> {
        row(|| self.inner.note(&id))
    }
}
