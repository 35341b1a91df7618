//! The messages between the core and the library with the engines of other models, as JSON. Both
//! compile this file, so neither can send what the other does not read.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What the engines are asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Request {
    /// Load a model.
    Load(Load),
    /// One vector per text.
    Embed {
        /// The number of the model.
        model: usize,
        /// Any texts.
        texts: Vec<String>,
    },
    /// Number of tokens of a text, without special tokens.
    Count {
        /// The number of the model.
        model: usize,
        /// Any text.
        text: String,
    },
}

/// A model to load.
#[derive(Debug, Serialize, Deserialize)]
pub struct Load {
    /// Version of the program that asks; the engines must have the same.
    pub version: String,
    /// Path of ONNX Runtime's library.
    pub onnxruntime: PathBuf,
    /// Path of the ONNX file.
    pub weights: PathBuf,
    /// Path of `tokenizer.json`.
    pub tokenizer: PathBuf,
    /// How token vectors are combined.
    pub pooling: Pooling,
    /// Maximum number of tokens in a text.
    pub window: usize,
    /// Number of inference threads.
    pub threads: usize,
}

/// What the engines reply.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineReply {
    /// The number of the model that was loaded.
    Loaded(usize),
    /// The vectors, not normalised.
    Vectors(Vec<Vec<f32>>),
    /// The number of tokens.
    Count(usize),
    /// ONNX Runtime's library cannot be used, and why.
    Library(String),
    /// The model cannot be used, and why.
    Model(String),
    /// The engines do not understand the request, and why.
    Refused(String),
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
