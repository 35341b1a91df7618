//! Determines the project of a directory from git's files.
//!
//! A project is identified by its origin remote, so that clones and worktrees of one repository
//! share it; without a remote by the common git directory, and without a repository by the
//! directory itself. Everything is read from files: git never runs.
//!
//! A remote's URL is only a claim, which anyone's files can make. [`find`] reads the claim from the
//! disk; [`crate::capture::belonging`] compares it with stored data and decides whether to believe
//! it.

pub(crate) mod commits;
mod config;
mod git;
pub mod labels;
mod pack;
mod remote;

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use git::Found;

use crate::json::path_if_any;
use crate::sources;
pub use pack::PackIndex;

/// The scope of memories: the key they are stored under, and a name for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Project {
    /// Identity, such as `github.com/Owner/Repo` or `/home/me/notes`. Contains no credentials.
    pub key: String,
    /// The name that people see and type: the last part of the repository's or directory's name.
    /// Never empty.
    pub name: String,
}

/// The project of notes that hold everywhere.
pub fn everywhere() -> Project {
    Project { key: "mementor:everywhere".to_owned(), name: "everywhere".to_owned() }
}

/// What the disk says about the project of a directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProjectPlace {
    /// The project without the remote's claim: the repository's git directory, or the directory.
    pub own: Project,
    /// Real path of the git directory that all worktrees share.
    #[serde(skip)]
    pub git: Option<PathBuf>,
    /// The project that the remote's URL names: a claim.
    #[serde(skip)]
    pub claimed: Option<Project>,
    /// The git directory that a `.git` file or link here points to but that does not point back.
    #[serde(serialize_with = "path_if_any")]
    #[cfg_attr(test, ts(type = "string | null"))]
    pub unlinked: Option<PathBuf>,
}

/// Returns what the disk says about a directory, which need not exist any more. With `owner`, a
/// user id, only git directories of that user and of root count.
pub fn find(directory: &Path, owner: Option<u32>) -> ProjectPlace {
    match fs::canonicalize(directory) {
        Ok(real) => find_existing(&real, owner),
        Err(_) => find_lost(directory, owner),
    }
}

/// Returns the branch checked out in a directory, or `None` when there is none or it cannot be
/// read.
pub fn branch(directory: &Path) -> Option<String> {
    git::branch(&fs::canonicalize(directory).ok()?)
}

/// Returns the folder that paths of a directory's files are relative to: the root of its working
/// tree, else the directory. A directory that is gone is returned as it is.
pub fn folder(directory: &Path) -> PathBuf {
    let has_git = |folder: &&Path| folder.join(".git").exists();
    // Of most folders in a long history nothing is left: one look at the disk says so.
    let root = directory.is_dir().then(|| directory.ancestors().find(has_git)).flatten();
    root.unwrap_or(directory).to_owned()
}

/// Returns the project with this name, as given with `--project NAME`.
pub fn named(name: &str) -> Project {
    let name = match name.trim() {
        "" => UNNAMED,
        name => name,
    };
    Project { key: format!("name:{name}"), name: name.to_owned() }
}

/// Name of a project without any usable name.
const UNNAMED: &str = "unnamed";
/// Where worktrees are kept inside their repository, by people; agents have folders of their own.
const WORKTREE_FOLDERS: [&[&str]; 2] = [&[".worktrees"], &["worktrees"]];

/// Returns the place of a directory. `real` is its real path.
fn find_existing(real: &Path, owner: Option<u32>) -> ProjectPlace {
    match git::find(real, owner) {
        Found::Repository(git) => of_repository(git),
        Found::Unlinked { directory, named } => {
            ProjectPlace { unlinked: named, ..of_path(&directory) }
        }
        Found::Nothing => of_path(real),
    }
}

/// Returns the place of a deleted directory: that of its repository when the directory was a
/// worktree inside it. The nearest existing parent is probably another project, so it does not
/// count.
fn find_lost(directory: &Path, owner: Option<u32>) -> ProjectPlace {
    let parts: Vec<Component> = directory.components().collect();
    let of_agents = sources::all().iter().filter_map(|source| source.worktree_folder());
    for at in (0..parts.len()).rev() {
        for folder in of_agents.clone().chain(WORKTREE_FOLDERS) {
            let found = parts.len() > at + folder.len()
                && folder.iter().zip(&parts[at..]).all(|(name, part)| part.as_os_str() == *name);
            let before: PathBuf = parts[..at].iter().collect();
            if found && let Ok(real) = fs::canonicalize(&before) {
                let place = find_existing(&real, owner);
                // `~/worktrees/x` is a common path outside any repository.
                if folder[0].starts_with('.') || is_top(&place, &real) {
                    return place;
                }
            }
        }
    }
    of_path(&cleaned(directory))
}

/// Returns whether a directory is the root of its repository's main working tree, or the bare
/// repository.
fn is_top(place: &ProjectPlace, real: &Path) -> bool {
    place.git.as_deref().is_some_and(|git| git == real || git.parent() == Some(real))
}

pub(crate) fn of_repository(git: PathBuf) -> ProjectPlace {
    let owner = if git.ends_with(".git") { git.parent().unwrap_or(&git) } else { &git };
    let name = last_segment(&owner.to_string_lossy());
    let bare = name.strip_suffix(".git").filter(|bare| !bare.is_empty()).map(str::to_owned);
    let own = Project { key: git.to_string_lossy().into_owned(), name: bare.unwrap_or(name) };
    ProjectPlace { own, claimed: claimed(&git), git: Some(git), unlinked: None }
}

/// Returns the project that the remote of a git directory claims.
pub(crate) fn claimed(git: &Path) -> Option<Project> {
    let config = git::read(&git.join("config"))?;
    Some(of_remote(remote::remote_key(&config::origin_url(&config)?)?))
}

/// Returns the project for the key of a remote.
pub(crate) fn of_remote(key: String) -> Project {
    let name = last_segment(&key);
    Project { key, name }
}

fn of_path(path: &Path) -> ProjectPlace {
    let key = path.to_string_lossy().into_owned();
    let name = last_segment(&key);
    ProjectPlace { own: Project { key, name }, git: None, claimed: None, unlinked: None }
}

/// Returns the last non-empty part of a path or URL with any separators.
fn last_segment(path: &str) -> String {
    let named = |segment: &&str| !segment.trim().is_empty();
    let segment = path.split(['/', '\\']).rev().find(named);
    segment.or(Some(path).filter(named)).unwrap_or(UNNAMED).to_owned()
}

/// Resolves `.` and `..` without reading the disk.
fn cleaned(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(clean.components().next_back(), Some(Component::Normal(_))) =>
            {
                clean.pop();
            }
            Component::ParentDir if clean.has_root() => {}
            _ => clean.push(part),
        }
    }
    if clean.as_os_str().is_empty() { PathBuf::from(".") } else { clean }
}

#[cfg(test)]
mod tests;
