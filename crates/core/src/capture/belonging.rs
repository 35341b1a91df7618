//! Decides which project a directory belongs to, based on the repositories seen so far.
//!
//! The first repository with a remote creates the project of that remote. Any other repository with
//! the same remote must prove that it is a clone, by a commit that both contain. Otherwise it gets
//! a project of its own.
//!
//! A folder keeps its memory when it becomes a repository, and when its repository gets a remote or
//! another one: the project goes on under its new identity. So does that of a repository without a
//! remote that was moved: it has the commits that were seen, and where it was there is none.
//!
//! What these rules cannot tell is not guessed: [`Belonging::before`] names the project that a person
//! may join.

use std::path::Path;

use serde::Serialize;

use crate::error::Result;
use crate::path_spelling::spelled;
use crate::project::{self, Person, Project, ProjectPlace, claimed, commits, find};
use crate::sources;
use crate::store::{KnownRepository, Reader, Writer};

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
    /// A stored project that may be this one's from before: only a person can tell, by joining it or
    /// leaving.
    pub before: Option<Project>,
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
    /// It has the commits of a repository without a remote that is gone from where it was.
    Moved,
    /// The user joined it to the project.
    Joined,
    /// The user separated it from the project that it claims.
    Left,
    /// It could not prove its claim.
    Unproven,
}

/// Maximum number of the project's repositories to compare with.
const REPOSITORIES_MAX: usize = 16;
/// Maximum number of changed files to look for in a folder that got a remote, the last ones.
const FILES_LOOKED_UP_MAX: usize = 64;

/// Returns where a directory belongs. Writes nothing, so that readers and the writer decide alike.
pub fn belonging(reader: &Reader, directory: &Path, person: &Person) -> Result<Belonging> {
    let place = find(directory, person);
    match seen(reader, directory, &place)? {
        // Whatever is at this path now has proved nothing.
        Some(id) => Ok(Belonging {
            project: reader.project(id)?,
            project_id: Some(id),
            reason: MembershipReason::Known,
            ..Belonging::of(ProjectPlace { git: None, claimed: None, ..place })
        }),
        None => decided(reader, place).and_then(|found| with_hidden(reader, found, directory)),
    }
}

/// Adds the project under which an agent's transcripts were stored while their directory was hidden:
/// it goes on as the project of the directory.
fn with_hidden(reader: &Reader, found: Belonging, directory: &Path) -> Result<Belonging> {
    if found.project_id.is_some() {
        return Ok(found);
    }
    let top = project::top(&found.place.own).to_string_lossy().into_owned();
    for directory in [top, spelled(&directory.to_string_lossy())] {
        for source in sources::all() {
            let Some(mark) = source.mark_of(&directory) else { continue };
            let hidden = project::hidden(source.name(), &mark);
            if let Some(id) = reader.project_with_key(&hidden.key)? {
                return Ok(Belonging { project_id: Some(id), earlier: Some(id), ..found });
            }
        }
    }
    Ok(found)
}

/// Returns where the work in a directory belongs by itself; `None` when it belongs where its session
/// began: a folder of no repository, or one that is gone, tells of no project of its own.
pub fn of_work(reader: &Reader, directory: &Path, person: &Person) -> Result<Option<Belonging>> {
    let here = belonging(reader, directory, person)?;
    let is_place = here.place.git.is_some() || here.reason != MembershipReason::Alone;
    Ok(is_place.then_some(here))
}

/// Returns the project that a directory had when it was seen, if nothing but that tells: it is gone,
/// or it is a linked worktree that its repository does not name, because one of them was moved or
/// pruned.
fn seen(reader: &Reader, directory: &Path, place: &ProjectPlace) -> Result<Option<i64>> {
    let seen = reader.directory_project(&directory.to_string_lossy())?;
    if !directory.exists() {
        return Ok(seen);
    }
    let Some(named) = place.unlinked.as_deref() else { return Ok(None) };
    let of = match reader.repository(&named.to_string_lossy())? {
        Some(known) => Some(known.project_id),
        None => reader.project_with_key(&place_of(named).key)?,
    };
    let Some(of) = of else { return Ok(None) };
    let here = seen.or(reader.directory_project(&place.own.key)?);
    let tree = Path::new(&place.own.key);
    let lists = |known: &KnownRepository| project::has_worktree(Path::new(&known.path), tree);
    let is_of_it =
        here == Some(of) || (!named.exists() && reader.repositories_of(of)?.iter().any(lists));
    Ok(is_of_it.then_some(of))
}

