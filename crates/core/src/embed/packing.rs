//! Packed files: what our own encoder runs, made from a model's other files.

mod agreement;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use mementor_encoder::LAYOUT;
use mementor_encoder::pack::pack;
use sha2::{Digest as _, Sha256};

use super::manifest::{ModelFile, ModelSpec, PackedFile};
use super::models::{Models, file_digest, unusable};
use crate::error::{Error, Result};
use crate::hash::hex;
use crate::regular_file::read_regular;

/// Name of a packed file among a user's models.
const PACKED_NAME: &str = "encoder.bin";

/// Name of the file that describes it, which has the form of a file in a manifest.
const RECORD_NAME: &str = "encoder.json";

/// Maximum size of that description; real ones have less than 200 bytes.
const RECORD_BYTES_MAX: u64 = 4096;

/// Maximum size of a file that a packed one is made from: its addresses have 32 bits.
const PACKED_FROM_BYTES_MAX: u64 = u32::MAX as u64;

impl Models {
    /// Returns the packed file that a model should have: the manifest's, or one that was made here;
    /// `None` for a model that another engine runs.
    pub fn packing(&self, spec: &ModelSpec) -> Option<PackedFile> {
        spec.packed.clone().or_else(|| self.record(spec))
    }

    /// Returns the path of a model's packed file; `None` where there is none of the right size.
    pub fn packed(&self, spec: &ModelSpec) -> Option<PathBuf> {
        let file = self.packing(spec)?;
        self.packed_as(spec, &file).ok()
    }

    /// Checks the packed file against its SHA-256. Nothing is wrong with a model that should have
    /// none.
    ///
    /// # Errors
    /// [`Error::ModelUnpacked`], [`Error::AddonOther`].
    pub fn verify_packed(&self, spec: &ModelSpec) -> Result<()> {
        let Some(packed) = self.packing(spec) else { return Ok(()) };
        let path = self.packed_as(spec, &packed)?;
        let found = file_digest(&path).map_err(|error| unpacked(&path, error.to_string()))?;
        if found == packed.file.sha256 {
            return Ok(());
        }
        Err(unpacked(&path, format!("its sha256 is {found}")))
    }

    /// Whether a model has an intact packed file. Reads all of it.
    pub fn is_packed(&self, spec: &ModelSpec) -> bool {
        self.packing(spec).is_some() && self.verify_packed(spec).is_ok()
    }

    /// Makes the packed file of a model from its other files, and returns its path; `None` when the
    /// model is of a form that our own encoder cannot run. Nothing is done when it is there. It lies
    /// beside the model's other files, or in the user's models where that folder cannot be written.
    /// A process that is killed leaves no part of it under its name, but under one that ends with
    /// `process`, a number that no other process has.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the result is not what was packed before.
    pub fn pack(&self, spec: &ModelSpec, process: u32) -> Result<Option<PathBuf>> {
        if self.is_packed(spec) {
            return Ok(self.packed(spec));
        }
        let of_this_layout = || self.record(spec).filter(|record| record.layout == LAYOUT);
        let wanted = match &spec.packed {
            Some(pinned) => Some(self.of_this_build(spec, pinned)?.clone()),
            None => of_this_layout(),
        };
        let weights = self.read(spec, &spec.weights)?;
        let packed = match self.packed_bytes(spec, &weights) {
            Ok(packed) => packed,
            Err(_) if wanted.is_none() => return Ok(None),
            Err(error) => return Err(error),
        };
        let sha256 = hex(&Sha256::digest(&packed));
        let Some(PackedFile { file, .. }) = wanted else {
            if !agreement::agree(self, spec, &packed, &weights)? {
                return Ok(None);
            }
            let (name, bytes) = (PACKED_NAME.to_owned(), packed.len() as u64);
            let file = ModelFile { name, bytes, sha256, url: None, same_as: None };
            return self.put_added(spec, &file, &packed, process).map(Some);
        };
        let beside = self.bundled_place(spec, &file);
        if sha256 != file.sha256 {
            if spec.packed.is_some() {
                return Err(Error::AddonOther { path: beside });
            }
            let reason = format!("it came out with {} bytes, sha256 {sha256}", packed.len());
            return Err(unpacked(&beside, reason));
        }
        if spec.packed.is_some() && replace(&beside, &packed, process).is_ok() {
            // A copy among the user's models would be taken first.
            let copy = Some(self.added_place(spec)).filter(|copy| *copy != beside);
            let _ = copy.map(std::fs::remove_file);
            return Ok(Some(beside));
        }
        self.put_added(spec, &file, &packed, process).map(Some)
    }

