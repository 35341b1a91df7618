//! Everything about keeping and removing: restore, rebuild, forget, scrub, backup, exchange.

use std::path::Path;
use std::time::Duration;

use super::splitter::WindowSplitter;
use super::{Memory, Within};
use crate::error::Result;
use crate::removal::forget::{self, Probes, Selected, Selection, Twin};
use crate::removal::scrub;
use crate::store::intake::{self, Scrubbed};
use crate::store::{SalvageSource, Scope};
use crate::transfer::exchange::{self, Exported, Imported};
use crate::transfer::restore::{self, Restored};

impl Memory {
    /// Returns a session's transcript, restored from its turns; `None` when it has none.
    pub fn restore(&self, session: &str) -> Result<Option<Restored>> {
        restore::restore(&self.store, session)
    }

    /// Starts to derive everything from the log again; restarts a rebuild in progress. Returns how
    /// many vectors of models other than the chosen one were dropped, if that was requested.
    pub fn begin_rebuild(&mut self, drop_other_models: bool) -> Result<u64> {
        // Without a usable model, the vectors of other models are all that is left.
        let drops = drop_other_models && self.model.get().is_ok();
        let key = self.vectors_key().filter(|_| drops).map(str::to_owned);
        self.store.write(|writer| {
            writer.begin_rebuild()?;
            key.map_or(Ok(0), |key| writer.drop_other_models(&key))
        })
    }

    /// Derives some turns again; call it until it returns `None`, which ends the rebuild. When an
    /// older build made the derived data, opening the memory for writing starts a rebuild. Until
    /// the end, search uses the old derived data, and unchanged chunks keep their vectors. Returns
    /// the id of the last derived turn.
    pub fn rebuild(&mut self) -> Result<Option<i64>> {
        let splitter = WindowSplitter::of(&mut self.model);
        intake::rederive(&mut self.store, &splitter)
    }

    /// Returns the id of the last turn derived by the rebuild in progress; `None` when no rebuild
    /// is in progress.
    pub fn rebuild_progress(&self) -> Result<Option<i64>> {
        self.store.read(|reader| reader.rebuild_progress())
    }

    /// Schedules the transcripts that may contain the content of damaged logs for another ingest,
    /// and returns them. Replaces invalid UTF-8 in texts.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        self.store.write(|writer| {
            writer.mend_texts()?;
            writer.read_damaged_again()
        })
    }

    /// Returns the turns that a selection matches, oldest first. `within` narrows it if given.
    pub fn select(&self, selection: Selection, within: Option<&Within>) -> Result<Vec<Selected>> {
        let scope = match within {
            Some(within) => self.scope(within)?.0,
            None => Scope::default(),
        };
        forget::select(&self.store, &Selection { scope, ..selection })
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

    /// Copies the whole database to a file that must not exist yet.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.store.backup(path)
    }

    /// Returns some lines of an export; see [`exchange::export`].
    pub fn export(&self, within: &Within, after: Option<i64>) -> Result<Exported> {
        exchange::export(&self.store, &self.scope(within)?.0, after)
    }

    /// Returns how many stored entries a newer version wrote; these are kept unchanged. Reads every
    /// log.
    pub fn unread_entries(&self) -> Result<u64> {
        exchange::unread_entries(&self.store)
    }

    /// Imports lines of an export; known turns stay as they are.
    pub fn import(&mut self, lines: &[String]) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        exchange::import(&mut self.store, lines, &self.policy, &splitter)
    }

    /// Imports some turns of another database, as far as it can be read; call it until the result
    /// has the findings. Another path starts with another database.
    pub fn import_database(&mut self, path: &Path) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        let mut source = match self.source.take() {
            Some((of, source)) if of == path => source,
            _ => SalvageSource::open(path)?,
        };
        let taken =
            exchange::import_database(&mut self.store, &mut source, &self.policy, &splitter)?;
        self.source = taken.findings.is_none().then(|| (path.to_owned(), source));
        Ok(taken)
    }
}
