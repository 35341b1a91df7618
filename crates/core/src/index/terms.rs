//! Tokenizer of the full-text index: words, parts of identifiers, pairs of CJK characters.

mod stop_words;

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

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
    /// Index terms: the word's stem, or an identifier's parts and the whole identifier.
    pub terms: Vec<String>,
}

impl Word<'_> {
    /// Whether the word consists of several parts: `retry_queue`, `retryQueue`.
    pub fn is_identifier(&self) -> bool {
        self.terms.len() > 1 && !self.text.chars().any(is_cjk)
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

    /// Returns the words in the form of word lists: lower case, without accents.
    pub fn folded(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.folded.as_str())
    }
}

/// Returns the part of a query that is analyzed.
pub fn beginning(query: &str) -> &str {
    &query[..query.floor_char_boundary(QUERY_BYTES_MAX)]
}

impl Analyzer {
    /// Returns the words of a text, in order.
    pub fn words<'a>(&self, text: &'a str) -> impl Iterator<Item = Word<'a>> {
        runs(text).map(|(start, run)| self.word(start, run))
    }

    /// Returns the terms of a run of [`runs`].
    pub(crate) fn terms_of(&self, run: &str) -> Vec<String> {
        self.terms(run, &fold(run))
    }

    /// Counts the terms of a text.
    pub fn counts(&self, text: &str) -> HashMap<String, u32> {
        let mut counts = HashMap::new();
        let mut known = self.known.borrow_mut();
        for (_, run) in runs(text) {
            if let Some(terms) = known.get(run) {
                count(terms, &mut counts);
                continue;
            }
            let terms = self.terms_of(run);
            count(&terms, &mut counts);
            if run.len() <= KNOWN_WORD_BYTES_MAX && known.len() < KNOWN_WORDS_MAX {
                known.insert(run.into(), terms.into());
            }
        }
        counts
    }

    /// Returns the distinct search terms of `text`, without stop words unless there are only stop
    /// words.
    pub fn query(&self, text: &str) -> Vec<String> {
        query_terms(&self.words(text).take(QUERY_WORDS_MAX).collect::<Vec<_>>())
    }

    fn word<'a>(&self, start: usize, text: &'a str) -> Word<'a> {
        let folded = fold(text);
        let terms = self.terms(text, &folded);
        Word { text, start, folded, terms }
    }

    /// Returns the terms of a run; `folded` is the output of [`fold`] for it.
    fn terms(&self, text: &str, folded: &str) -> Vec<String> {
        let terms = if text.chars().next().is_some_and(is_cjk) {
            pairs(folded)
        } else {
            let parts: Vec<String> = parts(text).iter().map(|part| self.stem(fold(part))).collect();
            match parts.len() {
                0 | 1 => parts,
                // A common form for retry_queue, retryQueue and RetryQueue.
                _ => std::iter::once(folded.replace('_', "")).chain(parts).collect(),
            }
        };
        terms.into_iter().map(bounded).filter(|term| !term.is_empty()).collect()
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

/// Splits text into runs of letters, digits and underscores; CJK characters form separate runs.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = rest.by_ref().find(|(_, c)| c.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        while let Some(&(at, c)) = rest.peek() {
            let same = is_cjk(c) == is_cjk(first);
            let inside = c == '_' || c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c));
            if !inside || !same {
                break;
            }
            end = at + c.len_utf8();
            rest.next();
        }
        Some((start, text[start..end].trim_end_matches('_')))
    })
}

/// Converts to lower case, normalises compatibility forms and removes accents.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Remove only Latin, Greek and Cyrillic accents: in kana and other scripts, marks form letters.
    let plain = text.nfkd().filter(|c| !('\u{300}'..='\u{36F}').contains(c));
    plain.flat_map(char::to_lowercase).nfc().collect()
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

/// Whether a character belongs to a script written without spaces between words, or to Korean,
/// whose endings attach to words.
pub(crate) fn is_cjk(c: char) -> bool {
    // Fast path for most text.
    c >= '\u{1100}'
        && matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{303F}' | '\u{3040}'..='\u{30FF}'
        | '\u{3100}'..='\u{312F}' | '\u{3130}'..='\u{318F}' | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns pairs of adjacent characters; a single character is its own term.
fn pairs(run: &str) -> Vec<String> {
    let chars: Vec<char> = run.chars().collect();
    match chars.len() {
        0 | 1 => vec![run.to_owned()],
        _ => chars.windows(2).map(|pair| pair.iter().collect()).collect(),
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
    fn an_identifier_is_found_by_its_parts_and_in_any_spelling() {
        assert_eq!(terms("retry_queue"), ["retryqueue", "retri", "queue"]);
        assert_eq!(terms("retryQueue"), ["retryqueue", "retri", "queue"]);
        assert_eq!(terms("HTTPServer"), ["httpserver", "http", "server"]);
        assert_eq!(terms("_private __init__"), ["privat", "init"]);
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
        fn any_text_has_bounded_terms(text in any::<String>()) {
            for term in terms(&text) {
                prop_assert!(!term.is_empty() && term.chars().count() <= TERM_CHARS_MAX, "{term:?}");
            }
        }
    }
}
