//! What is known of a home without opening the database.

use std::path::PathBuf;

use serde::Serialize;

use super::damaged::{DamagedCopy, LostMemory};
use super::lock::{IngestLock, LockHolder};
use super::state::{BackupList, PendingBackup, StatePart};
use super::{Home, WarmClient};
use crate::json::path_if_any;

/// What is known of a home.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HomeReport {
    /// The backups that were written.
    pub backups: BackupList,
    /// What is still to be removed from them.
    pub pending_backups: Vec<PendingBackup>,
    /// Whether a removal was stopped before its bytes were out of the database.
    pub is_removing: bool,
    /// Where a state is kept that could not be read, if there was one.
    #[serde(serialize_with = "path_if_any")]
    #[cfg_attr(test, ts(type = "string | null"))]
    pub unreadable_state: Option<PathBuf>,
    /// The damaged databases that were moved aside.
    pub damaged: Vec<DamagedCopy>,
    /// What was lost, if the database is empty or gone.
    pub lost: Option<LostMemory>,
    /// The clients whose prompts a server answers, or has answered.
    pub warm_clients: Vec<WarmClient>,
    /// The process that holds the ingest lock, if it is certain.
    pub holder: Option<LockHolder>,
}

impl Home {
    /// Returns what is known of this home. Reads small files only, and never fails. `start_of` is as
    /// for [`IngestLock::holder`].
    pub fn report(&self, start_of: impl FnOnce(u32) -> Option<String>) -> HomeReport {
        let unreadable = self.unreadable_state();
        HomeReport {
            backups: self.backups(),
            pending_backups: self.pending_backups(),
            is_removing: self.removal_note() != StatePart::Missing,
            unreadable_state: unreadable.exists().then_some(unreadable),
            damaged: self.damaged(),
            lost: self.lost_memory(),
            warm_clients: self.warm_clients(),
            holder: IngestLock::holder(self, start_of),
        }
    }
}
