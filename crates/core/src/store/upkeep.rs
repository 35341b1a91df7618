//! What is done to the database file as a whole.

use std::path::Path;
use std::time::Duration;

use super::forgotten::sync_folder;
use super::{Store, create_new_private, located, schema};
use crate::error::{Error, Result};

impl Store {
    /// Writes a copy of the whole database, as it is at one moment, to a file that does not exist
    /// yet; only its owner can read it. It is on the disk when this returns; a copy that cannot be
    /// finished leaves nothing behind. A path that is not UTF-8 is an error.
    pub fn backup(&self, path: &Path) -> Result<()> {
        let unwritable = |source| Error::FileUnwritable { path: path.to_owned(), source };
        let Some(name) = path.to_str() else {
            let reason = format!("the path is not UTF-8: {}", path.display());
            return Err(Error::InvalidArgument(reason));
        };
        create_new_private(path).map_err(unwritable)?;
        let copied = self.connection.execute("VACUUM INTO ?1", [name]).map_err(Error::from);
        let copied = copied.map_err(|error| located(error, &self.path));
        let on_disk = copied.and_then(|_| sync(path).map_err(unwritable));
        if on_disk.is_err() {
            // The error of the copy is the one to tell.
            let _ = std::fs::remove_file(path);
        }
        on_disk
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
    pub(super) fn truncate_log(&self) -> Result<()> {
        let busy = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))?;
        if busy == 0 { Ok(()) } else { Err(Error::DatabaseBusy) }
    }
}

/// Waits until a file that was just created is on the disk, with its name.
fn sync(path: &Path) -> std::io::Result<()> {
    // SQLite leaves the contents of a copy to the system.
    std::fs::OpenOptions::new().write(true).open(path)?.sync_all()?;
    sync_folder(path)
}
