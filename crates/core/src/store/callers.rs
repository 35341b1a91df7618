//! Turns of subagents whose caller was forgotten: they are known by when they began.
//!
//! A subagent works for the turn of its session that began last before it. What it did may be read
//! long after that turn was forgotten, or before a turn that follows.

use std::collections::BTreeSet;

use rusqlite::params;

use super::read::Reader;
use super::write::Writer;
use crate::conversation::turn::Beginnings;
use crate::error::Result;

impl Reader<'_> {
    /// Whether turns of a session were forgotten.
    pub fn has_forgotten_of(&self, session: &str) -> Result<bool> {
        Ok(!self.forgotten_beginnings(session)?.is_empty())
    }

    /// Whether a turn of a subagent that began at this time was called by a forgotten turn.
    /// `read_ms` are the beginnings of turns of the session that are read, but not stored yet.
    pub fn has_forgotten_caller(
        &self,
        session: &str,
        began_ms: i64,
        read_ms: &[i64],
    ) -> Result<bool> {
        let last = |all: &[i64]| all.iter().copied().filter(|ms| *ms <= began_ms).max();
        let Some(forgotten) = last(&self.forgotten_beginnings(session)?) else { return Ok(false) };
        let kept = last(read_ms).max(self.last_began_ms(session, began_ms)?);
        Ok(kept.is_none_or(|kept| kept <= forgotten))
    }

    /// Returns when the forgotten turns of a session began.
    pub fn forgotten_beginnings(&self, session: &str) -> Result<Vec<i64>> {
        let ids = Beginnings::of(session);
        // Hexadecimal digits follow, which all come before `g`.
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT turn FROM forgotten WHERE turn >= ?1 AND turn < ?1 || 'g'")?;
        let rows = statement.query_map([ids.prefix()], |row| row.get(0))?;
        let found: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        Ok(found.iter().filter_map(|id| ids.began_ms(id)).collect())
    }

    /// Returns when the last stored turn of a session's main agent up to a time began.
    fn last_began_ms(&self, session: &str, until_ms: i64) -> Result<Option<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT max(turn.started_at_ms) FROM session
             JOIN session_turn ON session_id = session.id JOIN turn ON turn.id = turn_id
             WHERE session.uuid = ?1 AND turn.subagent IS NULL AND turn.started_at_ms <= ?2",
        )?;
        Ok(statement.query_row(params![session, until_ms], |row| row.get(0))?)
    }

    /// Returns where and when a turn began, for each of its sessions; nothing for a turn of a
    /// subagent.
    pub(super) fn beginnings(&self, turn: i64) -> Result<Vec<(String, i64)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT session.uuid, turn.started_at_ms FROM turn
             JOIN session_turn ON turn_id = turn.id JOIN session ON session.id = session_id
             WHERE turn.id = ?1 AND turn.subagent IS NULL",
        )?;
        let rows = statement.query_map([turn], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns where and when turns began that are on the list of what was forgotten, as far as their
    /// sessions are stored.
    fn known_beginnings(&self, ids: &BTreeSet<String>) -> Result<Vec<(String, i64)>> {
        let mut known = Vec::new();
        let sessions = if ids.is_empty() { Vec::new() } else { self.sessions_named("")? };
        for session in sessions {
            let own = Beginnings::of(&session);
            let found = ids.range(own.prefix()..).map_while(|id| own.began_ms(id));
            known.extend(found.map(|began_ms| (session.clone(), began_ms)));
        }
        Ok(known)
    }

    /// Returns those ids of beginnings whose turns are stored.
    pub(super) fn stored_beginnings(&self, ids: &BTreeSet<String>) -> Result<Vec<String>> {
        let mut stored = Vec::new();
        for (session, began_ms) in self.known_beginnings(ids)? {
            if self.last_began_ms(&session, began_ms)? == Some(began_ms) {
                stored.push(Beginnings::of(&session).id(began_ms));
            }
        }
        Ok(stored)
    }

    /// Returns the uuids of the turns that subagents of a session began between a turn of its main
    /// agent, stored or not, and the next stored one.
    fn called_since(&self, session: &str, began_ms: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "WITH own AS (
               SELECT turn.uuid, subagent, started_at_ms AS began FROM session
               JOIN session_turn ON session_id = session.id JOIN turn ON turn.id = turn_id
               WHERE session.uuid = ?1 AND started_at_ms >= ?2)
             SELECT uuid FROM own WHERE subagent IS NOT NULL AND began < ifnull(
               (SELECT min(began) FROM own WHERE subagent IS NULL AND began > ?2), began + 1)",
        )?;
        let rows = statement.query_map(params![session, began_ms], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer<'_> {
    /// Records when a forgotten turn of a session's main agent began, and removes what its subagents
    /// did. Returns how many turns that were.
    pub fn forget_beginning(&mut self, session: &str, began_ms: i64) -> Result<u64> {
        let id = Beginnings::of(session).id(began_ms);
        if self.is_forgotten(&id)? {
            return Ok(0);
        }
        self.note_forgotten(&id)?;
        self.remove_called_since(session, began_ms)
    }

    /// Like [`Writer::forget_beginning`], for ids of the list of what was forgotten.
    pub(super) fn forget_beginnings(&mut self, ids: &BTreeSet<String>) -> Result<u64> {
        ids.iter().try_for_each(|id| self.note_forgotten(id))?;
        let known = Reader::new(self.transaction, None).known_beginnings(ids)?;
        known.iter().map(|(session, began_ms)| self.remove_called_since(session, *began_ms)).sum()
    }

    fn remove_called_since(&mut self, session: &str, began_ms: i64) -> Result<u64> {
        let called = Reader::new(self.transaction, None).called_since(session, began_ms)?;
        called.iter().map(|uuid| self.forget_turn(uuid)).sum()
    }
}
