//! Maintenance of the database file as a whole.

use std::path::Path;
use std::time::Duration;

use super::forgotten::sync_folder;
use super::{Store, create_new_private, located, schema};
use crate::error::{Error, Result};

impl Store {
    /// Writes a consistent copy of the whole database to a new file, which must not exist and which
    /// only its owner can read. The copy is flushed to disk when this returns; a failed copy leaves
    /// no file behind. A path that is not UTF-8 is an error.
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
            // Report the error of the copy, not of its removal.
            let _ = std::fs::remove_file(path);
        }
        on_disk
    }

    /// Opens a copy written by [`Store::backup`] for changes; never creates a file.
    pub fn open_backup(path: &Path, busy: Duration) -> Result<Self> {
        if !path.is_file() {
            return Err(Error::DatabaseMissing { path: path.to_owned() });
        }
        let mut store = Self::connect(path, busy)?;
        // Checked first: an empty file would be made a database.
        schema::check_ours(&store.connection)
            .and_then(|()| schema::create_or_check(&mut store.connection))
            .map_err(|error| located(error, path))?;
        Ok(store)
    }

    /// Truncates the write-ahead log after the work is done. When a reader prevents it, the next
    /// call does it.
    pub fn settle(&self) {
        let _ = self.truncate_log();
    }

    /// Moves the write-ahead log's content into the database and empties the log. Waits for readers
    /// as long as for any lock.
    pub(super) fn truncate_log(&self) -> Result<()> {
        let busy = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))?;
        if busy == 0 { Ok(()) } else { Err(Error::DatabaseBusy) }
    }
}

/// Flushes a newly created file and its name to disk.
fn sync(path: &Path) -> std::io::Result<()> {
    // SQLite does not flush the copy itself.
    std::fs::OpenOptions::new().write(true).open(path)?.sync_all()?;
    sync_folder(path)
}
