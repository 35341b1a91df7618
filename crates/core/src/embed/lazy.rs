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
#[cfg_attr(test, derive(ts_rs::TS))]
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

    /// Whether another engine runs the model because the file of our own encoder is missing or
    /// damaged. Loads the model.
    pub fn stands_in(&mut self) -> bool {
        self.get().is_ok_and(Embedder::stands_in)
    }

    /// Returns what the vectors of the chosen model should be known by, without loading it; `None`
    /// when the model is unknown.
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

    /// Embeds as [`Embedder::embed`] does. Damaged files of the right size are detected only in
    /// use: rten then stands in for our own encoder, and without other weights the model counts as
    /// unavailable.
    pub fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embedded, Degraded> {
        let model = self.get()?;
        let mut embedded = model.embed(texts, side);
        if embedded.is_err() && model.is_encoder() {
            let spec = model.spec().clone();
            let loaded = Embedder::load_onnx(&self.models, &self.engine, spec, self.threads);
            self.loaded = Some(loaded.map_err(|error| Degraded::of(&error)));
            embedded = self.get()?.embed(texts, side);
        }
        match embedded {
            Ok(vectors) => {
                let model = self.get()?;
                Ok(Embedded { vectors, spec: model.spec().clone(), key: model.vectors_key() })
            }
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
    /// What its vectors are known by.
    pub key: VectorsKey,
}

impl Degraded {
    fn of(error: &Error) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}
