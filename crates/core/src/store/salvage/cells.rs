//! Cells of `SQLite`'s b-tree pages, which hold the rows.

use super::page_format::{HEADER_BYTES, Layout, Tree, layout, pointer, word};
use super::pages::Pages;
use super::record::varint;

/// Maximum payload in bytes. The row of a turn has a few megabytes at most; a damaged length must
/// not exhaust the memory.
const PAYLOAD_BYTES_MAX: usize = 64 << 20;

/// A cell with a row.
#[derive(Debug)]
pub struct Cell<'p> {
    /// Kind of its b-tree.
    pub tree: Tree,
    /// Row id; 0 in an index.
    pub id: i64,
    /// Length of the full payload in bytes.
    pub size: usize,
    /// The start of the payload, which is on this page.
    pub local: &'p [u8],
    /// First overflow page; 0 when there is none.
    overflow: u32,
}

impl Cell<'_> {
    /// Returns the first `bytes` bytes of the payload, or `None` when one of its pages is missing.
    /// The number of pages is bounded in advance, so a circular overflow chain ends too.
    pub fn payload(&self, bytes: usize, pages: &mut Pages) -> Option<Vec<u8>> {
        let bytes = bytes.min(self.size);
        if bytes / pages.size() > pages.count() as usize {
            return None;
        }
        let mut payload = self.local[..self.local.len().min(bytes)].to_vec();
        let mut next = self.overflow;
        while payload.len() < bytes {
            let page = pages.page(next)?;
            next = word(&page, 0)?;
            let wanted = bytes - payload.len();
            payload.extend(page.get(4..)?.iter().take(wanted));
        }
        Some(payload)
    }
}

/// Returns the cells of a page that hold rows and can be read. Cells that were freed are not among
/// them: no pointer leads there.
pub fn cells(page: &[u8], number: u32) -> Vec<Cell<'_>> {
    let start = if number == 1 { HEADER_BYTES } else { 0 };
    let Some(layout) = layout(page, start) else { return Vec::new() };
    // Interior pages of a table hold no rows, those of an index do.
    if layout.tree == Tree::Table && !layout.is_leaf {
        return Vec::new();
    }
    let pointers = (0..layout.cells).map(|cell| pointer(page, layout.pointers + 2 * cell));
    pointers.filter_map(|at| cell(page, at?, &layout)).collect()
}

fn cell<'p>(page: &'p [u8], at: usize, layout: &Layout) -> Option<Cell<'p>> {
    let mut at = if layout.is_leaf { at } else { at + 4 };
    let (size, length) = varint(page.get(at..)?)?;
    at += length;
    let size = usize::try_from(size).ok().filter(|&size| size <= PAYLOAD_BYTES_MAX)?;
    let id = match layout.tree {
        Tree::Table => {
            let (id, length) = varint(page.get(at..)?)?;
            at += length;
            id.cast_signed()
        }
        Tree::Index => 0,
    };
    let here = local_bytes(size, page.len(), layout.tree);
    let local = page.get(at..at + here)?;
    let overflow = if here < size { word(page, at + here)? } else { 0 };
    Some(Cell { tree: layout.tree, id, size, local, overflow })
}

/// Returns the number of payload bytes stored on the page itself, as the file format defines it.
fn local_bytes(size: usize, page: usize, tree: Tree) -> usize {
    let most = match tree {
        Tree::Table => page - 35,
        Tree::Index => (page - 12) * 64 / 255 - 23,
    };
    if size <= most {
        return size;
    }
    let least = (page - 12) * 32 / 255 - 23;
    let fitting = least + (size - least) % (page - 4);
    if fitting <= most { fitting } else { least }
}
