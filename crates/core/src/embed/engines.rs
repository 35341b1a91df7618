//! Models that our own encoder does not run. Their engine is another library, which whoever embeds
//! the memory can reach; this file has the messages to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Engine;
use super::manifest::{ModelSpec, Pooling};
use super::models::{Models, unusable};
use super::tokens::Tokenizer;
use crate::error::{Error, Result};

/// Sends a request to the engines, as JSON, and returns their reply.
pub type Call = Arc<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;

/// Opens the library with the engines, or says why it cannot.
type Open = fn(&Path) -> std::result::Result<Call, String>;

/// Where the engines are, and how they are reached. Without them only packed models can be used.
#[derive(Debug, Clone, Default)]
pub struct Engines {
    /// The library with the engines.
    pub path: PathBuf,
    /// The library of ONNX Runtime, for them.
    pub onnxruntime: PathBuf,
    /// Opens the former; it is not called before a model needs it.
    pub open: Option<Open>,
}

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
pub enum Reply {
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

impl Engines {
    /// Loads a model. Returns it with its tokenizer.
    pub(super) fn load(
        &self,
        models: &Models,
        spec: &ModelSpec,
        threads: usize,
    ) -> Result<(Remote, Arc<Tokenizer>)> {
        let Self { path, onnxruntime, open } = self;
        let Some(open) = open.filter(|_| path.exists()) else {
            return Err(Error::EnginesMissing { path: path.clone() });
        };
        if !onnxruntime.exists() {
            return Err(Error::EngineMissing { path: onnxruntime.clone() });
        }
        let unusable = |reason| Error::EnginesUnusable { path: path.clone(), reason };
        let call = open(path).map_err(unusable)?;
        let [weights, tokenizer] = [&spec.weights, &spec.tokenizer].map(|n| models.path(spec, n));
        let load = Load {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            onnxruntime: onnxruntime.clone(),
            weights: weights.clone(),
            tokenizer: tokenizer.clone(),
            pooling: spec.pooling,
            window: spec.window,
            threads,
        };
        let mut model = Model { call, number: 0, weights, engines: self.clone() };
        let Reply::Loaded(number) = model.asked(&Request::Load(load))? else {
            return Err(model.confused());
        };
        model.number = number;
        let model = Arc::new(model);
        let tokenizer = Tokenizer::load(&tokenizer, model.clone())?;
        Ok((Remote { model, dimensions: spec.dimensions }, Arc::new(tokenizer)))
    }
}

/// A model that the engines have loaded.
pub(super) struct Model {
    call: Call,
    number: usize,
    weights: PathBuf,
    engines: Engines,
}

impl Model {
    fn asked(&self, request: &Request) -> Result<Reply> {
        let failed = |error: serde_json::Error| unusable(&self.weights, error.to_string());
        let request = serde_json::to_vec(request).map_err(failed)?;
        match serde_json::from_slice((self.call)(&request).as_slice()).map_err(failed)? {
            Reply::Library(reason) => {
                Err(Error::EngineUnusable { path: self.engines.onnxruntime.clone(), reason })
            }
            Reply::Refused(reason) => {
                Err(Error::EnginesUnusable { path: self.engines.path.clone(), reason })
            }
            Reply::Model(reason) => Err(unusable(&self.weights, reason)),
            reply => Ok(reply),
        }
    }

    fn confused(&self) -> Error {
        unusable(&self.weights, "its engine replied something else".to_owned())
    }

    /// Returns the number of tokens of a text, without special tokens.
    pub(super) fn count(&self, text: &str) -> Result<usize> {
        let request = Request::Count { model: self.number, text: text.to_owned() };
        match self.asked(&request)? {
            Reply::Count(count) => Ok(count),
            _ => Err(self.confused()),
        }
    }
}

/// A model that is run by another library.
pub(super) struct Remote {
    model: Arc<Model>,
    dimensions: usize,
}

impl Engine for Remote {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let Self { model, dimensions } = self;
        let request = Request::Embed { model: model.number, texts: texts.to_vec() };
        let Reply::Vectors(vectors) = model.asked(&request)? else { return Err(model.confused()) };
        let fits = |vector: &Vec<f32>| vector.len() == *dimensions;
        if vectors.len() != texts.len() || !vectors.iter().all(fits) {
            let found = vectors.first().map_or(0, Vec::len);
            let reason = format!("its vectors have {found} dimensions instead of {dimensions}");
            return Err(unusable(&model.weights, reason));
        }
        Ok(vectors)
    }
}
