//! Notes: written, changed, listed, and flagged where their agent was not sure.

use serde::{Deserialize, Serialize};

use super::{Memory, Within};
use crate::error::Result;
use crate::item::hashtags;
use crate::note_actions::change::{self, Change};
use crate::note_actions::find::{self, WholeNote};
use crate::note_actions::proposals::{self, Proposal};
use crate::note_actions::remember::{self, NewNote, Remembered};
use crate::note_actions::waiting::{self, Planned, TakenIn};
use crate::notes::{self, Author, State};
use crate::project;
use crate::search::suspect;
use crate::store::{Branches, Filter, NoteFilter, NoteRow};

/// Conditions on notes, beside those that turns have too.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NoteConditions {
    /// Names or aliases of kinds, one of which a note must have; empty for any.
    pub kinds: Vec<String>,
    /// A tag that it must have.
    pub tag: Option<String>,
    /// Whether notes of every branch pass; else those of other branches do not.
    pub all_branches: bool,
    /// Whether active notes that a newer one replaced are meant, or the others; both if omitted.
    pub superseded: Option<bool>,
}

impl NoteConditions {
    /// Returns the conditions together with those that turns share. In a directory, notes of other
    /// branches do not pass, unless they are asked for.
    ///
    /// # Errors
    /// [`crate::Error::NoteKindUnknown`].
    pub fn with(self, common: Filter, within: &Within) -> Result<NoteFilter> {
        let is_any = self.all_branches || common.branch.is_some();
        let branches = match within {
            Within::Directory(directory) if !is_any => Branches::On(project::branch(directory)),
            _ => Branches::All,
        };
        let kinds = self.kinds.iter().map(|kind| Ok(notes::kind_named(kind)?.name.to_owned()));
        let kinds = kinds.collect::<Result<_>>()?;
        Ok(NoteFilter { kinds, tag: self.tag, common, branches, superseded: self.superseded })
    }
}

/// Which notes a list has.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NotesListed {
    /// Where.
    pub within: Within,
    /// Conditions on them.
    pub notes: NoteConditions,
    /// Their states; empty for any.
    pub states: Vec<State>,
    /// Conditions on time, branch and file.
    #[serde(default)]
    pub filter: Filter,
    /// How many are wanted; all if omitted.
    pub limit: Option<usize>,
}

/// The first notes of a list, without their bodies and statements.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FirstNotes {
    /// The one that was changed last is the first.
    #[cfg_attr(test, ts(type = "Array<Note>"))]
    pub notes: Vec<NoteRow>,
    /// How many the list has.
    pub total: usize,
}

impl Memory {
    /// Adds tags to those by which agents mark what they were not sure of.
    pub fn suspect(&mut self, tags: &[String]) {
        self.suspect.extend(tags.iter().map(|tag| hashtags::normal(tag)));
    }

    /// Writes a note, or says one again that says the same; see [`remember::remember`].
    pub fn remember(&mut self, new: &NewNote, now_ms: i64) -> Result<Remembered> {
        let remembered = remember::remember(&mut self.store, new, &self.policy, now_ms)?;
        Ok(self.flagged_remembered(remembered))
    }

    /// Decides on a note and writes nothing; see [`waiting::plan`].
    pub fn plan_note(
        &self,
        new: &NewNote,
        waiting: &[String],
        now_ms: i64,
    ) -> Result<Option<Planned>> {
        let planned = waiting::plan(&self.store, new, waiting, &self.policy, now_ms)?;
        Ok(planned.map(|planned| {
            let Planned { remembered, lines } = planned;
            Planned { remembered: self.flagged_remembered(remembered), lines }
        }))
    }

    /// Takes in lines of notes that waited. Needs no ingest lock where the database exists, and may
    /// be done again: a lost race costs nothing while the lines are kept.
    pub fn take_in(&mut self, lines: &[String]) -> Result<TakenIn> {
        waiting::take_in(&mut self.store, lines, &self.policy)
    }

    /// Changes the note whose id begins so. Returns it, and whether anything changed.
    pub fn change_note(
        &mut self,
        id: &str,
        change: &Change,
        now_ms: i64,
    ) -> Result<(WholeNote, bool)> {
        self.change_note_by(id, change, Author::Person, now_ms)
    }

    /// Like [`Memory::change_note`], in the name of another author than the person.
    pub fn change_note_by(
        &mut self,
        id: &str,
        change: &Change,
        by: Author,
        now_ms: i64,
    ) -> Result<(WholeNote, bool)> {
        let (note, changed) =
            change::change(&mut self.store, id, change, by, &self.policy, now_ms)?;
        Ok((self.flagged_whole(note), changed))
    }

    /// Returns the notes in one of these states that pass a filter, the one that was changed last
    /// first. No state means every state.
    pub fn notes(
        &self,
        within: &Within,
        filter: &NoteFilter,
        states: &[State],
    ) -> Result<Vec<NoteRow>> {
        let found = find::list(&self.store, &self.scope_of_notes(within)?.0, filter, states)?;
        Ok(found.into_iter().map(|row| self.flagged(row)).collect())
    }

    /// Returns the first notes of a list.
    ///
    /// # Errors
    /// [`crate::Error::NoteKindUnknown`].
    pub fn first_notes(&self, listed: NotesListed) -> Result<FirstNotes> {
        let NotesListed { within, notes, states, filter, limit } = listed;
        let filter = notes.with(filter, &within)?;
        let mut notes = self.notes(&within, &filter, &states)?;
        let total = notes.len();
        notes.truncate(limit.unwrap_or(usize::MAX));
        Ok(FirstNotes { notes, total })
    }

    /// Returns the notes that wait for a person's decision, the best first.
    pub fn proposals(&self, within: &Within) -> Result<Vec<Proposal>> {
        proposals::proposals(&self.store, &self.scope_of_notes(within)?.0)
    }

    /// Returns the note whose id begins so.
    pub fn note(&self, id: &str) -> Result<WholeNote> {
        Ok(self.flagged_whole(find::show(&self.store, id)?))
    }

    /// Marks a note whose agent was not sure of it.
    pub(super) fn flagged(&self, row: NoteRow) -> NoteRow {
        let suspect = suspect::among(row.note.all_tags(), &self.suspect);
        NoteRow { suspect, ..row }
    }

    fn flagged_remembered(&self, remembered: Remembered) -> Remembered {
        let Remembered { note, said_again, superseded } = remembered;
        let superseded = superseded.into_iter().map(|row| self.flagged(row)).collect();
        Remembered { note: self.flagged_whole(note), said_again, superseded }
    }

    pub(super) fn flagged_whole(&self, note: WholeNote) -> WholeNote {
        WholeNote { row: self.flagged(note.row), ..note }
    }
}
