//! Splits a text into excerpt units: sentences, items, rows and short code, each with the facts
//! that it is scored by.

use std::ops::Range;

use super::context_lines::{ContextLine, context_lines};
use super::excerpt;
use super::turns::{concludes, contrasts};
use super::wanted::Wanted;
use crate::conversation::turn::TurnText;
use crate::english::{
    BlockKind, TextBlock, all_sentences, blocks, is_chatter, is_short, marker, says, shortened,
};

/// A part of a text that an excerpt includes or omits as a whole.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Unit {
    /// The displayed text, whole or with its cuts marked.
    pub text: String,
    /// Byte range in the source text.
    pub range: Range<usize>,
    /// Index of its block.
    pub block: usize,
    /// Index of the heading above it.
    pub section: usize,
    /// Header line of the table, for a table row.
    pub header: Option<String>,
    /// Lines that say how it is meant: headings, its lead-in, the item around it; outermost first.
    pub context_lines: Vec<ContextLine>,
    /// Whether it contains the start of its block, and whether it contains the end.
    pub edges: (bool, bool),
    /// Indexes of its first and its last sentence in its block.
    pub sentences: (usize, usize),
    /// Marker of the list item that it continues; empty when it continues none.
    pub marker: String,
    /// Whether it is code.
    pub is_code: bool,
    /// Query terms in the unit, as bits.
    pub terms: u128,
    /// Query terms in the heading above or in the lead-in, as bits, without those in the unit
    /// itself.
    pub above: u128,
    /// Indexes of the later units that turn it round or sum it up: without them it would say what
    /// the text does not.
    pub needs: Vec<usize>,
    /// Whether it belongs to the conclusion: the last paragraph or item with content.
    pub concludes: bool,
    /// Whether its paragraph ends with the announcement of a next step.
    pub announces: bool,
    /// Whether it has no content by itself.
    pub is_filler: bool,
}

/// Maximum characters of a paragraph that stays whole. Longer ones are split into sentences.
const WHOLE_CHARS_MAX: usize = 240;
/// Maximum bytes of a sentence. Longer ones are cut around the query terms.
const SENTENCE_BYTES_MAX: usize = 320;
/// Maximum bytes of a code block. Longer ones are cut to `CODE_LINES` lines.
const CODE_BYTES_MAX: usize = 320;
const CODE_LINES: usize = 5;
/// Minimum characters of a conclusion. A shorter ending has no content: "Done!", "All tests pass."
const CONCLUSION_CHARS_MIN: usize = 40;

/// Maximum bytes read of an answer, from its end, and of a prompt, from its beginning.
const ANSWER_BYTES_MAX: usize = 128 << 10;
const PROMPT_BYTES_MAX: usize = 16 << 10;

/// Returns what is read of a turn: the beginning of its prompt, and the end of its answer.
pub fn bounded(TurnText { prompt, answer }: &TurnText) -> (&str, &str) {
    let skipped = answer.ceil_char_boundary(answer.len().saturating_sub(ANSWER_BYTES_MAX));
    (&prompt[..prompt.floor_char_boundary(PROMPT_BYTES_MAX)], &answer[skipped..])
}

/// Returns the units of a text.
pub fn units(text: &str, wanted: &Wanted) -> Vec<Unit> {
    let blocks = blocks(text);
    let context_lines = context_lines(text, &blocks);
    let concluding = conclusion(text, &blocks);
    let mut units = Vec::new();
    let (mut heading, mut section) = (0, 0);
    for (number, block) in blocks.iter().enumerate() {
        let inside = &text[block.range.clone()];
        match block.kind {
            BlockKind::Heading => (heading, section) = (wanted.terms(inside), number),
            BlockKind::LeadIn if !says_something(text, &blocks[number..]) => {}
            BlockKind::Data => {}
            _ => {
                let lines =
                    context_lines[number].iter().map(|line_above| wanted.terms(&line_above.line));
                let above = lines.fold(heading, |above, terms| above | terms);
                let announces = announces(text, &blocks[number..]);
                let first = units.len();
                units.extend(of_block(text, block, wanted));
                for unit in &mut units[first..] {
                    unit.block = number;
                    unit.section = section;
                    unit.announces = announces;
                    unit.above = above & !unit.terms;
                    unit.context_lines.clone_from(&context_lines[number]);
                    unit.concludes = concluding == Some(number);
                    unit.is_filler = !wanted.rarities.is_empty() && is_filler(unit);
                }
            }
        }
    }
    add_needs(&mut units);
    units
}

