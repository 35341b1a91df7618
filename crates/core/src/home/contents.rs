//! Which files in the home are ours, and which are not; and how ours are deleted.

use std::collections::HashSet;
use std::io::{ErrorKind, Read as _, Result as IoResult};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::bytes::Regex;
use serde::Serialize;

use super::Home;
use super::lock::IngestLock;
use super::trouble::is_link;
use crate::ascii_regex::ascii_regex;
use crate::error::{Error, Result};
use crate::json::path;
use crate::regular_file::open_regular;

/// A kind of file that is written below the home.
struct OwnKind {
    /// Its path, with `/`.
    path: Regex,
    /// A line of it, where others may give such a name to a file of theirs.
    line: Option<Regex>,
}

/// Every kind of file that is written below the home, except models: its path, and a line of it or
/// nothing. A purge deletes these and nothing else, so code that writes a new kind of file must add it
/// here.
static OWN_FILES: LazyLock<Vec<OwnKind>> = LazyLock::new(|| {
    let kinds = [
        (r"^memory\.db(\.damaged-\d+)?(-wal|-shm|-journal)?$", ""),
        (r"^memory\.db\.saved-\d+$", ""),
        (r"^code/[0-9a-f]{16}\.db(-wal|-shm|-journal)?$", ""),
        (r"^ingest\.lock$", ""),
        (r"^state\.json(\.unreadable)?$", ""),
        (r"^(forgotten|notes-shown)\.jsonl$", ""),
        (r"^mementor\.log(\.1)?$", r"(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z "),
        (r"^inbox/\d{14}-[0-9a-f]{12}\.json(\.unreadable)?$", ""),
        (r"^inbox/\.\d{14}-[0-9a-f]{12}\.json\.tmp$", ""),
        (r"^waiting-notes/\.?\d{14}-[0-9a-f]{12}\.jsonl(\.unreadable|\.tmp)?$", ""),
        (r"^recalls/[\w-]{1,100}\.jsonl$", r#"(?m)^\{"(atMs|compacting|compacted|forked|ended)":"#),
        (r"^receipts/[0-9a-f]{16}\.json$", ""),
        (r"^warm/\d+$", r"^\d+\n?$"),
        (r"^claims/[0-9a-f]{32}\.(claim|told)$", ""),
        (r"^models/\.import-[0-9a-f]{12}/", ""),
        // Temporary files that a crash left during an atomic replace.
        (r"^((inbox|receipts|recalls)/)?\.[\w.-]+\.(mementor-)?[0-9a-f]{12}\.tmp$", ""),
    ];
    let line = |line: &str| (!line.is_empty()).then(|| ascii_regex(line));
    kinds.map(|(path, of_it)| OwnKind { path: ascii_regex(path), line: line(of_it) }).into()
});

/// Bytes of a file that are looked through for such a line.
const LOOKED_AT_BYTES: u64 = 64 * 1024;

/// The folders that are made below the home. An empty folder with another name is not ours.
pub(super) const OWN_FOLDERS: [&str; 8] =
    ["code", "inbox", "recalls", "receipts", "models", "waiting-notes", "warm", "claims"];

/// A file of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnFile {
    /// Relative to the home, with `/`.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// One of our names that is a link. What it leads to stays where it is: who made the link decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkedFile {
    /// The link, relative to the home, with `/`.
    pub path: String,
    /// Where it leads to, through all links.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub target: PathBuf,
    /// Whether something is there.
    pub is_there: bool,
    /// Whether what is there is known to be ours by what it holds, so that a purge deletes it.
    pub is_ours: bool,
}

/// What is in a home.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HomeContents {
    /// Our files.
    pub ours: Vec<OwnFile>,
    /// The other files, relative to the home.
    pub foreign: Vec<String>,
    /// The links among our files and folders.
    pub links: Vec<LinkedFile>,
}

impl Home {
    /// Returns what is in the home, without following links. A missing home is empty. `known` are
    /// files that are ours although their names do not say so, relative to the home, with `/`:
    /// those of models, and the settings where they are Mementor's.
    ///
    /// # Errors
    /// [`Error::FileUnreadable`] when a folder of it cannot be read.
    pub fn contents(&self, known: &[String]) -> Result<HomeContents> {
        let known: HashSet<&str> = known.iter().map(String::as_str).collect();
        let mut contents = HomeContents::default();
        for (path, is_folder) in self.entries()? {
            if is_folder {
                continue;
            }
            let name = self.slashed(&path);
            let mut kinds = OWN_FILES.iter();
            let is_kind = |kind: &OwnKind| kind.is_of(&name, &path);
            let is_ours = known.contains(name.as_str()) || kinds.any(is_kind);
            if (is_ours || OWN_FOLDERS.contains(&name.as_str())) && is_link(&path) {
                contents.links.push(self.linked(&path));
            }
            if is_ours {
                let bytes = path.symlink_metadata().map_or(0, |found| found.len());
                contents.ours.push(OwnFile { path: name, bytes });
            } else {
                contents.foreign.push(name);
            }
        }
        contents.ours.sort_by(|a, b| a.path.cmp(&b.path));
        contents.foreign.sort();
        Ok(contents)
    }

    fn linked(&self, link: &Path) -> LinkedFile {
        let target = link.canonicalize();
        let is_there = target.is_ok();
        // One that leads nowhere tells at least where it points to.
        let pointed = || link.read_link().map(|to| self.folder().join(to)).unwrap_or_default();
        let target = target.unwrap_or_else(|_| pointed());
        LinkedFile { path: self.slashed(link), target, is_there, is_ours: false }
    }

