//! Another session that is at work in this repository while one starts.

use super::Here;
use super::past::Past;
use super::paths::share_home;
use super::sessions::{last_turns, topic};
use crate::digest;
use crate::error::Result;
use crate::store::{Reader, Scope};

/// A session that is at work elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtWork {
    /// Its id.
    pub session: String,
    /// When it was active last, in milliseconds since the epoch.
    pub active_ms: i64,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// What it was asked.
    pub asked: String,
    /// The files that it changed, the last first.
    pub changed: Vec<String>,
}

/// What is known of a session's presence beside its turns, from its hooks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Presence {
    /// When its last prompt was sent, in milliseconds since the epoch.
    pub prompted_ms: Option<i64>,
    /// Whether it ended after that.
    pub has_ended: bool,
}

/// A session that was active within this time may be at work.
const HOUR_MS: i64 = 60 * 60 * 1_000;
/// One whose hooks say nothing may be at work if it was active within this time.
/// docs/decisions/context.md has the figures.
const NEAR_MS: i64 = 10 * 60 * 1_000;
/// Number of turns that are looked at.
pub const TURNS_MAX: usize = 60;
/// Maximum number of sessions that are told.
const SESSIONS_MAX: usize = 2;

/// Returns the sessions of `past` that are at work, the one that was active last first. `presence` says
/// what the hooks know of one.
pub fn at_work(
    reader: &Reader,
    past: &[Past],
    scope: &Scope,
    here: &Here,
    presence: &dyn Fn(&str) -> Presence,
) -> Result<Vec<AtWork>> {
    let mut found = Vec::new();
    // Without a change there is nothing to look out for, and another person's machine is not here.
    let may_matter = |past: &&Past| {
        let is_recent = here.now_ms - past.ended_at_ms <= HOUR_MS;
        is_recent && past.session != here.session && !past.changed.is_empty() && is_here(past, here)
    };
    for past in past.iter().filter(may_matter) {
        let under_way = || is_under_way(reader, &past.session, scope);
        let Some(active_ms) = active(past, presence(&past.session), here, under_way)? else {
            continue;
        };
        let Some(asked) = topic(reader, &past.session, scope)? else { continue };
        let changed = past.changed.iter().rev().cloned().collect();
        let (session, branch) = (past.session.clone(), past.branch.clone());
        found.push(AtWork { session, active_ms, branch, asked, changed });
    }
    found.truncate(SESSIONS_MAX);
    Ok(found)
}

fn is_here(past: &Past, here: &Here) -> bool {
    let folders = past.folder.as_deref().zip(here.folder.as_deref());
    folders.is_some_and(|(own, here)| own == here || share_home(own, here))
}

/// Returns when a session was active last, if it is at work.
fn active(
    past: &Past,
    presence: Presence,
    here: &Here,
    is_under_way: impl FnOnce() -> Result<bool>,
) -> Result<Option<i64>> {
    if presence.has_ended {
        return Ok(None);
    }
    // The turn that answers a prompt is stored when it ends.
    if let Some(prompted_ms) = presence.prompted_ms.filter(|at_ms| *at_ms > past.ended_at_ms) {
        return Ok((here.now_ms - prompted_ms <= HOUR_MS).then_some(prompted_ms));
    }
    if here.now_ms - past.ended_at_ms > NEAR_MS {
        return Ok(None);
    }
    // In one folder a person mostly works in one session after another. In a replay a turn may
    // end later than now.
    let goes_on = past.ended_at_ms > here.now_ms || past.folder != here.folder;
    Ok((goes_on || is_under_way()?).then_some(past.ended_at_ms))
}

/// Whether the last turn of a session stopped in the middle of its work.
fn is_under_way(reader: &Reader, session: &str, scope: &Scope) -> Result<bool> {
    Ok(digest::is_under_way(&last_turns(reader, session, scope, 1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE_MS: i64 = 60_000;

    fn active_after(
        minutes: i64,
        presence: Presence,
        folder: &str,
        under_way: bool,
    ) -> Option<i64> {
        let now_ms = 1_000 * MINUTE_MS;
        let here = Here { now_ms, folder: Some("/w/a".to_owned()), ..Here::default() };
        let ended_at_ms = now_ms - minutes * MINUTE_MS;
        let past = Past { ended_at_ms, folder: Some(folder.to_owned()), ..Past::default() };
        let active = active(&past, presence, &here, || Ok(under_way)).expect("nothing is read");
        active.map(|at_ms| (now_ms - at_ms) / MINUTE_MS)
    }

    #[test]
    fn a_session_is_at_work_until_it_ends() {
        let silent = Presence::default();
        assert_eq!(active_after(5, silent, "/w/b", false), Some(5));
        assert_eq!(active_after(15, silent, "/w/b", true), None);
        assert_eq!(active_after(5, silent, "/w/a", false), None, "one after another");
        assert_eq!(active_after(5, silent, "/w/a", true), Some(5));
        let prompted = |minutes: i64| Some((1_000 - minutes) * MINUTE_MS);
        let asked = Presence { prompted_ms: prompted(20), has_ended: false };
        assert_eq!(active_after(40, asked, "/w/a", false), Some(20), "the turn is not stored yet");
        assert_eq!(active_after(15, asked, "/w/a", false), None, "its turn is stored");
        let ended = Presence { prompted_ms: prompted(2), has_ended: true };
        assert_eq!(active_after(1, ended, "/w/b", true), None);
    }
}
