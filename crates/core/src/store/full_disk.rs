//! Reading on a full disk, where there is no room for the index of the log that processes share.
//!
//! `SQLite` keeps the index in memory if no other process has the file open. So processes read one
//! after the other.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::Store;
use crate::error::{Error, Result};

/// The longest pause between two attempts: a reader is done within a few of them.
const PAUSE_MS_MAX: u64 = 16;

impl Store {
    /// Opens a file for this process alone, and waits `busy` for others that have it open.
    ///
    /// # Errors
    ///
    /// [`Error::DiskFull`] if others keep it open for longer: with room on the disk, nobody would
    /// have to wait.
    pub(super) fn open_alone(path: &Path, busy: Duration) -> Result<Self> {
        let mut waited = Duration::ZERO;
        loop {
            match Self::try_alone(path) {
                Err(Error::DatabaseBusy) if waited < busy => {
                    let pause = pause();
                    std::thread::sleep(pause);
                    waited += pause;
                }
                Err(Error::DatabaseBusy) => return Err(Error::DiskFull),
                opened => return opened,
            }
        }
    }

    /// Does not wait: two processes that have both begun to open the file would wait for each
    /// other. Each gives up, and comes back later.
    fn try_alone(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(Duration::ZERO)?;
        // Before anything is read.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Self::of(connection, path, Duration::ZERO).and_then(Self::checked)
    }
}

/// Returns a pause by chance: two processes must not keep step.
fn pause() -> Duration {
    Duration::from_millis(1 + RandomState::new().hash_one(()) % PAUSE_MS_MAX)
}
