//! A model that is loaded on first use, once.

use serde::Serialize;

use super::{Embedder, Engines, ModelSpec, Models, Side};
use crate::error::{Error, Result};

/// The model in use, loaded on first use.
pub struct LazyEmbedder {
    models: Models,
    engines: Engines,
    threads: usize,
    loaded: Option<Result<Embedder, Degraded>>,
}

/// Why semantic search is unavailable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Degraded {
    /// The error's code.
    pub code: String,
    /// The error's message.
    pub message: String,
}

impl LazyEmbedder {
    /// Creates an embedder without loading a model. `threads` is the number of inference threads.
    pub fn new(models: Models, engines: Engines, threads: usize) -> Self {
        Self { models, engines, threads, loaded: None }
    }

    /// Returns the model, or why it is unavailable.
    pub fn get(&mut self) -> Result<&Embedder, Degraded> {
        let (models, engines, threads) = (&self.models, &self.engines, self.threads);
        let loaded = self.loaded.get_or_insert_with(|| {
            Embedder::load(models, engines, threads).map_err(|error| Degraded::of(&error))
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    /// Returns what the vectors of the chosen model are known by, without loading it; `None` when
    /// the model is unknown.
    pub fn vectors_key(&self) -> Option<String> {
        self.models.in_use().ok().map(|spec| spec.vectors_key())
    }

    /// Whether a word is in the model's vocabulary; `None` without a model.
    pub fn has_word(&mut self, word: &str) -> Option<bool> {
        self.get().ok().map(|model| model.has_word(word))
    }

    /// Embeds as [`Embedder::embed`] does. Damaged files of the right size are detected only in
    /// use: then the model counts as unavailable.
    pub fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embedded, Degraded> {
        let model = self.get()?;
        match model.embed(texts, side) {
            Ok(vectors) => Ok(Embedded { vectors, spec: model.spec().clone() }),
            Err(error) => {
                let degraded = Degraded::of(&error);
                self.loaded = Some(Err(degraded.clone()));
                Err(degraded)
            }
        }
    }
}

/// Vectors, and the model that made them.
pub struct Embedded {
    /// One unit vector per text.
    pub vectors: Vec<Vec<f32>>,
    /// The model.
    pub spec: ModelSpec,
}

impl Degraded {
    fn of(error: &Error) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}
