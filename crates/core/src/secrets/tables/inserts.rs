//! Rows that SQL inserts: the values stand in the order of the columns.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Header;
use crate::secrets::{Found, compiled};

/// How far the columns of a statement reach before and behind a name, in bytes.
const COLUMNS_CHARS: usize = 400;
/// How much of its rows is read, in bytes.
const ROWS_CHARS: usize = 16 * 1024;
/// Maximum length of one row, in bytes.
const ROW_CHARS: usize = 2048;

/// The rest of the columns behind a name, up to the first row. Nothing is counted: what is read is
/// bounded, and each count would compile its class anew.
static REST: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\A[`\x22\\\]]{0,3}(?:\s*,[^()]*)?\s*\)\s*(?i:values)\s*\("));

/// A value in a row: quoted, or anything else up to its comma.
static VALUE: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\A\s*(?:N?\\*'([^'\\\n]*)\\*'|([^,'()]*(?:\([^()]*\))?))\s*"));

/// Returns the end of the statement whose columns hold the name that ends at `head`, and adds its
/// secrets.
pub(super) fn find(text: &str, head: usize, all: &mut Vec<Found>) -> Option<usize> {
    let behind = &text[head..text.floor_char_boundary(head + COLUMNS_CHARS + 64)];
    let rest = REST.find(behind)?;
    let from = text.ceil_char_boundary(head.saturating_sub(COLUMNS_CHARS));
    let open = from + text[from..head].rfind('(')? + 1;
    let columns = &text[open..head + rest.as_str().find(')')?];
    let names: Vec<Range<usize>> = columns.split(',').map(|name| place(columns, name)).collect();
    let header = Header::of(columns, &names);
    let end = text.floor_char_boundary(head + rest.end() + ROWS_CHARS);
    let mut at = head + rest.end();
    while let Some((cells, next)) = row(&text[at..end]) {
        let line = &text[at..end];
        all.extend(
            header
                .secrets(line, &cells)
                .map(|(kind, cell)| Found::new(kind, at + cell.start..at + cell.end)),
        );
        let following = text[at + next..end].trim_start_matches([',', ' ', '\n', '\r', '\t']);
        let Some(following) = following.strip_prefix('(') else { return Some(at + next) };
        at = end - following.len();
    }
    Some(at)
}

/// Returns the values of a row, and where it ends.
fn row(text: &str) -> Option<(Vec<Range<usize>>, usize)> {
    let (mut cells, mut at) = (Vec::new(), 0);
    while at < ROW_CHARS {
        let value = VALUE.captures(&text[at..])?;
        let cell = value.get(1).or_else(|| value.get(2))?;
        cells.push(at + cell.start()..at + cell.end());
        at += value.get_match().end();
        match text.as_bytes().get(at)? {
            b',' => at += 1,
            b')' => return Some((cells, at + 1)),
            _ => return None,
        }
    }
    None
}

/// Returns where the name of a column is, without its quotes.
fn place(columns: &str, name: &str) -> Range<usize> {
    let bare = name.trim_matches([' ', '\n', '\t', '`', '"', '\\', '[', ']']);
    let start = bare.as_ptr() as usize - columns.as_ptr() as usize;
    start..start + bare.len()
}
