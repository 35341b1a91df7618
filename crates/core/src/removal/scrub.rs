//! Masks a backup again with the current rules.

use std::path::Path;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::item::chunk::Splitter;
use crate::secrets::Masker;
use crate::store::{Store, intake};

/// Masks a whole backup, removing every masked byte. Returns the masked texts. Every failure is
/// reported as an error of the backup.
pub fn scrub_backup(
    path: &Path,
    masker: &Masker,
    splitter: &dyn Splitter,
    busy: Duration,
) -> Result<Vec<String>> {
    let work = || {
        let mut store = Store::open_backup(path, busy)?;
        let mut removed = Vec::new();
        let mut after = Some(0);
        while let Some(from) = after {
            let done = intake::scrub(&mut store, from, masker, splitter)?;
            removed.extend(done.removed);
            after = done.next;
        }
        store.compact()?;
        Ok(removed)
    };
    work().map_err(|error| Error::of_backup(path, error))
}
