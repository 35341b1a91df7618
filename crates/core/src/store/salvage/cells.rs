//! `SQLite`'s b-tree pages: the cells that hold rows.

use super::pages::{HEADER_BYTES, Pages, word};
use super::record::varint;

/// A row of a turn is a few megabytes at most; a damaged length must not take all memory.
const PAYLOAD_BYTES_MAX: usize = 64 << 20;

/// What kind of b-tree a cell stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tree {
    /// A table whose rows have an id.
    Table,
    /// An index, or a table without row ids.
    Index,
}

/// A cell with a row.
#[derive(Debug)]
pub struct Cell<'p> {
    /// Where it stands.
    pub tree: Tree,
    /// The row's id; 0 in an index.
    pub id: i64,
    /// Length of the whole payload in bytes.
    pub size: usize,
    /// The beginning of the payload, which stands on this page.
    pub local: &'p [u8],
    /// The page that the rest of the payload begins on; 0 when there is none.
    overflow: u32,
}

impl Cell<'_> {
    /// Returns the first `bytes` of the payload. `None` when a page of them is not there. The
    /// number of pages is known beforehand, so a chain that leads in a circle ends too.
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

/// What the beginning of a b-tree page says.
struct Layout {
    tree: Tree,
    is_leaf: bool,
    /// Where the pointers to the cells begin.
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

/// Returns where the last cell of a b-tree page begins, in bytes; `None` when the page has none or
/// is no such page. The first page of a file is not looked at: it begins with the header.
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

/// Returns the cells of a page that hold rows and can be read. Cells that were freed are not among
/// them: no pointer leads there.
pub fn cells(page: &[u8], number: u32) -> Vec<Cell<'_>> {
    let start = if number == 1 { HEADER_BYTES } else { 0 };
    let Some(layout) = layout(page, start) else { return Vec::new() };
    // The pages inside a table hold no rows, those inside an index do.
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

/// Returns how much of a payload stands on the page itself, by the rule of the file format.
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
