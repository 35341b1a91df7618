//! Removal of turns, and the records that keep them from being stored again.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::read::Reader;
use super::write::Writer;
use super::{PreparedTurn, Store, located};
use crate::conversation::turn;
use crate::english::single_spaced;
use crate::error::{Error, Result};

/// How far a prompt's time in a transcript may be from that of its hook, in milliseconds.
pub(super) const REPORTED_NEAR_MS: i64 = 10 * 60 * 1_000;

/// Key of the fact that removed data is still in the bytes of the database.
const HOLDS_REMOVED_BYTES: &str = "holds_removed_bytes";

impl Writer<'_> {
    /// Removes a turn or a note with everything derived from it, and records it as forgotten; a
    /// turn together with its copies, with what its subagents did while it went on, and with what
    /// these are known by later. Returns how many turns and notes were stored. A fingerprint stands
    /// for the turns that have it, a beginning for the turns of its subagents.
    pub fn forget_turn(&mut self, uuid: &str) -> Result<u64> {
        if turn::is_fingerprint(uuid) {
            return self.forget_fingerprints(&BTreeSet::from([uuid.to_owned()]));
        }
        if turn::is_beginning(uuid) {
            return self.forget_beginnings(&BTreeSet::from([uuid.to_owned()]));
        }
        let reader = Reader::new(self.transaction, None);
        let mut copies = Vec::new();
        if let Some(id) = reader.turn_id(uuid)?
            && let Some(opening) = reader.opening(id)?
        {
            for copy in reader.copies_of(id)? {
                copies.push(reader.turn_names(copy)?.0);
            }
            self.note_forgotten(&opening.fingerprint())?;
        }
        let mut removed = 0;
        for copy in copies {
            removed += self.forget_one(&copy)?;
        }
        Ok(removed + self.forget_one(uuid)?)
    }

    /// Removes the turns that have one of these fingerprints, and records both as forgotten. Returns
    /// how many were stored.
    pub(super) fn forget_fingerprints(&mut self, fingerprints: &BTreeSet<String>) -> Result<u64> {
        let reader = Reader::new(self.transaction, None);
        let stored = reader.turns_with_fingerprints(fingerprints)?;
        for fingerprint in fingerprints {
            self.note_forgotten(fingerprint)?;
        }
        stored.iter().map(|(uuid, _)| self.forget_one(uuid)).sum()
    }

    fn forget_one(&mut self, uuid: &str) -> Result<u64> {
        self.note_forgotten(uuid)?;
        if self.remove_note(uuid)? {
            self.note_removed_bytes()?;
            return Ok(1);
        }
        let id = self.turn_id(uuid)?;
        let beginnings = Reader::new(self.transaction, None);
        let beginnings = id.map_or(Ok(Vec::new()), |id| beginnings.beginnings(id))?;
        let mut removed = u64::from(self.remove_turn(uuid)?);
        for (session, began_ms) in beginnings {
            removed += self.forget_beginning(&session, began_ms)?;
        }
        Ok(removed)
    }

    /// Removes a turn that must not be stored. It is not forgotten: it may come back where it is
    /// not excluded any more.
    pub(super) fn take_out(&mut self, uuid: &str) -> Result<()> {
        if self.remove_turn(uuid)? {
            self.remove_empty_sessions()?;
        }
        Ok(())
    }

    /// Removes a turn with everything derived from it. Returns whether it was stored.
    fn remove_turn(&mut self, uuid: &str) -> Result<bool> {
        self.transaction
            .prepare_cached("DELETE FROM damaged_log WHERE turn = ?1")?
            .execute([uuid])?;
        self.withdraw_found_in(uuid)?;
        let Some(id) = self.turn_id(uuid)? else { return Ok(false) };
        self.erase_turn(id)?;
        self.note_removed_bytes()?;
        Ok(true)
    }

    fn erase_turn(&mut self, id: i64) -> Result<()> {
        self.erase_actions(id)?;
        for statement in
            ["DELETE FROM session_turn WHERE turn_id = ?1", "DELETE FROM turn WHERE id = ?1"]
        {
            self.transaction.prepare_cached(statement)?.execute([id])?;
        }
        self.remove_item(id)
    }

    /// Removes the turns that only hooks reported of a session, and whose prompt or answer a
    /// transcript has now.
    pub(super) fn replace_reported(&mut self, session: &str, by: &PreparedTurn) -> Result<()> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT turn.id, turn.uuid, head, body FROM turn
             JOIN item_text ON item_id = turn.id JOIN session_turn ON turn_id = turn.id
             JOIN session ON session.id = session_id
             WHERE turn.uuid >= 'stop-' AND turn.uuid < 'stop.' AND session.uuid = ?1
               AND abs(turn.started_at_ms - ?2) < ?3",
        )?;
        let near = params![session, by.facts.started_at_ms, REPORTED_NEAR_MS];
        let rows = statement
            .query_map(near, |row| Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?])))?;
        let reported: Vec<(i64, String, [String; 2])> = rows.collect::<rusqlite::Result<_>>()?;
        drop(statement);
        let (prompt, answer) = (single_spaced(&by.text.prompt), single_spaced(&by.text.answer));
        for (id, uuid, [asked, told]) in reported {
            let (asked, told) = (single_spaced(&asked), single_spaced(&told));
            let is_same = !asked.is_empty() && prompt.starts_with(&asked)
                || !told.is_empty() && answer.ends_with(&told);
            if is_same && uuid != by.uuid {
                self.withdraw_found_in(&uuid)?;
                self.erase_turn(id)?;
            }
        }
        Ok(())
    }

    /// Returns the turns that this transaction recorded as forgotten.
    pub(super) fn newly_forgotten(&self) -> &[String] {
        &self.forgotten
    }

    /// Records that the file contains bytes of removed data until [`Store::compact`] has run.
    pub fn note_removed_bytes(&mut self) -> Result<()> {
        self.transaction
            .prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, '1')")?
            .execute([HOLDS_REMOVED_BYTES])?;
        Ok(())
    }

    /// Records a turn as forgotten: it is not stored again, whatever transcript or import contains
    /// it.
    pub fn note_forgotten(&mut self, uuid: &str) -> Result<()> {
        self.transaction
            .prepare_cached("INSERT INTO forgotten (turn) VALUES (?1) ON CONFLICT DO NOTHING")?
            .execute([uuid])?;
        self.forgotten.push(uuid.to_owned());
        Ok(())
    }

    /// Like [`Writer::note_forgotten`], but does nothing for a turn or note that is stored here, nor
    /// for the fingerprint or the beginning of one.
    pub fn note_forgotten_elsewhere(&mut self, ids: &[String]) -> Result<()> {
        let ids = ids.iter().cloned().collect();
        let Forgotten { fingerprints, beginnings, uuids } = Forgotten::of(ids);
        for uuid in uuids {
            if self.turn_id(&uuid)?.or(self.note_id(&uuid)?).is_none() {
                self.note_forgotten(&uuid)?;
            }
        }
        let reader = Reader::new(self.transaction, None);
        let stored = reader.turns_with_fingerprints(&fingerprints)?;
        let mut stored: BTreeSet<String> =
            stored.into_iter().map(|(_, fingerprint)| fingerprint).collect();
        stored.extend(reader.stored_beginnings(&beginnings)?);
        let ids = fingerprints.iter().chain(&beginnings);
        ids.filter(|id| !stored.contains(*id)).try_for_each(|id| self.note_forgotten(id))
    }

    /// Whether a turn or a note is recorded as forgotten.
    pub fn is_forgotten(&self, uuid: &str) -> Result<bool> {
        is_forgotten(self.transaction, uuid)
    }

    /// Removes the sessions without turns.
    pub fn remove_empty_sessions(&mut self) -> Result<()> {
        self.transaction.execute(
            "DELETE FROM session WHERE id NOT IN (SELECT session_id FROM session_turn)",
            [],
        )?;
        Ok(())
    }
}

