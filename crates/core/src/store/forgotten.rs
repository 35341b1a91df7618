//! List of forgotten turns in a file beside the database, so that it survives any damage to the
//! database.
//!
//! One id per line, each as a JSON string: a torn or damaged line does not parse as a string and
//! loses only itself. Lines are only ever appended, and are flushed to disk before the database
//! commits the removal.

use std::collections::{BTreeSet, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::Store;
use super::remove::Forgotten;
use crate::error::{Error, Result};
use crate::home::{FORGOTTEN_NAME, forgotten};

/// The list of one home, as far as it is known to be on disk.
pub(super) struct ForgottenList {
    path: PathBuf,
    known: HashSet<String>,
}

impl ForgottenList {
    /// Reads the list of a home. A missing file is an empty list. A file that exists but cannot be
    /// read is an error: without the list, forgotten turns would be stored again.
    pub fn open(home: &Path) -> Result<Self> {
        let path = home.join(FORGOTTEN_NAME);
        let known = forgotten::read(&path);
        let known = known.map_err(|source| Error::FileUnreadable { path: path.clone(), source })?;
        Ok(Self { path, known: known.into_iter().collect() })
    }

    /// Appends ids that are not listed yet, and flushes them to disk.
    pub fn add<'i>(&mut self, ids: impl IntoIterator<Item = &'i String>) -> Result<()> {
        let ids: BTreeSet<&String> = ids.into_iter().collect();
        let new: Vec<&String> = ids.into_iter().filter(|id| !self.known.contains(*id)).collect();
        if new.is_empty() {
            return Ok(());
        }
        append(&self.path, &new)
            .map_err(|source| Error::HomeUnwritable { path: self.path.clone(), source })?;
        self.known.extend(new.into_iter().cloned());
        Ok(())
    }
}

fn append(path: &Path, ids: &[&String]) -> std::io::Result<()> {
    let is_new = !path.exists();
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    // The leading newline terminates a line that an earlier writer left incomplete.
    let mut text = String::from(if file.metadata()?.len() > 0 { "\n" } else { "" });
    for id in ids {
        text.push_str(&serde_json::to_string(id)?);
        text.push('\n');
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    if is_new { sync_folder(path) } else { Ok(()) }
}

/// Flushes the folder of a new file, so that the file's name is durable.
pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::options().read(true).open(folder)?.sync_all()?;
    }
    let _ = path;
    Ok(())
}

impl Store {
    /// Synchronises the list in the home with the table in the database. Returns the turns and notes
    /// that are listed but still stored: an old copy of the database replaced the current one, or a
    /// removal was interrupted. They must be removed before anything else is done.
    pub(super) fn unite_forgotten(&mut self, home: &Path) -> Result<Vec<String>> {
        let list = ForgottenList::open(home)?;
        let noted: HashSet<String> = self.read(|reader| reader.forgotten())?.into_iter().collect();
        let listed: BTreeSet<String> = list.known.difference(&noted).cloned().collect();
        self.forgotten = Some(list);
        let mut returned = Vec::new();
        if !listed.is_empty() {
            let Forgotten { fingerprints, beginnings, uuids } = Forgotten::of(listed);
            let (stored, gone) = self.read(|reader| reader.stored_among(uuids))?;
            self.write(|writer| {
                writer.forget_fingerprints(&fingerprints)?;
                gone.iter().try_for_each(|turn| writer.forget_turn(turn).map(drop))?;
                writer.forget_beginnings(&beginnings)?;
                writer.remove_empty_sessions()
            })?;
            returned = stored;
        }
        if let Some(list) = &mut self.forgotten {
            list.add(&noted)?;
        }
        Ok(returned)
    }

    /// Refuses a database that does not know of the last removal: an older copy lies in its place,
    /// which still holds what was forgotten.
    pub(super) fn refuse_returned(self, home: &Path) -> Result<Self> {
        let path = home.join(FORGOTTEN_NAME);
        let last = forgotten::last(&path);
        let last = last.map_err(|source| Error::FileUnreadable { path, source })?;
        match last {
            Some(id) if !self.read(|reader| reader.is_forgotten(&id))? => {
                Err(Error::ForgottenStored { path: self.path.clone() })
            }
            _ => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(list: &ForgottenList) -> Vec<&str> {
        let mut ids: Vec<&str> = list.known.iter().map(String::as_str).collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn a_torn_or_damaged_line_costs_only_itself() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join(FORGOTTEN_NAME);
        let open = || ForgottenList::open(home.path()).expect("readable");
        let one = ["one".to_owned(), "two \"quoted\"\nlines".to_owned()];
        open().add(&one).expect("room");
        let mut file = OpenOptions::new().append(true).open(&path).expect("there");
        file.write_all(b"\xff\xfe\x00\n\"thr").expect("room");
        assert_eq!(ids(&open()), ["one", "two \"quoted\"\nlines"]);
        open().add(&["four".to_owned()]).expect("room");
        assert_eq!(ids(&open()), ["four", "one", "two \"quoted\"\nlines"]);
    }

    #[test]
    fn an_id_is_written_once_and_for_its_owner_alone() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join(FORGOTTEN_NAME);
        let mut list = ForgottenList::open(home.path()).expect("none yet");
        for _ in 0..2 {
            list.add(&["one".to_owned()]).expect("room");
            ForgottenList::open(home.path())
                .expect("there")
                .add(&["one".to_owned()])
                .expect("room");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "\"one\"\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_list_that_cannot_be_read_is_an_error() {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(home.path().join(FORGOTTEN_NAME)).expect("room");
        let refused = ForgottenList::open(home.path());
        assert!(matches!(refused, Err(Error::FileUnreadable { .. })));
    }
}
