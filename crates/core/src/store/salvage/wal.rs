//! `SQLite`'s write-ahead log: the last committed state of its pages.

use std::collections::HashMap;
use std::io::{BufReader, Read as _};
use std::path::Path;

use super::page_format::{self, is_page_size};
use crate::regular_file::open_regular;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// Magic number. Its last bit gives the byte order of the words in checksums.
const MAGIC: u32 = 0x377f_0682;

/// The committed pages of a log.
pub struct Wal {
    /// Page size in bytes.
    pub page_size: usize,
    /// Number of pages of the database after the last transaction.
    pub pages: u32,
    /// Offset in the log of each page, in bytes.
    pub offsets: HashMap<u32, u64>,
}

impl Wal {
    /// Reads a log. Returns `None` when it does not exist, its header is damaged, or nothing was
    /// committed.
    ///
    /// As in `SQLite`, the first frame with a wrong checksum or salt ends the log: frames after it
    /// belong to an earlier log, and their data may have been removed since.
    pub fn read(path: &Path) -> Option<Self> {
        let mut file = BufReader::with_capacity(1 << 20, open_regular(path).ok()?);
        let mut header = [0; HEADER_BYTES];
        file.read_exact(&mut header).ok()?;
        let magic = word(&header, 0);
        let page_size = word(&header, 8) as usize;
        if magic & !1 != MAGIC || !is_page_size(page_size) {
            return None;
        }
        let is_big = magic & 1 == 1;
        let mut sum = checksum((0, 0), &header[..24], is_big);
        if sum != (word(&header, 24), word(&header, 28)) {
            return None;
        }
        let mut wal = Self { page_size, pages: 0, offsets: HashMap::new() };
        let mut waiting = Vec::new();
        let mut frame = vec![0; FRAME_HEADER_BYTES + page_size];
        let mut offset = HEADER_BYTES as u64;
        while file.read_exact(&mut frame).is_ok() {
            sum = checksum(sum, &frame[..8], is_big);
            sum = checksum(sum, &frame[FRAME_HEADER_BYTES..], is_big);
            let fits = sum == (word(&frame, 16), word(&frame, 20));
            if !fits || frame[8..16] != header[16..24] {
                break;
            }
            waiting.push((word(&frame, 0), offset + FRAME_HEADER_BYTES as u64));
            let pages = word(&frame, 4);
            if pages > 0 {
                wal.pages = pages;
                wal.offsets.extend(waiting.drain(..));
            }
            offset += frame.len() as u64;
        }
        (wal.pages > 0).then_some(wal)
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    page_format::word(bytes, at).unwrap_or_default()
}

fn checksum((mut first, mut second): (u32, u32), bytes: &[u8], is_big: bool) -> (u32, u32) {
    let read = |bytes: &[u8]| {
        let word = word(bytes, 0);
        if is_big { word } else { word.swap_bytes() }
    };
    for pair in bytes.chunks_exact(8) {
        first = first.wrapping_add(read(&pair[..4])).wrapping_add(second);
        second = second.wrapping_add(read(&pair[4..])).wrapping_add(first);
    }
    (first, second)
}
