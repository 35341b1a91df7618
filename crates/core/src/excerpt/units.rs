//! Splits a text into excerpt units: sentences, items, rows and short code, each with the facts
//! that it is scored by.

use std::ops::Range;

use super::blocks::{Block, Kind, blocks, is_item};
use super::excerpt;
use super::sentences::sentences;
use super::wanted::Wanted;

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
    /// Header line of the table, for a table row.
    pub header: Option<String>,
    /// Lead-in line that introduces its block or list, if any.
    pub lead_in: Option<String>,
    /// Whether it contains the start of its block, and whether it contains the end.
    pub edges: (bool, bool),
    /// Whether it continues a list item whose marker is in an earlier sentence.
    pub in_item: bool,
    /// Whether it is code.
    pub is_code: bool,
    /// Query terms in the unit, as bits.
    pub terms: u128,
    /// Query terms in the heading above or in the lead-in, as bits, without those in the unit
    /// itself.
    pub above: u128,
    /// Whether it belongs to the conclusion: the last paragraph or item with content.
    pub concludes: bool,
    /// Whether it says nothing by itself.
    pub is_filler: bool,
}

/// Maximum characters of a paragraph that stays whole. Longer ones are split into sentences.
const WHOLE_CHARS_MAX: usize = 240;
/// Maximum bytes of a sentence. Longer ones are cut around the query terms.
const SENTENCE_BYTES_MAX: usize = 320;
/// Maximum bytes of a code block. Longer ones are cut to `CODE_LINES` lines.
const CODE_BYTES_MAX: usize = 320;
const CODE_LINES: usize = 5;
/// Maximum characters of a lead-in. A longer line says too much.
const LEAD_IN_CHARS_MAX: usize = 90;
/// Minimum characters of a conclusion. A shorter ending says nothing: "Done!", "All tests pass."
const CONCLUSION_CHARS_MIN: usize = 40;

/// Returns the units of a text.
pub fn units(text: &str, wanted: &Wanted) -> Vec<Unit> {
    let blocks = blocks(text);
    let concluding = conclusion(text, &blocks);
    let mut units = Vec::new();
    let mut above = 0;
    for (number, block) in blocks.iter().enumerate() {
        let inside = &text[block.range.clone()];
        match block.kind {
            Kind::Heading => above = wanted.terms(inside),
            Kind::LeadIn | Kind::Data => {}
            _ => {
                let announced = announced(text, &blocks[..number]);
                let above = above | announced.as_deref().map_or(0, |line| wanted.terms(line));
                let first = units.len();
                units.extend(of_block(text, block, wanted));
                for unit in &mut units[first..] {
                    unit.block = number;
                    unit.above = above & !unit.terms;
                    unit.lead_in.clone_from(&announced);
                    unit.concludes = concluding == Some(number);
                    unit.is_filler = !wanted.rarities.is_empty() && is_filler(unit);
                }
            }
        }
    }
    units
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

/// Returns the index of the last paragraph or item with content: long enough, and not a question to
/// the user.
fn conclusion(text: &str, blocks: &[Block]) -> Option<usize> {
    blocks.iter().rposition(|block| {
        let inside = &text[block.range.clone()];
        let is_text = matches!(block.kind, Kind::Paragraph | Kind::Item);
        is_text && inside.chars().count() >= CONCLUSION_CHARS_MIN && !inside.ends_with('?')
    })
}

/// Returns the lead-in of the block that follows `before`. The items and rows in between belong to
/// the same list or table.
fn announced(text: &str, before: &[Block]) -> Option<String> {
    let last =
        before.iter().rev().find(|block| !matches!(block.kind, Kind::Item | Kind::Row { .. }))?;
    let line = &text[last.range.clone()];
    let line = line.lines().next_back().unwrap_or_default().trim();
    let fits = last.kind == Kind::LeadIn && line.chars().count() <= LEAD_IN_CHARS_MAX;
    (fits && !is_chatter(line)).then(|| line.to_owned())
}

fn of_block(text: &str, block: &Block, wanted: &Wanted) -> Vec<Unit> {
    let inside = &text[block.range.clone()];
    let whole = |shown: String| vec![unit(shown, block.range.clone(), wanted.terms(inside))];
    match &block.kind {
        Kind::Code { fence } => {
            let mut units = whole(code(&text[fence.clone()], inside, wanted));
            units[0].is_code = true;
            units
        }
        Kind::Row { header } => {
            let mut units = whole(inside.to_owned());
            units[0].header = Some(text[header.clone()].to_owned());
            units
        }
        Kind::Paragraph if inside.chars().count() <= WHOLE_CHARS_MAX && !may_chat(inside) => {
            whole(inside.to_owned())
        }
        Kind::Item if inside.chars().count() <= WHOLE_CHARS_MAX => whole(inside.to_owned()),
        _ => of_sentences(text, block, wanted),
    }
}

fn unit(text: String, range: Range<usize>, terms: u128) -> Unit {
    Unit {
        text,
        range,
        block: 0,
        header: None,
        lead_in: None,
        edges: (true, true),
        in_item: false,
        is_code: false,
        terms,
        above: 0,
        concludes: false,
        is_filler: false,
    }
}

fn of_sentences(text: &str, block: &Block, wanted: &Wanted) -> Vec<Unit> {
    let inside = &text[block.range.clone()];
    let ranges = sentences(inside);
    let last = ranges.len().saturating_sub(1);
    let said = ranges.into_iter().enumerate().filter(|(_, range)| says(&inside[range.clone()]));
    said.map(|(at, range)| {
        let sentence = &inside[range.clone()];
        let shown = if sentence.len() > SENTENCE_BYTES_MAX {
            let pieces = excerpt(sentence, &wanted.rarities, SENTENCE_BYTES_MAX);
            pieces.into_iter().map(|piece| piece.text).collect()
        } else {
            sentence.to_owned()
        };
        let range = block.range.start + range.start..block.range.start + range.end;
        let mut unit = unit(shown, range, wanted.terms(sentence));
        unit.edges = (at == 0, at == last);
        unit.in_item = at > 0 && is_item(inside);
        unit
    })
    .collect()
}

/// Whether a sentence says something by itself: it is neither a lead-in nor chatter.
fn says(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['*', '_', '`', ' ']);
    !bare.ends_with([':', '：']) && !is_chatter(sentence)
}

