//! Notes that wait to be taken in: one small file each, as lines of an export.

use std::path::PathBuf;

use super::{Home, TEXT_BYTES_MAX, names_in};
use crate::regular_file::read_regular;

impl Home {
    /// Returns the lines of the notes that wait, of at most so many files, the oldest first. What
    /// cannot be read is left out: a command says why.
    pub fn waiting_note_lines(&self, files_max: usize) -> Vec<String> {
        let files = self.waiting_note_files().into_iter().take(files_max);
        let texts = files.filter_map(|path| read_regular(&path, TEXT_BYTES_MAX).ok());
        let lines = texts.flat_map(|bytes| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            text.split('\n').filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        });
        lines.collect()
    }

    /// Returns the files of the notes that wait, the oldest first.
    fn waiting_note_files(&self) -> Vec<PathBuf> {
        let mut names = names_in(&self.waiting_notes()).unwrap_or_default();
        names.retain(|name| name.strip_suffix(".jsonl").is_some_and(|name| !name.starts_with('.')));
        names.into_iter().map(|name| self.waiting_notes().join(name)).collect()
    }
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
