//! What is done to the database file as a whole.

use std::path::Path;
use std::time::Duration;

use super::{Store, create_new_private, located, schema};
use crate::error::{Error, Result};

impl Store {
    /// Writes the database anew without a byte of what was removed: neither in free pages, nor in
    /// full text, nor in the log. Needs as much memory as the database has bytes, so that no copy
    /// of it reaches the disk elsewhere.
    pub fn compact(&mut self) -> Result<()> {
        let run = |sql: &str| self.connection.execute_batch(sql).map_err(Error::from);
        let done = self
            .read(|reader| reader.rebuild_progress())
            .and_then(|rebuilding| match rebuilding {
                Some(_) => run("INSERT INTO action_fts_next (action_fts_next) VALUES ('optimize')"),
                None => Ok(()),
            })
            .and_then(|()| run("INSERT INTO action_fts (action_fts) VALUES ('optimize')"))
            .and_then(|()| run("PRAGMA temp_store = MEMORY; VACUUM"))
            .and_then(|()| self.truncate_log());
        done.map_err(|error| located(error, &self.path))
    }

    /// Writes a copy of the whole database, as it is at one moment, to a file that does not exist
    /// yet; only its owner can read it. A copy that cannot be finished leaves nothing behind.
    pub fn backup(&self, path: &Path) -> Result<()> {
        let unwritable = |source| Error::FileUnwritable { path: path.to_owned(), source };
        create_new_private(path).map_err(unwritable)?;
        let name = path.to_string_lossy();
        let copied = self.connection.execute("VACUUM INTO ?1", [&*name]).map_err(Error::from);
        if copied.is_err() {
            // The error of the copy is the one to tell.
            let _ = std::fs::remove_file(path);
        }
        copied.map(drop).map_err(|error| located(error, &self.path))
    }

    /// Opens a copy that [`Store::backup`] wrote, to change it; nothing is created.
    pub fn open_backup(path: &Path, busy: Duration) -> Result<Self> {
        if !path.is_file() {
            return Err(Error::DatabaseMissing { path: path.to_owned() });
        }
        let mut store = Self::connect(path, busy)?;
        // Refused before an upgrade could take a foreign file for an empty one.
        schema::check_ours(&store.connection)
            .and_then(|()| schema::create_or_upgrade(&mut store.connection))
            .map_err(|error| located(error, path))?;
        Ok(store)
    }

    /// Gives back the space of the log when the work is done; a reader that is in the way only
    /// leaves it for the next time.
    pub fn settle(&self) {
        let _ = self.truncate_log();
    }

    /// Moves what the log holds into the database and empties it; waits for readers as long as
    /// for any lock.
    fn truncate_log(&self) -> Result<()> {
        let busy = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))?;
        if busy == 0 { Ok(()) } else { Err(Error::DatabaseBusy) }
    }
}
