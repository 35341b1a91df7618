//! Statements that change the database; each runs inside the caller's transaction.

use std::ops::Range;

use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::index::{IndexChanges, TO_BOTH, TO_LIVE, TO_NEXT, Tables};
use super::schema::facts;
use super::vectors::VectorChanges;
use crate::conversation::chunk;
use crate::conversation::turn::{Action, ActionKind, FoldState, TurnFacts, TurnText};
use crate::error::Result;
use crate::project::Project;
use crate::sources::{Cursor, Stamp, Tally};

/// How far a transcript was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TranscriptState {
    /// Name of the agent whose transcript it is.
    pub agent: String,
    /// The session it is named after, else the one its entries name.
    pub session: Option<String>,
    /// What it was when it was last read. Its size is 0 while the end was not reached.
    pub stamp: Stamp,
    /// How many bytes of it are read.
    pub offset: u64,
    /// Where its source goes on reading.
    pub cursor: Cursor,
    /// The project its turns belong to.
    pub project_id: Option<i64>,
    /// What became of the records before the cursor.
    pub tally: Tally,
    /// What folding goes on with: the turns that are open at the cursor.
    pub fold: FoldState,
}

impl TranscriptState {
    /// Returns the state of a transcript of which nothing is read.
    pub fn of_agent(name: &str) -> Self {
        Self { agent: name.to_owned(), ..Self::default() }
    }

    /// Whether a transcript with this stamp was read to its end.
    pub fn is_of(&self, stamp: Stamp) -> bool {
        // An earlier version left a last line without a newline.
        self.stamp == stamp && self.offset >= stamp.bytes
    }
}

/// A turn with everything derived from it, ready to be stored.
#[derive(Debug, Clone)]
pub struct PreparedTurn {
    /// Known by its prompt's uuid.
    pub uuid: String,
    /// The project.
    pub project_id: i64,
    /// Name of the agent.
    pub agent: String,
    /// When, where.
    pub facts: TurnFacts,
    /// The compressed entries.
    pub log: Vec<u8>,
    /// Whether a log that is damaged stands in its place: it is kept apart.
    pub replaces_damaged: bool,
    /// What is searched.
    pub text: TurnText,
    /// What was done.
    pub actions: Vec<Action>,
    /// Ranges of the passage.
    pub chunks: Vec<Range<usize>>,
}

/// Access for writing.
pub struct Writer<'a> {
    pub(super) transaction: &'a Transaction<'a>,
    pub(super) vectors: VectorChanges,
    index: IndexChanges,
    /// Turns that this transaction noted as forgotten.
    pub(super) forgotten: Vec<String>,
    /// Where changes of the index go.
    pub(super) indexes: &'static [Tables],
}

impl<'a> Writer<'a> {
    pub(super) fn begin(transaction: &'a Transaction<'a>) -> Result<Self> {
        let rebuilding = facts::number(transaction, facts::REBUILD)?.is_some();
        Ok(Self {
            transaction,
            vectors: VectorChanges::default(),
            index: IndexChanges::default(),
            forgotten: Vec::new(),
            indexes: if rebuilding { TO_BOTH } else { TO_LIVE },
        })
    }

