//! Vectors of chunks: rows, which are the truth, and blocks made of them, which are searched.
//!
//! A slot is `project << 32 | number`, and 1,024 slots that follow each other are a block.

mod changes;
mod repair;
mod search;
mod source;
#[cfg(test)]
mod tests;

use rusqlite::{OptionalExtension as _, params};

pub(super) use changes::VectorChanges;
pub(super) use source::VectorCache;

use super::write::Writer;
use crate::error::Result;
use crate::vector::Code;

const PROJECT_BITS: u32 = 32;
const BLOCK_BITS: u32 = 10;

/// Returns the block of a slot and the place in it.
fn block_and_place(slot: i64) -> (i64, usize) {
    (slot >> BLOCK_BITS, (slot & ((1 << BLOCK_BITS) - 1)) as usize)
}

/// Returns the first slot of a block.
fn first_slot(block: i64) -> i64 {
    block << BLOCK_BITS
}

/// Returns the ids that a project's blocks can have: the first, and the one after the last.
fn blocks_of(project: i64) -> [i64; 2] {
    [project, project + 1].map(|project| project << (PROJECT_BITS - BLOCK_BITS))
}

/// What the vectors of a block have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    model: i64,
    /// How long they are when rotated.
    padded: usize,
}

/// A vector to be stored.
struct Vector<'a> {
    chunk: i64,
    turn: i64,
    project: i64,
    model: i64,
    bytes: &'a [u8],
}

impl Vector<'_> {
    fn kind(&self) -> Kind {
        Kind { model: self.model, padded: Code::padded(self.bytes) }
    }
}

impl Writer<'_> {
    /// Stores the vector of a chunk, as [`crate::vector::encode`] made it; nothing when the chunk
    /// is gone or changed meanwhile.
    pub fn put_embedding(
        &mut self,
        chunk: i64,
        hash: &str,
        model_id: i64,
        code: &[u8],
    ) -> Result<()> {
        let owner = self
            .transaction
            .prepare_cached(
                "SELECT turn.id, turn.project_id, chunk.slot IS NOT NULL
                 FROM chunk JOIN turn ON turn.id = chunk.turn_id
                 WHERE chunk.id = ?1 AND chunk.hash = ?2",
            )?
            .query_row(params![chunk, hash], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        if let Some((turn, project, embedded)) = owner {
            if embedded {
                self.drop_embedding(chunk)?;
            }
            self.insert_vector(&Vector { chunk, turn, project, model: model_id, bytes: code })?;
        }
        Ok(())
    }

    /// Drops the vectors of all models but the one with this key; their chunks wait.
    pub fn drop_other_embeddings(&mut self, key: &str) -> Result<()> {
        let others: bool = self
            .transaction
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM model WHERE key <> ?1)")?
            .query_row([key], |row| row.get(0))?;
        if !others {
            return Ok(());
        }
        self.flush_vectors()?;
        for statement in [
            "UPDATE chunk SET slot = NULL WHERE slot IN (
               SELECT slot FROM embedding JOIN model ON model.id = model_id WHERE key <> ?1)",
            "DELETE FROM embedding WHERE model_id IN (SELECT id FROM model WHERE key <> ?1)",
            "DELETE FROM vector_groups WHERE block_id IN (
               SELECT vector_block.id FROM vector_block JOIN model ON model.id = model_id
               WHERE key <> ?1)",
            "DELETE FROM vector_block WHERE model_id IN (SELECT id FROM model WHERE key <> ?1)",
            "DELETE FROM model WHERE key <> ?1",
        ] {
            self.transaction.execute(statement, [key])?;
        }
        Ok(())
    }

    /// A vector's slot names its project: when a turn changes hands, its vectors follow.
    pub(super) fn move_embeddings(&mut self, turn: &str, project: i64) -> Result<()> {
        let mut select = self.transaction.prepare_cached(
            "SELECT chunk.id, turn.id, embedding.model_id, embedding.code
             FROM turn JOIN chunk ON chunk.turn_id = turn.id
             JOIN embedding ON embedding.slot = chunk.slot
             WHERE turn.uuid = ?1 AND turn.project_id <> ?2",
        )?;
        let rows = select.query_map(params![turn, project], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
        let vectors: Vec<(i64, i64, i64, Vec<u8>)> = rows.collect::<rusqlite::Result<_>>()?;
        for (chunk, turn, model, code) in vectors {
            self.drop_embedding(chunk)?;
            self.insert_vector(&Vector { chunk, turn, project, model, bytes: &code })?;
        }
        Ok(())
    }

    /// Drops the vector of a chunk if it has one; nothing of it is left in its block.
    pub(super) fn drop_embedding(&mut self, chunk: i64) -> Result<()> {
        let stored = self
            .transaction
            .prepare_cached(
                "SELECT embedding.slot, embedding.model_id, embedding.code FROM chunk
                 JOIN embedding ON embedding.slot = chunk.slot AND embedding.chunk_id = chunk.id
                 WHERE chunk.id = ?1",
            )?
            .query_row([chunk], |row| {
                let padded = Code::padded(row.get_ref(2)?.as_blob().unwrap_or_default());
                Ok((row.get(0)?, Kind { model: row.get(1)?, padded }))
            })
            .optional()?;
        if let Some((slot, kind)) = stored {
            self.vectors.clear(self.transaction, slot, kind)?;
            self.transaction
                .prepare_cached("DELETE FROM embedding WHERE slot = ?1")?
                .execute([slot])?;
        }
        Ok(())
    }

    /// A vector that is damaged is left out: its chunk waits.
    fn insert_vector(&mut self, vector: &Vector) -> Result<()> {
        let slot = match Code::read(vector.bytes, vector.kind().padded) {
            Some(code) => Some(self.vectors.insert(self.transaction, vector, code)?),
            None => None,
        };
        if slot.is_some() {
            // Where a block has lost a vector, its row is in the way.
            self.transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO embedding (slot, chunk_id, model_id, code)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![slot, vector.chunk, vector.model, vector.bytes])?;
        }
        self.transaction
            .prepare_cached("UPDATE chunk SET slot = ?2 WHERE id = ?1")?
            .execute(params![vector.chunk, slot])?;
        Ok(())
    }

    /// Writes the blocks that were changed.
    pub(super) fn flush_vectors(&mut self) -> Result<()> {
        for model in self.vectors.flush(self.transaction)? {
            self.centre_young_model(model)?;
        }
        Ok(())
    }
}
