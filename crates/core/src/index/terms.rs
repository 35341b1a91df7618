//! Tokenizer of the full-text index: words, parts of identifiers, names with signs, pairs of
//! characters of scripts without spaces.

mod runs;
mod stop_words;

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

pub(crate) use runs::{Run, clusters, fold, is_before_number, is_unspaced, runs};
pub use stop_words::{is_english_stop_word, is_stop_word};

/// Maximum length of a term. A longer run of letters and digits is data, not a word; its beginning
/// still finds it.
const TERM_CHARS_MAX: usize = 64;

/// Limit on the analyzed part of a query, such as a pasted log: the model reads a tenth of it.
const QUERY_BYTES_MAX: usize = 8 << 10;
/// Limits on words and terms: a longer query adds time and no meaning.
const QUERY_WORDS_MAX: usize = 256;
const QUERY_TERMS_MAX: usize = 48;

/// Splits text into terms. Creating one costs almost nothing.
pub struct Analyzer {
    stemmer: Stemmer,
    /// Cache of the terms of counted words: words repeat, and a lookup is cheaper.
    known: RefCell<HashMap<Box<str>, Box<[String]>>>,
}

/// Limits of a cache of words: a few hundred kilobytes.
pub(crate) const KNOWN_WORDS_MAX: usize = 8_192;
pub(crate) const KNOWN_WORD_BYTES_MAX: usize = 32;

impl Default for Analyzer {
    fn default() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), known: RefCell::default() }
    }
}

/// A word of a text with its index terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word as written in the text.
    pub text: &'a str,
    /// Byte offset in the text.
    pub start: usize,
    /// Lower case, without accents, for comparison with word lists.
    pub folded: String,
    /// Search terms: the word's stem; the whole name and then its parts; pairs of characters.
    pub terms: Vec<String>,
}

impl Word<'_> {
    /// Whether the word consists of several parts, or holds signs: `retry_queue`, `retryQueue`,
    /// `C++`, `#12`.
    pub fn is_identifier(&self) -> bool {
        let is_signed = self.text.ends_with(['+', '#']);
        is_signed || self.terms.len() > 1 && !self.text.chars().any(is_unspaced)
    }
}

/// A query, analyzed once for all users.
#[derive(Debug, Clone)]
pub struct Analyzed<'a> {
    /// The text as typed.
    pub text: &'a str,
    /// Words of the beginning of the text, in order.
    pub words: Vec<Word<'a>>,
}

impl<'a> Analyzed<'a> {
    /// Analyzes a query.
    pub fn of(text: &'a str) -> Self {
        Self { text, words: Analyzer::default().words(beginning(text)).collect() }
    }

    /// Returns the terms to search for; see [`Analyzer::query`].
    pub fn terms(&self) -> Vec<String> {
        query_terms(&self.words[..self.words.len().min(QUERY_WORDS_MAX)])
    }

    /// Returns the words in the form of word lists: lower case, without accents. Pictures are none.
    pub fn folded(&self) -> impl Iterator<Item = &str> {
        let words = self.words.iter().map(|word| word.folded.as_str());
        words.filter(|word| word.starts_with(char::is_alphanumeric))
    }
}

/// Returns the part of a query that is analyzed.
pub fn beginning(query: &str) -> &str {
    &query[..query.floor_char_boundary(QUERY_BYTES_MAX)]
}

