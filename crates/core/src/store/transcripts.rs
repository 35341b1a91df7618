//! Ledger of transcripts: how far each was read, and counts of its lines by outcome.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{OptionalExtension as _, Row, params};
use serde::Serialize;

use super::read::Reader;
use super::taken_back::STANDS;
use super::turns::PreparedTurn;
use super::write::{TranscriptState, Writer};
use crate::error::Result;
use crate::sources::{Cursor, Stamp, Tally};

/// A ledger row of a transcript, whose file may no longer exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TranscriptRow {
    /// Canonical path at the time it was read.
    pub path: String,
    /// The session in its path, otherwise the one that its lines name.
    pub session: Option<String>,
    /// Name of its turns' project.
    pub project: Option<String>,
    /// Size when it was last read to its end; 0 if it never was.
    pub bytes: u64,
    /// Modification time at that point, in milliseconds since the epoch.
    pub modified_at_ms: i64,
    /// Number of bytes read.
    pub offset: u64,
    /// Lines that became entries.
    pub kept: u64,
    /// Lines of known kinds that are not stored, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Lines that could not be parsed, by reason.
    pub problems: BTreeMap<String, u64>,
}

impl Reader<'_> {
    /// Returns the read state of a transcript; `None` if it was never read.
    pub fn transcript(&self, path: &str) -> Result<Option<TranscriptState>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT agent, session, bytes, modified_at_ns, offset, project_id, kept, skipped,
                    problems, cursor, fold
             FROM transcript WHERE path = ?1",
        )?;
        let state = |row: &Row| {
            Ok(TranscriptState {
                agent: row.get(0)?,
                session: row.get(1)?,
                stamp: Stamp { bytes: row.get::<_, i64>(2)? as u64, modified_at_ns: row.get(3)? },
                offset: row.get::<_, i64>(4)? as u64,
                project_id: row.get(5)?,
                tally: Tally {
                    kept: row.get::<_, i64>(6)? as u64,
                    skipped: counts(row, 7)?,
                    problems: counts(row, 8)?,
                },
                cursor: Cursor::stored(row.get(9)?),
                fold: serde_json::from_str(&row.get::<_, String>(10)?).unwrap_or_default(),
            })
        };
        Ok(statement.query_row([path], state).optional()?)
    }

    /// Returns the read state of each transcript, by path.
    pub fn transcript_states(&self) -> Result<Vec<(String, TranscriptState)>> {
        let paths = self.transcripts()?.into_iter().map(|row| row.path);
        let states = paths.map(|path| Ok((path.clone(), self.transcript(&path)?)));
        let states: Vec<_> = states.collect::<Result<_>>()?;
        Ok(states.into_iter().filter_map(|(path, state)| Some((path, state?))).collect())
    }

    /// Returns all ledger rows, by path.
    pub fn transcripts(&self) -> Result<Vec<TranscriptRow>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT path, session, project.name, bytes, modified_at_ns, offset, kept, skipped,
                    problems
             FROM transcript LEFT JOIN project ON project.id = project_id ORDER BY path",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(TranscriptRow {
                path: row.get(0)?,
                session: row.get(1)?,
                project: row.get(2)?,
                bytes: row.get::<_, i64>(3)? as u64,
                modified_at_ms: row.get::<_, i64>(4)?.div_euclid(1_000_000),
                offset: row.get::<_, i64>(5)? as u64,
                kept: row.get::<_, i64>(6)? as u64,
                skipped: counts(row, 7)?,
                problems: counts(row, 8)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the sessions whose id starts with `prefix`, in order, or only the session with
    /// exactly this id if it exists.
    pub fn sessions_named(&self, prefix: &str) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT uuid FROM session WHERE substr(uuid, 1, length(?1)) = ?1 ORDER BY uuid",
        )?;
        let rows = statement.query_map([prefix], |row| row.get(0))?;
        let found: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        if found.iter().any(|session| session == prefix) {
            return Ok(vec![prefix.to_owned()]);
        }
        Ok(found)
    }

    /// Returns the UUIDs of the turns that start with `prefix`, in order.
    pub fn turns_named(&self, prefix: &str) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT uuid FROM turn
             WHERE uuid >= ?1 AND uuid < ?1 || char(1114111) ORDER BY uuid",
        )?;
        let rows = statement.query_map([prefix], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the ids and compressed entries of a session's turns, without subagents, in order.
    pub fn session_logs(&self, session: &str) -> Result<Vec<(String, Vec<u8>)>> {
        let mut statement = self.transaction().prepare_cached(&format!(
            "SELECT turn.uuid, turn.log FROM session
             JOIN session_turn ON session_id = session.id JOIN turn ON turn.id = turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND {STANDS}
             ORDER BY started_at_ms, position, turn.id",
        ))?;
        let rows = statement.query_map([session], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the transcripts of a session by path, each with the name of its agent.
    pub fn session_transcripts(&self, session: &str) -> Result<Vec<(String, String)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT path, agent FROM transcript WHERE session = ?1 ORDER BY path",
        )?;
        let rows = statement.query_map([session], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the number of stored turns of a session: those of its main agent, or of one
    /// subagent.
    pub fn session_turn_count(&self, session: &str, subagent: Option<&str>) -> Result<u64> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT count(*) FROM session JOIN session_turn ON session_id = session.id
             JOIN turn ON turn.id = turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS ?2",
        )?;
        Ok(statement.query_row(params![session, subagent], |row| row.get::<_, i64>(0))? as u64)
    }
}

