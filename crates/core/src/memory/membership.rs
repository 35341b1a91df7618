//! Which project a directory belongs to.

use std::path::Path;

use serde::Serialize;

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

impl Memory {
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
