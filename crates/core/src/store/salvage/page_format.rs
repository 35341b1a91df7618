//! The bytes of `SQLite`'s pages: sizes, numbers, and the beginning of a b-tree page.

/// The header is on the first page, before its cells.
pub const HEADER_BYTES: usize = 100;

/// Returns whether a page can have this many bytes.
pub fn is_page_size(bytes: usize) -> bool {
    bytes.is_power_of_two() && (512..=65_536).contains(&bytes)
}

/// Returns the big-endian number at a place.
pub fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(word.try_into().ok()?))
}

/// The kind of b-tree that a cell belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tree {
    /// A table whose rows have an id.
    Table,
    /// An index, or a table without row ids.
    Index,
}

/// What the beginning of a b-tree page says.
pub struct Layout {
    /// The tree that the page is of.
    pub tree: Tree,
    /// Whether no page is below it.
    pub is_leaf: bool,
    /// Where the pointers to the cells begin.
    pub pointers: usize,
    /// How many cells there are.
    pub cells: usize,
}

/// Reads the beginning of a b-tree page; `None` for any other page.
pub fn layout(page: &[u8], start: usize) -> Option<Layout> {
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

/// Returns the big-endian number of two bytes at a place.
pub fn pointer(page: &[u8], at: usize) -> Option<usize> {
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
