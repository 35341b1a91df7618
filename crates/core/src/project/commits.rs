//! Commits that a repository refers to and contains: the evidence that two repositories are the
//! same.
//!
//! Only data inside the git directory is read. Data elsewhere (behind links or alternates) may
//! belong to someone else and could show whatever its author likes.

use std::fs;
use std::path::{Path, PathBuf};

use super::config;
use super::git::{read, read_at_most};
use super::pack::PackIndex;
use crate::regular_file::open_regular;

/// Maximum number of commits to return.
const TIPS_MAX: usize = 32;
/// Maximum number of references to read.
const REFERENCES_MAX: usize = 4_096;
/// Maximum number of commits to look up in a repository, half of them the newest.
const COMMITS_LOOKED_UP_MAX: usize = 32;
/// Bytes of the log of HEAD in which its first line stands.
const LOG_BYTES_MAX: u64 = 4_096;
const FOLDERS_DEEP_MAX: usize = 8;
const PACKED_REFS_BYTES_MAX: u64 = 4 << 20;
/// Maximum number of packs to search, the largest first.
const PACKS_MAX: usize = 64;

/// Returns commits by which a repository is known: those that it stands at (HEAD and the branches of
/// its remote, or its own where it has none), ordered by how likely they are to be kept, and the
/// first that HEAD stood at, as far as its log says. Hexadecimal ids; empty when there are none yet,
/// or when they are not stored as files.
pub(crate) fn tips(git: &Path) -> Vec<String> {
    let config = read_inside(git, "config").unwrap_or_default();
    // A bare clone has the remote's branches as its own.
    let packed = packed(git);
    let mut names = Vec::new();
    if !config::is_bare(&config) {
        names = branches(git, "refs/remotes/origin/", &packed);
    }
    if names.is_empty() {
        names = branches(git, "refs/heads/", &packed);
    }
    let mut tips = Vec::new();
    for name in std::iter::once("HEAD").chain(names.iter().map(String::as_str)) {
        if let Some(id) = resolved(git, name, &packed).filter(|id| !tips.contains(id)) {
            tips.push(id);
        }
        if tips.len() == TIPS_MAX {
            break;
        }
    }
    tips.extend(first(git).filter(|id| !tips.contains(id)));
    tips
}

/// Returns the names of the branches in a folder of references, trunks first.
fn branches(git: &Path, folder: &str, packed: &[(String, String)]) -> Vec<String> {
    let mut names = Vec::new();
    loose(git, folder.trim_end_matches('/'), FOLDERS_DEEP_MAX, &mut names);
    let packed = packed.iter().map(|(name, _)| name.clone());
    names.extend(packed.filter(|name| name.starts_with(folder)));
    names.sort_by_key(|name| (!is_trunk(&name[folder.len()..]), name.clone()));
    names.dedup();
    names
}

/// Returns the first commit that HEAD stood at: in a repository that was made here, the first of its
/// history, which outlives what changes later ones.
fn first(git: &Path) -> Option<String> {
    let log = read_at_most(&inside(git, "logs/HEAD")?, LOG_BYTES_MAX)?;
    let id = log.lines().next()?.split(' ').nth(1)?;
    is_id(id).then(|| id.to_owned())
}

/// Returns whether a repository stands at one of these commits, or contains one.
pub(crate) fn shares(git: &Path, tips: &[String], known: &[String]) -> bool {
    tips.iter().any(|tip| known.contains(tip)) || holds(git, &both_ends(known))
}

/// Returns the first and last commits of a list: most clones contain the oldest commits, shallow
/// clones the newest.
fn both_ends(commits: &[String]) -> Vec<String> {
    let half = COMMITS_LOOKED_UP_MAX / 2;
    let newest = commits.len().saturating_sub(half).max(half.min(commits.len()));
    commits.iter().take(half).chain(&commits[newest..]).cloned().collect()
}

/// Returns whether a repository contains one of these commits, as a loose object or in a pack of
/// its own.
pub(crate) fn holds(git: &Path, ids: &[String]) -> bool {
    let ids: Vec<(&String, Vec<u8>)> =
        ids.iter().filter_map(|id| Some((id, bytes_of(id)?))).collect();
    let is_loose = |id: &str| is_inside(git, &format!("objects/{}/{}", &id[..2], &id[2..]));
    if ids.iter().any(|(id, _)| is_loose(id)) {
        return true;
    }
    !ids.is_empty() && packs(git).iter().any(|pack| pack_holds(pack, &ids))
}

