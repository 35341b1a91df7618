//! Splits a Markdown text into blocks: the parts that an excerpt can include or omit as a whole.

use std::ops::Range;

use super::sentences::all_sentences;
use super::trimmed;

/// A block of Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextBlock {
    /// Kind of the block.
    pub kind: BlockKind,
    /// Byte range in the text, without the line ends around it.
    pub range: Range<usize>,
    /// Columns before its first line.
    pub indent: usize,
}

/// Kind of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// A line that introduces what follows: it ends in a colon.
    LeadIn,
    /// A paragraph of sentences.
    Paragraph,
    /// A list item.
    Item,
    /// A table row.
    Row {
        /// Byte range of the table's header line.
        header: Range<usize>,
    },
    /// Fenced code. The block's range is that of the code without its fence.
    Code {
        /// Byte range of the opening fence line.
        fence: Range<usize>,
    },
    /// Machine-readable data: JSON, tags.
    Data,
}

/// Maximum bytes of a bold line that is a heading.
const HEADING_BYTES_MAX: usize = 100;
/// Maximum digits in the marker of a numbered item.
const NUMBER_DIGITS_MAX: usize = 3;
/// Minimum number of fence characters.
const FENCE_MIN: usize = 3;

/// Returns the blocks of a text, in order.
pub fn blocks(text: &str) -> Vec<TextBlock> {
    let lines = lines(text);
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        at += block(text, &lines[at..], &mut blocks);
    }
    blocks
}

/// Returns the byte ranges of the lines, without line ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let pieces = text.split_inclusive('\n').map(|line| {
        let from = start;
        start += line.len();
        from..from + line.trim_end_matches(['\n', '\r']).len()
    });
    pieces.collect()
}

/// Parses the block that starts at the first of these lines. Returns its number of lines.
fn block(text: &str, lines: &[Range<usize>], blocks: &mut Vec<TextBlock>) -> usize {
    let of = |at: usize| &text[lines[at].clone()];
    let first = of(0).trim();
    if first.is_empty() || is_rule(first) {
        return 1;
    }
    if let Some(fence) = fence(first) {
        return code(text, lines, fence, blocks);
    }
    let indent = indent(of(0));
    if is_heading(first) {
        blocks.push(TextBlock {
            kind: BlockKind::Heading,
            range: trimmed(text, lines[0].clone()),
            indent,
        });
        return 1;
    }
    if lines.len() > 1 && first.contains('|') && is_separator(of(1)) {
        return table(text, lines, blocks);
    }
    let more = lines[1..].iter().take_while(|line| continues(&text[(*line).clone()]));
    let count = 1 + more.count();
    let range = trimmed(text, lines[0].start..lines[count - 1].end);
    let kind = kind(&text[range.clone()]);
    let last = last_sentence(text, &range).filter(|_| kind == BlockKind::LeadIn);
    if let Some(last) = last {
        let before = trimmed(text, range.start..last);
        blocks.push(TextBlock { kind: self::kind(&text[before.clone()]), range: before, indent });
        // In an item, it introduces the rest of the item.
        let indent = indent + usize::from(is_item(first));
        blocks.push(TextBlock { kind, range: last..range.end, indent });
    } else {
        blocks.push(TextBlock { kind, range, indent });
    }
    count
}

/// Returns the start of the last of several sentences: only that one introduces what follows.
fn last_sentence(text: &str, range: &Range<usize>) -> Option<usize> {
    let sentences = all_sentences(&text[range.clone()]);
    let last = sentences.last().filter(|_| sentences.len() > 1)?;
    Some(range.start + last.start)
}

/// Columns of a tab.
const TAB_COLUMNS: usize = 4;

/// Returns the columns of whitespace at the start of a line.
fn indent(line: &str) -> usize {
    let space = line.chars().take_while(|c| matches!(c, ' ' | '\t'));
    space.map(|c| if c == '\t' { TAB_COLUMNS } else { 1 }).sum()
}

/// Whether a line continues the paragraph or item above it.
fn continues(line: &str) -> bool {
    let line = line.trim();
    let begins = is_item(line) || is_heading(line) || is_rule(line) || fence(line).is_some();
    !line.is_empty() && !begins && !line.starts_with('|')
}

