//! Chooses the excerpt of a turn that a person, or a model, is shown.

use std::ops::Range;

use super::blocks::{fence, is_item};
use super::units::{Unit, units};
use super::wanted::Wanted;
use crate::conversation::turn::TurnText;
use crate::item::Fields;

/// A chunk of a turn: its byte range in the turn's passage, and its cosine similarity to the query.
pub type Similar = (Range<usize>, f32);

/// Maximum length of an excerpt, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Limit for the whole excerpt.
    pub chars: usize,
    /// Limit for the best unit alone, where that is more: half of the best answer is worth less
    /// than all of it, and less than none.
    pub best: usize,
}

impl Room {
    /// Returns the same limit for both.
    pub fn of(chars: usize) -> Self {
        Self { chars, best: chars }
    }

    fn max(self) -> usize {
        self.chars.max(self.best)
    }
}

/// Bonus for the conclusion. All query terms together count 1.
const CONCLUSION: f64 = 0.3;
/// Bonus for the first unit of the answer: it often states the answer, and reasons follow.
const OPENS: f64 = 0.1;
/// Weight of the similarity.
const MEANING: f64 = 0.3;
/// Weight of query terms in the heading or lead-in above a unit.
const ABOVE: f64 = 0.5;
/// Penalty for a unit of the prompt compared to one of the answer.
const OF_PROMPT: f64 = 0.3;
/// Penalty for code compared to prose about it.
const OF_CODE: f64 = 0.15;
/// Weights of the query terms in the units before and after a unit.
const BEFORE: f64 = 0.25;
const AFTER: f64 = 0.1;
/// Weight of a query term that is already shown.
const AGAIN: f64 = 0.4;
/// Maximum bonus for a late unit: by then the work is done, and early thoughts may be overturned.
const LATE: f64 = 0.1;
/// Maximum difference between the best unit's score and that of a further unit.
const WORSE_MAX: f64 = 1.0;
/// Maximum bytes read of an answer, from its end, and of a prompt, from its beginning.
const ANSWER_BYTES_MAX: usize = 128 << 10;
const PROMPT_BYTES_MAX: usize = 16 << 10;
/// Bytes at the beginning of a prompt that are shown beside the excerpt, as the question.
const ASKED_BYTES: usize = 100;
/// Bytes between prompt and answer in a passage.
const JOINT_BYTES: usize = Fields::JOINT.len();
/// Minimum characters of a unit, unless it is the only one. A shorter one says nothing beside
/// others.
const UNIT_CHARS_MIN: usize = 12;
/// Maximum characters of an answer that is shown whole: its last words may be what counts.
const WHOLE_CHARS_MAX: usize = 160;

/// Returns an excerpt of a turn: whole sentences, items, rows and closed code, in the order of the
/// text, with "…" for text omitted before, between and after them. Empty when the turn says nothing
/// beyond the beginning of its prompt, which is shown beside it, or when only a prompt without
/// query terms is left.
pub fn choose(text: &TurnText, similar: &[Similar], wanted: &Wanted, room: Room) -> String {
    let mut parts = Vec::new();
    let joint = if text.prompt.is_empty() || text.answer.is_empty() { 0 } else { JOINT_BYTES };
    let answer_start = text.prompt.len() + joint;
    let skipped =
        text.answer.ceil_char_boundary(text.answer.len().saturating_sub(ANSWER_BYTES_MAX));
    let answer = Part { text: &text.answer[skipped..], start: answer_start + skipped };
    let prompt_end = text.prompt.floor_char_boundary(PROMPT_BYTES_MAX);
    let prompt = Part { text: &text.prompt[..prompt_end], start: 0 };
    let scored = |part: &Part, is_prompt: bool, parts: &mut Vec<Scored>| {
        let units = units(part.text, wanted);
        let count = units.len().max(1) as f64;
        for (at, unit) in units.into_iter().enumerate() {
            let is_shown = unit.range.start < ASKED_BYTES;
            if is_prompt && (is_shown || unit.terms == 0) {
                continue;
            }
            let similarity = similarity(&unit.range, part.start, similar);
            let late = LATE * (at + 1) as f64 / count;
            let own = if is_prompt { -OF_PROMPT } else { late };
            let concludes = if unit.concludes && !is_prompt { CONCLUSION } else { 0.0 };
            let code = if unit.is_code { -OF_CODE } else { 0.0 };
            let opens = if at == 0 && !is_prompt { OPENS } else { 0.0 };
            let above = ABOVE * wanted.worth(unit.above);
            let base = MEANING * similarity + own + opens + concludes + code + above;
            parts.push(Scored { unit, is_prompt, base });
        }
    };
    scored(&prompt, true, &mut parts);
    scored(&answer, false, &mut parts);
    lean_on_neighbours(&mut parts, wanted);
    let chosen = greedy(&parts, wanted, room);
    render(&parts, &chosen, room.max())
}

