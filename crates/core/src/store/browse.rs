//! Queries for browsing sessions and whole turns.

use std::collections::HashMap;

use rusqlite::{OptionalExtension as _, Row, params};
use serde::Serialize;

use super::read::{Reader, Scope};
use super::taken_back::{STANDS, TAKEN_BACK};
use crate::error::Result;

/// A session in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionRow {
    /// Id of the session.
    pub session: String,
    /// Name of the coding agent that it was held with.
    pub coding_agent: String,
    /// Name of its project.
    pub project: String,
    /// Key of its project, since names may be shared.
    pub project_key: String,
    /// Start of its first turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// End of its last turn.
    pub ended_at_ms: i64,
    /// Number of stored turns, without those of subagents.
    pub turns: u64,
    /// Number of those that a fork has of an earlier session, and that count there.
    pub shared_turns: u64,
    /// Id of that session.
    pub shared_with: Option<String>,
    /// Whether the clock was ahead when it was written, so that it has the time of its reading.
    pub clock_ahead: bool,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// Whether a program sent all of its prompts: `claude -p`, a scheduled run.
    pub headless: bool,
    /// Directory of its first turn.
    pub cwd: Option<String>,
    /// Its first prompt; one that was taken back only where it has no other.
    pub prompt: String,
}

/// A stored turn, from the database columns only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTurn {
    /// The turn's uuid.
    pub uuid: String,
    /// Sessions that contain it, the first stored first.
    pub sessions: Vec<String>,
    /// Name of its project.
    pub project: String,
    /// Key of its project, since names may be shared.
    pub project_key: String,
    /// Name of its agent.
    pub agent: String,
    /// The compressed entries.
    pub log: Vec<u8>,
}

/// A prompt to a session's main agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPrompt {
    /// Row id of the turn.
    pub id: i64,
    /// The turn's uuid.
    pub uuid: String,
    /// Id of the turn's project.
    pub project_id: i64,
    /// When it was sent, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// What the person typed.
    pub prompt: String,
}

/// The stored log of a turn of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionLog {
    /// The turn's uuid.
    pub uuid: String,
    /// Name of its agent.
    pub agent: String,
    /// The subagent that ran it; `None` for the session's main agent.
    pub subagent: Option<String>,
    /// The compressed entries.
    pub log: Vec<u8>,
}

