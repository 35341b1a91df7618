//! Converts texts to token ids.

use std::path::Path;

use mementor_encoder::vocabulary::Vocabulary;
use text_splitter::ChunkSizer;

use super::models::unusable;
use super::reference::Reference;
use super::wordpiece::WordPiece;
use crate::error::{Error, Result};
use crate::regular_file::open_regular;

/// A model's tokenizer.
pub struct Tokenizer {
    kind: Kind,
    window: usize,
}

enum Kind {
    /// The tokenizer of nearly every embedding model.
    WordPiece(WordPiece),
    Other(Box<Reference>),
}

/// Token ids of several texts, padded to the same length.
pub struct Batch {
    /// Number of texts.
    pub rows: usize,
    /// Padded length of each text.
    pub columns: usize,
    /// `rows` × `columns` ids.
    pub ids: Vec<i32>,
    /// 1 for a token, 0 for padding.
    pub mask: Vec<i32>,
}

/// Id of BERT's `[PAD]`; its value does not matter because the mask hides it.
const PADDING: i32 = 0;

impl Tokenizer {
    /// Loads a `tokenizer.json`. Truncation at the window replaces the file's own truncation and
    /// padding.
    pub fn load(path: &Path, window: usize) -> Result<Self> {
        let json = match open_regular(path).and_then(std::io::read_to_string) {
            Ok(json) => json,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::ModelMissing { path: path.to_owned() });
            }
            Err(error) => return Err(unusable(path, error.to_string())),
        };
        let kind = match WordPiece::parse(&json) {
            Some(wordpiece) => Kind::WordPiece(wordpiece),
            None => Kind::Other(Box::new(Reference::load(path, window)?)),
        };
        Ok(Self { kind, window })
    }

    /// Returns the tokenizer of a packed model; `None` when it is not BERT's.
    pub(super) fn of_packed(
        json: &str,
        vocabulary: Vocabulary<'static>,
        window: usize,
    ) -> Option<Self> {
        let wordpiece = WordPiece::with_vocabulary(json, vocabulary)?;
        Some(Self { kind: Kind::WordPiece(wordpiece), window })
    }

    /// Encodes texts, including special tokens.
    pub fn encode(&self, texts: &[String]) -> Result<Batch> {
        let rows = texts.iter().map(|text| self.ids(text)).collect::<Result<Vec<_>>>()?;
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let padded = |row: &Vec<u32>, of: fn(u32) -> i32, padding: i32| {
            let padding = std::iter::repeat_n(padding, columns - row.len());
            row.iter().map(|id| of(*id)).chain(padding).collect::<Vec<_>>()
        };
        Ok(Batch {
            rows: rows.len(),
            columns,
            ids: rows.iter().flat_map(|row| padded(row, |id| id as i32, PADDING)).collect(),
            mask: rows.iter().flat_map(|row| padded(row, |_| 1, 0)).collect(),
        })
    }

    /// Returns the tokenizer if it is one that reads each word by itself.
    pub(super) fn of_single_words(&self) -> Option<&WordPiece> {
        match &self.kind {
            Kind::WordPiece(wordpiece) => Some(wordpiece).filter(|kind| kind.reads_words_alone()),
            Kind::Other(_) => None,
        }
    }

    /// Returns the ids of a text, including special tokens.
    pub(super) fn ids(&self, text: &str) -> Result<Vec<u32>> {
        match &self.kind {
            Kind::WordPiece(wordpiece) => Ok(wordpiece.encode(text, self.window)),
            Kind::Other(reference) => reference.encode(text),
        }
    }
}

/// Counts tokens without special tokens.
impl ChunkSizer for &Tokenizer {
    fn size(&self, chunk: &str) -> usize {
        match &self.kind {
            Kind::WordPiece(wordpiece) => wordpiece.count(chunk, &mut String::new()),
            Kind::Other(reference) => reference.count(chunk),
        }
    }
}
