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
mod tracked;

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use git::Found;

use crate::json::path_if_any;
use crate::path_spelling::spelled;
use crate::real_path::real_as_far;
use crate::sources;
pub(crate) use git::has_worktree;
pub use pack::PackIndex;
pub(crate) use remote::is_other_spelling;

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
    /// The git directory that a `.git` file or link here points to but that does not point back. It
    /// need not exist.
    #[serde(serialize_with = "path_if_any")]
    #[cfg_attr(test, ts(type = "string | null"))]
    pub unlinked: Option<PathBuf>,
}

impl ProjectPlace {
    /// Returns the key of the remote that the place claims.
    pub fn remote(&self) -> Option<&str> {
        self.claimed.as_ref().map(|claimed| claimed.key.as_str())
    }
}

/// The person whose memory it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Only git directories of this user and of root count; `None` where files have no owner.
    pub id: Option<u32>,
    /// Real path of the home directory, if it is known. A repository there, such as one of
    /// dotfiles, holds only what it tracks.
    pub home: Option<PathBuf>,
}

/// Returns what the disk says about a directory, which need not exist any more.
pub fn find(directory: &Path, person: &Person) -> ProjectPlace {
    let real = |directory: &Path| spelled(&real_as_far(directory).to_string_lossy());
    if directory.exists() {
        return find_existing(Path::new(&real(directory)), person);
    }
    find_lost(Path::new(&real(Path::new(&spelled(&directory.to_string_lossy())))), person)
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

/// Returns the project of a directory that an agent hides behind a mark.
pub(crate) fn hidden(agent: &str, mark: &str) -> Project {
    let start: String = mark.chars().take(HIDDEN_CHARS).collect();
    Project { key: format!("{agent}:{mark}"), name: format!("{agent}-{start}") }
}

/// Characters of a mark that people are shown.
const HIDDEN_CHARS: usize = 8;
/// Name of a project without any usable name.
const UNNAMED: &str = "unnamed";
/// Where worktrees are kept inside their repository, by people; agents have folders of their own.
const WORKTREE_FOLDERS: [&[&str]; 2] = [&[".worktrees"], &["worktrees"]];

/// Returns the folders inside a repository in which worktrees are kept, as the names of their parts.
fn worktree_folders() -> impl Iterator<Item = &'static [&'static str]> {
    let of_agents = sources::all().iter().map(|source| source.facts().worktree_folder);
    of_agents.filter(|folder| !folder.is_empty()).chain(WORKTREE_FOLDERS)
}

/// Returns the place of a directory. `real` is its real path.
fn find_existing(real: &Path, person: &Person) -> ProjectPlace {
    match git::find(real, person.id) {
        Found::Repository(git) if is_beside_dotfiles(&git, real, person) => of_path(real),
        Found::Repository(git) => of_repository(git),
        Found::Unlinked { directory, named } => {
            ProjectPlace { unlinked: named, ..of_path(&directory) }
        }
        Found::Nothing => of_path(real),
    }
}

/// Returns whether a directory only lies below a repository at the person's home, or above it, which
/// does not track anything in that directory.
fn is_beside_dotfiles(git: &Path, real: &Path, person: &Person) -> bool {
    let tree = real.ancestors().find(|folder| folder.join(".git").exists());
    let (Some(tree), Some(home)) = (tree, person.home.as_deref()) else { return false };
    let below = real.strip_prefix(tree).ok().filter(|_| home.starts_with(tree));
    below.is_some_and(|below| !below.as_os_str().is_empty() && !tracked::tracks(git, below))
}

/// Returns the place of a deleted directory: that of its repository when the directory was a
/// worktree inside it. The nearest existing parent is probably another project, so it does not
/// count.
fn find_lost(directory: &Path, person: &Person) -> ProjectPlace {
    let parts: Vec<Component> = directory.components().collect();
    for at in (0..parts.len()).rev() {
        for folder in worktree_folders() {
            let found = parts.len() > at + folder.len()
                && folder.iter().zip(&parts[at..]).all(|(name, part)| part.as_os_str() == *name);
            let before: PathBuf = parts[..at].iter().collect();
            if found && let Ok(real) = fs::canonicalize(&before) {
                let place = find_existing(&real, person);
                // `~/worktrees/x` is a common path outside any repository.
                if folder[0].starts_with('.') || is_top(&place, &real) {
                    return place;
                }
            }
        }
    }
    of_path(directory)
}

/// Returns a path inside a repository without the folder of a worktree that it lies in.
pub(crate) fn outside_worktree(path: &str) -> &str {
    let behind = |folder: &[&str]| {
        let rest = folder
            .iter()
            .try_fold(path, |rest, name| rest.strip_prefix(name)?.strip_prefix(['/', '\\']))?;
        rest.split_once(['/', '\\']).map(|(_, inside)| inside).filter(|inside| !inside.is_empty())
    };
    worktree_folders().find_map(behind).unwrap_or(path)
}

/// Returns whether a directory is the root of its repository's main working tree, or the bare
/// repository.
fn is_top(place: &ProjectPlace, real: &Path) -> bool {
    place.git.as_deref().is_some_and(|git| git == real || git.parent() == Some(real))
}

pub(crate) fn of_repository(git: PathBuf) -> ProjectPlace {
    let name = last_segment(&named_after(&git).to_string_lossy());
    let bare = name.strip_suffix(".git").filter(|bare| !bare.is_empty()).map(str::to_owned);
    let own = Project { key: git.to_string_lossy().into_owned(), name: bare.unwrap_or(name) };
    ProjectPlace { own, claimed: claimed(&git), git: Some(git), unlinked: None }
}

/// Returns the path that a repository is named after: the folder that holds a hidden git directory
/// or points to it, such as `.git` or `.bare` with worktrees beside it; else the git directory.
fn named_after(git: &Path) -> &Path {
    let Some(folder) = git.parent().filter(|folder| folder.file_name().is_some()) else {
        return git;
    };
    let is_hidden = git.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    if is_hidden || git::points_to(folder, git) { folder } else { git }
}

/// Returns the folder that a git directory or a plain directory is about: where its files are, or
/// the worktrees of a bare one.
pub(crate) fn top(own: &Project) -> &Path {
    let own = Path::new(&own.key);
    let is_hidden = own.file_name().is_some_and(|name| name == ".git" || name == ".bare");
    if is_hidden { own.parent().unwrap_or(own) } else { own }
}

/// Returns the project that the remote of a git directory claims: `origin`, else the one that the
/// branch follows, else the first that has a URL.
pub(crate) fn claimed(git: &Path) -> Option<Project> {
    let config = git::read(&git.join("config"))?;
    let branch = git::head(git);
    let urls = config::remote_urls(&config, branch.as_deref());
    urls.iter().find_map(|url| remote::remote_key(url)).map(of_remote)
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

#[cfg(test)]
mod tests;
