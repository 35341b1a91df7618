//! Queries; each sees the state of the caller's transaction.

use std::cell::RefCell;
use std::collections::HashSet;

use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::vectors::VectorCache;
use crate::conversation::chunk;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{self, TurnText};
use crate::error::Result;

/// What a search looks at.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Ids of the projects; all of them when `None`.
    pub projects: Option<Vec<i64>>,
    /// Only turns that began before this moment, in milliseconds since the epoch; all of them when
    /// `None`. It makes the past visible as it was: a replay asks each prompt with what was
    /// remembered then.
    pub before_ms: Option<i64>,
}

/// The agent of every stored turn: until turns name theirs, all are of the one that there is.
pub(super) const AGENT_OF_TURNS: &str = crate::sources::DEFAULT;

/// The log of a turn as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnLog {
    /// The project that the turn belongs to.
    pub project_id: i64,
    /// Name of its agent.
    pub agent: String,
    /// The compressed entries.
    pub bytes: Vec<u8>,
    /// The entries; `None` when the log fails its checksum. What is made of such a log would take
    /// the place of what it held.
    pub entries: Option<Vec<Entry>>,
}

/// A chunk that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Id of the chunk.
    pub chunk: i64,
    /// Hash of its text, to notice a change meanwhile.
    pub hash: String,
    /// The text.
    pub text: String,
}

/// The chunk of a turn that is most similar to a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// Where the chunk's vector is.
    pub slot: i64,
    /// Cosine similarity.
    pub similarity: f32,
}

/// What a hit shows of its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRow {
    /// The turn's uuid.
    pub uuid: String,
    /// The first session it was stored under.
    pub session: String,
    /// Name of the project.
    pub project: String,
    /// Its key.
    pub project_key: String,
    /// Milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// The subagent whose turn it is.
    pub agent: Option<String>,
    /// Prompt and answer.
    pub text: TurnText,
    /// Files read or changed, each once, changed ones first.
    pub files: Vec<String>,
}

