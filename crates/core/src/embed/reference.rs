//! The crate `tokenizers`, as the reference that our own tokenizer is tested against.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

/// A tokenizer that truncates to the model's window, and one that only counts.
pub(super) struct Reference {
    reading: Tokenizer,
    counting: Tokenizer,
}

impl Reference {
    /// Loads a `tokenizer.json`. Truncation at the window replaces the file's own truncation and
    /// padding.
    pub(super) fn load(path: &Path, window: usize) -> Self {
        let mut counting = Tokenizer::from_file(path).expect("a tokenizer");
        counting.with_truncation(None).expect("none").with_padding(None);
        let mut reading = counting.clone();
        let truncation = TruncationParams { max_length: window, ..TruncationParams::default() };
        reading.with_truncation(Some(truncation)).expect("a window");
        Self { reading, counting }
    }

    /// Returns the token ids of a text, including special tokens.
    pub(super) fn encode(&self, text: &str) -> Vec<u32> {
        self.reading.encode_fast(text, true).expect("any text").get_ids().to_vec()
    }

    /// Returns the number of tokens without special tokens.
    pub(super) fn count(&self, text: &str) -> usize {
        self.counting.encode_fast(text, false).expect("any text").len()
    }
}
