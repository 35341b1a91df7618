//! The ingest lock. The operating system holds it, so it ends with its holder. The holder writes
//! its identity to the file, for those who wait.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{Error as IoError, ErrorKind, Read as _, Result as IoResult, Write as _};
use std::path::Path;

use mementor_core::api::Error;
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::process::start_of;

/// Maximum number of attempts: repeated deletion of the file must not block a process forever.
const OPENS_MAX: usize = 100;
/// Maximum size of the holder's record, which has a few hundred bytes.
const RECORD_BYTES_MAX: u64 = 4_096;

/// Held while transcripts are ingested.
#[napi]
pub struct IngestLock {
    file: Option<File>,
}

/// The process that holds the ingest lock.
#[napi(object)]
#[derive(Debug, PartialEq, Eq)]
pub struct LockHolder {
    /// Process id.
    pub pid: u32,
    /// The command that the process runs, such as `ingest`; `drain` is the worker.
    pub command: String,
    /// When the process took the lock, in milliseconds since 1970.
    pub since_ms: i64,
}

#[napi]
impl IngestLock {
    /// Returns the lock, or nothing when another process holds it. Creates the home. `command` and
    /// `now_ms` are recorded for others.
    #[napi]
    pub fn try_acquire(
        home: String,
        command: Option<String>,
        now_ms: Option<i64>,
    ) -> Result<Option<Self>, Failure> {
        guarded(|| {
            let path = Path::new(&home).join("ingest.lock");
            let failed = |source| Error::HomeUnwritable { path: path.clone(), source };
            private_directory(Path::new(&home)).map_err(failed)?;
            let Some(mut file) = locked(&path).map_err(failed)? else { return Ok(None) };
            let holder = LockHolder {
                pid: std::process::id(),
                command: command.unwrap_or_default(),
                since_ms: now_ms.unwrap_or_default(),
            };
            // A lock without a record is still valid: a full disk must not stop its holder.
            let _ = write_record(&mut file, &holder);
            Ok(Some(Self { file: Some(file) }))
        })
    }

    /// Returns the holder of a home's lock if it is certain; nothing when there is no record, or
    /// when the recorded process has exited.
    #[napi]
    pub fn holder(home: String) -> Result<Option<LockHolder>, Failure> {
        guarded(|| Ok(read_record(&Path::new(&home).join("ingest.lock"))))
    }

    /// Releases the lock; a second call does nothing.
    #[napi]
    pub fn release(&mut self) -> Result<(), Failure> {
        guarded(|| {
            if let Some(file) = self.file.take() {
                // The next reader must not see this process as the holder.
                let _ = file.set_len(0);
            }
            Ok(())
        })
    }
}

/// Opens and locks the file at `path`; `None` when it is already locked. A purge may delete the
/// file between opening and locking it; another process could then lock a new file at the same
/// time.
fn locked(path: &Path) -> IoResult<Option<File>> {
    for _ in 0..OPENS_MAX {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path)? => return Ok(Some(file)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}

/// Opens the lock file with access for its owner only. Links are not followed, and a FIFO does not
/// block.
fn open(path: &Path) -> IoResult<File> {
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
        return Err(IoError::new(ErrorKind::InvalidInput, "it is no regular file"));
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
fn is_at(file: &File, path: &Path) -> IoResult<bool> {
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
fn is_at(_file: &File, path: &Path) -> IoResult<bool> {
    Ok(path.exists())
}

fn write_record(file: &mut File, holder: &LockHolder) -> IoResult<()> {
    let LockHolder { pid, command, since_ms } = holder;
    let start = start_of(*pid).unwrap_or_default();
    file.set_len(0)?;
    write!(file, "pid {pid}\nstart {start}\nsince {since_ms}\ncommand {command}\n")
}

/// Returns the holder's record if the process that wrote it is still running.
fn read_record(path: &Path) -> Option<LockHolder> {
    let mut text = String::new();
    open_for_reading(path).ok()?.take(RECORD_BYTES_MAX).read_to_string(&mut text).ok()?;
    let fields: HashMap<&str, &str> =
        text.lines().filter_map(|line| line.split_once(' ')).collect();
    let pid = fields.get("pid")?.parse().ok()?;
    if start_of(pid).as_deref() != Some(*fields.get("start")?) {
        return None;
    }
    let since_ms = fields.get("since")?.parse().ok()?;
    Some(LockHolder { pid, command: (*fields.get("command")?).to_owned(), since_ms })
}

fn open_for_reading(path: &Path) -> IoResult<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOFOLLOW | libc::O_NOCTTY,
    );
    options.open(path)
}

fn private_directory(path: &Path) -> IoResult<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}
