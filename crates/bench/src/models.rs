//! The model in use: its files, and the vectors that it makes of texts.

use std::path::{Path, PathBuf};

use mementor_core::embed::{Embedder, Engines, Models, Side};

use crate::failure::{Failure, Result};

/// Returns the packed file of the model in use.
pub fn packed_file(models: &Path) -> Result<PathBuf> {
    let models = bundled(models);
    let spec = models.in_use()?;
    Ok(models.path(&spec, &spec.weights))
}

/// Returns the ONNX file that the model in use was packed from, and its tokenizer.
pub fn packed_from(models: &Path) -> Result<[PathBuf; 2]> {
    let models = bundled(models);
    let spec = models.in_use()?;
    let none = || Failure::new("the model in use is not packed");
    let from = spec.packed_from.as_ref().ok_or_else(none)?;
    Ok([&from.weights, &from.tokenizer].map(|file| models.path(&spec, &file.name)))
}

/// Returns the tokens that the model in use reads at most.
pub fn window(models: &Path) -> Result<usize> {
    Ok(bundled(models).in_use()?.window)
}

/// Returns texts as the model's vectors, on all processors.
pub fn embedded(models: &Path, texts: &[String], batch: usize) -> Result<Vec<Vec<f32>>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let embedder = Embedder::load(&bundled(models), &Engines::default(), threads)?;
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
