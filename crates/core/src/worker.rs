//! What the worker does: it takes in what hooks left in the inbox, then transcripts that hooks
//! missed, and prepares what the next search and the next session need. The ingest lock allows one
//! worker at a time. Its errors can only go to the log.

mod take;
mod waiting;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::embed::Engines;
use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::inbox::KeptOut;
use crate::home::lock::IngestLock;
use crate::hooks::{HookEvent, HookOptions, KeepingOut, message};
use crate::memory::{Memory, MovedAside, SalvageOf};
use crate::policy::exclude::Excluded;
use crate::removal::steps::{RETRY_MS, RemovalStep};
use crate::secrets::Masker;
use crate::sources::Machine;
use crate::store::Access;
use crate::surroundings::Surroundings;
use take::{take, take_missed};
use waiting::{FolderRules, is_held};
pub use waiting::{WaitingInbox, waiting_in};

/// The next hook's worker continues with the rest.
const RUN_MS_MAX: i64 = 60_000;

/// How long to wait for another process's lock.
const BUSY: std::time::Duration = std::time::Duration::from_secs(5);

/// What the program tells the worker.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkerOptions {
    /// Where everything is, and the settings of this process.
    pub options: HookOptions,
    /// What the file alone keeps out, whatever the variables of this process say.
    pub in_file: KeepingOut,
}

/// What the worker needs of the process that it runs in.
pub trait WorkerHost {
    /// Returns the time, in milliseconds since the epoch.
    fn now_ms(&self) -> i64;

    /// Returns the time of a clock that is never set back, in milliseconds.
    fn uptime_ms(&self) -> i64;

    /// Waits, in milliseconds.
    fn sleep(&mut self, ms: i64);

    /// Returns the ingest lock; none when another process holds it.
    fn lock(&mut self, home: &Home) -> Result<Option<IngestLock>>;
}

/// Runs the worker until the inbox is empty, or its time is up. It returns at once if another one
/// runs: that one looks into the inbox again after it released the lock, so nothing is lost.
pub fn work(
    options: &WorkerOptions,
    around: &Surroundings,
    engines: &Engines,
    host: &mut dyn WorkerHost,
) {
    let home = Home::at(&options.options.home);
    let until_ms = host.uptime_ms() + RUN_MS_MAX;
    let machine = Machine::of(around.clone());
    let mut worker = Worker { options, engines, home: &home, machine: &machine, until_ms, host };
    if let Err(why) = worker.drain() {
        worker.note(&format!("worker: {why}"));
    }
}

/// What a worker works with.
struct Worker<'w> {
    options: &'w WorkerOptions,
    /// How the library of other models' engines is opened.
    engines: &'w Engines,
    home: &'w Home,
    machine: &'w Machine,
    /// When its time is up, by the clock that is never set back.
    until_ms: i64,
    host: &'w mut dyn WorkerHost,
}

