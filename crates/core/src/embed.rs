//! Embeddings: converts texts to unit vectors.

mod counted;
mod encoder;
mod lazy;
mod manifest;
mod mapped;
mod models;
mod onnx;
mod onnxruntime;
mod packing;
mod reference;
mod rten;
mod sharing;
mod tokens;
mod wordpiece;

use std::path::PathBuf;
use std::sync::Arc;

use mementor_encoder::Kernel;
use text_splitter::ChunkSizer as _;

use crate::error::Result;
pub use counted::CountedText;
pub use lazy::{Degraded, Embedded, LazyEmbedder};
pub use manifest::{Arithmetic, ModelFile, ModelSpec, PackedFile, Pooling, VectorsKey};
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
    /// Our own encoder, for the models that are packed for it, on processors with instructions for
    /// it; elsewhere rten.
    #[default]
    Encoder,
    /// Pure Rust, linked in, runs any model.
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
            Self::Encoder => "encoder",
            Self::Rten => "rten",
            Self::OnnxRuntime { .. } => "onnxruntime",
        }
    }

    /// Returns the engine that needs no library, by its name; `None` when there is none.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Encoder, Self::Rten].into_iter().find(|engine| engine.name() == name)
    }

    /// Returns what should compute the vectors of a model, whatever the state of its packed file:
    /// what is stored must not be made anew because a file is damaged.
    pub fn arithmetic(&self, models: &Models, spec: &ModelSpec) -> Arithmetic {
        match self.kernel(models, spec) {
            Some(_) => Arithmetic::Encoder,
            None => Arithmetic::Onnx,
        }
    }

    /// Returns the name of the engine that will run a model, with the instructions that our own
    /// encoder uses.
    pub fn runs(&self, models: &Models, spec: &ModelSpec) -> String {
        match (self, self.kernel(models, spec)) {
            _ if self.is_replaced(models, spec) => {
                format!("{} in place of the {}", Self::Rten.name(), self.name())
            }
            (_, Some(kernel)) => format!("{}, {}", self.name(), kernel.name()),
            (Self::Encoder, None) => Self::Rten.name().to_owned(),
            _ => self.name().to_owned(),
        }
    }

    /// Whether rten stands in for our own encoder, whose file is missing or has another size.
    pub fn is_replaced(&self, models: &Models, spec: &ModelSpec) -> bool {
        self.kernel(models, spec).is_some() && models.packed(spec).is_none()
    }

    /// Returns the instructions that our own encoder uses, where it should run the model.
    fn kernel(&self, models: &Models, spec: &ModelSpec) -> Option<Kernel> {
        let is_packed = *self == Self::Encoder && models.packing(spec).is_some();
        is_packed.then(Kernel::fast).flatten()
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
    arithmetic: Arithmetic,
    /// What should run it.
    wished: Arithmetic,
}

impl Embedder {
    /// Loads the model in use and runs inference on `threads` threads. Where our own encoder should
    /// run it and its file is missing or damaged, rten stands in.
    pub fn load(models: &Models, engine: &EngineChoice, threads: usize) -> Result<Self> {
        let spec = models.in_use()?;
        models.check_sizes(&spec)?;
        if let (Some(kernel), Some(packed)) = (engine.kernel(models, &spec), models.packed(&spec)) {
            let weights = models.path(&spec, &spec.weights);
            if let Ok((engine, tokenizer)) =
                encoder::load(&packed, &weights, &spec, kernel, threads)
            {
                let (engine, arithmetic) = (Box::new(engine), Arithmetic::Encoder);
                return Ok(Self { spec, tokenizer, engine, arithmetic, wished: arithmetic });
            }
        }
        Self::load_onnx(models, engine, spec, threads)
    }

    /// Loads the model in use without our own encoder.
    fn load_onnx(
        models: &Models,
        engine: &EngineChoice,
        spec: ModelSpec,
        threads: usize,
    ) -> Result<Self> {
        let wished = engine.arithmetic(models, &spec);
        let weights = models.path(&spec, &spec.weights);
        let path = models.path(&spec, &spec.tokenizer);
        let tokenizer = Arc::new(tokens::Tokenizer::load(&path, spec.window)?);
        let engine: Box<dyn Engine> = match engine {
            EngineChoice::Encoder | EngineChoice::Rten => {
                Box::new(rten::Rten::load(&weights, &spec, tokenizer.clone(), threads)?)
            }
            EngineChoice::OnnxRuntime { library } => {
                Box::new(onnxruntime::OnnxRuntime::load(library, &weights, &path, &spec, threads)?)
            }
        };
        Ok(Self { spec, tokenizer, engine, arithmetic: Arithmetic::Onnx, wished })
    }

    /// Whether another engine runs the model because the file of our own encoder is missing or
    /// damaged.
    pub fn stands_in(&self) -> bool {
        self.arithmetic != self.wished
    }

    /// Whether our own encoder runs the model.
    fn is_encoder(&self) -> bool {
        self.arithmetic == Arithmetic::Encoder
    }

    /// Returns what the vectors are known by.
    pub fn vectors_key(&self) -> VectorsKey {
        self.spec.vectors_key(self.arithmetic)
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
