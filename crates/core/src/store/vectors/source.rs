//! Reads the vectors for a search: from the database, or from the cache of a long-lived process.

use std::cell::{RefCell, RefMut};
use std::collections::BTreeMap;

use rusqlite::blob::Blob;
use rusqlite::{Transaction, params};

use super::changes::centre;
use super::{Shape, block_and_place, blocks_of, first_slot};
use crate::error::Result;
use crate::item::{Kind, Kinds};
use crate::vector::Code;

/// Maximum number of blocks whose rows are cached: 20,480 vectors of 384 dimensions take 10 MB.
const ROW_BLOCKS_MAX: usize = 20;

/// A block's id and its number of vectors.
pub(super) type Listed = (i64, usize);

/// The vectors of one shape, as one transaction sees them.
pub(super) struct Source<'a> {
    transaction: &'a Transaction<'a>,
    shape: Shape,
    cache: Option<RefMut<'a, VectorCache>>,
}

impl<'a> Source<'a> {
    /// For one search.
    pub(super) fn open(
        transaction: &'a Transaction<'a>,
        cache: Option<&'a RefCell<VectorCache>>,
        shape: Shape,
    ) -> Result<Self> {
        let mut cache = cache.map(RefCell::borrow_mut);
        if let Some(cache) = &mut cache {
            cache.begin(transaction, shape)?;
        }
        Ok(Self { transaction, shape, cache })
    }

    /// Returns the centre of the model's vectors.
    pub(super) fn centre(&mut self) -> Result<Vec<f32>> {
        let read = || centre(self.transaction, self.shape.model, self.shape.padded);
        match &mut self.cache {
            Some(cache) if cache.centre.is_empty() => cache.centre = read()?,
            Some(_) => {}
            None => return read(),
        }
        Ok(self.cache.as_ref().map_or_else(Vec::new, |cache| cache.centre.clone()))
    }

    /// Returns the blocks of some projects and kinds of items.
    pub(super) fn blocks(&mut self, projects: &[i64], kinds: Kinds) -> Result<Vec<Listed>> {
        let mut blocks = Vec::new();
        for &project in projects {
            let kept = self.cache.as_ref().and_then(|cache| cache.lists.get(&(project, kinds)));
            if let Some(list) = kept {
                blocks.extend(list);
                continue;
            }
            let list = list(self.transaction, self.shape.model, project, kinds)?;
            blocks.extend(&list);
            if let Some(cache) = &mut self.cache {
                cache.lists.insert((project, kinds), list);
            }
        }
        Ok(blocks)
    }

    /// Calls `scan` with the groups and the id of each block; missing blocks are skipped.
    pub(super) fn each_block(
        &mut self,
        blocks: &[Listed],
        mut scan: impl FnMut(&[u8], i64),
    ) -> Result<()> {
        match &mut self.cache {
            Some(cache) => cache.each_block(self.transaction, blocks, scan),
            None => stream(self.transaction, blocks, &mut scan),
        }
    }

    /// Calls `score` with the index and the code of each slot; damaged and missing codes are
    /// skipped. `blocks` are the blocks of the search.
    pub(super) fn each_code(
        &mut self,
        blocks: &[Listed],
        slots: impl Iterator<Item = i64>,
        mut score: impl FnMut(usize, Code),
    ) -> Result<()> {
        if let Some(cache) = &mut self.cache {
            cache.keep_rows(self.transaction, blocks)?;
        }
        let mut statement = self
            .transaction
            .prepare_cached("SELECT code FROM embedding WHERE slot = ?1 AND model_id = ?2")?;
        for (number, slot) in slots.enumerate() {
            let (block, place) = block_and_place(slot);
            if let Some(rows) = self.cache.as_ref().and_then(|cache| cache.rows.get(&block)) {
                if let Some(code) = rows.code(place) {
                    score(number, code);
                }
                continue;
            }
            let mut rows = statement.query(params![slot, self.shape.model])?;
            let Some(row) = rows.next()? else { continue };
            let bytes = row.get_ref(0)?.as_blob().unwrap_or_default();
            if let Some(code) = Code::read(bytes, self.shape.padded) {
                score(number, code);
            }
        }
        Ok(())
    }
}

