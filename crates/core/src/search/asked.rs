//! The parts of a query that a person named: words, and names of things in a program.

use std::ops::Range;

use crate::index::terms::{
    Analyzed, Word, is_before_number, is_english_stop_word, is_stop_word, is_unspaced,
};
use crate::store::fts;

/// A name or a word of a query, without stop words and single letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedPart<'q> {
    /// As typed.
    pub text: &'q str,
    /// Byte range in the query.
    pub range: Range<usize>,
    /// Its words.
    pub words: Vec<Word<'q>>,
    /// Whether it looks like the name of something: an identifier, a path, a number, an
    /// abbreviation, a quoted word, a capital letter inside a sentence.
    pub is_name: bool,
    /// Whether it is one word of small letters that may hold a typing error.
    pub is_plain: bool,
}

/// Characters around a word that do not belong to it.
const AROUND: &[char] = &[
    ',', '.', ';', ':', '!', '?', '(', ')', '[', ']', '{', '}', '"', '\'', '`', '…', '“', '”', '‘',
    '’', '«', '»', '„', '¿', '¡', '*',
];

/// Returns the parts of an analyzed query, in order.
pub fn parts<'q>(query: &Analyzed<'q>) -> Vec<AskedPart<'q>> {
    let quoted = quoted(query.text);
    // German capitalises every noun.
    let capitals_tell = !is_in_other_language(query);
    // "PR" of "PR 12" only says what the number is.
    let is_number = |word: &Word| word.terms.first().is_some_and(|term| term.starts_with('#'));
    let pairs = query.words.windows(2);
    let pairs = pairs.filter(|pair| is_number(&pair[1]) && is_before_number(pair[0].text));
    let before_numbers: Vec<usize> = pairs.map(|pair| pair[0].start).collect();
    let mut words = query.words.iter().peekable();
    let mut parts = Vec::new();
    let mut begins_sentence = true;
    for token in tokens(query.text) {
        let text = query.text[token.clone()].trim_matches(AROUND);
        let mut inside: Vec<&Word> = Vec::new();
        while let Some(word) = words.next_if(|word| word.start < token.end) {
            inside.push(word);
        }
        let is_quoted =
            quoted.iter().any(|span| span.start <= token.start && token.end <= span.end);
        let whole = fts::is_name(text);
        let groups =
            if whole { vec![inside] } else { inside.into_iter().map(|w| vec![w]).collect() };
        for group in groups {
            let Some(range) = range_of(&group) else { continue };
            let alone = group.len() == 1 && range.len() == text.len();
            let typed = if whole { text } else { &query.text[range.clone()] };
            let tells = |word: &&Word| before_numbers.contains(&word.start);
            if is_empty(&group, whole) || group.iter().all(tells) {
                continue;
            }
            let capital =
                capitals_tell && typed.starts_with(char::is_uppercase) && !begins_sentence;
            let is_name = whole || is_quoted || capital || looks_like_name(&group);
            let is_plain = alone && !is_quoted && !looks_like_name(&group) && !whole;
            let words = group.into_iter().cloned().collect();
            parts.push(AskedPart { text: typed, range, words, is_name, is_plain });
        }
        begins_sentence = query.text[token].ends_with(['.', '!', '?', ':']);
    }
    parts
}

/// Whether most stop words of a query are of another language than English. Its other words are then
/// unusual to an English word list, and no typing errors.
pub fn is_in_other_language(query: &Analyzed) -> bool {
    let stop_words = || query.folded().filter(|word| is_stop_word(word));
    let english = stop_words().filter(|word| is_english_stop_word(word)).count();
    2 * english < stop_words().count()
}

/// Returns the runs without white space.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_whitespace().map(|token| {
        let start = token.as_ptr() as usize - text.as_ptr() as usize;
        start..start + token.len()
    })
}

fn range_of(group: &[&Word]) -> Option<Range<usize>> {
    let (first, last) = (group.first()?, group.last()?);
    Some(first.start..last.start + last.text.len())
}

/// Whether a part names nothing: a stop word or a single letter.
fn is_empty(group: &[&Word], whole: bool) -> bool {
    let says_nothing = |word: &&Word| {
        let mut chars = word.text.chars();
        let is_letter = chars.next().is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c))
            && chars.next().is_none();
        is_letter || is_stop_word(&word.folded)
    };
    !whole && group.iter().all(says_nothing)
}

/// Whether a word is an identifier, a long number, a mix of letters and digits, or an abbreviation.
fn looks_like_name(group: &[&Word]) -> bool {
    group.iter().any(|word| {
        let digits = word.text.chars().filter(char::is_ascii_digit).count();
        let length = word.text.chars().count();
        let is_number = digits == length;
        let is_year = is_number && (2000..=2100).contains(&word.text.parse::<i32>().unwrap_or(0));
        let capitals = word.text.chars().skip(1).any(char::is_uppercase);
        word.is_identifier()
            || word.text.contains('_')
            || capitals
            || (digits > 0 && !is_number)
            || (is_number && length > 2 && !is_year)
    })
}