impl Worker<'_> {
    fn drain(&mut self) -> std::result::Result<(), String> {
        loop {
            let Some(lock) = self.host.lock(self.home).map_err(|error| message(&error))? else {
                return Ok(());
            };
            // Payloads stay in the inbox until the settings are repaired.
            let own = self.options.options.settings.keeping_out.required()?.kept_out;
            self.drain_repairing(&own).map_err(|error| message(&error))?;
            drop(lock);
            let waiting = waiting_in(self.home, self.options, &self.machine.on);
            let is_empty = waiting.map_err(|error| message(&error))?.ready.is_empty();
            if is_empty || !self.is_in_time() {
                return Ok(());
            }
        }
    }

    /// Deep damage shows only when it is read: then the database is moved aside, and a new one is
    /// created.
    fn drain_repairing(&mut self, own: &KeptOut) -> Result<()> {
        let opened = self.open(Access::Write)?;
        let Err(error) = self.drain_into(opened, own) else { return Ok(()) };
        if !matches!(error, Error::DatabaseCorrupt { .. }) {
            return Err(error);
        }
        let repaired = self.open(Access::Repair)?;
        match repaired.1 {
            Some(_) => self.drain_into(repaired, own),
            // The database is intact: another file is damaged.
            None => Err(error),
        }
    }

    fn open(&self, access: Access) -> Result<(Memory, MovedAside)> {
        let options = &self.options.options;
        let opening = options.opening(self.engines, access, BUSY)?;
        let (mut memory, moved_aside) = Memory::open(opening, self.host.now_ms())?;
        memory.suspect(&options.settings.suspect);
        Ok((memory, moved_aside))
    }

    fn drain_into(
        &mut self,
        (mut memory, moved_aside): (Memory, MovedAside),
        own: &KeptOut,
    ) -> Result<()> {
        if let Some(path) = moved_aside {
            self.note(&format!("moved a damaged database to {}", path.display()));
        }
        let (now_ms, inbox) = (self.host.now_ms(), self.home.inbox());
        let unreadable = |source| Error::FileUnreadable { path: inbox, source };
        self.home.tidy(now_ms).map_err(unreadable)?;
        if let Some(why) = memory.finish_removal(now_ms, RETRY_MS)? {
            self.note_once(&format!("what was removed is still in the file: {why}"));
        }
        // First, because turns forgotten in a damaged database must not come back from a
        // transcript. If it takes longer, the other half of the time remains for the inbox.
        self.save_damaged(&mut memory, i64::midpoint(self.host.uptime_ms(), self.until_ms))?;
        self.drain_all(&mut memory, own)?;
        if self.is_in_time() {
            self.tidy_daily(&mut memory)?;
        }
        memory.note_counts()
    }

    /// Text first: it is searchable at once. Missed transcripts and vectors follow, unless new
    /// payloads arrive meanwhile.
    fn drain_all(&mut self, memory: &mut Memory, own: &KeptOut) -> Result<()> {
        let mut started: Vec<PathBuf> = Vec::new();
        let mut rules = FolderRules::default();
        let mut missed: Option<std::vec::IntoIter<String>> = None;
        while self.is_in_time() {
            memory.take_in_waiting_notes()?;
            let waiting = waiting_in(self.home, self.options, &self.machine.on)?;
            waiting.tidy(self.home)?;
            let is_empty = waiting.ready.is_empty();
            for item in waiting.ready {
                if !self.is_in_time() {
                    return Ok(());
                }
                keep_out(memory, own, &item.payload.kept_out)?;
                rules.add(&item.payload);
                let is_start = item.payload.event == HookEvent::SessionStart.word();
                let folder = Path::new(&item.payload.transcript_path).parent();
                // A session was started in this project, so its other transcripts are to be
                // ingested too.
                started.extend(folder.filter(|_| is_start).map(Path::to_owned));
                take(memory, &item, self)?;
            }
            if !is_empty {
                continue;
            }
            let paths = if let Some(paths) = &mut missed {
                paths
            } else {
                keep_out(memory, own, &KeptOut::default())?;
                self.save_damaged(memory, self.until_ms)?;
                self.clean_backups(memory);
                missed.insert(memory.missed(&started, self.machine)?.into_iter())
            };
            if let Some(path) = paths.next().map(PathBuf::from) {
                if !is_held(&path, &waiting.held) {
                    keep_out(memory, own, &rules.of(&path))?;
                    take_missed(memory, &path, self)?;
                }
            } else if !memory.make_ready()?.more {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Saves damaged copies of the database, as far as they can be read.
    fn save_damaged(&mut self, memory: &mut Memory, until_ms: i64) -> Result<()> {
        while self.host.uptime_ms() < until_ms {
            let step = memory.salvage(SalvageOf::Waiting, self.machine)?;
            if let Some(saved) = step.saved {
                self.note(&format!("saved {} of {}", saved.outcome, saved.path.display()));
            }
            if step.done {
                break;
            }
        }
        Ok(())
    }

    /// A backup's errors are recorded for `mementor doctor`, and never stop this work.
    fn clean_backups(&mut self, memory: &mut Memory) {
        let now_ms = self.host.now_ms();
        let done = memory.finish_removal(now_ms, RETRY_MS);
        let done = done.and_then(|_| memory.clean_backups(now_ms, RETRY_MS));
        if let Err(error) = done {
            self.note_once(&format!("backups: {}", message(&error)));
        }
    }

    /// Tidies notes if that was last done a day ago, and removes those that are to be gone.
    fn tidy_daily(&mut self, memory: &mut Memory) -> Result<()> {
        let now_ms = self.host.now_ms();
        let Some(done) = memory.tidy_daily(now_ms)? else { return Ok(()) };
        let mut is_proved = true;
        while !done.gone.is_empty() {
            let removal = memory.remove_turns(&done.gone, now_ms, false)?;
            if removal.next == RemovalStep::Done {
                is_proved = removal.is_proved();
                break;
            }
        }
        if !done.tidied.is_empty() {
            let left = if is_proved { "" } else { "; not all of what is gone was cleaned" };
            self.note(&format!("tidied notes: {}{left}", done.tidied.len()));
        }
        Ok(())
    }

    fn is_in_time(&self) -> bool {
        self.host.uptime_ms() < self.until_ms
    }

    fn note(&self, text: &str) {
        self.home.note(self.host.now_ms(), text);
    }

    fn note_once(&self, text: &str) {
        self.home.note_once(self.host.now_ms(), text);
    }
}

/// Applies the rules of a payload in addition to the worker's own.
fn keep_out(memory: &mut Memory, own: &KeptOut, more: &KeptOut) -> Result<()> {
    let mut all = own.clone();
    all.unite(more);
    memory.keep_out(Masker::new(&all.mask)?, Excluded::new(&all.exclude)?);
    Ok(())
}
