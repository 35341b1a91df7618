//! A model that is loaded on first use, once.

use serde::Serialize;

use super::{Embedder, EngineChoice, ModelSpec, Models, Side, VectorsKey};
use crate::error::{Error, Result};

/// The model in use, loaded on first use.
pub struct LazyEmbedder {
    models: Models,
    engine: EngineChoice,
    threads: usize,
    loaded: Option<Result<Embedder, Degraded>>,
}

/// Why semantic search is unavailable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Degraded {
    /// The error's code.
    pub code: String,
    /// The error's message.
    pub message: String,
}

impl LazyEmbedder {
    /// Creates an embedder without loading a model. `threads` is the number of inference threads.
    pub fn new(models: Models, engine: EngineChoice, threads: usize) -> Self {
        Self { models, engine, threads, loaded: None }
    }

    /// Returns the model, or why it is unavailable.
    pub fn get(&mut self) -> Result<&Embedder, Degraded> {
        let (models, engine, threads) = (&self.models, &self.engine, self.threads);
        let loaded = self.loaded.get_or_insert_with(|| {
            Embedder::load(models, engine, threads).map_err(|error| Degraded::of(&error))
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    /// Returns what the vectors of the chosen model are known by, without loading it; `None` when
    /// the model is unknown.
    pub fn vectors_key(&self) -> Option<VectorsKey> {
        let spec = self.models.in_use().ok()?;
        Some(spec.vectors_key(self.engine.arithmetic(&self.models, &spec)))
    }

    /// Prepares for many texts as [`Embedder::prepare_for_many`] does. After a failure the model
    /// counts as unavailable.
    pub fn prepare_for_many(&mut self) -> Result<(), Degraded> {
        self.get()?;
        if let Some(Ok(model)) = &mut self.loaded
            && let Err(error) = model.prepare_for_many()
        {
            let degraded = Degraded::of(&error);
            self.loaded = Some(Err(degraded.clone()));
            return Err(degraded);
        }
        Ok(())
    }

    /// Embeds as [`Embedder::embed`] does. Damaged weights of the right size are detected only in
    /// use; after that the model counts as unavailable.
    pub fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embedded, Degraded> {
        let model = self.get()?;
        let (spec, key) = (model.spec().clone(), model.vectors_key());
        let vectors = model.embed(texts, side).map_err(|error| Degraded::of(&error));
        if let Err(degraded) = &vectors {
            self.loaded = Some(Err(degraded.clone()));
        }
        Ok(Embedded { vectors: vectors?, spec, key })
    }
}

/// Vectors, and the model that made them.
pub struct Embedded {
    /// One unit vector per text.
    pub vectors: Vec<Vec<f32>>,
    /// The model.
    pub spec: ModelSpec,
    /// What its vectors are known by.
    pub key: VectorsKey,
}

impl Degraded {
    fn of(error: &Error) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}
