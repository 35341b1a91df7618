//! Turns: their rows and their positions in sessions.

use std::collections::HashSet;
use std::ops::Range;

use rusqlite::{OptionalExtension as _, Row, params};

use super::index::TO_NEXT;
use super::items::ItemFacts;
use super::read::Reader;
use super::stats::StoredTurns;
use super::taken_back::STANDS;
use super::write::Writer;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{self, Action, Spoken, TurnFacts, TurnText};
use crate::error::Result;
use crate::item::Kind;
use crate::sources;

/// A turn with everything derived from it, ready to be stored.
#[derive(Debug, Clone)]
pub(super) struct PreparedTurn {
    /// UUID of its prompt, which identifies the turn.
    pub uuid: String,
    /// Id of the project.
    pub project_id: i64,
    /// The coding agent that wrote it. For a turn that is already stored, the default agent changes
    /// nothing.
    pub agent: String,
    /// Times and places.
    pub facts: TurnFacts,
    /// The compressed entries.
    pub log: Vec<u8>,
    /// Whether it replaces a stored turn with a damaged log, which is then kept separately.
    pub replaces_damaged: bool,
    /// Searchable text.
    pub text: TurnText,
    /// What was said in it, which is not stored again.
    pub spoken: Spoken,
    /// The turn's actions.
    pub actions: Vec<Action>,
    /// Chunks, as ranges of the passage.
    pub chunks: Vec<Range<usize>>,
}

/// Stored log of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnLog {
    /// Id of the turn's project.
    pub project_id: i64,
    /// Name of its coding agent.
    pub agent: String,
    /// The compressed entries.
    pub bytes: Vec<u8>,
    /// The entries; `None` when the log fails its checksum. Data derived from such a log would
    /// replace what was derived from the undamaged log.
    pub entries: Option<Vec<Entry>>,
}

/// Fields of a turn that a search hit shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRow {
    /// The turn's uuid.
    pub uuid: String,
    /// The first session under which it was stored.
    pub session: String,
    /// Name of the project.
    pub project: String,
    /// Key of the project.
    pub project_key: String,
    /// Start time, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// The subagent that worked in the turn.
    pub subagent: Option<String>,
    /// Name of the coding agent.
    pub agent: String,
    /// Prompt and answer.
    pub text: TurnText,
    /// Distinct files read or changed, changed ones first.
    pub files: Vec<String>,
}

const FILES_PER_TURN_MAX: i64 = 8;

impl PreparedTurn {
    fn item(&self) -> ItemFacts {
        ItemFacts {
            kind: Kind::TURN,
            project_id: self.project_id,
            started_at_ms: self.facts.started_at_ms,
            secondary: self.facts.subagent.is_some(),
        }
    }
}

