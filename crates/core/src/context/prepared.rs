//! What the next session will be told of the past, made before it starts: the worker makes it after
//! it has taken in a turn, and a start only reads it. Without it the text is the same, only later.

use serde::{Deserialize, Serialize};

use super::branch::{self, OnBranch};
use super::sessions::{TURNS_MAX, work};
use crate::error::Result;
use crate::lessons::{self, Lesson, SessionCalls};
use crate::store::{Reader, Scope};
use crate::work::{StartedCommand, united};

/// The past of a project.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Prepared {
    /// The last sessions on its branches.
    pub on_branches: Vec<OnBranch>,
    /// What failed in several sessions; `None` where nobody has looked.
    pub lessons: Option<Vec<Lesson>>,
    /// What its last sessions left to run, the last one last.
    pub started: Vec<StartedCommand>,
}

/// What made it. Raise the number with every change of what a digest says: what another build made
/// is not used.
pub const MADE_BY: &str = concat!(env!("CARGO_PKG_VERSION"), " 9");

/// Number of sessions whose ends are prepared. A start reads what it needs of the others.
const ENDS_MAX: usize = 40;

/// Maximum number of lessons that are kept.
const LESSONS_MAX: usize = 30;

/// Maximum number of started commands that are kept, the last ones.
const STARTED_MAX: usize = 100;

/// Returns the past of a project as bytes: the last sessions on its branches, how they ended, the
/// lessons, and what was started.
pub fn prepare(reader: &Reader, project: i64) -> Result<Vec<u8>> {
    let scope = Scope { projects: Some(vec![project]), ..Scope::default() };
    let mut sessions = unprepared(reader, &scope)?;
    for on in sessions.iter_mut().take(ENDS_MAX) {
        // A session of two projects has text that changes with either: it is read when a session
        // starts.
        if !reader.has_other_projects(&on.session, project)? {
            on.end = Some(branch::end(reader, &on.session, &scope)?);
        }
    }
    let worked = lessons::last_worked(reader, &scope)?;
    let mut lessons = lessons::learnt(&worked);
    lessons.truncate(LESSONS_MAX);
    let past =
        Prepared { on_branches: sessions, lessons: Some(lessons), started: started_in(worked) };
    Ok(serde_json::to_vec(&past).unwrap_or_default())
}

/// Returns the past of a scope as it was prepared, or without the ends of sessions and the lessons.
pub fn past(reader: &Reader, scope: &Scope) -> Result<Prepared> {
    if let Some(past) = stored(reader, scope)? {
        return Ok(past);
    }
    let on_branches = unprepared(reader, scope)?;
    Ok(Prepared { on_branches, ..Prepared::default() })
}

/// Returns the lessons of a scope, as they were prepared or read now.
pub fn lessons(reader: &Reader, scope: &Scope) -> Result<Vec<Lesson>> {
    match stored(reader, scope)?.and_then(|past| past.lessons) {
        Some(lessons) => Ok(lessons),
        None => lessons::read(reader, scope),
    }
}

/// Returns what was started in a scope, as it was prepared; a replay reads it now. Where nothing was
/// prepared nothing is known: a prompt does not wait for it.
pub fn started(reader: &Reader, scope: &Scope) -> Result<Vec<StartedCommand>> {
    if scope.before_ms.is_some() {
        return Ok(started_in(lessons::last_worked(reader, scope)?));
    }
    Ok(stored(reader, scope)?.map(|past| past.started).unwrap_or_default())
}

/// Returns the commands that sessions left to run, the last ones.
fn started_in(sessions: Vec<SessionCalls>) -> Vec<StartedCommand> {
    let mut started = united(sessions.into_iter().flat_map(|session| session.started));
    started.drain(..started.len().saturating_sub(STARTED_MAX));
    started
}

fn unprepared(reader: &Reader, scope: &Scope) -> Result<Vec<OnBranch>> {
    Ok(branch::last_on_each(work(reader, scope, TURNS_MAX)?))
}

/// A replay has a past of its own.
fn stored(reader: &Reader, scope: &Scope) -> Result<Option<Prepared>> {
    let (None, Some([project])) = (scope.before_ms, scope.projects.as_deref()) else {
        return Ok(None);
    };
    let bytes = reader.prepared_past(*project, MADE_BY)?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}
