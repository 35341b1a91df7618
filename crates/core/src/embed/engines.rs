//! Models that our own encoder does not run. Their engine is another library, which whoever embeds
//! the memory can reach; `engine_messages.rs` has the messages to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Engine;
pub use super::engine_messages::{EngineReply, Load, Request};
use super::manifest::ModelSpec;
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
        let EngineReply::Loaded(number) = model.asked(&Request::Load(load))? else {
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
    fn asked(&self, request: &Request) -> Result<EngineReply> {
        let failed = |error: serde_json::Error| unusable(&self.weights, error.to_string());
        let request = serde_json::to_vec(request).map_err(failed)?;
        match serde_json::from_slice((self.call)(&request).as_slice()).map_err(failed)? {
            EngineReply::Library(reason) => {
                Err(Error::EngineUnusable { path: self.engines.onnxruntime.clone(), reason })
            }
            EngineReply::Refused(reason) => {
                Err(Error::EnginesUnusable { path: self.engines.path.clone(), reason })
            }
            EngineReply::Model(reason) => Err(unusable(&self.weights, reason)),
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
            EngineReply::Count(count) => Ok(count),
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
        let EngineReply::Vectors(vectors) = model.asked(&request)? else {
            return Err(model.confused());
        };
        let fits = |vector: &Vec<f32>| vector.len() == *dimensions;
        if vectors.len() != texts.len() || !vectors.iter().all(fits) {
            let found = vectors.first().map_or(0, Vec::len);
            let reason = format!("its vectors have {found} dimensions instead of {dimensions}");
            return Err(unusable(&model.weights, reason));
        }
        Ok(vectors)
    }
}
