//! Markers in prompts: `[remember] …` and `[remember:rule] …`.

use std::ops::Range;

use super::draft::{SUMMARY_CHARS_MAX, body, summary};
use super::kinds::kind_named;
use crate::english::shortened;

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
}

const BEGINNING: &str = "[remember";
/// The kind of a note whose marker names none, or an unknown one.
const PLAIN: &str = "note";
/// More markers than anybody types into one prompt.
const MARKED_MAX: usize = 16;

/// Returns what a prompt marks, in order. A marked text ends at an empty line or at the next
/// marker. Markers in code are not meant. Nothing here fails: an unknown kind is a plain note, and
/// the beginning of a long text becomes its summary.
pub fn marked(prompt: &str) -> Vec<Marked> {
    let notes = places(prompt).into_iter();
    let notes = notes.filter_map(|place| note_of(place.kind, prompt[place.words].trim()));
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
}

fn places(prompt: &str) -> Vec<Place> {
    let mut found = Vec::new();
    // Lower case in ASCII keeps every offset.
    let lower = prompt.to_ascii_lowercase();
    let mut from = 0;
    while let Some(marker) = lower[from..].find(BEGINNING).map(|at| from + at) {
        from = marker + BEGINNING.len();
        let Some((kind, start)) = marker_at(&lower, from) else { continue };
        if is_in_code(&prompt[..marker]) {
            continue;
        }
        let rest = &prompt[start..];
        let end = end_of(rest).min(lower[start..].find(BEGINNING).unwrap_or(rest.len()));
        found.push(Place { kind, marker, words: start..start + end });
        from = start;
    }
    found
}

/// Returns the kind of a marker, and where the text behind it begins; `None` for another word.
fn marker_at(lower: &str, after: usize) -> Option<(&'static str, usize)> {
    let (inside, _) = lower[after..].split_once(']')?;
    let start = after + inside.len() + 1;
    match inside.strip_prefix(':') {
        Some(name) => Some((kind_named(name).map_or(PLAIN, |kind| kind.name), start)),
        None => inside.is_empty().then_some((PLAIN, start)),
    }
}

/// Whether a text ends inside a fence or between backticks of its last line.
fn is_in_code(before: &str) -> bool {
    let fences = before.lines().filter(|line| line.trim_start().starts_with("```")).count();
    let last = before.rsplit('\n').next().unwrap_or_default();
    fences % 2 == 1 || last.matches('`').count() % 2 == 1
}

/// Returns where the paragraph at the beginning of a text ends.
fn end_of(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let has_begun = !text[..end].trim().is_empty();
        if has_begun && line.trim().is_empty() {
            break;
        }
        end += line.len();
    }
    end
}

fn note_of(kind: &'static str, words: &str) -> Option<Marked> {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = shortened(&line, SUMMARY_CHARS_MAX);
    let long = if short == line { String::new() } else { body(words).ok()? };
    Some(Marked { kind, summary: summary(&short).ok()?, body: long, words: words.to_owned() })
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
        let prompt = "Fix it.\n[remember] We use tabs,\n not spaces.\n\nThanks. [Remember:Decisions] Oak it is [remember:zebra] x";
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
        let prompt = "Fix it.\n[remember] Tabs.\n\nThen [remember:rule] Oak\n\npush `[remember] x`";
        assert_eq!(unmarked(prompt), "Fix it.\n\n\nThen \n\npush `[remember] x`");
        assert_eq!(unmarked("none"), "none");
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
