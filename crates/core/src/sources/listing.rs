//! Lists the transcripts in a tree of folders.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Stamp;
use crate::real_path::real_path;

/// Folders below a folder in which transcripts are looked for.
pub(super) const DEPTH_MAX: usize = 4;

/// Folders that hold no transcripts and may be large.
const OTHER_FOLDERS: [&str; 2] = ["node_modules", ".git"];

/// A transcript on the disk: of a session, or of one of its subagents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundTranscript {
    /// The real path, without symbolic links: it identifies the transcript.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Modification time, in milliseconds since the epoch.
    pub modified_at_ms: i64,
}

impl FoundTranscript {
    /// Returns the transcript at a real path; `None` when the path is no Unicode.
    pub(crate) fn at(path: &Path, stamp: Stamp) -> Option<Self> {
        let modified_at_ms = stamp.modified_at_ns.div_euclid(1_000_000);
        Some(Self { path: path.to_str()?.to_owned(), bytes: stamp.bytes, modified_at_ms })
    }
}

/// Puts transcripts in order, the one that changed last first, and each once.
pub(crate) fn newest_first(mut found: Vec<FoundTranscript>) -> Vec<FoundTranscript> {
    found.sort_by(|a, b| b.modified_at_ms.cmp(&a.modified_at_ms).then_with(|| a.path.cmp(&b.path)));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

/// Returns the transcripts below a folder, at most so many folders deep.
pub(super) fn below(
    folder: &Path,
    depth: usize,
    is_transcript: &dyn Fn(&str) -> bool,
) -> Vec<FoundTranscript> {
    let mut found = Vec::new();
    add_below(&real_path(folder), depth, is_transcript, &mut found);
    found
}

fn add_below(
    folder: &Path,
    depth: usize,
    is_transcript: &dyn Fn(&str) -> bool,
    found: &mut Vec<FoundTranscript>,
) {
    for (path, kind) in entries(folder) {
        if !kind.is_dir() {
            let is_ours = path.to_str().is_some_and(is_transcript);
            found.extend(is_ours.then(|| file_at(&path, kind.is_symlink())).flatten());
        } else if depth > 0 && !OTHER_FOLDERS.iter().any(|name| path.ends_with(name)) {
            add_below(&path, depth - 1, is_transcript, found);
        }
    }
}

/// Returns the folder at a root and those in it that are closed to this user: each stands for the
/// transcripts in it, so that whoever reads them says that it cannot.
pub(super) fn closed(root: &Path) -> Vec<FoundTranscript> {
    let root = real_path(root);
    let folders = entries(&root).into_iter().filter(|(_, kind)| kind.is_dir()).map(|found| found.0);
    let is_closed = |folder: &PathBuf| {
        fs::read_dir(folder).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
    };
    let closed = std::iter::once(root).chain(folders).filter(is_closed);
    closed.filter_map(|folder| FoundTranscript::at(&folder, Stamp::default())).collect()
}

/// Returns the entries of a folder: each with its path and what it is, links not followed.
pub(super) fn entries(folder: &Path) -> Vec<(PathBuf, fs::FileType)> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    read.filter_map(|entry| Some((entry.path(), entry.file_type().ok()?))).collect()
}

/// Returns the transcript at a path in a real folder; `None` when there is no regular file.
pub(super) fn file_at(path: &Path, is_link: bool) -> Option<FoundTranscript> {
    let real = if is_link { real_path(path) } else { path.to_owned() };
    let file = fs::metadata(&real).ok().filter(fs::Metadata::is_file)?;
    FoundTranscript::at(&real, Stamp::of(&file))
}