    /// Returns the packed file's bytes, made anew.
    fn packed_bytes(&self, spec: &ModelSpec, weights: &[u8]) -> Result<Vec<u8>> {
        let tokenizer = self.read(spec, &spec.tokenizer)?;
        let tokenizer = String::from_utf8_lossy(&tokenizer);
        let packed = pack(weights, &tokenizer, spec.window, spec.pooling.of_encoder());
        packed.map_err(|error| unusable(&self.path(spec, &spec.weights), error.to_string()))
    }

    fn read(&self, spec: &ModelSpec, name: &str) -> Result<Vec<u8>> {
        let path = self.path(spec, name);
        let read = read_regular(&path, PACKED_FROM_BYTES_MAX);
        read.map_err(|error| unusable(&path, error.to_string()))
    }

    /// Returns the file that the manifest pins, if it has the layout that this build makes and reads.
    fn of_this_build<'a>(
        &self,
        spec: &ModelSpec,
        pinned: &'a PackedFile,
    ) -> Result<&'a PackedFile> {
        if pinned.layout == LAYOUT {
            return Ok(pinned);
        }
        Err(Error::AddonOther { path: self.bundled_place(spec, &pinned.file) })
    }

    /// Returns the path of this packed file: the user's copy, else the one of the installation.
    fn packed_as(&self, spec: &ModelSpec, packed: &PackedFile) -> Result<PathBuf> {
        if spec.packed.is_some() {
            self.of_this_build(spec, packed)?;
        }
        let file = &packed.file;
        let record = self.record(spec).filter(|record| record.file.sha256 == file.sha256);
        if let Some(record) = record {
            let path = self.added_place(spec);
            if record.layout != LAYOUT {
                return Err(unpacked(&path, "another version of Mementor packed it".to_owned()));
            }
            if size_of(&path) == Some(file.bytes) {
                return Ok(path);
            }
        }
        let path = self.bundled_place(spec, file);
        match size_of(&path) {
            Some(bytes) if bytes == file.bytes => Ok(path),
            Some(bytes) => {
                Err(unpacked(&path, format!("it has {bytes} bytes instead of {}", file.bytes)))
            }
            None => Err(unpacked(&path, "it is missing".to_owned())),
        }
    }

    fn bundled_place(&self, spec: &ModelSpec, file: &ModelFile) -> PathBuf {
        self.bundled.join(&spec.id).join(&file.name)
    }

    fn added_place(&self, spec: &ModelSpec) -> PathBuf {
        self.added.join(&spec.id).join(PACKED_NAME)
    }

    /// Returns the description of the packed file among the user's models.
    fn record(&self, spec: &ModelSpec) -> Option<PackedFile> {
        let path = self.added.join(&spec.id).join(RECORD_NAME);
        serde_json::from_slice(&read_regular(&path, RECORD_BYTES_MAX).ok()?).ok()
    }

    /// Puts a packed file and its description among the user's models.
    fn put_added(
        &self,
        spec: &ModelSpec,
        file: &ModelFile,
        packed: &[u8],
        process: u32,
    ) -> Result<PathBuf> {
        let path = self.added_place(spec);
        let failed = |error: std::io::Error| unpacked(&path, error.to_string());
        let folder = self.added.join(&spec.id);
        std::fs::create_dir_all(&folder).map_err(failed)?;
        replace(&path, packed, process).map_err(failed)?;
        let file = ModelFile { name: PACKED_NAME.to_owned(), ..file.clone() };
        let record = PackedFile { file, layout: LAYOUT };
        let record = serde_json::to_vec(&record).map_err(|error| failed(error.into()))?;
        replace(&folder.join(RECORD_NAME), &record, process).map_err(failed)?;
        Ok(path)
    }
}

fn unpacked(path: &Path, reason: String) -> Error {
    Error::ModelUnpacked { path: path.to_owned(), reason }
}

fn size_of(path: &Path) -> Option<u64> {
    let found = std::fs::metadata(path).ok()?;
    found.is_file().then_some(found.len())
}

/// Writes a file under another name and renames it.
fn replace(path: &Path, bytes: &[u8], process: u32) -> std::io::Result<()> {
    let part = path.with_extension(format!("part-{process}"));
    let written = write_synced(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = std::fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
