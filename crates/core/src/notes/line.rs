//! The line that shows a note where it must say everything: a summary may be only the beginning of
//! a sentence, and its end may hold the exception.

use super::Note;
use crate::english::shortened;

/// Maximum characters of a line. Longer ones end with an ellipsis.
const LINE_CHARS_MAX: usize = 240;
/// Minimum characters of a cut summary: a shorter beginning would match other sentences too.
const BEGINNING_CHARS_MIN: usize = 8;

/// Returns the whole line of a note whose summary is its beginning: the first line of its body, or
/// the words in which it was found. `None` when the summary says all.
pub fn whole(note: &Note) -> Option<String> {
    let summary = note.summary.trim();
    let cut = summary.strip_suffix('…');
    let beginning = cut.unwrap_or(summary).trim_end();
    if beginning.chars().count() < BEGINNING_CHARS_MIN {
        return None;
    }
    let first = unmarked(note.body.lines().next().unwrap_or_default());
    if first.len() > summary.len() && first.starts_with(beginning) {
        return Some(shortened(&first, LINE_CHARS_MAX));
    }
    let words = unmarked(&note.origin.as_ref().filter(|_| cut.is_some())?.words);
    let (lower, wanted) = (words.to_ascii_lowercase(), beginning.to_ascii_lowercase());
    let rest = &words[lower.find(&wanted)?..];
    (rest.len() > beginning.len()).then(|| shortened(rest, LINE_CHARS_MAX))
}

/// Returns a text on one line, without the marks that a summary has lost.
fn unmarked(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(|word| word.replace('*', "")).collect();
    let straight = words.join(" ").replace(['‘', '’'], "'").replace(['“', '”'], "\"");
    straight.trim_end_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::{Author, Origin, Says, Statement, Written, fold};

    fn line(summary: &str, body: &str, words: &str) -> Option<String> {
        let origin = Some(Origin { turn: "t".into(), words: words.into() });
        let written = Written {
            kind: "rule".into(),
            summary: summary.into(),
            body: body.into(),
            origin: origin.filter(|_| !words.is_empty()),
            ..Written::default()
        };
        let says = Says::Written(Box::new(written));
        fold(&[Statement::new("n", 1, Author::Person, says)]).expect("a note").line
    }

    #[test]
    fn a_cut_summary_is_told_with_its_end() {
        let whole = "Paint below the water line at any time of the year, but never in the rain";
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(line("Paint below the water line at any…", whole, ""), said(whole));
        assert_eq!(line("Paint below the water…", "", &format!("ok: **{whole}.**")), said(whole));
        // The summary is the first sentence.
        let two = "Paint it in May. Never in the rain";
        assert_eq!(line("Paint it in May.", &format!("{two}.\n\nMore."), ""), said(two));
    }

    #[test]
    fn a_summary_that_says_all_has_no_other_line() {
        assert_eq!(line("Paint it in May", "", "please paint it in May, then rest"), None);
        assert_eq!(line("Paint it in May", "See the log.", ""), None);
        assert_eq!(line("Paint it in June…", "", "paint it in May, then rest"), None);
        assert_eq!(line("Oil…", "Oil the winch", ""), None);
    }

    #[test]
    fn a_long_line_ends_between_words() {
        let long =
            line("Paint the hull…", &format!("Paint the hull {}", "each day ".repeat(60)), "");
        let long = long.expect("a line");
        let whole = ["each…", "day…"].iter().any(|end| long.ends_with(end));
        assert!(long.chars().count() <= LINE_CHARS_MAX && whole, "{long}");
    }
}
