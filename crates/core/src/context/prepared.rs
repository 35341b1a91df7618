//! What the next session will be told of the past, made before it starts: the worker makes it after
//! it has taken in a turn, and a start only reads it. Without it the text is the same, only later.

use super::branch::{self, OnBranch};
use super::sessions::{TURNS_MAX, work};
use crate::error::Result;
use crate::store::{Reader, Scope};

/// What made it. Raise the number with every change of what a digest says: what another build made
/// is not used.
pub const MADE_BY: &str = concat!(env!("CARGO_PKG_VERSION"), " 5");

/// Number of sessions whose ends are prepared. A start reads what it needs of the others.
const ENDS_MAX: usize = 40;

/// Returns the past of a project as bytes: the last sessions on its branches, and how they ended.
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
    Ok(serde_json::to_vec(&sessions).unwrap_or_default())
}

/// Returns the last sessions on the branches of a scope, as they were prepared or without their ends.
pub fn sessions(reader: &Reader, scope: &Scope) -> Result<Vec<OnBranch>> {
    match stored(reader, scope)? {
        Some(sessions) => Ok(sessions),
        None => unprepared(reader, scope),
    }
}

fn unprepared(reader: &Reader, scope: &Scope) -> Result<Vec<OnBranch>> {
    Ok(branch::last_on_each(work(reader, scope, TURNS_MAX)?))
}

/// A replay has a past of its own.
fn stored(reader: &Reader, scope: &Scope) -> Result<Option<Vec<OnBranch>>> {
    let (None, Some([project])) = (scope.before_ms, scope.projects.as_deref()) else {
        return Ok(None);
    };
    let bytes = reader.prepared_past(*project, MADE_BY)?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}
