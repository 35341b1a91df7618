//! Makes the file of a packed model, as the build does.

use std::io::Write as _;
use std::path::Path;

use mementor_encoder::pack::pack;
use sha2::{Digest as _, Sha256};

use super::manifest::ModelFile;
use super::models::{Models, unusable};
use crate::error::Result;
use crate::hash::hex;
use crate::regular_file::read_regular;

/// Maximum size of a file that a packed one is made from.
const SOURCE_BYTES_MAX: u64 = u32::MAX as u64;

impl Models {
    /// Makes the file of the default model from those that its description names, in the same
    /// folder. Does nothing when it is there and intact. `process` is a number that no other process
    /// has: one that is killed leaves a part under a name that ends with it.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the result is not what the manifest pins.
    pub fn pack_default(&self, process: u32) -> Result<()> {
        let spec = self.default()?;
        let (Some(from), false) = (&spec.packed_from, self.verify(&spec).is_ok()) else {
            return Ok(());
        };
        let folder = self.bundled.join(&spec.id);
        let path = folder.join(&spec.weights);
        let failed = |reason: String| unusable(&path, reason);
        let read = |file: &ModelFile| {
            let path = folder.join(&file.name);
            read_regular(&path, SOURCE_BYTES_MAX)
                .map_err(|error| unusable(&path, error.to_string()))
        };
        let (onnx, tokenizer) = (read(&from.weights)?, read(&from.tokenizer)?);
        let tokenizer = String::from_utf8_lossy(&tokenizer);
        let packed = pack(&onnx, &tokenizer, spec.window, spec.pooling.of_encoder());
        let packed = packed.map_err(|error| failed(error.to_string()))?;
        let sha256 = hex(&Sha256::digest(&packed));
        if spec.weights_sha256() != sha256 {
            let bytes = packed.len();
            return Err(failed(format!("it came out with {bytes} bytes, sha256 {sha256}")));
        }
        replace(&path, &packed, process).map_err(|error| failed(error.to_string()))
    }
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