impl Writer<'_> {
    /// Stores turns; see [`Writer::put_turn`]. Returns how many of them are new.
    pub(super) fn put_turns(&mut self, turns: &[PreparedTurn]) -> Result<StoredTurns> {
        let mut new = StoredTurns::default();
        for turn in turns {
            if self.put_turn(turn)? {
                new.add(&turn.facts);
            }
        }
        Ok(new)
    }

    /// Stores a turn or replaces its stored version; unchanged chunks keep their vectors. Returns
    /// whether it is new.
    pub(super) fn put_turn(&mut self, turn: &PreparedTurn) -> Result<bool> {
        if turn.replaces_damaged {
            self.keep_damaged_log(&turn.uuid)?;
        }
        let item = turn.item();
        let known = self.turn_id(&turn.uuid)?;
        let id = match known {
            Some(id) => {
                self.remove_text(id)?;
                self.put_item(id, &item)?;
                id
            }
            None => self.add_item(&item)?,
        };
        self.put_turn_row(id, turn)?;
        self.put_text(id, &item, turn.text.fields())?;
        self.put_actions(id, &turn.actions)?;
        self.put_chunks(id, turn.text.fields(), &turn.chunks)?;
        Ok(known.is_none())
    }

    fn keep_damaged_log(&mut self, uuid: &str) -> Result<()> {
        self.transaction.execute(
            "INSERT INTO damaged_log (turn, log) SELECT uuid, log FROM turn WHERE uuid = ?1
             ON CONFLICT DO NOTHING",
            [uuid],
        )?;
        Ok(())
    }

    /// Stores the data derived from a turn's log again, for a rebuild. Index entries are written to
    /// the tables that the rebuild fills.
    pub(super) fn put_derived(&mut self, turn: &PreparedTurn) -> Result<()> {
        self.indexes = TO_NEXT;
        let facts = &turn.facts;
        let id = self
            .transaction
            .prepare_cached(
                "UPDATE turn SET started_at_ms = ?2, ended_at_ms = ?3, cwd = ?4, branch = ?5,
                   subagent = ?6, interrupted = ?7, taken_back_in = ?8,
                   clock_ms = ?9
                 WHERE uuid = ?1 RETURNING id",
            )?
            .query_row(
                params![
                    turn.uuid,
                    facts.started_at_ms,
                    facts.ended_at_ms,
                    facts.cwd,
                    facts.branch,
                    facts.subagent,
                    facts.interrupted,
                    taken_back_in(facts),
                    facts.clock_ms,
                ],
                |row| row.get(0),
            )?;
        self.remove_text(id)?;
        let item = turn.item();
        self.put_item(id, &item)?;
        self.put_text(id, &item, turn.text.fields())?;
        self.put_actions(id, &turn.actions)?;
        self.put_chunks(id, turn.text.fields(), &turn.chunks)
    }

    /// Carries the derived data of a turn with a damaged log over to a rebuild.
    pub fn carry_over(&mut self, uuid: &str) -> Result<()> {
        self.indexes = TO_NEXT;
        let stored = self
            .transaction
            .prepare_cached(
                "SELECT id, project_id, started_at_ms, subagent IS NOT NULL FROM turn
                 WHERE uuid = ?1",
            )?
            .query_row([uuid], |row| {
                let item = ItemFacts {
                    kind: Kind::TURN,
                    project_id: row.get(1)?,
                    started_at_ms: row.get(2)?,
                    secondary: row.get(3)?,
                };
                Ok((row.get(0)?, item))
            })
            .optional()?;
        let Some((id, item)) = stored else { return Ok(()) };
        self.put_item(id, &item)?;
        self.carry_over_text(id, &item)?;
        let actions = self.stored_actions(id)?;
        self.put_action_text(id, &actions)
    }

    /// Records that a session contains a stored turn.
    pub(super) fn put_session_turn(
        &mut self,
        turn: &str,
        session: &str,
        position: u64,
    ) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO session (uuid, agent)
                 VALUES (?1, ifnull((SELECT agent FROM turn WHERE uuid = ?2), ?3))
                 ON CONFLICT DO NOTHING",
            )?
            .execute([session, turn, sources::DEFAULT])?;
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
            self.index.join_group(project, id);
        }
        Ok(())
    }

    /// Returns the id of a turn.
    pub(super) fn turn_id(&self, uuid: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id FROM turn WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| row.get(0)).optional()?)
    }

    /// Stores the row of a turn. The default agent never replaces another one, because a turn that
    /// names no agent is attributed to the default.
    fn put_turn_row(&mut self, id: i64, turn: &PreparedTurn) -> Result<()> {
        let facts = &turn.facts;
        self.transaction
            .prepare_cached(
                "INSERT INTO turn
                   (id, uuid, project_id, started_at_ms, ended_at_ms, cwd, branch, subagent,
                    interrupted, log, agent, taken_back_in, clock_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?13, ?14)
                 ON CONFLICT (uuid) DO UPDATE SET
                   project_id = excluded.project_id, started_at_ms = excluded.started_at_ms,
                   ended_at_ms = excluded.ended_at_ms, cwd = excluded.cwd,
                   branch = excluded.branch, subagent = excluded.subagent,
                   interrupted = excluded.interrupted, log = excluded.log,
                   taken_back_in = excluded.taken_back_in, clock_ms = excluded.clock_ms,
                   agent = iif(excluded.agent = ?12, agent, excluded.agent)",
            )?
            .execute(params![
                id,
                turn.uuid,
                turn.project_id,
                facts.started_at_ms,
                facts.ended_at_ms,
                facts.cwd,
                facts.branch,
                facts.subagent,
                facts.interrupted,
                turn.log,
                turn.agent,
                sources::DEFAULT,
                taken_back_in(facts),
                facts.clock_ms,
            ])?;
        Ok(())
    }
}

