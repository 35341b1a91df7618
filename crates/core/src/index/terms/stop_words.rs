//! Stop words: words that do not name a subject.

use std::sync::LazyLock;

use crate::word_list::WordList;

static STOP_WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../../data/index/stop_words.txt")));

/// Whether a word, lower case and without accents, is a stop word.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// Number of the English section.
const ENGLISH: usize = 1;

/// Whether a word, lower case and without accents, is an English stop word.
pub fn is_english_stop_word(word: &str) -> bool {
    STOP_WORDS.section_contains(ENGLISH, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_stop_words_are_told_from_others() {
        assert!(is_english_stop_word("the") && is_english_stop_word("why"));
        assert!(!is_english_stop_word("der") && is_stop_word("der"));
    }
}
