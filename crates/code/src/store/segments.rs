//! The lists of words in segments: one for each update, joined where they are many or much is gone.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, params};

use super::{CodeStore, blocks};
use crate::error::Result;
use crate::postings::{Postings, joined};

/// Segments that a search reads without losing time.
const SEGMENTS_MAX: usize = 8;
/// Share of a list that may be gone.
const GONE_MAX: f64 = 0.3;

impl CodeStore {
    /// Returns the number that the next piece gets.
    pub fn next_chunk(&self) -> Result<u64> {
        Ok(self.meta("next_chunk")?.and_then(|text| text.parse().ok()).unwrap_or(1))
    }

    /// Writes a segment: the postings of the pieces up to `next_chunk`.
    pub fn put_segment(&self, postings: &mut Postings, next_chunk: u64) -> Result<()> {
        self.put_lists(next_chunk as i64, postings.take())?;
        self.put_meta("next_chunk", &next_chunk.to_string())?;
        let segments = self.segments()?.into_iter().chain([next_chunk as i64]);
        self.put_segments(&segments.collect::<Vec<_>>())
    }

    /// Writes the lists of a segment, in the order of their terms, some in a row.
    fn put_lists(
        &self,
        segment: i64,
        lists: impl IntoIterator<Item = (Box<str>, Vec<u8>)>,
    ) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO posting VALUES (?1, ?2, ?3)";
        let mut insert = self.connection.prepare_cached(sql)?;
        let mut row = blocks::Block::default();
        for (term, items) in lists {
            if row.is_full(&items) {
                insert.execute(params![segment, row.first_term(), row.packed()])?;
                row = blocks::Block::default();
            }
            row.add(&term, &items);
        }
        if !row.is_empty() {
            insert.execute(params![segment, row.first_term(), row.packed()])?;
        }
        Ok(())
    }

    fn segments(&self) -> Result<Vec<i64>> {
        let text = self.meta("segments")?.unwrap_or_default();
        Ok(text.split(' ').filter_map(|number| number.parse().ok()).collect())
    }

    fn put_segments(&self, segments: &[i64]) -> Result<()> {
        let text: Vec<String> = segments.iter().map(ToString::to_string).collect();
        self.put_meta("segments", &text.join(" "))
    }

    /// Joins the segments into one where there are too many, or much in them is gone: the small
    /// ones alone where that is enough.
    pub fn tidy(&self) -> Result<()> {
        let segments = self.segments()?;
        let ranges = self.alive()?;
        let alive: u64 = ranges.iter().map(|(first, end)| end - first).sum();
        let all = self.next_chunk()? - 1;
        let is_gone = all as f64 > 1_000.0 && (all - alive) as f64 > GONE_MAX * all as f64;
        if segments.len() <= SEGMENTS_MAX && !is_gone {
            return Ok(());
        }
        let from = if is_gone || segments.len() < 2 { 0 } else { segments[0] };
        self.join(from, &ranges)?;
        let (kept, last) = (segments.iter().filter(|it| **it <= from), segments.last());
        self.put_segments(&kept.chain(last).copied().collect::<Vec<_>>())
    }

    /// Joins the lists of the segments after one.
    fn join(&self, from: i64, ranges: &[(u64, u64)]) -> Result<()> {
        let is_alive = |chunk: u64| {
            let at = ranges.partition_point(|(first, _)| *first <= chunk);
            at > 0 && chunk < ranges[at - 1].1
        };
        let segment = self.segments()?.last().copied().unwrap_or_default();
        let sql = "SELECT lists FROM posting WHERE segment > ?1 ORDER BY segment, first_term";
        let mut select = self.connection.prepare(sql)?;
        let mut rows = select.query([from])?;
        let mut lists: BTreeMap<Box<str>, Vec<Vec<u8>>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let block = blocks::unpacked(row.get_ref(0)?.as_blob().unwrap_or_default());
            for (term, items) in blocks::lists(&block) {
                lists.entry(term.into()).or_default().push(items.to_owned());
            }
        }
        drop(rows);
        self.connection.execute("DELETE FROM posting WHERE segment > ?1", [from])?;
        let lists = lists
            .into_iter()
            .map(|(term, lists)| (term, joined(lists.iter().map(Vec::as_slice), is_alive)));
        self.put_lists(segment, lists.filter(|(_, items)| !items.is_empty()))
    }

    /// Returns the numbers of the pieces that are, as ranges in order.
    fn alive(&self) -> Result<Vec<(u64, u64)>> {
        let ranges = self.searchable()?.into_iter();
        let mut ranges: Vec<(u64, u64)> = ranges
            .map(|file| (file.first_chunk, file.first_chunk + file.pieces.len() as u64))
            .collect();
        ranges.sort_unstable();
        Ok(ranges)
    }

    /// Visits the lists of a term, those of older segments first.
    pub fn each_list(&self, term: &str, mut visit: impl FnMut(&[u8])) -> Result<()> {
        let sql = "SELECT lists FROM posting WHERE segment = ?1 AND first_term <= ?2
                   ORDER BY first_term DESC LIMIT 1";
        let mut select = self.connection.prepare_cached(sql)?;
        for segment in self.segments()? {
            let found = select.query_row(params![segment, term], |row| {
                Ok(blocks::unpacked(row.get_ref(0)?.as_blob().unwrap_or_default()))
            });
            let Some(block) = found.optional()? else { continue };
            if let Some((_, items)) = blocks::lists(&block).find(|(each, _)| *each == term) {
                visit(items);
            }
        }
        Ok(())
    }
}
