//! Sessions as lists show them: which there are, what each is called, and what was done in them.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::{Memory, Within};
use crate::digest::{Gist, LinedDigest, titles};
use crate::english::single_spaced;
use crate::error::Result;
use crate::search::copies::without_dates;
use crate::search::meant::BranchesMeant;
use crate::store::SessionRow;

/// Which sessions are listed.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SessionsWanted {
    /// Where they were held.
    pub within: Within,
    /// Only the session with this id, wherever it was held; then no other condition counts.
    pub session: Option<String>,
    /// Those that went on at this time or later, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Those that began before this time.
    pub until_ms: Option<i64>,
    /// Those on this branch.
    pub branch: Option<String>,
    /// False leaves out those in which programs asked alone.
    pub headless: Option<bool>,
    /// How many are returned; all if omitted.
    pub limit: Option<usize>,
    /// Whether each run of a prompt is listed, and not one of them.
    pub runs: Option<bool>,
    /// Whether the rows alone are wanted: without it, each session has its title, what was asked in
    /// it and how it ended.
    pub bare: Option<bool>,
}

/// The sessions of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedSessions {
    /// The one that was active last is the first; of the runs of a prompt there is one.
    pub sessions: Vec<ListedSession>,
    /// How many there are, whatever the limit; runs of one prompt count once.
    pub total: usize,
    /// Ids of all of them, each run too.
    pub ids: Vec<String>,
    /// The branches that may be meant, where no session is on the one that was given.
    pub branches: Option<BranchesMeant>,
}

/// A session of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedSession {
    /// The session.
    #[serde(flatten)]
    pub row: SessionRow,
    /// How many sessions it stands for, where the same prompt was run again and again.
    pub times: usize,
    /// What the person named it, else what was asked; empty if nothing was said.
    pub title: String,
    /// What was asked, in the person's words; `None` if only approvals and pasted text were said.
    pub asked: Option<String>,
    /// What the last real answer concluded; `None` if there is none.
    pub ended: Option<String>,
    /// Pull requests that came of it, as its agent says: their addresses or numbers.
    pub pull_requests: Vec<String>,
}

/// Of which sessions a recap is wanted.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RecapWanted {
    /// Where they were held.
    pub within: Within,
    /// Those that went on at this time or later, in milliseconds since the epoch.
    pub since_ms: i64,
    /// False leaves out those in which programs asked alone.
    pub headless: Option<bool>,
}

/// What was done across sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recap {
    /// The sessions of one project that ended on one day, the last first; the last day first, and
    /// on each the project that was active last.
    pub days: Vec<Vec<RecapSession>>,
    /// How many sessions went on in that time and are not among these.
    pub more: usize,
    /// End of the last session of all, whenever that was; `None` where none is stored.
    pub last_ms: Option<i64>,
}

/// A session that is summed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecapSession {
    /// The session.
    pub row: SessionRow,
    /// How many sessions of the day it stands for, where the same prompt was run again.
    pub times: usize,
    /// What was done in it.
    pub digest: LinedDigest,
}

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// A recap of more would be read by nobody.
const RECAP_SESSIONS_MAX: usize = 100;

impl Memory {
    /// Returns the sessions of a list.
    pub fn listed_sessions(&self, wanted: &SessionsWanted) -> Result<ListedSessions> {
        let all = match &wanted.session {
            Some(session) => self.session_row(session)?,
            None => self.sessions_wanted(wanted)?,
        };
        let ids = all.iter().map(|row| row.session.clone()).collect();
        let once = if wanted.runs == Some(true) {
            all.into_iter().map(|row| (row, 1)).collect()
        } else {
            each_once(all, |_| ())
        };
        let total = once.len();
        let shown = once.into_iter().take(wanted.limit.unwrap_or(usize::MAX)).collect();
        let sessions = if wanted.bare == Some(true) { bare(shown) } else { self.told(shown)? };
        let branch = wanted.branch.as_ref().filter(|_| sessions.is_empty());
        let branches = branch.map(|branch| self.branches_meant(branch, &wanted.within));
        Ok(ListedSessions { sessions, total, ids, branches: branches.transpose()?.flatten() })
    }

