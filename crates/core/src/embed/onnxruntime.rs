//! Inference with ONNX Runtime through fastembed: the reference engine, for machines that have the
//! library. The only file that uses these crates.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fastembed::{InitOptionsUserDefined, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel};
use ort::environment::Environment;

use super::Engine;
use super::manifest::{ModelSpec, Pooling};
use super::models::unusable;
use crate::error::{Error, Result};
use crate::regular_file::open_regular;

/// A model in an ONNX Runtime session.
pub(super) struct OnnxRuntime {
    session: Mutex<TextEmbedding>,
    path: PathBuf,
}

impl OnnxRuntime {
    /// Opens the library, once per process, and loads a model.
    pub(super) fn load(
        library: &Path,
        weights: &Path,
        tokenizer: &Path,
        spec: &ModelSpec,
        threads: usize,
    ) -> Result<Self> {
        if !library.exists() {
            return Err(Error::EngineMissing { path: library.to_owned() });
        }
        let environment = environment(library)
            .map_err(|reason| Error::EngineUnusable { path: library.to_owned(), reason })?;
        let read = |path: &Path| -> Result<Vec<u8>> {
            let missing = |_| Error::ModelMissing { path: path.to_owned() };
            let mut bytes = Vec::new();
            open_regular(path)
                .and_then(|mut file| file.read_to_end(&mut bytes))
                .map_err(missing)?;
            Ok(bytes)
        };
        let files = tokenizer_files(read(tokenizer)?, spec.window);
        let pooling = match spec.pooling {
            Pooling::Mean => fastembed::Pooling::Mean,
            Pooling::Cls => fastembed::Pooling::Cls,
        };
        let model = UserDefinedEmbeddingModel::new(read(weights)?, files).with_pooling(pooling);
        let options = InitOptionsUserDefined::new()
            .with_max_length(spec.window)
            .with_environment(environment)
            .with_intra_threads(threads);
        let session = TextEmbedding::try_new_from_user_defined(model, options)
            .map_err(|error| unusable(weights, error.to_string()))?;
        Ok(Self { session: Mutex::new(session), path: weights.to_owned() })
    }
}

/// Opens the library. A process can load only one: after the first success, later paths are
/// ignored.
fn environment(library: &Path) -> Result<Environment, String> {
    static OPEN: Mutex<Option<Environment>> = Mutex::new(None);
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*open {
        return Ok(environment.clone());
    }
    let builder = ort::init_from(library).map_err(|error| error.to_string())?;
    let environment = builder.build().map_err(|error| error.to_string())?;
    Ok(open.insert(environment).clone())
}

impl Engine for OnnxRuntime {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        // One text per run: dynamic quantisation scales by everything in the batch, and a vector
        // must not depend on its neighbours. The rten engine does the same.
        let vectors = session.embed(texts, Some(1));
        vectors.map_err(|error| unusable(&self.path, error.to_string()))
    }
}

/// The files that fastembed needs beside `tokenizer.json`, with the values of BERT's vocabulary.
fn tokenizer_files(tokenizer: Vec<u8>, window: usize) -> TokenizerFiles {
    let config = serde_json::json!({ "pad_token_id": 0 });
    let tokenizer_config = serde_json::json!({ "model_max_length": window, "pad_token": "[PAD]" });
    TokenizerFiles {
        tokenizer_file: tokenizer,
        config_file: config.to_string().into_bytes(),
        special_tokens_map_file: b"{}".to_vec(),
        tokenizer_config_file: tokenizer_config.to_string().into_bytes(),
    }
}
