//! The log of hooks and worker, which have no person to report to. It holds no text of a
//! conversation.

use std::io::Result;

use super::Home;
use crate::private_file;
use crate::regular_file::read_regular;

/// A log of this size is full.
const BYTES_MAX: u64 = 256 * 1024;

impl Home {
    /// Appends a line to the log; a full one begins anew, and its predecessor is kept. A failure is
    /// ignored: then the home cannot be written, which `mementor doctor` reports.
    pub fn note(&self, now_ms: i64, text: &str) {
        let _ = self.append_to_log(now_ms, &one_line(text));
    }

    /// Appends a line unless the log has it already, whatever its time: for errors that come back.
    pub fn note_once(&self, now_ms: i64, text: &str) {
        let end = format!(" {}", one_line(text));
        // A full log may be a line larger than its limit.
        let log = read_regular(&self.log(), 2 * BYTES_MAX).unwrap_or_default();
        if !String::from_utf8_lossy(&log).lines().any(|line| line.ends_with(&end)) {
            self.note(now_ms, text);
        }
    }

    fn append_to_log(&self, now_ms: i64, line: &str) -> Result<()> {
        let path = self.log();
        let bytes = std::fs::metadata(&path).map(|found| found.len());
        if bytes.is_err() {
            private_file::make_folder(self.folder())?;
        }
        if bytes.is_ok_and(|bytes| bytes > BYTES_MAX) {
            std::fs::rename(&path, self.older_log())?;
        }
        private_file::append(&path, &format!("{} {line}\n", iso(now_ms)))
    }
}

/// Returns a time as ISO 8601 with milliseconds.
pub(crate) fn iso(at_ms: i64) -> String {
    format!("{:.3}", jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default())
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_767_323_045_000;

    fn text(home: &Home) -> String {
        std::fs::read_to_string(home.log()).expect("a log")
    }

    #[test]
    fn a_note_is_one_line_and_is_repeated_only_when_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("a home"));
        home.note(NOW_MS, "first");
        home.note(NOW_MS + 5, "of\ntwo lines");
        home.note_once(NOW_MS + 9, "of\ntwo lines");
        home.note_once(NOW_MS + 9, "third");
        let (first, second) =
            ("2026-01-02T03:04:05.000Z first", "2026-01-02T03:04:05.005Z of two lines");
        assert_eq!(text(&home), format!("{first}\n{second}\n2026-01-02T03:04:05.009Z third\n"));
    }

    #[test]
    fn a_full_log_begins_anew_and_one_predecessor_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        home.note(NOW_MS, &"x".repeat(BYTES_MAX as usize));
        home.note(NOW_MS, "second");
        assert_eq!(text(&home), "2026-01-02T03:04:05.000Z second\n");
        assert!(std::fs::metadata(home.older_log()).expect("kept").len() > BYTES_MAX);
        for _ in 0..600 {
            home.note(NOW_MS, &"z".repeat(1_000));
        }
        assert!(text(&home).len() < BYTES_MAX as usize + 2_000);
        assert_eq!(std::fs::read_dir(home.folder()).expect("a folder").count(), 2);
    }

    #[test]
    fn nothing_fails_where_nothing_can_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("file"), "").expect("room");
        Home::at(folder.path().join("file")).note(NOW_MS, "x");
        std::fs::create_dir(folder.path().join("mementor.log")).expect("room");
        Home::at(folder.path()).note(NOW_MS, "x");
        Home::at(folder.path()).note_once(NOW_MS, "x");
    }
}
