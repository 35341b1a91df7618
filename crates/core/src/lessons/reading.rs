//! What the sessions of a scope did, read from the log of their turns.

use std::collections::HashSet;

use super::{Lesson, SessionCalls, Turn, learnt};
use crate::conversation::turn;
use crate::error::Result;
use crate::sources;
use crate::store::{Reader, Scope};
use crate::work::events;

/// Number of turns, and of sessions, that lessons are learnt from: the last ones.
const TURNS_MAX: usize = 1_000;
const SESSIONS_MAX: usize = 100;

/// Returns the lessons of a scope.
pub fn read(reader: &Reader, scope: &Scope) -> Result<Vec<Lesson>> {
    Ok(learnt(&last_worked(reader, scope)?))
}

/// Returns what the last sessions of a scope did, as far as lessons are learnt from it.
pub fn last_worked(reader: &Reader, scope: &Scope) -> Result<Vec<SessionCalls>> {
    worked(reader, scope, TURNS_MAX, SESSIONS_MAX)
}

/// Returns what the last sessions of a scope did in its last turns, the oldest first. A history that
/// was imported may have come with a clone of the project: nothing is learnt from it.
pub fn worked(
    reader: &Reader,
    scope: &Scope,
    turns_max: usize,
    sessions_max: usize,
) -> Result<Vec<SessionCalls>> {
    let mut sessions = reader.work(scope, turns_max)?;
    sessions.retain(|work| sources::named(&work.agent).is_ok_and(|agent| !agent.facts().is_import));
    sessions.truncate(sessions_max);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for work in sessions.into_iter().rev() {
        let mut turns = Vec::new();
        for stored in reader.last_logs(&work.session, scope, TURNS_MAX)? {
            let entries = turn::decode_read_only(&stored.log);
            let is_persons = !turn::facts(&entries).is_foreign;
            let dialect = sources::dialect(&stored.agent);
            let events = events(&entries, dialect, &mut seen);
            turns.push(Turn { uuid: stored.uuid, is_persons, events });
        }
        found.push(SessionCalls::of(work.session, &turns));
    }
    Ok(found)
}
