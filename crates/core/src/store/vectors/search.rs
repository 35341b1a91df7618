//! Similarity search: estimates the similarity of every vector in scope and computes that of the
//! best candidates exactly.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;

use rusqlite::params;

use super::source::Source;
use super::{Shape, first_slot};
use crate::error::{Error, Result};
use crate::store::read::{Reader, Scope};
use crate::vector::kernel::{Kernel, Scores};
use crate::vector::{BestOfItems, Candidates, Code, VectorCandidate, VectorQuery};

/// Up to this many vectors in scope, all similarities are computed exactly.
const EXACT_MAX: usize = 2_048;

/// Returns how many candidates to compute exactly, by the number of vectors in scope: the smallest
/// tested number that safely finds .99 of the ten nearest, on clustered vectors of 384 dimensions.
/// Ten thousand vectors in a thousand clusters need more candidates than a hundred thousand do:
/// with about ten vectors per cluster, some of the nearest are in other clusters, and many vectors
/// there are about equally near.
fn candidates(vectors: usize) -> usize {
    match vectors {
        0..=EXACT_MAX => vectors,
        2_049..=20_000 => 400,
        20_001..=200_000 => 200,
        _ => 800,
    }
}

/// The chunk of an item that is most similar to a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// Where the chunk's vector is; negative while it is not stored.
    pub slot: i64,
    /// Cosine similarity.
    pub similarity: f32,
}

/// The most similar chunk of each item; none when no vectors were searched.
#[derive(Debug, Default)]
pub struct Passages {
    stored: Option<BestOfItems>,
    /// Similarity of the most similar chunk of an item whose vectors are not stored yet.
    waiting: HashMap<i64, f32>,
}

impl Passages {
    /// Whether no vectors were searched.
    pub fn is_empty(&self) -> bool {
        self.stored.is_none() && self.waiting.is_empty()
    }

    /// Adds chunks whose vectors are not stored yet: the item of each, and its similarity.
    #[must_use]
    pub fn with_waiting(mut self, chunks: &[(i64, f32)]) -> Self {
        for (item, similarity) in chunks {
            let best = self.waiting.entry(*item).or_insert(*similarity);
            *best = best.max(*similarity);
        }
        self
    }

    /// Returns the most similar chunk of an item; `None` when it has no vectors.
    pub fn of(&self, item: i64) -> Option<Passage> {
        let stored = self.stored.as_ref().and_then(|stored| stored.of(item));
        let stored = stored.map(|(slot, similarity)| Passage { slot, similarity });
        let Some(similarity) = self.waiting.get(&item).copied() else { return stored };
        let waits = Passage { slot: -1, similarity };
        Some(stored.filter(|stored| stored.similarity >= similarity).unwrap_or(waits))
    }
}

/// By item. Items are ids of 32 bits.
impl FromIterator<(i64, Passage)> for Passages {
    fn from_iter<T: IntoIterator<Item = (i64, Passage)>>(passages: T) -> Self {
        let exact = |(item, Passage { slot, similarity })| (item as u32, slot, similarity);
        let exact: Vec<_> = passages.into_iter().map(exact).collect();
        let last = exact.iter().map(|(item, ..)| *item).max().unwrap_or_default();
        let mut best = BestOfItems::up_to(i64::from(last));
        best.correct(&exact);
        Self { stored: Some(best), ..Self::default() }
    }
}

/// Ids count up from 1, and no memory has so many items: a higher one is damage, for which a search
/// would ask for all of the machine's memory.
const ITEM_ID_MAX: i64 = 1 << 27;

/// A candidate with its similarity.
struct Exact {
    slot: i64,
    item: u32,
    similarity: f32,
}

