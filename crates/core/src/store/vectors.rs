//! Chunk vectors, stored twice: as rows, which are authoritative, and as blocks derived from them,
//! which are searched.
//!
//! A slot is `project << 32 | number`; 1,024 consecutive slots form a block.

mod changes;
mod repair;
mod search;
mod source;
#[cfg(test)]
mod tests;
mod waiting;

use rusqlite::{OptionalExtension as _, params};

pub(super) use changes::VectorChanges;
pub use search::{Passage, Passages};
pub(super) use source::VectorCache;
pub use waiting::Waiting;

use super::items::ItemFacts;
use super::write::Writer;
use crate::error::Result;
use crate::item::Kind;
use crate::vector::Code;

const PROJECT_BITS: u32 = 32;
const BLOCK_BITS: u32 = 10;

/// Returns the block of a slot and the position in the block.
fn block_and_place(slot: i64) -> (i64, usize) {
    (slot >> BLOCK_BITS, (slot & ((1 << BLOCK_BITS) - 1)) as usize)
}

/// Returns the first slot of a block.
fn first_slot(block: i64) -> i64 {
    block << BLOCK_BITS
}

/// Returns the range of a project's block ids: the first, and one past the last.
fn blocks_of(project: i64) -> [i64; 2] {
    [project, project + 1].map(|project| project << (PROJECT_BITS - BLOCK_BITS))
}

/// What the vectors of a block have in common: model and dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    model: i64,
    /// Number of dimensions after rotation and padding.
    padded: usize,
}

/// A vector to store.
struct Vector<'a> {
    chunk: i64,
    item: i64,
    kind: Kind,
    project: i64,
    model: i64,
    bytes: &'a [u8],
}

impl Vector<'_> {
    fn shape(&self) -> Shape {
        Shape { model: self.model, padded: Code::padded(self.bytes) }
    }
}

/// A stored vector.
struct Embedding {
    slot: i64,
    model: i64,
    code: Vec<u8>,
}

impl Writer<'_> {
    /// Stores the vector of a chunk, encoded by [`crate::vector::encode`]. Does nothing when the
    /// chunk was removed or changed in the meantime. Vectors of other models stay.
    pub fn put_embedding(&mut self, chunk: i64, hash: &str, model: i64, code: &[u8]) -> Result<()> {
        let owner = self
            .transaction
            .prepare_cached(
                "SELECT item.id, kind, project_id FROM chunk JOIN item ON item.id = chunk.item_id
                 WHERE chunk.id = ?1 AND chunk.hash = ?2",
            )?
            .query_row(params![chunk, hash], |row| {
                Ok((row.get(0)?, Kind::read(row.get(1)?), row.get(2)?))
            })
            .optional()?;
        if let Some((item, kind, project)) = owner {
            let stored = self.embeddings(chunk)?;
            for old in stored.iter().filter(|old| old.model == model) {
                self.drop_embedding(old)?;
            }
            let vector = Vector { chunk, item, kind, project, model, bytes: code };
            self.insert_vector(&vector)?;
        }
        Ok(())
    }

    /// Drops the vectors of all models except the one with this key. Returns the number of dropped
    /// vectors.
    pub fn drop_other_models(&mut self, key: &str) -> Result<u64> {
        self.flush_vectors()?;
        let others = "(SELECT id FROM model WHERE key <> ?1)";
        let dropped = self
            .transaction
            .execute(&format!("DELETE FROM embedding WHERE model_id IN {others}"), [key])?;
        for statement in [
            format!("DELETE FROM waiting WHERE model_id IN {others}"),
            format!(
                "DELETE FROM vector_groups WHERE block_id IN (
                   SELECT id FROM vector_block WHERE model_id IN {others})"
            ),
            format!("DELETE FROM vector_block WHERE model_id IN {others}"),
            "DELETE FROM model WHERE key <> ?1".to_owned(),
        ] {
            self.transaction.execute(&statement, [key])?;
        }
        Ok(dropped as u64)
    }

    /// Moves the vectors of an item to the slots of its current project.
    pub(super) fn move_vectors(&mut self, id: i64, item: &ItemFacts) -> Result<()> {
        let mut select =
            self.transaction.prepare_cached("SELECT id FROM chunk WHERE item_id = ?1")?;
        let rows = select.query_map([id], |row| row.get(0))?;
        let chunks: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        let &ItemFacts { kind, project_id: project, .. } = item;
        for chunk in chunks {
            for embedding in self.embeddings(chunk)? {
                self.drop_embedding(&embedding)?;
                let Embedding { model, code, .. } = &embedding;
                let model = *model;
                self.insert_vector(&Vector { chunk, item: id, kind, project, model, bytes: code })?;
            }
        }
        Ok(())
    }

    /// Drops the vectors of a chunk from rows and blocks, and removes the chunk from the queues.
    pub(super) fn drop_embeddings(&mut self, chunk: i64) -> Result<()> {
        for embedding in self.embeddings(chunk)? {
            self.drop_embedding(&embedding)?;
        }
        self.transaction
            .prepare_cached(
                "DELETE FROM waiting
                 WHERE model_id IN (SELECT id FROM model) AND chunk_id = ?1",
            )?
            .execute([chunk])?;
        Ok(())
    }

    /// Queues a chunk for a vector of each model.
    pub(super) fn await_vectors(&mut self, chunk: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO waiting (model_id, chunk_id) SELECT id, ?1 FROM model
                 WHERE true ON CONFLICT DO NOTHING",
            )?
            .execute([chunk])?;
        Ok(())
    }

    fn await_vector(&self, model: i64, chunk: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO waiting (model_id, chunk_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute([model, chunk])?;
        Ok(())
    }

    /// Returns the vectors of a chunk, at most one per model.
    fn embeddings(&self, chunk: i64) -> Result<Vec<Embedding>> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT slot, model_id, code FROM embedding WHERE chunk_id = ?1")?;
        let rows = statement.query_map([chunk], |row| {
            Ok(Embedding { slot: row.get(0)?, model: row.get(1)?, code: row.get(2)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn drop_embedding(&mut self, embedding: &Embedding) -> Result<()> {
        let shape = Shape { model: embedding.model, padded: Code::padded(&embedding.code) };
        self.vectors.clear(self.transaction, embedding.slot, shape)?;
        self.transaction
            .prepare_cached("DELETE FROM embedding WHERE slot = ?1")?
            .execute([embedding.slot])?;
        Ok(())
    }

    /// Stores a vector in a free slot. A damaged vector is dropped and its chunk queued again.
    fn insert_vector(&mut self, vector: &Vector) -> Result<()> {
        let place = params![vector.model, vector.chunk];
        let Some(code) = Code::read(vector.bytes, vector.shape().padded) else {
            return self.await_vector(vector.model, vector.chunk);
        };
        let slot = self.vectors.insert(self.transaction, vector, code)?;
        // The slot of a vector lost from its block still has a row: replace it.
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO embedding (slot, chunk_id, model_id, code)
                 VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![slot, vector.chunk, vector.model, vector.bytes])?;
        self.transaction
            .prepare_cached("DELETE FROM waiting WHERE model_id = ?1 AND chunk_id = ?2")?
            .execute(place)?;
        Ok(())
    }

    /// Writes the changed blocks.
    pub(super) fn flush_vectors(&mut self) -> Result<()> {
        for model in self.vectors.flush(self.transaction)? {
            self.centre_young_model(model)?;
        }
        Ok(())
    }
}
