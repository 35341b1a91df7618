//! Cells of `SQLite`'s b-tree pages, which hold the rows.

use super::pages::{HEADER_BYTES, Pages, word};
use super::record::varint;

/// Maximum payload in bytes. The row of a turn has a few megabytes at most; a damaged length must
/// not exhaust the memory.
const PAYLOAD_BYTES_MAX: usize = 64 << 20;

/// Kind of the b-tree that a cell belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tree {
    /// A table with row ids.
    Table,
    /// An index, or a table without row ids (`WITHOUT ROWID`).
    Index,
}

/// A cell that holds a row.
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

/// The header of a b-tree page.
struct Layout {
    tree: Tree,
    is_leaf: bool,
    /// Offset of the cell pointer array.
    pointers: usize,
    cells: usize,
}

fn layout(page: &[u8], start: usize) -> Option<Layout> {
    let (tree, is_leaf) = match page.get(start)? {
        0x0d => (Tree::Table, true),
        0x05 => (Tree::Table, false),
        0x0a => (Tree::Index, true),
        0x02 => (Tree::Index, false),
        _ => return None,
    };
    let cells = pointer(page, start + 3)?;
    let pointers = start + if is_leaf { 8 } else { 12 };
    (pointers + 2 * cells <= page.len()).then_some(Layout { tree, is_leaf, pointers, cells })
}

fn pointer(page: &[u8], at: usize) -> Option<usize> {
    let bytes = page.get(at..at + 2)?;
    Some(usize::from(u16::from_be_bytes([bytes[0], bytes[1]])))
}

/// Returns the offset of the last cell of a b-tree page; `None` when the page has no cell or is not
/// a b-tree page. Not for the first page of a file, which starts with the file header.
pub fn last_cell(page: &[u8]) -> Option<usize> {
    let Layout { pointers, cells, .. } = layout(page, 0)?;
    let content = pointers + 2 * cells;
    let mut last = None;
    for cell in 0..cells {
        let at = pointer(page, pointers + 2 * cell)?;
        if at < content || at >= page.len() {
            return None;
        }
        last = last.max(Some(at));
    }
    last
}

/// Returns the readable cells of a page that hold rows. Freed cells are not included, because no
/// pointer refers to them.
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
