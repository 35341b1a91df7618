//! Finds the git directory of a directory. Git never runs, and a repository's claim about another
//! path is believed only when that path confirms it.
//!
//! A `.git` directory owns the directory it is in. A `.git` file or link only points, so the git
//! directory it names must point back. A directory that looks like a bare repository counts only
//! when there is no `.git` above it: otherwise it is content of that repository like any other
//! folder.

use std::fs::{self, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::config;
use crate::path_spelling::spelled;
use crate::regular_file::open_regular;

/// Maximum size of a file of git's own; larger ones are ignored.
const GIT_FILE_BYTES_MAX: u64 = 1024 * 1024;

/// Maximum number of linked worktrees to look at.
const WORKTREES_MAX: usize = 1_024;

/// The git directory found in a directory or above it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The real path of the git directory that all worktrees share.
    Repository(PathBuf),
    /// A `.git` in `directory` that points to the git directory `named`, which does not point back.
    Unlinked { directory: PathBuf, named: Option<PathBuf> },
    /// No repository.
    Nothing,
}

/// Finds the git directory of a directory, given its real path. With `owner`, a user id, only git
/// directories of that user and of root count, as in git itself.
pub(super) fn find(real: &Path, owner: Option<u32>) -> Found {
    let mut unlinked = None;
    for directory in real.ancestors() {
        match beside(directory, owner) {
            found @ Found::Repository(_) => return found,
            found @ Found::Unlinked { .. } => {
                unlinked.get_or_insert(found);
            }
            Found::Nothing => {}
        }
    }
    if let Some(found) = unlinked {
        return found;
    }
    // A bare repository, or the folder that holds one beside its worktrees.
    let here = |directory: &Path| [directory.to_owned(), directory.join(".bare")];
    let mut bare = real.ancestors().flat_map(here);
    let bare = bare.find(|directory| is_bare(directory) && is_of(directory, owner));
    bare.map_or(Found::Nothing, Found::Repository)
}

/// Returns the branch checked out in a directory, given its real path, or `None` for a detached
/// HEAD. A `.git` that points elsewhere is trusted here: the name is only compared with stored
/// names.
pub(super) fn branch(real: &Path) -> Option<String> {
    let dot_git = |directory: &Path| {
        let path = directory.join(".git");
        fs::symlink_metadata(&path).ok().map(|metadata| (directory.to_owned(), path, metadata))
    };
    let (directory, path, metadata) = real.ancestors().find_map(dot_git)?;
    let git = if metadata.is_dir() { path } else { pointed(&directory, &path, &metadata)? };
    head(&git)
}

/// Returns the branch that a git directory stands at.
pub(super) fn head(git: &Path) -> Option<String> {
    let head = read(&git.join("HEAD"))?;
    head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
}

/// Returns whether the `.git` file of a folder names a git directory.
pub(super) fn points_to(folder: &Path, git: &Path) -> bool {
    let dot_git = folder.join(".git");
    let is_file = fs::symlink_metadata(&dot_git).is_ok_and(|metadata| metadata.is_file());
    let named = || fs::canonicalize(folder.join(gitdir(&dot_git)?)).ok();
    is_file && named().is_some_and(|named| named == git)
}

/// Returns what a `.git` file names.
fn gitdir(dot_git: &Path) -> Option<String> {
    Some(read(dot_git)?.trim().strip_prefix("gitdir:")?.trim().to_owned())
}

/// Reads a file of git: a regular file within the size limit. Returns `None` for anything else.
pub(super) fn read(path: &Path) -> Option<String> {
    read_at_most(path, GIT_FILE_BYTES_MAX).filter(|text| text.len() as u64 <= GIT_FILE_BYTES_MAX)
}

