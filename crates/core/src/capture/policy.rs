//! What must not be stored.

use std::io;
use std::path::Path;

use super::exclude::{EXCLUDED, Excluded};
use crate::secrets::Masker;
use crate::sources::{Batch, Source};

/// What is kept out of the store, and what is masked in the rest.
#[derive(Debug, Clone, Default)]
pub struct CapturePolicy {
    /// Masks secrets.
    pub masker: Masker,
    /// Excluded directories: conversations that began in one of them are not stored, nor are
    /// transcripts that are in one.
    pub excluded: Excluded,
    /// Whether notes are found in what is taken in.
    pub detects: bool,
}

impl CapturePolicy {
    /// Whether a transcript is in an excluded directory, or its conversation began in one. Checked
    /// each time, so that it holds whichever path leads to the transcript, and whatever part of it
    /// was read before.
    ///
    /// # Errors
    /// Any error that prevents reading the transcript: it is then unknown whether it is excluded.
    pub fn keeps_out(&self, path: &Path, source: &dyn Source) -> io::Result<bool> {
        if self.excluded.is_empty() {
            return Ok(false);
        }
        if path.parent().is_some_and(|folder| self.excluded.covers(folder)) {
            return Ok(true);
        }
        let directory = source.directory(path)?;
        Ok(directory.is_some_and(|directory| self.excluded.covers(Path::new(&directory))))
    }
    /// Drops what was read of a session that began in an excluded directory, in a transcript that
    /// holds many sessions.
    pub(super) fn keep_out(&self, batch: &mut Batch) {
        let is_out = |directory: &str| self.excluded.covers(Path::new(directory));
        if batch.entries.iter().any(|parsed| parsed.directory().is_some_and(is_out)) {
            let records = std::mem::take(&mut batch.tally.kept);
            *batch.tally.skipped.entry(EXCLUDED.to_owned()).or_default() += records;
            batch.entries.clear();
        }
    }
}
