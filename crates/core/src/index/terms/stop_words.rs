//! Stop words: words that say nothing about the subject.

use std::sync::LazyLock;

use crate::word_list::WordList;

static STOP_WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../../data/index/stop_words.txt")));

/// Whether a word, lower case and without accents, is a stop word.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}