/// Returns the kind of a block of running text.
fn kind(text: &str) -> BlockKind {
    let bare = text.trim_end_matches(['*', '_', '`', ' ']);
    if bare.ends_with([':', '：']) {
        return BlockKind::LeadIn;
    }
    if is_data(text) {
        return BlockKind::Data;
    }
    if is_item(text) {
        return BlockKind::Item;
    }
    let bold = text.len() <= HEADING_BYTES_MAX && text.starts_with("**") && text.ends_with("**");
    let sentence = bare.ends_with(['.', '!', '?', '。', '！', '？']);
    if bold && !text.contains('\n') && !sentence {
        BlockKind::Heading
    } else {
        BlockKind::Paragraph
    }
}

/// Whether a text is machine-readable data and not prose.
fn is_data(text: &str) -> bool {
    let json = text.starts_with(['{', '[']) && text.ends_with(['}', ']', ',']);
    let quoted = json && text.contains('"') && (text.contains(':') || text.contains(','));
    let tag = text.starts_with('<') && text.ends_with('>') && text[1..].starts_with(is_tag_name);
    quoted || tag
}

fn is_tag_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '/' || c == '!'
}

/// Whether a line is a list item.
pub fn is_item(line: &str) -> bool {
    marker(line).is_some()
}

/// Returns the length of an item's marker, including the whitespace after it.
pub fn marker(line: &str) -> Option<usize> {
    let after = |rest: &str| rest.starts_with([' ', '\t']).then_some(line.len() - rest.len() + 1);
    if let Some(rest) = line.strip_prefix(['-', '*', '+', '•']) {
        return after(rest);
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    let numbered = (1..=NUMBER_DIGITS_MAX).contains(&digits);
    after(rest.strip_prefix(['.', ')']).filter(|_| numbered)?)
}

/// Returns the text of a list item without its marker and its box; `None` for what is no item.
pub fn item_text(text: &str) -> Option<&str> {
    let rest = text[marker(text)?..].trim_start();
    let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|sign| rest.strip_prefix(sign));
    Some(boxed.map_or(rest, str::trim_start))
}

fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && (rest.is_empty() || rest.starts_with(' '))
}

fn is_rule(line: &str) -> bool {
    let signs = line.bytes().filter(|byte| *byte != b' ').count();
    let all = |sign: u8| line.bytes().all(|byte| byte == sign || byte == b' ');
    signs >= 3 && [b'-', b'*', b'_', b'='].into_iter().any(all)
}

/// Returns the fence character and its count, for a line that opens a fence.
pub fn fence(line: &str) -> Option<(char, usize)> {
    let sign = line.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
    let count = line.len() - line.trim_start_matches(sign).len();
    let info = &line[count..];
    (count >= FENCE_MIN && !(sign == '`' && info.contains('`'))).then_some((sign, count))
}

/// Whether a line closes a fence that was opened with this character and count.
fn closes(line: &str, (sign, count): (char, usize)) -> bool {
    line.len() >= count && line.chars().all(|c| c == sign)
}

/// Returns the line that closes the fence left open at the end of a text; `None` when every fence
/// is closed.
pub fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<(char, usize)> = None;
    for line in text.lines().map(str::trim) {
        open = match open {
            None => fence(line),
            Some(fence) => open.filter(|_| !closes(line, fence)),
        };
    }
    open.map(|(sign, count)| sign.to_string().repeat(count))
}

/// Parses fenced code. Returns its number of lines. A fence that is never closed ends at the next
/// blank line, because the text after it is not code.
fn code(
    text: &str,
    lines: &[Range<usize>],
    fence: (char, usize),
    blocks: &mut Vec<TextBlock>,
) -> usize {
    let is_closing = |line: &Range<usize>| closes(text[line.clone()].trim(), fence);
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    let closing = lines[1..].iter().position(is_closing);
    let inside = closing.or_else(|| lines[1..].iter().position(is_blank));
    let inside = inside.unwrap_or(lines.len() - 1);
    if inside > 0 {
        let range = lines[1].start..lines[inside].end;
        if !text[range.clone()].trim().is_empty() {
            let indent = indent(&text[lines[0].clone()]);
            let fence = trimmed(text, lines[0].clone());
            blocks.push(TextBlock { kind: BlockKind::Code { fence }, range, indent });
        }
    }
    1 + inside + usize::from(closing.is_some())
}

