//! What sessions did to files, for the start of the next session.

use std::collections::HashMap;

use rusqlite::{Row, params};

use super::browse::SessionLog;
use super::read::{Reader, Scope};
use super::taken_back::{STANDS, TAKEN_BACK};
use crate::error::Result;

/// A session's work, as far as it lies among the turns that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionWork {
    /// Id of the session.
    pub session: String,
    /// The coding agent of its last turn.
    pub agent: String,
    /// Directory of its first turn.
    pub cwd: Option<String>,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// Start of its first turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// End of its last turn.
    pub ended_at_ms: i64,
    /// Paths of the files that it changed, as the agent named them and as often as it changed them.
    pub changed: Vec<String>,
}

/// A turn of a project, as the index has it.
struct WorkTurn {
    id: i64,
    project: i64,
    /// Row of the first session that holds it.
    session: i64,
    started_at_ms: i64,
}

/// Where and when a turn was.
struct TurnTimes {
    cwd: Option<String>,
    branch: Option<String>,
    ended_at_ms: i64,
    is_own: bool,
    agent: String,
}

impl Reader<'_> {
    /// Returns the work in the last `turns_max` turns of a scope, by session, the one that was
    /// active last first. A turn that several sessions hold counts for the first of them.
    ///
    /// A session waits for the answer, so little is read: the index of turns, the actions, and the
    /// rows of the first and the last turn of each session.
    pub fn work(&self, scope: &Scope, turns_max: usize) -> Result<Vec<SessionWork>> {
        let projects = self.scope_projects(scope)?;
        let mut turns = Vec::new();
        for project in &projects {
            turns.extend(self.work_turns(*project, scope.before_ms, turns_max)?);
        }
        turns.sort_by_key(|turn| (turn.started_at_ms, turn.id));
        turns.drain(..turns.len().saturating_sub(turns_max));
        let mut sessions: Vec<(i64, Vec<&WorkTurn>)> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        for turn in &turns {
            let place = *places.entry(turn.session).or_insert(sessions.len());
            if place == sessions.len() {
                sessions.push((turn.session, Vec::new()));
            }
            sessions[place].1.push(turn);
        }
        let place_of = turns.iter().map(|turn| (turn.id, places[&turn.session])).collect();
        let mut files = vec![Vec::new(); sessions.len()];
        for project in projects {
            let mut own = turns.iter().filter(|turn| turn.project == project);
            if let Some(first) = own.next() {
                self.changes_between(
                    first,
                    own.next_back().unwrap_or(first),
                    &place_of,
                    &mut files,
                )?;
            }
        }
        let mut work = Vec::with_capacity(sessions.len());
        for ((session, turns), files) in sessions.into_iter().zip(files) {
            work.push(self.session_work(session, &turns, files)?);
        }
        let active = |work: &SessionWork| (work.ended_at_ms, work.started_at_ms);
        work.sort_by(|a, b| (active(b), &b.session).cmp(&(active(a), &a.session)));
        Ok(work)
    }

    /// Returns the last turns of a project that began before a time, newest first. A turn without
    /// a session is left out.
    fn work_turns(
        &self,
        project: i64,
        before_ms: Option<i64>,
        turns_max: usize,
    ) -> Result<Vec<WorkTurn>> {
        // Indexes have all of it: the rows hold the logs, and are long.
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.id,
                    (SELECT min(session_id) FROM session_turn WHERE turn_id = turn.id),
                    started_at_ms
             FROM turn WHERE project_id = ?1 AND started_at_ms < ?2
               AND turn.id NOT IN ({TAKEN_BACK})
             ORDER BY started_at_ms DESC, turn.id DESC LIMIT ?3",
        ))?;
        let before_ms = before_ms.unwrap_or(i64::MAX);
        let turn = |row: &Row| -> rusqlite::Result<Option<WorkTurn>> {
            let Some(session) = row.get(1)? else { return Ok(None) };
            Ok(Some(WorkTurn { id: row.get(0)?, project, session, started_at_ms: row.get(2)? }))
        };
        let rows = statement.query_map(params![project, before_ms, turns_max as i64], turn)?;
        Ok(rows.filter_map(rusqlite::Result::transpose).collect::<rusqlite::Result<_>>()?)
    }

    /// Adds the files that the turns of a project, from the first to the last, changed without an
    /// error to the lists of their sessions.
    fn changes_between(
        &self,
        first: &WorkTurn,
        last: &WorkTurn,
        place_of: &HashMap<i64, usize>,
        files: &mut [Vec<String>],
    ) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id, target
             FROM turn CROSS JOIN action ON action.turn_id = turn.id
             WHERE project_id = ?1 AND started_at_ms BETWEEN ?2 AND ?3
               AND kind = 'edit' AND error IS NULL AND target <> ''",
        )?;
        let mut rows =
            statement.query(params![first.project, first.started_at_ms, last.started_at_ms])?;
        while let Some(row) = rows.next()? {
            let Some(&place) = place_of.get(&row.get(0)?) else { continue };
            files[place].push(row.get(1)?);
        }
        Ok(())
    }

    /// `turns` are in the order of time, and at least one.
    fn session_work(
        &self,
        session: i64,
        turns: &[&WorkTurn],
        files: Vec<String>,
    ) -> Result<SessionWork> {
        let mut work = SessionWork {
            session: self.session_uuid(session)?,
            started_at_ms: turns.first().map(|turn| turn.started_at_ms).unwrap_or_default(),
            changed: files,
            ..SessionWork::default()
        };
        let mut first_branch = None;
        for turn in turns {
            let first = self.times_of(turn.id)?;
            (work.cwd, first_branch) = (first.cwd, first.branch);
            if work.cwd.is_some() {
                break;
            }
        }
        // A subagent's turn begins later than the turn that waits for it, and ends before.
        let mut is_last_known = false;
        for turn in turns.iter().rev() {
            let last = self.times_of(turn.id)?;
            work.ended_at_ms = work.ended_at_ms.max(last.ended_at_ms);
            work.branch = work.branch.or(last.branch);
            if work.agent.is_empty() {
                work.agent = last.agent;
            }
            is_last_known |= last.is_own;
            // A session that began without a branch has none.
            if is_last_known && (work.branch.is_some() || first_branch.is_none()) {
                break;
            }
        }
        Ok(work)
    }

    fn session_uuid(&self, session: i64) -> Result<String> {
        let mut statement =
            self.transaction().prepare_cached("SELECT uuid FROM session WHERE id = ?1")?;
        Ok(statement.query_row([session], |row| row.get(0))?)
    }

    fn times_of(&self, turn: i64) -> Result<TurnTimes> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT cwd, branch, ended_at_ms, subagent IS NULL, agent FROM turn WHERE id = ?1",
        )?;
        Ok(statement.query_row([turn], |row| {
            Ok(TurnTimes {
                cwd: row.get(0)?,
                branch: row.get(1)?,
                ended_at_ms: row.get(2)?,
                is_own: row.get(3)?,
                agent: row.get(4)?,
            })
        })?)
    }

    /// Returns the logs of the last turns of a session in a scope, oldest first, without those of
    /// subagents.
    pub fn last_logs(
        &self,
        session: &str,
        scope: &Scope,
        turns_max: usize,
    ) -> Result<Vec<SessionLog>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.uuid, turn.agent, turn.log, turn.project_id
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND turn.started_at_ms < ?2
               AND {STANDS}
             ORDER BY turn.started_at_ms DESC, turn.id DESC",
        ))?;
        let before_ms = scope.before_ms.unwrap_or(i64::MAX);
        let mut rows = statement.query(params![session, before_ms])?;
        let mut logs = Vec::new();
        while logs.len() < turns_max
            && let Some(row) = rows.next()?
        {
            // A session may have worked in other projects too.
            if scope.has_project(row.get(3)?) {
                logs.push(SessionLog {
                    uuid: row.get(0)?,
                    agent: row.get(1)?,
                    subagent: None,
                    log: row.get(2)?,
                });
            }
        }
        logs.reverse();
        Ok(logs)
    }
}
