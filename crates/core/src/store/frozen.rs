//! Databases on a read-only disk.
//!
//! `SQLite` reads a database in WAL mode only where it can create the shared-memory index of the
//! write-ahead log, unless an option says that the file is immutable.

use std::path::Path;

use crate::side_files::log_of;

/// Returns the URI that makes `SQLite` treat a file as immutable, when it is on a read-only disk
/// and has no write-ahead log with recent changes. Returns `None` for any other file.
pub fn uri(path: &Path) -> Option<String> {
    let has_log = std::fs::metadata(log_of(path)).is_ok_and(|log| log.len() > 0);
    (!has_log && is_frozen(path)).then(|| immutable(path))
}

/// Whether the file is on a read-only disk. A file that merely denies writes to this user can still
/// change under a reader.
fn is_frozen(path: &Path) -> bool {
    let opened = std::fs::OpenOptions::new().append(true).open(path);
    opened.is_err_and(|error| error.kind() == std::io::ErrorKind::ReadOnlyFilesystem)
}

fn immutable(path: &Path) -> String {
    let escaped = path.as_os_str().as_encoded_bytes().iter().map(|&byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    format!("file:{}?immutable=1", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, OpenFlags};

    use super::*;

    #[test]
    fn a_file_that_can_be_written_is_not_frozen() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("memory.db");
        std::fs::write(&path, "").expect("a file");
        assert_eq!(uri(&path), None);
        assert_eq!(uri(&folder.path().join("none")), None);
    }

    #[test]
    fn a_uri_leads_to_its_file_whatever_the_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mémoire ?a=1#%20&.db");
        let made = Connection::open(&path).expect("a database");
        made.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE there (x);").expect("a table");
        drop(made);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let opened = Connection::open_with_flags(immutable(&path), flags).expect("its URI");
        let count = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 = opened.query_row(count, [], |row| row.get(0)).expect("a count");
        assert_eq!(tables, 1);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