    /// Deletes everything that is ours, and every folder of ours that is empty then; the home too.
    /// The lock file goes last, while the lock is held: a process that has it open sees that it is
    /// gone, and does not write alongside another.
    pub(crate) fn purge(&self, known: &[String], lock: IngestLock) -> Result<()> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| Error::HomeUnwritable { path, source }
        };
        let mut ours = self.contents(known)?.ours;
        // A -wal file goes before its database: alone it would be saved as a damaged memory.
        ours.reverse();
        for OwnFile { path, .. } in &ours {
            let path = self.folder().join(path);
            if path != self.lock() {
                crate::private_file::remove(&path).map_err(failed(&path))?;
            }
        }
        if cfg!(windows) {
            // Windows does not delete open files.
            drop(lock);
            crate::private_file::remove(&self.lock()).map_err(failed(&self.lock()))?;
        } else {
            crate::private_file::remove(&self.lock()).map_err(failed(&self.lock()))?;
            drop(lock);
        }
        let folders = self.entries()?.into_iter().filter(|(_, is_folder)| *is_folder);
        let mut folders: Vec<PathBuf> = folders.map(|(path, _)| path).collect();
        folders.retain(|path| {
            let name = self.slashed(path);
            OWN_FOLDERS.contains(&name.split('/').next().unwrap_or_default())
        });
        folders.sort_by_key(|path| std::cmp::Reverse(path.as_os_str().len()));
        for folder in folders.iter().map(PathBuf::as_path).chain([self.folder()]) {
            // One that is not empty stays.
            let _ = std::fs::remove_dir(folder);
        }
        Ok(())
    }

    /// Returns the paths of all files below the home but those of models, for whoever looks for
    /// what must be gone.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>> {
        let models = self.added_models();
        let files = self.entries()?.into_iter().filter(|(path, is_folder)| {
            let is_file = || path.symlink_metadata().is_ok_and(|found| found.is_file());
            !is_folder && !path.starts_with(&models) && is_file()
        });
        Ok(files.map(|(path, _)| path).collect())
    }

    /// Returns everything below the home, and whether it is a folder.
    fn entries(&self) -> Result<Vec<(PathBuf, bool)>> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            let inside = match entries_of(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(source) => return Err(Error::FileUnreadable { path: folder, source }),
                Ok(inside) => inside,
            };
            folders.extend(inside.iter().filter(|(_, is)| *is).map(|(path, _)| path.clone()));
            found.extend(inside);
        }
        found.sort();
        Ok(found)
    }

    fn slashed(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.folder()).unwrap_or(path);
        let parts = below.components().map(|part| part.as_os_str().to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }
}

impl OwnKind {
    /// Whether a file of this name is of the kind. What is empty, and what cannot be read, is.
    fn is_of(&self, name: &str, path: &Path) -> bool {
        self.path.is_match(name.as_bytes())
            && self.line.as_ref().is_none_or(|line| {
                let mut bytes = Vec::new();
                let read = open_regular(path)
                    .and_then(|file| file.take(LOOKED_AT_BYTES).read_to_end(&mut bytes));
                read.is_err() || bytes.is_empty() || line.is_match(&bytes)
            })
    }
}

fn entries_of(folder: &Path) -> IoResult<Vec<(PathBuf, bool)>> {
    let entries = std::fs::read_dir(folder)?;
    entries
        .map(|entry| {
            let entry = entry?;
            Ok((entry.path(), entry.file_type()?.is_dir()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::lock::LockHolder;

    #[test]
    fn a_purge_deletes_ours_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        let holder = LockHolder { pid: 1, command: String::new(), since_ms: 0 };
        let lock = IngestLock::try_acquire(&home, &holder, "").expect("room").expect("free");
        let write = |name: &str| {
            let path = home.folder().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
            std::fs::write(path, name).expect("room");
        };
        let ours = ["memory.db", "memory.db-wal", "state.json", "inbox/.x.0123456789ab.tmp"];
        for name in ours {
            write(name);
        }
        for name in ["theirs.txt", "their folder/inbox", "config.json"] {
            write(name);
        }
        // Others keep a log, a diary and a number under names of ours.
        for name in ["mementor.log", "recalls/diary.jsonl", "warm/7"] {
            write(name);
        }
        std::fs::create_dir_all(home.inbox()).expect("room");
        let line = "2026-01-02T03:04:05.000Z ours\n";
        std::fs::write(home.older_log(), line).expect("room");
        std::fs::write(home.recalls().join("one.jsonl"), r#"{"atMs":1,"prompt":""}"#)
            .expect("room");
        std::fs::write(home.recalls().join("none.jsonl"), "").expect("room");
        let known = ["config.json".to_owned()];
        let contents = home.contents(&known).expect("readable");
        assert_eq!(contents.ours.len(), 9, "{contents:?}");
        let theirs =
            ["mementor.log", "recalls/diary.jsonl", "their folder/inbox", "theirs.txt", "warm/7"];
        assert_eq!(contents.foreign, theirs);
        home.purge(&known, lock).expect("room");
        let left = home.contents(&known).expect("readable");
        assert_eq!(left, HomeContents { foreign: contents.foreign, ..HomeContents::default() });
        assert!(!home.inbox().exists());
        let missing = Home::at(folder.path().join("none"));
        assert_eq!(missing.contents(&[]).expect("none is empty"), HomeContents::default());
    }
}
