//! Decides which project a directory belongs to, based on the repositories seen so far.
//!
//! The first repository with a remote creates the project of that remote. Any other repository with
//! the same remote must prove that it is a clone, by a commit that both contain. Otherwise it gets
//! a project of its own.
//!
//! A folder keeps its memory when it becomes a repository, and when its repository gets a remote:
//! the project goes on under its new identity.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::Result;
use crate::project::{Project, ProjectPlace, claimed, commits, find};
use crate::store::{Reader, Writer};

/// The project a directory belongs to, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Belonging {
    /// What the disk says about the directory.
    #[serde(flatten)]
    pub place: ProjectPlace,
    /// The project that its turns are stored under and searched in.
    pub project: Project,
    /// Id of the project; `None` while nothing of it is stored.
    #[serde(skip)]
    pub project_id: Option<i64>,
    /// Why it belongs there.
    pub reason: MembershipReason,
    /// The project that the remote claims but that the directory does not belong to.
    pub named: Option<Project>,
    /// The stored project of this place from before it had its present identity. It goes on as
    /// `project`; [`Belonging::remember`] stores that.
    #[serde(skip)]
    pub earlier: Option<i64>,
}

/// Why a directory belongs to its project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MembershipReason {
    /// It claims no other project.
    Alone,
    /// It is the first repository with this remote.
    First,
    /// It was seen with this remote before.
    Known,
    /// It shares commits with a known repository.
    Proven,
    /// The user joined it to the project.
    Joined,
    /// The user separated it from the project that it claims.
    Left,
    /// It could not prove its claim.
    Unproven,
}

/// Maximum number of the project's repositories to compare with.
const REPOSITORIES_MAX: usize = 16;
/// Maximum number of commits to look up in a repository, half of them the newest.
const COMMITS_LOOKED_UP_MAX: usize = 32;
/// Maximum number of changed files to look for in a folder that got a remote, the last ones.
const FILES_LOOKED_UP_MAX: usize = 64;

/// Returns where a directory belongs. Writes nothing, so that readers and the writer decide alike.
pub fn belonging(reader: &Reader, directory: &Path, owner: Option<u32>) -> Result<Belonging> {
    let place = find(directory, owner);
    let seen = reader.directory_project(&directory.to_string_lossy())?;
    let gone = !directory.exists();
    if let Some(id) = seen
        && (gone || is_pruned_worktree_of(&place, &reader.project(id)?))
    {
        let project = reader.project(id)?;
        let project_id = Some(id);
        // Whatever is at this path now has proved nothing.
        let place = ProjectPlace { git: None, claimed: None, ..place };
        return Ok(Belonging {
            place,
            project,
            project_id,
            reason: MembershipReason::Known,
            named: None,
            earlier: None,
        });
    }
    decided(reader, place, owner)
}

/// Returns whether a `.git` file points to the repository of a project. Together with a directory
/// that was seen there before, this means a pruned worktree.
fn is_pruned_worktree_of(place: &ProjectPlace, project: &Project) -> bool {
    place.unlinked.as_deref().is_some_and(|git| {
        let key = claimed(git).map_or_else(|| git.to_string_lossy().into_owned(), |of| of.key);
        key == project.key
    })
}

fn decided(reader: &Reader, place: ProjectPlace, owner: Option<u32>) -> Result<Belonging> {
    let remote = place.claimed.as_ref().map(|claimed| claimed.key.clone());
    if let Some(known) = reader.repository(&place.own.key, remote.as_deref())? {
        let project = reader.project(known.project_id)?;
        let reason = match known.by_person {
            true if project.key == place.own.key => MembershipReason::Left,
            true => MembershipReason::Joined,
            false => MembershipReason::Known,
        };
        let named = place.claimed.clone().filter(|_| reason == MembershipReason::Left);
        let project_id = Some(known.project_id);
        return Ok(Belonging { place, project, project_id, reason, named, earlier: None });
    }
    let Some((claimed, git)) = place.claimed.clone().zip(place.git.clone()) else {
        let project = place.own.clone();
        let (known, earlier) = by_itself(reader, &place)?;
        return Ok(Belonging {
            place,
            project,
            project_id: known.or(earlier),
            reason: MembershipReason::Alone,
            named: None,
            earlier,
        });
    };
    let (project, reason, (known, earlier)) = match reader.project_with_key(&claimed.key)? {
        None => (claimed, MembershipReason::First, (None, without_remote(reader, &place)?)),
        Some(id) => match shown(reader, id, &git, &claimed, owner)? {
            Some(reason) => (claimed, reason, (Some(id), None)),
            None => (place.own.clone(), MembershipReason::Unproven, by_itself(reader, &place)?),
        },
    };
    let named = (reason == MembershipReason::Unproven).then(|| place.claimed.clone()).flatten();
    let project_id = known.or(earlier);
    Ok(Belonging { place, project, project_id, reason, named, earlier })
}

