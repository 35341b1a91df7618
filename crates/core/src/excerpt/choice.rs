//! Chooses the excerpt of a turn that a person, or a model, is shown.

mod render;

use std::collections::BTreeSet;
use std::ops::Range;

use self::render::{ASKED, render, separator};
use super::turns::says_whether;
use super::units::{Unit, bounded, units};
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
/// Penalty for a unit said before the work was done.
const ANNOUNCES: f64 = 0.1;
/// Weight of the similarity.
const MEANING: f64 = 0.3;
/// Weight of query terms in the heading or lead-in above a unit.
const ABOVE: f64 = 0.5;
/// Penalty for a unit of the prompt compared to one of the answer.
const OF_PROMPT: f64 = 0.3;
/// Bonus for a unit that looks like the kind of answer that is asked for, for each kind.
const ASKED_FOR: f64 = 0.2;
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
/// Minimum score of a further unit, as a share of the best unit's.
const WORTH_MIN: f64 = 0.3;
/// Maximum number of units tried before the excerpt is complete.
const TRIED_MAX: usize = 200;
/// Maximum characters of an answer that is shown whole: its last words may be what counts.
const WHOLE_CHARS_MAX: usize = 160;
/// Bytes at the beginning of a prompt that are shown beside the excerpt, as the question.
const ASKED_BYTES: usize = 100;
/// Bytes between prompt and answer in a passage.
const JOINT_BYTES: usize = Fields::JOINT.len();
/// Minimum characters of a unit, unless it is the only one. A shorter one adds nothing beside
/// others.
const UNIT_CHARS_MIN: usize = 12;

/// The units of a turn, scored for a query. Excerpts of any length are chosen from them.
pub struct Excerpts {
    parts: Vec<Scored>,
}

impl Excerpts {
    /// Scores the units of a turn.
    pub fn of(text: &TurnText, similar: &[Similar], wanted: &Wanted) -> Self {
        Self { parts: scored(text, similar, wanted) }
    }

    /// Returns an excerpt: whole sentences, items, rows and closed code, in the order of the text,
    /// with "…" for text omitted before, between and after them. Empty when the turn says nothing
    /// beyond the beginning of its prompt, which is shown beside it, or when only a prompt without
    /// query terms is left. `wanted` is what the units were scored for.
    pub fn choose(&self, wanted: &Wanted, room: Room) -> String {
        render(&self.parts, &greedy(&self.parts, wanted, room))
    }
}

fn scored(text: &TurnText, similar: &[Similar], wanted: &Wanted) -> Vec<Scored> {
    let mut parts = Vec::new();
    let joint = if text.prompt.is_empty() || text.answer.is_empty() { 0 } else { JOINT_BYTES };
    let answer_start = text.prompt.len() + joint;
    let (prompt, answer) = bounded(text);
    let answer_start = answer_start + text.answer.len() - answer.len();
    let answer = Part { text: answer, start: answer_start };
    let prompt = Part { text: prompt, start: 0 };
    let scored = |part: &Part, is_prompt: bool, parts: &mut Vec<Scored>| {
        let units = units(part.text, wanted);
        let count = units.len().max(1) as f64;
        let offset = parts.len();
        for (at, mut unit) in units.into_iter().enumerate() {
            let is_shown = unit.range.start < ASKED_BYTES;
            if is_prompt && (is_shown || unit.terms == 0) {
                continue;
            }
            if is_prompt {
                // Only some of its units are candidates.
                unit.needs.clear();
            }
            unit.needs.iter_mut().for_each(|other| *other += offset);
            let late = (at + 1) as f64 / count;
            let own = if is_prompt { -OF_PROMPT } else { of_answer(&unit, at == 0) + LATE * late };
            let code = if unit.is_code { -OF_CODE } else { 0.0 };
            let above = ABOVE * wanted.worth(unit.above);
            let kind = ASKED_FOR * wanted.asked_for.met_by(&unit.text, unit.is_code);
            let meaning = MEANING * similarity(&unit.range, part.start, similar);
            let base = meaning + own + code + above + kind;
            parts.push(Scored { unit, is_prompt, base });
        }
    };
    scored(&prompt, true, &mut parts);
    scored(&answer, false, &mut parts);
    lean_on_neighbours(&mut parts, wanted);
    if wanted.asked_for.whether {
        lean_on_the_verdict(&mut parts);
    }
    parts
}

/// Makes what stands behind a yes or a no need it: alone it may say the opposite.
fn lean_on_the_verdict(parts: &mut [Scored]) {
    let says_whether =
        |part: &Scored| !part.is_prompt && part.unit.edges.0 && says_whether(&part.unit.text);
    if let Some(verdict) = parts.iter().position(says_whether) {
        for part in &mut parts[verdict + 1..] {
            part.unit.needs.push(verdict);
        }
    }
}

