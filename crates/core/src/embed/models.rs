//! The available models: those bundled with this build and those the user added.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::manifest::{ModelFile, ModelSpec};
use crate::error::{Error, Result};
use crate::hash::hex;
use crate::regular_file::{open_regular, read_regular};

/// Name of the file that describes an added model, in the model's folder.
pub(crate) const SPEC_NAME: &str = "model.json";

/// Maximum size of a model description; real ones have a few kilobytes.
pub(super) const SPEC_BYTES_MAX: u64 = 1 << 20;

/// The folders of the models, and which model is in use.
#[derive(Debug, Clone)]
pub struct Models {
    /// Folder of the bundled models, with `manifest.json`.
    pub bundled: PathBuf,
    /// Folder of the user's models, one folder per model. Need not exist.
    pub added: PathBuf,
    /// Id of the model in use; `None` means the manifest's default.
    pub chosen: Option<String>,
}

/// `manifest.json`: the models that this build knows.
#[derive(Debug, Clone, Deserialize)]
struct Manifest {
    default: String,
    models: Vec<ModelSpec>,
}

impl Models {
    /// Returns all known models, the bundled ones first.
    pub fn known(&self) -> Result<Vec<ModelSpec>> {
        let mut known = self.bundled_specs()?;
        for spec in self.added_specs() {
            if !known.iter().any(|other| other.id == spec.id) {
                known.push(spec);
            }
        }
        Ok(known)
    }

    /// Returns the model in use.
    pub fn in_use(&self) -> Result<ModelSpec> {
        match &self.chosen {
            Some(id) => self.find(id),
            None => self.default(),
        }
    }

    /// Returns the model with this id.
    pub fn find(&self, id: &str) -> Result<ModelSpec> {
        let known = self.known()?.into_iter().find(|spec| spec.id == id);
        known.ok_or_else(|| Error::ModelUnknown { id: id.to_owned() })
    }

    /// Returns the models that this build knows.
    pub(super) fn bundled_specs(&self) -> Result<Vec<ModelSpec>> {
        Ok(self.manifest()?.models)
    }

    /// Returns the path of a model's file, or where it would be if it were installed.
    pub fn path(&self, spec: &ModelSpec, name: &str) -> PathBuf {
        let file = spec.files.iter().find(|file| file.name == name);
        let mut places = self.places(spec, name, file.and_then(|file| file.same_as.as_deref()));
        let missing = self.bundled.join(&spec.id).join(name);
        places.find(|path| path.exists()).unwrap_or(missing)
    }

    /// Returns where a file of a model may lie, which it may share with another one.
    pub(super) fn places<'m>(
        &'m self,
        spec: &'m ModelSpec,
        name: &'m str,
        shared: Option<&'m str>,
    ) -> impl Iterator<Item = PathBuf> + 'm {
        let ids = [Some(spec.id.as_str()), shared].into_iter().flatten();
        ids.flat_map(move |id| [&self.added, &self.bundled].map(|all| all.join(id).join(name)))
    }

    /// Checks the description, and that every file exists with its full size. Cheap enough for
    /// every start.
    pub fn check_sizes(&self, spec: &ModelSpec) -> Result<()> {
        if let Some(fault) = spec.fault() {
            return Err(unusable(&self.added.join(&spec.id).join(SPEC_NAME), fault));
        }
        for file in &spec.files {
            self.check_size(spec, file)?;
        }
        Ok(())
    }

    /// Checks every file against its SHA-256.
    pub fn verify(&self, spec: &ModelSpec) -> Result<()> {
        self.check_sizes(spec)?;
        for file in &spec.files {
            let path = self.path(spec, &file.name);
            let found = file_digest(&path).map_err(|error| unusable(&path, error.to_string()))?;
            if found != file.sha256 {
                return Err(unusable(&path, format!("its sha256 is {found}")));
            }
        }
        Ok(())
    }

    fn check_size(&self, spec: &ModelSpec, file: &ModelFile) -> Result<()> {
        let path = self.path(spec, &file.name);
        let Ok(found) = std::fs::metadata(&path) else {
            return Err(Error::ModelMissing { path });
        };
        if found.len() != file.bytes {
            let reason = format!("it has {} bytes instead of {}", found.len(), file.bytes);
            return Err(unusable(&path, reason));
        }
        Ok(())
    }

    /// Returns the model that is used when none is chosen.
    pub fn default(&self) -> Result<ModelSpec> {
        self.find(&self.manifest()?.default)
    }

    fn manifest(&self) -> Result<Manifest> {
        let path = self.bundled.join("manifest.json");
        let text = read_regular(&path, SPEC_BYTES_MAX)
            .map_err(|_| Error::ModelMissing { path: path.clone() })?;
        serde_json::from_slice(&text).map_err(|error| unusable(&path, error.to_string()))
    }

    /// Returns the user's models. A folder without a readable description is ignored.
    fn added_specs(&self) -> Vec<ModelSpec> {
        let Ok(folders) = std::fs::read_dir(&self.added) else { return Vec::new() };
        let specs = folders.flatten().filter_map(|folder| {
            let text = read_regular(&folder.path().join(SPEC_NAME), SPEC_BYTES_MAX).ok()?;
            let spec: ModelSpec = serde_json::from_slice(&text).ok()?;
            (folder.file_name().to_str() == Some(spec.id.as_str())).then_some(spec)
        });
        let mut specs: Vec<ModelSpec> = specs.collect();
        specs.sort_by(|a, b| a.id.cmp(&b.id));
        specs
    }
}

pub(super) fn file_digest(path: &Path) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    std::io::copy(&mut BufReader::with_capacity(1 << 20, open_regular(path)?), &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

pub(super) fn unusable(path: &Path, reason: String) -> Error {
    Error::ModelUnusable { path: path.to_owned(), reason }
}
