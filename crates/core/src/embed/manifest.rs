//! Descriptions of models and their files.

use mementor_encoder::Kernel;
use serde::{Deserialize, Serialize};

use super::engine_messages::Pooling;
use crate::hash::hex_digest;

/// One model. All differences between models are data in this type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelSpec {
    /// Name of the model and of its folder.
    pub id: String,
    /// SPDX identifier.
    pub licence: String,
    /// Length of a vector.
    pub dimensions: usize,
    /// How token vectors are combined.
    pub pooling: Pooling,
    /// Maximum number of tokens in a text, including the two special tokens.
    pub window: usize,
    /// Prefix of every query.
    #[serde(default)]
    pub query_prefix: String,
    /// Prefix of every passage.
    #[serde(default)]
    pub passage_prefix: String,
    /// File name of the weights: an ONNX file, or a packed one.
    pub weights: String,
    /// File name of the tokenizer. A packed file has its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tokenizer: String,
    /// All files, with size and checksum.
    pub files: Vec<ModelFile>,
    /// What the weights were packed from, if they are for our own encoder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packed_from: Option<PackedFrom>,
}

/// The files that a packed one is made from when Mementor is built; users have none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedFrom {
    /// The ONNX file.
    pub weights: ModelFile,
    /// `tokenizer.json`.
    pub tokenizer: ModelFile,
}

/// A file pinned by size and checksum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Name inside the model's folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
    /// Download URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Id of a model with an identical file, which is used when it is installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

impl Pooling {
    /// Returns what our own encoder calls it.
    pub(super) fn of_encoder(self) -> mementor_encoder::Pooling {
        match self {
            Self::Mean => mementor_encoder::Pooling::Mean,
            Self::Cls => mementor_encoder::Pooling::Cls,
        }
    }
}

/// Minimum window: the two special tokens and a few more.
const WINDOW_MIN: usize = 8;
/// Maximum window, far above that of any text model.
const WINDOW_MAX: usize = 1 << 20;
const DIMENSIONS_MAX: usize = 1 << 16;

impl ModelSpec {
    /// Returns the problem with a description, or `None`.
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
        if self.tokenizer.is_empty() && self.packed_from.is_none() {
            return Some("it names no tokenizer".to_owned());
        }
        None
    }

    /// Returns what stored vectors are known by: a hash of everything that determines a vector.
    pub fn vectors_key(&self) -> String {
        let Self { pooling, passage_prefix, window, .. } = self;
        let (weights, arithmetic) = match &self.packed_from {
            Some(from) => {
                (from.weights.sha256.as_str(), format!(" {}", mementor_encoder::ARITHMETIC))
            }
            None => (self.weights_sha256(), String::new()),
        };
        let text = format!("{weights} {pooling:?} {window} {passage_prefix}{arithmetic}");
        hex_digest(text.as_bytes())
    }

    /// Returns the name of what runs the model, with the instructions that our own encoder uses.
    pub fn runs(&self) -> String {
        match self.packed_from {
            Some(_) => format!("encoder, {}", Kernel::fastest().name()),
            None => "onnxruntime".to_owned(),
        }
    }

    /// Returns the SHA-256 of the weights.
    pub fn weights_sha256(&self) -> &str {
        let weights = self.files.iter().find(|file| file.name == self.weights);
        weights.map_or("", |file| file.sha256.as_str())
    }

    /// Returns the total size of all files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}