    /// Sums up the sessions since a time. `offset_min` returns how far local time is ahead of UTC at
    /// a time, in minutes.
    pub fn recap(&self, wanted: &RecapWanted, offset_min: impl Fn(i64) -> i32) -> Result<Recap> {
        let day_of = |at_ms: i64| match at_ms {
            // A session without a time stands before all days.
            ..=0 => i64::MAX,
            _ => (at_ms + i64::from(offset_min(at_ms)) * MINUTE_MS).div_euclid(DAY_MS),
        };
        let mut rows = self.sessions(&wanted.within, usize::MAX)?;
        let last_ms = rows.iter().map(|row| row.ended_at_ms).max();
        rows.retain(|row| {
            let is_meant = wanted.headless != Some(false) || !row.headless;
            row.ended_at_ms >= wanted.since_ms && is_meant
        });
        let once = each_once(rows, |row| day_of(row.ended_at_ms));
        let more = once.len().saturating_sub(RECAP_SESSIONS_MAX);
        let mut days: Vec<(i64, Vec<RecapSession>)> = Vec::new();
        let mut places: HashMap<(i64, String), usize> = HashMap::new();
        for (row, times) in once.into_iter().take(RECAP_SESSIONS_MAX) {
            // Of some sessions nothing is known.
            let Some(digest) = self.lined_digest(&row.session)? else { continue };
            if digest.lines.is_empty() {
                continue;
            }
            let day = day_of(row.ended_at_ms);
            let place = *places.entry((day, row.project_key.clone())).or_insert_with(|| {
                days.push((day, Vec::new()));
                days.len() - 1
            });
            days[place].1.push(RecapSession { row, times, digest });
        }
        days.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
        Ok(Recap { days: days.into_iter().map(|(_, sessions)| sessions).collect(), more, last_ms })
    }

    /// Returns the digest of a session with its lines; `None` when nothing of it is stored.
    pub fn lined_digest(&self, session: &str) -> Result<Option<LinedDigest>> {
        let digest = self.digest(session)?;
        Ok(digest.map(|digest| LinedDigest::of(digest, DIGEST_CHARS_MAX)))
    }

    fn sessions_wanted(&self, wanted: &SessionsWanted) -> Result<Vec<SessionRow>> {
        let is_plain = [wanted.since_ms, wanted.until_ms].iter().all(Option::is_none)
            && wanted.branch.is_none()
            && wanted.headless != Some(false);
        // Of each run, no more rows need be read than are wanted.
        let limit = wanted.limit.filter(|_| is_plain && wanted.runs == Some(true));
        let mut rows = self.sessions(&wanted.within, limit.unwrap_or(usize::MAX))?;
        rows.retain(|row| {
            wanted.since_ms.is_none_or(|since| row.ended_at_ms >= since)
                && wanted.until_ms.is_none_or(|until| row.started_at_ms < until)
                && wanted.branch.as_ref().is_none_or(|branch| row.branch.as_ref() == Some(branch))
                && (wanted.headless != Some(false) || !row.headless)
        });
        Ok(rows)
    }

    /// Returns the row of a session that is named, also of one without text.
    fn session_row(&self, session: &str) -> Result<Vec<SessionRow>> {
        let mut rows = self.sessions(&Within::Everything, usize::MAX)?;
        rows.retain(|row| row.session == session);
        if rows.is_empty() {
            rows.extend(self.row_without_text(session)?);
        }
        Ok(rows)
    }

