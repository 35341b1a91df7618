//! The model in use: its files, and the vectors that it makes of texts.

use std::path::{Path, PathBuf};

use mementor_core::embed::{Embedder, EngineChoice, Models, Side};

use crate::failure::{Failure, Result};

/// Returns the tokenizer of the model in use.
pub fn tokenizer_file(models: &Path) -> Result<PathBuf> {
    let models = bundled(models);
    let spec = models.in_use()?;
    Ok(models.path(&spec, &spec.tokenizer))
}

/// Returns the weights of the model in use.
pub fn weights_file(models: &Path) -> Result<PathBuf> {
    let models = bundled(models);
    let spec = models.in_use()?;
    Ok(models.path(&spec, &spec.weights))
}

/// Returns the packed file of the model in use.
pub fn packed_file(models: &Path) -> Result<PathBuf> {
    let models = bundled(models);
    let packed = models.packed(&models.in_use()?);
    packed.ok_or_else(|| Failure::new("the model in use has no packed file"))
}

/// Returns the tokens that the model in use reads at most.
pub fn window(models: &Path) -> Result<usize> {
    Ok(bundled(models).in_use()?.window)
}

/// Returns texts as the model's vectors, on all processors.
pub fn embedded(models: &Path, texts: &[String], batch: usize) -> Result<Vec<Vec<f32>>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let embedder = Embedder::load(&bundled(models), &EngineChoice::Rten, threads)?;
    let mut vectors = Vec::with_capacity(texts.len());
    for texts in texts.chunks(batch) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        vectors.extend(embedder.embed(&texts, Side::Passage)?);
    }
    Ok(vectors)
}

/// Returns the models in a folder.
pub fn bundled(models: &Path) -> Models {
    Models { bundled: models.to_owned(), added: PathBuf::new(), chosen: None }
}