impl Analyzer {
    /// Returns the words of a text, in order.
    pub fn words<'a>(&self, text: &'a str) -> impl Iterator<Item = Word<'a>> {
        runs(text).map(|run| {
            let folded = fold(run.text);
            let terms = self.terms(run, &folded);
            Word { text: run.text, start: run.start, folded, terms }
        })
    }

    /// Returns the terms by which a run of a text is found: those that search for it, and in a
    /// script without spaces each character too.
    pub(crate) fn terms_of(&self, run: Run) -> Vec<String> {
        let folded = fold(run.text);
        let mut terms = self.terms(run, &folded);
        if run.text.starts_with(is_unspaced) {
            let single = clusters(&folded);
            let single = single.iter().filter(|_| single.len() > 1);
            terms.extend(single.map(|each| bounded((*each).to_owned())));
        }
        terms
    }

    /// Counts the terms of a text.
    pub fn counts(&self, text: &str) -> HashMap<String, u32> {
        let mut counts = HashMap::new();
        let mut known = self.known.borrow_mut();
        for run in runs(text) {
            let is_plain = run.mark.is_empty();
            if let Some(terms) = known.get(run.text).filter(|_| is_plain) {
                count(terms, &mut counts);
                continue;
            }
            let terms = self.terms_of(run);
            count(&terms, &mut counts);
            let is_short = run.text.len() <= KNOWN_WORD_BYTES_MAX;
            if is_plain && is_short && known.len() < KNOWN_WORDS_MAX {
                known.insert(run.text.into(), terms.into());
            }
        }
        counts
    }

    /// Returns the distinct search terms of `text`, without stop words unless there are only stop
    /// words.
    pub fn query(&self, text: &str) -> Vec<String> {
        query_terms(&self.words(text).take(QUERY_WORDS_MAX).collect::<Vec<_>>())
    }

    /// Returns the search terms of a run; `folded` is the output of [`fold`] for it.
    fn terms(&self, run: Run, folded: &str) -> Vec<String> {
        let terms = if run.text.starts_with(is_unspaced) {
            pairs(folded)
        } else {
            let parts: Vec<String> = self.parts(run.text);
            match parts.len() {
                0 | 1 if !run.mark.is_empty() => {
                    std::iter::once(format!("{}{folded}", run.mark)).chain(parts).collect()
                }
                // The beginning by which a commit is named.
                0 | 1 if is_hash(folded) => {
                    vec![folded[..HASH_CHARS].to_owned(), folded.to_owned()]
                }
                0 | 1 => parts,
                // A common form for retry_queue, retryQueue and RetryQueue.
                _ => std::iter::once(folded.replace('_', "")).chain(parts).collect(),
            }
        };
        terms.into_iter().map(bounded).filter(|term| !term.is_empty()).collect()
    }

    /// Returns the stems of the parts of an identifier; of another word, its stem.
    pub(crate) fn parts(&self, run: &str) -> Vec<String> {
        let parts = parts(run).into_iter().map(|part| bounded(self.stem(fold(part))));
        parts.filter(|part| !part.is_empty()).collect()
    }

    fn stem(&self, word: String) -> String {
        let plain = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        if plain { self.stemmer.stem(&word).into_owned() } else { word }
    }
}

fn query_terms(words: &[Word]) -> Vec<String> {
    let content = words.iter().filter(|word| !is_stop_word(&word.folded));
    let terms = distinct(content);
    if terms.is_empty() { distinct(words.iter()) } else { terms }
}

fn count(terms: &[String], counts: &mut HashMap<String, u32>) {
    for term in terms {
        match counts.get_mut(term) {
            Some(count) => *count += 1,
            None => drop(counts.insert(term.clone(), 1)),
        }
    }
}

/// Returns the distinct terms of some words, at most as many as a search uses.
pub fn distinct<'a>(words: impl Iterator<Item = &'a Word<'a>>) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    for term in words.flat_map(|word| &word.terms) {
        if !terms.contains(term) && terms.len() < QUERY_TERMS_MAX {
            terms.push(term.clone());
        }
    }
    terms
}

/// Characters of a commit's hash that name it.
const HASH_CHARS: usize = 7;

