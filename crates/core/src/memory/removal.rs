//! What is taken out: forgotten, masked again, finished after it was stopped.

use std::path::Path;
use std::time::Duration;

use super::splitter::WindowSplitter;
use super::{Memory, Within};
use crate::error::Result;
use crate::note_actions::change::refuse_for_agent;
use crate::removal::backups::{CleanedBackups, Removing, clean_backups};
use crate::removal::elsewhere::{ForgetPlanning, Planning};
use crate::removal::forget::{self, Probes, Selected, Selection, Twin};
use crate::removal::plan::{self, ForgetPlan};
use crate::removal::scrub::{self, Scrubbing};
use crate::removal::steps::{RETRY_MS, Removal, finish_removal};
use crate::search::meant::require_one;
use crate::sources::Machine;
use crate::store::Scope;
use crate::store::intake::{self, Scrubbed};

/// Runs a call of the removal with what it needs of an open memory.
macro_rules! removing {
    ($memory:ident, $now_ms:expr, |$store:ident, $of:ident| $call:expr) => {{
        let Memory { store: $store, model, policy, home, .. } = $memory;
        let splitter = WindowSplitter::of(model);
        let $of = Removing { home, policy, splitter: &splitter, now_ms: $now_ms };
        $call
    }};
}

impl Memory {
    /// Returns the turns that a selection matches, oldest first. `within` narrows it if given.
    pub fn select(&self, selection: Selection, within: Option<&Within>) -> Result<Vec<Selected>> {
        let scope = self.scope_or_all(within)?;
        forget::select(&self.store, &Selection { scope, ..selection })
    }

    fn scope_or_all(&self, within: Option<&Within>) -> Result<Scope> {
        within.map_or_else(|| Ok(Scope::default()), |within| Ok(self.scope(within)?.0))
    }

    /// Returns how many turns and notes of other projects match a selection as well.
    pub fn select_beside(&self, selection: Selection, within: &Within) -> Result<usize> {
        let scope = self.scope(within)?.0;
        forget::beside(&self.store, &Selection { scope, ..selection })
    }

    /// Returns the turns that stay and hold the same answer as one of these turns.
    pub fn twins(&self, turns: &[String]) -> Result<Vec<Twin>> {
        forget::twins(&self.store, turns)
    }

    /// Returns what a selection would remove, and what to know before, one step a call, until there
    /// is a plan. Changes nothing. Another selection begins another plan.
    ///
    /// # Errors
    /// [`Error::IdAmbiguous`](crate::error::Error::IdAmbiguous) when several things have an id that
    /// begins like a given one.
    pub fn plan_forget(
        &mut self,
        selection: Selection,
        within: Option<&Within>,
        machine: &Machine,
    ) -> Result<ForgetPlanning> {
        let scope = self.scope_or_all(within)?;
        let of = Selection { scope, ..selection.clone() };
        let known = self.planning.take().filter(|planning| planning.goes_on_for(&of));
        let Some(mut planning) = known else {
            let plan = self.planned(selection, within, machine.is_run_by_agent())?;
            // A backup that was given to `ingest` stands among the transcripts, too.
            let read = self.transcripts()?.into_iter().map(|row| row.path);
            let read = read.filter(|path| !plan.backups.contains(path)).collect();
            let planning = Planning::of(of, plan, read, machine)?;
            return Ok(self.planning.insert(planning).report());
        };
        planning.step(machine)?;
        Ok(self.planning.insert(planning).report())
    }

    fn planned(
        &self,
        selection: Selection,
        within: Option<&Within>,
        is_agent: bool,
    ) -> Result<ForgetPlan> {
        let mut given = selection.ids.iter().chain(&selection.filter.session);
        self.store.read(|reader| given.try_for_each(|id| require_one(reader, id)))?;
        let beside = match within {
            Some(within @ Within::Directory(_)) => self.select_beside(selection.clone(), within)?,
            _ => 0,
        };
        let phrase = selection.containing.clone();
        let turns = self.select(selection, within)?;
        if is_agent {
            // To delete a note is to change it, whatever selected it.
            let notes = turns.iter().filter(|each| each.is_note);
            self.store.read(|reader| {
                notes.into_iter().try_for_each(|note| refuse_for_agent(reader, &note.turn))
            })?;
        }
        let ids: Vec<String> = turns.iter().map(|each| each.turn.clone()).collect();
        let matches = phrase.map(|phrase| plan::matches(&self.store, &turns, &phrase));
        let mut backups = self.home.backups().paths;
        backups.retain(|path| Path::new(path).exists());
        Ok(ForgetPlan {
            beside,
            matches: matches.transpose()?.unwrap_or_default(),
            twins: self.twins(&ids)?,
            elsewhere: Vec::new(),
            backups,
            turns,
        })
    }

