//! The folders on the disk that a glob names: a path through a link, or in another case, leads to the
//! same folder as its real path does.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use super::{below, expression, is_rooted};

/// Maximum number of folders that one glob names, and of entries of a folder that are looked at.
const FOLDERS_MAX: usize = 4_096;

/// Returns whether one of these real paths is in a folder that a glob names, by the real path of the
/// folder. Up to `**` the folders are looked up; behind it, and of what is gone, names decide.
pub(super) fn covers(glob: &str, paths: &[&Path]) -> bool {
    let named = named(glob);
    let is_in = |path: &&Path| named.iter().any(|(folder, rest)| is_in(path, folder, *rest));
    paths.iter().any(is_in)
}

/// Returns whether a test holds for a folder that a glob names, or one below it.
pub(super) fn any_folder(glob: &str, test: &dyn Fn(&str) -> bool) -> bool {
    let whole = named(glob).into_iter().filter(|(_, rest)| rest.is_none());
    let mut folders: VecDeque<PathBuf> = whole.map(|(folder, _)| folder).collect();
    for _ in 0..FOLDERS_MAX {
        let Some(folder) = folders.pop_front() else { return false };
        if folder.to_str().is_some_and(test) {
            return true;
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let inside = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        folders.extend(inside.map(|entry| entry.path()).take(FOLDERS_MAX));
    }
    false
}

/// Whether a path is in a folder, by what remains of the glob there.
fn is_in(path: &Path, folder: &Path, rest: Option<&str>) -> bool {
    let is_folder = |above: &&Path| *above == folder || is_same(above, folder);
    let Some(above) = path.ancestors().find(is_folder) else { return false };
    let Some(rest) = rest else { return true };
    let name = path.strip_prefix(above).unwrap_or(path).to_string_lossy().into_owned();
    // The folder above a pattern is not what the pattern names.
    !name.is_empty()
        && expression(&format!("^{}", below(rest)), super::IGNORES_CASE)
            .is_ok_and(|rest| rest.is_match(&name))
}

/// Returns the real paths of the folders that a glob names, and of those above its patterns with
/// what remains of it there; none for one that names folders anywhere.
fn named(glob: &str) -> Vec<(PathBuf, Option<&str>)> {
    if !is_rooted(glob) {
        return Vec::new();
    }
    let glob = glob.trim_end_matches("/**").trim_end_matches('/');
    let mut folders = vec![PathBuf::from("/")];
    let mut rest = glob;
    // A drive is a folder of its own.
    if let Some((drive, after)) = glob.split_once('/').filter(|(drive, _)| !drive.is_empty()) {
        (folders, rest) = (vec![PathBuf::from(format!("{drive}/"))], after);
    }
    let mut above = Vec::new();
    loop {
        rest = rest.trim_start_matches('/');
        let (name, after) = rest.split_once('/').unwrap_or((rest, ""));
        if name.is_empty() {
            above.extend(folders.into_iter().map(|folder| (folder, None)));
            return above;
        }
        let is_pattern = name.contains(['*', '?']);
        if is_pattern {
            above.extend(folders.iter().map(|folder| (folder.clone(), Some(rest))));
        }
        if name.contains("**") {
            return above;
        }
        let inside = |folder: &PathBuf| {
            if is_pattern {
                matching(folder, name)
            } else {
                real(folder.join(name), None).into_iter().collect()
            }
        };
        folders = folders.iter().flat_map(inside).take(FOLDERS_MAX).collect();
        rest = after;
    }
}

/// Returns the entries of a folder whose names a pattern matches.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let Ok(pattern) = expression(&format!("^{}", below(pattern)), super::IGNORES_CASE) else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(FOLDERS_MAX);
    let named = entries.filter(|entry| pattern.is_match(&entry.file_name().to_string_lossy()));
    named.filter_map(|entry| real(entry.path(), entry.file_type().ok())).collect()
}

/// Returns the real path of an entry of a real folder. Most are no links, and the disk is not asked
/// for their whole path.
fn real(path: PathBuf, kind: Option<fs::FileType>) -> Option<PathBuf> {
    let kind = kind.or_else(|| Some(fs::symlink_metadata(&path).ok()?.file_type()))?;
    if kind.is_symlink() { fs::canonicalize(path).ok() } else { Some(path) }
}

/// Whether two paths that differ in case alone are one folder.
fn is_same(one: &Path, other: &Path) -> bool {
    let text = |path: &Path| path.to_string_lossy().to_lowercase();
    one.as_os_str().len() == other.as_os_str().len()
        && text(one) == text(other)
        && has_same_id(one, other)
}

#[cfg(unix)]
fn has_same_id(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let of = |path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    of(one).is_some_and(|found| Some(found) == of(other))
}

#[cfg(not(unix))]
fn has_same_id(_: &Path, _: &Path) -> bool {
    true
}