/// Adds part of the neighbours' query terms to each unit's score: an answer is more often next to
/// the words of the question than among them.
fn lean_on_neighbours(parts: &mut [Scored], wanted: &Wanted) {
    let worth: Vec<f64> = parts.iter().map(|part| wanted.worth(part.unit.terms)).collect();
    for at in 0..parts.len() {
        let of = |other: usize| {
            let same = parts.get(other).is_some_and(|part| part.is_prompt == parts[at].is_prompt);
            if same { worth[other] } else { 0.0 }
        };
        let before = at.checked_sub(1).map_or(0.0, of);
        parts[at].base += BEFORE * before + AFTER * of(at + 1);
    }
}

/// A part of a turn's passage.
struct Part<'a> {
    text: &'a str,
    /// Offset in the passage.
    start: usize,
}

struct Scored {
    unit: Unit,
    is_prompt: bool,
    /// Score without the unit's own query terms.
    base: f64,
}

/// Returns the highest similarity of the chunks that contain the middle of a unit; 0 when none
/// does.
fn similarity(range: &Range<usize>, start: usize, similar: &[Similar]) -> f64 {
    let middle = start + usize::midpoint(range.start, range.end);
    let holding = similar.iter().filter(|(chunk, _)| chunk.contains(&middle));
    let best = holding.map(|(_, similarity)| *similarity).fold(f32::NEG_INFINITY, f32::max);
    if best.is_finite() { f64::from(best) } else { 0.0 }
}