/// Returns what a unit of an answer is worth by its place and its part in the answer.
fn of_answer(unit: &Unit, is_first: bool) -> f64 {
    let facts = [
        (unit.concludes, CONCLUSION),
        (is_first && !unit.announces, OPENS),
        (unit.announces, -ANNOUNCES),
    ];
    facts.into_iter().filter(|(holds, _)| *holds).map(|(_, worth)| worth).sum()
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

/// Selects the best unit, then the best of the rest that fit and are not much worse. A unit comes
/// with those that it needs.
fn greedy(parts: &[Scored], wanted: &Wanted, room: Room) -> Vec<usize> {
    let is_short = answer_chars(parts) <= WHOLE_CHARS_MAX;
    let mut chosen: Vec<usize> = Vec::new();
    let mut first = None;
    loop {
        let best = candidates(parts, &chosen, wanted, is_short)
            .into_iter()
            .take(TRIED_MAX)
            .find(|(_, at)| fits(*at, &chosen, parts, room));
        let Some((score, best)) = best else { break };
        let is_poor =
            |first: f64| score < first - WORSE_MAX || (!is_short && score < WORTH_MIN * first);
        if first.is_some_and(is_poor) {
            break;
        }
        first.get_or_insert(score);
        chosen = with(best, &chosen, parts);
    }
    chosen
}

/// Returns the units that may be chosen next with their scores, best first. Filler comes last, and
/// only where there is nothing else or in a short answer.
fn candidates(
    parts: &[Scored],
    chosen: &[usize],
    wanted: &Wanted,
    is_short: bool,
) -> Vec<(f64, usize)> {
    let shown = chosen.iter().fold(0, |shown, at| shown | parts[*at].unit.terms);
    let answered = parts.iter().any(|part| !part.is_prompt);
    let may = |at: &usize| {
        let Scored { unit, is_prompt, .. } = &parts[*at];
        let long_enough = parts.len() == 1 || unit.text.chars().count() >= UNIT_CHARS_MIN;
        // The prompt alone would only repeat the question.
        let repeats = chosen.is_empty() && answered && *is_prompt;
        let takes = !unit.is_filler || is_short || chosen.is_empty();
        long_enough && takes && !repeats && !chosen.contains(at)
    };
    let score = |at: usize| {
        let terms = parts[at].unit.terms;
        let fresh = wanted.worth(terms & !shown) + AGAIN * wanted.worth(terms & shown);
        (parts[at].base + fresh, at)
    };
    let mut found: Vec<_> = (0..parts.len()).filter(may).map(score).collect();
    found.sort_by(|(a, one), (b, other)| {
        let filler = |at: &usize| parts[*at].unit.is_filler;
        filler(one).cmp(&filler(other)).then(b.total_cmp(a)).then(other.cmp(one))
    });
    found
}

/// Whether a unit fits beside the chosen ones, with all that it needs.
fn fits(at: usize, chosen: &[usize], parts: &[Scored], room: Room) -> bool {
    let chars_max = if chosen.is_empty() { room.max() } else { room.chars };
    // Room for the marks before the first unit and after the last.
    let chars_max = chars_max.saturating_sub(2 * EDGE_CHARS);
    let alone = cost(&[at], parts);
    alone <= chars_max
        && !repeats(at, chosen, parts)
        && cost(&with(at, chosen, parts), parts) <= chars_max
}

/// Returns the chosen units with another one and all that it needs, in the order of the text.
fn with(at: usize, chosen: &[usize], parts: &[Scored]) -> Vec<usize> {
    let mut all: BTreeSet<usize> = chosen.iter().copied().collect();
    let mut open = vec![at];
    while let Some(next) = open.pop() {
        if all.insert(next) {
            open.extend(&parts[next].unit.needs);
        }
    }
    all.into_iter().collect()
}

fn answer_chars(parts: &[Scored]) -> usize {
    let answer = parts.iter().filter(|part| !part.is_prompt);
    answer.map(|part| part.unit.text.chars().count()).sum()
}

/// Characters reserved for a cut mark and a line end.
const JOINT_CHARS: usize = 4;
/// Characters reserved for a cut mark at the beginning or the end.
const EDGE_CHARS: usize = 2;

/// Returns the maximum characters of these units, rendered.
fn cost(chosen: &[usize], parts: &[Scored]) -> usize {
    let mut lines = BTreeSet::new();
    let mut chars = 0;
    let mut last: Option<&String> = None;
    for at in chosen {
        let Scored { unit, is_prompt, .. } = &parts[*at];
        chars += unit.text.chars().count() + unit.marker.len() + JOINT_CHARS;
        chars += if *is_prompt { ASKED.len() } else { 0 };
        for line_above in &unit.context_lines {
            if lines.insert((is_prompt, line_above.block)) {
                chars += line_above.line.chars().count() + JOINT_CHARS;
            }
        }
        if let Some(header) = unit.header.as_ref().filter(|header| last != Some(header)) {
            chars += header.chars().count() + separator(header).len() + JOINT_CHARS;
        }
        last = unit.header.as_ref();
    }
    chars
}

fn repeats(at: usize, chosen: &[usize], parts: &[Scored]) -> bool {
    chosen.iter().any(|other| parts[*other].unit.text == parts[at].unit.text)
}

#[cfg(test)]
#[path = "choice_tests.rs"]
mod tests;
