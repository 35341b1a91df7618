//! Words in a row: phrases in quotes, names of several parts such as `login-throttle` and
//! `release/2.4.x`, and words of scripts without spaces.
//!
//! The index knows which turns hold the words, not where. So the texts of the turns that hold all
//! of them are read, and what is found counts as one more term of the query.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use super::asked::quoted_phrases;
use crate::error::Result;
use crate::index::collection::{Collection, Posting};
use crate::index::postings::Counts;
use crate::index::terms::{Analyzed, Analyzer, Run, beginning, clusters, fold, is_unspaced, runs};
use crate::store::Reader;

/// Limits on what is looked for; a query with more is a pasted text.
const PHRASES_MAX: usize = 8;
const ATOMS_MAX: usize = 32;
/// Maximum bytes of the texts that are read for a phrase, the newest first.
const READ_BYTES_MAX: usize = 2 << 20;
/// Two characters of a script without spaces are one term of the index.
const CHARACTERS_MIN: usize = 3;

/// Words in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Byte range in the query, without quotes.
    pub range: Range<usize>,
    /// Whether only turns that hold it are asked for.
    pub is_quoted: bool,
    /// Terms that an item with the phrase holds.
    terms: Vec<String>,
    /// An identifier's own term: where items hold that, it finds them.
    whole: Option<String>,
    atoms: Vec<Atom>,
}

/// A word, a part of an identifier, or a character of a script without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Atom {
    term: String,
    /// Whether no white space stands before it.
    is_joined: bool,
}

/// Returns the phrases of a query, in order.
pub fn phrases(query: &Analyzed) -> Vec<Phrase> {
    let text = beginning(query.text);
    let spans = quoted_phrases(text);
    let analyzer = Analyzer::default();
    let all: Vec<Run> = runs(text).collect();
    let span_of = |run: &Run| spans.iter().position(|span| span.contains(&run.start));
    let goes_on = |last: &Run, run: &Run| {
        let span = span_of(run);
        span == span_of(last) && (span.is_some() || is_one_name(text, last, run))
    };
    let phrases = all.chunk_by(goes_on).filter_map(|runs| {
        let (first, last) = (runs.first()?, runs.last()?);
        let atoms = atoms(&analyzer, text, runs);
        let is_alone = runs.len() == 1;
        let is_unspaced = first.text.starts_with(is_unspaced);
        let is_quoted = span_of(first).is_some() && (!is_alone || is_unspaced);
        let atoms_min = if is_alone && is_unspaced && !is_quoted { CHARACTERS_MIN } else { 2 };
        let whole = (is_alone && !is_unspaced).then(|| fold(first.text).replace('_', ""));
        let phrase = Phrase {
            range: first.start..last.start + last.text.len(),
            is_quoted,
            terms: terms(&analyzer, runs),
            whole,
            atoms,
        };
        (atoms_min..=ATOMS_MAX).contains(&phrase.atoms.len()).then_some(phrase)
    });
    phrases.take(PHRASES_MAX).collect()
}

/// Whether two adjacent runs belong to one name: only signs that join stand between them.
fn is_one_name(text: &str, first: &Run, second: &Run) -> bool {
    let gap = &text[first.start + first.text.len()..second.start];
    let is_same_script =
        first.text.starts_with(is_unspaced) == second.text.starts_with(is_unspaced);
    // "GH-12" is another spelling of "#12".
    is_same_script && second.mark != "#" && gap.chars().all(|c| "-./\\:@#+&=~‐‑".contains(c))
}

fn terms(analyzer: &Analyzer, runs: &[Run]) -> Vec<String> {
    let of_run = |run: &Run| {
        if run.text.starts_with(is_unspaced) {
            return analyzer.words(run.text).flat_map(|word| word.terms).collect();
        }
        analyzer.parts(run.text)
    };
    runs.iter().flat_map(of_run).collect()
}

fn atoms(analyzer: &Analyzer, text: &str, runs: &[Run]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut end = None;
    for run in runs {
        let mut is_joined = is_joined(text, end, run);
        for term in atoms_of(analyzer, run) {
            atoms.push(Atom { term, is_joined });
            is_joined = true;
        }
        end = Some(run.start + run.text.len());
    }
    atoms
}

fn atoms_of(analyzer: &Analyzer, run: &Run) -> Vec<String> {
    if run.text.starts_with(is_unspaced) {
        return clusters(&fold(run.text)).into_iter().map(str::to_owned).collect();
    }
    analyzer.parts(run.text)
}

fn is_joined(text: &str, end: Option<usize>, run: &Run) -> bool {
    end.is_some_and(|end| !text[end..run.start].contains(char::is_whitespace))
}

