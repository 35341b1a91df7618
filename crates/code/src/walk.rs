//! The files of a project that git would track, and what is left out.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ignore::{DirEntry, WalkBuilder};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::language::language_of;

/// A larger file is data.
pub const FILE_BYTES_MAX: u64 = 1 << 20;
/// More files than any project that one works on by hand has.
const FILES_MAX: usize = 500_000;
/// Names kept as examples, for each reason.
const EXAMPLES_MAX: usize = 5;

/// Why a file or a folder is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// In no language that is known: pictures, data.
    Other,
    /// A folder of packages from elsewhere.
    Vendored,
    /// Made by a program, as its first lines or its name say.
    Generated,
    /// Code without line breaks.
    Minified,
    /// No text.
    Binary,
    /// Larger than 1 MB.
    Large,
    /// A link: what it leads to is indexed where it is, if it is in the project.
    Link,
    /// A repository within the repository.
    Submodule,
    /// Its name is no text.
    Unnamable,
    /// The system does not let it be read.
    Unreadable,
    /// There are too many files.
    TooMany,
}

/// How many are left out for a reason, and some of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut(BTreeMap<Reason, (u32, Vec<String>)>);

impl LeftOut {
    /// Counts one.
    pub fn add(&mut self, reason: Reason, path: &str) {
        let (count, examples) = self.0.entry(reason).or_default();
        *count += 1;
        if examples.len() < EXAMPLES_MAX {
            examples.push(path.to_owned());
        }
    }

    /// Returns the reasons with their counts and examples.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, u32, &[String])> {
        self.0.iter().map(|(reason, (count, examples))| (*reason, *count, examples.as_slice()))
    }

    /// Returns the count of a reason.
    pub fn count(&self, reason: Reason) -> u32 {
        self.0.get(&reason).map_or(0, |(count, _)| *count)
    }
}

/// A file on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// From the root, with `/`.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub changed_ns: i64,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Walked {
    /// The files that may be read, in the order of their paths.
    pub files: Vec<FoundFile>,
    /// The others.
    pub left_out: LeftOut,
}

/// Walks what git would track below a folder of a root.
///
/// # Errors
/// [`Error::FolderUnreadable`] when the folder cannot be read at all.
pub fn walk(root: &Path, under: &Path) -> Result<Walked> {
    let unreadable = |source| Error::FolderUnreadable { path: under.to_owned(), source };
    std::fs::read_dir(under).map_err(unreadable)?;
    let mut walked = Walked::default();
    let entries = WalkBuilder::new(under)
        .hidden(false)
        .ignore(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .sort_by_file_path(Ord::cmp)
        .build();
    let mut skipped: Option<PathBuf> = None;
    for entry in entries {
        let Ok(entry) = entry else {
            walked.left_out.add(Reason::Unreadable, "");
            continue;
        };
        if skipped.as_ref().is_some_and(|folder| entry.path().starts_with(folder)) {
            continue;
        }
        if entry.depth() > 0 && is_folder(&entry) {
            if let Some(reason) = folder_left_out(&entry) {
                walked.left_out.add(reason, &format!("{}/", shown(root, entry.path())));
                skipped = Some(entry.path().to_owned());
            }
            continue;
        }
        match judged(root, &entry) {
            Ok(_) if walked.files.len() == FILES_MAX => {
                walked.left_out.add(Reason::TooMany, &shown(root, entry.path()));
            }
            Ok(file) => walked.files.extend(file),
            Err(reason) => walked.left_out.add(reason, &shown(root, entry.path())),
        }
    }
    Ok(walked)
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn folder_left_out(entry: &DirEntry) -> Option<Reason> {
    const OTHERS: [&str; 9] = [
        "node_modules",
        "vendor",
        "third_party",
        "third-party",
        "bower_components",
        "site-packages",
        "Pods",
        ".venv",
        "venv",
    ];
    if OTHERS.iter().any(|name| entry.file_name() == *name) {
        return Some(Reason::Vendored);
    }
    entry.path().join(".git").exists().then_some(Reason::Submodule)
}

/// Returns a path from a root, with `/`, whatever its name is.
fn shown(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

/// Returns a file that may be read; `None` for the folder itself and what is no file.
fn judged(root: &Path, entry: &DirEntry) -> std::result::Result<Option<FoundFile>, Reason> {
    let kind = entry.file_type().ok_or(Reason::Unreadable)?;
    if kind.is_symlink() {
        return Err(Reason::Link);
    }
    if !kind.is_file() {
        return Ok(None);
    }
    let data = entry.metadata().map_err(|_| Reason::Unreadable)?;
    file(root, entry.path(), &data).map(Some)
}

/// Judges a file by its name and size.
pub fn file(root: &Path, path: &Path, data: &Metadata) -> std::result::Result<FoundFile, Reason> {
    if path.to_str().is_none() {
        return Err(Reason::Unnamable);
    }
    // A script may have no ending: its first line says what it is.
    let is_bare = path.extension().is_none() && data.len() > 2;
    if language_of(path).is_none() && !is_bare {
        return Err(Reason::Other);
    }
    if data.len() > FILE_BYTES_MAX {
        return Err(Reason::Large);
    }
    let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let changed_ns = changed.map_or(0, |time| time.as_nanos() as i64);
    Ok(FoundFile { path: shown(root, path), size: data.len(), changed_ns })
}
