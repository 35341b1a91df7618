//! The records of what sessions got: a file for each, so that two sessions never wait for each
//! other. A hook reads and writes one before a prompt is sent: one small read, one append.

mod evidence;
mod held;
mod lenient;
pub mod line;

use std::fs::File;
use std::io::{ErrorKind, Read as _, Result, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

pub use evidence::RecordedEvidence;
pub use held::Held;
use line::RecordLine;

use super::{Home, age_ms, names_in, names_in_own, written_at_ms};
use crate::private_file;
use crate::regular_file::open_regular;

/// Only the end of a record is read: some hundred prompts. In bytes.
pub const RECORD_BYTES_MAX: u64 = 1024 * 1024;

/// For so many days a record is kept after it was written last: Claude Code keeps transcripts as
/// long by default, and a session without one cannot be resumed.
pub const KEPT_DAYS: i64 = 30;
const KEPT_MS: i64 = KEPT_DAYS * 24 * 60 * 60 * 1_000;

/// The record of a session, as it was read.
#[derive(Debug)]
pub struct SessionRecord {
    path: PathBuf,
    /// What the session's context has.
    pub held: Held,
    /// Whether there is a record yet.
    pub exists: bool,
    /// Whether a writer was killed in the middle of the last line.
    is_torn: bool,
}

impl SessionRecord {
    /// Reads what a session's context has.
    ///
    /// # Errors
    /// Any error of the operating system, except that there is no record.
    pub fn read(path: PathBuf) -> Result<Self> {
        let end = end_of(&path, RECORD_BYTES_MAX)?;
        Ok(Self::of(path, end.as_deref()))
    }

    /// Reads a record and its lines; none where nothing was ever added to the session's context, as
    /// in nearly all records.
    pub fn read_added(path: PathBuf) -> Result<(Self, Vec<RecordLine>)> {
        let end = end_of(&path, RECORD_BYTES_MAX)?;
        let text = end.as_deref().filter(|text| text.lines().any(held::adds));
        let lines = text.map(line::lines_of).unwrap_or_default();
        Ok((Self::of(path, end.as_deref()), lines))
    }

    fn of(path: PathBuf, end: Option<&str>) -> Self {
        let text = end.unwrap_or_default();
        let is_torn = !text.is_empty() && !text.ends_with('\n');
        Self { held: Held::after(&held::lines(text)), exists: end.is_some(), is_torn, path }
    }

    /// Returns a record that could not be read: it can be written, and holds nothing.
    pub fn unread(path: PathBuf) -> Self {
        Self { path, held: Held::default(), exists: false, is_torn: false }
    }

    /// Appends a line; half a line before it stays apart.
    pub fn append(&mut self, line: &RecordLine) -> Result<()> {
        let start = if self.is_torn { "\n" } else { "" };
        let text = format!("{start}{}\n", serde_json::to_string(line)?);
        match private_file::append(&self.path, &text) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                private_file::make_folder(self.path.parent().unwrap_or(&self.path))?;
                private_file::append(&self.path, &text)?;
            }
            written => written?,
        }
        self.is_torn = false;
        self.exists = true;
        Ok(())
    }

    /// Returns its file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Home {
    /// Returns where a session's record is; `None` if its id is no safe name of a file.
    pub fn record(&self, session: &str) -> Option<PathBuf> {
        let is_plain = private_file::is_plain_name(session);
        is_plain.then(|| self.recalls().join([session, ".jsonl"].concat()))
    }

    /// Returns the sessions that have a record, and its file, the one written last first.
    pub fn records(&self) -> Vec<(String, PathBuf)> {
        let names = names_in(&self.recalls()).unwrap_or_default().into_iter();
        let found = names.filter_map(|name| {
            let session = name.strip_suffix(".jsonl")?;
            let path = self.record(session)?;
            Some((written_at_ms(&path).unwrap_or_default(), session.to_owned(), path))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(at_ms, ..)| std::cmp::Reverse(*at_ms));
        found.into_iter().map(|(_, session, path)| (session, path)).collect()
    }

    /// Deletes the records of sessions that ended long ago. What cannot be deleted now stays for
    /// the next time.
    pub fn expire_records(&self, now_ms: i64) {
        for name in names_in_own(&self.recalls()) {
            let path = self.recalls().join(&name);
            let is_old = || age_ms(&path, now_ms).is_some_and(|age| age > KEPT_MS);
            if name.strip_suffix(".jsonl").is_some() && is_old() {
                let _ = private_file::remove(&path);
            }
        }
    }
}

/// Returns at most so many bytes of the end of a file, from the start of a line; `None` if there is
/// no file.
pub fn end_of(path: &Path, bytes_max: u64) -> Result<Option<String>> {
    let mut file: File = match open_regular(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let size = file.metadata()?.len();
    let start = size.saturating_sub(bytes_max);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity((size - start) as usize);
    file.take(size - start).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    if start == 0 {
        return Ok(Some(text.into_owned()));
    }
    Ok(Some(text.split_once('\n').map_or(&*text, |(_, whole)| whole).to_owned()))
}

#[cfg(test)]
mod tests;
