//! A model that is loaded when it is first needed, once.

use serde::Serialize;

use super::{Embedder, EngineChoice, ModelSpec, Models, Side};
use crate::error::{Error, Result};

/// The model in use, not loaded yet.
pub struct LazyEmbedder {
    models: Models,
    engine: EngineChoice,
    threads: usize,
    loaded: Option<Result<Embedder, Degraded>>,
}

/// Why meaning is not searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Degraded {
    /// The error's code.
    pub code: String,
    /// The error's message.
    pub message: String,
}

impl LazyEmbedder {
    /// Names the models, what runs them, and the threads for inference.
    pub fn new(models: Models, engine: EngineChoice, threads: usize) -> Self {
        Self { models, engine, threads, loaded: None }
    }

    /// Returns the model, or why there is none.
    pub fn get(&mut self) -> Result<&Embedder, Degraded> {
        let (models, engine, threads) = (&self.models, &self.engine, self.threads);
        let loaded = self.loaded.get_or_insert_with(|| {
            Embedder::load(models, engine, threads).map_err(|error| Degraded::of(&error))
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    /// Returns the model that is chosen, without loading it; `None` when it is not known.
    pub fn chosen(&self) -> Option<ModelSpec> {
        self.models.in_use().ok()
    }

    /// Gets ready for many texts, as [`Embedder::prepare_for_many`] does. From a failure on there
    /// is no model.
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

    /// Embeds as [`Embedder::embed`] does. Damaged weights of the right size show only when they
    /// are used: from then on there is no model.
    pub fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embedded, Degraded> {
        let model = self.get()?;
        let spec = model.spec().clone();
        let vectors = model.embed(texts, side).map_err(|error| Degraded::of(&error));
        if let Err(degraded) = &vectors {
            self.loaded = Some(Err(degraded.clone()));
        }
        Ok(Embedded { vectors: vectors?, spec })
    }
}

/// Vectors, and the model that made them.
pub struct Embedded {
    /// One unit vector a text.
    pub vectors: Vec<Vec<f32>>,
    /// What made them.
    pub spec: ModelSpec,
}

impl Degraded {
    fn of(error: &Error) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}
