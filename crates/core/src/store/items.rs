//! Items: searchable representations of turns and of any other text. Stores and removes their text,
//! index entries, chunks and vectors.

use std::ops::Range;

use rusqlite::{OptionalExtension as _, Row, params};

use super::index::TO_NEXT;
use super::read::{Reader, Scope};
use super::write::{Writer, lossy};
use crate::error::Result;
use crate::item::{Fields, Kind, chunk};

/// Facts about an item that search needs besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemFacts {
    /// Kind of the item.
    pub kind: Kind,
    /// Project of the item.
    pub project_id: i64,
    /// Start time, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// See [`crate::index::document::Document::secondary`].
    pub secondary: bool,
}

/// An item that a rebuild derives again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Derivable {
    /// A turn, by its UUID: everything is derived from its log.
    Turn(String),
    /// Any other item, by its id: its stored text is used.
    Text(i64),
}

impl Writer<'_> {
    /// Stores a new item without text, and returns its id.
    pub fn add_item(&mut self, item: &ItemFacts) -> Result<i64> {
        let id = self
            .transaction
            .prepare_cached(
                "INSERT INTO item (kind, project_id, started_at_ms) VALUES (?1, ?2, ?3)",
            )?
            .insert(params![item.kind.number(), item.project_id, item.started_at_ms])?;
        Ok(id)
    }

    /// Stores the facts of an item. When its project changes, its vectors move too, because their
    /// slots contain the project. Its text must have been removed from the index before.
    pub(super) fn put_item(&mut self, id: i64, item: &ItemFacts) -> Result<()> {
        let stored = self
            .transaction
            .prepare_cached("SELECT kind, project_id, started_at_ms FROM item WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let row = (i64::from(item.kind.number()), item.project_id, item.started_at_ms);
        if stored == Some(row) {
            return Ok(());
        }
        if stored.is_some_and(|(_, project, _)| project != item.project_id) {
            self.move_vectors(id, item)?;
        }
        self.transaction
            .prepare_cached(
                "INSERT INTO item (id, kind, project_id, started_at_ms) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,
                   project_id = excluded.project_id, started_at_ms = excluded.started_at_ms",
            )?
            .execute(params![id, row.0, row.1, row.2])?;
        Ok(())
    }

    /// Replaces the text of an item. `chunks` are ranges of its passage; unchanged chunks keep
    /// their vectors.
    pub fn put_item_text(
        &mut self,
        id: i64,
        item: &ItemFacts,
        fields: Fields,
        chunks: &[Range<usize>],
    ) -> Result<()> {
        self.remove_text(id)?;
        self.put_item(id, item)?;
        self.put_text(id, item, fields)?;
        self.put_chunks(id, fields, chunks)
    }

    /// Removes an item. No index keeps any of its text, whatever terms an earlier build derived
    /// from it.
    pub fn remove_item(&mut self, id: i64) -> Result<()> {
        self.erase_text(id)?;
        self.drop_chunks(id)?;
        self.transaction.prepare_cached("DELETE FROM item WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Removes the stored text of an item from the index, before its project may change.
    pub(super) fn remove_text(&mut self, id: i64) -> Result<()> {
        if let Some((project, head, body)) = self.stored_text(id)? {
            if let Some(project) = project {
                self.index.remove(project, id, Fields { head: &head, body: &body });
            }
            self.delete_text(id)?;
        }
        Ok(())
    }

    /// Erases all text of an item from the database, whatever terms an earlier build derived from
    /// it.
    pub(super) fn erase_text(&mut self, id: i64) -> Result<()> {
        self.index.erase(id);
        self.delete_text(id)
    }

    fn delete_text(&mut self, id: i64) -> Result<()> {
        self.transaction
            .prepare_cached("DELETE FROM item_text WHERE item_id = ?1")?
            .execute([id])?;
        Ok(())
    }

    pub(super) fn put_text(&mut self, id: i64, item: &ItemFacts, fields: Fields) -> Result<()> {
        if fields.is_empty() {
            return Ok(());
        }
        self.transaction
            .prepare_cached("INSERT INTO item_text (item_id, head, body) VALUES (?1, ?2, ?3)")?
            .execute(params![id, fields.head, fields.body])?;
        self.index.add(id, item, fields);
        Ok(())
    }

    /// Adds the stored text of an item to the index that a rebuild fills.
    pub(super) fn carry_over_text(&mut self, id: i64, item: &ItemFacts) -> Result<()> {
        self.indexes = TO_NEXT;
        if let Some((_, head, body)) = self.stored_text(id)? {
            self.index.add(id, item, Fields { head: &head, body: &body });
        }
        Ok(())
    }

    /// Carries an item that is not derived from a log over to a rebuild.
    pub fn carry_over_item(&mut self, id: i64) -> Result<()> {
        let stored = self
            .transaction
            .prepare_cached("SELECT kind, project_id, started_at_ms FROM item WHERE id = ?1")?
            .query_row([id], |row| item_facts(row, 0, false))
            .optional()?;
        stored.map_or(Ok(()), |item| self.carry_over_text(id, &item))
    }

    /// Returns the project, if known, and the text of an item that has text.
    fn stored_text(&self, id: i64) -> Result<Option<(Option<i64>, String, String)>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT project_id, head, body
             FROM item_text LEFT JOIN item ON item.id = item_id WHERE item_id = ?1",
        )?;
        let row = |row: &Row| Ok((row.get(0)?, lossy(row, 1)?, lossy(row, 2)?));
        Ok(statement.query_row([id], row).optional()?)
    }

    /// Stores the chunks of an item. Chunks are matched by the hash of their text; obsolete chunks
    /// are dropped with their vectors.
    pub(super) fn put_chunks(
        &mut self,
        id: i64,
        fields: Fields,
        chunks: &[Range<usize>],
    ) -> Result<()> {
        let mut old = self.chunk_hashes(id)?;
        for (ordinal, range) in chunks.iter().enumerate() {
            let hash = chunk::hash(fields, range.clone());
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
                        "INSERT INTO chunk (item_id, ordinal, start_byte, end_byte, hash)
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

    fn chunk_hashes(&self, item: i64) -> Result<Vec<(i64, String)>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id, hash FROM chunk WHERE item_id = ?1")?;
        let rows = statement.query_map([item], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Drops all chunks of an item with their vectors.
    pub(super) fn drop_chunks(&mut self, item: i64) -> Result<()> {
        let chunks = self.chunk_hashes(item)?;
        chunks.into_iter().try_for_each(|(chunk, _)| self.drop_chunk(chunk))
    }

    fn drop_chunk(&mut self, chunk: i64) -> Result<()> {
        self.drop_embeddings(chunk)?;
        self.transaction.prepare_cached("DELETE FROM chunk WHERE id = ?1")?.execute([chunk])?;
        Ok(())
    }
}

impl Reader<'_> {
    /// Returns the text of an item, head and body; `None` when it has none.
    pub fn item_text(&self, id: i64) -> Result<Option<(String, String)>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT head, body FROM item_text WHERE item_id = ?1")?;
        Ok(statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Returns at most `limit` items with ids above `id`, each with the source of its derived data,
    /// in the order of their ids.
    pub fn derivable_after(&self, id: i64, limit: usize) -> Result<Vec<(i64, Derivable)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT id, uuid FROM turn WHERE id > ?1
             UNION ALL SELECT id, NULL FROM item WHERE kind <> 0 AND id > ?1
               AND id NOT IN (SELECT id FROM turn)
             ORDER BY id LIMIT ?2",
        )?;
        let rows = statement.query_map([id, limit as i64], |row| {
            let (id, uuid): (i64, Option<String>) = (row.get(0)?, row.get(1)?);
            Ok((id, uuid.map_or(Derivable::Text(id), Derivable::Turn)))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Whether a scope has a turn with text. Reads no more than it must: a prompt waits for it.
    pub fn has_turns_with_text(&self, scope: &Scope) -> Result<bool> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM turn JOIN item_text ON item_text.item_id = turn.id
             WHERE turn.project_id = ?1)",
        )?;
        for project in self.scope_projects(scope)? {
            if statement.query_row([project], |row| row.get(0))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the number of items of a project that have text.
    pub fn items_with_text(&self, project: i64) -> Result<u64> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT ifnull(sum(count), 0) FROM document WHERE project_id = ?1")?;
        Ok(statement.query_row([project], |row| row.get::<_, i64>(0))?.max(0) as u64)
    }

    /// Returns the number of searchable items in a scope.
    pub fn searchable(&self, scope: &Scope) -> Result<u64> {
        let mut blocks = self
            .transaction()
            .prepare_cached("SELECT ifnull(sum(count), 0) FROM document WHERE project_id = ?1")?;
        let mut others = self.transaction().prepare_cached(
            "SELECT kind, count(*) FROM item JOIN item_text ON item_text.item_id = item.id
             WHERE kind <> 0 AND project_id = ?1 GROUP BY kind",
        )?;
        let mut found = 0;
        for project in self.scope_projects(scope)? {
            let all: i64 = blocks.query_row([project], |row| row.get(0))?;
            let (mut wanted, mut turns) = (0, all);
            let mut rows = others.query([project])?;
            while let Some(row) = rows.next()? {
                let count: i64 = row.get(1)?;
                turns -= count;
                wanted += if scope.kinds.holds(Kind::read(row.get(0)?)) { count } else { 0 };
            }
            found += wanted + if scope.kinds.holds(Kind::TURN) { turns } else { 0 };
        }
        Ok(found.max(0) as u64)
    }
}

/// Reads kind, project and time from consecutive columns starting at `at`.
pub(super) fn item_facts(row: &Row, at: usize, secondary: bool) -> rusqlite::Result<ItemFacts> {
    Ok(ItemFacts {
        kind: Kind::read(row.get(at)?),
        project_id: row.get(at + 1)?,
        started_at_ms: row.get(at + 2)?,
        secondary,
    })
}
