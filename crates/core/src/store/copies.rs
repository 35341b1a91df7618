//! Copies of a turn under other ids: a session that its agent wrote again, a file that was copied.

use std::collections::BTreeSet;

use super::read::Reader;
use crate::conversation::turn::{self, Opening};
use crate::error::Result;
use crate::sources;

impl Reader<'_> {
    /// Returns when an item began, in milliseconds since the epoch.
    pub fn started_at_ms(&self, item: i64) -> Result<i64> {
        let mut statement =
            self.transaction().prepare_cached("SELECT started_at_ms FROM item WHERE id = ?1")?;
        Ok(statement.query_row([item], |row| row.get(0))?)
    }

    /// Returns how a turn opens; `None` when that does not distinguish it from others.
    pub fn opening(&self, turn: i64) -> Result<Option<Opening>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT log, agent FROM turn WHERE id = ?1")?;
        let opening = statement.query_row([turn], |row| {
            let entries = turn::decode_read_only(row.get_ref(0)?.as_blob().unwrap_or_default());
            Ok(Opening::of(
                &entries,
                sources::dialect(row.get_ref(1)?.as_str().unwrap_or_default()),
            ))
        });
        Ok(opening?)
    }

    /// Returns the other turns that are the same turn under other ids, in whatever project.
    pub fn copies_of(&self, turn: i64) -> Result<Vec<i64>> {
        // By project, in the order of the index. A clock is set right by what stands around a turn:
        // copies have the time that it told.
        let mut statement = self.transaction().prepare_cached(
            "SELECT other.id FROM turn AS own JOIN project
             JOIN turn AS other
               ON other.project_id = project.id
                 AND other.started_at_ms = own.started_at_ms - own.clock_ms
             WHERE own.id = ?1 AND other.id <> ?1 AND other.clock_ms = 0
             UNION ALL
             SELECT other.id FROM turn AS own JOIN turn AS other
               ON other.started_at_ms - other.clock_ms = own.started_at_ms - own.clock_ms
             WHERE own.id = ?1 AND other.id <> ?1 AND other.clock_ms <> 0",
        )?;
        let rows = statement.query_map([turn], |row| row.get(0))?;
        let others: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        if others.is_empty() {
            return Ok(others);
        }
        let Some(opening) = self.opening(turn)? else { return Ok(Vec::new()) };
        let mut copies = Vec::new();
        for other in others {
            if self.opening(other)?.as_ref() == Some(&opening) {
                copies.push(other);
            }
        }
        Ok(copies)
    }

    /// Returns the uuids of the turns that have one of these fingerprints, with the fingerprint.
    pub fn turns_with_fingerprints(
        &self,
        fingerprints: &BTreeSet<String>,
    ) -> Result<Vec<(String, String)>> {
        if fingerprints.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT id, uuid, started_at_ms - clock_ms FROM turn")?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let beginning = turn::fingerprint_at(row.get(2)?);
            let mut near = fingerprints.range(beginning.clone()..);
            if !near.next().is_some_and(|next| next.starts_with(&beginning)) {
                continue;
            }
            let fingerprint = self.opening(row.get(0)?)?.map(|opening| opening.fingerprint());
            if let Some(fingerprint) = fingerprint.filter(|each| fingerprints.contains(each)) {
                found.push((row.get(1)?, fingerprint));
            }
        }
        Ok(found)
    }
}