/// Returns the blocks of a project and some kinds of items, by id.
fn list(transaction: &Transaction, model: i64, project: i64, kinds: Kinds) -> Result<Vec<Listed>> {
    let [first, end] = blocks_of(project);
    let mut statement = transaction.prepare_cached(
        "SELECT id, taken, kind FROM vector_block WHERE id >= ?1 AND id < ?2 AND model_id = ?3",
    )?;
    let mut rows = statement.query([first, end, model])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        if kinds.holds(Kind::read(row.get(2)?)) {
            found.push((row.get(0)?, row.get::<_, i64>(1)?.max(0) as usize));
        }
    }
    Ok(found)
}

/// Reads the blocks one after another into one buffer.
fn stream(
    transaction: &Transaction,
    blocks: &[Listed],
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

/// What searches of a long-lived process have read, all of one state of the database and one shape.
#[derive(Default)]
pub struct VectorCache {
    /// `PRAGMA data_version`, which changes when another process writes.
    data_version: i64,
    shape: Option<Shape>,
    /// Empty when it was not read yet.
    centre: Vec<f32>,
    /// Blocks of each project and some kinds of items.
    lists: BTreeMap<(i64, Kinds), Vec<Listed>>,
    /// Groups of each block.
    groups: BTreeMap<i64, Vec<u8>>,
    /// Rows by block; only filled when the blocks are few.
    rows: BTreeMap<i64, Rows>,
    /// Whether this state was searched before.
    again: bool,
}

impl VectorCache {
    /// Forgets everything when the database was changed from elsewhere, or the shape is another.
    fn begin(&mut self, transaction: &Transaction, shape: Shape) -> Result<()> {
        let data_version =
            transaction.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        self.again = (self.data_version, self.shape) == (data_version, Some(shape));
        if !self.again {
            *self = Self { data_version, shape: Some(shape), ..Self::default() };
        }
        Ok(())
    }

    fn each_block(
        &mut self,
        transaction: &Transaction,
        blocks: &[Listed],
        mut scan: impl FnMut(&[u8], i64),
    ) -> Result<()> {
        let missing: Vec<_> =
            blocks.iter().copied().filter(|(id, _)| !self.groups.contains_key(id)).collect();
        stream(transaction, &missing, &mut |groups: &[u8], id| {
            self.groups.insert(id, groups.to_vec());
        })?;
        for (id, _) in blocks {
            if let Some(groups) = self.groups.get(id) {
                scan(groups, *id);
            }
        }
        Ok(())
    }

    /// Caches the rows of these blocks when they are few. Not in the first search of a state, which
    /// may be the only one: reading a row alone costs three times as much as its share in reading
    /// the whole block, but a search needs few rows of a block.
    fn keep_rows(&mut self, transaction: &Transaction, blocks: &[Listed]) -> Result<()> {
        let missing = || blocks.iter().filter(|(id, _)| !self.rows.contains_key(id));
        let Some(shape) = self.shape.filter(|_| self.again) else { return Ok(()) };
        if self.rows.len() + missing().count() > ROW_BLOCKS_MAX {
            return Ok(());
        }
        let missing: Vec<i64> = missing().map(|(id, _)| *id).collect();
        for id in missing {
            self.rows.insert(id, Rows::read(transaction, id, shape)?);
        }
        Ok(())
    }
}

/// The codes of a block, one after another.
struct Rows {
    padded: usize,
    bytes: Vec<u8>,
}

impl Rows {
    /// Leaves places without a row, and with a damaged one, at what is no code.
    fn read(transaction: &Transaction, block: i64, shape: Shape) -> Result<Self> {
        let mut statement = transaction.prepare_cached(
            "SELECT slot, code FROM embedding
             WHERE slot >= ?1 AND slot < ?2 AND model_id = ?3 ORDER BY slot",
        )?;
        let mut rows = statement.query([first_slot(block), first_slot(block + 1), shape.model])?;
        let size = Code::bytes(shape.padded);
        let mut bytes = Vec::new();
        while let Some(row) = rows.next()? {
            let code = row.get_ref(1)?.as_blob().unwrap_or_default();
            if code.len() == size {
                // Filled with these bytes, the scale is not a number.
                bytes.resize(block_and_place(row.get(0)?).1 * size, 0xff);
                bytes.extend(code);
            }
        }
        Ok(Self { padded: shape.padded, bytes })
    }

    fn code(&self, place: usize) -> Option<Code<'_>> {
        let size = Code::bytes(self.padded);
        Code::read(self.bytes.get(place * size..)?.get(..size)?, self.padded)
    }
}
