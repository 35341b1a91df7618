//! Splits a text into the statements that its author made: sentences of prose, without code, quotes,
//! tables, headings and what was pasted from a machine.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, bytes};

use super::rules::{section_ascii_regex, section_regex};
use crate::english::sentences;

/// Sentences longer than this are no statement that a line can hold.
const STATEMENT_BYTES_MAX: usize = 400;

/// Columns from which a line is taken to be wrapped by a terminal or an editor, so that the next
/// line continues its sentence.
const WRAPPED_COLUMNS_MIN: usize = 60;

/// Headings from which a text is a document, and not what a person typed in a conversation.
const DOCUMENT_HEADINGS_MIN: usize = 2;

/// Lines from which a text is a document.
const DOCUMENT_LINES_MIN: usize = 80;

/// The statements of a text.
#[derive(Debug, Default)]
pub struct Statements {
    /// Byte ranges of the sentences, in order.
    pub ranges: Vec<Range<usize>>,
    /// Whether the text is a document: it has headings, or very many lines.
    pub is_document: bool,
}

/// How a line is read.
enum Line {
    /// Prose, from this byte of the line on. An item begins a statement of its own.
    Prose { from: usize, begins: bool },
    /// A heading of Markdown.
    Heading,
    /// A line that introduces something pasted, which ends what the author says.
    Handover,
    /// Nothing that the author says: a blank line, a quote, a table, output of a program.
    Other,
}

/// Returns the statements of a text. The time is linear in its length.
pub fn statements(text: &str) -> Statements {
    let mut found = Statements::default();
    let mut paragraph: Option<Range<usize>> = None;
    let mut wrapped = false;
    let mut fence: Option<&str> = None;
    let mut headings = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let line = line.trim_end();
        let ticks = line.trim_start();
        let opens = ["```", "~~~"].into_iter().find(|sign| ticks.starts_with(sign));
        if opens.is_some() || fence.is_some() {
            close(text, paragraph.take(), &mut found);
            fence = match (fence, opens) {
                (None, opens) => opens,
                (Some(open), Some(sign)) if open == sign => None,
                (open, _) => open,
            };
            continue;
        }
        match read(line) {
            Line::Prose { from, begins } => {
                let range = at + from..at + line.len();
                paragraph = match paragraph.take() {
                    Some(before) if wrapped && !begins => Some(before.start..range.end),
                    before => {
                        close(text, before, &mut found);
                        Some(range)
                    }
                };
                wrapped = line.len() >= WRAPPED_COLUMNS_MIN;
            }
            Line::Heading => {
                headings += 1;
                close(text, paragraph.take(), &mut found);
            }
            Line::Handover => {
                close(text, paragraph.take(), &mut found);
                break;
            }
            Line::Other => close(text, paragraph.take(), &mut found),
        }
    }
    close(text, paragraph, &mut found);
    let lines = text.lines().take(DOCUMENT_LINES_MIN).count();
    found.is_document = headings >= DOCUMENT_HEADINGS_MIN || lines >= DOCUMENT_LINES_MIN;
    found
}

/// Adds the sentences of a paragraph.
fn close(text: &str, paragraph: Option<Range<usize>>, found: &mut Statements) {
    let Some(paragraph) = paragraph else { return };
    let inside = sentences(&text[paragraph.clone()]).into_iter();
    let ranges = inside.map(|range| paragraph.start + range.start..paragraph.start + range.end);
    found.ranges.extend(ranges.filter(|range| range.len() <= STATEMENT_BYTES_MAX));
}

/// Spaces from which an unmarked line is code, or copied from a terminal that indents.
const INDENT_MIN: usize = 2;

fn read(line: &str) -> Line {
    static MACHINE: LazyLock<bytes::Regex> = LazyLock::new(|| section_ascii_regex("machine line"));
    static HANDOVER: LazyLock<bytes::Regex> = LazyLock::new(|| section_ascii_regex("handover"));
    let bare = line.trim_start();
    let indent = line.len() - bare.len();
    if bare.is_empty() || bare.starts_with(['>', '|', '<', '{', '}', '+', '@']) {
        return Line::Other;
    }
    if bare.starts_with('#') && bare.trim_start_matches('#').starts_with(' ') {
        return Line::Heading;
    }
    // A line of a comment in code.
    if line.starts_with(" * ") {
        return Line::Other;
    }
    if let Some(marker) = marker(bare) {
        if MACHINE.is_match(&bare.as_bytes()[marker..]) {
            return Line::Other;
        }
        return Line::Prose { from: indent + marker, begins: true };
    }
    if HANDOVER.is_match(bare.as_bytes()) {
        return Line::Handover;
    }
    if indent >= INDENT_MIN || line.starts_with('\t') || MACHINE.is_match(bare.as_bytes()) {
        return Line::Other;
    }
    Line::Prose { from: indent, begins: false }
}

/// Returns the length of a list item's marker with the space after it.
fn marker(line: &str) -> Option<usize> {
    static MARKER: LazyLock<Regex> = LazyLock::new(|| section_regex("marker"));
    MARKER.find(line).map(|found| found.end())
}