/// Whether the lead-in at the start of these blocks counts by itself: it turns round or sums up what
/// was said, and no item that brings it is under it.
fn says_something(text: &str, blocks: &[TextBlock]) -> bool {
    let line = &text[blocks[0].range.clone()];
    let brought = blocks
        .get(1)
        .is_some_and(|next| matches!(next.kind, BlockKind::Item | BlockKind::Row { .. }));
    let is_long = line.chars().count() > WHOLE_CHARS_MAX;
    !brought && !is_long && !is_chatter(line) && (contrasts(line) || concludes(line))
}

/// Whether the paragraph at the start of these blocks ends with the announcement of a next step:
/// what it says was said before the work was done.
fn announces(text: &str, blocks: &[TextBlock]) -> bool {
    let inside = &text[blocks[0].range.clone()];
    let last = all_sentences(inside).pop();
    let next = blocks.get(1).filter(|next| next.kind == BlockKind::LeadIn);
    let goes_on =
        next.is_some_and(|next| !text[blocks[0].range.end..next.range.start].contains('\n'));
    goes_on || last.is_some_and(|range| is_chatter(&inside[range]))
}

/// Records for each unit which later ones reverse it or sum it up.
fn add_needs(units: &mut [Unit]) {
    let mut start = 0;
    for at in 1..units.len() {
        if units[at].section != units[at - 1].section {
            start = at;
        }
        if opens(units, at, contrasts) {
            for before in turned_round(units, at) {
                units[before].needs.push(at);
            }
        }
        let sums_up = units[at].edges.0 && concludes(&units[at].text);
        if sums_up {
            for unit in &mut units[start..at] {
                unit.needs.push(at);
            }
            start = at + 1;
        }
    }
}

/// Whether a unit, or a line above it and not above the unit before it, opens like that.
fn opens(units: &[Unit], at: usize, like: fn(&str) -> bool) -> bool {
    let known = &units[at - 1].context_lines;
    let fresh = units[at].context_lines.iter().filter(|line_above| !known.contains(line_above));
    like(&units[at].text) || fresh.into_iter().any(|line_above| like(&line_above.line))
}

/// Returns the units that a contrast at `at` turns round: the one before it, or all items of the
/// list before it.
fn turned_round(units: &[Unit], at: usize) -> Range<usize> {
    let last = at - 1;
    let context_lines = &units[last].context_lines;
    let is_list = !context_lines.is_empty() && *context_lines != units[at].context_lines;
    let same = |unit: &&Unit| is_list && unit.context_lines == *context_lines;
    let count = units[..at].iter().rev().take_while(same).count();
    at - count.max(1)..at
}

/// Maximum bytes of filler. A longer sentence says something even without a query term.
const FILLER_BYTES_MAX: usize = 60;

/// Whether a unit is short prose without a query term in it or above it, and without a digit or a
/// backtick: "That makes sense.", "Now I have the full picture."
fn is_filler(unit: &Unit) -> bool {
    let is_prose = !unit.is_code && unit.header.is_none();
    let tells = |c: char| c == '`' || c.is_ascii_digit();
    is_prose
        && unit.terms | unit.above == 0
        && unit.text.len() < FILLER_BYTES_MAX
        && !unit.text.contains(tells)
}

/// Returns the index of the last paragraph or item with content: long enough, and no question to the
/// user.
fn conclusion(text: &str, blocks: &[TextBlock]) -> Option<usize> {
    blocks.iter().rposition(|block| {
        let inside = &text[block.range.clone()];
        let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        is_text && inside.chars().count() >= CONCLUSION_CHARS_MIN && !inside.ends_with('?')
    })
}

fn of_block(text: &str, block: &TextBlock, wanted: &Wanted) -> Vec<Unit> {
    let inside = &text[block.range.clone()];
    let whole = |shown: String| vec![unit(shown, block.range.clone(), wanted.terms(inside))];
    match &block.kind {
        BlockKind::Code { fence } => {
            let mut units = whole(code(&text[fence.clone()], inside, wanted));
            units[0].is_code = true;
            units
        }
        BlockKind::Row { header } => {
            let mut units = whole(inside.to_owned());
            units[0].header = Some(text[header.clone()].to_owned());
            units
        }
        BlockKind::Paragraph if inside.chars().count() <= WHOLE_CHARS_MAX && !may_chat(inside) => {
            whole(inside.to_owned())
        }
        BlockKind::Item if inside.chars().count() <= WHOLE_CHARS_MAX => whole(inside.to_owned()),
        BlockKind::LeadIn => whole(inside.to_owned()),
        _ => of_sentences(text, block, wanted),
    }
}

