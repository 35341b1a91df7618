//! What a person says in earnest, and for always: not what they quote, ask to be translated or
//! laugh about, and not what holds for a while.

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::rules::section_ascii_regex;
use super::{Signal, Tier};
use crate::notes::own_lines;

/// Keeps the signals of a prompt that are the person's own words, given its statements. One that
/// may have been pasted, or stands beside a bound ("until the release"), a smile, or a subject that only the conversation
/// names ("this is obsolete") is not sure.
pub fn in_earnest(text: &str, statements: &[Range<usize>], found: Vec<Signal>) -> Vec<Signal> {
    static MATERIAL: LazyLock<Regex> = LazyLock::new(|| section_ascii_regex("material"));
    if found.is_empty() || MATERIAL.is_match(folded(text).as_bytes()) {
        return Vec::new();
    }
    let own = own_lines(text);
    let line_at =
        |at: usize| own.iter().find(|line| (line.range.start..=line.range.end).contains(&at));
    let own_words = found.into_iter().filter_map(|mut signal| {
        let (first, last) = (line_at(signal.span.start)?, line_at(signal.span.end)?);
        if first.may_be_pasted || last.may_be_pasted {
            signal.tier = Tier::Suggest;
        }
        weighed(text, statements, signal)
    });
    own_words.collect()
}

/// Weighs a signal by the sentences on its line.
fn weighed(text: &str, statements: &[Range<usize>], mut signal: Signal) -> Option<Signal> {
    static QUOTING: LazyLock<Regex> = LazyLock::new(|| section_ascii_regex("quoting"));
    static PASSING: LazyLock<Regex> = LazyLock::new(|| section_ascii_regex("passing -0.3 prompt"));
    static BOUND: LazyLock<Regex> = LazyLock::new(|| section_ascii_regex("bound -0.1 prompt"));
    static POINTING: LazyLock<Regex> =
        LazyLock::new(|| section_ascii_regex("pointing -0.1 prompt"));
    static MOOD: LazyLock<Regex> = LazyLock::new(|| section_ascii_regex("mood -0.2 prompt"));
    let line = line_of(text, &signal.span);
    let on_line = statements.iter().filter(|each| line.start <= each.start && each.end <= line.end);
    let mut is_certain = true;
    for each in on_line {
        let said = folded(&text[each.clone()]);
        let is_same = *each == signal.span;
        let introduces = is_same || each.start < signal.span.start && said.contains(':');
        if introduces && QUOTING.is_match(said.as_bytes()) {
            return None;
        }
        let doubts = [&PASSING, &BOUND, &POINTING];
        is_certain &= !doubts.iter().any(|words| words.is_match(said.as_bytes()));
    }
    let rest = &text[signal.span.start..line.end];
    is_certain &= !MOOD.is_match(folded(rest).as_bytes()) && !rest.contains(is_face);
    if !is_certain {
        signal.tier = Tier::Suggest;
    }
    Some(signal)
}

/// Returns the lines that hold a sentence.
fn line_of(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    start..end
}

/// Whether a sign is a face that laughs, smiles or is angry.
fn is_face(c: char) -> bool {
    matches!(c, '\u{1F600}'..='\u{1F64F}' | '\u{1F910}'..='\u{1F92F}' | '\u{1F970}'..='\u{1F97A}')
}

fn folded(text: &str) -> String {
    text.to_ascii_lowercase().replace('’', "'")
}
