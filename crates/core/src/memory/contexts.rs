//! What a session gets when it starts.

use std::path::PathBuf;

use serde::Deserialize;

use super::{Memory, Within};
use crate::context::{self, Here, StartBlock};
use crate::error::Result;
use crate::index::when::Now;
use crate::project;
use crate::store::{Reader, Scope};

/// A session that starts.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Start {
    /// The directory in which it starts.
    pub directory: PathBuf,
    /// Its id.
    pub session: String,
    /// Whether its context was compacted: then the text is about the session itself.
    pub compacted: bool,
    /// The most that the block may cost, in estimated tokens; a small memory gets less.
    pub budget: usize,
    /// How far local time is ahead of UTC, in minutes: the days told are of that zone.
    #[serde(rename = "utcOffsetMin")]
    pub utc_offset_min: i32,
}

/// A session of the past that is started again: nothing that is younger is known.
#[derive(Debug, Clone, Default)]
pub struct Replayed {
    /// The session.
    pub start: Start,
    /// Name of its project.
    pub project: String,
    /// The branch that was checked out.
    pub branch: Option<String>,
    /// When it began, in milliseconds since the epoch.
    pub before_ms: i64,
}

impl Memory {
    /// Returns the text that a session gets when it starts; empty when nothing is known.
    pub fn context(&self, start: &Start) -> Result<StartBlock> {
        let within = Within::Directory(start.directory.clone());
        let branch = project::branch(&start.directory);
        self.block(start, &within, branch, None)
    }

    /// Returns what a session would have got when it started.
    pub fn replay_context(&self, replayed: &Replayed) -> Result<StartBlock> {
        let Replayed { start, project, branch, before_ms } = replayed;
        let within = Within::Project(project.clone());
        self.block(start, &within, branch.clone(), Some(*before_ms))
    }

    /// Prepares what the next session will get of the past, of at most `limit` projects, the
    /// one last worked on first. Returns how many were prepared: fewer than `limit` when all are.
    pub fn prepare_contexts(&mut self, limit: usize) -> Result<usize> {
        let everywhere = project::everywhere().key;
        let unprepared = |reader: &Reader| {
            let projects = reader.unprepared_projects(context::MADE_BY, limit)?;
            Ok((projects, reader.project_with_key(&everywhere)?))
        };
        let (projects, everywhere) = self.store.read(unprepared)?;
        for project in &projects {
            let past = |reader: &Reader| context::prepare(reader, *project, everywhere);
            let past = self.store.read(past)?;
            self.store
                .write(|writer| writer.put_prepared_past(*project, context::MADE_BY, &past))?;
        }
        Ok(projects.len())
    }

    fn block(
        &self,
        start: &Start,
        within: &Within,
        branch: Option<String>,
        before_ms: Option<i64>,
    ) -> Result<StartBlock> {
        let scope = Scope { before_ms, ..self.scope(within)?.0 };
        let everywhere = self.with_everywhere(scope.clone(), within)?;
        let folder = project::folder(&start.directory).to_string_lossy().into_owned();
        let session = start.session.clone();
        let here = Here { folder: Some(folder), branch, session };
        let known = self.store.read(|reader| {
            let known = if start.compacted { context::known_of_itself } else { context::known };
            known(reader, &scope, &everywhere, &here)
        })?;
        // A compaction takes the session's own past away, however small the memory is.
        let size = if start.compacted { u64::MAX } else { known.turns };
        let now = Now::ahead(0, start.utc_offset_min);
        Ok(context::block(&known, context::budget(size).min(start.budget), now))
    }
}
