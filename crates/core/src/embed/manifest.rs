//! What each model is, and the files it is made of.

use serde::{Deserialize, Serialize};

use crate::hash::hex_digest;

/// One model: everything that distinguishes it from another is data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelSpec {
    /// Name, also of its folder.
    pub id: String,
    /// SPDX identifier.
    pub licence: String,
    /// Length of its vectors.
    pub dimensions: usize,
    /// How token vectors become one.
    pub pooling: Pooling,
    /// Tokens it can read, the two special ones included.
    pub window: usize,
    /// Stands before every query.
    #[serde(default)]
    pub query_prefix: String,
    /// Stands before every passage.
    #[serde(default)]
    pub passage_prefix: String,
    /// Name of the ONNX file.
    pub weights: String,
    /// Name of the tokenizer's file.
    pub tokenizer: String,
    /// Every file, with what pins it.
    pub files: Vec<ModelFile>,
}

/// A pinned file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Name inside the model's folder.
    pub name: String,
    /// Size.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
    /// Where it can be had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The model whose file of the same content serves, if it is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

/// How the vectors of tokens become the vector of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens that are not padding.
    Mean,
    /// The vector of the first token.
    Cls,
}

/// Two special tokens, and room for some of a text.
const WINDOW_MIN: usize = 8;
/// Far more than any model of text has.
const WINDOW_MAX: usize = 1 << 20;
const DIMENSIONS_MAX: usize = 1 << 16;

impl ModelSpec {
    /// Returns what is wrong with the numbers of a description, if anything is.
    pub fn fault(&self) -> Option<String> {
        let Self { window, dimensions, .. } = self;
        if !(WINDOW_MIN..=WINDOW_MAX).contains(window) {
            return Some(format!(
                "its window is {window}, and must be {WINDOW_MIN} to {WINDOW_MAX}"
            ));
        }
        if !(1..=DIMENSIONS_MAX).contains(dimensions) {
            let allowed = format!("1 to {DIMENSIONS_MAX}");
            return Some(format!("it has {dimensions} dimensions, and must have {allowed}"));
        }
        None
    }

    /// Returns what a stored vector is known by: all that decides it.
    pub fn vectors_key(&self) -> String {
        let Self { pooling, passage_prefix, window, .. } = self;
        let weights = self.weights_sha256();
        hex_digest(format!("{weights} {pooling:?} {window} {passage_prefix}").as_bytes())
    }

    /// Returns the SHA-256 that pins the weights.
    pub fn weights_sha256(&self) -> &str {
        let weights = self.files.iter().find(|file| file.name == self.weights);
        weights.map_or("", |file| file.sha256.as_str())
    }

    /// Returns the size of all files together.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}
