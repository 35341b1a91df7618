//! What a session gets when it starts.

use std::path::PathBuf;

use serde::Deserialize;

use super::{Memory, Within};
use crate::context::{self, Here, Presence, StartBlock};
use crate::error::Result;
use crate::home::muted::Muted;
use crate::home::records::end_of;
use crate::home::records::line::{ContextMark, RecordLine, lines_of};
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
    /// Whether somebody asked for it: then it also tells of the last sessions.
    #[serde(default)]
    pub asked: bool,
    /// The most that the block may cost, in estimated tokens.
    pub budget: usize,
    /// When it starts, in milliseconds since the epoch.
    #[serde(rename = "nowMs")]
    pub now_ms: i64,
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
        let unprepared = |reader: &Reader| reader.unprepared_projects(context::MADE_BY, limit);
        let projects = self.store.read(unprepared)?;
        for project in &projects {
            let past = self.store.read(|reader| context::prepare(reader, *project))?;
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
        let now_ms = before_ms.unwrap_or(start.now_ms);
        let is_asked = start.asked;
        let here = Here { folder: Some(folder), branch, session, now_ms, is_asked };
        // A replay knows of no hooks.
        let presence = |session: &str| match before_ms {
            None => self.presence(session),
            Some(_) => Presence::default(),
        };
        let mut known = self.store.read(|reader| {
            if start.compacted {
                context::known_of_itself(reader, &scope, &everywhere, &here)
            } else {
                context::known(reader, &scope, &everywhere, &here, &presence)
            }
        })?;
        if !known.lessons.is_empty() {
            let rejected = Muted::of(&self.home)?.lessons;
            known.lessons.retain(|lesson| !rejected.contains(&lesson.id));
        }
        Ok(context::block(&known, start.budget, Now::ahead(now_ms, start.utc_offset_min)))
    }

    /// Returns what the hooks of a session recorded of its presence.
    fn presence(&self, session: &str) -> Presence {
        let path = self.home.record(session);
        let end = path.and_then(|path| end_of(&path, PRESENCE_BYTES_MAX).ok().flatten());
        let mut presence = Presence::default();
        for line in lines_of(&end.unwrap_or_default()) {
            match line {
                RecordLine::Prompt(prompt) => {
                    presence = Presence { prompted_ms: Some(prompt.at_ms), has_ended: false };
                }
                RecordLine::Mark(ContextMark::Ended { .. }) => presence.has_ended = true,
                RecordLine::Mark(_) | RecordLine::Used(_) | RecordLine::Told(_) => {}
            }
        }
        presence
    }
}

/// Only the last lines of a record tell whether its session is at work. In bytes.
const PRESENCE_BYTES_MAX: u64 = 64 * 1024;