fn taken_back_in(facts: &TurnFacts) -> Option<String> {
    facts.is_taken_back().then(|| facts.taken_back_in.join(" "))
}

impl Reader<'_> {
    /// Returns the stored log of a turn.
    pub fn turn_log(&self, uuid: &str) -> Result<Option<TurnLog>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT project_id, log, agent FROM turn WHERE uuid = ?1")?;
        let row = |row: &Row| {
            let bytes: Vec<u8> = row.get(1)?;
            let entries = turn::read(&bytes);
            Ok(TurnLog { project_id: row.get(0)?, agent: row.get(2)?, bytes, entries })
        };
        Ok(statement.query_row([uuid], row).optional()?)
    }

    /// Returns the ids and UUIDs of at most `limit` turns with ids above `id`, in order.
    pub fn turns_after(&self, id: i64, limit: usize) -> Result<Vec<(i64, String)>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT id, uuid FROM turn WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map([id, limit as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a session that ended at or after a time: those in its context.
    pub fn session_turns(&self, session: &str, since_ms: i64) -> Result<HashSet<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id FROM session_turn
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.ended_at_ms >= ?2",
        )?;
        let rows = statement.query_map(params![session, since_ms], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a session's own agent with the times at which they started, in order.
    pub fn own_turns(&self, session: &str) -> Result<Vec<(String, i64)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.uuid, turn.started_at_ms FROM session_turn
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL
             ORDER BY turn.started_at_ms, turn.id",
        )?;
        let rows = statement.query_map([session], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the last turns of a session that have text and started before a time, newest first.
    pub fn last_turns(
        &self,
        session: &str,
        before_ms: Option<i64>,
        limit: usize,
    ) -> Result<Vec<TurnRow>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.id FROM session_turn
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = session_turn.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL
               AND (?3 IS NULL OR turn.started_at_ms < ?3) AND {STANDS}
             ORDER BY turn.started_at_ms DESC, turn.id DESC LIMIT ?2",
        ))?;
        let rows =
            statement.query_map(params![session, limit as i64, before_ms], |row| row.get(0))?;
        let turns: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        turns.into_iter().map(|turn| self.turn(turn)).collect()
    }

    /// Returns the fields of a turn that a search hit shows.
    pub fn turn(&self, id: i64) -> Result<TurnRow> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.uuid, project.name, turn.started_at_ms, turn.cwd, turn.branch,
                    turn.subagent,
                    item_text.head, item_text.body,
                    (SELECT session.uuid FROM session_turn
                     JOIN session ON session.id = session_turn.session_id
                     WHERE session_turn.turn_id = turn.id ORDER BY session.id LIMIT 1),
                    project.key, turn.agent
             FROM turn JOIN project ON project.id = turn.project_id
             JOIN item_text ON item_text.item_id = turn.id WHERE turn.id = ?1",
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
                subagent: row.get(5)?,
                agent: row.get(10)?,
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
            self.transaction().prepare_cached("SELECT id FROM turn WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| row.get(0)).optional()?)
    }

    /// Returns the prompt of a turn.
    pub fn prompt_text(&self, id: i64) -> Result<String> {
        let mut statement =
            self.transaction().prepare_cached("SELECT head FROM item_text WHERE item_id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0))?)
    }

    /// Returns the UUIDs of a turn and of the first session under which it was stored.
    pub fn turn_names(&self, id: i64) -> Result<(String, String)> {
        let mut statement = self.transaction().prepare_cached(
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

    /// Whether a turn changed a file.
    pub fn changes_files(&self, turn: i64) -> Result<bool> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT 1 FROM action WHERE turn_id = ?1 AND kind = 'edit' AND error IS NULL",
        )?;
        Ok(statement.exists([turn])?)
    }

    fn files(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT target FROM action
             WHERE turn_id = ?1 AND kind IN ('read', 'edit') AND target <> ''
             GROUP BY target ORDER BY max(kind = 'edit') DESC, min(ordinal) LIMIT ?2",
        )?;
        let rows = statement.query_map([turn, FILES_PER_TURN_MAX], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
