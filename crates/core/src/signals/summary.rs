//! The line that a note shows: the sentence itself, cleaned.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::rules::section_regex;
use crate::english::shortened;

/// Characters of a summary.
const SUMMARY_CHARS_MAX: usize = 100;

/// A sentence without Markdown's emphasis and with single spaces. `folded` has the same bytes in
/// lower case, so that positions in one are positions in the other.
pub struct Clean {
    /// The sentence in its own letters.
    pub text: String,
    /// The sentence in lower-case ASCII letters.
    pub folded: String,
    /// Where it begins in earnest, after words such as "yes," and "also".
    pub start: usize,
}

impl Clean {
    /// Cleans a sentence.
    pub fn of(sentence: &str) -> Self {
        static LEAD: LazyLock<Regex> = LazyLock::new(|| section_regex("lead"));
        let mut text = String::with_capacity(sentence.len());
        for word in sentence.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.extend(word.chars().filter_map(|c| match c {
                '*' => None,
                '‘' | '’' => Some('\''),
                '“' | '”' => Some('"'),
                c if c.is_control() => None,
                c => Some(c),
            }));
        }
        let folded = text.to_ascii_lowercase();
        let lead = LEAD.find(&folded).map_or(0, |lead| lead.end());
        let is_mark = |c: char| matches!(c, '-' | '–' | '—' | ',' | ';' | ':' | ')' | ']' | ' ');
        let start = folded.len() - folded[lead..].trim_start_matches(is_mark).len();
        Self { text, folded, start }
    }

    /// Returns a line of at most 100 characters that ends with a whole word. A longer sentence
    /// begins at the clause with its cue; `None` when what it is about would be lost.
    pub fn summary(&self, cue: usize) -> Option<String> {
        let whole = unwrapped(self.text[self.start..].trim());
        if whole.chars().count() <= SUMMARY_CHARS_MAX {
            return Some(without_end(whole).to_owned());
        }
        let clause = clause(&self.folded, self.start, cue);
        let dropped = &self.folded[self.start..clause.start];
        if stands_alone(&self.folded[clause.clone()], dropped) {
            let text = self.text[clause.clone()].trim();
            let is_short = text.chars().count() <= SUMMARY_CHARS_MAX;
            return Some(if is_short { without_end(text).to_owned() } else { cut(text) });
        }
        let beginning = cut(whole);
        // What makes it worth a note must be in it, unless that is a word such as "henceforth".
        let is_told = cue < self.start + beginning.len()
            || self.folded[clause].starts_with("which ")
            || self.folded[cue..].split(' ').count() <= CUE_WORDS_MAX;
        is_told.then_some(beginning)
    }
}

/// Returns the range from the start of the clause that holds a cue to the sentence's end.
fn clause(folded: &str, start: usize, cue: usize) -> Range<usize> {
    let before = &folded[start..cue.max(start)];
    let marks = [", ", "; ", ": ", " - ", " — ", " but ", " and ", " so ", " because "];
    let ends = marks.iter().filter_map(|mark| before.rfind(mark).map(|at| at + mark.len()));
    start + ends.max().unwrap_or(0)..folded.len()
}

/// Words behind which a sentence says nothing more.
const CUE_WORDS_MAX: usize = 4;

/// Whether a clause can be understood, and means the same, without what is dropped before it.
fn stands_alone(clause: &str, dropped: &str) -> bool {
    let mut words = clause.split([' ', ',']);
    let is_first = words.next().is_some_and(|first| LEANING.contains(&first));
    let is_turned = dropped.trim_end().ends_with(" and")
        && dropped.split(' ').any(|word| TURNING.contains(&word) || word.ends_with("n't"));
    let names = clause.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'');
    let is_about_before = names.take(SUBJECT_WORDS).any(|word| ABOUT_BEFORE.contains(&word));
    let is_cue_alone = clause.split(' ').count() <= CUE_WORDS_MAX;
    dropped.is_empty() || !(is_cue_alone || is_first || is_turned || is_about_before)
}

/// A clause that begins so has its subject before it.
const LEANING: [&str; 24] = [
    "which", "who", "this", "that", "these", "those", "he", "she", "is", "are", "was", "were",
    "be", "can", "could", "should", "must", "may", "might", "will", "would", "has", "have", "does",
];
/// Words among which a clause has its subject.
const SUBJECT_WORDS: usize = 6;
/// Words for something that was named before.
const ABOUT_BEFORE: [&str; 4] = ["it", "its", "they", "them"];
/// What turns a clause with "and" behind it round.
const TURNING: [&str; 4] = ["not", "never", "no", "without"];

/// Returns a text without the parentheses around all of it.
fn unwrapped(text: &str) -> &str {
    let inside =
        text.strip_prefix('(').and_then(|text| text.trim_end_matches('.').strip_suffix(')'));
    inside.filter(|inside| !inside.contains(['(', ')'])).unwrap_or(text)
}

fn without_end(text: &str) -> &str {
    text.trim_end_matches(['.', ',', ';', ' ', ':'])
}

/// Cuts a parenthesis that is not closed, unless little else would be left.
fn closed(text: &str) -> &str {
    let is_open = text.matches('(').count() > text.matches(')').count();
    let before = text.rfind(" (").filter(|at| is_open && *at > text.len() / 3);
    before.map_or(text, |at| &text[..at])
}

/// Cuts a text between clauses where it can, and else between words.
fn cut(text: &str) -> String {
    let limit = text.char_indices().nth(SUMMARY_CHARS_MAX - 1).map_or(text.len(), |(at, _)| at);
    let head = &text[..limit];
    let third = head.len() / 3;
    let marks = [", ", "; ", ". ", " (", " - ", " — ", " because ", " so that "];
    let clause = marks.iter().filter_map(|mark| head.rfind(mark)).filter(|at| *at > third).max();
    match clause {
        Some(end) => format!("{}…", without_end(closed(&head[..end]))),
        None => shortened(text, SUMMARY_CHARS_MAX),
    }
}
