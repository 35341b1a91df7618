//! Files that the operating system locks for one process at a time: a lock ends with its holder,
//! however that dies.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Maximum number of attempts: repeated deletion of the file must not block a process forever.
const OPENS_MAX: usize = 100;

/// Opens and locks the file at a path, and creates a missing one; `None` when it is locked already.
/// Somebody may delete or replace the file between opening and locking it; another process could
/// then lock the new file at the same time.
pub(super) fn try_lock(path: &Path) -> std::result::Result<Option<File>, LockFailure> {
    for _ in 0..OPENS_MAX {
        let file = open(path).map_err(LockFailure::Open)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path).map_err(LockFailure::Open)? => return Ok(Some(file)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(LockFailure::Lock(error)),
        }
    }
    Ok(None)
}

/// Why a file is not locked, though nobody else holds it.
#[derive(Debug)]
pub(super) enum LockFailure {
    /// It cannot be opened.
    Open(Error),
    /// The disk gives no locks, as some network disks.
    Lock(Error),
}

impl From<LockFailure> for Error {
    fn from(failure: LockFailure) -> Self {
        match failure {
            LockFailure::Open(error) | LockFailure::Lock(error) => error,
        }
    }
}

/// Opens a file with access for its owner only. Links are not followed, and a FIFO does not block.
fn open(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600).custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is no regular file"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if found.permissions().mode() & 0o077 != 0 {
            // Another user's file keeps its mode; it can be locked all the same.
            let _ = file.set_permissions(std::fs::Permissions::from_mode(0o600));
        }
    }
    Ok(file)
}

/// Returns whether an open file is still the one at its path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match std::fs::symlink_metadata(path) {
        Ok(found) => Ok((own.dev(), own.ino()) == (found.dev(), found.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Windows does not delete open files.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> Result<bool> {
    Ok(path.exists())
}
