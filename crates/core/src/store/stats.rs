//! Statistics of the store.

use rusqlite::Transaction;
use serde::Serialize;

use super::read::{Reader, Scope};
use crate::conversation::turn::{ActionKind, TurnFacts};
use crate::error::Result;
use crate::project::labels::labels;

/// Counts over the whole store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stats {
    /// Number of sessions that a list shows: those in which the main agent said something.
    pub sessions: u64,
    /// Stored turns, without those of subagents; see [`StoredTurns`].
    pub turns: u64,
    /// Stored turns of subagents.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// Turns whose clock was ahead of their reading: they count as written then.
    pub ahead: u64,
    /// Turns that only hooks reported: their clients have not written them.
    pub unwritten: u64,
    /// Tool uses.
    pub actions: u64,
    /// Chunks.
    pub chunks: u64,
    /// Chunks waiting for a vector of the chosen model.
    pub waiting: u64,
    /// Vectors of other models.
    pub other_vectors: u64,
    /// Notes, in whatever state.
    pub notes: u64,
    /// Notes that wait for a person's decision; counted by [`crate::note_actions::proposals`].
    pub proposed: u64,
    /// Transcripts read at least once.
    pub transcripts: u64,
    /// Id of the last turn derived by the rebuild in progress, if there is one.
    pub rebuilding: Option<i64>,
    /// Counts by project, the project with the most turns first.
    pub projects: Vec<ProjectCount>,
    /// When the turns began that were asked for, in milliseconds since the epoch, oldest first.
    pub begun_ms: Vec<i64>,
}

/// How many turns a change stored, or a reader went through. Every count of turns that a person
/// sees is made like this: every stored turn counts, with or without text to search, and those of
/// subagents are counted apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct StoredTurns {
    /// Turns of a session's own agent.
    pub turns: u64,
    /// Turns of subagents.
    pub subagent_turns: u64,
}

impl StoredTurns {
    /// Counts one turn.
    pub fn add(&mut self, facts: &TurnFacts) {
        match facts.subagent {
            None => self.turns += 1,
            Some(_) => self.subagent_turns += 1,
        }
    }
}

/// Count of all turns, those of subagents included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnCount {
    /// Number of turns.
    pub turns: u64,
    /// Start of the last turn, in milliseconds since the epoch; 0 without turns.
    pub last_ms: i64,
}

/// Counts of one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProjectCount {
    /// Name of the project.
    pub name: String,
    /// Key of the project.
    pub key: String,
    /// Its name, or what tells it apart from others of that name.
    pub label: String,
    /// Number of sessions.
    pub sessions: u64,
    /// Stored turns, without those of subagents.
    pub turns: u64,
    /// Stored turns of subagents.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// End of the newest turn, in milliseconds since the epoch.
    pub last_at_ms: i64,
}

impl Reader<'_> {
    /// Returns when the last turn of any project began, in milliseconds since the epoch; `None`
    /// when nothing is stored. It looks at one turn of each project.
    pub fn last_turn_ms(&self) -> Result<Option<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT max((SELECT max(started_at_ms) FROM turn WHERE project_id = project.id))
             FROM project",
        )?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    /// Returns the counts; waiting chunks are counted for the model with this key.
    pub fn stats(&self, key: Option<&str>) -> Result<Stats> {
        let count = |sql: &str| count(self.transaction(), sql);
        let no_calls = ActionKind::WITHOUT_CALL.map(|kind| format!("'{}'", kind.name())).join(", ");
        Ok(Stats {
            sessions: count(
                "SELECT count(DISTINCT session_id) FROM session_turn
                 JOIN turn ON turn.id = turn_id JOIN item_text ON item_text.item_id = turn.id
                 WHERE turn.subagent IS NULL",
            )?,
            turns: count("SELECT count(*) FROM turn WHERE subagent IS NULL")?,
            subagent_turns: count("SELECT count(*) FROM turn WHERE subagent IS NOT NULL")?,
            ahead: count("SELECT count(*) FROM turn WHERE clock_ms < 0")?,
            unwritten: count("SELECT count(*) FROM turn WHERE uuid >= 'stop-' AND uuid < 'stop.'")?,
            actions: count(&format!("SELECT count(*) FROM action WHERE kind NOT IN ({no_calls})"))?,
            chunks: count("SELECT count(*) FROM chunk")?,
            waiting: self.waiting_count(key)?,
            other_vectors: self.other_vectors(key)?,
            notes: self.note_count()?,
            proposed: 0,
            transcripts: count("SELECT count(*) FROM transcript")?,
            rebuilding: self.rebuild_progress()?,
            projects: self.project_counts()?,
            begun_ms: Vec::new(),
        })
    }

    fn other_vectors(&self, key: Option<&str>) -> Result<u64> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT coalesce(sum(taken), 0) FROM vector_block
             WHERE model_id NOT IN (SELECT id FROM model WHERE key = ?1)",
        )?;
        Ok(statement.query_row([key.unwrap_or_default()], |row| row.get::<_, i64>(0))? as u64)
    }

    /// Counts the turns that started at or before a time, in milliseconds since the epoch.
    pub fn turns_begun_until(&self, ms: i64) -> Result<TurnCount> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT count(*), coalesce(max(started_at_ms), 0) FROM turn WHERE started_at_ms <= ?1",
        )?;
        Ok(statement.query_row([ms], |row| {
            Ok(TurnCount { turns: row.get::<_, i64>(0)? as u64, last_ms: row.get(1)? })
        })?)
    }

    /// Returns when each stored turn of a scope began, in milliseconds since the epoch, oldest
    /// first: those that began at or after `since_ms`, without those of subagents.
    pub fn turn_starts(&self, scope: &Scope, since_ms: i64) -> Result<Vec<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT started_at_ms, project_id FROM turn
             WHERE subagent IS NULL AND started_at_ms >= ?1 ORDER BY started_at_ms",
        )?;
        let mut rows = statement.query([since_ms])?;
        let mut starts = Vec::new();
        while let Some(row) = rows.next()? {
            let project: i64 = row.get(1)?;
            if scope.projects.as_ref().is_none_or(|wanted| wanted.contains(&project)) {
                starts.push(row.get(0)?);
            }
        }
        Ok(starts)
    }

    fn project_counts(&self) -> Result<Vec<ProjectCount>> {
        let mut statement = self.transaction().prepare(
            "SELECT project.name, project.key, count(DISTINCT session_turn.session_id),
                    count(DISTINCT iif(turn.subagent IS NULL, turn.id, NULL)),
                    max(turn.ended_at_ms),
                    count(DISTINCT iif(turn.subagent IS NULL, NULL, turn.id))
             FROM project JOIN turn ON turn.project_id = project.id
             LEFT JOIN session_turn
               ON session_turn.turn_id = turn.id AND turn.subagent IS NULL
             GROUP BY project.id ORDER BY 4 DESC, 1",
        )?;
        let labels = labels(&self.all_projects()?);
        let rows = statement.query_map([], |row| {
            let key: String = row.get(1)?;
            Ok(ProjectCount {
                label: labels.get(&key).cloned().unwrap_or_default(),
                name: row.get(0)?,
                key,
                sessions: row.get::<_, i64>(2)? as u64,
                turns: row.get::<_, i64>(3)? as u64,
                last_at_ms: row.get(4)?,
                subagent_turns: row.get::<_, i64>(5)? as u64,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn count(transaction: &Transaction, sql: &str) -> Result<u64> {
    Ok(transaction.query_row(sql, [], |row| row.get::<_, i64>(0))? as u64)
}
