//! Search by similarity: every vector in scope is estimated, the best are looked at exactly.

use std::collections::BTreeMap;

use rusqlite::blob::Blob;
use rusqlite::{Transaction, params};

use super::changes::centre;
use super::{blocks_of, first_slot};
use crate::error::Result;
use crate::store::read::{Passage, Reader, Scope};
use crate::vector::kernel::{Kernel, Scores};
use crate::vector::{BestOfTurns, Candidate, Candidates, Code, Query};

/// With so few vectors in scope all are looked at exactly.
const EXACT_MAX: usize = 2_048;

/// How many candidates are looked at exactly, by the number of vectors in scope. On clustered
/// vectors of 384 dimensions, up to 100,000 of them, more did not find more of the ten nearest: what
/// is missed then is what a byte a dimension cannot tell apart.
fn candidates(vectors: usize) -> usize {
    match vectors {
        0..=EXACT_MAX => vectors,
        2_049..=20_000 => 160,
        20_001..=200_000 => 320,
        _ => 800,
    }
}

/// A candidate with its similarity.
struct Exact {
    slot: i64,
    turn: u32,
    similarity: f32,
}

impl Reader<'_> {
    /// Returns the best chunk of every turn in scope that has vectors of this model, in the order
    /// of the turns: with its exact similarity where that is among the highest, else an estimate.
    pub fn similar(
        &self,
        query: &Query,
        model_id: i64,
        scope: &Scope,
    ) -> Result<Vec<(i64, Passage)>> {
        let turn_max = self
            .transaction()
            .prepare_cached("SELECT coalesce(max(id), 0) FROM turn")?
            .query_row([], |row| row.get(0))?;
        let mut best = BestOfTurns::up_to(turn_max);
        let scan = Scan { reader: self, query, model_id };
        let exact = scan.run(scope, 1, |groups, first, scores| {
            best.offer(groups, query.padded(), first, scores);
        })?;
        let exact: Vec<_> = exact.iter().map(|e| (e.turn, e.slot, e.similarity)).collect();
        best.correct(&exact);
        let passages =
            best.iter().map(|(turn, slot, similarity)| (turn, Passage { slot, similarity }));
        Ok(passages.collect())
    }

    /// Returns the `limit` chunks in scope that are most similar to the query, best first.
    pub fn nearest(
        &self,
        query: &Query,
        model_id: i64,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<Passage>> {
        let scan = Scan { reader: self, query, model_id };
        let mut exact = scan.run(scope, limit, |_, _, _| {})?;
        exact.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        let best = exact.into_iter().take(limit);
        Ok(best.map(|Exact { slot, similarity, .. }| Passage { slot, similarity }).collect())
    }
}

/// One search.
struct Scan<'a> {
    reader: &'a Reader<'a>,
    query: &'a Query,
    model_id: i64,
}

