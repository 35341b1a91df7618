//! Counts the tokens of texts.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use text_splitter::ChunkSizer;

use super::engines::Model;
use super::models::unusable;
use super::wordpiece::WordPiece;
use crate::error::{Error, Result};
use crate::regular_file::open_regular;

/// A model's tokenizer.
pub struct Tokenizer(Kind);

enum Kind {
    /// The tokenizer of nearly every embedding model.
    WordPiece(Arc<WordPiece>),
    /// One that only the model's engine knows.
    Other(Arc<Model>, Mutex<Counted>),
}

/// Number of tokens of each word.
type Counted = HashMap<Box<str>, u32>;

/// Limits of the word cache: a few megabytes.
const COUNTED_WORDS_MAX: usize = 50_000;
const COUNTED_WORD_BYTES_MAX: usize = 64;

impl Tokenizer {
    /// Loads a `tokenizer.json`. A tokenizer of another kind than BERT's is left to the engine.
    pub(super) fn load(path: &Path, engine: Arc<Model>) -> Result<Self> {
        let json = match open_regular(path).and_then(std::io::read_to_string) {
            Ok(json) => json,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::ModelMissing { path: path.to_owned() });
            }
            Err(error) => return Err(unusable(path, error.to_string())),
        };
        Ok(Self(match WordPiece::parse(&json) {
            Some(wordpiece) => Kind::WordPiece(Arc::new(wordpiece)),
            None => Kind::Other(engine, Mutex::default()),
        }))
    }

    /// Returns BERT's tokenizer as one that counts.
    pub(super) fn of_words(wordpiece: Arc<WordPiece>) -> Self {
        Self(Kind::WordPiece(wordpiece))
    }

    /// Returns the tokenizer if it is BERT's and reads each word by itself.
    pub(super) fn of_single_words(&self) -> Option<&WordPiece> {
        match &self.0 {
            Kind::WordPiece(wordpiece) => {
                Some(wordpiece.as_ref()).filter(|w| w.reads_words_alone())
            }
            Kind::Other(..) => None,
        }
    }

    /// Returns the ids of a text with the special tokens, at most `window`; `None` when only the
    /// model's engine knows them.
    pub fn ids(&self, text: &str, window: usize) -> Option<Vec<u32>> {
        match &self.0 {
            Kind::WordPiece(wordpiece) => Some(wordpiece.encode(text, window)),
            Kind::Other(..) => None,
        }
    }
}

/// Counts tokens without special tokens.
impl ChunkSizer for &Tokenizer {
    fn size(&self, chunk: &str) -> usize {
        match &self.0 {
            Kind::WordPiece(wordpiece) => wordpiece.count(chunk, &mut String::new()),
            Kind::Other(engine, counted) => {
                let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
                chunk.split_ascii_whitespace().map(|word| count(word, engine, &mut counted)).sum()
            }
        }
    }
}

/// Counts each distinct word once: a splitter measures the same passages repeatedly, and words
/// recur.
fn count(word: &str, engine: &Model, counted: &mut Counted) -> usize {
    if let Some(&count) = counted.get(word) {
        return count as usize;
    }
    // When an engine refuses a text, its length in bytes is an upper bound.
    let count = engine.count(word).unwrap_or(word.len());
    if counted.len() < COUNTED_WORDS_MAX && word.len() <= COUNTED_WORD_BYTES_MAX {
        counted.insert(word.into(), count as u32);
    }
    count
}
