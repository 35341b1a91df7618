//! Checks that blocks agree with the rows they are derived from, and rebuilds them.

use rusqlite::{Transaction, params};

use super::changes::centre;
use super::{block_and_place, first_slot};
use crate::error::Result;
use crate::store::read::Reader;
use crate::store::write::Writer;
use crate::vector::{BLOCK, Code, VectorBlock, centre_of};

/// Minimum number of vectors of a model to compute their centre.
const CENTRE_MIN: i64 = BLOCK as i64;

impl Reader<'_> {
    /// Returns the disagreements between rows, chunks and blocks of vectors, in words for an error
    /// report. Empty when there are none.
    pub fn vector_problems(&self) -> Result<Vec<String>> {
        let transaction = self.transaction();
        let mut problems = Vec::new();
        for (what, sql) in [
            (
                "vectors belong to no chunk",
                "SELECT count(*) FROM embedding WHERE chunk_id NOT IN (SELECT id FROM chunk)",
            ),
            (
                "chunks have no vector and wait for none",
                "SELECT count(*) FROM model JOIN chunk
                 WHERE NOT EXISTS (SELECT 1 FROM embedding
                                   WHERE chunk_id = chunk.id AND model_id = model.id)
                   AND NOT EXISTS (SELECT 1 FROM waiting
                                   WHERE model_id = model.id AND chunk_id = chunk.id)",
            ),
            (
                "chunks wait for a vector that is there, or are gone",
                "SELECT count(*) FROM waiting
                 WHERE EXISTS (SELECT 1 FROM embedding
                               WHERE embedding.chunk_id = waiting.chunk_id
                                 AND embedding.model_id = waiting.model_id)
                    OR chunk_id NOT IN (SELECT id FROM chunk)",
            ),
        ] {
            let count: i64 = transaction.query_row(sql, [], |row| row.get(0))?;
            if count > 0 {
                problems.push(format!("{count} {what}"));
            }
        }
        for ListedBlock { id, model, kind } in block_ids(transaction)? {
            let groups: Vec<u8> = transaction
                .prepare_cached("SELECT groups FROM vector_groups WHERE block_id = ?1")?
                .query_map([id], |row| row.get(0))?
                .next()
                .transpose()?
                .unwrap_or_default();
            let expected = BlockOfRows::read(transaction, id)?;
            if (expected.model, expected.kind) != (model, kind)
                || !same(expected.block.bytes(), &groups)
            {
                problems.push(format!("block {id} of vectors differs from its rows"));
            }
        }
        Ok(problems)
    }
}

/// A block by its row; a model and a kind of -1 where it has none.
struct ListedBlock {
    id: i64,
    model: i64,
    kind: i64,
}

