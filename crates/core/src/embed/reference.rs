//! Tokenizers of any kind, from the crate `tokenizers`: for models whose tokenizer is not BERT's,
//! and as the reference that our own tokenizer is tested against.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tokenizers::TruncationParams;

use super::models::unusable;
use crate::error::{Error, Result};

/// A tokenizer that truncates to the model's window, and one that only counts.
pub(super) struct Reference {
    reading: tokenizers::Tokenizer,
    counting: tokenizers::Tokenizer,
    counted: Mutex<HashMap<Box<str>, u32>>,
}

impl Reference {
    /// Loads a `tokenizer.json`. Truncation at the window replaces the file's own truncation and
    /// padding.
    pub(super) fn load(path: &Path, window: usize) -> Result<Self> {
        let failed = |error: tokenizers::Error| unusable(path, error.to_string());
        let mut counting = tokenizers::Tokenizer::from_file(path).map_err(failed)?;
        counting.with_truncation(None).map_err(failed)?.with_padding(None);
        let mut reading = counting.clone();
        let truncation = TruncationParams { max_length: window, ..TruncationParams::default() };
        reading.with_truncation(Some(truncation)).map_err(failed)?;
        Ok(Self { reading, counting, counted: Mutex::default() })
    }

    /// Returns the token ids of a text, including special tokens.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>> {
        let encoding = self.reading.encode_fast(text, true);
        let encoding = encoding
            .map_err(|error| Error::InvalidArgument(format!("not tokenizable: {error}")))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Returns the number of tokens without special tokens, counting each word between spaces
    /// separately. Each distinct word is tokenized once: a splitter measures the same passages
    /// repeatedly, and words recur.
    pub(super) fn count(&self, text: &str) -> usize {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        text.split_ascii_whitespace().map(|word| self.count_word(word, &mut counted)).sum()
    }

    fn count_word(&self, word: &str, counted: &mut HashMap<Box<str>, u32>) -> usize {
        if let Some(&count) = counted.get(word) {
            return count as usize;
        }
        let count = self.count_whole(word);
        if counted.len() < COUNTED_WORDS_MAX && word.len() <= COUNTED_WORD_BYTES_MAX {
            counted.insert(word.into(), count as u32);
        }
        count
    }

    /// Returns the number of tokens without special tokens.
    pub(super) fn count_whole(&self, text: &str) -> usize {
        // Most tokenizers accept any text. When one refuses, the byte length is an upper bound.
        self.counting.encode_fast(text, false).map_or(text.len(), |found| found.len())
    }
}

/// Limits of the word cache: a few megabytes.
const COUNTED_WORDS_MAX: usize = 50_000;
const COUNTED_WORD_BYTES_MAX: usize = 64;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bundled() -> Reference {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let path = models.join("all-MiniLM-L6-v2-dynamic-int8/tokenizer.json");
        Reference::load(&path, 256).expect("it is bundled")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counting_by_words_is_exact(texts in prop::collection::vec("\\PC{0,80}|[a-zA-Z\u{e0}-\u{ff}\u{4e00}-\u{4e30}.,_()\\[\\] \n\t-]{0,200}", 1..20)) {
            let tokenizer = bundled();
            for text in texts {
                prop_assert_eq!(tokenizer.count(&text), tokenizer.count_whole(&text), "{:?}", text);
            }
        }
    }
}
