//! Which project a directory belongs to.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Memory;
use super::splitter::WindowSplitter;
use crate::capture::belonging::{self, Belonging};
use crate::capture::membership::{self, Membership};
use crate::error::Result;
use crate::project::Project;
use crate::project::labels::labels;
use crate::store::intake;

/// The project that a directory belongs to, as people read its name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabelledBelonging {
    /// The project, and why.
    #[serde(flatten)]
    pub belonging: Belonging,
    /// Its label.
    pub label: String,
}

/// Which project a person says that a directory belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ProjectChange {
    /// The directory.
    pub directory: String,
    /// Whether it becomes a project of its own.
    pub leaves: bool,
    /// Name or key of the project that it joins; the one that its remote names if omitted.
    pub project: Option<String>,
}

/// A change of a directory's project, as far as it is carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProjectMove {
    /// Current project of the directory's turns; `None` when none was ever stored.
    pub from: Option<Project>,
    /// New project of the directory and those turns.
    pub to: Project,
    /// Number of turns that move.
    pub turns: usize,
    /// Number of notes that move along.
    pub notes: usize,
    /// How many turns have moved.
    pub moved: u64,
    /// Whether all have, and the notes.
    pub done: bool,
}

impl ProjectMove {
    fn of(Membership { from, to, turns, notes }: &Membership) -> Self {
        let (from, to) = (from.clone(), to.clone());
        Self { from, to, turns: turns.len(), notes: notes.len(), moved: 0, done: false }
    }
}

/// A change that is under way.
pub(super) struct Moving {
    change: ProjectChange,
    membership: Membership,
    so_far: ProjectMove,
}

/// Turns moved per step: some milliseconds each.
const STEP_TURNS: usize = 16;

impl Memory {
    /// Returns what a change of a directory's project does. Changes nothing.
    pub fn plan_project(&self, change: &ProjectChange) -> Result<ProjectMove> {
        Ok(ProjectMove::of(&self.membership(change)?))
    }

    /// Changes a directory's project, one step a call, until all is `done`: the first step assigns
    /// the directory, the others move what is stored. It may stop between any two: another change
    /// of the kind moves the rest. Requires the ingest lock.
    pub fn change_project(&mut self, change: &ProjectChange) -> Result<ProjectMove> {
        let known = self.moving.take().filter(|moving| moving.change == *change);
        let moving = match known {
            None => self.begin_moving(change)?,
            Some(moving) => self.go_on_moving(moving)?,
        };
        let so_far = moving.so_far.clone();
        self.moving = Some(moving).filter(|_| !so_far.done);
        Ok(so_far)
    }

    fn membership(&self, change: &ProjectChange) -> Result<Membership> {
        let directory = Path::new(&change.directory);
        if change.leaves {
            return self.plan_leave(directory);
        }
        self.plan_join(directory, change.project.as_deref())
    }

    fn begin_moving(&mut self, change: &ProjectChange) -> Result<Moving> {
        let membership = self.membership(change)?;
        let directory = Path::new(&change.directory);
        if change.leaves {
            self.leave(directory)?;
        } else {
            self.join(directory, &membership.to)?;
        }
        let so_far = ProjectMove::of(&membership);
        Ok(Moving { change: change.clone(), membership, so_far })
    }

    fn go_on_moving(&mut self, mut moving: Moving) -> Result<Moving> {
        let Membership { to, turns, notes, .. } = &mut moving.membership;
        if turns.is_empty() {
            self.move_turns(notes, to)?;
            moving.so_far.done = true;
        } else {
            let step: Vec<String> = turns.drain(..turns.len().min(STEP_TURNS)).collect();
            moving.so_far.moved += self.move_turns(&step, to)?;
        }
        Ok(moving)
    }

    /// Returns the project that a directory belongs to, and why.
    pub fn belonging(&self, directory: &Path) -> Result<Belonging> {
        let person = self.store.person();
        self.store.read(|reader| belonging::belonging(reader, directory, &person))
    }

    /// Returns which of the two directories of a session tells the project of its work: where it
    /// works now, or where it began.
    pub fn working_directory<'d>(
        &self,
        began: &'d Path,
        now: Option<&'d Path>,
    ) -> Result<&'d Path> {
        let Some(now) = now else { return Ok(began) };
        let person = self.store.person();
        let work = self.store.read(|reader| belonging::of_work(reader, now, &person))?;
        Ok(if work.is_some() { now } else { began })
    }

    /// Returns that project with its label: its name, or what tells it apart from stored projects of
    /// that name.
    pub fn labelled_belonging(&self, directory: &Path) -> Result<LabelledBelonging> {
        let belonging = self.belonging(directory)?;
        let mut projects = self.projects()?;
        projects.push(belonging.project.clone());
        projects.dedup_by(|a, b| a.key == b.key);
        let label = labels(&projects).remove(&belonging.project.key).unwrap_or_default();
        Ok(LabelledBelonging { belonging, label })
    }

    /// Returns the effect of a directory joining a project; see [`membership::plan_join`].
    pub fn plan_join(&self, directory: &Path, target: Option<&str>) -> Result<Membership> {
        membership::plan_join(&self.store, directory, target)
    }

    /// Assigns a directory to a project from now on; [`Memory::move_turns`] moves its turns.
    pub fn join(&mut self, directory: &Path, to: &Project) -> Result<()> {
        membership::join(&mut self.store, directory, to)
    }

    /// Returns the effect of a directory leaving its shared project.
    pub fn plan_leave(&self, directory: &Path) -> Result<Membership> {
        membership::plan_leave(&self.store, directory)
    }

    /// Makes a directory a project of its own; [`Memory::move_turns`] moves its turns.
    pub fn leave(&mut self, directory: &Path) -> Result<()> {
        membership::leave(&mut self.store, directory)
    }

    /// Moves turns to another project. Returns how many moved.
    pub fn move_turns(&mut self, turns: &[String], to: &Project) -> Result<u64> {
        let splitter = WindowSplitter::of(&mut self.model);
        intake::move_to(&mut self.store, turns, to, &splitter)
    }
}