impl Writer<'_> {
    /// Resets the transcripts of turns whose damaged logs were replaced, so that they are read
    /// again: content of those logs may be in transcripts that were already read.
    pub(super) fn read_replaced_again(&mut self, turns: &[PreparedTurn]) -> Result<()> {
        for turn in turns.iter().filter(|turn| turn.replaces_damaged) {
            self.read_again(&turn.uuid)?;
        }
        Ok(())
    }

    /// Resets the existing transcripts of a turn's sessions, so that the next read starts at their
    /// beginning. Returns their paths.
    pub fn read_again(&mut self, turn: &str) -> Result<Vec<String>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT path FROM transcript
             WHERE session IN (
               SELECT session.uuid FROM session JOIN session_turn ON session_id = session.id
               JOIN turn ON turn.id = turn_id WHERE turn.uuid = ?1)",
        )?;
        let rows = statement.query_map([turn], |row| row.get(0))?;
        let mut paths: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        paths.retain(|path| Path::new(path).exists());
        paths.iter().try_for_each(|path| self.reset_transcript(path))?;
        Ok(paths)
    }

    /// Resets the other transcripts of a session if a turn that is new there follows a forgotten
    /// one: what its subagents did may have been taken for the forgotten turn's.
    pub(super) fn read_called_again(
        &mut self,
        session: &str,
        began_ms: i64,
        path: &str,
    ) -> Result<()> {
        let reader = Reader::new(self.transaction, None);
        if !reader.has_forgotten_caller(session, began_ms - 1, &[])? {
            return Ok(());
        }
        let others = reader.session_transcripts(session)?.into_iter().map(|(other, _)| other);
        others
            .filter(|other| other != path && Path::new(other).exists())
            .try_for_each(|other| self.reset_transcript(&other))
    }

    fn reset_transcript(&mut self, path: &str) -> Result<()> {
        let state = Reader::new(self.transaction, None).transcript(path)?;
        let Some(TranscriptState { agent, session, project_id, .. }) = state else { return Ok(()) };
        let unread = TranscriptState { session, project_id, ..TranscriptState::of_agent(&agent) };
        self.put_transcript(path, &unread)
    }
}

fn counts(row: &Row, column: usize) -> rusqlite::Result<BTreeMap<String, u64>> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).unwrap_or_default())
}
