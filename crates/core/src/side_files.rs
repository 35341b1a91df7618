//! The files that `SQLite` keeps beside a database.

use std::path::{Path, PathBuf};

/// Endings of their names.
pub const SIDES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Returns the path of a database's write-ahead log.
pub(crate) fn log_of(database: &Path) -> PathBuf {
    with_ending(database, "-wal")
}

/// Returns a path with an ending more.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