impl Reader<'_> {
    /// Returns the logs of the turns that a session stands on, those of subagents too,
    /// oldest first.
    pub fn logs_of_session(&self, session: &str) -> Result<Vec<SessionLog>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.uuid, turn.agent, turn.subagent, turn.log
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND {STANDS} ORDER BY turn.started_at_ms, turn.uuid",
        ))?;
        let rows = statement.query_map([session], session_log)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the log of a turn of a session that has an answer, counted from the last one, which is
    /// 0; turns of subagents do not count.
    pub fn last_log_of_session(&self, session: &str, at: usize) -> Result<Option<SessionLog>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.uuid, turn.agent, turn.subagent, turn.log
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND item_text.body <> ''
               AND {STANDS}
             ORDER BY turn.started_at_ms DESC, turn.uuid DESC LIMIT 1 OFFSET ?2",
        ))?;
        Ok(statement.query_row(params![session, at as i64], session_log).optional()?)
    }

    /// Returns the prompts of a session, oldest first, without those of subagents.
    pub fn session_prompts(&self, session: &str) -> Result<Vec<SessionPrompt>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.id, turn.uuid, turn.started_at_ms, item_text.head, turn.project_id
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND item_text.head <> ''
               AND {STANDS}
             ORDER BY turn.started_at_ms, turn.id",
        ))?;
        let rows = statement.query_map([session], |row| {
            Ok(SessionPrompt {
                id: row.get(0)?,
                uuid: row.get(1)?,
                started_at_ms: row.get(2)?,
                prompt: row.get(3)?,
                project_id: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the texts of a turn: the prompt, the answer, and the target of each action, such as
    /// a path or a command.
    pub fn said_and_done(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT head FROM item_text WHERE item_id = ?1
             UNION ALL SELECT body FROM item_text WHERE item_id = ?1
             UNION ALL SELECT target FROM action WHERE turn_id = ?1",
        )?;
        let rows = statement.query_map([turn], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the sessions of a scope, most recently active first. Of a session that worked in
    /// several projects, only the turns of the scope count.
    pub fn sessions(&self, scope: &Scope, limit: usize) -> Result<Vec<SessionRow>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT session.uuid, project.name, min(turn.started_at_ms), max(turn.ended_at_ms),
                    count(*), turn.project_id, session.id, project.key, session.agent,
                    min(turn.clock_ms) < 0,
                    min(EXISTS (SELECT 1 FROM action
                                WHERE turn_id = turn.id AND ordinal = 0 AND kind = 'headless'))
             FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             LEFT JOIN item_text ON item_text.item_id = turn.id
             JOIN project ON project.id = turn.project_id
             WHERE turn.subagent IS NULL
             GROUP BY session.id, turn.project_id HAVING count(item_text.item_id) > 0
             ORDER BY 4 DESC, session.id DESC, turn.project_id DESC",
        )?;
        let mut rows = statement.query([])?;
        let forks = self.forks()?;
        let mut sessions: Vec<SessionRow> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        while let Some(row) = rows.next()? {
            let project: i64 = row.get(5)?;
            if !scope.has_project(project) {
                continue;
            }
            let mut session = session_row(row)?;
            let id: i64 = row.get(6)?;
            if let Some(known) = places.get(&id).map(|place| &mut sessions[*place]) {
                if session.started_at_ms < known.started_at_ms {
                    (known.started_at_ms, known.prompt) =
                        (session.started_at_ms, self.first_prompt(id, project)?);
                }
                known.turns += session.turns;
                known.headless &= session.headless;
                continue;
            }
            if sessions.len() == limit {
                continue;
            }
            session.cwd = self.first_directory(id)?;
            session.prompt = self.first_prompt(id, project)?;
            session.branch = self.last_branch(id)?;
            if let Some(shared) = forks.shared(&session.session) {
                session.shared_turns = shared.turns.len() as u64;
                session.shared_with = Some(shared.with.clone());
            }
            places.insert(id, sessions.len());
            sessions.push(session);
        }
        Ok(sessions)
    }

    /// Returns the directory in which a session began.
    fn first_directory(&self, session: i64) -> Result<Option<String>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.cwd FROM session_turn JOIN turn ON turn.id = session_turn.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE session_id = ?1 AND turn.subagent IS NULL
             ORDER BY turn.id IN ({TAKEN_BACK}), started_at_ms LIMIT 1",
        ))?;
        Ok(statement.query_row([session], |row| row.get(0))?)
    }

    /// Returns the first prompt of a session in a project.
    fn first_prompt(&self, session: i64, project: i64) -> Result<String> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT item_text.head FROM session_turn
             JOIN turn ON turn.id = session_turn.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE session_id = ?1 AND turn.project_id = ?2 AND turn.subagent IS NULL
             ORDER BY turn.id IN ({TAKEN_BACK}), started_at_ms LIMIT 1",
        ))?;
        Ok(statement.query_row([session, project], |row| row.get(0))?)
    }

    fn last_branch(&self, session: i64) -> Result<Option<String>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.branch FROM session_turn JOIN turn ON turn.id = session_turn.turn_id
             WHERE session_id = ?1 AND turn.branch IS NOT NULL
             ORDER BY turn.id IN ({TAKEN_BACK}), started_at_ms DESC LIMIT 1",
        ))?;
        Ok(statement.query_row([session], |row| row.get(0)).optional()?)
    }

    /// Returns the ids of the turns of a scope whose UUID, or whose session's id, starts with one
    /// of `prefixes`, or of all turns when `prefixes` is empty. Oldest first.
    pub fn turns_of(&self, prefixes: &[String], scope: &Scope) -> Result<Vec<i64>> {
        let (sql, prefixes) = if prefixes.is_empty() {
            ("SELECT id, project_id FROM turn ORDER BY started_at_ms, id", None)
        } else {
            // By ranges of the two indexes: U+10FFFF is behind every character of an id.
            let sql = "SELECT turn.id, project_id FROM turn WHERE turn.id IN (
                 SELECT turn.id FROM json_each(?1) AS prefix JOIN turn
                   ON turn.uuid >= prefix.value AND turn.uuid < prefix.value || char(1114111)
                 UNION
                 SELECT turn_id FROM json_each(?1) AS prefix JOIN session
                   ON session.uuid >= prefix.value
                     AND session.uuid < prefix.value || char(1114111)
                   JOIN session_turn ON session_id = session.id)
               ORDER BY started_at_ms, turn.id";
            (sql, Some(serde_json::to_string(prefixes).unwrap_or_default()))
        };
        let mut statement = self.transaction().prepare_cached(sql)?;
        let row = |row: &Row| Ok((row.get(0)?, row.get(1)?));
        let rows = match prefixes {
            Some(prefixes) => statement.query_map([prefixes], row)?,
            None => statement.query_map([], row)?,
        };
        let mut turns = Vec::new();
        for row in rows {
            let (turn, project): (i64, i64) = row?;
            if scope.projects.as_ref().is_none_or(|wanted| wanted.contains(&project)) {
                turns.push(turn);
            }
        }
        Ok(turns)
    }

    /// Returns a stored turn.
    pub fn stored_turn(&self, id: i64) -> Result<StoredTurn> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.uuid, project.name, turn.log, project.key, turn.agent
             FROM turn JOIN project ON project.id = turn.project_id WHERE turn.id = ?1",
        )?;
        let mut sessions = self.transaction().prepare_cached(
            "SELECT session.uuid FROM session_turn JOIN session ON session.id = session_id
             WHERE turn_id = ?1 ORDER BY session.id",
        )?;
        let sessions = sessions.query_map([id], |row| row.get(0))?;
        let sessions = sessions.collect::<rusqlite::Result<Vec<String>>>()?;
        Ok(statement.query_row(params![id], |row| {
            Ok(StoredTurn {
                uuid: row.get(0)?,
                sessions,
                project: row.get(1)?,
                project_key: row.get(3)?,
                agent: row.get(4)?,
                log: row.get(2)?,
            })
        })?)
    }
}

fn session_log(row: &Row) -> rusqlite::Result<SessionLog> {
    Ok(SessionLog {
        uuid: row.get(0)?,
        agent: row.get(1)?,
        subagent: row.get(2)?,
        log: row.get(3)?,
    })
}

fn session_row(row: &Row) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        session: row.get(0)?,
        project: row.get(1)?,
        project_key: row.get(7)?,
        started_at_ms: row.get(2)?,
        ended_at_ms: row.get(3)?,
        turns: row.get::<_, i64>(4)? as u64,
        shared_turns: 0,
        shared_with: None,
        clock_ahead: row.get(9)?,
        headless: row.get(10)?,
        branch: None,
        cwd: None,
        prompt: String::new(),
        coding_agent: row.get(8)?,
    })
}
