//! The ingest lock as a JavaScript class. Only it opens a memory for writing, which cannot write
//! any more once the lock is released.

use std::cell::RefCell;
use std::rc::Rc;

use mementor_core::api::{self, Access, Error, Home, HomeContents, LockHolder};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::memory::Memory;
use crate::options::{OpenOptions, models_of};
use crate::process::start_of;
use crate::row::{Row, row};
use crate::worker::{Process, start_worker};

/// The lock until it is released, shared by the class and the memories opened with it.
pub type HeldLock = Rc<RefCell<Option<api::IngestLock>>>;

/// Returns the lock of a home for this process; none when another process holds it.
pub fn acquired(
    home: &Home,
    command: String,
    since_ms: i64,
) -> api::Result<Option<api::IngestLock>> {
    let holder = LockHolder { pid: std::process::id(), command, since_ms };
    let start = start_of(holder.pid).unwrap_or_default();
    api::IngestLock::try_acquire(home, &holder, &start)
}

/// Held while something is written to the memory.
#[napi]
pub struct IngestLock {
    home: Home,
    held: HeldLock,
}

#[napi]
impl IngestLock {
    /// Returns the lock, or nothing when another process holds it. Creates the home. `command` and
    /// `now_ms` are recorded for others.
    #[napi]
    pub fn try_acquire(
        home: String,
        command: Option<String>,
        now_ms: Option<i64>,
    ) -> Result<Option<Self>, Failure> {
        guarded(|| {
            let home = Home::at(home);
            let command = command.unwrap_or_default();
            let lock = acquired(&home, command, now_ms.unwrap_or_default())?;
            Ok(lock.map(|lock| Self { home, held: Rc::new(RefCell::new(Some(lock))) }))
        })
    }

    /// Opens the memory for writing, until the lock is released: finishes a removal that was stopped,
    /// and takes in the notes that waited. `repair` reads the whole database first, and moves it
    /// aside if it is damaged anywhere. Who `is_brief` leaves backups, and a removal that just
    /// failed, to others.
    #[napi]
    pub fn open(
        &self,
        options: OpenOptions,
        repair: bool,
        is_brief: bool,
    ) -> Result<Memory, Failure> {
        guarded(|| {
            if self.held.borrow().is_none() {
                return Err(Error::InvalidArgument("the ingest lock was released".to_owned()));
            }
            let access = if repair { Access::Repair } else { Access::Write };
            let now_ms = options.now_ms;
            let mut memory = Memory::opened(options, access, Some(Rc::clone(&self.held)))?;
            memory.inner.finish_removal_first(now_ms, is_brief)?;
            memory.inner.take_in_waiting_notes()?;
            Ok(memory)
        })
    }

    /// Deletes everything in the home that is ours, and the lock with it: see `planPurge`. Returns
    /// what is there then.
    #[napi]
    pub fn purge(&self, models: String, has_settings: bool) -> Result<Row<HomeContents>, Failure> {
        row(|| {
            let models = models_of(self.home.folder(), models, None);
            if let Some(lock) = self.held.take() {
                api::purge(&self.home, &models, has_settings, lock)?;
            }
            api::home_contents(&self.home, &models, has_settings)
        })
    }

    /// Releases the lock; a second call does nothing. A worker then takes in what hooks handed over
    /// in the meantime: their own workers did not get the lock.
    #[napi]
    pub fn release(&self, process: Option<Process>) -> Result<(), Failure> {
        guarded(|| {
            drop(self.held.take());
            process.map_or(Ok(()), |process| start_worker(&self.home, &process))
        })
    }
}
