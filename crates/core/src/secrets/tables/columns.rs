//! Tables without bars: columns parted by tabs, by `;` or `,`, or by two and more spaces, with the
//! names of the columns in the first line, or with a name at the beginning of each line.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::{COLUMNS_MAX, Header, beside, inserts};
use crate::secrets::Found;

/// Maximum length of a line of such a table.
const LINE_BYTES_MAX: usize = 1024;
/// Maximum length of the name of a column.
const NAME_BYTES_MAX: usize = 40;

/// Returns whether the cell of a table may end before this text.
pub(in crate::secrets) fn ends_cell(rest: &str) -> bool {
    let rest = rest.strip_prefix(['"', '\'', '`']).unwrap_or(rest);
    let rest = rest.strip_prefix(':').filter(|rest| rest.starts_with("  ")).unwrap_or(rest);
    rest.is_empty()
        || rest.starts_with(['\t', ';', ',', ')', '\n', '\r', '\\'])
        || rest.starts_with("  ")
        || rest.starts_with(" \n")
}

/// Finds the secrets in the tables at whose heads these names may stand.
pub(super) fn find(text: &str, heads: &[usize]) -> Vec<Found> {
    let mut all = Vec::new();
    let mut done = 0;
    for head in heads {
        if *head < done {
            continue;
        }
        if let Some(end) = inserts::find(text, *head, &mut all) {
            done = end;
            continue;
        }
        let bytes = text.as_bytes();
        let start = memrchr(b'\n', &bytes[..*head]).map_or(0, |newline| newline + 1);
        let end = memchr(b'\n', &bytes[*head..]).map_or(text.len(), |newline| head + newline);
        done = end;
        if end - start <= LINE_BYTES_MAX
            && let Some(parted) = Parted::of(&text[start..end])
        {
            done = parted.secrets(text, start..end, &mut all);
        }
    }
    all
}

/// What parts the columns of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parted {
    Tabs,
    Spaces,
    Semicolons,
    Commas,
}

impl Parted {
    /// Returns what parts the columns if a line may be the head or a row of names and values.
    fn of(line: &str) -> Option<Self> {
        let bare = line.trim();
        let parted = if bare.contains('\t') {
            Self::Tabs
        } else if bare.contains("  ") {
            Self::Spaces
        } else if bare.contains(';') {
            Self::Semicolons
        } else if bare.contains(',') {
            Self::Commas
        } else {
            return None;
        };
        Some(parted)
    }

    /// Returns the ranges of the cells of a line, without whitespace and quotes.
    fn cells(self, line: &str) -> Vec<Range<usize>> {
        let place = |cell: &str| {
            let cell = cell.trim();
            let bare = ['"', '\'']
                .iter()
                .find_map(|quote| cell.strip_prefix(*quote)?.strip_suffix(*quote))
                .unwrap_or(cell);
            let start = bare.as_ptr() as usize - line.as_ptr() as usize;
            start..start + bare.len()
        };
        let sign = match self {
            Self::Tabs => "\t",
            Self::Spaces => "  ",
            Self::Semicolons => ";",
            Self::Commas => ",",
        };
        let parts = line.trim_end().split(sign).take(4 * COLUMNS_MAX);
        let cells = parts.filter(|cell| self != Self::Spaces || !cell.trim().is_empty());
        cells.take(COLUMNS_MAX).map(place).collect()
    }

    /// Adds the secrets of the table whose first line this is. Returns where the table ends.
    fn secrets(self, text: &str, first: Range<usize>, all: &mut Vec<Found>) -> usize {
        let line = &text[first.clone()];
        let cells = self.cells(line);
        let named = cells.len() > 1 && cells.iter().all(|cell| is_name(&line[cell.clone()]));
        let header = Header::of(line, &cells);
        let pair = self.pair(line, &cells);
        if pair.is_some() || !named || !header.columns.iter().any(Option::is_some) {
            all.extend(pair.map(|(kind, cell)| at(kind, cell, first.start)));
            return first.end;
        }
        let mut end = first.end;
        for row in text[first.end..].split_inclusive('\n').skip(1) {
            let start = end + 1;
            let below = row.trim_end();
            let cells_below = self.cells(below);
            let fits = cells_below.len() == cells.len()
                || self == Self::Spaces && cells_below.len() + 1 >= cells.len();
            if below.len() > LINE_BYTES_MAX || !(fits || is_rule(below)) {
                break;
            }
            let in_columns = self.in_columns(below, &cells, cells_below);
            let secrets =
                header.secrets(below, &in_columns).map(|(kind, cell)| at(kind, cell, start));
            all.extend(secrets);
            end += row.trim_end_matches('\n').len() + 1;
        }
        end.min(text.len())
    }

    /// Returns the cells of a row in the order of the columns: where some are empty, each belongs
    /// to the column that it overlaps.
    fn in_columns(
        self,
        row: &str,
        heads: &[Range<usize>],
        cells: Vec<Range<usize>>,
    ) -> Vec<Range<usize>> {
        if self != Self::Spaces || cells.len() == heads.len() {
            return cells;
        }
        let under = |head: &Range<usize>| {
            let overlaps = |cell: &&Range<usize>| cell.start < head.end && head.start < cell.end;
            cells.iter().find(overlaps).cloned().unwrap_or(row.len()..row.len())
        };
        heads.iter().map(under).collect()
    }

    /// Returns the secret of a line that is a name and its value.
    fn pair(self, line: &str, cells: &[Range<usize>]) -> Option<(&'static str, Range<usize>)> {
        let told = matches!(self, Self::Tabs | Self::Spaces) && cells.len() >= 2;
        told.then(|| beside(line, cells)).flatten()
    }
}

fn at(kind: &'static str, cell: Range<usize>, start: usize) -> Found {
    Found::new(kind, start + cell.start..start + cell.end)
}

/// Returns whether a cell may be the name of a column.
fn is_name(cell: &str) -> bool {
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '#' | '(' | ')');
    (1..=NAME_BYTES_MAX).contains(&cell.len()) && cell.chars().all(plain) && !cell.contains("()")
}

/// Returns whether a line is drawn below the names of the columns.
fn is_rule(line: &str) -> bool {
    !line.is_empty()
        && line.chars().all(|c| matches!(c, '-' | '=' | '─' | ' ' | '\t' | '+' | ':' | ','))
}