fn may_chat(text: &str) -> bool {
    sentences(text).into_iter().any(|range| !says(&text[range]))
}

/// Openings with which a model announces its next step, in English, the language it thinks in.
const ANNOUNCEMENTS: [&str; 13] = [
    "let me ",
    "now let me ",
    "let's ",
    "first, let me ",
    "i'll ",
    "i will ",
    "now i'll ",
    "i'm going to ",
    "now let's ",
    "next, i'll ",
    "next, let me ",
    "let me know",
    "now i need to ",
];
/// Openings of a model's cheers.
const CHEERS: [&str; 9] =
    ["perfect", "great", "good", "excellent", "done", "you're right", "sure", "okay", "i see"];
/// Maximum characters of a cheer. A longer one says something.
const CHEER_CHARS_MAX: usize = 24;
/// Endings with which a model reports that nothing broke.
const PASSED: [&str; 5] = ["pass", "passes", "passed", "passing", "pass now"];
/// Maximum characters of such a report. A longer one says what passes, and why.
const PASSED_CHARS_MAX: usize = 60;

/// Whether a sentence only announces a step, cheers, reports success, or asks whether to continue.
fn is_chatter(sentence: &str) -> bool {
    let text = sentence.trim_start_matches(['-', '*', ' ', '>', '#']);
    let begins = |list: &[&str]| {
        list.iter().any(|start| {
            text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
        })
    };
    let offers = ["would you like", "do you want", "want me to", "should i ", "shall i "];
    let bare = text.trim_end_matches(['.', '!', '*', ' ']);
    let passed = bare.chars().count() <= PASSED_CHARS_MAX
        && PASSED.iter().any(|end| {
            bare.strip_suffix(end).is_some_and(|before| before.ends_with(char::is_whitespace))
        });
    passed
        || begins(&ANNOUNCEMENTS)
        || (text.chars().count() <= CHEER_CHARS_MAX && begins(&CHEERS))
        || (text.ends_with('?') && begins(&offers))
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
    shown.extend(lines[start..end].iter().map(|line| shortened(line)));
    shown.extend((end < lines.len()).then(|| "…".to_owned()));
    shown.push(close);
    shown.join("\n")
}

/// Maximum bytes shown of a line of code.
const CODE_LINE_BYTES_MAX: usize = 100;

fn shortened(line: &str) -> String {
    let end = line.floor_char_boundary(CODE_LINE_BYTES_MAX);
    if end == line.len() { line.to_owned() } else { format!("{}…", &line[..end]) }
}