/// Ids of the list of what was forgotten, by what they identify.
pub(super) struct Forgotten {
    /// Copies of turns.
    pub fingerprints: BTreeSet<String>,
    /// What subagents did for turns.
    pub beginnings: BTreeSet<String>,
    /// Turns and notes.
    pub uuids: BTreeSet<String>,
}

impl Forgotten {
    pub fn of(ids: BTreeSet<String>) -> Self {
        let (fingerprints, others) = ids.into_iter().partition(|id| turn::is_fingerprint(id));
        let (beginnings, uuids): (_, BTreeSet<String>) =
            BTreeSet::into_iter(others).partition(|id| turn::is_beginning(id));
        Self { fingerprints, beginnings, uuids }
    }
}

impl Store {
    /// Rewrites the database without any bytes of removed data: neither in free pages, nor in full
    /// text, nor in the log. Needs as much memory as the database has bytes, so that no copy of it
    /// reaches the disk elsewhere.
    pub fn compact(&mut self) -> Result<()> {
        let run = |sql: &str| self.connection.execute_batch(sql).map_err(Error::from);
        let done = self
            .read(|reader| reader.rebuild_progress())
            .and_then(|rebuilding| match rebuilding {
                Some(_) => run("INSERT INTO action_fts_next (action_fts_next) VALUES ('optimize')"),
                None => Ok(()),
            })
            .and_then(|()| run("INSERT INTO action_fts (action_fts) VALUES ('optimize')"))
            .and_then(|()| run("PRAGMA temp_store = MEMORY; VACUUM"))
            .and_then(|()| self.truncate_log())
            .and_then(|()| {
                let sql = "DELETE FROM meta WHERE key = ?1";
                Ok(self.connection.execute(sql, [HOLDS_REMOVED_BYTES])?)
            });
        done.map_err(|error| located(error, &self.path))?;
        // The log now contains the page changed by that DELETE.
        self.settle();
        Ok(())
    }
}

impl Reader<'_> {
    /// Whether the file contains bytes of removed data, because it was not compacted since.
    pub fn holds_removed_bytes(&self) -> Result<bool> {
        let mut statement =
            self.transaction().prepare_cached("SELECT 1 FROM meta WHERE key = ?1")?;
        Ok(statement.exists([HOLDS_REMOVED_BYTES])?)
    }

    /// Whether a turn is recorded as forgotten.
    pub fn is_forgotten(&self, uuid: &str) -> Result<bool> {
        is_forgotten(self.transaction(), uuid)
    }

    /// Parts ids of turns and notes into those that are stored and those that are not.
    pub(super) fn stored_among(&self, ids: BTreeSet<String>) -> Result<(Vec<String>, Vec<String>)> {
        let (mut stored, mut gone) = (Vec::new(), Vec::new());
        for id in ids {
            let is_stored = self.turn_id(&id)?.is_some() || self.note_id(&id)?.is_some();
            if is_stored { stored.push(id) } else { gone.push(id) }
        }
        Ok((stored, gone))
    }

    /// Returns the forgotten turns, in the order of their UUIDs.
    pub fn forgotten(&self) -> Result<Vec<String>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT turn FROM forgotten ORDER BY turn")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn is_forgotten(connection: &Connection, uuid: &str) -> Result<bool> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM forgotten WHERE turn = ?1")?;
    Ok(statement.exists([uuid])?)
}
