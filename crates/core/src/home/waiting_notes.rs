//! Notes that wait to be taken in: what a command hands over, one small file each, as lines of an
//! export.

use std::io::{ErrorKind, Result};
use std::path::PathBuf;

use super::{Home, TEXT_BYTES_MAX, names_in};
use crate::private_file;
use crate::regular_file::read_regular;

/// A file of waiting notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its lines.
    pub lines: Vec<String>,
}

impl Home {
    /// Writes lines of notes durably: a power cut after this loses nothing.
    pub fn put_waiting_notes(&self, lines: &[String], now_ms: i64) -> Result<()> {
        let folder = self.waiting_notes();
        private_file::make_folder(&folder)?;
        // Names sort by time.
        let name = format!("{now_ms:014}-{}.jsonl", private_file::unique());
        private_file::replace(&folder.join(name), &format!("{}\n", lines.join("\n")))?;
        private_file::sync(&folder)
    }

    /// Whether a note waits. Costs one call of the system where none ever did.
    pub fn are_notes_waiting(&self) -> Result<bool> {
        Ok(!self.waiting_note_paths()?.is_empty())
    }

    /// Returns the files of the notes that wait, the oldest first.
    pub fn waiting_note_files(&self) -> Result<Vec<WaitingFile>> {
        let mut files = Vec::new();
        for path in self.waiting_note_paths()? {
            match read_regular(&path, TEXT_BYTES_MAX) {
                Ok(bytes) => files.push(WaitingFile { path, lines: lines_of(&bytes) }),
                // Another process has taken it in meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(files)
    }

    /// Returns the lines of the notes that wait, of at most so many files, the oldest first. What
    /// cannot be read is left out: a command says why.
    pub fn waiting_note_lines(&self, files_max: usize) -> Vec<String> {
        let paths = self.waiting_note_paths().unwrap_or_default().into_iter().take(files_max);
        let texts = paths.filter_map(|path| read_regular(&path, TEXT_BYTES_MAX).ok());
        texts.flat_map(|bytes| lines_of(&bytes)).collect()
    }

    fn waiting_note_paths(&self) -> Result<Vec<PathBuf>> {
        let mut names = names_in(&self.waiting_notes())?;
        names.retain(|name| name.strip_suffix(".jsonl").is_some_and(|name| !name.starts_with('.')));
        Ok(names.into_iter().map(|name| self.waiting_notes().join(name)).collect())
    }
}

fn lines_of(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n').filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_notes_that_wait_come_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        assert!(home.waiting_note_lines(9).is_empty());
        std::fs::create_dir(home.waiting_notes()).expect("room");
        for (name, text) in
            [("2.jsonl", "c\n"), ("1.jsonl", "a\n\nb\n"), (".3.jsonl", "x"), ("4", "x")]
        {
            std::fs::write(home.waiting_notes().join(name), text).expect("room");
        }
        assert_eq!(home.waiting_note_lines(9), ["a", "b", "c"]);
        assert_eq!(home.waiting_note_lines(1), ["a", "b"]);
    }
}
