//! What must not be stored.

pub mod exclude;

use std::io;
use std::path::{Path, PathBuf};

use crate::secrets::Masker;
use crate::sources::Source;
use exclude::Excluded;

/// Reason reported for a transcript of an excluded directory.
pub(crate) const EXCLUDED: &str = "excluded";

/// What is kept out of the store, and what is masked in the rest.
#[derive(Debug, Clone, Default)]
pub struct CapturePolicy {
    /// Masks secrets.
    pub masker: Masker,
    /// Excluded directories: conversations that began in one of them are not stored, nor are turns
    /// whose work went on in one, nor transcripts that are in one.
    pub excluded: Excluded,
    /// Whether notes are found in what is taken in.
    pub detects: bool,
}

/// The proof that a transcript is not excluded. Only [`CapturePolicy::permit`] gives it.
#[derive(Debug)]
pub struct Permit(());

impl CapturePolicy {
    /// Permits to store what a transcript holds; `None` when it is in an excluded directory, or its
    /// conversation began in one. Asked each time, so that it holds whichever path leads to the
    /// transcript, and whatever part of it was read before.
    ///
    /// # Errors
    /// Any error that prevents reading the transcript: it is then unknown whether it is excluded.
    pub fn permit(&self, path: &Path, source: &dyn Source) -> io::Result<Option<Permit>> {
        Ok((!self.excludes(path, source)?).then_some(Permit(())))
    }

    /// Like [`Self::permit`], for what is told beside a transcript, which may be gone by then.
    ///
    /// # Errors
    /// As for [`Self::permit`], but for a transcript that is not there.
    pub fn permit_beside(&self, path: &Path, source: &dyn Source) -> io::Result<Option<Permit>> {
        match self.permit(path, source) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(Permit(()))),
            permit => permit,
        }
    }

    fn excludes(&self, path: &Path, source: &dyn Source) -> io::Result<bool> {
        if self.excluded.is_empty() {
            return Ok(false);
        }
        if path.parent().is_some_and(|folder| self.excluded.covers(folder)) {
            return Ok(true);
        }
        let Some(directory) = source.directory(path)? else {
            let Some(mark) = source.hidden_directory(path) else { return Ok(false) };
            let has_mark = |folder: &str| source.mark_of(folder).as_ref() == Some(&mark);
            return Ok(self.excluded.any_folder(&has_mark));
        };
        Ok(self.excluded.covers(Path::new(&directory)))
    }

    /// Returns the directory of a note, or the first of its files, that is excluded.
    pub fn excluded_place(&self, directory: &Path, files: &[String]) -> Option<PathBuf> {
        let covers = |path: &Path| self.excluded.covers(path);
        if covers(directory) {
            return Some(directory.to_owned());
        }
        let files = files.iter().map(|file| directory.join(file));
        files.into_iter().find(|file| covers(file) || file.parent().is_some_and(covers))
    }
}