/// Returns the project that a git directory names.
fn place_of(git: &Path) -> Project {
    claimed(git).unwrap_or_else(|| project::of_repository(git.to_owned()).own)
}

fn decided(reader: &Reader, place: ProjectPlace) -> Result<Belonging> {
    let known = reader.repository(&place.own.key)?;
    if let Some(known) = known {
        let is_same = || match place.git.as_deref() {
            Some(git) => is_same(reader, known.project_id, git),
            None => Ok(false),
        };
        if known.remote.as_deref() != place.remote() {
            if let Some(git) = place.git.clone()
                && is_same()?
            {
                return with_other_remote(reader, place, &git, &known);
            }
        } else if !has_moved_on(reader, &place, &known)? || is_same()? {
            return as_known(reader, place, &known);
        }
    }
    match (place.claimed.clone(), place.git.clone()) {
        (Some(claimed), Some(git)) => claiming(reader, place, claimed, &git),
        _ => alone(reader, place),
    }
}

/// Returns whether the project of a known place without a remote goes on under another name: then
/// something else may have taken its place.
fn has_moved_on(reader: &Reader, place: &ProjectPlace, known: &KnownRepository) -> Result<bool> {
    let is_local = place.git.is_some() && place.claimed.is_none() && !known.by_person;
    Ok(is_local && reader.project(known.project_id)?.key != place.own.key)
}

/// Returns where a repository belongs that was seen with the same remote.
fn as_known(reader: &Reader, place: ProjectPlace, known: &KnownRepository) -> Result<Belonging> {
    let project = reader.project(known.project_id)?;
    let reason = match known.by_person {
        true if project.key == place.own.key => MembershipReason::Left,
        true => MembershipReason::Joined,
        false if place.claimed.is_none() && project.key == place.own.key => MembershipReason::Alone,
        false => MembershipReason::Known,
    };
    let named = place.claimed.clone().filter(|_| reason == MembershipReason::Left);
    let before = known.before_id.map(|id| reader.project(id)).transpose()?;
    let project_id = Some(known.project_id);
    Ok(Belonging { project, project_id, reason, named, before, ..Belonging::of(place) })
}

/// Returns where a repository belongs that is the same as before and names another remote, or none
/// any more. Its memory goes on, unless others share it that still name the old remote: it may be a
/// fork then, or made of a template, and only a person can tell.
fn with_other_remote(
    reader: &Reader,
    place: ProjectPlace,
    git: &Path,
    known: &KnownRepository,
) -> Result<Belonging> {
    let id = known.project_id;
    let old = reader.project(id)?;
    let goes_on = |reason| Belonging {
        project: old.clone(),
        project_id: Some(id),
        reason,
        ..Belonging::of(place.clone())
    };
    if known.by_person {
        let reason = if old.key == place.own.key {
            MembershipReason::Left
        } else {
            MembershipReason::Joined
        };
        return Ok(goes_on(reason));
    }
    let Some(claimed) = place.claimed.clone() else {
        let is_shared = is_shared(reader, known)?;
        let alone = Belonging { before: Some(old.clone()), ..Belonging::of(place.clone()) };
        return Ok(if is_shared { alone } else { goes_on(MembershipReason::Known) });
    };
    let is_spelling = |old: &String| project::is_other_spelling(old, &claimed.key);
    if known.remote.as_ref().is_some_and(is_spelling) {
        return Ok(goes_on(MembershipReason::Known));
    }
    match naming(reader, &claimed.key)? {
        Some(other) if other == id => Ok(goes_on(MembershipReason::Known)),
        Some(other) => Ok(match shown(reader, other, git)? {
            None => Belonging { named: Some(claimed), ..goes_on(MembershipReason::Unproven) },
            Some(reason) => Belonging {
                project: reader.project(other)?,
                project_id: Some(other),
                reason,
                before: with_content(reader, id)?,
                ..Belonging::of(place)
            },
        }),
        None => {
            let reason = MembershipReason::First;
            let first = Belonging { project: claimed, reason, ..Belonging::of(place.clone()) };
            Ok(if is_shared(reader, known)? {
                Belonging { before: with_content(reader, id)?, ..first }
            } else {
                Belonging { project_id: Some(id), earlier: Some(id), ..first }
            })
        }
    }
}