    /// Removes turns for good, one step a call, until the removal says that it is done. Other turns
    /// begin another removal. Requires the ingest lock. See [`Removal::step`] for `stopped`.
    pub fn remove_turns(
        &mut self,
        turns: &[String],
        now_ms: i64,
        stopped: bool,
    ) -> Result<&Removal> {
        let known = self.removal.take().filter(|removal| removal.is_of(turns));
        let mut removal = known.unwrap_or_else(|| Removal::of(turns.to_vec()));
        removing!(self, now_ms, |store, of| removal.step(store, of, stopped))?;
        Ok(self.removal.insert(removal))
    }

    /// Finishes a removal that was stopped, and what is pending in backups, but tries neither again
    /// within `rest_ms`. Returns why the database still holds removed bytes. Requires the ingest
    /// lock.
    pub fn finish_removal(&mut self, now_ms: i64, rest_ms: i64) -> Result<Option<String>> {
        removing!(self, now_ms, |store, of| finish_removal(store, of, rest_ms))
    }

    /// Finishes a removal that was stopped, for a command. One that `is_brief` leaves what just
    /// failed, and backups, to others. Returns why the database still holds removed bytes.
    /// Requires the ingest lock.
    pub fn finish_removal_first(&mut self, now_ms: i64, is_brief: bool) -> Result<Option<String>> {
        if is_brief {
            return self.finish_removal(now_ms, RETRY_MS);
        }
        let left = self.finish_removal(now_ms, 0)?;
        self.clean_backups(now_ms, 0)?;
        Ok(left)
    }

    /// Does what is pending in backups; see [`clean_backups`].
    pub fn clean_backups(&mut self, now_ms: i64, rest_ms: i64) -> Result<CleanedBackups> {
        removing!(self, now_ms, |_store, of| clean_backups(of, rest_ms))
    }

    /// Masks everything again with the current rules, one step a call, until there is a report.
    /// The masked texts are looked for in the agents' own files too.
    pub fn scrub_all(&mut self, machine: &Machine, now_ms: i64) -> Result<&Scrubbing> {
        let known = self.scrubbing.take().filter(|scrubbing| scrubbing.report.is_none());
        let mut scrubbing = known.unwrap_or_default();
        removing!(self, now_ms, |store, of| scrubbing.step(store, of, machine))?;
        Ok(self.scrubbing.insert(scrubbing))
    }

    /// Removes turns for good and records that they must not come back. Returns how many were
    /// stored. Their bytes are gone after [`Memory::compact`].
    pub fn forget(&mut self, turns: &[String]) -> Result<u64> {
        forget::forget(&mut self.store, turns, &self.policy)
    }

    /// Returns the texts to search for as proof that turns are gone. Call it before they are
    /// removed. See [`crate::removal::proof::prove`].
    pub fn probes(&self, turns: &[String]) -> Result<Probes> {
        forget::probes(&self.store, turns)
    }

    /// Returns whether the database still contains removed bytes, until [`Memory::compact`] has
    /// run.
    pub fn holds_removed_bytes(&self) -> Result<bool> {
        self.store.read(|reader| reader.holds_removed_bytes())
    }

    /// Masks some turns again with the current rules. `after` is 0 at first, then the value that
    /// the last call returned. The masked bytes are gone after [`Memory::compact`].
    pub fn scrub(&mut self, after: i64) -> Result<Scrubbed> {
        let splitter = WindowSplitter::of(&mut self.model);
        intake::scrub(&mut self.store, after, &self.policy.masker, &splitter)
    }

    /// Masks a whole backup again, removing every masked byte. Returns the masked texts.
    pub fn scrub_backup(&mut self, path: &Path, busy: Duration) -> Result<Vec<String>> {
        let splitter = WindowSplitter::of(&mut self.model);
        scrub::scrub_backup(path, &self.policy.masker, &splitter, busy)
    }

    /// Rewrites the database without any removed bytes.
    pub fn compact(&mut self) -> Result<()> {
        self.store.compact()
    }
}
