//! Descriptions of models and their files.

use serde::{Deserialize, Serialize};

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
    /// File name of the ONNX weights.
    pub weights: String,
    /// File name of the tokenizer.
    pub tokenizer: String,
    /// All files, with size and checksum.
    pub files: Vec<ModelFile>,
    /// The file that our own encoder runs, made from the others when Mementor is built. A model
    /// that is pulled or imported has none here: what is made then is described beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packed: Option<PackedFile>,
}

/// What computes vectors. It decides their last digits, so vectors are known by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// An engine that runs the ONNX file, such as rten.
    Onnx,
    /// Our own encoder.
    Encoder,
}

/// What the vectors of a model are known by in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorsKey {
    /// The key of the vectors that are made.
    pub own: String,
    /// The key of vectors that the same model made by the other arithmetic. They are near enough to
    /// be searched together with its own, which replace them one by one.
    pub kin: String,
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

/// The file that our own encoder runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedFile {
    /// The file itself.
    #[serde(flatten)]
    pub file: ModelFile,
    /// Version of its layout, which the first ones did not name.
    #[serde(default)]
    pub layout: u32,
}

/// How token vectors are combined into the vector of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens that are not padding.
    Mean,
    /// The vector of the first token.
    Cls,
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
    /// Returns the problem with the numbers of a description, or `None`.
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

    /// Returns what stored vectors are known by: hashes of everything that determines a vector.
    pub fn vectors_key(&self, arithmetic: Arithmetic) -> VectorsKey {
        let Self { pooling, passage_prefix, window, .. } = self;
        let weights = self.weights_sha256();
        let onnx = format!("{weights} {pooling:?} {window} {passage_prefix}");
        let encoder = format!("{onnx} {}", mementor_encoder::ARITHMETIC);
        let [onnx, encoder] = [onnx, encoder].map(|text| hex_digest(text.as_bytes()));
        match arithmetic {
            Arithmetic::Onnx => VectorsKey { own: onnx, kin: encoder },
            Arithmetic::Encoder => VectorsKey { own: encoder, kin: onnx },
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