    /// A list has sessions with text alone, not those that only called tools.
    fn row_without_text(&self, session: &str) -> Result<Option<SessionRow>> {
        let mut turns = self.show(session)?;
        turns.retain(|turn| turn.sessions.iter().any(|each| each == session));
        let started_at_ms = turns.iter().map(|turn| turn.started_at_ms).min();
        let ended_at_ms = turns.iter().map(|turn| turn.ended_at_ms).max();
        let own = turns.iter().filter(|turn| turn.subagent.is_none()).count();
        let first = turns.iter().position(|turn| turn.subagent.is_none()).unwrap_or_default();
        let first = turns.into_iter().nth(first);
        Ok(first.map(|first| SessionRow {
            session: session.to_owned(),
            coding_agent: first.coding_agent,
            project: first.project,
            project_key: first.project_key,
            started_at_ms: started_at_ms.unwrap_or_default(),
            ended_at_ms: ended_at_ms.unwrap_or_default(),
            turns: own as u64,
            shared_turns: 0,
            shared_with: None,
            clock_ahead: false,
            branch: first.branch,
            headless: false,
            cwd: first.cwd,
            prompt: String::new(),
        }))
    }

    /// Adds to each session what it is called, what was asked in it and how it ended.
    fn told(&self, rows: Vec<(SessionRow, usize)>) -> Result<Vec<ListedSession>> {
        let ids: Vec<String> = rows.iter().map(|(row, _)| row.session.clone()).collect();
        let gists = self.gists(&ids)?;
        let asked = |(gist, (row, _)): (&Gist, &(SessionRow, usize))| {
            gist.asked.clone().unwrap_or_else(|| row.prompt.clone())
        };
        let requests: Vec<String> = gists.iter().zip(&rows).map(asked).collect();
        let titles = titles(&requests.iter().map(String::as_str).collect::<Vec<_>>());
        let told = rows.into_iter().zip(gists).zip(titles).map(|(((row, times), gist), title)| {
            let Gist { asked, ended, title: named, pull_requests } = gist;
            let title = named.unwrap_or(title);
            ListedSession { row, times, title, asked, ended, pull_requests }
        });
        Ok(told.collect())
    }
}

/// Returns sessions of which nothing more is wanted.
fn bare(rows: Vec<(SessionRow, usize)>) -> Vec<ListedSession> {
    let bare = rows.into_iter().map(|(row, times)| ListedSession {
        row,
        times,
        title: String::new(),
        asked: None,
        ended: None,
        pull_requests: Vec::new(),
    });
    bare.collect()
}

/// A digest fits on a screen or two; what is more important than the rest stays.
const DIGEST_CHARS_MAX: usize = 4_000;

/// Two sessions that begin with the same words may differ; this many are runs of one prompt.
const RUNS_MIN: usize = 3;
/// A run asks its prompt and hardly more.
const RUN_TURNS_MAX: u64 = 2;

/// Returns each session once, in the same order, with how many it stands for; of the runs of a
/// prompt the first one, of each group.
fn each_once<Group: Eq + Hash>(
    rows: Vec<SessionRow>,
    group_of: impl Fn(&SessionRow) -> Group,
) -> Vec<(SessionRow, usize)> {
    let keys: Vec<(Group, String)> = rows.iter().map(|row| (group_of(row), run_of(row))).collect();
    let mut counts: HashMap<&(Group, String), usize> = HashMap::new();
    for key in &keys {
        *counts.entry(key).or_default() += 1;
    }
    let mut shown = HashSet::new();
    let once = rows.into_iter().zip(&keys).filter_map(|(row, key)| {
        let times = counts[key];
        if times < RUNS_MIN {
            return Some((row, 1));
        }
        shown.insert(key).then_some((row, times))
    });
    once.collect()
}

/// Returns the words of a run, which is the same in others; a longer conversation is like no other.
fn run_of(row: &SessionRow) -> String {
    let prompt = without_dates(&row.prompt).to_lowercase();
    let words = single_spaced(&prompt);
    if words.is_empty() || row.turns.saturating_sub(row.shared_turns) > RUN_TURNS_MAX {
        return row.session.clone();
    }
    format!("{}\n{words}", row.project_key)
}
