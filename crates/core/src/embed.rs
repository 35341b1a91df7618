//! Embeddings: texts to unit vectors.

mod lazy;
mod manifest;
mod models;
mod rten;
mod tokens;

use crate::error::Result;
pub use lazy::{Degraded, Embedded, LazyEmbedder};
pub use manifest::{ModelFile, ModelSpec, Pooling};
pub use models::Models;

/// Which of a model's two sides a text is on; some models prefix queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A stored text.
    Passage,
    /// What is searched for.
    Query,
}

/// A loaded model with its tokenizer.
pub struct Embedder {
    spec: ModelSpec,
    tokenizer: tokens::Tokenizer,
    model: rten::Model,
}

impl Embedder {
    /// Name of the engine, for reports.
    pub const ENGINE: &'static str = "rten";

    /// Loads the model in use, for inference on `threads` threads.
    pub fn load(models: &Models, threads: usize) -> Result<Self> {
        let spec = models.in_use()?;
        models.check_sizes(&spec)?;
        let tokenizer = tokens::Tokenizer::load(&models.path(&spec, &spec.tokenizer), spec.window)?;
        let model = rten::Model::load(&models.path(&spec, &spec.weights), threads)?;
        Ok(Self { spec, tokenizer, model })
    }

    /// Returns what the model is.
    pub fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// Returns the sizer for chunks; it counts without the special tokens.
    pub fn tokenizer(&self) -> &tokens::Tokenizer {
        &self.tokenizer
    }

    /// Returns one unit vector of [`ModelSpec::dimensions`] numbers for each text, in order. A
    /// text longer than the window is cut.
    pub fn embed(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<f32>>> {
        let prefix = match side {
            Side::Passage => &self.spec.passage_prefix,
            Side::Query => &self.spec.query_prefix,
        };
        let batch = self.tokenizer.encode(texts, prefix)?;
        let mut vectors = self.model.run(&batch, &self.spec)?;
        for vector in &mut vectors {
            normalise(vector);
        }
        Ok(vectors)
    }
}

fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        for x in vector {
            *x /= length;
        }
    }
}
