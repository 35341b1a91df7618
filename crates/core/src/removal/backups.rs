//! What is to be removed from backups: done in each of them as soon as that can be.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::forget::forget_in_backup;
use super::scrub::scrub_backup;
use crate::error::Result;
use crate::home::Home;
use crate::home::state::PendingBackup;
use crate::item::chunk::Splitter;
use crate::policy::CapturePolicy;

/// How long to wait for a process that uses a backup.
const BUSY: Duration = Duration::from_secs(5);

/// The reason while a backup is missing from its path.
pub(super) const NOT_THERE: &str = "it is not there";
/// The reason after a removal was interrupted.
const STOPPED: &str = "it was interrupted";

/// What a removal needs of its surroundings.
#[derive(Clone, Copy)]
pub struct Removing<'a> {
    /// The home with what is beside the database.
    pub home: &'a Home,
    /// What is masked, in what is written.
    pub policy: &'a CapturePolicy,
    /// Splits what a scrub derives again.
    pub splitter: &'a dyn Splitter,
    /// The time, in milliseconds since the epoch.
    pub now_ms: i64,
}

/// What became of the backups.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CleanedBackups {
    /// The backups that were cleaned.
    pub done: Vec<String>,
    /// What is left, each with the reason.
    pub left: Vec<PendingBackup>,
    /// The masked texts of the backups, which must never be printed.
    #[serde(skip)]
    pub masked: Vec<String>,
}

/// Cleans the backups in which something is pending, except those tried within `rest_ms`. A
/// failure is noted, and is no error.
pub fn clean_backups(of: Removing, rest_ms: i64) -> Result<CleanedBackups> {
    let mut cleaned = CleanedBackups::default();
    for pending in of.home.pending_by_backup()? {
        if !rests(&pending, of.now_ms, rest_ms) {
            clean_one(of, pending, false, &mut cleaned)?;
        }
    }
    cleaned.left = of.home.pending_backups();
    Ok(cleaned)
}

/// Cleans one backup, and notes how that went at once: if this process is killed, it is not done
/// again. One that is `stopped` is left to later.
pub(super) fn clean_one(
    of: Removing,
    pending: PendingBackup,
    stopped: bool,
    cleaned: &mut CleanedBackups,
) -> Result<()> {
    let reason =
        if stopped { Some(STOPPED.to_owned()) } else { failure(of, &pending, &mut cleaned.masked) };
    let tried_at_ms = if stopped { pending.tried_at_ms } else { of.now_ms };
    let failed = reason.is_some();
    let tried = PendingBackup { reason: reason.unwrap_or_default(), tried_at_ms, ..pending };
    of.home.settle_pending(&tried, failed)?;
    if !failed {
        cleaned.done.push(tried.path);
    }
    Ok(())
}

/// Removes what is pending in a backup. Returns why that failed.
fn failure(of: Removing, pending: &PendingBackup, masked: &mut Vec<String>) -> Option<String> {
    let path = Path::new(&pending.path);
    if path == of.home.state_file() {
        return of.home.backups().unreadable;
    }
    if !path.exists() {
        return Some(NOT_THERE.to_owned());
    }
    let work = || {
        if !pending.turns.is_empty() {
            forget_in_backup(path, &pending.turns, BUSY)?;
        }
        if pending.scrub {
            return scrub_backup(path, &of.policy.masker, of.splitter, BUSY);
        }
        Ok(Vec::new())
    };
    match work() {
        Ok(texts) => {
            masked.extend(texts);
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

fn rests(pending: &PendingBackup, now_ms: i64, rest_ms: i64) -> bool {
    let PendingBackup { path, reason, tried_at_ms, .. } = pending;
    if reason == NOT_THERE && Path::new(path).exists() {
        return false;
    }
    // A clock that was set back does not delay the attempt.
    *tried_at_ms <= now_ms && now_ms - tried_at_ms < rest_ms
}
