//! Which blocks say how a block is meant: the heading above it, the line that introduces it, and
//! the list item that it belongs to.

use std::sync::LazyLock;

use super::turns::contrasts;
use crate::english::{BlockKind, TextBlock, is_chatter, is_item, shortened};
use crate::word_list::WordList;

/// Maximum characters shown of such a line.
const LINE_CHARS_MAX: usize = 72;
/// Maximum number of such lines shown with a block.
const LINES_MAX: usize = 3;
/// Level of a bold line that is a heading: below those with number signs.
const BOLD_LEVEL: usize = 7;

/// A line that says how the blocks under it are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextLine {
    /// Index of its block.
    pub block: usize,
    /// The line, shortened.
    pub line: String,
}

/// Returns the lines that must be shown with each block, outermost first.
pub fn context_lines(text: &str, blocks: &[TextBlock]) -> Vec<Vec<ContextLine>> {
    let parents = parents(text, blocks);
    (0..blocks.len()).map(|at| shown(text, blocks, &parents, at)).collect()
}

fn shown(
    text: &str,
    blocks: &[TextBlock],
    parents: &[Option<usize>],
    at: usize,
) -> Vec<ContextLine> {
    let of = |at: usize| &text[blocks[at].range.clone()];
    let is_list = matches!(blocks[at].kind, BlockKind::Item | BlockKind::Row { .. });
    let mut lines = Vec::new();
    let mut next = parents[at];
    while let Some(block) = next.filter(|_| lines.len() < LINES_MAX) {
        let line_above = of(block);
        let says_nothing = match blocks[block].kind {
            // An item is part of a thought; a paragraph is one. Before a list, an announcement says
            // that the items are a plan.
            _ if is_list => false,
            BlockKind::Heading => !qualifies(line_above),
            BlockKind::LeadIn => !qualifies(line_above) || is_chatter(line_above),
            _ => false,
        };
        if !says_nothing {
            lines.push(ContextLine { block, line: first_line(of(block)) });
        }
        next = parents[block];
    }
    lines.reverse();
    lines
}

/// Returns the block that governs each block, if any.
fn parents(text: &str, blocks: &[TextBlock]) -> Vec<Option<usize>> {
    let mut outline = Outline::default();
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(blocks.len());
    for at in 0..blocks.len() {
        let before = at.checked_sub(1);
        let same_table = before.filter(|before| is_same_table(&blocks[*before], &blocks[at]));
        let parent = match same_table {
            Some(before) => parents[before],
            None => outline.place(text, blocks, at),
        };
        parents.push(parent);
    }
    parents
}

fn is_same_table(one: &TextBlock, other: &TextBlock) -> bool {
    matches!((&one.kind, &other.kind), (BlockKind::Row { header: a }, BlockKind::Row { header: b }) if a == b)
}

/// The headings and lines that apply to the next block.
#[derive(Default)]
struct Outline {
    /// Level and index of each heading, outermost first.
    headings: Vec<(usize, usize)>,
    /// Depth and index of each lead-in and item, outermost first.
    open: Vec<(usize, usize)>,
}

impl Outline {
    /// Adds a block, and returns the one that governs it.
    fn place(&mut self, text: &str, blocks: &[TextBlock], at: usize) -> Option<usize> {
        let block = &blocks[at];
        let inside = &text[block.range.clone()];
        if block.kind == BlockKind::Heading {
            let level = level(inside);
            self.open.clear();
            self.headings.retain(|(other, _)| *other < level);
            let parent = self.headings.last().map(|(_, at)| *at);
            self.headings.push((level, at));
            return parent;
        }
        let depth = 2 * block.indent + usize::from(is_item(inside));
        let is_text = !matches!(block.kind, BlockKind::LeadIn | BlockKind::Item);
        // A lead-in introduces the text right after it, and the items and rows after it.
        let is_open = |(other, lead_in): &(usize, usize)| {
            *other < depth || (is_text && *other == depth && lead_in + 1 == at)
        };
        let kept = self.open.iter().take_while(|open| is_open(open)).count();
        self.open.truncate(kept);
        let parent = self.open.last().or(self.headings.last()).map(|(_, at)| *at);
        if matches!(block.kind, BlockKind::LeadIn | BlockKind::Item) {
            self.open.push((depth, at));
        }
        parent
    }
}

fn level(heading: &str) -> usize {
    let signs = heading.len() - heading.trim_start_matches('#').len();
    if signs == 0 { BOLD_LEVEL } else { signs }
}

/// Whether a line says that what follows is only an idea, past, or not so.
fn qualifies(line: &str) -> bool {
    static QUALIFYING: LazyLock<WordList> =
        LazyLock::new(|| WordList::of(include_str!("../../data/excerpt/qualifying_words.txt")));
    let lower = line.to_lowercase().replace('’', "'");
    lower.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|word| QUALIFYING.contains(word))
        || contrasts(line)
}

/// Returns the first line of a block, cut if it is long.
fn first_line(block: &str) -> String {
    let line = block.lines().next().unwrap_or_default().trim_end();
    let short = shortened(line, LINE_CHARS_MAX);
    // A cut may leave emphasis or code open.
    if short == line { short } else { short.replace(['*', '`'], "") }
}