const FILES_PER_TURN_MAX: i64 = 8;
/// Access for reading.
pub struct Reader<'a> {
    transaction: &'a Transaction<'a>,
    vectors: Option<&'a RefCell<VectorCache>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        transaction: &'a Transaction<'a>,
        vectors: Option<&'a RefCell<VectorCache>>,
    ) -> Self {
        Self { transaction, vectors }
    }

    pub(super) fn vectors(&self) -> Option<&'a RefCell<VectorCache>> {
        self.vectors
    }

    pub(super) fn transaction(&self) -> &Transaction<'a> {
        self.transaction
    }

    /// Returns the log of a turn.
    pub fn turn_log(&self, uuid: &str) -> Result<Option<TurnLog>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT project_id, log FROM turn WHERE uuid = ?1")?;
        let row = |row: &Row| {
            let bytes: Vec<u8> = row.get(1)?;
            let agent = AGENT_OF_TURNS.to_owned();
            Ok(TurnLog { project_id: row.get(0)?, agent, entries: turn::read(&bytes), bytes })
        };
        Ok(statement.query_row([uuid], row).optional()?)
    }

    /// Returns the ids and uuids of some turns after an id, in the order of their ids.
    pub fn turns_after(&self, id: i64, limit: usize) -> Result<Vec<(i64, String)>> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT id, uuid FROM turn WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map([id, limit as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the project that a directory belonged to when it was last seen.
    pub fn directory_project(&self, path: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT project_id FROM directory WHERE path = ?1")?;
        Ok(statement.query_row([path], |row| row.get(0)).optional()?)
    }

    /// Returns the ids of the projects with this key or this name.
    pub fn projects(&self, key_or_name: &str) -> Result<Vec<i64>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT id FROM project
             WHERE key = ?1 OR name = ?1 OR substr(key, -length(?1) - 1) = '/' || ?1
                OR substr(key, -length(?1) - 6) = '/' || ?1 || '/.git'
             ORDER BY id",
        )?;
        let rows = statement.query_map([key_or_name], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a session that ended at or after a time: what is in its context.
    pub fn session_turns(&self, session: &str, since_ms: i64) -> Result<HashSet<i64>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.id FROM session_turn
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.ended_at_ms >= ?2",
        )?;
        let rows = statement.query_map(params![session, since_ms], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the last turns of a session that have text and began before a moment, the last one
    /// first.
    pub fn last_turns(
        &self,
        session: &str,
        before_ms: Option<i64>,
        limit: usize,
    ) -> Result<Vec<TurnRow>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.id FROM session_turn
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = session_turn.turn_id
             JOIN turn_text ON turn_text.turn_id = turn.id
             WHERE session.uuid = ?1 AND turn.agent IS NULL
               AND (?3 IS NULL OR turn.started_at_ms < ?3)
             ORDER BY turn.started_at_ms DESC, turn.id DESC LIMIT ?2",
        )?;
        let rows =
            statement.query_map(params![session, limit as i64, before_ms], |row| row.get(0))?;
        let turns: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        turns.into_iter().map(|turn| self.turn(turn)).collect()
    }

    /// Returns how well what was done in each turn matches, higher is better.
    pub fn actions(&self, query: &str) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT rowid, -bm25(action_fts) FROM action_fts WHERE action_fts MATCH ?1",
        )?;
        let rows = statement.query_map([query], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the id of the model with this key, if any vector was made with it.
    pub fn model(&self, key: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id FROM model WHERE key = ?1")?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Returns what a hit shows of a turn.
    pub fn turn(&self, id: i64) -> Result<TurnRow> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.uuid, project.name, turn.started_at_ms, turn.cwd, turn.branch,
                    turn.agent,
                    turn_text.prompt, turn_text.answer,
                    (SELECT session.uuid FROM session_turn
                     JOIN session ON session.id = session_turn.session_id
                     WHERE session_turn.turn_id = turn.id ORDER BY session.id LIMIT 1),
                    project.key
             FROM turn JOIN project ON project.id = turn.project_id
             JOIN turn_text ON turn_text.turn_id = turn.id WHERE turn.id = ?1",
        )?;
        let files = self.files(id)?;
        let row = |row: &Row| {
            Ok(TurnRow {
                uuid: row.get(0)?,
                project: row.get(1)?,
                project_key: row.get(9)?,
                started_at_ms: row.get(2)?,
                cwd: row.get(3)?,
                branch: row.get(4)?,
                agent: row.get(5)?,
                text: TurnText { prompt: row.get(6)?, answer: row.get(7)? },
                session: row.get::<_, Option<String>>(8)?.unwrap_or_default(),
                files,
            })
        };
        Ok(statement.query_row([id], row)?)
    }

    /// Returns the id of a turn.
    pub fn turn_id(&self, uuid: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id FROM turn WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| row.get(0)).optional()?)
    }

    /// Returns what the person typed in a turn.
    pub fn prompt_text(&self, id: i64) -> Result<String> {
        let mut statement =
            self.transaction.prepare_cached("SELECT prompt FROM turn_text WHERE turn_id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0))?)
    }

    /// Returns the uuid of a turn and that of the first session it was stored under.
    pub fn turn_names(&self, id: i64) -> Result<(String, String)> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.uuid,
                    (SELECT session.uuid FROM session_turn
                     JOIN session ON session.id = session_turn.session_id
                     WHERE session_turn.turn_id = turn.id ORDER BY session.id LIMIT 1)
             FROM turn WHERE turn.id = ?1",
        )?;
        let names =
            |row: &Row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?.unwrap_or_default()));
        Ok(statement.query_row([id], names)?)
    }

    fn files(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT target FROM action
             WHERE turn_id = ?1 AND kind IN ('read', 'edit') AND target <> ''
             GROUP BY target ORDER BY max(kind = 'edit') DESC, min(ordinal) LIMIT ?2",
        )?;
        let rows = statement.query_map([turn, FILES_PER_TURN_MAX], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns chunks without a vector of the model with this key, the newest first. Without a key
    /// no chunk has one.
    pub fn waiting(&self, limit: usize, model_key: Option<&str>) -> Result<Vec<Waiting>> {
        let model = self.known_model(model_key)?;
        let mut statement = self.transaction.prepare_cached(match model {
            Some(_) => {
                "SELECT start_byte, end_byte, prompt, answer, chunk.id, chunk.hash
                 FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
                 JOIN turn_text ON turn_text.turn_id = chunk.turn_id
                 WHERE waiting.model_id = ?1 ORDER BY waiting.chunk_id DESC LIMIT ?2"
            }
            None => {
                "SELECT start_byte, end_byte, prompt, answer, chunk.id, chunk.hash
                 FROM chunk JOIN turn_text ON turn_text.turn_id = chunk.turn_id
                 WHERE ?1 IS NULL ORDER BY chunk.id DESC LIMIT ?2"
            }
        })?;
        let rows = statement.query_map(params![model, limit as i64], |row| {
            let text = TurnText { prompt: row.get(2)?, answer: row.get(3)? };
            let text = chunk::embedded(
                &text,
                row.get::<_, i64>(0)? as usize..row.get::<_, i64>(1)? as usize,
            );
            Ok(Waiting { text, chunk: row.get(4)?, hash: row.get(5)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns how many chunks have no vector of the model with this key.
    pub fn waiting_count(&self, model_key: Option<&str>) -> Result<u64> {
        let count = match self.known_model(model_key)? {
            Some(id) => self
                .transaction
                .prepare_cached("SELECT count(*) FROM waiting WHERE model_id = ?1")?
                .query_row([id], |row| row.get::<_, i64>(0)),
            None => self
                .transaction
                .prepare_cached("SELECT count(*) FROM chunk")?
                .query_row([], |row| row.get::<_, i64>(0)),
        };
        Ok(count? as u64)
    }

    /// Returns how many chunks of a scope have no vector of the model with this key.
    pub fn waiting_in(&self, scope: &Scope, model_key: Option<&str>) -> Result<u64> {
        if scope.projects.is_none() {
            return self.waiting_count(model_key);
        }
        let model = self.known_model(model_key)?;
        let mut statement = self.transaction.prepare_cached(match model {
            Some(_) => {
                "SELECT count(*) FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
                 JOIN turn ON turn.id = chunk.turn_id
                 WHERE waiting.model_id = ?1 AND turn.project_id = ?2"
            }
            None => {
                "SELECT count(*) FROM chunk JOIN turn ON turn.id = chunk.turn_id
                 WHERE ?1 IS NULL AND turn.project_id = ?2"
            }
        })?;
        let mut count = 0;
        for project in self.scope_projects(scope)? {
            count += statement.query_row(params![model, project], |row| row.get::<_, i64>(0))?;
        }
        Ok(count as u64)
    }

    fn known_model(&self, key: Option<&str>) -> Result<Option<i64>> {
        key.map_or(Ok(None), |key| self.model(key))
    }

    /// Returns the ids of the projects in scope.
    pub fn scope_projects(&self, scope: &Scope) -> Result<Vec<i64>> {
        if let Some(ids) = &scope.projects {
            return Ok(ids.clone());
        }
        let mut statement = self.transaction.prepare_cached("SELECT id FROM project")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
