//! The ingest lock: whoever writes to the memory holds it. The holder writes its identity to the
//! file, for those who wait.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write as _;

use serde::Serialize;

use super::Home;
use super::locked_file::{LockFailure, try_lock};
use crate::error::{Error, Result};
use crate::private_file::make_folder;
use crate::regular_file::read_regular;

/// Maximum size of the holder's record, which has a few hundred bytes.
const RECORD_BYTES_MAX: u64 = 4_096;

/// Held while something is written to the memory; released when it is dropped.
#[derive(Debug)]
pub struct IngestLock(File);

/// The process that holds the ingest lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LockHolder {
    /// Process id.
    pub pid: u32,
    /// The command that the process runs, such as `ingest`; `drain` is the worker.
    pub command: String,
    /// When the process took the lock, in milliseconds since the epoch.
    pub since_ms: i64,
}

impl IngestLock {
    /// Returns the lock of a home, or nothing when another process holds it. Creates the home.
    /// `start` distinguishes the holder from other processes with the same id.
    pub fn try_acquire(home: &Home, holder: &LockHolder, start: &str) -> Result<Option<Self>> {
        let path = home.lock();
        let failed = |source| Error::HomeUnwritable { path: path.clone(), source };
        make_folder(home.folder()).map_err(failed)?;
        let refused = |failure| match failure {
            LockFailure::Open(source) => failed(source),
            LockFailure::Lock(source) => Error::LocksFail { path: path.clone(), source },
        };
        let Some(mut file) = try_lock(&path).map_err(refused)? else { return Ok(None) };
        let LockHolder { pid, command, since_ms } = holder;
        let record = format!("pid {pid}\nstart {start}\nsince {since_ms}\ncommand {command}\n");
        // A lock without a record is still valid: a full disk must not stop its holder.
        let _ = file.set_len(0).and_then(|()| file.write_all(record.as_bytes()));
        Ok(Some(Self(file)))
    }

    /// Returns the holder of a home's lock if it is certain; nothing when there is no record, or
    /// when the recorded process has exited. `start_of` returns what distinguishes a process that
    /// runs from others with the same id.
    pub fn holder(home: &Home, start_of: impl FnOnce(u32) -> Option<String>) -> Option<LockHolder> {
        let bytes = read_regular(&home.lock(), RECORD_BYTES_MAX).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let fields: HashMap<&str, &str> =
            text.lines().filter_map(|line| line.split_once(' ')).collect();
        let pid = fields.get("pid")?.parse().ok()?;
        if start_of(pid).as_deref() != Some(*fields.get("start")?) {
            return None;
        }
        let since_ms = fields.get("since")?.parse().ok()?;
        Some(LockHolder { pid, command: (*fields.get("command")?).to_owned(), since_ms })
    }
}

impl Drop for IngestLock {
    fn drop(&mut self) {
        // The next reader must not see this process as the holder.
        let _ = self.0.set_len(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_holder_who_is_named_until_it_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        let holder = LockHolder { pid: 7, command: "ingest".to_owned(), since_ms: 5 };
        let runs = |_: u32| Some("9".to_owned());
        assert_eq!(IngestLock::holder(&home, runs), None);
        let lock = IngestLock::try_acquire(&home, &holder, "9").expect("room");
        assert!(lock.is_some());
        assert!(IngestLock::try_acquire(&home, &holder, "9").expect("room").is_none());
        assert_eq!(IngestLock::holder(&home, runs), Some(holder.clone()));
        assert_eq!(IngestLock::holder(&home, |_| Some("8".to_owned())), None);
        assert_eq!(IngestLock::holder(&home, |_| None), None);
        drop(lock);
        assert_eq!(IngestLock::holder(&home, runs), None);
        assert!(IngestLock::try_acquire(&home, &holder, "9").expect("room").is_some());
    }
}
