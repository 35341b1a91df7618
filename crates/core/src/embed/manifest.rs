//! `models/manifest.json`: what each model is, and the files it is made of.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::error::{Error, Result};
use crate::hash::hex;

/// The models this build knows.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    /// Id of the model used unless another is chosen.
    pub default: String,
    /// All models.
    pub models: Vec<ModelSpec>,
}

/// One model: everything that distinguishes it from another is data.
#[derive(Debug, Clone, Deserialize)]
pub struct ModelSpec {
    /// Name, also of its folder.
    pub id: String,
    /// Length of its vectors.
    pub dimensions: usize,
    /// How token vectors become one.
    pub pooling: Pooling,
    /// Tokens it can read, the two special ones included.
    pub window: usize,
    /// Stands before every query.
    #[serde(default)]
    pub query_prefix: String,
    /// Stands before every passage.
    #[serde(default)]
    pub passage_prefix: String,
    /// Name of the ONNX file.
    pub weights: String,
    /// Name of the tokenizer's file.
    pub tokenizer: String,
    /// Every file, with what pins it.
    pub files: Vec<ModelFile>,
}

/// A pinned file.
#[derive(Debug, Clone, Deserialize)]
pub struct ModelFile {
    /// Name inside the model's folder.
    pub name: String,
    /// Size.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
}

/// How the vectors of tokens become the vector of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens that are not padding.
    Mean,
    /// The vector of the first token.
    Cls,
}

impl Manifest {
    /// Reads `manifest.json` in the folder `models`.
    pub fn load(models: &Path) -> Result<Self> {
        let path = models.join("manifest.json");
        let text = std::fs::read(&path).map_err(|_| Error::ModelMissing { path: path.clone() })?;
        serde_json::from_slice(&text).map_err(|error| unusable(&path, error.to_string()))
    }

    /// Returns the default model.
    pub fn default_model(&self) -> Result<&ModelSpec> {
        let known = self.models.iter().find(|model| model.id == self.default);
        known.ok_or_else(|| Error::InvalidArgument(format!("no such model: {}", self.default)))
    }
}

impl ModelSpec {
    /// Returns the SHA-256 that pins the weights: what a stored vector is known by.
    pub fn weights_sha256(&self) -> &str {
        let weights = self.files.iter().find(|file| file.name == self.weights);
        weights.map_or("", |file| file.sha256.as_str())
    }

    /// Returns where a file of this model lies.
    pub fn path(&self, models: &Path, file: &str) -> PathBuf {
        models.join(&self.id).join(file)
    }

    /// Checks that every file is there in its full size; cheap enough for every start.
    pub fn check_sizes(&self, models: &Path) -> Result<()> {
        for file in &self.files {
            let path = self.path(models, &file.name);
            let Ok(found) = std::fs::metadata(&path) else {
                return Err(Error::ModelMissing { path });
            };
            if found.len() != file.bytes {
                let reason = format!("it has {} bytes instead of {}", found.len(), file.bytes);
                return Err(unusable(&path, reason));
            }
        }
        Ok(())
    }

    /// Checks every file against its SHA-256.
    pub fn verify(&self, models: &Path) -> Result<()> {
        self.check_sizes(models)?;
        for file in &self.files {
            let path = self.path(models, &file.name);
            let found = file_digest(&path).map_err(|error| unusable(&path, error.to_string()))?;
            if found != file.sha256 {
                return Err(unusable(&path, format!("its sha256 is {found}")));
            }
        }
        Ok(())
    }
}

fn file_digest(path: &Path) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    std::io::copy(&mut BufReader::with_capacity(1 << 20, File::open(path)?), &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

pub(super) fn unusable(path: &Path, reason: String) -> Error {
    Error::ModelUnusable { path: path.to_owned(), reason }
}
