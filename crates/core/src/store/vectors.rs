//! Vectors of chunks: rows, which are the truth, and blocks made of them, which are searched.
//!
//! A slot is `project << 32 | number`, and 1,024 slots that follow each other are a block.

mod changes;
mod repair;
mod search;
mod source;
#[cfg(test)]
mod tests;
mod waiting;

use rusqlite::{OptionalExtension as _, params};

pub(super) use changes::VectorChanges;
pub use search::Passage;
pub(super) use source::VectorCache;
pub use waiting::Waiting;

use super::items::ItemFacts;
use super::write::Writer;
use crate::error::Result;
use crate::item::Kind;
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
struct Shape {
    model: i64,
    /// How long they are when rotated.
    padded: usize,
}

/// A vector to be stored.
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

/// A vector that is stored.
struct Embedding {
    slot: i64,
    model: i64,
    code: Vec<u8>,
}

impl Writer<'_> {
    /// Stores the vector that a model made of a chunk, as [`crate::vector::encode`] made it; nothing
    /// when the chunk is gone or changed meanwhile. Vectors of other models stay.
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
                "SELECT item.id, kind, project_id FROM chunk JOIN item ON item.id = chunk.item_id
                 WHERE chunk.id = ?1 AND chunk.hash = ?2",
            )?
            .query_row(params![chunk, hash], |row| {
                Ok((row.get(0)?, Kind::read(row.get(1)?), row.get(2)?))
            })
            .optional()?;
        if let Some((item, kind, project)) = owner {
            let stored = self.embeddings(chunk)?;
            for old in stored.iter().filter(|old| old.model == model_id) {
                self.drop_embedding(old)?;
            }
            let vector = Vector { chunk, item, kind, project, model: model_id, bytes: code };
            self.insert_vector(&vector)?;
        }
        Ok(())
    }

    /// Drops the vectors of all models but the one with this key. Returns how many they were.
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

    /// Has the vectors of an item stand among those of its project.
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

    /// Drops the vectors of a chunk and its places in the queues; nothing of them is left in their
    /// blocks.
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

    /// Notes that a chunk waits for a vector of each model.
    pub(super) fn await_vectors(&mut self, chunk: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO waiting (model_id, chunk_id) SELECT id, ?1 FROM model
                 WHERE true ON CONFLICT DO NOTHING",
            )?
            .execute([chunk])?;
        Ok(())
    }

    /// Returns the vectors of a chunk, one of each model.
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

    /// A vector that is damaged is left out: its chunk waits.
    fn insert_vector(&mut self, vector: &Vector) -> Result<()> {
        let place = params![vector.model, vector.chunk];
        let Some(code) = Code::read(vector.bytes, vector.shape().padded) else {
            self.transaction
                .prepare_cached(
                    "INSERT INTO waiting (model_id, chunk_id) VALUES (?1, ?2)
                     ON CONFLICT DO NOTHING",
                )?
                .execute(place)?;
            return Ok(());
        };
        let slot = self.vectors.insert(self.transaction, vector, code)?;
        // Where a block has lost a vector, its row is in the way.
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

    /// Writes the blocks that were changed.
    pub(super) fn flush_vectors(&mut self) -> Result<()> {
        for model in self.vectors.flush(self.transaction)? {
            self.centre_young_model(model)?;
        }
        Ok(())
    }
}
