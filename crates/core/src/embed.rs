//! Embeddings: converts texts to unit vectors.

mod counted;
mod encoder;
mod engine_messages;
pub mod engines;
mod import;
mod lazy;
mod manifest;
mod mapped;
mod models;
mod packing;
#[cfg(test)]
mod reference;
mod sharing;
mod tokens;
mod wordpiece;

use std::sync::Arc;

use text_splitter::ChunkSizer as _;

use crate::error::Result;
pub use counted::CountedText;
pub use engine_messages::Pooling;
pub use engines::Engines;
pub use import::ImportedModel;
pub use lazy::{Degraded, Embedded, LazyEmbedder};
pub use manifest::{ModelFile, ModelSpec, PackedFrom};
pub use models::Models;
pub(crate) use models::SPEC_NAME;

/// The side of the model that a text is on; some models prefix queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A stored text.
    Passage,
    /// A search query.
    Query,
}

/// Runs one model.
trait Engine: Send + Sync {
    /// Returns one vector per text, in order and not normalised. A text longer than the window is
    /// truncated.
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>>;
}

/// A loaded model with its tokenizer.
pub struct Embedder {
    spec: ModelSpec,
    tokenizer: Arc<tokens::Tokenizer>,
    engine: Box<dyn Engine>,
}

impl Embedder {
    /// Loads the model in use and runs inference on `threads` threads: a packed model with our own
    /// encoder, any other with an engine of another library.
    pub fn load(models: &Models, engines: &Engines, threads: usize) -> Result<Self> {
        let spec = models.in_use()?;
        models.check_sizes(&spec)?;
        if spec.packed_from.is_some() {
            let file = models.path(&spec, &spec.weights);
            let (engine, tokenizer) = encoder::load(&file, &spec, threads)?;
            return Ok(Self { spec, tokenizer, engine: Box::new(engine) });
        }
        let (engine, tokenizer) = engines.load(models, &spec, threads)?;
        Ok(Self { spec, tokenizer, engine: Box::new(engine) })
    }

    /// Returns the description of the model.
    pub fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// Returns the tokenizer, which sizes chunks; it does not count special tokens.
    pub fn tokenizer(&self) -> &tokens::Tokenizer {
        &self.tokenizer
    }

    /// Whether the tokenizer knows a word as a whole, as it does usual words.
    pub fn has_word(&self, word: &str) -> bool {
        self.tokenizer.as_ref().size(word) == 1
    }

    /// Returns one unit vector of [`ModelSpec::dimensions`] numbers per text, in order. A vector
    /// depends on its own text only, not on the rest of the batch. A text longer than the window is
    /// truncated.
    pub fn embed(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<f32>>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let prefix = match side {
            Side::Passage => &self.spec.passage_prefix,
            Side::Query => &self.spec.query_prefix,
        };
        let prefixed: Vec<String> = texts.iter().map(|text| format!("{prefix}{text}")).collect();
        let mut vectors = self.engine.run(&prefixed)?;
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
