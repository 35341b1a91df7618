//! Analysis of a query and a text, from words to excerpts: each alone, without a store.

use std::collections::BTreeMap;

use mementor_core::excerpt::excerpt;
use mementor_core::index::terms::{Analyzed, Analyzer};
use mementor_core::index::when::{Now, When};
use mementor_core::recall::gate;

/// The first line is the query, the rest is the text.
pub fn run(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let (query, text) = input.split_once('\n').unwrap_or((&input, ""));
    let analyzer = Analyzer::default();

    let mut end = 0;
    for word in analyzer.words(text) {
        assert!(word.start >= end, "words don't overlap");
        end = word.start + word.text.len();
        assert_eq!(&text[word.start..end], word.text);
        assert!(word.terms.iter().all(|term| !term.is_empty()));
    }
    let words: Vec<String> = analyzer.words(query).map(|word| word.folded).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for at_ms in [0, 1_772_355_600_000, i64::MIN, i64::MAX] {
        for ahead_ms in [0, 34_200_000, i64::MIN, i64::MAX] {
            let when = When::of(&words, Now { at_ms, ahead_ms });
            for named in when.named() {
                when.holds(named, at_ms);
            }
        }
    }
    let asked = Analyzed::of(query);
    gate::dismissal(&asked);
    gate::refers(&asked);

    let terms = analyzer.query(query);
    let wanted: BTreeMap<String, f64> =
        terms.into_iter().zip(1_u16..).map(|(term, at)| (term, f64::from(at))).collect();
    for bytes_max in [1, 60, 900] {
        let pieces = excerpt(text, &wanted, bytes_max);
        let shown: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let shown = shown.trim_matches('…');
        assert!(text.contains(shown), "an excerpt stands in its text");
    }
}
