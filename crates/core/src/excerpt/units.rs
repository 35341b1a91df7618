//! What an excerpt is made of: sentences, items, rows and short code, each with what speaks for it.

use std::ops::Range;

use super::blocks::{Block, Kind, blocks, is_item};
use super::excerpt;
use super::sentences::sentences;
use super::wanted::Wanted;

/// A part of a text that an excerpt takes or leaves as a whole.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Unit {
    /// As it is shown, whole or with its cuts marked.
    pub text: String,
    /// Where it stands in its text, in bytes.
    pub range: Range<usize>,
    /// The number of its block.
    pub block: usize,
    /// The line with the names of the columns, for a row of a table.
    pub header: Option<String>,
    /// The line that announces it, for an item, a row or code right behind one.
    pub lead_in: Option<String>,
    /// Whether it is a whole block, or has its block's beginning; and its end.
    pub edges: (bool, bool),
    /// Whether it continues an item whose mark stands before another sentence.
    pub in_item: bool,
    /// Whether it is code.
    pub is_code: bool,
    /// What it holds of what is wanted.
    pub terms: u128,
    /// What the headings above it hold.
    pub above: u128,
    /// Whether it stands in the last real paragraph.
    pub concludes: bool,
    /// Whether it says nothing by itself.
    pub is_filler: bool,
}

/// A paragraph that is longer is taken sentence by sentence.
const WHOLE_CHARS_MAX: usize = 240;
/// A sentence that is longer is cut around what is wanted.
const SENTENCE_BYTES_MAX: usize = 320;
/// Code that is longer is cut to some lines.
const CODE_BYTES_MAX: usize = 320;
const CODE_LINES: usize = 5;
/// A longer line announces too much.
const LEAD_IN_CHARS_MAX: usize = 90;
/// A shorter end says nothing: "Done!", "All tests pass."
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

/// A longer sentence says something even without a word that is looked for.
const FILLER_BYTES_MAX: usize = 60;

/// Whether a unit is short and holds nothing that is looked for, neither itself nor above it, and no
/// number, name or command: "That makes sense.", "Now I have the full picture."
fn is_filler(unit: &Unit) -> bool {
    let is_prose = !unit.is_code && unit.header.is_none();
    let tells = |c: char| c == '`' || c.is_ascii_digit();
    is_prose
        && unit.terms | unit.above == 0
        && unit.text.len() < FILLER_BYTES_MAX
        && !unit.text.contains(tells)
}

/// Returns the last block that says something: no question back, no code.
fn conclusion(text: &str, blocks: &[Block]) -> Option<usize> {
    blocks.iter().rposition(|block| {
        let inside = &text[block.range.clone()];
        let is_text = matches!(block.kind, Kind::Paragraph | Kind::Item);
        is_text && inside.chars().count() >= CONCLUSION_CHARS_MIN && !inside.ends_with('?')
    })
}

/// Returns the line that announces the block behind these: what is between belongs to its list.
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

/// Whether a sentence says something by itself.
fn says(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['*', '_', '`', ' ']);
    !bare.ends_with([':', '：']) && !is_chatter(sentence)
}

fn may_chat(text: &str) -> bool {
    sentences(text).into_iter().any(|range| !says(&text[range]))
}

/// How a model announces what it does next, in the language that it thinks in.
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
/// How it cheers.
const CHEERS: [&str; 9] =
    ["perfect", "great", "good", "excellent", "done", "you're right", "sure", "okay", "i see"];
/// A cheer that goes on for longer says something.
const CHEER_CHARS_MAX: usize = 24;
/// How it tells that nothing broke.
const PASSED: [&str; 5] = ["pass", "passes", "passed", "passing", "pass now"];
/// A longer sentence tells what passes, and why.
const PASSED_CHARS_MAX: usize = 60;

/// Whether a sentence only announces, cheers or asks back whether to go on.
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

/// Returns code with its fence closed; of a long one the lines around what is wanted.
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

/// Of a line of code this much.
const CODE_LINE_BYTES_MAX: usize = 100;

fn shortened(line: &str) -> String {
    let end = line.floor_char_boundary(CODE_LINE_BYTES_MAX);
    if end == line.len() { line.to_owned() } else { format!("{}…", &line[..end]) }
}
