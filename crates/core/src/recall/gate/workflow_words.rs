//! Words, sayings and phrases of the workflow itself: prompts made of these ask for work, not for
//! the past.

use std::sync::LazyLock;

use crate::word_list::{WordList, lines, words};

static WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../../data/recall/workflow_words.txt")));
static SAYINGS: LazyLock<Vec<&str>> =
    LazyLock::new(|| lines(include_str!("../../../data/recall/sayings.txt")).collect());
static PHRASES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("../../../data/recall/phrases.txt")).collect());

/// Whether a word, in lower case and without accents, is a workflow word.
pub fn is_workflow_word(word: &str) -> bool {
    WORDS.contains(word)
}

/// Returns the sayings: several words each, folded like words.
pub fn sayings() -> &'static [&'static str] {
    &SAYINGS
}

/// Returns the phrases of scripts without spaces between words, in each language the longest first.
pub fn phrases() -> &'static [&'static str] {
    &PHRASES
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn sayings_are_of_several_words_and_none_is_there_twice() {
        let mut seen = HashSet::new();
        for saying in sayings() {
            assert!(
                saying.split(' ').count() > 1 && saying.split(' ').all(|word| !word.is_empty())
            );
            assert_eq!(*saying, saying.to_lowercase());
            assert!(seen.insert(saying), "{saying}");
        }
    }

    #[test]
    fn in_each_language_the_longest_phrases_stand_first() {
        let mut languages = 0;
        let mut seen = HashSet::new();
        let mut before: Option<&str> = None;
        for phrase in phrases() {
            let order =
                |phrase: &str| (std::cmp::Reverse(phrase.chars().count()), phrase.to_owned());
            if before.is_none_or(|before| order(before) >= order(phrase)) {
                languages += 1;
            }
            assert!(seen.insert(phrase), "{phrase}");
            before = Some(phrase);
        }
        assert_eq!(languages, 3, "Chinese, Japanese and Korean are sorted");
    }
}
