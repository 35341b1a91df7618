//! Relations of a turn: its sessions, their other turns, and its index entries.

use rusqlite::params;

use super::read::Reader;
use super::{Foreign, fts};
use crate::error::Result;
use crate::index::postings;

/// A turn of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionTurn {
    /// Row id of the turn.
    pub id: i64,
    /// The subagent that worked in the turn; `None` for the session's main agent.
    pub subagent: Option<String>,
    /// Time of its first entry, in milliseconds since the epoch.
    pub started_at_ms: i64,
}

impl Reader<'_> {
    /// Returns the ids of the sessions that contain a turn.
    pub fn sessions_of(&self, turn: i64) -> Result<Vec<i64>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT session_id FROM session_turn WHERE turn_id = ?1")?;
        let rows = statement.query_map([turn], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a session in transcript order.
    pub fn turns_in_session(&self, session: i64) -> Result<Vec<SessionTurn>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id, turn.subagent, turn.started_at_ms FROM session_turn
             JOIN turn ON turn.id = turn_id WHERE session_id = ?1 ORDER BY position, turn.id",
        )?;
        let rows = statement.query_map([session], |row| {
            Ok(SessionTurn { id: row.get(0)?, subagent: row.get(1)?, started_at_ms: row.get(2)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Visits every row of the full-text index, as its term and the ids of its items.
    pub fn each_posting(&self, mut visit: impl FnMut(&str, &[i64])) -> Result<()> {
        let mut statement =
            self.transaction().prepare_cached("SELECT term, block, items FROM posting")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let block: i64 = row.get(1)?;
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            let items: Vec<i64> =
                postings::decode(bytes).map(|(place, _)| postings::item_at(block, place)).collect();
            visit(row.get_ref(0)?.as_str().unwrap_or_default(), &items);
        }
        Ok(())
    }

    /// Visits every text of the database outside turns and notes: names, paths, ids, those of turns
    /// and notes too, cursors and fold states of transcripts, and the SQL of the schema.
    pub fn each_text_beside_turns(&self, mut visit: impl FnMut(&str)) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT key FROM project UNION ALL SELECT name FROM project
             UNION ALL SELECT path FROM directory UNION ALL SELECT path FROM repository
             UNION ALL SELECT ifnull(remote, '') FROM repository
             UNION ALL SELECT object FROM known_commit UNION ALL SELECT uuid FROM session
             UNION ALL SELECT uuid FROM turn UNION ALL SELECT uuid FROM note
             UNION ALL SELECT turn FROM forgotten UNION ALL SELECT turn FROM damaged_log
             UNION ALL SELECT path FROM transcript UNION ALL SELECT ifnull(session, '') FROM transcript
             UNION ALL SELECT cursor FROM transcript UNION ALL SELECT fold FROM transcript
             UNION ALL SELECT value FROM meta UNION ALL SELECT name FROM model
             UNION ALL SELECT key FROM model UNION ALL SELECT sql FROM sqlite_schema
             WHERE sql IS NOT NULL",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            visit(row.get_ref(0)?.as_str().unwrap_or_default());
        }
        Ok(())
    }

    /// Visits every text derived from a turn or a note that is stored uncompressed, with the row
    /// id of the turn or note.
    pub fn each_derived_text(&self, mut visit: impl FnMut(i64, &str)) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT item_id, head FROM item_text UNION ALL SELECT item_id, body FROM item_text
             UNION ALL SELECT id, ifnull(cwd, '') FROM turn
             UNION ALL SELECT id, ifnull(branch, '') FROM turn
             UNION ALL SELECT id, ifnull(subagent, '') FROM turn
             UNION ALL SELECT turn_id, tool FROM action UNION ALL SELECT turn_id, target FROM action
             UNION ALL SELECT turn_id, ifnull(error, '') FROM action
             UNION ALL SELECT id, facts FROM note",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            visit(row.get(0)?, row.get_ref(1)?.as_str().unwrap_or_default());
        }
        Ok(())
    }

    /// Returns the words of a turn's actions, as tokenized by the action index.
    pub fn action_words(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT target, ifnull(error, '') FROM action WHERE turn_id = ?1")?;
        let mut rows = statement.query([turn])?;
        let mut words = Vec::new();
        while let Some(row) = rows.next()? {
            for column in 0..2 {
                words.extend(fts::all_words(row.get_ref(column)?.as_str().unwrap_or_default()));
            }
        }
        Ok(words)
    }

    /// Returns the turns whose actions contain a word.
    pub fn turns_of_action(&self, word: &str) -> Result<Vec<i64>> {
        let found = fts::phrase(word).map(|query| self.actions(&query)).transpose()?;
        Ok(found.into_iter().flatten().map(|(turn, _)| turn).collect())
    }
}

impl Foreign {
    /// Returns how many of these terms are still in the full-text index, plus how many of these
    /// words are still in the action index.
    pub fn indexed(&self, terms: &[String], actions: &[String]) -> Result<usize> {
        let connection = self.connection();
        // By project, in the order of the rows.
        let mut posting = connection.prepare(
            "SELECT 1 FROM project JOIN posting ON posting.project_id = project.id
             WHERE posting.term = ?1",
        )?;
        let mut found = 0;
        for term in terms {
            found += usize::from(posting.exists([term])?);
        }
        let mut action =
            connection.prepare("SELECT 1 FROM action_fts WHERE action_fts MATCH ?1")?;
        for query in actions.iter().filter_map(|word| fts::phrase(word)) {
            found += usize::from(action.exists(params![query])?);
        }
        Ok(found)
    }
}
