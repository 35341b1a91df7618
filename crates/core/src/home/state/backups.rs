//! The backups that were written, and what is still to be removed from them.
//!
//! A backup may be unplugged, read-only, damaged or of a newer version: that never stops work on
//! the memory.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{HomeState, StatePart};
use crate::error::{Error, Result};
use crate::home::Home;

const LIST: &str = "backups";
const PENDING: &str = "pendingBackups";

/// The list of backups, as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BackupList {
    /// Every backup that was written; some may be on a disk that is not connected now.
    pub paths: Vec<String>,
    /// Why the list cannot be read: then there may be backups that are not known.
    pub unreadable: Option<String>,
}

/// What is still to be removed from a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PendingBackup {
    /// The backup; or `state.json`, standing for all that it names, while the list in it cannot be
    /// read.
    pub path: String,
    /// Uuids of the turns to remove.
    pub turns: Vec<String>,
    /// Whether to mask secrets in it.
    #[serde(default)]
    pub scrub: bool,
    /// Why the last attempt failed; empty before the first.
    #[serde(default)]
    pub reason: String,
    /// When it was last tried, in milliseconds since the epoch; 0 before the first time.
    #[serde(default)]
    pub tried_at_ms: i64,
}

impl HomeState {
    fn backups(&self) -> BackupList {
        match self.part(LIST, "a list of paths") {
            StatePart::Missing => BackupList::default(),
            StatePart::Is(paths) => BackupList { paths, unreadable: None },
            StatePart::Damaged(why) => BackupList {
                paths: Vec::new(),
                unreadable: Some(format!("the list of backups cannot be read: {why}")),
            },
        }
    }

    /// Never overwrites a list that cannot be read: it may name backups.
    fn backups_to_change(&self, path: &Path) -> Result<Vec<String>> {
        let BackupList { paths, unreadable } = self.backups();
        match unreadable {
            None => Ok(paths),
            Some(reason) => Err(Error::BackupsBroken { path: path.to_owned(), reason }),
        }
    }

    /// Returns what is pending. Of a damaged note only its existence counts: all turns that were
    /// ever forgotten are then removed from all backups.
    fn pending(&self, path: &Path, forgotten: impl FnOnce() -> Vec<String>) -> Vec<PendingBackup> {
        match self.part(PENDING, "a list of what is to be removed") {
            StatePart::Missing => Vec::new(),
            StatePart::Is(pending) => pending,
            StatePart::Damaged(_) => united(Vec::new(), self.named(path), &forgotten(), true),
        }
    }

    /// Returns the listed backups, and the file itself while its list cannot be read.
    fn named(&self, path: &Path) -> Vec<String> {
        let BackupList { paths, unreadable } = self.backups();
        if unreadable.is_some() { vec![path.display().to_string()] } else { paths }
    }

    fn put_pending(&mut self, pending: &[PendingBackup]) -> Result<()> {
        if pending.is_empty() {
            self.remove(PENDING);
            return Ok(());
        }
        self.put(PENDING, pending)
    }

    /// Notes that turns are to be removed, or secrets to be masked, in every listed backup.
    pub(super) fn want_of_backups(
        &mut self,
        path: &Path,
        turns: &[String],
        scrub: bool,
        forgotten: impl FnOnce() -> Vec<String>,
    ) -> Result<()> {
        let pending = self.pending(path, forgotten);
        self.put_pending(&united(pending, self.named(path), turns, scrub))
    }
}

/// Adds work to what is pending in some backups.
fn united(
    mut pending: Vec<PendingBackup>,
    paths: Vec<String>,
    turns: &[String],
    scrub: bool,
) -> Vec<PendingBackup> {
    for path in paths {
        let at = pending.iter().position(|each| each.path == path).unwrap_or_else(|| {
            let (turns, reason) = (Vec::new(), String::new());
            pending.push(PendingBackup { path, turns, scrub: false, reason, tried_at_ms: 0 });
            pending.len() - 1
        });
        let each = &mut pending[at];
        let known: std::collections::HashSet<String> = each.turns.iter().cloned().collect();
        each.turns.extend(turns.iter().filter(|turn| !known.contains(*turn)).cloned());
        each.scrub |= scrub;
    }
    pending
}

impl Home {
    /// Returns the list of backups.
    pub fn backups(&self) -> BackupList {
        self.state().backups()
    }

    /// Adds a backup to the list.
    pub fn add_backup(&self, path: &str) -> Result<()> {
        self.change_state(|state| {
            let mut paths = state.backups_to_change(&self.state_file())?;
            if !paths.iter().any(|each| each == path) {
                paths.push(path.to_owned());
            }
            state.put(LIST, paths)
        })
    }

    /// Takes a backup off the list, with what was pending in it. Returns whether it was there.
    pub fn drop_backup(&self, path: &str) -> Result<bool> {
        self.change_state(|state| {
            let file = self.state_file();
            let mut pending = state.pending(&file, || self.forgotten_ids());
            let mut paths = state.backups_to_change(&file)?;
            let before = (pending.len(), paths.len());
            pending.retain(|each| each.path != path);
            paths.retain(|each| each != path);
            let is_changed = before != (pending.len(), paths.len());
            if is_changed {
                state.put_pending(&pending)?;
                state.put(LIST, paths)?;
            }
            Ok(is_changed)
        })
    }

    /// Returns what is still to be removed from backups.
    pub fn pending_backups(&self) -> Vec<PendingBackup> {
        self.state().pending(&self.state_file(), || self.forgotten_ids())
    }

    /// Notes that secrets are to be masked in every listed backup.
    pub fn want_backups_masked(&self) -> Result<()> {
        self.change_state(|state| {
            state.want_of_backups(&self.state_file(), &[], true, || self.forgotten_ids())
        })
    }

    /// Returns what is pending; what stood for all backups is first given to each of them, once
    /// the list can be read again.
    pub fn pending_by_backup(&self) -> Result<Vec<PendingBackup>> {
        let file = self.state_file();
        let own = file.display().to_string();
        let pending = self.pending_backups();
        let is_given = !pending.iter().any(|each| each.path == own);
        if is_given || self.backups().unreadable.is_some() {
            return Ok(pending);
        }
        self.change_state(|state| {
            let pending = state.pending(&file, || self.forgotten_ids());
            let (all, mut others): (Vec<_>, Vec<_>) =
                pending.into_iter().partition(|each| each.path == own);
            for each in all {
                others = united(others, state.named(&file), &each.turns, each.scrub);
            }
            state.put_pending(&others)?;
            Ok(others)
        })
    }

    /// Notes how it went with one backup: it is done, or it failed for a reason.
    pub fn settle_pending(&self, tried: &PendingBackup, failed: bool) -> Result<()> {
        self.change_state(|state| {
            let mut pending = state.pending(&self.state_file(), || self.forgotten_ids());
            pending.retain(|each| each.path != tried.path);
            if failed {
                pending.push(tried.clone());
            }
            state.put_pending(&pending)
        })
    }
}
