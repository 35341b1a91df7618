//! Excerpts: snippets around matched query terms, and the best passages of a turn.

mod asked_for;
mod choice;
mod claims;
mod context_lines;
mod turns;
mod units;
mod wanted;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::index::terms::{Analyzer, runs};
pub use choice::{Excerpts, Room, Similar};
pub use claims::{Claim, claims};
pub use wanted::Wanted;
use wanted::may_hold;

/// A segment of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether the text is a matched word.
    pub matched: bool,
}

/// Maximum bytes of context before the first matched word.
const LEAD_BYTES: usize = 48;

/// Returns a window of about `bytes_max` bytes of `text` where the rarest wanted terms occur
/// together, or the beginning when no term matches. `wanted` maps each term to its rarity.
pub fn excerpt(text: &str, wanted: &BTreeMap<String, f64>, bytes_max: usize) -> Vec<Piece> {
    let matches = matches(text, wanted);
    let range = window(text, &matches, wanted, bytes_max);
    let mut pieces = Vec::new();
    let mut push = |text: &str, matched| {
        if !text.is_empty() {
            pieces.push(Piece { text: text.to_owned(), matched });
        }
    };
    if range.start > 0 {
        push("…", false);
    }
    let mut at = range.start;
    for (start, end, _) in matches.iter().filter(|m| m.0 >= range.start && m.1 <= range.end) {
        push(&text[at..*start], false);
        push(&text[*start..*end], true);
        at = *end;
    }
    push(&text[at..range.end], false);
    if range.end < text.len() {
        push("…", false);
    }
    pieces
}

/// Returns the whole text as pieces, with the words that match wanted terms marked.
pub fn marked(text: &str, wanted: &BTreeMap<String, f64>) -> Vec<Piece> {
    excerpt(text, wanted, text.len())
}

/// A matched word: the byte offsets of its start and end, and the wanted terms in it.
type Match<'t> = (usize, usize, BTreeSet<&'t str>);

fn matches<'t>(text: &str, wanted: &'t BTreeMap<String, f64>) -> Vec<Match<'t>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let analyzer = Analyzer::default();
    runs(text)
        .filter(|run| may_hold(run.text, wanted))
        .map(|run| {
            let terms = analyzer.terms_of(run);
            let found = terms.iter().filter_map(|term| wanted.get_key_value(term));
            (run.start, run.start + run.text.len(), found.map(|(term, _)| term.as_str()).collect())
        })
        .filter(|(_, _, terms): &Match| !terms.is_empty())
        .collect()
}

/// Returns the byte range of the best window. Each term counts once per window: repeating a word is
/// no further evidence.
fn window(
    text: &str,
    matches: &[Match],
    wanted: &BTreeMap<String, f64>,
    bytes_max: usize,
) -> std::ops::Range<usize> {
    if text.len() <= bytes_max {
        return 0..text.len();
    }
    let mut best = (0.0, 0);
    for (at, (start, ..)) in matches.iter().enumerate() {
        let end = start + bytes_max - LEAD_BYTES.min(bytes_max);
        let inside = matches[at..].iter().take_while(|(_, last, _)| *last <= end);
        let terms: BTreeSet<&str> = inside.flat_map(|(.., terms)| terms.iter().copied()).collect();
        let worth: f64 = terms.iter().map(|term| wanted[*term]).sum();
        // On a tie, prefer the later start: the window then begins closest to its matches.
        let closer = worth >= best.0 && *start <= best.1 + bytes_max;
        if worth > best.0 || closer {
            best = (worth, *start);
        }
    }
    let start = text.floor_char_boundary(best.1.saturating_sub(LEAD_BYTES));
    let start = if start == 0 { 0 } else { after_space(text, start, best.1) };
    let end = text.floor_char_boundary((start + bytes_max).min(text.len()));
    let end = if end == text.len() { end } else { before_space(text, start, end) };
    start..end
}

fn after_space(text: &str, start: usize, limit: usize) -> usize {
    let found = text[start..limit].find(char::is_whitespace);
    found.map_or(start, |at| text.ceil_char_boundary(start + at + 1))
}

fn before_space(text: &str, start: usize, end: usize) -> usize {
    let found = text[start..end].rfind(char::is_whitespace);
    found.filter(|at| *at > (end - start) / 2).map_or(end, |at| start + at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wanted(terms: &[&str]) -> BTreeMap<String, f64> {
        terms.iter().map(|term| ((*term).to_owned(), 1.0)).collect()
    }

    fn text_of(pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn matched_words_stand_apart() {
        let found = excerpt("the ports of Postgres", &wanted(&["port", "postgr"]), 100);
        let matched: Vec<&str> =
            found.iter().filter(|piece| piece.matched).map(|piece| piece.text.as_str()).collect();
        assert_eq!(
            (matched, text_of(&found)),
            (vec!["ports", "Postgres"], "the ports of Postgres".into())
        );
    }

    #[test]
    fn the_window_is_where_different_words_meet() {
        let filler = "port and port again. ".repeat(20);
        let text = format!("{filler}Then Postgres listens on port 6543. {filler}");
        let found = text_of(&excerpt(&text, &wanted(&["port", "postgr"]), 120));
        assert!(
            found.starts_with('…') && found.contains("Postgres listens on port 6543"),
            "{found}"
        );
    }

    #[test]
    fn without_a_match_it_is_the_beginning() {
        assert_eq!(text_of(&excerpt("one two three four", &wanted(&[]), 9)), "one two…");
    }

    proptest! {
        #[test]
        fn any_text_and_any_bound(text in any::<String>(), bytes_max in 0_usize..80) {
            let found = text_of(&excerpt(&text, &wanted(&["a", "b"]), bytes_max));
            prop_assert!(found.len() <= bytes_max + 2 * '…'.len_utf8() || text.len() <= bytes_max);
        }
    }
}
