//! Blocks that a transaction changes. Each block is read once and written once, and only its
//! changed groups are written.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::{Shape, Vector, block_and_place, blocks_of, first_slot};
use crate::error::Result;
use crate::item::Kind;
use crate::vector::{BLOCK, Code, GROUP, VectorBlock, group_bytes};

/// Changes of a transaction that are not written yet.
#[derive(Default)]
pub struct VectorChanges {
    blocks: BTreeMap<i64, ChangedBlock>,
    /// Centre of each model used so far.
    centres: BTreeMap<i64, Vec<f32>>,
    /// The block that takes the vectors of a project, a shape and a kind of item.
    open: BTreeMap<(i64, Shape, Kind), i64>,
}

/// A block with unwritten changes.
struct ChangedBlock {
    block: VectorBlock,
    shape: Shape,
    /// Length of what is stored.
    stored_bytes: usize,
    /// Groups that differ from the stored block.
    groups: BTreeSet<usize>,
}

impl VectorChanges {
    /// Puts a vector into a free slot and returns the slot.
    pub(super) fn insert(
        &mut self,
        transaction: &Transaction,
        vector: &Vector,
        code: Code,
    ) -> Result<i64> {
        let (id, place) = self.free_place(transaction, vector)?;
        let Shape { model, padded } = vector.shape();
        let known = match self.centres.entry(model) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(centre(transaction, model, padded)?),
        };
        if let Some(changed) = self.blocks.get_mut(&id) {
            // Items are numbered from one; no store has four billion.
            changed.block.put(place, code, vector.item as u32, known);
            changed.groups.insert(place / GROUP);
        }
        Ok(first_slot(id) + place as i64)
    }

    /// Frees a slot that has a vector of this shape.
    pub(super) fn clear(
        &mut self,
        transaction: &Transaction,
        slot: i64,
        shape: Shape,
    ) -> Result<()> {
        let (id, place) = block_and_place(slot);
        self.load(transaction, id, shape)?;
        if let Some(changed) = self.blocks.get_mut(&id) {
            changed.block.clear(place);
            changed.groups.insert(place / GROUP);
        }
        Ok(())
    }

    /// Writes the changes. Returns the models whose vectors changed.
    pub fn flush(&mut self, transaction: &Transaction) -> Result<BTreeSet<i64>> {
        let changes = std::mem::take(self);
        let models = changes.blocks.values().map(|changed| changed.shape.model).collect();
        for (id, changed) in &changes.blocks {
            changed.write(transaction, *id)?;
        }
        Ok(models)
    }

    /// Returns a free position in a block of the project, or in a new block.
    fn free_place(&mut self, transaction: &Transaction, vector: &Vector) -> Result<(i64, usize)> {
        let shape = vector.shape();
        let key = (vector.project, shape, vector.kind);
        if let Some(&id) = self.open.get(&key)
            && let Some(place) = self.blocks.get(&id).and_then(|changed| changed.block.free())
        {
            return Ok((id, place));
        }
        for id in with_room(transaction, vector)? {
            self.load(transaction, id, shape)?;
            let changed = self.blocks.get(&id).filter(|changed| changed.shape == shape);
            if let Some(place) = changed.and_then(|changed| changed.block.free()) {
                self.open.insert(key, id);
                return Ok((id, place));
            }
        }
        let id = create(transaction, vector)?;
        self.blocks.insert(id, ChangedBlock::new(VectorBlock::new(shape.padded), shape));
        self.open.insert(key, id);
        Ok((id, 0))
    }

    /// Reads a block; one that is damaged or gone is left to a repair.
    fn load(&mut self, transaction: &Transaction, id: i64, shape: Shape) -> Result<()> {
        if self.blocks.contains_key(&id) {
            return Ok(());
        }
        let groups: Option<Vec<u8>> = transaction
            .prepare_cached("SELECT groups FROM vector_groups WHERE block_id = ?1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        if let Some(block) = groups.and_then(|groups| VectorBlock::read(groups, shape.padded)) {
            self.blocks.insert(id, ChangedBlock::new(block, shape));
        }
        Ok(())
    }
}

impl ChangedBlock {
    fn new(block: VectorBlock, shape: Shape) -> Self {
        let stored_bytes = block.bytes().len();
        Self { block, shape, stored_bytes, groups: BTreeSet::new() }
    }

    fn write(&self, transaction: &Transaction, id: i64) -> Result<()> {
        let taken = self.block.len();
        if taken == 0 {
            for statement in [
                "DELETE FROM vector_groups WHERE block_id = ?1",
                "DELETE FROM vector_block WHERE id = ?1",
            ] {
                transaction.prepare_cached(statement)?.execute([id])?;
            }
            return Ok(());
        }
        transaction
            .prepare_cached("UPDATE vector_block SET taken = ?2 WHERE id = ?1")?
            .execute(params![id, taken as i64])?;
        if self.stored_bytes != self.block.bytes().len() {
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO vector_groups (block_id, groups) VALUES (?1, ?2)",
                )?
                .execute(params![id, self.block.bytes()])?;
            return Ok(());
        }
        let mut blob = transaction.blob_open("main", "vector_groups", "groups", id, false)?;
        for &number in &self.groups {
            blob.write_at(self.block.group(number), number * group_bytes(self.shape.padded))?;
        }
        Ok(())
    }
}

/// Returns the rotated centre of a model's vectors; zeros while the model has few vectors.
pub(super) fn centre(transaction: &Transaction, model: i64, padded: usize) -> Result<Vec<f32>> {
    let stored: Option<Vec<u8>> = transaction
        .prepare_cached("SELECT centre FROM model WHERE id = ?1")?
        .query_row([model], |row| row.get(0))
        .optional()?
        .flatten();
    let floats = stored.unwrap_or_default();
    let floats = floats.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut centre: Vec<f32> = floats.collect();
    if centre.len() != padded {
        centre = vec![0.0; padded];
    }
    Ok(centre)
}

fn with_room(transaction: &Transaction, vector: &Vector) -> Result<Vec<i64>> {
    let [first, end] = blocks_of(vector.project);
    let mut statement = transaction.prepare_cached(
        "SELECT id FROM vector_block
         WHERE id >= ?1 AND id < ?2 AND model_id = ?3 AND taken < ?4 AND kind = ?5 ORDER BY id",
    )?;
    let with_room = params![first, end, vector.model, BLOCK as i64, vector.kind.number()];
    let rows = statement.query_map(with_room, |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Stores an empty block after the project's last one and returns its id.
fn create(transaction: &Transaction, vector: &Vector) -> Result<i64> {
    let [first, end] = blocks_of(vector.project);
    let mut insert = transaction.prepare_cached(
        "INSERT INTO vector_block (id, model_id, taken, kind)
         SELECT coalesce(max(id) + 1, ?1), ?3, 0, ?4 FROM vector_block WHERE id >= ?1 AND id < ?2
         RETURNING id",
    )?;
    let block = params![first, end, vector.model, vector.kind.number()];
    Ok(insert.query_row(block, |row| row.get(0))?)
}