/// Selects the best unit, then the best of the rest that fit and are not much worse.
fn greedy(parts: &[Scored], wanted: &Wanted, room: Room) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let answered = parts.iter().any(|part| !part.is_prompt);
    let is_short = answer_chars(parts) <= WHOLE_CHARS_MAX;
    let (mut shown, mut used, mut first) = (0, 0, None);
    loop {
        let worth = |at: usize| {
            let terms = parts[at].unit.terms;
            let fresh = wanted.worth(terms & !shown) + AGAIN * wanted.worth(terms & shown);
            parts[at].base + fresh
        };
        let chars_max = if chosen.is_empty() { room.max() } else { room.chars };
        // Room for the marks before the first unit and after the last.
        let chars_max = chars_max.saturating_sub(2 * EDGE_CHARS);
        let fits = |at: &usize| {
            let cost = cost(&parts[*at].unit, &chosen, parts);
            !chosen.contains(at) && used + cost <= chars_max && !repeats(*at, &chosen, parts)
        };
        let long_enough =
            |at: &usize| parts.len() == 1 || parts[*at].unit.text.chars().count() >= UNIT_CHARS_MIN;
        // The prompt alone would only repeat the question.
        let may = |at: &usize| !(chosen.is_empty() && answered && parts[*at].is_prompt);
        let best = |filler: bool| {
            let units = (0..parts.len()).filter(|at| parts[*at].unit.is_filler == filler);
            let units = units.filter(fits).filter(long_enough).filter(may);
            units.max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
        };
        // Filler is better than nothing.
        let takes_filler = is_short || chosen.is_empty();
        let Some(best) = best(false).or_else(|| best(true).filter(|_| takes_filler)) else {
            break;
        };
        let score = worth(best);
        if first.is_some_and(|first| score < first - WORSE_MAX) {
            break;
        }
        first.get_or_insert(score);
        used += cost(&parts[best].unit, &chosen, parts);
        shown |= parts[best].unit.terms;
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

fn answer_chars(parts: &[Scored]) -> usize {
    let answer = parts.iter().filter(|part| !part.is_prompt);
    answer.map(|part| part.unit.text.chars().count()).sum()
}

/// Characters reserved for a cut mark and a line end.
const JOINT_CHARS: usize = 4;
/// Characters reserved for a cut mark at the beginning or the end.
const EDGE_CHARS: usize = 2;

fn cost(unit: &Unit, chosen: &[usize], parts: &[Scored]) -> usize {
    let has_header =
        |header: &String| chosen.iter().any(|at| parts[*at].unit.header.as_ref() == Some(header));
    let header = unit.header.as_ref().filter(|header| !has_header(header));
    let header = header.map_or(0, |header| header.chars().count() + separator(header).len() + 2);
    unit.text.chars().count() + header + JOINT_CHARS
}

fn repeats(at: usize, chosen: &[usize], parts: &[Scored]) -> bool {
    chosen.iter().any(|other| parts[*other].unit.text == parts[at].unit.text)
}

/// Returns the separator line between a table's header and its rows.
fn separator(header: &str) -> String {
    let columns = header.trim_matches('|').split('|').count();
    format!("|{}", "-|".repeat(columns))
}

fn render(parts: &[Scored], chosen: &[usize], chars_max: usize) -> String {
    let mut shown = String::new();
    let mut before: Option<usize> = None;
    let used: usize =
        (0..chosen.len()).map(|at| cost(&parts[chosen[at]].unit, &chosen[..at], parts)).sum();
    let mut spare = chars_max.saturating_sub(used + 2 * EDGE_CHARS);
    for at in chosen {
        join(&mut shown, parts, before, *at, &mut spare);
        before = Some(*at);
    }
    if let Some(last) = before
        && (last + 1 < parts.len() || !parts[last].unit.edges.1)
    {
        mark(&mut shown);
    }
    shown
}

/// Marks that text is omitted after what is shown.
fn mark(shown: &mut String) {
    let line = shown.lines().next_back().unwrap_or_default();
    // On the line of a closing fence it would reopen the fence, and in a table it would be a cell.
    let own_line = fence(line).is_some() || line.starts_with('|');
    if !shown.ends_with('…') {
        shown.push_str(if own_line { "\n…" } else { " …" });
    }
}

/// Appends a unit after the previous one, and marks what is omitted between them.
fn join(shown: &mut String, parts: &[Scored], before: Option<usize>, at: usize, spare: &mut usize) {
    let unit = &parts[at].unit;
    let of_block = |other: usize| {
        parts[other].is_prompt == parts[at].is_prompt && parts[other].unit.block == unit.block
    };
    if let Some(before) = before.filter(|before| of_block(*before)) {
        shown.push_str(if before + 1 == at { " " } else { " … " });
        shown.push_str(&unit.text);
        return;
    }
    if let Some(before) = before {
        let next = parts[before].is_prompt == parts[at].is_prompt
            && parts[before].unit.block + 1 == unit.block;
        let cut = !next || !parts[before].unit.edges.1;
        if cut {
            mark(shown);
        }
        shown.push('\n');
    }
    let is_first = before.is_none() && at > 0;
    let starts_line = unit.header.is_some() || unit.is_code || is_item(&unit.text);
    let same = before.is_some_and(|before| parts[before].unit.lead_in == unit.lead_in);
    let fits = |line: &&String| !same && line.chars().count() < *spare;
    if let Some(lead_in) = unit.lead_in.as_ref().filter(fits) {
        *spare -= lead_in.chars().count() + 1;
        if is_first {
            shown.push_str("… ");
        }
        shown.push_str(lead_in);
        shown.push('\n');
    } else if is_first && starts_line {
        shown.push_str("…\n");
    }
    let same = before.is_some_and(|before| parts[before].unit.header == unit.header);
    if let Some(header) = unit.header.as_ref().filter(|_| !same) {
        shown.push_str(&[header, "\n", &separator(header), "\n"].concat());
    }
    let goes_on = !unit.edges.0 || (is_first && shown.is_empty());
    if goes_on && !unit.text.starts_with('…') {
        shown.push_str(if unit.in_item { "- … " } else { "… " });
    }
    shown.push_str(&unit.text);
}

#[cfg(test)]
#[path = "choice_tests.rs"]
mod tests;
