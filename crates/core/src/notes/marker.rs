//! Markers in prompts: `[remember] …` and `[remember:rule] …`.

use std::ops::Range;

use super::draft::{SUMMARY_CHARS_MAX, body, summary};
use super::kinds::kind_named;
use super::own_words::{OwnLine, own_lines};
use crate::english::{shortened, single_spaced};

/// What a person marked in a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// Name of its kind.
    pub kind: &'static str,
    /// One line.
    pub summary: String,
    /// The rest; empty when the line says it all.
    pub body: String,
    /// The words as the prompt has them.
    pub words: String,
    /// Whether they may be another's, pasted into the prompt.
    pub may_be_pasted: bool,
}

const BEGINNING: &str = "[remember";
/// The kind of a note whose marker names none, or an unknown one.
const PLAIN: &str = "note";
/// More markers than anybody types into one prompt.
const MARKED_MAX: usize = 16;

/// Returns what a prompt marks, in order. A marker stands at the beginning of a line that is the
/// person's own; what it marks ends at an empty line or at the next marker. Nothing here fails: an unknown kind is a plain note, and
/// the beginning of a long text becomes its summary.
pub fn marked(prompt: &str) -> Vec<Marked> {
    let notes = places(prompt).into_iter();
    let notes = notes.filter_map(|place| note_of(&place, prompt[place.words.clone()].trim()));
    notes.take(MARKED_MAX).collect()
}

/// Returns a prompt without what is marked in it.
pub fn unmarked(prompt: &str) -> String {
    let mut rest = String::with_capacity(prompt.len());
    let mut from = 0;
    for Place { marker, words, .. } in places(prompt) {
        rest.push_str(&prompt[from..marker]);
        rest.push('\n');
        from = words.end;
    }
    rest + &prompt[from..]
}

/// A marker in a prompt.
struct Place {
    kind: &'static str,
    /// Where the marker begins, in bytes.
    marker: usize,
    /// What it marks.
    words: Range<usize>,
    /// Whether its line may be another's.
    may_be_pasted: bool,
}

fn places(prompt: &str) -> Vec<Place> {
    // Lower case in ASCII keeps every offset.
    let lower = prompt.to_ascii_lowercase();
    let mut found: Vec<Place> = Vec::new();
    for OwnLine { range: line, may_be_pasted } in own_lines(prompt) {
        let text = &lower[line.clone()];
        let marker = line.start + text.len() - text.trim_start().len();
        let after = lower[marker..].strip_prefix(BEGINNING).map(|_| marker + BEGINNING.len());
        let Some((kind, start)) = after.and_then(|after| marker_at(&lower, after)) else {
            continue;
        };
        if let Some(before) = found.last_mut() {
            before.words.end = marker;
        }
        found.push(Place { kind, marker, words: start..prompt.len(), may_be_pasted });
    }
    for place in &mut found {
        place.words.end = place.words.start + end_of(&prompt[place.words.clone()]);
    }
    found
}

/// No name of a kind is so long, in bytes.
const NAME_BYTES_MAX: usize = 64;

/// Returns the kind of a marker, and where the text behind it begins; `None` for another word.
fn marker_at(lower: &str, after: usize) -> Option<(&'static str, usize)> {
    let bytes = &lower.as_bytes()[after..];
    let inside = bytes.iter().take(NAME_BYTES_MAX).position(|&byte| byte == b']')?;
    let (inside, start) = (&lower[after..after + inside], after + inside + 1);
    match inside.strip_prefix(':') {
        Some(name) => Some((kind_named(name).map_or(PLAIN, |kind| kind.name), start)),
        None => inside.is_empty().then_some((PLAIN, start)),
    }
}

/// Returns where the paragraph at the beginning of a text ends.
fn end_of(text: &str) -> usize {
    let (mut end, mut has_begun) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_empty = line.trim().is_empty();
        if has_begun && is_empty {
            break;
        }
        has_begun |= !is_empty;
        end += line.len();
    }
    end
}

fn note_of(&Place { kind, may_be_pasted, .. }: &Place, words: &str) -> Option<Marked> {
    let line = single_spaced(words);
    let short = shortened(&line, SUMMARY_CHARS_MAX);
    let long = if short == line { String::new() } else { body(words).ok()? };
    let (summary, words) = (summary(&short).ok()?, words.to_owned());
    Some(Marked { kind, summary, body: long, words, may_be_pasted })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(prompt: &str) -> Vec<(&'static str, String)> {
        marked(prompt).into_iter().map(|marked| (marked.kind, marked.summary)).collect()
    }

    #[test]
    fn a_marker_marks_its_paragraph() {
        let prompt = "Fix it.\n[remember] We use tabs,\n not spaces.\n\n [Remember:Decisions] Oak it is\n[remember:zebra] x";
        assert_eq!(
            told(prompt),
            [
                ("note", "We use tabs, not spaces.".to_owned()),
                ("decision", "Oak it is".to_owned()),
                ("note", "x".to_owned()),
            ]
        );
        assert_eq!(
            told("[remember]\n\nOn the next line"),
            [("note", "On the next line".to_owned())]
        );
    }

    #[test]
    fn code_other_words_and_empty_markers_mark_nothing() {
        for prompt in [
            "use `[remember] x` in a prompt",
            "see [remember] x",
            "```\n[remember] x\n```",
            "[remembered] x",
            "[remember x",
            "[remember]   ",
            "[remember] [private]",
            "",
        ] {
            assert_eq!(told(prompt), [], "{prompt}");
        }
        assert_eq!(told("```\ncode\n```\n[remember] x").len(), 1);
    }

    #[test]
    fn of_a_long_text_the_beginning_is_the_summary_and_all_of_it_the_body() {
        let text = "word ".repeat(60);
        let found = marked(&format!("[remember:rule] {text}"));
        assert_eq!(found[0].body, text.trim());
        assert!(found[0].summary.ends_with("word…"), "{}", found[0].summary);
        assert!(found[0].summary.chars().count() <= crate::notes::draft::SUMMARY_CHARS_MAX);
    }

    #[test]
    fn what_is_not_marked_is_left() {
        let prompt = "Fix it.\n[remember] Tabs.\n\n[remember:rule] Oak\n\npush `[remember] x`";
        assert_eq!(unmarked(prompt), "Fix it.\n\n\n\n\npush `[remember] x`");
        assert_eq!(unmarked("none"), "none");
    }

    #[test]
    fn many_markers_take_linear_time() {
        let lines = "[remember] a\n\n".repeat(100_000) + &"[remember] a\n".repeat(100_000);
        let many = lines + &"[remember] a ".repeat(100_000) + &"[remember".repeat(100_000);
        assert_eq!(marked(&many).len(), MARKED_MAX);
        assert!(unmarked(&many).len() < many.len());
    }

    proptest! {
        #[test]
        fn any_prompt_is_read(prompt in r"(\[remember(:rule)?\]|[`\n \]é🦀a:]|```){0,30}") {
            prop_assert!(unmarked(&prompt).len() <= prompt.len());
            for found in marked(&prompt) {
                prop_assert!(!found.summary.is_empty());
            }
        }
    }
}
