//! Rows of posting lists: some lists together, compressed, because most lists are a few bytes.

use crate::postings::{put_number, take_number};

/// Bytes of a row before it is compressed. A search reads one row for a term and a segment.
const BLOCK_BYTES: usize = 48 << 10;
const LEVEL: i32 = 6;
/// More than the list of a term in every piece of the largest project.
const UNPACKED_BYTES_MAX: usize = 64 << 20;

/// A row while it is made.
#[derive(Debug, Default)]
pub struct Block {
    first_term: String,
    bytes: Vec<u8>,
}

impl Block {
    /// Whether a list goes into the next row.
    pub const fn is_full(&self, items: &[u8]) -> bool {
        !self.bytes.is_empty() && self.bytes.len() + items.len() > BLOCK_BYTES
    }

    /// Whether there is no list in it.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Adds a list. Terms come in order.
    pub fn add(&mut self, term: &str, items: &[u8]) {
        if self.bytes.is_empty() {
            term.clone_into(&mut self.first_term);
        }
        for part in [term.as_bytes(), items] {
            put_number(&mut self.bytes, part.len() as u64);
            self.bytes.extend(part);
        }
    }

    /// Returns the first term.
    pub fn first_term(&self) -> &str {
        &self.first_term
    }

    /// Returns the row.
    pub fn packed(&self) -> Vec<u8> {
        zstd::bulk::compress(&self.bytes, LEVEL).unwrap_or_default()
    }
}

/// Returns a row as it was before it was compressed; nothing of damaged bytes.
pub fn unpacked(packed: &[u8]) -> Vec<u8> {
    let made = zstd::bulk::Decompressor::new();
    made.and_then(|mut it| it.decompress(packed, UNPACKED_BYTES_MAX)).unwrap_or_default()
}

/// Goes through the lists of a row, each with its term.
pub fn lists(mut bytes: &[u8]) -> impl Iterator<Item = (&str, &[u8])> {
    std::iter::from_fn(move || {
        let mut part = || {
            let length = take_number(&mut bytes)? as usize;
            bytes.split_off(..length)
        };
        let (term, items) = (part()?, part()?);
        Some((std::str::from_utf8(term).ok()?, items))
    })
}
