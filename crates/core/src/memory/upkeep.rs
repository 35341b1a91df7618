//! The upkeep of notes: tidying, taking back, and taking in files.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::Memory;
use crate::error::{Error, Result};
use crate::note_actions::files::{self, FileNote, NotesFolder, Taken};
use crate::note_actions::tidy::{self, Tidied, Upkeep};
use crate::removal::forget::Selection;

/// When notes are tidied again by themselves.
const TIDIED_EVERY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The notes that were tidied here.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TidiedHere {
    /// The notes that move.
    pub tidied: Vec<Tidied>,
    /// Ids of the notes that are to be gone, and of those that were merged into them: the caller
    /// removes them.
    pub gone: Vec<String>,
}

impl Memory {
    /// Tidies the notes if that was last done a day ago, or if the clock was set back. Requires the
    /// ingest lock.
    pub fn tidy_daily(&mut self, now_ms: i64) -> Result<Option<TidiedHere>> {
        let is_recent = |at_ms: i64| at_ms <= now_ms && now_ms - at_ms < TIDIED_EVERY_MS;
        if self.home.tidied_at_ms().is_some_and(is_recent) {
            return Ok(None);
        }
        Ok(Some(self.tidy(false, now_ms)?))
    }

    /// Tidies the notes by when they were shown on this machine. A dry run returns what would be
    /// done, and changes nothing. Requires the ingest lock, but for a dry run.
    pub fn tidy(&mut self, dry_run: bool, now_ms: i64) -> Result<TidiedHere> {
        let shown = self.home.times_shown();
        let shown = shown.into_iter().map(|(note, shown)| (note, shown.at_ms)).collect();
        let Upkeep { tidied, ages_from } = self.tidy_notes(&shown, now_ms, dry_run)?;
        if dry_run {
            return Ok(TidiedHere { tidied, gone: Vec::new() });
        }
        let unwritable = |source| Error::HomeUnwritable { path: self.home.shown_notes(), source };
        let ages = ages_from.iter().map(|each| (each.uuid.as_str(), each.from_ms));
        self.home.note_ages(ages).map_err(unwritable)?;
        self.home.fold_shown(&HashSet::new()).map_err(unwritable)?;
        let is_gone = |each: &&Tidied| each.steps.iter().any(|step| step.to.is_none());
        let ids: Vec<String> =
            tidied.iter().filter(is_gone).map(|each| each.row.uuid.clone()).collect();
        let mut gone = Vec::new();
        if !ids.is_empty() {
            let selected = self.select(Selection { ids, ..Selection::default() }, None)?;
            let notes = selected.into_iter().filter(|each| each.is_note);
            gone.extend(notes.map(|each| each.turn));
        }
        self.home.note_tidied(now_ms)?;
        Ok(TidiedHere { tidied, gone })
    }

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
