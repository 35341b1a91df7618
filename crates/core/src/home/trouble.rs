//! What keeps the files of a home from being used: locks that fail, and files of another user.

use std::fs::{File, OpenOptions};
use std::io::Result;
use std::path::Path;

use serde::Serialize;

use super::Home;
use super::contents::{LinkedFile, OWN_FOLDERS, OwnFile};
use crate::private_file::{remove, unique};
use crate::system_error;

/// What is wrong with the files of a home.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HomeTrouble {
    /// Why no file can be locked there, as some network disks refuse it; `None` if it can, or if
    /// nothing can be written there.
    pub locks: Option<String>,
    /// The files that belong to another user.
    pub others: Vec<OthersFile>,
    /// Our names that are links.
    pub links: Vec<LinkedFile>,
}

/// A file of the home that belongs to another user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OthersFile {
    /// Relative to the home, with `/`; empty for the home itself.
    pub path: String,
    /// The number of the user.
    pub owner: u32,
}

impl Home {
    /// Looks for what is wrong with the files of this home. A missing home has nothing. Leaves no
    /// trace.
    ///
    /// # Errors
    /// [`crate::Error::FileUnreadable`] when a folder of it cannot be read.
    pub fn trouble(&self) -> crate::Result<HomeTrouble> {
        if !self.folder().is_dir() {
            return Ok(HomeTrouble::default());
        }
        let contents = self.contents(&[]);
        let own = contents.as_ref().map(|found| found.ours.as_slice()).unwrap_or_default();
        let others = self.of_others(own, user());
        let locks = self.lock_failure().map(|error| system_error::reason(&error));
        let links = match contents {
            Ok(contents) => contents.links,
            // Whose the files are says more than that they cannot be read.
            Err(_) if !others.is_empty() => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(HomeTrouble { locks, others, links })
    }

    /// Returns why a new file cannot be locked here; `None` if it can, or none can be made.
    pub(crate) fn lock_failure(&self) -> Option<std::io::Error> {
        // A purge knows the name, should this process be killed.
        let path = self.folder().join(format!(".locks.mementor-{}.tmp", unique()));
        let file = OpenOptions::new().write(true).create_new(true).open(&path).ok()?;
        let failed = locked(&file).err();
        drop(file);
        let _ = remove(&path);
        failed
    }

    /// Folders are looked at by name: one that is closed to this user cannot be listed.
    #[cfg(unix)]
    fn of_others(&self, own: &[OwnFile], user: u32) -> Vec<OthersFile> {
        use std::os::unix::fs::MetadataExt as _;
        // Nothing is closed to root.
        if user == 0 {
            return Vec::new();
        }
        let folders = std::iter::once("").chain(OWN_FOLDERS);
        let paths = folders.chain(own.iter().map(|file| file.path.as_str()));
        let owned = paths.filter_map(|path| {
            let owner = std::fs::metadata(self.folder().join(path)).ok()?.uid();
            (owner != user).then(|| OthersFile { path: path.to_owned(), owner })
        });
        owned.collect()
    }

    #[cfg(not(unix))]
    fn of_others(&self, _: &[OwnFile], _: u32) -> Vec<OthersFile> {
        Vec::new()
    }
}

/// Takes both kinds of locks that are used, of the whole file and of `SQLite`, and gives them back.
fn locked(file: &File) -> Result<()> {
    match file.try_lock() {
        Ok(()) => file.unlock()?,
        Err(std::fs::TryLockError::Error(error)) => return Err(error),
        // Nobody else knows the file.
        Err(std::fs::TryLockError::WouldBlock) => {}
    }
    range_locked(file)
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "a call of the operating system")]
fn range_locked(file: &File) -> Result<()> {
    use std::os::fd::AsRawFd as _;
    // SAFETY: the structure is plain numbers, of which all zero is a valid one.
    let mut wanted: libc::flock = unsafe { std::mem::zeroed() };
    wanted.l_type = libc::F_WRLCK as _;
    wanted.l_whence = libc::SEEK_SET as _;
    wanted.l_len = 1;
    // SAFETY: the descriptor is open, and the call reads the structure, which outlives it.
    let done = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETLK, &raw const wanted) };
    // Closing the file gives the lock back.
    if done == -1 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(not(unix))]
fn range_locked(_: &File) -> Result<()> {
    Ok(())
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "a call of the operating system")]
fn user() -> u32 {
    // SAFETY: the call has no arguments, and never fails.
    unsafe { libc::geteuid() }
}

#[cfg(not(unix))]
fn user() -> u32 {
    0
}

/// Whether a path is a link.
pub(super) fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_symlink())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_that_works_has_no_trouble_and_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        std::fs::write(home.database(), "").expect("room");
        assert_eq!(home.trouble().expect("readable"), HomeTrouble::default());
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
        let none = Home::at(folder.path().join("none"));
        assert_eq!(none.trouble().expect("none"), HomeTrouble::default());
        assert!(!none.folder().exists());
    }

    #[cfg(unix)]
    #[test]
    fn files_and_folders_of_another_user_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        for name in ["receipts", "theirs"] {
            std::fs::create_dir(home.folder().join(name)).expect("room");
        }
        std::fs::write(home.database(), "").expect("room");
        let own = home.contents(&[]).expect("readable").ours;
        let paths = |user| {
            let others = home.of_others(&own, user);
            others.into_iter().map(|file| file.path).collect::<Vec<_>>()
        };
        assert!(paths(user()).is_empty());
        assert_eq!(paths(user() + 1), ["", "receipts", "memory.db"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_of_ours_are_told_with_what_they_lead_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        let disk = folder.path().canonicalize().expect("there").join("disk");
        for path in [home.folder(), &disk] {
            std::fs::create_dir_all(path).expect("room");
        }
        std::fs::write(disk.join("m.db"), "").expect("room");
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, home.folder().join(name)).expect("room");
        };
        link(&disk.join("m.db"), "memory.db");
        link(&disk, "recalls");
        link(&disk.join("gone"), "state.json");
        link(&disk, "theirs");
        let links = home.trouble().expect("readable").links;
        let found: Vec<_> = links.iter().map(|link| (link.path.as_str(), &link.target)).collect();
        let gone = disk.join("gone");
        let expected =
            [("memory.db", &disk.join("m.db")), ("recalls", &disk), ("state.json", &gone)];
        assert_eq!(found, expected);
    }
}
