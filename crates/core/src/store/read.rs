//! Queries; each sees the state of the caller's transaction.

use std::collections::{BTreeMap, HashSet};

use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::write::TranscriptState;
use crate::error::Result;
use crate::turn::TurnText;
use crate::vector::Quantised;

/// What a search looks at.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Ids of the projects; all of them when `None`.
    pub projects: Option<Vec<i64>>,
    /// A session whose turns are left out: they are in its context already.
    pub without_session: Option<String>,
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
    /// Id of the chunk.
    pub chunk: i64,
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

/// A column of the full-text index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnippetColumn {
    /// What the person typed.
    Prompt,
    /// What the model answered.
    Answer,
}

/// Stand around a match in a snippet; searchable text holds no control characters.
pub(crate) const MARK_OPEN: char = '\u{1}';
pub(crate) const MARK_CLOSE: char = '\u{2}';

const SNIPPET_TOKENS: i64 = 40;
const FILES_PER_TURN_MAX: i64 = 8;
/// A prompt counts twice as much as the answer: it says what the turn is about.
const BM25: &str = "bm25(turn_fts, 2.0, 1.0)";

/// Access for reading.
pub struct Reader<'a> {
    transaction: &'a Transaction<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(transaction: &'a Transaction<'a>) -> Self {
        Self { transaction }
    }

    pub(super) fn transaction(&self) -> &Transaction<'a> {
        self.transaction
    }

    /// Returns how far a transcript was read, if it ever was.
    pub fn transcript(&self, path: &str) -> Result<Option<TranscriptState>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT bytes, modified_at_ns, offset, fingerprint, project_id, fold
             FROM transcript WHERE path = ?1",
        )?;
        let state = |row: &Row| {
            Ok(TranscriptState {
                bytes: row.get::<_, i64>(0)? as u64,
                modified_at_ns: row.get(1)?,
                offset: row.get::<_, i64>(2)? as u64,
                fingerprint: row.get(3)?,
                project_id: row.get(4)?,
                fold: serde_json::from_str(&row.get::<_, String>(5)?).unwrap_or_default(),
            })
        };
        Ok(statement.query_row([path], state).optional()?)
    }

    /// Returns the project and the compressed log of a turn.
    pub fn turn_log(&self, uuid: &str) -> Result<Option<(i64, Vec<u8>)>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT project_id, log FROM turn WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
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
        let mut statement = self
            .transaction
            .prepare_cached("SELECT id FROM project WHERE key = ?1 OR name = ?1 ORDER BY id")?;
        let rows = statement.query_map([key_or_name], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a session: what is in its context.
    pub fn session_turns(&self, session: &str) -> Result<HashSet<i64>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn_id FROM session_turn JOIN session ON session.id = session_turn.session_id
             WHERE session.uuid = ?1",
        )?;
        let rows = statement.query_map([session], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns with text to search.
    pub fn scope_turns(&self, scope: &Scope) -> Result<HashSet<i64>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.id FROM turn JOIN turn_text ON turn_text.turn_id = turn.id
             WHERE turn.project_id = ?1",
        )?;
        let mut turns = HashSet::new();
        for project in self.scope_projects(scope)? {
            for turn in statement.query_map([project], |row| row.get(0))? {
                turns.insert(turn?);
            }
        }
        Ok(turns)
    }

    /// Returns how many turns have text to search.
    pub fn searchable_turns(&self, scope: &Scope) -> Result<u64> {
        let mut total = 0;
        for project in self.scope_projects(scope)? {
            let mut statement = self.transaction.prepare_cached(
                "SELECT count(*) FROM turn JOIN turn_text ON turn_text.turn_id = turn.id
                 WHERE turn.project_id = ?1",
            )?;
            total += statement.query_row([project], |row| row.get::<_, i64>(0))? as u64;
        }
        Ok(total)
    }

    /// Returns the BM25 score of every turn that matches, higher is better.
    pub fn full_text(&self, query: &str, scope: &Scope) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.transaction.prepare_cached(&format!(
            "SELECT turn_fts.rowid, {BM25}, turn.project_id
             FROM turn_fts JOIN turn ON turn.id = turn_fts.rowid WHERE turn_fts MATCH ?1"
        ))?;
        let wanted: Option<HashSet<i64>> =
            scope.projects.as_ref().map(|ids| ids.iter().copied().collect());
        let mut rows = statement.query([query])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if wanted.as_ref().is_none_or(|ids| row.get(2).is_ok_and(|id| ids.contains(&id))) {
                // SQLite's bm25 is better when lower.
                found.push((row.get(0)?, -row.get::<_, f64>(1)?));
            }
        }
        Ok(found)
    }

    /// Returns how well what was done in each turn matches, higher is better.
    pub fn actions(&self, query: &str) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT rowid, -bm25(action_fts) FROM action_fts WHERE action_fts MATCH ?1",
        )?;
        let rows = statement.query_map([query], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of subagents.
    pub fn agent_turns(&self) -> Result<HashSet<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id FROM turn WHERE agent IS NOT NULL")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the best chunk of every turn that has vectors of this model: an exact scan.
    pub fn similar(
        &self,
        query: &Quantised,
        model_id: i64,
        scope: &Scope,
    ) -> Result<BTreeMap<i64, Passage>> {
        let mut best: BTreeMap<i64, Passage> = BTreeMap::new();
        let mut statement = self.transaction.prepare_cached(
            "SELECT chunk.turn_id, chunk.id, embedding.scale, embedding.code
             FROM embedding JOIN chunk ON chunk.id = embedding.slot & 0xffffffff
             WHERE embedding.slot >= ?1 << 32 AND embedding.slot < (?1 + 1) << 32
               AND embedding.model_id = ?2",
        )?;
        for project in self.scope_projects(scope)? {
            let mut rows = statement.query([project, model_id])?;
            while let Some(row) = rows.next()? {
                let code = row.get_ref(3)?.as_blob().unwrap_or_default();
                let similarity = query.dot(row.get::<_, f64>(2)? as f32, code);
                let passage = Passage { chunk: row.get(1)?, similarity };
                let known = best.entry(row.get(0)?).or_insert(passage);
                if similarity > known.similarity {
                    *known = passage;
                }
            }
        }
        Ok(best)
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
                     WHERE session_turn.turn_id = turn.id ORDER BY session.id LIMIT 1)
             FROM turn JOIN project ON project.id = turn.project_id
             JOIN turn_text ON turn_text.turn_id = turn.id WHERE turn.id = ?1",
        )?;
        let files = self.files(id)?;
        let row = |row: &Row| {
            Ok(TurnRow {
                uuid: row.get(0)?,
                project: row.get(1)?,
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

    fn files(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT target FROM action
             WHERE turn_id = ?1 AND kind IN ('read', 'edit') AND target <> ''
             GROUP BY target ORDER BY max(kind = 'edit') DESC, min(ordinal) LIMIT ?2",
        )?;
        let rows = statement.query_map([turn, FILES_PER_TURN_MAX], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns a piece of a turn's text with the matched words between [`MARK_OPEN`] and
    /// [`MARK_CLOSE`]; `None` when the turn does not match.
    pub fn snippet(&self, turn: i64, query: &str, column: SnippetColumn) -> Result<Option<String>> {
        let column = match column {
            SnippetColumn::Prompt => 0,
            SnippetColumn::Answer => 1,
        };
        let mut statement = self.transaction.prepare_cached(
            "SELECT snippet(turn_fts, ?3, char(1), char(2), '…', ?4)
             FROM turn_fts WHERE turn_fts MATCH ?2 AND rowid = ?1",
        )?;
        let found = statement
            .query_row(params![turn, query, column, SNIPPET_TOKENS], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// Returns which of `turns` hold a term, and how many turns of the store do.
    pub fn term(&self, term: &str, turns: &[i64]) -> Result<(Vec<i64>, u64)> {
        let mut count = self
            .transaction
            .prepare_cached("SELECT count(*) FROM turn_fts WHERE turn_fts MATCH ?1")?;
        let mut holds = self.transaction.prepare_cached(
            "SELECT count(*) FROM turn_fts WHERE turn_fts MATCH ?1 AND rowid = ?2",
        )?;
        let mut holding = Vec::new();
        for &turn in turns {
            if holds.query_row(params![term, turn], |row| row.get::<_, i64>(0))? > 0 {
                holding.push(turn);
            }
        }
        Ok((holding, count.query_row([term], |row| row.get::<_, i64>(0))? as u64))
    }

    /// Returns the text of a chunk.
    pub fn chunk_text(&self, chunk: i64) -> Result<String> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT start_byte, end_byte, prompt, answer
             FROM chunk JOIN turn_text ON turn_text.turn_id = chunk.turn_id WHERE chunk.id = ?1",
        )?;
        Ok(statement.query_row([chunk], passage_slice)?)
    }

    /// Returns chunks without a vector, the newest first.
    pub fn waiting(&self, limit: usize) -> Result<Vec<Waiting>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT start_byte, end_byte, prompt, answer, chunk.id, chunk.hash
             FROM chunk JOIN turn_text ON turn_text.turn_id = chunk.turn_id
             WHERE chunk.model_id IS NULL ORDER BY chunk.id DESC LIMIT ?1",
        )?;
        let rows = statement.query_map([limit as i64], |row| {
            Ok(Waiting { text: passage_slice(row)?, chunk: row.get(4)?, hash: row.get(5)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns how many chunks have no vector yet.
    pub fn waiting_count(&self) -> Result<u64> {
        let mut statement =
            self.transaction.prepare_cached("SELECT count(*) FROM chunk WHERE model_id IS NULL")?;
        Ok(statement.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    fn scope_projects(&self, scope: &Scope) -> Result<Vec<i64>> {
        if let Some(ids) = &scope.projects {
            return Ok(ids.clone());
        }
        let mut statement = self.transaction.prepare_cached("SELECT id FROM project")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn passage_slice(row: &Row) -> rusqlite::Result<String> {
    let text = TurnText { prompt: row.get(2)?, answer: row.get(3)? };
    let (start, end): (i64, i64) = (row.get(0)?, row.get(1)?);
    let passage = text.passage();
    Ok(passage.get(start as usize..end as usize).unwrap_or_default().to_owned())
}
