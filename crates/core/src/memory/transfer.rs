//! What travels between memories, and what is derived again: restore, rebuild, backup, exchange.

use std::io;
use std::path::Path;

use super::splitter::WindowSplitter;
use super::{Memory, Within};
use crate::error::{Error, Result};
use crate::sources::Machine;
use crate::store::intake::Voucher;
use crate::store::{SalvageSource, intake};
use crate::transfer::exchange::{self, Bringing, Exported, Imported};
use crate::transfer::restore::{self, Restored};
use crate::transfer::way_back::{self, WayBack};

impl Memory {
    /// Returns the way back into a session; see [`way_back::way_back`].
    pub fn way_back(&self, session: &str, machine: &Machine) -> Result<WayBack> {
        way_back::way_back(&self.store, session, machine)
    }

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

    /// Copies the whole database to a file that must not exist yet. It is listed first: what is
    /// forgotten is removed from every listed backup too.
    ///
    /// # Errors
    /// [`Error::FileUnwritable`] when the path is not UTF-8: it could not be found again.
    pub fn backup(&self, path: &Path) -> Result<()> {
        let listed = path.to_str().filter(|path| !path.contains(char::REPLACEMENT_CHARACTER));
        let unnamed = || Error::FileUnwritable {
            path: path.to_owned(),
            source: io::Error::new(io::ErrorKind::InvalidInput, "its path is not UTF-8"),
        };
        let listed = listed.ok_or_else(unnamed)?;
        self.home.add_backup(listed)?;
        let written = self.store.backup(path);
        if written.is_err() {
            self.home.drop_backup(listed)?;
        }
        written
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

    /// Imports lines of an export; known turns stay as they are. Without the person as `voucher`, what
    /// the notes say is proposed.
    pub fn import(&mut self, lines: &[String], voucher: Voucher, now_ms: i64) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        let by = Bringing { voucher, policy: &self.policy, splitter: &splitter, now_ms };
        exchange::import(&mut self.store, lines, by)
    }

    /// Imports some turns of another database, as far as it can be read; call it until the result
    /// has the findings. Another path starts with another database.
    pub fn import_database(
        &mut self,
        path: &Path,
        voucher: Voucher,
        now_ms: i64,
    ) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        let mut source = match self.source.take() {
            Some((of, source)) if of == path => source,
            _ => SalvageSource::open(path)?,
        };
        let by = Bringing { voucher, policy: &self.policy, splitter: &splitter, now_ms };
        let taken = exchange::import_database(&mut self.store, &mut source, by)?;
        self.source = taken.findings.is_none().then(|| (path.to_owned(), source));
        Ok(taken)
    }
}
