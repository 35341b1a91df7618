//! Check of a database file's header: a file whose header contradicts the file format is damaged,
//! whatever error it causes. Source: <https://www.sqlite.org/fileformat2.html>, "The Database
//! Header".

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use crate::regular_file::open_regular;
use crate::side_files::log_of;

/// Length of the header in bytes.
const LENGTH: usize = 100;
/// Magic string at the start of every database file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Upper limit on the schema version; no build ever wrote a larger one.
const VERSION_MAX: u32 = 1_000;

/// Returns whether the header of a file is one that no database of ours can have. An empty or
/// unreadable file counts as undamaged.
pub fn is_damaged(path: &Path) -> bool {
    let mut header = Vec::with_capacity(LENGTH);
    let read =
        open_regular(path).and_then(|file| file.take(LENGTH as u64).read_to_end(&mut header));
    read.is_ok() && !header.is_empty() && contradicts(&header)
}

/// Returns whether a database file is missing or empty while its write-ahead log is not: `SQLite`
/// would treat that as a new database and delete the log.
pub fn is_cut_off(path: &Path) -> bool {
    let bytes = |path: &Path| match std::fs::metadata(path) {
        Ok(found) => found.is_file().then_some(found.len()),
        Err(error) => (error.kind() == ErrorKind::NotFound).then_some(0),
    };
    bytes(path) == Some(0) && bytes(&log_of(path)).is_some_and(|log| log > 0)
}

fn contradicts(header: &[u8]) -> bool {
    let Ok(header) = <&[u8; LENGTH]>::try_from(header) else { return true };
    let number = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    let page_size = u32::from(u16::from_be_bytes([header[16], header[17]]));
    let is_page_size = page_size == 1 || (page_size >= 512 && page_size.is_power_of_two());
    let is_ours = header.starts_with(MAGIC)
        && is_page_size
        && header[18..20].iter().all(|version| (1..=2).contains(version))
        // Payload fractions, which the format fixes.
        && header[21..24] == [64, 32, 32]
        && number(44) <= 4
        && number(56) <= 3
        && number(60) <= VERSION_MAX
        // Reserved for expansion.
        && header[72..92].iter().all(|&byte| byte == 0);
    !is_ours
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> [u8; LENGTH] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new.db");
        let connection = rusqlite::Connection::open(&path).expect("a new file");
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA user_version = 2; CREATE TABLE a (b)")
            .expect("one table");
        drop(connection);
        let bytes = std::fs::read(path).expect("readable");
        bytes[..LENGTH].try_into().expect("a whole header")
    }

    #[test]
    fn a_header_that_sqlite_wrote_is_sound_and_one_that_was_overwritten_is_not() {
        let sound = header();
        assert!(!contradicts(&sound));
        for (from, to) in [(0, 16), (16, 24), (40, 52), (52, 64), (60, 64), (72, 92), (30, 94)] {
            let mut damaged = sound;
            damaged[from..to].fill(0xa5);
            assert!(contradicts(&damaged), "{from}..{to}");
        }
        assert!(contradicts(&sound[..60]));
    }

    #[test]
    fn an_empty_file_and_none_say_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("empty.db");
        assert!(!is_damaged(&path));
        std::fs::write(&path, b"").expect("room");
        assert!(!is_damaged(&path));
        std::fs::write(&path, b"torn").expect("room");
        assert!(is_damaged(&path));
    }
}
