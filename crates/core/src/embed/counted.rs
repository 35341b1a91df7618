//! Counts the tokens of many parts of one text.
//!
//! Splitting a text asks for the sizes of many parts that overlap. Words are read once here; of a
//! part, only the words that it cuts are read again.

use std::cell::RefCell;
use std::ops::Range;

use text_splitter::ChunkSizer;

use super::tokens::Tokenizer;
use super::wordpiece::{SPACES, WordPiece};

/// A text whose parts are counted.
pub struct CountedText<'t> {
    tokenizer: &'t Tokenizer,
    text: &'t str,
    /// The words that were read so far.
    words: RefCell<Words>,
}

#[derive(Default)]
struct Words {
    all: Vec<Word>,
    /// Number of bytes that were read.
    read: usize,
    /// Number of tokens of all words.
    tokens: usize,
    /// Room to work in.
    normalized: String,
}

/// What stands between two spaces.
struct Word {
    range: Range<usize>,
    /// Number of tokens of the words before it.
    before: usize,
}

impl<'t> CountedText<'t> {
    /// Prepares for counting parts of a text. Nothing is read yet.
    pub fn of(text: &'t str, tokenizer: &'t Tokenizer) -> Self {
        Self { tokenizer, text, words: RefCell::default() }
    }

    /// Returns where a part lies in the text; `None` when it is none of its parts.
    fn range_of(&self, part: &str) -> Option<Range<usize>> {
        let start = part.as_ptr().addr().checked_sub(self.text.as_ptr().addr())?;
        (start + part.len() <= self.text.len()).then(|| start..start + part.len())
    }
}

/// Counts tokens without special tokens, as the tokenizer itself does.
impl ChunkSizer for CountedText<'_> {
    fn size(&self, part: &str) -> usize {
        match (self.tokenizer.of_single_words(), self.range_of(part)) {
            (Some(wordpiece), Some(range)) => {
                self.words.borrow_mut().count(self.text, &range, wordpiece)
            }
            _ => self.tokenizer.size(part),
        }
    }
}

impl Words {
    fn count(&mut self, text: &str, range: &Range<usize>, wordpiece: &WordPiece) -> usize {
        self.read_until(range.end, text, wordpiece);
        let first = self.all.partition_point(|word| word.range.end <= range.start);
        let end = self.all.partition_point(|word| word.range.start < range.end);
        let mut count = self.tokens_before(end) - self.tokens_before(first);
        // A part cuts two words at most: its first and its last.
        let last = end.checked_sub(1).filter(|last| *last > first);
        for at in [Some(first).filter(|first| *first < end), last].into_iter().flatten() {
            let word = &self.all[at].range;
            let inside = word.start.max(range.start)..word.end.min(range.end);
            if inside != *word {
                count -= self.tokens_before(at + 1) - self.tokens_before(at);
                count += wordpiece.count(&text[inside], &mut self.normalized);
            }
        }
        count
    }

    /// Returns the number of tokens of the words before the word at this index.
    fn tokens_before(&self, at: usize) -> usize {
        self.all.get(at).map_or(self.tokens, |word| word.before)
    }

    /// Reads the words that begin before `end`.
    fn read_until(&mut self, end: usize, text: &str, wordpiece: &WordPiece) {
        while self.read < end {
            let rest = &text[self.read..];
            let start = text.len() - rest.trim_start_matches(SPACES).len();
            let word = text[start..].split(SPACES).next().unwrap_or_default();
            self.read = start + word.len();
            if !word.is_empty() {
                let range = start..self.read;
                self.all.push(Word { range, before: self.tokens });
                self.tokens += wordpiece.count(word, &mut self.normalized);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static TOKENIZER: LazyLock<Tokenizer> = LazyLock::new(|| {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let path = models.join("all-MiniLM-L6-v2-dynamic-int8/tokenizer.json");
        let json = std::fs::read_to_string(path).expect("it is bundled");
        Tokenizer::of_words(WordPiece::parse(&json).expect("BERT's tokenizer").into())
    });

    #[test]
    fn a_text_of_its_own_is_counted_too() {
        let counted = CountedText::of("one two", &TOKENIZER);
        assert_eq!(counted.size("three more words"), 3);
        assert_eq!(counted.size("one two"), 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn parts_are_counted_as_texts_of_their_own_are(
            text in "([a-zA-Z\u{e0}-\u{24f}\u{300}-\u{345}\u{4e00}-\u{4e30}.,_()#\\[\\]\u{a0}\u{b} \n\t\r-]|\\[SEP\\]| {3}|queues){0,80}",
            cuts in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 1..12),
        ) {
            let counted = CountedText::of(&text, &TOKENIZER);
            for (one, other) in cuts {
                let [one, other] = [one, other].map(|cut| {
                    text.floor_char_boundary(cut.index(text.len() + 1))
                });
                let part = &text[one.min(other)..one.max(other)];
                prop_assert_eq!(counted.size(part), (&*TOKENIZER).size(part), "{:?}", part);
            }
        }
    }
}