/// Like [`read`], but of a larger file returns the first `bytes_max + 1` bytes.
pub(super) fn read_at_most(path: &Path, bytes_max: u64) -> Option<String> {
    // Never open a pipe: that would block until it has a writer.
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    open_regular(path).ok()?.take(bytes_max + 1).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Inspects the `.git` in one directory.
fn beside(directory: &Path, owner: Option<u32>) -> Found {
    let dot_git = directory.join(".git");
    let Ok(metadata) = fs::symlink_metadata(&dot_git) else { return Found::Nothing };
    if metadata.is_dir() {
        let counts = is_git_directory(&dot_git) && belongs(&metadata, owner);
        return if counts { Found::Repository(dot_git) } else { Found::Nothing };
    }
    let Some(named) = pointed(directory, &dot_git, &metadata) else { return Found::Nothing };
    match points_back(directory, &named) {
        Ok(git) if is_of(&git, owner) => Found::Repository(git),
        Ok(git) => Found::Unlinked { directory: directory.to_owned(), named: Some(git) },
        Err(named) => Found::Unlinked { directory: directory.to_owned(), named },
    }
}

/// Returns the path that a `.git` link or file points to.
fn pointed(directory: &Path, dot_git: &Path, metadata: &Metadata) -> Option<PathBuf> {
    if metadata.is_symlink() {
        return fs::canonicalize(dot_git).ok().filter(|target| target.is_dir());
    }
    Some(directory.join(gitdir(dot_git)?))
}

/// Returns the common git directory if it confirms that `directory` is one of its working trees.
/// The error holds the git directory that was named and does not confirm it, or is not there.
fn points_back(directory: &Path, named: &Path) -> Result<PathBuf, Option<PathBuf>> {
    let Ok(git) = fs::canonicalize(named) else {
        // A pruned worktree, of which only the repository is left; or the repository has moved.
        let folder = named.parent().filter(|folder| folder.ends_with("worktrees"));
        let common = folder.and_then(Path::parent).unwrap_or(named);
        return Err(match fs::canonicalize(common) {
            Ok(common) => Some(common).filter(|common| is_git_directory(common)),
            Err(_) => Some(spelled(&common.to_string_lossy()).into()),
        });
    };
    if let Some(common) = git.parent().filter(|folder| folder.ends_with("worktrees")) {
        let common = common.parent().filter(|common| is_git_directory(common)).ok_or(None)?;
        let is_linked = lists(common, &git, directory);
        return is_linked.then(|| common.to_owned()).ok_or_else(|| Some(common.to_owned()));
    }
    if !is_git_directory(&git) {
        return Err(None);
    }
    if is_worktree_of(directory, &git) { Ok(git) } else { Err(Some(git)) }
}

/// Returns whether one of a repository's linked worktrees is in a directory, as the repository says.
/// The `.git` file there may still name the place where the repository was before.
pub(crate) fn has_worktree(common: &Path, directory: &Path) -> bool {
    let entries = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
    let mut trees = entries.map(|entry| entry.path()).take(WORKTREES_MAX);
    trees.any(|git| lists(common, &git, directory))
}

/// Returns whether a linked worktree's own folder names the `.git` file in `directory`, and
/// `common` as its repository.
fn lists(common: &Path, git: &Path, directory: &Path) -> bool {
    let named = |file: &str| Some(git.join(read(&git.join(file))?.trim()));
    let tree = named("gitdir").and_then(|file| Some(file.parent()?.to_owned()));
    let shared = named("commondir").is_some_and(|shared| is_same(&shared, common));
    shared && tree.is_some_and(|tree| is_same(&tree, directory))
}

/// Returns whether a git directory elsewhere belongs to a working tree: it declares the tree, or is
/// a bare repository directly inside it, or is a submodule's git directory in the superproject's
/// `.git/modules` without a declared tree.
fn is_worktree_of(directory: &Path, git: &Path) -> bool {
    let config = read(&git.join("config")).unwrap_or_default();
    if let Some(tree) = config::worktree(&config) {
        return is_same(&git.join(tree), directory);
    }
    let inside = git.parent() == Some(directory) && config::is_bare(&config);
    let kept = git.ancestors().find(|folder| folder.ends_with(".git/modules"));
    let outer = kept.and_then(|modules| modules.parent()?.parent());
    inside || outer.is_some_and(|outer| directory != outer && directory.starts_with(outer))
}

fn is_git_directory(path: &Path) -> bool {
    ["HEAD", "config"].iter().any(|file| path.join(file).is_file())
}

/// Returns whether the directory is a repository that is declared bare.
fn is_bare(path: &Path) -> bool {
    path.join("HEAD").is_file()
        && path.join("objects").is_dir()
        && path.join("refs").is_dir()
        && read(&path.join("config")).is_some_and(|config| config::is_bare(&config))
}

/// Returns whether two paths are the same directory, also on case-insensitive file systems.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other || has_same_inode(&one, &other),
        _ => false,
    }
}

#[cfg(unix)]
fn has_same_inode(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let of = |path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    of(one).is_some_and(|found| Some(found) == of(other))
}

#[cfg(not(unix))]
fn has_same_inode(_: &Path, _: &Path) -> bool {
    false
}

fn is_of(path: &Path, owner: Option<u32>) -> bool {
    fs::metadata(path).is_ok_and(|metadata| belongs(&metadata, owner))
}

/// Returns whether a file belongs to the user or to root. For root itself, any owner counts.
#[cfg(unix)]
fn belongs(metadata: &Metadata, owner: Option<u32>) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    owner.is_none_or(|owner| owner == 0 || [0, owner].contains(&metadata.uid()))
}

#[cfg(not(unix))]
fn belongs(_: &Metadata, _: Option<u32>) -> bool {
    true
}