fn unit(text: String, range: Range<usize>, terms: u128) -> Unit {
    Unit {
        text,
        range,
        block: 0,
        section: 0,
        header: None,
        context_lines: Vec::new(),
        edges: (true, true),
        sentences: (0, 0),
        marker: String::new(),
        is_code: false,
        terms,
        above: 0,
        needs: Vec::new(),
        concludes: false,
        announces: false,
        is_filler: false,
    }
}

fn of_sentences(text: &str, block: &TextBlock, wanted: &Wanted) -> Vec<Unit> {
    let inside = &text[block.range.clone()];
    let marker = marker(inside).map_or("", |length| &inside[..length]);
    let ranges = all_sentences(inside);
    let last = ranges.len().saturating_sub(1);
    let stays_whole = inside.chars().count() <= WHOLE_CHARS_MAX;
    let pieces = pieces(inside, &ranges, stays_whole).into_iter();
    let units = pieces.map(|(first, end)| {
        let range = ranges[first].start..ranges[end].end;
        let sentence = &inside[range.clone()];
        let shown = if sentence.len() > SENTENCE_BYTES_MAX {
            let pieces = excerpt(sentence, &wanted.rarities, SENTENCE_BYTES_MAX);
            pieces.into_iter().map(|piece| piece.text).collect()
        } else {
            sentence.to_owned()
        };
        let range = block.range.start + range.start..block.range.start + range.end;
        let mut unit = unit(shown, range, wanted.terms(sentence));
        unit.edges = (first == 0, end == last);
        unit.sentences = (first, end);
        if first > 0 {
            marker.clone_into(&mut unit.marker);
        }
        unit
    });
    units.collect()
}

/// Returns the first and the last sentence of each unit: sentences that say something, and short
/// ones together with the next. In a text that stays whole, all adjacent ones are one unit.
fn pieces(inside: &str, ranges: &[Range<usize>], stays_whole: bool) -> Vec<(usize, usize)> {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (at, range) in ranges.iter().enumerate() {
        let sentence = &inside[range.clone()];
        if !says(sentence) {
            open = false;
            continue;
        }
        match pieces.last_mut().filter(|_| open) {
            Some((_, end)) => *end = at,
            None => pieces.push((at, at)),
        }
        open = stays_whole || is_short(sentence);
    }
    pieces
}

/// Whether a sentence of a text has no content by itself.
fn may_chat(text: &str) -> bool {
    all_sentences(text).into_iter().any(|range| !says(&text[range]))
}

/// Returns code with its fence closed. Long code is cut to the lines with the most query terms.
fn code(fence: &str, inside: &str, wanted: &Wanted) -> String {
    let sign = fence.chars().next().unwrap_or('`');
    let close: String = fence.chars().take_while(|c| *c == sign).collect();
    if inside.len() <= CODE_BYTES_MAX {
        return format!("{fence}\n{inside}\n{close}");
    }
    let lines: Vec<&str> = inside.lines().collect();
    let worth: Vec<f64> = lines.iter().map(|line| wanted.worth(wanted.terms(line))).collect();
    let sum = |at: &usize| worth[*at..(at + CODE_LINES).min(lines.len())].iter().sum::<f64>();
    let starts = 0..=lines.len().saturating_sub(CODE_LINES);
    let start = starts.rev().max_by(|a, b| sum(a).total_cmp(&sum(b))).unwrap_or(0);
    let end = (start + CODE_LINES).min(lines.len());
    let mut shown = vec![fence.to_owned()];
    shown.extend((start > 0).then(|| "…".to_owned()));
    shown.extend(lines[start..end].iter().map(|line| shortened(line, CODE_LINE_CHARS_MAX)));
    shown.extend((end < lines.len()).then(|| "…".to_owned()));
    shown.push(close);
    shown.join("\n")
}

/// Maximum characters shown of a line of code.
const CODE_LINE_CHARS_MAX: usize = 100;