/// Whether a folded run is the hash of a commit, or its beginning.
fn is_hash(folded: &str) -> bool {
    let digits = folded.bytes().filter(u8::is_ascii_digit).count();
    (HASH_CHARS + 1..=40).contains(&folded.len())
        && (1..folded.len()).contains(&digits)
        && folded.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn bounded(mut term: String) -> String {
    if term.len() <= TERM_CHARS_MAX {
        return term;
    }
    if let Some((end, _)) = term.char_indices().nth(TERM_CHARS_MAX) {
        term.truncate(end);
    }
    term
}

/// Returns pairs of adjacent characters; a single character is its own term.
fn pairs(folded: &str) -> Vec<String> {
    match &clusters(folded)[..] {
        [] => Vec::new(),
        [single] => vec![(*single).to_owned()],
        all => all.windows(2).map(<[&str]>::concat).collect(),
    }
}

/// Splits an identifier at underscores and where capitals start a word.
fn parts(run: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for piece in run.split('_').filter(|piece| !piece.is_empty()) {
        let chars: Vec<(usize, char)> = piece.char_indices().collect();
        let mut start = 0;
        for at in 1..chars.len() {
            let (before, here) = (chars[at - 1].1, chars[at].1);
            let next_is_small = chars.get(at + 1).is_some_and(|(_, c)| c.is_lowercase());
            let begins = here.is_uppercase()
                && (before.is_lowercase() || (before.is_uppercase() && next_is_small));
            if begins && at - start_chars(&chars, start) > 1 {
                parts.push(&piece[start..chars[at].0]);
                start = chars[at].0;
            }
        }
        parts.push(&piece[start..]);
    }
    parts
}

fn start_chars(chars: &[(usize, char)], byte: usize) -> usize {
    chars.partition_point(|(at, _)| *at < byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> Vec<String> {
        Analyzer::default().words(text).flat_map(|word| word.terms).collect()
    }

    #[test]
    fn words_are_stemmed_and_lose_case_and_accents() {
        assert_eq!(
            terms("The Queues were retried, Café!"),
            ["the", "queue", "were", "retri", "cafe"]
        );
        assert_eq!(terms("v2 sha256 2026-11-22"), ["v2", "sha256", "2026", "11", "22"]);
    }

    #[test]
    fn a_letter_that_a_keyboard_lacks_is_found_as_it_is_spelled_without_it() {
        for (written, typed) in [
            ("Straße STRAẞE", "strasse strasse"),
            ("Łódź smørrebrød Cœur hjælp", "lodz smorrebrod coeur hjaelp"),
            ("ışık IŞIK İstanbul Đèn", "isik isik istanbul den"),
        ] {
            assert_eq!(terms(written), terms(typed), "{written}");
        }
    }

    #[test]
    fn an_identifier_is_found_by_its_parts_and_in_any_spelling() {
        assert_eq!(terms("retry_queue"), ["retryqueue", "retri", "queue"]);
        assert_eq!(terms("retryQueue"), ["retryqueue", "retri", "queue"]);
        assert_eq!(terms("HTTPServer"), ["httpserver", "http", "server"]);
        assert_eq!(terms("_private __init__"), ["privat", "init"]);
    }

    /// The terms by which a text is found.
    fn found_by(text: &str) -> Vec<String> {
        let mut terms: Vec<String> = Analyzer::default().counts(text).into_keys().collect();
        terms.sort_unstable();
        terms
    }

    #[test]
    fn names_of_a_letter_and_signs_are_words() {
        assert_eq!(terms("C++, C# (F#) g++"), ["c++", "c#", "f#", "g++"]);
        assert_eq!(
            terms("-std=c++20 count++ A+ foo#bar"),
            ["std", "c++", "20", "count", "a", "foo", "bar"]
        );
        assert_eq!(
            terms(".NET src/.env done.Next e.g. a..b"),
            [".net", "net", "src", ".env", "env", "done", "next", "e", "g", "a", "b"]
        );
    }

    #[test]
    fn the_number_of_an_issue_is_the_same_in_any_spelling() {
        for text in ["#123", "PR 123", "GH-123", "pull/123", "repo#123", "issue #123"] {
            assert!(terms(text).contains(&"#123".to_owned()), "{text}");
            assert!(found_by(text).contains(&"123".to_owned()), "{text}");
        }
        for text in ["123 issues", "port 123", "PR, and 123", "#v123"] {
            assert!(!terms(text).contains(&"#123".to_owned()), "{text}");
        }
    }

    #[test]
    fn a_commit_is_found_by_any_beginning_of_its_hash() {
        assert_eq!(terms("3744b409"), ["3744b40", "3744b409"]);
        assert_eq!(terms("3744b409f00dfeed 3744b40")[..2], ["3744b40", "3744b409f00dfeed"]);
        assert_eq!(terms("20261122 defaced effaced0x"), ["20261122", "defac", "effaced0x"]);
    }

    #[test]
    fn what_is_not_seen_changes_no_word() {
        for text in ["co\u{AD}operation", "coop\u{200B}eration", "cooperat\u{2060}ion\u{FEFF}"] {
            assert_eq!(terms(text), terms("cooperation"), "{text:?}");
        }
        assert_eq!(terms("Cafe\u{301} n\u{303}u ガ"), terms("Café ñu カ\u{3099}"));
    }

    #[test]
    fn a_picture_is_a_word_in_any_form() {
        assert_eq!(terms("a 🚀🔥 ❤\u{FE0F} 👍🏽"), ["a", "🚀", "🔥", "❤", "👍"]);
        assert_eq!(terms("🇩🇪🇫🇷 👩🏽\u{200D}💻"), ["🇩🇪", "🇫🇷", "👩💻"]);
        assert_eq!(terms("a → b, == •"), ["a", "b"]);
    }

    #[test]
    fn one_character_of_a_script_without_spaces_finds_the_words_around_it() {
        assert_eq!(terms("港"), ["港"]);
        assert!(found_by("港口的").contains(&"港".to_owned()));
        assert_eq!(found_by("키가"), ["가", "키", "키가"]);
        for (word, text) in [
            ("ประภาคาร", "ทำไมประภาคารไม่ตอบสนอง"),
            ("ຖານຂໍ້ມູນ", "ກວດຖານຂໍ້ມູນນີ້"),
            ("ទិន្នន័យ", "មូលដ្ឋានទិន្នន័យថ្មី"),
            ("ဒေတာ", "ဒီဒေတာဘေ့စ်ကို"),
            ("등대", "등대가"),
        ] {
            let text = found_by(text);
            let word = terms(word);
            assert!(!word.is_empty() && word.iter().all(|term| text.contains(term)), "{word:?}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_found_by_pairs() {
        assert_eq!(terms("数据库port端口"), ["数据", "据库", "port", "端口"]);
        assert_eq!(terms("キュー 가나다 中"), ["キュ", "ュー", "가나", "나다", "中"]);
    }

    #[test]
    fn a_word_knows_where_it_stands() {
        let text = "a (retry_queue) x";
        let analyzer = Analyzer::default();
        let word = analyzer.words(text).nth(1).expect("three words");
        assert_eq!(
            (word.text, &text[word.start..word.start + word.text.len()]),
            ("retry_queue", "retry_queue")
        );
    }

    proptest! {
        #[test]
        fn the_term_of_a_word_begins_with_its_first_letter(word in "[A-Za-z][a-z]{0,12}") {
            let first = word[..1].to_ascii_lowercase();
            let terms = terms(&word);
            prop_assert!(terms.len() == 1 && terms[0].starts_with(&first), "{terms:?}");
        }

        #[test]
        fn any_text_has_bounded_terms_and_is_found_by_them(text in any::<String>()) {
            let found_by = found_by(&text);
            for term in terms(&text) {
                prop_assert!(!term.is_empty() && term.chars().count() <= TERM_CHARS_MAX, "{term:?}");
                prop_assert!(found_by.contains(&term), "{term:?}");
            }
        }
    }
}