/// Returns the stored project of a place from before it was a repository, or from when it was one.
fn as_other_kind(reader: &Reader, place: &ProjectPlace) -> Result<Option<i64>> {
    let own = Path::new(&place.own.key);
    let other = match &place.git {
        None => Some(own.join(".git")),
        Some(_) if own.ends_with(".git") => own.parent().map(Path::to_owned),
        Some(_) => None,
    };
    let other = other.map(|path| reader.project_with_key(&path.to_string_lossy()));
    other.transpose().map(Option::flatten)
}

/// Returns the stored project of a place by itself, whatever its remote claims, and where there is
/// none, that of [`as_other_kind`].
fn by_itself(reader: &Reader, place: &ProjectPlace) -> Result<(Option<i64>, Option<i64>)> {
    let known = reader.project_with_key(&place.own.key)?;
    let earlier = if known.is_none() { as_other_kind(reader, place)? } else { None };
    Ok((known, earlier))
}

/// Returns the stored project of a place by itself, also from before it was of this kind.
pub fn of_its_own(reader: &Reader, place: &ProjectPlace) -> Result<Option<i64>> {
    let (known, earlier) = by_itself(reader, place)?;
    Ok(known.or(earlier))
}

/// Returns the stored project of a repository from before it had a remote. Its folder must still
/// be the same: when files were changed there and none of them is left, something else took its
/// place.
fn without_remote(reader: &Reader, place: &ProjectPlace) -> Result<Option<i64>> {
    let Some(id) = of_its_own(reader, place)? else { return Ok(None) };
    let own = Path::new(&place.own.key);
    let folder = if own.ends_with(".git") { own.parent().unwrap_or(own) } else { own };
    let files = reader.files_changed_last(id, FILES_LOOKED_UP_MAX)?;
    let is_same = files.is_empty() || files.iter().any(|file| folder.join(file).exists());
    Ok(is_same.then_some(id))
}

/// Returns how a repository proves that it belongs to a project; `None` when it does not.
fn shown(
    reader: &Reader,
    project: i64,
    git: &Path,
    claimed: &Project,
    owner: Option<u32>,
) -> Result<Option<MembershipReason>> {
    let repositories = repositories(reader, project, claimed, owner)?;
    if repositories.iter().any(|known| known == git) {
        return Ok(Some(MembershipReason::Known));
    }
    let tips = commits::tips(git);
    let known = reader.commits(project)?;
    let shares = tips.iter().any(|tip| known.contains(tip));
    if shares || commits::holds(git, &both_ends(&known)) {
        return Ok(Some(MembershipReason::Proven));
    }
    let is_one = repositories.iter().any(|other| {
        let of_other = commits::tips(other);
        tips.iter().any(|tip| of_other.contains(tip))
            || commits::holds(other, &tips)
            || commits::holds(git, &of_other)
    });
    Ok(is_one.then_some(MembershipReason::Proven))
}

/// Returns the git directories of a project that still exist and have its remote: the remembered
/// ones, and those of directories that were seen before repositories were remembered.
fn repositories(
    reader: &Reader,
    project: i64,
    claimed_key: &Project,
    owner: Option<u32>,
) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> =
        reader.repositories(project)?.into_iter().map(Into::into).collect();
    found.retain(|git| claimed(git).is_some_and(|claimed| claimed.key == claimed_key.key));
    for directory in reader.directories(project)? {
        let place = find(Path::new(&directory), owner);
        let names_it = place.claimed.is_some_and(|claimed| claimed.key == claimed_key.key);
        found.extend(place.git.filter(|git| names_it && !found.contains(git)));
    }
    found.truncate(REPOSITORIES_MAX);
    Ok(found)
}

/// Returns the first and last commits of a list: most clones contain the oldest commits, shallow
/// clones the newest.
fn both_ends(commits: &[String]) -> Vec<String> {
    let half = COMMITS_LOOKED_UP_MAX / 2;
    let newest = commits.len().saturating_sub(half).max(half.min(commits.len()));
    commits.iter().take(half).chain(&commits[newest..]).cloned().collect()
}

impl Belonging {
    /// Stores the project and what is known about the directory from now on. `path` is the
    /// directory as its session named it; `commits` come from [`Belonging::commits`]. Returns the
    /// project's id.
    pub fn remember(&self, writer: &mut Writer, path: &str, commits: &[String]) -> Result<i64> {
        if let Some(earlier) = self.earlier {
            writer.go_on_as(earlier, &self.project)?;
        }
        let id = writer.project_id(&self.project)?;
        writer.remember_directory(path, id)?;
        if let Some(claimed) = self.place.claimed.as_ref().filter(|_| self.named.is_none()) {
            writer.remember_repository(&self.place.own.key, Some(&claimed.key), id, false)?;
            writer.remember_commits(id, commits)?;
        }
        Ok(id)
    }

    /// Returns the commits by which other repositories can prove that they belong to this project;
    /// empty when this repository did not prove it itself.
    pub fn commits(&self) -> Vec<String> {
        let apart = [MembershipReason::Alone, MembershipReason::Left, MembershipReason::Unproven];
        let is_of_it = !apart.contains(&self.reason);
        let git = self.place.git.as_deref().filter(|_| is_of_it);
        git.map(commits::tips).unwrap_or_default()
    }
}