    /// Writes what was kept for the end of the transaction.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.index.flush(self.transaction, self.indexes)?;
        self.flush_vectors()
    }

    /// Returns the id of a project, stored when new.
    pub fn project_id(&mut self, project: &Project) -> Result<i64> {
        self.transaction
            .prepare_cached(
                "INSERT INTO project (key, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![project.key, project.name])?;
        let mut select =
            self.transaction.prepare_cached("SELECT id FROM project WHERE key = ?1")?;
        Ok(select.query_row([&project.key], |row| row.get(0))?)
    }

    /// Remembers which project a directory belongs to.
    pub fn remember_directory(&mut self, path: &str, project_id: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO directory (path, project_id) VALUES (?1, ?2)
                 ON CONFLICT (path) DO UPDATE SET project_id = excluded.project_id",
            )?
            .execute(params![path, project_id])?;
        Ok(())
    }

    /// Stores how far a transcript was read.
    pub fn put_transcript(&mut self, path: &str, state: &TranscriptState) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO transcript
                   (path, agent, session, bytes, modified_at_ns, offset, project_id, kept, skipped,
                    problems, cursor, fold)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                path,
                state.agent,
                state.session,
                state.stamp.bytes as i64,
                state.stamp.modified_at_ns,
                state.offset as i64,
                state.project_id,
                state.tally.kept as i64,
                serde_json::to_string(&state.tally.skipped).unwrap_or_default(),
                serde_json::to_string(&state.tally.problems).unwrap_or_default(),
                state.cursor.as_str(),
                serde_json::to_string(&state.fold).unwrap_or_default(),
            ])?;
        Ok(())
    }

    /// Stores a turn in place of an earlier state of it; unchanged chunks keep their vectors.
    pub fn put_turn(&mut self, turn: &PreparedTurn) -> Result<()> {
        if turn.replaces_damaged {
            self.keep_damaged_log(&turn.uuid)?;
        }
        self.remove_text(&turn.uuid)?;
        let id = self.put_turn_row(turn)?;
        self.put_text(id, turn)?;
        self.put_actions(id, &turn.actions)?;
        self.put_chunks(id, turn)
    }

    fn keep_damaged_log(&mut self, uuid: &str) -> Result<()> {
        self.transaction.execute(
            "INSERT INTO damaged_log (turn, log) SELECT uuid, log FROM turn WHERE uuid = ?1
             ON CONFLICT DO NOTHING",
            [uuid],
        )?;
        Ok(())
    }

    /// Stores what is derived from the log of a turn again, for a rebuild: its place in the index is
    /// written into the tables that the rebuild fills.
    pub fn put_derived(&mut self, turn: &PreparedTurn) -> Result<()> {
        self.indexes = TO_NEXT;
        self.remove_text(&turn.uuid)?;
        let facts = &turn.facts;
        let id = self
            .transaction
            .prepare_cached(
                "UPDATE turn SET started_at_ms = ?2, ended_at_ms = ?3, cwd = ?4, branch = ?5,
                   agent = ?6, interrupted = ?7
                 WHERE uuid = ?1 RETURNING id",
            )?
            .query_row(
                params![
                    turn.uuid,
                    facts.started_at_ms,
                    facts.ended_at_ms,
                    facts.cwd,
                    facts.branch,
                    facts.agent,
                    facts.interrupted,
                ],
                |row| row.get(0),
            )?;
        self.put_text(id, turn)?;
        self.put_actions(id, &turn.actions)?;
        self.put_chunks(id, turn)
    }

    /// Takes over what was derived of a turn whose log is damaged, for a rebuild.
    pub fn carry_over(&mut self, uuid: &str) -> Result<()> {
        self.indexes = TO_NEXT;
        let stored = self
            .transaction
            .prepare_cached(
                "SELECT turn.id, project_id, started_at_ms, agent IS NOT NULL, prompt, answer
                 FROM turn JOIN turn_text ON turn_id = turn.id WHERE turn.uuid = ?1",
            )?
            .query_row([uuid], |row| {
                let text = TurnText { prompt: lossy(row, 4)?, answer: lossy(row, 5)? };
                Ok((row.get(0)?, row.get(1)?, (row.get(2)?, row.get(3)?), text))
            })
            .optional()?;
        let Some((id, project, facts, text)) = stored else { return Ok(()) };
        self.index.add(project, id, &text, facts);
        let actions = self.stored_actions(id)?;
        self.put_action_text(id, &actions)
    }

    fn stored_actions(&self, turn: i64) -> Result<Vec<Action>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT tool, kind, target, exit_status, error FROM action
             WHERE turn_id = ?1 ORDER BY ordinal",
        )?;
        let rows = statement.query_map([turn], |row| {
            Ok(Action {
                tool: lossy(row, 0)?,
                kind: ActionKind::named(&lossy(row, 1)?),
                target: lossy(row, 2)?,
                exit_status: row.get(3)?,
                error: Some(lossy(row, 4)?).filter(|error| !error.is_empty()),
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Takes all text of a turn out of the database, whatever terms an earlier build made of it.
    pub(super) fn erase_text(&mut self, turn: i64) -> Result<()> {
        self.index.erase(turn);
        self.transaction
            .prepare_cached("DELETE FROM turn_text WHERE turn_id = ?1")?
            .execute([turn])?;
        for Tables { action_fts, .. } in self.indexes {
            self.transaction
                .prepare_cached(&format!("DELETE FROM {action_fts} WHERE rowid = ?1"))?
                .execute([turn])?;
        }
        Ok(())
    }

    /// Notes that a stored turn stands in a session too.
    pub fn put_session_turn(&mut self, turn: &str, session: &str, position: u64) -> Result<()> {
        self.transaction
            .prepare_cached("INSERT INTO session (uuid) VALUES (?1) ON CONFLICT DO NOTHING")?
            .execute([session])?;
        self.transaction
            .prepare_cached(
                "INSERT INTO session_turn (session_id, turn_id, position)
                 SELECT session.id, turn.id, ?3 FROM session, turn
                 WHERE session.uuid = ?1 AND turn.uuid = ?2
                 ON CONFLICT DO UPDATE SET position = min(position, excluded.position)",
            )?
            .execute(params![session, turn, position as i64])?;
        let stored = self
            .transaction
            .prepare_cached("SELECT project_id, id FROM turn WHERE uuid = ?1")?
            .query_row([turn], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if let Some((project, id)) = stored {
            self.index.join_session(project, id);
        }
        Ok(())
    }

    /// Returns the id of the model with this key, stored when new.
    pub fn model_id(&mut self, name: &str, key: &str) -> Result<i64> {
        let added = self
            .transaction
            .prepare_cached("INSERT INTO model (name, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute([name, key])?;
        let mut select = self.transaction.prepare_cached("SELECT id FROM model WHERE key = ?1")?;
        let id = select.query_row([key], |row| row.get(0))?;
        if added > 0 {
            // Of a new model every chunk waits.
            self.transaction.execute(
                "INSERT INTO waiting (model_id, chunk_id) SELECT ?1, id FROM chunk",
                [id],
            )?;
        }
        Ok(id)
    }

    fn put_turn_row(&mut self, turn: &PreparedTurn) -> Result<i64> {
        self.move_embeddings(&turn.uuid, turn.project_id)?;
        let mut statement = self.transaction.prepare_cached(
            "INSERT INTO turn
               (uuid, project_id, started_at_ms, ended_at_ms, cwd, branch, agent, interrupted, log)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (uuid) DO UPDATE SET
               project_id = excluded.project_id, started_at_ms = excluded.started_at_ms,
               ended_at_ms = excluded.ended_at_ms, cwd = excluded.cwd, branch = excluded.branch,
               agent = excluded.agent, interrupted = excluded.interrupted, log = excluded.log
             RETURNING id",
        )?;
        let facts = &turn.facts;
        let row = params![
            turn.uuid,
            turn.project_id,
            facts.started_at_ms,
            facts.ended_at_ms,
            facts.cwd,
            facts.branch,
            facts.agent,
            facts.interrupted,
            turn.log,
        ];
        Ok(statement.query_row(row, |row| row.get(0))?)
    }

    /// Takes the stored text of a turn out of the index: its project may change.
    pub(super) fn remove_text(&mut self, uuid: &str) -> Result<()> {
        let stored = self
            .transaction
            .prepare_cached(
                "SELECT turn.id, turn.project_id, prompt, answer
                 FROM turn JOIN turn_text ON turn_text.turn_id = turn.id WHERE turn.uuid = ?1",
            )?
            .query_row([uuid], |row| {
                let text = TurnText { prompt: lossy(row, 2)?, answer: lossy(row, 3)? };
                Ok((row.get(0)?, row.get(1)?, text))
            })
            .optional()?;
        if let Some((id, project, text)) = stored {
            self.index.remove(project, id, &text);
            self.transaction
                .prepare_cached("DELETE FROM turn_text WHERE turn_id = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    fn put_text(&mut self, id: i64, turn: &PreparedTurn) -> Result<()> {
        let text = &turn.text;
        if text.is_empty() {
            return Ok(());
        }
        self.transaction
            .prepare_cached("INSERT INTO turn_text (turn_id, prompt, answer) VALUES (?1, ?2, ?3)")?
            .execute(params![id, text.prompt, text.answer])?;
        let facts = (turn.facts.started_at_ms, turn.facts.agent.is_some());
        self.index.add(turn.project_id, id, text, facts);
        Ok(())
    }

    fn put_actions(&mut self, id: i64, actions: &[Action]) -> Result<()> {
        self.transaction.prepare_cached("DELETE FROM action WHERE turn_id = ?1")?.execute([id])?;
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO action (turn_id, ordinal, tool, kind, target, exit_status, error)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        for (ordinal, action) in actions.iter().enumerate() {
            insert.execute(params![
                id,
                ordinal as i64,
                action.tool,
                action.kind.name(),
                action.target,
                action.exit_status,
                action.error,
            ])?;
        }
        self.put_action_text(id, actions)
    }

    fn put_action_text(&mut self, id: i64, actions: &[Action]) -> Result<()> {
        let of = |kinds: &[ActionKind]| {
            let targets = actions.iter().filter(|action| kinds.contains(&action.kind));
            joined(targets.map(|action| action.target.as_str()))
        };
        let files = of(&[ActionKind::Read, ActionKind::Edit]);
        let commands = of(&[ActionKind::Command]);
        let errors = joined(actions.iter().filter_map(|action| action.error.as_deref()));
        let is_empty = files.is_empty() && commands.is_empty() && errors.is_empty();
        for Tables { action_fts, .. } in self.indexes {
            self.transaction
                .prepare_cached(&format!("DELETE FROM {action_fts} WHERE rowid = ?1"))?
                .execute([id])?;
            if !is_empty {
                self.transaction
                    .prepare_cached(&format!(
                        "INSERT INTO {action_fts} (rowid, files, commands, errors)
                         VALUES (?1, ?2, ?3, ?4)"
                    ))?
                    .execute(params![id, files, commands, errors])?;
            }
        }
        Ok(())
    }

    /// Chunks are matched by the hash of their text; those that are gone take their vectors along.
    fn put_chunks(&mut self, id: i64, turn: &PreparedTurn) -> Result<()> {
        let mut old = self.chunk_hashes(id)?;
        for (ordinal, range) in turn.chunks.iter().enumerate() {
            let hash = chunk::hash(&turn.text, range.clone());
            let known = old.iter().position(|(_, known)| *known == hash);
            let place = [ordinal as i64, range.start as i64, range.end as i64];
            if let Some(chunk) = known.map(|at| old.swap_remove(at).0) {
                self.transaction
                    .prepare_cached(
                        "UPDATE chunk SET ordinal = ?2, start_byte = ?3, end_byte = ?4
                         WHERE id = ?1",
                    )?
                    .execute(params![chunk, place[0], place[1], place[2]])?;
            } else {
                let chunk = self
                    .transaction
                    .prepare_cached(
                        "INSERT INTO chunk (turn_id, ordinal, start_byte, end_byte, hash)
                         VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .insert(params![id, place[0], place[1], place[2], hash])?;
                self.await_vectors(chunk)?;
            }
        }
        for (chunk, _) in old {
            self.drop_chunk(chunk)?;
        }
        Ok(())
    }

    fn chunk_hashes(&self, turn: i64) -> Result<Vec<(i64, String)>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id, hash FROM chunk WHERE turn_id = ?1")?;
        let rows = statement.query_map([turn], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Drops all chunks of a turn with their vectors.
    pub(super) fn drop_chunks(&mut self, turn: i64) -> Result<()> {
        let chunks = self.chunk_hashes(turn)?;
        chunks.into_iter().try_for_each(|(chunk, _)| self.drop_chunk(chunk))
    }

    fn drop_chunk(&mut self, chunk: i64) -> Result<()> {
        self.drop_embeddings(chunk)?;
        self.transaction.prepare_cached("DELETE FROM chunk WHERE id = ?1")?.execute([chunk])?;
        Ok(())
    }
}

/// A damaged text must not keep what is derived again from taking its place.
fn lossy(row: &Row, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes().unwrap_or_default();
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Each text once, a line each.
fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut seen: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.join("\n")
}