impl Phrase {
    /// Returns the items that hold the phrase, with how often; `None` when that is not told:
    /// nothing of the phrase is searched for, or its own term finds it. `places` has the items of
    /// each searched term, in order.
    pub fn postings(
        &self,
        reader: &Reader,
        collection: &Collection,
        places: &HashMap<&str, Vec<u32>>,
    ) -> Result<Option<Vec<Posting>>> {
        let is_held = |term: &String| places.get(term.as_str()).is_some_and(|at| !at.is_empty());
        if self.whole.as_ref().is_some_and(is_held) {
            return Ok(None);
        }
        let mut searched = self.terms.iter().filter_map(|term| places.get(term.as_str()));
        let Some(mut candidates) = searched.next().cloned() else { return Ok(None) };
        for of_term in searched {
            candidates.retain(|at| of_term.binary_search(at).is_ok());
        }
        let documents = collection.documents();
        candidates.sort_by_key(|at| Reverse(documents[*at as usize].started_at_ms));
        let analyzer = Analyzer::default();
        let mut left = READ_BYTES_MAX;
        let mut postings = Vec::new();
        for at in candidates {
            let text = reader.item_text(documents[at as usize].item)?;
            let Some((head, body)) = text.filter(|_| left > 0) else { continue };
            left = left.saturating_sub(head.len() + body.len());
            let (head, body) = (self.count(&analyzer, &head), self.count(&analyzer, &body));
            if head + body > 0 {
                postings.push(Posting { at, counts: Counts::new(head, body) });
            }
        }
        Ok(Some(postings))
    }

    /// Returns how often a text holds the phrase. White space between two words of it is only
    /// allowed where the phrase has some; any other sign may stand between them.
    fn count(&self, analyzer: &Analyzer, text: &str) -> u32 {
        // Each word as the first place in the phrase that has it.
        let place = |term: &str| self.atoms.iter().position(|atom| atom.term == term);
        let mut row: Vec<(Option<usize>, bool)> = Vec::new();
        let mut end = None;
        for run in runs(text) {
            let mut joined = is_joined(text, end, &run);
            if self.may_hold(run.text) {
                for term in atoms_of(analyzer, &run) {
                    row.push((place(&term), joined));
                    joined = true;
                }
            } else {
                row.push((None, joined));
            }
            end = Some(run.start + run.text.len());
        }
        let wanted: Vec<(Option<usize>, bool)> =
            self.atoms.iter().map(|atom| (place(&atom.term), atom.is_joined)).collect();
        let is_here = |window: &&[(Option<usize>, bool)]| {
            let mut pairs = window.iter().zip(&wanted).enumerate();
            pairs.all(|(at, ((word, joined), (wanted, must_join)))| {
                word == wanted && (at == 0 || *joined || !must_join)
            })
        };
        row.windows(wanted.len()).filter(is_here).count() as u32
    }

    /// Whether a run may hold a word of the phrase. The stem of a plain word begins with its first
    /// letter, so most words need not be stemmed.
    fn may_hold(&self, run: &str) -> bool {
        let is_plain = run.bytes().all(|byte| byte.is_ascii_lowercase());
        !is_plain || self.atoms.iter().any(|atom| atom.term.as_bytes()[0] == run.as_bytes()[0])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(query: &str) -> Vec<(&str, bool)> {
        let phrases = phrases(&Analyzed::of(query)).into_iter();
        phrases.map(|phrase| (&query[phrase.range], phrase.is_quoted)).collect()
    }

    fn holds(query: &str, text: &str) -> bool {
        let phrase = phrases(&Analyzed::of(query)).remove(0);
        phrase.count(&Analyzer::default(), text) > 0
    }

    #[test]
    fn phrases_are_what_stands_in_quotes_names_of_parts_and_words_without_spaces() {
        for (query, wanted) in [
            ("the \"retry queue\" fails", &[("retry queue", true)][..]),
            ("“retry queue” or «main lamp»", &[("retry queue", true), ("main lamp", true)]),
            ("why does login-throttle fail", &[("login-throttle", false)]),
            ("cut release/2.4.x, please", &[("release/2.4.x", false)]),
            ("@scope/pkg-name and c++20", &[("scope/pkg-name", false), ("c++20", false)]),
            ("node.js objective-c GH-123", &[("node.js", false), ("objective-c", false)]),
            ("retry_queue", &[("retry_queue", false)]),
            ("ประภาคาร 数据库 鍵 迁移", &[("ประภาคาร", false), ("数据库", false)]),
            ("\"迁移\"", &[("迁移", true)]),
            ("it doesn't run, don't (stop) \"now\"", &[]),
        ] {
            assert_eq!(shown(query), wanted, "{query}");
        }
    }

    #[test]
    fn a_phrase_is_held_where_its_words_are_in_a_row() {
        for (query, text) in [
            ("\"retry queue\"", "The Retry Queues lose"),
            ("\"retry queue\"", "the retry,\nqueue"),
            ("\"the retry\"", "over-the-retry"),
            ("login-throttle", "Check out feature/login-throttle-2"),
            ("login-throttle", "loginThrottle()"),
            ("login_throttle", "see `login-throttle`"),
            ("c++20", "with -std=c++20."),
            ("ประภาคาร", "ทำไมประภาคารไม่ตอบสนอง"),
            ("co\u{AD}op-store", "the coop\u{200B}-store"),
        ] {
            assert!(holds(query, text), "{query}: {text}");
        }
        for (query, text) in [
            ("\"retry queue\"", "queue retry"),
            ("\"retry queue\"", "retry the queue"),
            ("login-throttle", "login throttle"),
            ("release/2.4.x", "release 2.4.x"),
            ("ประภาคาร", "ประภา คาร"),
        ] {
            assert!(!holds(query, text), "{query}: {text}");
        }
    }

    proptest! {
        #[test]
        fn a_text_holds_the_phrases_that_are_cut_from_it(text in "[a-zA-Z#+_ .\\-/กข中\u{AD}]{0,40}") {
            for phrase in phrases(&Analyzed::of(&text)) {
                prop_assert!(phrase.count(&Analyzer::default(), &text) > 0, "{text:?} {phrase:?}");
            }
        }
    }
}
