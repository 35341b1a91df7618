//! Texts to token ids.

use std::path::Path;

use text_splitter::ChunkSizer;
use tokenizers::{PaddingParams, TruncationParams};

use super::models::unusable;
use crate::error::{Error, Result};

/// A tokenizer that cuts at the model's window, and one that only counts.
pub struct Tokenizer {
    reading: tokenizers::Tokenizer,
    counting: tokenizers::Tokenizer,
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
        Ok(Self { reading, counting })
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

/// Counts tokens without the special ones.
impl ChunkSizer for &Tokenizer {
    fn size(&self, chunk: &str) -> usize {
        // A WordPiece tokenizer has an unknown token and takes any text; should it ever refuse
        // one, its bytes bound the count.
        self.counting.encode_fast(chunk, false).map_or(chunk.len(), |found| found.len())
    }
}
