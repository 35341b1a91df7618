//! The user's decisions on which project a directory belongs to: it joins another project, or
//! leaves one.

use std::collections::BTreeMap;
use std::path::Path;

use crate::capture::belonging::{Belonging, MembershipReason, belonging, of_its_own};
use crate::error::{Error, Result};
use crate::project::{self, Person, Project, ProjectPlace, find};
use crate::store::{KnownRepository, Reader, Scope, Store};

/// Effect of changing a directory's project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Current project of the directory's turns; `None` when none was ever stored.
    pub from: Option<Project>,
    /// New project of the directory and those turns.
    pub to: Project,
    /// UUIDs of the turns that move.
    pub turns: Vec<String>,
    /// UUIDs of the notes that move along.
    pub notes: Vec<String>,
}

/// Returns the effect of a directory joining a project: the one with this key or name, else the one
/// that its remote names. The turns of the directory's own project move there, and those of
/// sessions that began in the directory while it shared a third project.
pub fn plan_join(store: &Store, directory: &Path, target: Option<&str>) -> Result<Membership> {
    let person = store.person();
    store.read(|reader| {
        let found = belonging(reader, directory, &person)?;
        let own = &found.place.own;
        let to = match target {
            Some(name) => meant(reader, name, own)?,
            None => named_by(&found),
        };
        let stored = of_its_own(reader, &found.place)?.or(found.earlier);
        let from = stored.filter(|_| own.key != to.key);
        let mut turns = from.map_or(Ok(Vec::new()), |from| reader.turns_of_project(from))?;
        let mut notes = from.map_or(Ok(Vec::new()), |from| reader.notes_of_project(from))?;
        let is_there = found.project.key == to.key;
        if is_there && turns.is_empty() && notes.is_empty() {
            let reason = if own.key == to.key {
                format!("{} has no remote that names another project", own.key)
            } else {
                format!("{} belongs to {} already", own.key, to.key)
            };
            return Err(Error::InvalidArgument(reason));
        }
        if found.reason == MembershipReason::Joined && !is_there {
            let reason =
                format!("{} belongs to {}: it must leave that first", own.key, found.project.key);
            return Err(Error::InvalidArgument(reason));
        }
        let shared = found.project_id.filter(|_| found.project.key != own.key && !is_there);
        if let Some(shared) = shared {
            let began = began_here(reader, shared, &found.place, &person)?;
            turns.extend(began.turns);
            notes.extend(began.notes);
        }
        let from = shared.map(|_| found.project.clone()).or(from.map(|_| own.clone()));
        Ok(Membership { from, to, turns, notes })
    })
}

/// Assigns a directory, and whatever is ingested from it from now on, to a project. Stored turns
/// are moved by [`crate::store::intake::move_to`].
pub fn join(store: &mut Store, directory: &Path, to: &Project) -> Result<()> {
    let person = store.person();
    let (found, stored) = store.read(|reader| {
        let found = belonging(reader, directory, &person)?;
        let stored = of_its_own(reader, &found.place)?.or(found.earlier);
        Ok((found, stored))
    })?;
    let commits = Belonging { reason: MembershipReason::Joined, ..found.clone() }.commits();
    store.write(|writer| {
        if let Some(stored) = stored {
            writer.go_on_as(stored, &found.place.own)?;
        }
        let from = writer.project_id(&found.place.own)?;
        let id = writer.project_id(to)?;
        writer.remember_repository(&by_person(&found.place, id))?;
        writer.remember_commits(id, &commits)?;
        writer.move_project(from, id)
    })
}

/// Returns the effect of a directory leaving the project that it shares with others: the turns of
/// sessions that began in the directory move along.
pub fn plan_leave(store: &Store, directory: &Path) -> Result<Membership> {
    let person = store.person();
    store.read(|reader| {
        let found = belonging(reader, directory, &person)?;
        let Belonging { place, project, project_id, before, .. } = found;
        if before.is_some() {
            // It never was what it may have been, and stays what it is.
            let (turns, notes) = (Vec::new(), Vec::new());
            return Ok(Membership { from: Some(project.clone()), to: project, turns, notes });
        }
        if project.key == place.own.key {
            let reason = format!("{} is a project of its own already", place.own.key);
            return Err(Error::InvalidArgument(reason));
        }
        let began = project_id.map(|id| began_here(reader, id, &place, &person)).transpose()?;
        let Began { turns, notes } = began.unwrap_or_default();
        Ok(Membership { from: Some(project), to: place.own, turns, notes })
    })
}

/// UUIDs of the turns and notes of sessions that began in a place.
#[derive(Default)]
struct Began {
    turns: Vec<String>,
    notes: Vec<String>,
}

