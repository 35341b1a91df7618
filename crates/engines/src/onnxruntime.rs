//! Inference with ONNX Runtime through fastembed. The library is one of this machine.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fastembed::{InitOptionsUserDefined, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel};
use ort::environment::Environment;

use crate::messages::{EngineReply, Load, Pooling};

/// A model in an ONNX Runtime session.
pub(crate) struct OnnxRuntime(Mutex<TextEmbedding>);

impl OnnxRuntime {
    /// Opens the library, once per process, and loads a model.
    pub(crate) fn load(load: &Load) -> Result<Self, EngineReply> {
        let environment = environment(&load.onnxruntime).map_err(EngineReply::Library)?;
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| EngineReply::Model(error.to_string()))
        };
        let files = tokenizer_files(read(&load.tokenizer)?, load.window);
        let pooling = match load.pooling {
            Pooling::Mean => fastembed::Pooling::Mean,
            Pooling::Cls => fastembed::Pooling::Cls,
        };
        let model =
            UserDefinedEmbeddingModel::new(read(&load.weights)?, files).with_pooling(pooling);
        let options = InitOptionsUserDefined::new()
            .with_max_length(load.window)
            .with_environment(environment)
            .with_intra_threads(load.threads);
        let session = TextEmbedding::try_new_from_user_defined(model, options);
        session
            .map(|session| Self(Mutex::new(session)))
            .map_err(|e| EngineReply::Model(e.to_string()))
    }

    /// Returns one vector per text.
    pub(crate) fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, String> {
        let mut session = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One text per run: dynamic quantisation scales by everything in the batch, and a vector
        // must not depend on its neighbours.
        session.embed(texts, Some(1)).map_err(|error| error.to_string())
    }
}

/// Opens the library. A process can load only one, so another one is refused after that.
fn environment(library: &Path) -> Result<Environment, String> {
    static OPEN: Mutex<Option<(PathBuf, Environment)>> = Mutex::new(None);
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((loaded, environment)) = &*open {
        let same = loaded == library;
        return if same { Ok(environment.clone()) } else { Err(in_use(loaded)) };
    }
    let builder = ort::init_from(library).map_err(|error| error.to_string())?;
    let environment = builder.build().map_err(|error| error.to_string())?;
    Ok(open.insert((library.to_owned(), environment)).1.clone())
}

fn in_use(loaded: &Path) -> String {
    format!("this process uses {} already", loaded.display())
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
