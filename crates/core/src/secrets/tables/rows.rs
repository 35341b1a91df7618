//! The rows of the tables of a text: in Markdown, also indented and quoted, as clients of databases
//! print them, and drawn with lines.
//!
//! A line that begins with a bar is a row. There may be text before the bar if another one ends the
//! line, because lines of code begin so. Without a bar at its beginning it is a row where a rule
//! divides its table: `----+----`.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem, memrchr};

/// Maximum length of a row in a table written for people; of a longer one its beginning is read.
const ROW_BYTES_MAX: usize = 2048;
/// A line break as JSON writes it.
const ESCAPED_BREAK: &[u8] = b"\\n";
/// First byte of the bars that are drawn.
const DRAWN: u8 = 0xE2;

/// A row from its first bar, or from its first cell.
pub(super) struct Row {
    pub range: Range<usize>,
    /// Whether it belongs to the same table as the row before.
    pub goes_on: bool,
}

/// Whether a character separates the cells of a row.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Returns the rows of a text, in order.
pub(super) fn rows(text: &str) -> Vec<Row> {
    let mut rows = Rows { text, found: Vec::new(), last: 0..0, is_led: false };
    let mut done = 0;
    while let Some(bar) = next_bar(text, done) {
        let bytes = text.as_bytes();
        let start = memrchr(b'\n', &bytes[done..bar]).map_or(done, |newline| done + newline + 1);
        let end = memchr(b'\n', &bytes[bar..]).map_or(bytes.len(), |newline| bar + newline);
        // A text in JSON has its line breaks escaped.
        let mut from = start;
        for to in memmem::find_iter(&bytes[start..end], ESCAPED_BREAK).map(|at| start + at) {
            rows.take(from..to);
            from = to + ESCAPED_BREAK.len();
        }
        rows.take(from..end);
        done = end;
    }
    rows.found
}

/// Returns where the next character is that may be a bar.
fn next_bar(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr2(b'|', DRAWN, &text.as_bytes()[at..])?;
        if text[at..].starts_with(is_bar) {
            return Some(at);
        }
        at += 1;
        at = text.ceil_char_boundary(at);
    }
}

struct Rows<'t> {
    text: &'t str,
    found: Vec<Row>,
    /// The line of the last row.
    last: Range<usize>,
    /// Whether its table has a bar at the beginning of each row.
    is_led: bool,
}

impl Rows<'_> {
    /// Takes a line if it is a row.
    fn take(&mut self, line: Range<usize>) {
        let read = self.text.floor_char_boundary(line.start + ROW_BYTES_MAX).min(line.end);
        let whole = self.text[line.start..read].trim_end_matches(['\\', '\r', ' ', '\t']);
        let bare = unmarked(whole);
        let is_led = bare.starts_with(is_bar);
        let goes_on = self.is_led == is_led && self.goes_on_at(line.start);
        let is_row = if is_led {
            bare.len() == whole.len() || bare.ends_with(is_bar)
        } else {
            read == line.end && bare.contains(is_bar) && (goes_on || self.is_divided_at(line.end))
        };
        if is_row {
            let end = line.start + whole.len();
            self.found.push(Row { range: end - bare.len()..end, goes_on });
            (self.last, self.is_led) = (line, is_led);
        }
    }

    /// Whether a line follows the last row, at most a rule between them.
    fn goes_on_at(&self, start: usize) -> bool {
        let between = &self.text[self.last.end..start];
        if self.found.is_empty() || between.len() > ROW_BYTES_MAX {
            return false;
        }
        let between = between.replace("\\n", "\n");
        match between.trim_matches(['\\', '\r']).split('\n').collect::<Vec<_>>()[..] {
            [_, _] => true,
            [_, line, _] => is_rule(line),
            _ => false,
        }
    }

    /// Whether a rule with joints follows a line.
    fn is_divided_at(&self, end: usize) -> bool {
        let rest = self.text[end..].trim_start_matches('\\');
        let rest = rest.strip_prefix(['\n', 'n']).unwrap_or_default();
        let rest = &rest[..rest.floor_char_boundary(ROW_BYTES_MAX)];
        let line = rest.split(['\n', '\\']).next().unwrap_or_default();
        is_rule(line) && line.contains(|c| is_bar(c) || matches!(c, '+' | '┼' | '╪' | '╬'))
    }
}

/// Returns a row without what may be before its first bar: an indent, the mark of a quote or a
/// list, the beginning of a string in JSON.
fn unmarked(row: &str) -> &str {
    let bare = row.trim_start_matches(['>', ' ', '\t']);
    let bare = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")).unwrap_or(bare);
    bare.find("\"|").map_or(bare, |quote| &bare[quote + 1..])
}

/// Minimum number of dashes in a rule.
const DASHES_MIN: usize = 3;

/// Whether a line divides a table: `|---|:--|`, `+----+----+`, `├────┼────┤`.
fn is_rule(line: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
    let is_joint =
        |c: char| matches!(c, '+' | ':' | '>' | ' ' | '\t' | '\r' | '\u{2500}'..='\u{257F}');
    line.chars().all(|c| is_dash(c) || is_bar(c) || is_joint(c))
        && line.chars().filter(|c| is_dash(*c)).count() >= DASHES_MIN
}