/// Returns what of a project began in a place.
fn began_here(
    reader: &Reader,
    project: i64,
    place: &ProjectPlace,
    person: &Person,
) -> Result<Began> {
    let turns = reader.turns_by_directory(project)?;
    let notes = reader.notes(&Scope { projects: Some(vec![project]), ..Scope::default() })?;
    // Most sessions of a project began in a few directories, so lookups are cached.
    let mut looked_up: BTreeMap<String, bool> = BTreeMap::new();
    let mut is_here = |directory: String| {
        let look_up = |path: &String| began_in(place, Path::new(path), person);
        *looked_up.entry(directory).or_insert_with_key(look_up)
    };
    // A folder of no repository belongs where its session began.
    let is_place = |directory: &String| find(Path::new(directory), person).git.is_some();
    let mut here = |(id, directory, began): (String, Option<String>, Option<String>)| {
        let directory = directory.filter(|directory| began.is_none() || is_place(directory));
        is_here(directory.or(began)?).then_some(id)
    };
    let turns = turns.into_iter().filter_map(&mut here).collect();
    let notes = notes.into_iter().map(|row| (row.uuid, row.note.cwd, None));
    let notes = notes.filter_map(here).collect();
    Ok(Began { turns, notes })
}

/// Makes a directory a project of its own, whatever its remote says; one that may have been another
/// before stays what it is, and is not asked about any more.
pub fn leave(store: &mut Store, directory: &Path) -> Result<()> {
    let person = store.person();
    let found = store.read(|reader| belonging(reader, directory, &person))?;
    if found.before.is_some() {
        let settled = Belonging { before: None, ..found };
        let commits = settled.commits();
        return store.write(|writer| {
            settled.remember(writer, &directory.to_string_lossy(), &commits)?;
            writer.settle_repository(&settled.place.own.key)
        });
    }
    let place = find(directory, &store.person());
    store.write(|writer| {
        let id = writer.project_id(&place.own)?;
        writer.remember_repository(&by_person(&place, id))
    })
}

/// Returns a person's assignment of a place to a project.
fn by_person(place: &ProjectPlace, project_id: i64) -> KnownRepository {
    KnownRepository {
        path: place.own.key.clone(),
        remote: place.remote().map(str::to_owned),
        project_id,
        by_person: true,
        before_id: None,
    }
}

/// Returns the project that a directory's own files name, believed or not.
fn named_by(found: &Belonging) -> Project {
    let pointed =
        found.place.unlinked.as_deref().filter(|_| found.reason == MembershipReason::Alone);
    let pointed = pointed.map(|git| project::of_repository(git.to_owned()));
    let named = pointed.map(|place| place.claimed.unwrap_or(place.own));
    let own = &found.place.own;
    let is_here = |key: &str| key == own.key || Path::new(key) == project::top(own);
    let before = found.before.clone().filter(|before| !is_here(&before.key));
    found.named.clone().or(named).or(before).unwrap_or_else(|| found.project.clone())
}

/// Returns whether a session that began in `directory` began in this place, even when the directory
/// no longer exists.
fn began_in(place: &ProjectPlace, directory: &Path, person: &Person) -> bool {
    let top = project::top(&place.own);
    let gone = || !directory.exists() && directory.starts_with(top);
    find(directory, person).own.key == place.own.key || gone()
}

/// Returns the project that the user named, other than the directory's own.
fn meant(reader: &Reader, name: &str, own: &Project) -> Result<Project> {
    let mut ids = reader.projects(name)?;
    ids.extend(reader.projects(&project::named(name).key)?);
    ids.sort_unstable();
    ids.dedup();
    let found = ids.into_iter().map(|id| reader.project(id)).collect::<Result<Vec<_>>>()?;
    let exact = found.iter().find(|project| project.key == name).cloned();
    let mut others = found.into_iter().filter(|project| project.key != own.key);
    let is_own = [&own.key, &own.name].into_iter().any(|own| own == name);
    match (exact, others.next(), others.next()) {
        (Some(project), ..) if project.key != own.key => Ok(project),
        (None, Some(project), None) => Ok(project),
        (Some(_), ..) | (None, None, _) if is_own => {
            let reason = format!("{} is this project itself: there is nothing to join", own.key);
            Err(Error::InvalidArgument(reason))
        }
        (Some(_), ..) | (None, None, _) => {
            Err(Error::InvalidArgument(format!("no project is called {name}")))
        }
        (None, Some(one), Some(other)) => {
            let reason = format!("several projects are called {name}: {}, {}", one.key, other.key);
            Err(Error::InvalidArgument(reason))
        }
    }
}