impl Reader<'_> {
    /// Returns the best chunk of every item in scope that has vectors of this model: with its exact
    /// similarity where that is among the highest, else an estimate.
    pub fn similar(&self, query: &VectorQuery, model_id: i64, scope: &Scope) -> Result<Passages> {
        let item_max = self
            .transaction()
            .prepare_cached("SELECT coalesce(max(id), 0) FROM item")?
            .query_row([], |row| row.get(0))?;
        if item_max > ITEM_ID_MAX {
            return Err(Error::DatabaseCorrupt { path: PathBuf::new() });
        }
        let mut best = BestOfItems::up_to(item_max);
        let scan = Scan { reader: self, query, model_id };
        let exact = scan.run(scope, 1, |groups, first, scores| {
            best.offer(groups, query.padded(), first, scores);
        })?;
        let exact: Vec<_> = exact.iter().map(|e| (e.item, e.slot, e.similarity)).collect();
        best.correct(&exact);
        Ok(Passages { stored: Some(best), ..Passages::default() })
    }

    /// Returns the `limit` chunks in scope that are most similar to the query, best first.
    pub fn nearest(
        &self,
        query: &VectorQuery,
        model_id: i64,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<(i64, Passage)>> {
        let scan = Scan { reader: self, query, model_id };
        let mut exact = scan.run(scope, limit, |_, _, _| {})?;
        exact.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        let best = exact.into_iter().take(limit);
        let passage =
            |e: Exact| (i64::from(e.item), Passage { slot: e.slot, similarity: e.similarity });
        Ok(best.map(passage).collect())
    }

    /// Returns where each chunk of an item is in its passage, in bytes, with its similarity;
    /// nothing of chunks without a vector of this model.
    pub fn chunk_similarities(
        &self,
        item: i64,
        query: &VectorQuery,
        model: i64,
    ) -> Result<Vec<(Range<usize>, f32)>> {
        let kernel = Kernel::best();
        let mut statement = self.transaction().prepare_cached(
            "SELECT start_byte, end_byte, code FROM chunk
             JOIN embedding ON embedding.chunk_id = chunk.id AND embedding.model_id = ?2
             WHERE chunk.item_id = ?1",
        )?;
        let mut found = Vec::new();
        let mut rows = statement.query(params![item, model])?;
        while let Some(row) = rows.next()? {
            let (start, end): (i64, i64) = (row.get(0)?, row.get(1)?);
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            if let Some(code) = Code::read(bytes, query.padded()) {
                found.push((start as usize..end as usize, query.similarity(kernel, code)));
            }
        }
        Ok(found)
    }
}

/// One search.
struct Scan<'a> {
    reader: &'a Reader<'a>,
    query: &'a VectorQuery,
    model_id: i64,
}

impl Scan<'_> {
    /// Passes each block in scope to `each`: its groups, its first slot and the estimates. Returns
    /// the best candidates with their exact similarities, ordered by slot: at least four times
    /// `limit`, if there are that many.
    fn run(
        &self,
        scope: &Scope,
        limit: usize,
        mut each: impl FnMut(&[u8], i64, &Scores),
    ) -> Result<Vec<Exact>> {
        let padded = self.query.padded();
        let (transaction, cache) = (self.reader.transaction(), self.reader.vectors());
        let mut source = Source::open(transaction, cache, Shape { model: self.model_id, padded })?;
        let tables = self.query.tables(&source.centre()?);
        let blocks = source.blocks(&self.reader.scope_projects(scope)?, scope.kinds)?;
        let vectors = blocks.iter().map(|(_, taken)| taken).sum();
        let mut kept = Candidates::new(candidates(vectors).max(4 * limit));
        let kernel = Kernel::best();
        let mut scores = Scores::default();
        source.each_block(&blocks, |groups, block| {
            kernel.scan(groups, &tables, kept.threshold(), &mut scores);
            kept.offer(groups, padded, first_slot(block), &scores);
            each(groups, first_slot(block), &scores);
        })?;
        let best = kept.into_best();
        let mut found = Vec::with_capacity(best.len());
        source.each_code(&blocks, best.iter().map(|best| best.slot), |number, code| {
            let VectorCandidate { slot, item, .. } = best[number];
            let similarity = self.query.similarity(kernel, code);
            found.push(Exact { slot, item, similarity });
        })?;
        Ok(found)
    }
}