/// Whether a line is the separator between a table's header and its rows.
fn is_separator(line: &str) -> bool {
    let line = line.trim();
    let signs = line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
    signs && line.contains('-') && line.contains('|')
}

fn table(text: &str, lines: &[Range<usize>], blocks: &mut Vec<TextBlock>) -> usize {
    let header = trimmed(text, lines[0].clone());
    let rows = lines[2..].iter().take_while(|line| text[(*line).clone()].contains('|'));
    let mut count = 2;
    for row in rows {
        let range = trimmed(text, row.clone());
        let indent = indent(&text[lines[0].clone()]);
        blocks.push(TextBlock { kind: BlockKind::Row { header: header.clone() }, range, indent });
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<(&'static str, &str)> {
        let name = |kind: &BlockKind| match kind {
            BlockKind::Heading => "heading",
            BlockKind::LeadIn => "lead-in",
            BlockKind::Paragraph => "paragraph",
            BlockKind::Item => "item",
            BlockKind::Row { .. } => "row",
            BlockKind::Code { .. } => "code",
            BlockKind::Data => "data",
        };
        let found = blocks(text).into_iter();
        found.map(|block| (name(&block.kind), &text[block.range])).collect()
    }

    #[test]
    fn markdown_is_read_by_its_structure() {
        let text = "# Title\r\nIt is so.\r\nStill so.\r\n\r\n**The fix is**:\n- one\n  goes on\n  - two\n\
                    1. three\n---\n**Bold**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n\
                    ```rust\nfn f() {}\n\nlet x;\n```\n> quoted\n{\"tool\": \"x\"}\n";
        let expected = [
            ("heading", "# Title"),
            ("paragraph", "It is so.\r\nStill so."),
            ("lead-in", "**The fix is**:"),
            ("item", "- one\n  goes on"),
            ("item", "- two"),
            ("item", "1. three"),
            ("heading", "**Bold**"),
            ("row", "| 1 | 2 |"),
            ("row", "| 3 | 4 |"),
            ("code", "fn f() {}\n\nlet x;"),
        ];
        assert_eq!(read(text)[..expected.len()], expected);
        assert_eq!(read("{\"tool\": \"x\"}"), [("data", "{\"tool\": \"x\"}")]);
        assert_eq!(read("<task-notification>\nx\n</task-notification>")[0].0, "data");
    }

    #[test]
    fn a_fence_without_an_end_swallows_no_more_than_its_paragraph() {
        let text = "```sh\nls\n\nIt lists files.";
        assert_eq!(read(text), [("code", "ls"), ("paragraph", "It lists files.")]);
        assert_eq!(read("```"), []);
        assert_eq!(read("```\n```"), []);
    }

    #[test]
    fn an_open_fence_is_closed_by_its_own_signs() {
        for (text, closes) in [
            ("one\n```sh\nls", Some("```")),
            ("````md\n```\nx\n```", Some("````")),
            ("~~~\nls\n```", Some("~~~")),
            ("```\nls\n```\n…", None),
            ("`a`", None),
        ] {
            assert_eq!(open_fence(text).as_deref(), closes, "{text}");
        }
    }

    #[test]
    fn a_row_knows_the_head_of_its_table() {
        let text = "| a | b |\n|---|:-:|\n| 1 | 2 |";
        let [TextBlock { kind: BlockKind::Row { header }, .. }] = &blocks(text)[..] else {
            panic!("{text}")
        };
        assert_eq!(&text[header.clone()], "| a | b |");
    }

    proptest! {
        #[test]
        fn blocks_of_any_text_stand_in_order(text in "[-#*|`>:.a\\n {}é]{0,80}") {
            let mut end = 0;
            for block in blocks(&text) {
                prop_assert!(block.range.start >= end && block.range.end > block.range.start);
                prop_assert!(text.get(block.range.clone()).is_some());
                end = block.range.end;
            }
        }
    }
}
