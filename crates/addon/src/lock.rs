//! The ingest lock: held by the operating system, so that it dies with its holder.

use std::fs::{File, TryLockError};
use std::path::Path;

use mementor_core::Error;
use napi_derive::napi;

use crate::guard::{Failure, guarded};

/// Held while transcripts are taken in.
#[napi]
pub struct IngestLock {
    file: Option<File>,
}

#[napi]
impl IngestLock {
    /// Returns the lock, or nothing when another process holds it. Creates the home.
    #[napi]
    pub fn try_acquire(home: String) -> Result<Option<Self>, Failure> {
        guarded(|| {
            let path = Path::new(&home).join("ingest.lock");
            let failed = |source| Error::HomeUnwritable { path: path.clone(), source };
            private_directory(Path::new(&home)).map_err(failed)?;
            let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => Ok(Some(Self { file: Some(file) })),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(source)) => Err(failed(source)),
            }
        })
    }

    /// Gives the lock back; a second call does nothing.
    #[napi]
    pub fn release(&mut self) {
        self.file = None;
    }
}

fn private_directory(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}
