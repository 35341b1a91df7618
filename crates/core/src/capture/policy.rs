//! What must not be stored.

use std::io;
use std::path::Path;

use super::exclude::Excluded;
use crate::secrets::Masker;
use crate::sources::Source;

/// What is kept out of the memory, and what is masked in the rest.
#[derive(Debug, Clone, Default)]
pub struct CapturePolicy {
    /// Masks what is secret.
    pub masker: Masker,
    /// Conversations that began in one of these directories, and transcripts that lie in one.
    pub excluded: Excluded,
}

impl CapturePolicy {
    /// Whether a transcript lies in an excluded directory, or its conversation began in one. Looked
    /// up anew each time, so that it holds however the transcript is reached and whatever of it was
    /// read before.
    ///
    /// # Errors
    /// Whatever keeps the transcript from being read: nobody knows then whether it is excluded.
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
}