fn pack_holds(pack: &Path, ids: &[(&String, Vec<u8>)]) -> bool {
    [20, 32].into_iter().any(|id_bytes| {
        let mut ids = ids.iter().filter(|(_, id)| id.len() == id_bytes).peekable();
        if ids.peek().is_none() {
            return false;
        }
        let index =
            open_regular(pack).ok().and_then(|file| PackIndex::open(file, id_bytes).ok()?);
        index.is_some_and(|mut index| ids.any(|(_, id)| index.holds(id).unwrap_or_default()))
    })
}

/// Returns the pack indexes, the largest first.
fn packs(git: &Path) -> Vec<PathBuf> {
    let Some(folder) = inside(git, "objects/pack") else { return Vec::new() };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let indexes = entries.filter_map(|entry| {
        let path = entry.path();
        let metadata = entry.metadata().ok()?;
        let is_index = path.extension().is_some_and(|ending| ending == "idx");
        (is_index && metadata.is_file()).then_some((metadata.len(), path))
    });
    let mut indexes: Vec<(u64, PathBuf)> = indexes.collect();
    indexes.sort_by(|one, other| other.cmp(one));
    indexes.into_iter().take(PACKS_MAX).map(|(_, path)| path).collect()
}

// --------------------------------------------------------------------------------------- references

fn is_trunk(branch: &str) -> bool {
    ["HEAD", "main", "master", "trunk", "develop"].contains(&branch)
}

/// Collects the names of the loose references in a folder.
fn loose(git: &Path, folder: &str, deep: usize, names: &mut Vec<String>) {
    let Some(path) = inside(git, folder).filter(|_| deep > 0) else { return };
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if names.len() >= REFERENCES_MAX {
            return;
        }
        let Ok(kind) = entry.file_type() else { continue };
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if kind.is_dir() {
            loose(git, &name, deep - 1, names);
        } else if kind.is_file() {
            names.push(name);
        }
    }
}

/// Returns the names and commits in `packed-refs`.
fn packed(git: &Path) -> Vec<(String, String)> {
    let text =
        inside(git, "packed-refs").and_then(|path| read_at_most(&path, PACKED_REFS_BYTES_MAX));
    let text = text.unwrap_or_default();
    // When the file was truncated at the limit, its last line may be incomplete.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(id, name)| (name.trim().to_owned(), id.to_owned())).collect()
}

/// Returns the commit of a reference, following symbolic references.
fn resolved(git: &Path, name: &str, packed: &[(String, String)]) -> Option<String> {
    let mut name = name.to_owned();
    for _ in 0..4 {
        let Some(text) = read_inside(git, &name) else {
            let found = packed.iter().find(|(packed, _)| *packed == name);
            return found.map(|(_, id)| id.clone()).filter(|id| is_id(id));
        };
        let text = text.trim();
        match text.strip_prefix("ref:") {
            Some(next) if next.trim().starts_with("refs/") => next.trim().clone_into(&mut name),
            _ => return Some(text.to_owned()).filter(|id| is_id(id)),
        }
    }
    None
}

/// Returns whether a text is an object id, and not the all-zero id.
fn is_id(text: &str) -> bool {
    let is_hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    [40, 64].contains(&text.len()) && is_hex && text.bytes().any(|byte| byte != b'0')
}

fn bytes_of(id: &str) -> Option<Vec<u8>> {
    let pairs = || (0..id.len()).step_by(2);
    is_id(id)
        .then(|| pairs().filter_map(|at| u8::from_str_radix(&id[at..at + 2], 16).ok()).collect())
}

// ------------------------------------------------------------------------------ inside a git directory

/// Returns the real path of a file below a git directory, unless a link leads out of it. `git` is a
/// real path.
fn inside(git: &Path, name: &str) -> Option<PathBuf> {
    fs::canonicalize(git.join(name)).ok().filter(|path| path.starts_with(git))
}

fn is_inside(git: &Path, name: &str) -> bool {
    inside(git, name).is_some_and(|path| path.is_file())
}

fn read_inside(git: &Path, name: &str) -> Option<String> {
    read(&inside(git, name)?)
}

#[cfg(test)]
mod tests;
