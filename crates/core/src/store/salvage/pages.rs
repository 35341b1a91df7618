//! The pages of a database file in their last committed state, read without the file header.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::page_format::{HEADER_BYTES, last_cell, word};
use super::wal::Wal;
use crate::regular_file::open_regular;
use crate::side_files::log_of;

/// First bytes of every database file.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Number of pages sampled to find the page size.
const SAMPLES: u64 = 256;
/// What `SQLite` uses by default, as we do.
const USUAL_PAGE_SIZE: usize = 4_096;
/// Number of bytes to read ahead when pages are read in order.
const WINDOW_BYTES: usize = 1 << 20;

/// The pages of a file and of the write-ahead log beside it. Memory: 1 MiB, and 12 bytes for each
/// page of the log.
pub struct Pages {
    file: File,
    log: Option<(File, Wal)>,
    size: usize,
    count: u32,
    window: Vec<u8>,
    window_start: u64,
}

impl Pages {
    /// Opens a file; `None` when it cannot be read or contains no b-tree page.
    pub fn open(path: &Path) -> Option<Self> {
        let mut file = open_regular(path).ok()?;
        let bytes = file.metadata().ok()?.len();
        let log_path = log_of(path);
        let log = Wal::read(&log_path).and_then(|wal| Some((open_regular(&log_path).ok()?, wal)));
        let size = match &log {
            Some((_, wal)) => wal.page_size,
            None => page_size(&mut file, bytes)?,
        };
        let in_file = u32::try_from(bytes / size as u64).unwrap_or(u32::MAX);
        // After a VACUUM the file may be longer than the database: the rest holds removed data.
        let count = log.as_ref().map_or(in_file, |(_, wal)| wal.pages);
        Some(Self { file, log, size, count, window: Vec::new(), window_start: 0 })
    }

    /// Returns the number of pages; they are numbered from 1.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the page size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns a page, or `None` when it does not exist.
    pub fn page(&mut self, number: u32) -> Option<Vec<u8>> {
        let at = self.offset(number)?;
        let mut page = vec![0; self.size];
        let file = match &mut self.log {
            Some((log, wal)) if wal.offsets.contains_key(&number) => log,
            _ => &mut self.file,
        };
        read_at(file, at, &mut page).ok()?;
        Some(page)
    }

    /// Like [`Self::page`], with read-ahead for sequential access.
    pub fn next_page(&mut self, number: u32) -> Option<Vec<u8>> {
        if self.log.as_ref().is_some_and(|(_, wal)| wal.offsets.contains_key(&number)) {
            return self.page(number);
        }
        let at = self.offset(number)?;
        let within = |window: &[u8], start: u64, size: usize| {
            let from = usize::try_from(at.checked_sub(start)?).ok()?;
            Some(window.get(from..from.checked_add(size)?)?.to_vec())
        };
        if let Some(page) = within(&self.window, self.window_start, self.size) {
            return Some(page);
        }
        self.window.clear();
        self.window_start = at;
        self.file.seek(SeekFrom::Start(at)).ok()?;
        self.file.by_ref().take(WINDOW_BYTES as u64).read_to_end(&mut self.window).ok()?;
        within(&self.window, self.window_start, self.size)
    }

    fn offset(&self, number: u32) -> Option<u64> {
        if number == 0 || number > self.count {
            return None;
        }
        let in_log = self.log.as_ref().and_then(|(_, wal)| wal.offsets.get(&number));
        Some(in_log.copied().unwrap_or_else(|| u64::from(number - 1) * self.size as u64))
    }

    /// Returns the free pages, whose rows were removed. Empty when the free list cannot be read
    /// completely, because live pages might be skipped then.
    pub fn free(&mut self) -> HashSet<u32> {
        self.free_list().unwrap_or_default()
    }

    fn free_list(&mut self) -> Option<HashSet<u32>> {
        let header = self.page(1)?;
        let (mut trunk, count) = (word(&header, 32)?, word(&header, 36)? as usize);
        let mut free = HashSet::new();
        while trunk != 0 {
            if !free.insert(trunk) || free.len() > count {
                return None;
            }
            let page = self.page(trunk)?;
            let leaves = word(&page, 4)? as usize;
            if leaves > self.size / 4 - 2 {
                return None;
            }
            for leaf in 0..leaves {
                let number = word(&page, 8 + 4 * leaf)?;
                if number < 2 || number > self.count || !free.insert(number) {
                    return None;
                }
            }
            trunk = word(&page, 0)?;
        }
        (free.len() == count).then_some(free)
    }
}

fn read_at(file: &mut File, at: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

/// Finds the page size: the one with which most of the file consists of b-tree pages. The header
/// decides between equal scores.
fn page_size(file: &mut File, bytes: u64) -> Option<usize> {
    let mut header = [0; HEADER_BYTES];
    let said = read_at(file, 0, &mut header).ok().filter(|()| header.starts_with(MAGIC));
    let said = said.map(|()| match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => usize::from(size),
    });
    let candidates = (9..=16).map(|power| 1_usize << power);
    let scored = candidates.map(|size| (score(file, bytes, size), said == Some(size), size));
    let scored: Vec<_> = scored.filter(|(score, ..)| *score > 0).collect();
    let usual = |size: usize| size == USUAL_PAGE_SIZE;
    let best = scored.into_iter().max_by_key(|&(score, said, size)| (score, said, usual(size)));
    best.map(|(_, _, size)| size)
}

/// Returns how many bytes of a sample are b-tree pages of this size. A page with all cells in its
/// first half does not count: with twice the true page size, every page would look like that.
fn score(file: &mut File, bytes: u64, size: usize) -> u64 {
    let pages = bytes / size as u64;
    let stride = (pages / SAMPLES).max(1);
    let mut page = vec![0; size];
    let mut score = 0;
    for number in (0..pages).step_by(usize::try_from(stride).unwrap_or(usize::MAX)) {
        if read_at(file, number * size as u64, &mut page).is_ok()
            && last_cell(&page).is_some_and(|last| last >= size / 2)
        {
            score += size as u64 * stride;
        }
    }
    score
}