/// Returns the quoted ranges whose words are asked for in a row, and nothing else. A single quote
/// or a backtick names a thing and asks for no more.
pub fn quoted_phrases(text: &str) -> Vec<Range<usize>> {
    let mut spans = quoted(text);
    spans.retain(|span| !text[span.start..].starts_with(['\'', '`']));
    spans
}

/// Quotation marks, each with those that may close it.
const QUOTES: [(char, &[char]); 10] = [
    ('"', &['"']),
    ('`', &['`']),
    ('\'', &['\'']),
    ('“', &['”', '“']),
    ('”', &['”']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('»', &['«']),
    ('「', &['」']),
    ('『', &['』']),
];

/// Returns the ranges in quotation marks, with these.
fn quoted(text: &str) -> Vec<Range<usize>> {
    let closing_of = |c: char| QUOTES.iter().find(|(open, _)| *open == c).map(|(_, close)| *close);
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some((offset, open)) =
        text[at..].char_indices().find(|(_, c)| closing_of(*c).is_some())
    {
        let start = at + offset;
        at = start + open.len_utf8();
        // An apostrophe inside a word opens nothing.
        let after_letter = text[..start].ends_with(char::is_alphanumeric);
        let end = closing_of(open).and_then(|close| closing(&text[at..], open, close));
        if let Some(end) = end.filter(|_| !(open == '\'' && after_letter)) {
            spans.push(start..at + end);
            at += end;
        }
    }
    spans
}

/// Returns the end of the first closing mark; of one that may also open, the first that no letter
/// follows.
fn closing(text: &str, open: char, close: &[char]) -> Option<usize> {
    let ends = text.match_indices(close).map(|(at, mark)| (at + mark.len(), mark));
    let is_letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let mut ends =
        ends.filter(|(end, mark)| !mark.starts_with(open) || !text[*end..].starts_with(is_letter));
    ends.next().map(|(end, _)| end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Vec<String> {
        let parts = parts(&Analyzed::of(text));
        parts.into_iter().filter(|part| part.is_name).map(|part| part.text.to_owned()).collect()
    }

    fn plain(text: &str) -> Vec<String> {
        let parts = parts(&Analyzed::of(text));
        parts.into_iter().filter(|part| part.is_plain).map(|part| part.text.to_owned()).collect()
    }

    #[test]
    fn names_of_things_are_told_from_words() {
        let text = "Why does ShouldIgnoreSession call retry_queue in src/store/db.rs on port 8080?";
        assert_eq!(names(text), ["ShouldIgnoreSession", "retry_queue", "src/store/db.rs", "8080"]);
        assert_eq!(names("the NAPI addon, v2 and Grafana"), ["NAPI", "v2", "Grafana"]);
        assert_eq!(names("Grafana was slow. Caroline said so in 2026"), [""; 0]);
        assert_eq!(names("warum hat der Test keine Datenbank"), [""; 0]);
        assert_eq!(names("the 'retry queue' and \"the lamp\""), ["retry", "queue", "lamp"]);
    }

    #[test]
    fn plain_words_may_hold_typing_errors_and_names_may_not() {
        assert_eq!(plain("Shaddow brnach, colision!"), ["Shaddow", "brnach", "colision"]);
        for text in [
            "src/brnach",
            "brnach.rs",
            "--brnach",
            "re-brnach",
            "brnach_x",
            "brnaCh",
            "brnach2",
            "\"brnach\"",
            "`brnach`",
            "'brnach'",
            "the brnach's",
        ] {
            assert_eq!(plain(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_query_in_another_language_is_recognised_by_its_stop_words() {
        for (text, other) in [
            ("warum schlägt der rebase fehl", true),
            ("pourquoi le test échoue", true),
            ("why does the process die", false),
            ("shadow brnach", false),
        ] {
            assert_eq!(is_in_other_language(&Analyzed::of(text)), other, "{text}");
        }
    }

    #[test]
    fn stop_words_and_single_letters_are_no_parts() {
        assert!(parts(&Analyzed::of("what is it with a b ? …")).is_empty());
        assert_eq!(parts(&Analyzed::of("端口 of x")).len(), 1);
    }

    proptest! {
        #[test]
        fn parts_of_any_text_lie_in_it_in_order(text in any::<String>()) {
            let mut end = 0;
            for part in parts(&Analyzed::of(&text)) {
                prop_assert!(part.range.start >= end && part.range.end <= text.len());
                end = part.range.end;
                prop_assert!(!part.words.is_empty() && text.get(part.range).is_some());
            }
        }
    }
}
