//! Embeddings: converts texts to unit vectors.

mod lazy;
mod manifest;
mod models;
mod onnx;
mod onnxruntime;
mod reference;
mod rten;
mod tokens;
mod vocabulary;
mod wordpiece;

use std::path::PathBuf;
use std::sync::Arc;

use text_splitter::ChunkSizer as _;

use crate::error::Result;
pub use lazy::{Degraded, Embedded, LazyEmbedder};
pub use manifest::{ModelFile, ModelSpec, Pooling};
pub use models::Models;

/// The side of the model that a text is on; some models prefix queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A stored text.
    Passage,
    /// A search query.
    Query,
}

/// The inference engine that runs a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Pure Rust, linked in, fast to start.
    #[default]
    Rten,
    /// ONNX Runtime, loaded from a shared library on this machine.
    OnnxRuntime {
        /// Path of the library.
        library: PathBuf,
    },
}

impl EngineChoice {
    /// Returns the engine's display name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rten => "rten",
            Self::OnnxRuntime { .. } => "onnxruntime",
        }
    }
}

/// Runs one model.
trait Engine {
    /// Returns one vector per text, in order and not normalised. A text longer than the window is
    /// truncated.
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>>;

    /// Prepares the engine for many texts, at a cost in time and memory that does not pay off for a
    /// few. Repeated calls cost nothing.
    fn prepare_for_many(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A loaded model with its tokenizer.
pub struct Embedder {
    spec: ModelSpec,
    tokenizer: Arc<tokens::Tokenizer>,
    engine: Box<dyn Engine>,
}

impl Embedder {
    /// Loads the model in use and runs inference on `threads` threads.
    pub fn load(models: &Models, engine: &EngineChoice, threads: usize) -> Result<Self> {
        let spec = models.in_use()?;
        models.check_sizes(&spec)?;
        let path = models.path(&spec, &spec.tokenizer);
        let tokenizer = Arc::new(tokens::Tokenizer::load(&path, spec.window)?);
        let weights = models.path(&spec, &spec.weights);
        let engine: Box<dyn Engine> = match engine {
            EngineChoice::Rten => {
                Box::new(rten::Rten::load(&weights, &spec, tokenizer.clone(), threads)?)
            }
            EngineChoice::OnnxRuntime { library } => {
                Box::new(onnxruntime::OnnxRuntime::load(library, &weights, &path, &spec, threads)?)
            }
        };
        Ok(Self { spec, tokenizer, engine })
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

    /// Prepares the engine for many texts, at a cost in time and memory that does not pay off for a
    /// few. Repeated calls cost nothing.
    pub fn prepare_for_many(&mut self) -> Result<()> {
        self.engine.prepare_for_many()
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
