//! Folder of the prepared stores: kept or temporary.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::failure::{Failure, Result};

/// Folder for all files of an evaluation.
pub struct Workspace {
    root: PathBuf,
    /// Deleted at the end of the evaluation.
    _temporary: Option<TempDir>,
}

impl Workspace {
    /// Uses `kept`, or a temporary folder.
    pub fn open(kept: Option<&Path>) -> Result<Self> {
        if let Some(root) = kept {
            std::fs::create_dir_all(root).map_err(|error| unusable(root, &error))?;
            return Ok(Self { root: root.to_owned(), _temporary: None });
        }
        let temporary =
            tempfile::tempdir().map_err(|error| unusable(&std::env::temp_dir(), &error))?;
        Ok(Self { root: temporary.path().to_owned(), _temporary: Some(temporary) })
    }

    /// Returns the path of an entry in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }
}

/// Writes a file, unless it already has this content.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if std::fs::read(path).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
    std::fs::write(path, text).map_err(|error| unusable(path, &error))
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write to {}: {error}", path.display()))
        .hinted("`--home` names a folder of your own")
}