/// Returns where a repository belongs that names a remote and was not seen with it.
fn claiming(
    reader: &Reader,
    place: ProjectPlace,
    claimed: Project,
    git: &Path,
) -> Result<Belonging> {
    let named = naming(reader, &claimed.key)?;
    let found = match named {
        Some(id) => shown(reader, id, git)?.map(|reason| (id, reason)),
        None => other_spelling(reader, &claimed.key, git)?,
    };
    if let Some((id, reason)) = found {
        let own = of_its_own(reader, &place)?.filter(|own| *own != id);
        let before = own.map(|own| with_content(reader, own)).transpose()?.flatten();
        let project = reader.project(id)?;
        return Ok(Belonging {
            project,
            project_id: Some(id),
            reason,
            before,
            ..Belonging::of(place)
        });
    }
    if named.is_some() {
        let (known, earlier) = by_itself(reader, &place)?;
        let reason = MembershipReason::Unproven;
        let project_id = known.or(earlier);
        let named = Some(claimed);
        return Ok(Belonging { project_id, reason, named, earlier, ..Belonging::of(place) });
    }
    let (earlier, before) = match without_remote(reader, &place)? {
        Some(id) => (Some(id), None),
        None => moved(reader, git)?,
    };
    let reason = MembershipReason::First;
    let project_id = earlier;
    let project = claimed;
    Ok(Belonging { project, project_id, reason, before, earlier, ..Belonging::of(place) })
}

