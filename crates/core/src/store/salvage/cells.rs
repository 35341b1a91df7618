//! `SQLite`'s b-tree pages: the cells that hold rows.

use super::page_format::{HEADER_BYTES, Layout, Tree, layout, pointer, word};
use super::pages::Pages;
use super::record::varint;

/// A row of a turn is a few megabytes at most; a damaged length must not take all memory.
const PAYLOAD_BYTES_MAX: usize = 64 << 20;

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