/// Returns the blocks that are there or should be.
fn block_ids(transaction: &Transaction) -> Result<Vec<ListedBlock>> {
    let mut statement = transaction.prepare(
        "SELECT id, model_id, kind FROM vector_block
         UNION ALL SELECT DISTINCT slot >> 10, -1, -1 FROM embedding
         WHERE slot >> 10 NOT IN (SELECT id FROM vector_block)
         UNION ALL SELECT block_id, -1, -1 FROM vector_groups
         WHERE block_id NOT IN (SELECT id FROM vector_block) ORDER BY 1",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(ListedBlock { id: row.get(0)?, model: row.get(1)?, kind: row.get(2)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Returns whether two blocks are the same, ignoring empty groups at the end of one.
fn same(a: &[u8], b: &[u8]) -> bool {
    let common = a.len().min(b.len());
    let rest = a[common..].iter().chain(&b[common..]);
    a[..common] == b[..common] && rest.copied().all(|byte| byte == 0)
}

/// A block as derived from its rows.
struct BlockOfRows {
    model: i64,
    kind: i64,
    block: VectorBlock,
}

impl BlockOfRows {
    /// A block has the model and the kind of item of its first row; rows of another make it none.
    fn read(transaction: &Transaction, id: i64) -> Result<Self> {
        let mut statement = transaction.prepare_cached(
            "SELECT embedding.slot, chunk.item_id, embedding.model_id, embedding.code, item.kind
             FROM embedding JOIN chunk ON chunk.id = embedding.chunk_id
             JOIN item ON item.id = chunk.item_id
             WHERE embedding.slot >= ?1 AND embedding.slot < ?2 ORDER BY embedding.slot",
        )?;
        let mut rows = statement.query([first_slot(id), first_slot(id + 1)])?;
        let mut found: Option<(Self, usize, Vec<f32>)> = None;
        while let Some(row) = rows.next()? {
            let code = row.get_ref(3)?.as_blob().unwrap_or_default();
            let (item, model, kind): (i64, i64, i64) = (row.get(1)?, row.get(2)?, row.get(4)?);
            let padded = Code::padded(code);
            if found.is_none() {
                let centre = centre(transaction, model, padded)?;
                found =
                    Some((Self { model, kind, block: VectorBlock::new(padded) }, padded, centre));
            }
            let Some((made, padded, centre)) = &mut found else { continue };
            match Code::read(code, *padded) {
                Some(code) if (made.model, made.kind) == (model, kind) => {
                    made.block.put(block_and_place(row.get(0)?).1, code, item as u32, centre);
                }
                _ => made.model = -1,
            }
        }
        let none = || Self { model: -1, kind: -1, block: VectorBlock::new(0) };
        Ok(found.map_or_else(none, |(made, ..)| made))
    }
}

impl Writer<'_> {
    /// Rebuilds all blocks of vectors. A vector without a chunk is dropped, and a chunk without a
    /// vector is queued.
    pub fn rebuild_vector_blocks(&mut self) -> Result<()> {
        self.flush_vectors()?;
        self.transaction.execute_batch(
            "DELETE FROM vector_groups;
             DELETE FROM vector_block;
             DELETE FROM embedding WHERE chunk_id NOT IN (SELECT id FROM chunk);",
        )?;
        for ListedBlock { id, .. } in block_ids(self.transaction)? {
            let made = BlockOfRows::read(self.transaction, id)?;
            if made.model < 0 {
                self.drop_rows(id)?;
            } else {
                self.put_block(id, &made)?;
            }
        }
        self.fill_queues()
    }

    /// Queues exactly the chunks without a vector, for each model.
    fn fill_queues(&mut self) -> Result<()> {
        self.transaction.execute_batch(
            "DELETE FROM waiting;
             INSERT INTO waiting (model_id, chunk_id)
             SELECT model.id, chunk.id FROM model JOIN chunk
             WHERE NOT EXISTS (SELECT 1 FROM embedding
                               WHERE chunk_id = chunk.id AND model_id = model.id);",
        )?;
        Ok(())
    }

    /// Computes the centre of a model once it has enough vectors, and rebuilds its blocks.
    pub(super) fn centre_young_model(&mut self, model: i64) -> Result<()> {
        let ready: bool = self
            .transaction
            .prepare_cached(
                "SELECT centre IS NULL AND
                   (SELECT coalesce(sum(taken), 0) FROM vector_block WHERE model_id = ?1) >= ?2
                 FROM model WHERE id = ?1",
            )?
            .query_row([model, CENTRE_MIN], |row| row.get(0))?;
        if ready {
            let centre = self.mean_of_rows(model)?;
            self.transaction.execute(
                "UPDATE model SET centre = ?2 WHERE id = ?1",
                params![model, centre.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>()],
            )?;
            for listed in block_ids(self.transaction)? {
                if listed.model == model {
                    let made = BlockOfRows::read(self.transaction, listed.id)?;
                    self.put_block(listed.id, &BlockOfRows { model, ..made })?;
                }
            }
        }
        Ok(())
    }

    fn mean_of_rows(&self, model: i64) -> Result<Vec<f32>> {
        let mut statement =
            self.transaction.prepare("SELECT code FROM embedding WHERE model_id = ?1")?;
        let rows = statement.query_map([model], |row| row.get(0))?;
        let codes: Vec<Vec<u8>> = rows.collect::<rusqlite::Result<_>>()?;
        let padded = codes.first().map_or(0, |code| Code::padded(code));
        Ok(centre_of(codes.iter().filter_map(|code| Code::read(code, padded)), padded))
    }

    fn put_block(&mut self, id: i64, made: &BlockOfRows) -> Result<()> {
        let BlockOfRows { model, kind, block } = made;
        self.transaction
            .prepare_cached(
                "INSERT INTO vector_block (id, model_id, taken, kind) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET model_id = ?2, taken = ?3, kind = ?4",
            )?
            .execute(params![id, model, block.len() as i64, kind])?;
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO vector_groups (block_id, groups) VALUES (?1, ?2)",
            )?
            .execute(params![id, block.bytes()])?;
        Ok(())
    }

    /// Drops rows that do not form a block: they are damaged, and their chunks are queued again.
    fn drop_rows(&mut self, block: i64) -> Result<()> {
        self.transaction.execute(
            "DELETE FROM embedding WHERE slot >= ?1 AND slot < ?2",
            [first_slot(block), first_slot(block + 1)],
        )?;
        Ok(())
    }
}
