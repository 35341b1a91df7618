//! Deletes what is ours in a home, and the database that lies behind a link there.

use std::path::Path;

use serde::Serialize;

use super::on_disk::{ForgottenOnDisk, forgotten_on_disk};
use crate::embed::{Models, SPEC_NAME};
use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::contents::HomeContents;
use crate::home::lock::IngestLock;
use crate::home::state::BackupList;
use crate::private_file::remove;
use crate::side_files::{SIDES, with_ending};
use crate::sources::Machine;
use crate::store::{TranscriptRow, is_memory};

/// What a purge deletes, and what to know before.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PurgePlan {
    /// What is in the home.
    pub contents: HomeContents,
    /// Backups are where the person put them, and stay; those that are there.
    pub backups: Vec<String>,
    /// Why there may be backups that are not listed.
    pub unreadable: Option<String>,
    /// What was forgotten: the list of it goes too.
    pub forgotten: ForgottenOnDisk,
}

/// Returns what a purge would delete. Changes nothing. See [`home_contents`] for `has_settings`, and
/// [`forgotten_on_disk`] for `known`.
pub fn plan_purge(
    home: &Home,
    models: &Models,
    has_settings: bool,
    machine: &Machine,
    known: impl FnOnce() -> Option<Vec<TranscriptRow>>,
) -> Result<PurgePlan> {
    let BackupList { paths, unreadable } = home.backups();
    Ok(PurgePlan {
        contents: home_contents(home, models, has_settings)?,
        backups: paths.into_iter().filter(|path| Path::new(path).exists()).collect(),
        unreadable,
        forgotten: forgotten_on_disk(home, machine, known)?,
    })
}

/// Returns what is in a home, and which of the files behind its links are ours by what they hold.
/// `has_settings` says that the file of the settings is ours: one with other fields may be
/// anybody's.
///
/// # Errors
/// [`Error::FileUnreadable`] when a folder of the home cannot be read.
pub fn home_contents(home: &Home, models: &Models, has_settings: bool) -> Result<HomeContents> {
    contents_with(home, &known_files(models, has_settings))
}

fn contents_with(home: &Home, known: &[String]) -> Result<HomeContents> {
    let mut contents = home.contents(known)?;
    for link in &mut contents.links {
        // A name alone proves nothing: it is a person who made the link.
        link.is_ours = home.folder().join(&link.path) == home.database() && is_memory(&link.target);
    }
    Ok(contents)
}

/// Returns the files that are ours although their names do not say so, relative to the home: those
/// of known models, whole or partly downloaded.
fn known_files(models: &Models, has_settings: bool) -> Vec<String> {
    // Without a manifest, files of models cannot be recognised: they stay, as foreign ones.
    let models = models.known().unwrap_or_default();
    let files = models.iter().flat_map(|spec| {
        let names = spec.files.iter().map(|file| file.name.as_str()).chain([SPEC_NAME]);
        names.map(|name| format!("models/{}/{name}", spec.id))
    });
    let parts = files.flat_map(|path| [format!("{path}.part"), path]);
    parts.chain(has_settings.then(|| "config.json".to_owned())).collect()
}

/// Deletes everything that is ours. What lies behind a link is deleted if it is our database; the
/// rest stays.
///
/// # Errors
/// [`Error::HomeUnwritable`] when something cannot be deleted.
pub fn purge(home: &Home, models: &Models, has_settings: bool, lock: IngestLock) -> Result<()> {
    let known = known_files(models, has_settings);
    for link in contents_with(home, &known)?.links.into_iter().filter(|link| link.is_ours) {
        // Its log first: alone it would be saved as a damaged memory.
        let beside = SIDES.map(|ending| with_ending(&link.target, ending));
        for path in beside.into_iter().chain([link.target]) {
            remove(&path).map_err(|source| Error::HomeUnwritable { path, source })?;
        }
    }
    home.purge(&known, lock)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use super::*;
    use crate::home::lock::LockHolder;
    use crate::store::{Access, Store};

    fn world() -> (tempfile::TempDir, Home, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("there");
        let home = Home::at(root.join("home"));
        let disk = root.join("disk");
        for path in [home.folder(), &disk] {
            fs::create_dir_all(path).expect("room");
        }
        fs::write(disk.join("other.txt"), "theirs").expect("room");
        (folder, home, disk)
    }

    fn no_models() -> Models {
        let none = PathBuf::from("/nonexistent");
        Models { bundled: none.clone(), added: none, chosen: None }
    }

    fn purged(home: &Home) {
        let holder = LockHolder { pid: 1, command: String::new(), since_ms: 0 };
        let lock = IngestLock::try_acquire(home, &holder, "").expect("room").expect("free");
        purge(home, &no_models(), false, lock).expect("room");
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("there").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn our_database_behind_links_goes_with_its_log_and_nothing_else_does() {
        let (_folder, home, disk) = world();
        drop(Store::open(&disk, Access::Write, Duration::ZERO, 0).expect("room"));
        fs::rename(disk.join("memory.db"), disk.join("m.db")).expect("there");
        fs::write(disk.join("m.db-wal"), "").expect("room");
        symlink(disk.join("m.db"), disk.join("second")).expect("room");
        symlink(disk.join("second"), home.database()).expect("room");
        purged(&home);
        assert_eq!(names(&disk), ["other.txt", "second"]);
        assert!(!home.folder().exists());
    }

    #[test]
    fn what_is_not_ours_behind_a_link_stays_whatever_the_link_is_called() {
        let (_folder, home, disk) = world();
        for (name, bytes) in [("text", "no database"), ("state", "{}")] {
            fs::write(disk.join(name), bytes).expect("room");
        }
        fs::create_dir(disk.join("recalls")).expect("room");
        fs::write(disk.join("recalls/s1.jsonl"), "theirs").expect("room");
        let links = [
            ("text", "memory.db"),
            ("state", "state.json"),
            ("recalls", "recalls"),
            ("none", "inbox"),
        ];
        for (to, name) in links {
            symlink(disk.join(to), home.folder().join(name)).expect("room");
        }
        // A folder that leads to itself ends too.
        symlink(home.folder(), home.folder().join("again")).expect("room");
        let contents = home_contents(&home, &no_models(), false).expect("readable");
        assert!(contents.links.iter().all(|link| !link.is_ours), "{contents:?}");
        assert_eq!(contents.links.len(), 4);
        purged(&home);
        assert_eq!(names(&disk), ["other.txt", "recalls", "state", "text"]);
        assert!(disk.join("recalls/s1.jsonl").exists());
        assert_eq!(names(home.folder()), ["again", "inbox", "recalls"]);
    }
}