impl Scan<'_> {
    /// Shows the estimates of each block in scope to `each`, with its groups and its first slot;
    /// returns the best with their exact similarities, in the order of their slots. At least four
    /// times `limit` are looked at, if there are so many.
    fn run(
        &self,
        scope: &Scope,
        limit: usize,
        mut each: impl FnMut(&[u8], i64, &Scores),
    ) -> Result<Vec<Exact>> {
        let transaction = self.reader.transaction();
        let padded = self.query.padded();
        let tables = self.query.tables(&centre(transaction, self.model_id, padded)?);
        let blocks = self.blocks(scope)?;
        let vectors = blocks.iter().map(|(_, taken)| taken).sum();
        let mut kept = Candidates::new(candidates(vectors).max(4 * limit));
        let kernel = Kernel::best();
        let mut scores = Scores::default();
        let mut scan = |groups: &[u8], block: i64| {
            kernel.scan(groups, &tables, kept.threshold(), &mut scores);
            kept.offer(groups, padded, first_slot(block), &scores);
            each(groups, first_slot(block), &scores);
        };
        match self.reader.vectors() {
            Some(cache) => {
                let mut cache = cache.borrow_mut();
                cache.refresh(transaction)?;
                cache.each(transaction, &blocks, &mut scan)?;
            }
            None => stream(transaction, &blocks, &mut scan)?,
        }
        self.exact(kernel, &kept.into_best())
    }

    /// Returns the blocks in scope, and how many vectors each has.
    fn blocks(&self, scope: &Scope) -> Result<Vec<(i64, usize)>> {
        let mut statement = self.reader.transaction().prepare_cached(
            "SELECT id, taken FROM vector_block WHERE id >= ?1 AND id < ?2 AND model_id = ?3",
        )?;
        let mut blocks = Vec::new();
        for project in self.reader.scope_projects(scope)? {
            let [first, end] = blocks_of(project);
            let rows = statement.query_map([first, end, self.model_id], |row| {
                Ok((row.get(0)?, row.get::<_, i64>(1)?.max(0) as usize))
            })?;
            for row in rows {
                blocks.push(row?);
            }
        }
        Ok(blocks)
    }

    fn exact(&self, kernel: Kernel, candidates: &[Candidate]) -> Result<Vec<Exact>> {
        let mut statement = self
            .reader
            .transaction()
            .prepare_cached("SELECT code FROM embedding WHERE slot = ?1 AND model_id = ?2")?;
        let mut found = Vec::with_capacity(candidates.len());
        for &Candidate { slot, turn, .. } in candidates {
            let mut rows = statement.query(params![slot, self.model_id])?;
            let Some(row) = rows.next()? else { continue };
            let code = row.get_ref(0)?.as_blob().unwrap_or_default();
            if let Some(code) = Code::read(code, self.query.padded()) {
                let similarity = self.query.similarity(kernel, code);
                found.push(Exact { slot, turn, similarity });
            }
        }
        Ok(found)
    }
}

/// Reads one block after the other through one buffer; those that are gone are left out.
fn stream(
    transaction: &Transaction,
    blocks: &[(i64, usize)],
    scan: &mut impl FnMut(&[u8], i64),
) -> Result<()> {
    let mut handle: Option<Blob> = None;
    let mut buffer = Vec::new();
    for &(id, _) in blocks {
        handle = match handle {
            Some(mut blob) => blob.reopen(id).ok().map(|()| blob),
            None => None,
        };
        if handle.is_none() {
            handle = transaction.blob_open("main", "vector_groups", "groups", id, true).ok();
        }
        if let Some(blob) = &handle {
            buffer.resize(blob.len(), 0);
            blob.read_at_exact(&mut buffer, 0)?;
            scan(&buffer, id);
        }
    }
    Ok(())
}

/// The blocks that searches of a long-lived process have read.
#[derive(Default)]
pub struct VectorCache {
    /// Changes when another process has written.
    data_version: i64,
    blocks: BTreeMap<i64, Vec<u8>>,
}

impl VectorCache {
    /// Forgets everything when the database was changed from elsewhere.
    fn refresh(&mut self, transaction: &Transaction) -> Result<()> {
        let found =
            transaction.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        if found != self.data_version {
            *self = Self { data_version: found, blocks: BTreeMap::new() };
        }
        Ok(())
    }

    fn each(
        &mut self,
        transaction: &Transaction,
        blocks: &[(i64, usize)],
        scan: &mut impl FnMut(&[u8], i64),
    ) -> Result<()> {
        let missing: Vec<_> =
            blocks.iter().copied().filter(|(id, _)| !self.blocks.contains_key(id)).collect();
        stream(transaction, &missing, &mut |groups: &[u8], id| {
            self.blocks.insert(id, groups.to_vec());
        })?;
        for (id, _) in blocks {
            if let Some(groups) = self.blocks.get(id) {
                scan(groups, *id);
            }
        }
        Ok(())
    }
}