/// Returns where a place belongs that names no remote and was not seen before.
fn alone(reader: &Reader, place: ProjectPlace) -> Result<Belonging> {
    let (known, earlier) = by_itself(reader, &place)?;
    let project_id = known.or(earlier);
    let found = Belonging { project_id, earlier, ..Belonging::of(place) };
    let Some(git) = found.place.git.clone().filter(|_| project_id.is_none()) else {
        return Ok(found);
    };
    let (earlier, before) = moved(reader, &git)?;
    let reason = if earlier.is_some() { MembershipReason::Moved } else { found.reason };
    Ok(Belonging { project_id: earlier, earlier, before, reason, ..found })
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

/// Returns the stored project of a repository from before it had a remote, if its folder is still
/// the same.
fn without_remote(reader: &Reader, place: &ProjectPlace) -> Result<Option<i64>> {
    let Some(id) = of_its_own(reader, place)? else { return Ok(None) };
    let folder = project::top(&place.own);
    Ok(has_its_files(reader, id, folder)?.then_some(id))
}

/// Returns whether a folder can be that of a project: when files were changed there and none of
/// them is left, something else took its place.
fn has_its_files(reader: &Reader, project: i64, folder: &Path) -> Result<bool> {
    let files = reader.files_changed_last(project, FILES_LOOKED_UP_MAX)?;
    Ok(files.is_empty() || files.iter().any(|file| folder.join(file).exists()))
}

/// Returns whether the repository at a known path is the one that was seen there: it has its
/// commits, or its files where no commit was seen.
fn is_same(reader: &Reader, project: i64, git: &Path) -> Result<bool> {
    let known = reader.commits(project)?;
    if known.is_empty() {
        return has_its_files(reader, project, git.parent().unwrap_or(git));
    }
    Ok(commits::shares(git, &commits::tips(git), &known))
}

/// Returns a project, if anything is stored in it.
fn with_content(reader: &Reader, id: i64) -> Result<Option<Project>> {
    reader.has_items(id)?.then(|| reader.project(id)).transpose()
}

/// Returns the project of a remote: the one with its key, or one whose repositories name it.
fn naming(reader: &Reader, remote: &str) -> Result<Option<i64>> {
    match reader.project_with_key(remote)? {
        Some(id) => Ok(Some(id)),
        None => reader.project_of_remote(remote),
    }
}

/// Returns the project of a remote that this one may be another spelling of, with the proof.
fn other_spelling(
    reader: &Reader,
    remote: &str,
    git: &Path,
) -> Result<Option<(i64, MembershipReason)>> {
    for (id, other) in reader.remotes()? {
        if project::is_other_spelling(&other, remote)
            && let Some(reason) = shown(reader, id, git)?
        {
            return Ok(Some((id, reason)));
        }
    }
    Ok(None)
}

/// Returns whether other repositories of the project still name the remote that this one named.
fn is_shared(reader: &Reader, known: &KnownRepository) -> Result<bool> {
    let others = reader.repositories_of(known.project_id)?;
    Ok(others.iter().any(|other| other.path != known.path && is_as_seen(other)))
}

/// Returns whether a repository is still there, with the remote that it was seen with.
fn is_as_seen(known: &KnownRepository) -> bool {
    let git = Path::new(&known.path);
    git.exists() && claimed(git).map(|claimed| claimed.key) == known.remote
}

/// Returns the project of a repository that was elsewhere and is gone from there, by its commits:
/// first the one that goes on here, then one of which only a person can tell, because it had a
/// remote (this may be a fork) or others have the same commits.
fn moved(reader: &Reader, git: &Path) -> Result<(Option<i64>, Option<Project>)> {
    let tips = commits::tips(git);
    let mut found: Vec<(i64, bool)> = Vec::new();
    let all = reader.repositories()?;
    for of in all.chunk_by(|one, other| one.project_id == other.project_id) {
        let id = of[0].project_id;
        let is_gone = |known: &KnownRepository| !Path::new(&known.path).exists();
        // A person may have joined one that was moved to others that are still there.
        let of_person = of.iter().any(|known| known.by_person && is_gone(known));
        let is_gone = of.iter().all(is_gone);
        if (is_gone || of_person)
            && reader.has_items(id)?
            && commits::shares(git, &tips, &reader.commits(id)?)
        {
            found.push((id, is_gone && of.iter().all(|known| known.remote.is_none())));
        }
    }
    match found.as_slice() {
        [(id, true)] => Ok((Some(*id), None)),
        [.., (id, _)] => Ok((None, Some(reader.project(*id)?))),
        [] => Ok((None, None)),
    }
}

/// Returns how a repository proves that it belongs to a project; `None` when it does not.
fn shown(reader: &Reader, project: i64, git: &Path) -> Result<Option<MembershipReason>> {
    let mut repositories = reader.repositories_of(project)?;
    repositories.retain(is_as_seen);
    repositories.truncate(REPOSITORIES_MAX);
    let others: Vec<&Path> = repositories.iter().map(|known| Path::new(&known.path)).collect();
    if others.contains(&git) {
        return Ok(Some(MembershipReason::Known));
    }
    let tips = commits::tips(git);
    let is_one = || {
        others.iter().any(|other| {
            let of_other = commits::tips(other);
            tips.iter().any(|tip| of_other.contains(tip))
                || commits::holds(other, &tips)
                || commits::holds(git, &of_other)
        })
    };
    let is_proven = commits::shares(git, &tips, &reader.commits(project)?) || is_one();
    Ok(is_proven.then_some(MembershipReason::Proven))
}

impl Belonging {
    /// Returns the belonging of a place that is a project by itself.
    fn of(place: ProjectPlace) -> Self {
        Self {
            project: place.own.clone(),
            place,
            project_id: None,
            reason: MembershipReason::Alone,
            named: None,
            before: None,
            earlier: None,
        }
    }

    /// Stores the project and what is known about the directory from now on. `path` is the
    /// directory as its session named it; `commits` come from [`Belonging::commits`]. Returns the
    /// project's id.
    pub fn remember(&self, writer: &mut Writer, path: &str, commits: &[String]) -> Result<i64> {
        if let Some(earlier) = self.earlier {
            writer.go_on_as(earlier, &self.project)?;
        }
        let id = writer.project_id(&self.project)?;
        writer.remember_directory(path, id)?;
        if self.place.git.is_some() && self.reason != MembershipReason::Unproven {
            let before =
                self.before.as_ref().map(|before| writer.project_id(before)).transpose()?;
            writer.remember_repository(&KnownRepository {
                path: self.place.own.key.clone(),
                remote: self.place.remote().map(str::to_owned),
                project_id: id,
                by_person: self.is_by_person(),
                before_id: before,
            })?;
            writer.remember_commits(id, commits)?;
        }
        Ok(id)
    }

    /// Returns the commits by which other repositories can prove that they belong to this project,
    /// and by which this one is known when it moves; empty when it did not prove that it belongs
    /// there.
    pub fn commits(&self) -> Vec<String> {
        let apart = [MembershipReason::Left, MembershipReason::Unproven];
        let git = self.place.git.as_deref().filter(|_| !apart.contains(&self.reason));
        git.map(commits::tips).unwrap_or_default()
    }

    fn is_by_person(&self) -> bool {
        [MembershipReason::Joined, MembershipReason::Left].contains(&self.reason)
    }
}
