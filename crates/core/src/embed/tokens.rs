//! Texts to token ids.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use text_splitter::ChunkSizer;
use tokenizers::{PaddingParams, TruncationParams};

use super::models::unusable;
use crate::error::{Error, Result};

/// A tokenizer that cuts at the model's window, and one that only counts.
pub struct Tokenizer {
    reading: tokenizers::Tokenizer,
    counting: tokenizers::Tokenizer,
    counted: Mutex<HashMap<Box<str>, u32>>,
}

/// Token ids of several texts, padded to one length.
pub struct Batch {
    /// Number of texts.
    pub rows: usize,
    /// Length of each.
    pub columns: usize,
    /// `rows` × `columns` ids.
    pub ids: Vec<i32>,
    /// 1 for a token, 0 for padding.
    pub mask: Vec<i32>,
}

impl Tokenizer {
    /// Reads a `tokenizer.json`; its own truncation and padding are replaced by the window's.
    pub fn load(path: &Path, window: usize) -> Result<Self> {
        if !path.exists() {
            return Err(Error::ModelMissing { path: path.to_owned() });
        }
        let failed = |error: tokenizers::Error| unusable(path, error.to_string());
        let mut counting = tokenizers::Tokenizer::from_file(path).map_err(failed)?;
        counting.with_truncation(None).map_err(failed)?.with_padding(None);
        let mut reading = counting.clone();
        let truncation = TruncationParams { max_length: window, ..TruncationParams::default() };
        reading.with_truncation(Some(truncation)).map_err(failed)?;
        reading.with_padding(Some(PaddingParams::default()));
        Ok(Self { reading, counting, counted: Mutex::default() })
    }

    /// Encodes texts with their special tokens.
    pub fn encode(&self, texts: &[String]) -> Result<Batch> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let encodings = self
            .reading
            .encode_batch_fast(texts, true)
            .map_err(|error| Error::InvalidArgument(format!("not tokenizable: {error}")))?;
        let columns = encodings.first().map_or(0, |encoding| encoding.get_ids().len());
        let as_i32 = |ids: &[u32]| ids.iter().map(|&id| id as i32).collect::<Vec<_>>();
        Ok(Batch {
            rows: encodings.len(),
            columns,
            ids: encodings.iter().flat_map(|e| as_i32(e.get_ids())).collect(),
            mask: encodings.iter().flat_map(|e| as_i32(e.get_attention_mask())).collect(),
        })
    }
}

/// Counts tokens without the special ones. A splitter asks for the same stretches again and again,
/// and words of a text repeat: each word is counted once. That is exact, as the tokenizer looks at
/// each word between spaces apart from the others.
impl ChunkSizer for &Tokenizer {
    fn size(&self, chunk: &str) -> usize {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        chunk.split_ascii_whitespace().map(|word| self.count(word, &mut counted)).sum()
    }
}

impl Tokenizer {
    fn count(&self, word: &str, counted: &mut HashMap<Box<str>, u32>) -> usize {
        if let Some(&count) = counted.get(word) {
            return count as usize;
        }
        // A WordPiece tokenizer has an unknown token and takes any text; should it ever refuse
        // one, its bytes bound the count.
        let count = self.counting.encode_fast(word, false).map_or(word.len(), |found| found.len());
        if counted.len() < COUNTED_WORDS_MAX && word.len() <= COUNTED_WORD_BYTES_MAX {
            counted.insert(word.into(), count as u32);
        }
        count
    }
}

/// Bounds of what is remembered: some megabytes.
const COUNTED_WORDS_MAX: usize = 50_000;
const COUNTED_WORD_BYTES_MAX: usize = 64;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bundled() -> Tokenizer {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let path = models.join("all-MiniLM-L6-v2-dynamic-int8/tokenizer.json");
        Tokenizer::load(&path, 256).expect("it is bundled")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counting_by_words_is_exact(texts in prop::collection::vec("\\PC{0,80}|[a-zA-Z\u{e0}-\u{ff}\u{4e00}-\u{4e30}.,_()\\[\\] \n\t-]{0,200}", 1..20)) {
            let tokenizer = bundled();
            for text in texts {
                let whole = tokenizer.counting.encode_fast(text.as_str(), false).expect("any text");
                prop_assert_eq!((&tokenizer).size(&text), whole.len(), "{:?}", text);
            }
        }
    }
}
