//! What sessions did to files, for the start of the next session.

use std::collections::HashMap;

use rusqlite::{Row, params};

use super::browse::SessionLog;
use super::read::{Reader, Scope};
use crate::error::Result;

/// A session's work, as far as it lies among the turns that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionWork {
    /// Id of the session.
    pub session: String,
    /// Directory of its first turn.
    pub cwd: Option<String>,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// Start of its first turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// End of its last turn.
    pub ended_at_ms: i64,
    /// Number of turns, without those of subagents.
    pub turns: u64,
    /// Files it used without an error, each as often as it was used.
    pub files: Vec<UsedFile>,
}

/// A file that a session read or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedFile {
    /// Its path, as the agent named it.
    pub path: String,
    /// Whether it was changed.
    pub changed: bool,
}

/// A turn of a session.
struct WorkTurn {
    id: i64,
    /// Row of the first session that holds it.
    session: i64,
    started_at_ms: i64,
    ended_at_ms: i64,
    cwd: Option<String>,
    branch: Option<String>,
    is_own: bool,
}

impl Reader<'_> {
    /// Returns the work in the last `turns_max` turns of a scope, by session, the one that was
    /// active last first. A turn that several sessions hold counts for the first of them.
    pub fn work(&self, scope: &Scope, turns_max: usize) -> Result<Vec<SessionWork>> {
        let mut turns = Vec::new();
        for project in self.scope_projects(scope)? {
            turns.extend(self.work_turns(project, scope.before_ms, turns_max)?);
        }
        turns.sort_by_key(|turn| (turn.started_at_ms, turn.id));
        let mut sessions: Vec<SessionWork> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        let skipped = turns.len().saturating_sub(turns_max);
        for turn in turns.into_iter().skip(skipped) {
            let place = if let Some(place) = places.get(&turn.session) {
                *place
            } else {
                let session = self.session_uuid(turn.session)?;
                let started_at_ms = turn.started_at_ms;
                sessions.push(SessionWork { session, started_at_ms, ..SessionWork::default() });
                places.insert(turn.session, sessions.len() - 1);
                sessions.len() - 1
            };
            let files = self.used_files(turn.id)?;
            sessions[place].take(turn, files);
        }
        sessions.sort_by(|a, b| {
            (b.ended_at_ms, b.started_at_ms, &b.session).cmp(&(
                a.ended_at_ms,
                a.started_at_ms,
                &a.session,
            ))
        });
        Ok(sessions)
    }

    /// Returns the last turns of a project that began before a time, newest first.
    fn work_turns(
        &self,
        project: i64,
        before_ms: Option<i64>,
        turns_max: usize,
    ) -> Result<Vec<WorkTurn>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id,
                    (SELECT min(session_id) FROM session_turn WHERE turn_id = turn.id),
                    started_at_ms, ended_at_ms, cwd, branch, subagent IS NULL
             FROM turn WHERE project_id = ?1 AND started_at_ms < ?2
             ORDER BY started_at_ms DESC, turn.id DESC LIMIT ?3",
        )?;
        let before_ms = before_ms.unwrap_or(i64::MAX);
        let rows = statement.query_map(params![project, before_ms, turns_max as i64], work_turn)?;
        Ok(rows.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()?)
    }

    fn session_uuid(&self, session: i64) -> Result<String> {
        let mut statement =
            self.transaction().prepare_cached("SELECT uuid FROM session WHERE id = ?1")?;
        Ok(statement.query_row([session], |row| row.get(0))?)
    }

    /// Returns the files that a turn read or changed without an error.
    fn used_files(&self, turn: i64) -> Result<Vec<UsedFile>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT target, kind = 'edit' FROM action
             WHERE turn_id = ?1 AND kind IN ('read', 'edit') AND error IS NULL AND target <> ''",
        )?;
        let rows = statement
            .query_map([turn], |row| Ok(UsedFile { path: row.get(0)?, changed: row.get(1)? }))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the logs of the last turns of a session that began before a time, oldest first,
    /// without those of subagents.
    pub fn last_logs(
        &self,
        session: &str,
        before_ms: Option<i64>,
        turns_max: usize,
    ) -> Result<Vec<SessionLog>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.uuid, turn.agent, turn.log
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND turn.started_at_ms < ?2
             ORDER BY turn.started_at_ms DESC, turn.id DESC LIMIT ?3",
        )?;
        let before_ms = before_ms.unwrap_or(i64::MAX);
        let rows = statement.query_map(params![session, before_ms, turns_max as i64], |row| {
            Ok(SessionLog {
                uuid: row.get(0)?,
                agent: row.get(1)?,
                subagent: None,
                log: row.get(2)?,
            })
        })?;
        let mut logs = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        logs.reverse();
        Ok(logs)
    }

    /// Returns the number of turns of a scope, those of subagents included.
    pub fn turn_count(&self, scope: &Scope) -> Result<u64> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT count(*) FROM turn WHERE project_id = ?1 AND started_at_ms < ?2",
        )?;
        let before_ms = scope.before_ms.unwrap_or(i64::MAX);
        let mut count = 0;
        for project in self.scope_projects(scope)? {
            let turns: i64 = statement.query_row([project, before_ms], |row| row.get(0))?;
            count += turns as u64;
        }
        Ok(count)
    }
}

impl SessionWork {
    /// Whether it changed any file.
    pub fn changed_any(&self) -> bool {
        self.files.iter().any(|file| file.changed)
    }

    fn take(&mut self, turn: WorkTurn, files: Vec<UsedFile>) {
        self.cwd = self.cwd.take().or(turn.cwd);
        self.branch = turn.branch.or(self.branch.take());
        self.ended_at_ms = self.ended_at_ms.max(turn.ended_at_ms);
        self.turns += u64::from(turn.is_own);
        self.files.extend(files);
    }
}

/// Returns `None` for a turn without a session.
fn work_turn(row: &Row) -> rusqlite::Result<Option<WorkTurn>> {
    let Some(session) = row.get(1)? else { return Ok(None) };
    Ok(Some(WorkTurn {
        id: row.get(0)?,
        session,
        started_at_ms: row.get(2)?,
        ended_at_ms: row.get(3)?,
        cwd: row.get(4)?,
        branch: row.get(5)?,
        is_own: row.get(6)?,
    }))
}
