//! Splits a paragraph into sentences.

use std::ops::Range;

use super::trimmed;

/// Minimum bytes of a sentence. A shorter piece joins the next sentence: "e.g.", "No."
const SENTENCE_BYTES_MIN: usize = 16;

/// Returns the byte ranges of the sentences of a text, in order, without surrounding whitespace. A
/// short one is part of the next.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    split(text, SENTENCE_BYTES_MIN)
}

/// Returns the same, with short sentences on their own.
pub fn all_sentences(text: &str) -> Vec<Range<usize>> {
    split(text, 1)
}

/// Whether a sentence is too short to be shown alone.
pub fn is_short(sentence: &str) -> bool {
    sentence.len() < SENTENCE_BYTES_MIN
}

/// The marks of a question.
pub const QUESTION_MARKS: [char; 3] = ['?', '？', '؟'];

/// Whether a text ends as a question.
pub fn is_question(text: &str) -> bool {
    text.trim_end().ends_with(QUESTION_MARKS)
}

fn split(text: &str, bytes_min: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let follows = &text[end..];
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => is_boundary(&text[start..at], follows),
            '\n' => text[start..at].trim_end().ends_with([';', '!', '?', '.']),
            _ => false,
        };
        if !ends {
            continue;
        }
        let end = end + closing(follows);
        while chars.peek().is_some_and(|(next, _)| *next < end) {
            chars.next();
        }
        if text[start..end].trim().len() >= bytes_min || end == text.len() {
            found.push(trimmed(text, start..end));
            start = end;
        }
    }
    found.push(trimmed(text, start..text.len()));
    found.retain(|range| !range.is_empty());
    found
}

/// Whether a punctuation mark ends a sentence: whitespace or the end of the text follows, and the
/// word before is neither a number of up to 3 digits nor an abbreviation.
fn is_boundary(before: &str, follows: &str) -> bool {
    let rest = &follows[closing(follows)..];
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_start_matches(['(', '"', '*', '_']);
    let numbered = !word.is_empty() && word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
    let short = matches!(word, "e.g" | "i.e" | "vs" | "etc" | "cf" | "approx" | "No");
    (rest.is_empty() || rest.starts_with(char::is_whitespace)) && !numbered && !short
}

/// Returns the byte length of the quotes, brackets and emphasis marks that close a sentence.
fn closing(follows: &str) -> usize {
    let rest = follows.trim_start_matches([')', '"', '\'', '*', '_', '`', ']', '”', '’', '»']);
    follows.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn sentences_end_at_their_signs() {
        assert_eq!(
            read("It was slow (see 1.2). **Why is that?** The file config.rs, e.g. its head."),
            ["It was slow (see 1.2).", "**Why is that?**", "The file config.rs, e.g. its head."]
        );
        assert_eq!(
            read("ポートは六五四三です。本番は違います。"),
            ["ポートは六五四三です。", "本番は違います。"]
        );
        assert_eq!(read("no end"), ["no end"]);
        assert_eq!(read("  "), Vec::<&str>::new());
    }

    proptest! {
        #[test]
        fn nothing_of_any_text_is_lost(text in "[a-c .!?)\"\\n。é]{0,60}") {
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(squeezed(&read(&text).concat()), squeezed(&text));
        }
    }
}
