//! Versions, models and CPU features.

use mementor_core::api::{self, Degraded};
use napi_derive::napi;

use crate::row::Row;

/// A known model.
#[napi(object, object_from_js = false)]
pub struct Model {
    pub id: String,
    pub licence: String,
    pub dimensions: u32,
    pub window: u32,
    pub weights_sha256: String,
    pub bytes: i64,
    pub files: Vec<ModelFile>,
    /// What runs it: `onnxruntime`, or our own encoder with the instructions that it uses.
    pub engine: String,
    /// Whether the engines of another library run it, and not our own encoder.
    pub needs_engines: bool,
    /// Why the model cannot be used: a file is missing or has the wrong size.
    pub problem: Option<Row<Degraded>>,
}

/// A file of a model.
#[napi(object)]
pub struct ModelFile {
    pub name: String,
    pub bytes: i64,
    pub sha256: String,
    pub url: Option<String>,
    /// Its path, or where it would be.
    pub path: String,
}

impl Model {
    /// Returns the description of a model and the state of its files.
    pub fn of(models: &api::Models, spec: api::ModelSpec) -> Self {
        let problem = models.check_sizes(&spec).err();
        let files = spec.files.iter().map(|file| ModelFile {
            name: file.name.clone(),
            bytes: file.bytes as i64,
            sha256: file.sha256.clone(),
            url: file.url.clone(),
            path: models.path(&spec, &file.name).display().to_string(),
        });
        Self {
            files: files.collect(),
            engine: spec.runs(),
            needs_engines: spec.packed_from.is_none(),
            weights_sha256: spec.weights_sha256().to_owned(),
            bytes: spec.bytes() as i64,
            dimensions: spec.dimensions as u32,
            window: spec.window as u32,
            licence: spec.licence,
            id: spec.id,
            problem: problem.map(|error| {
                Row(Degraded { code: error.code().to_owned(), message: error.to_string() })
            }),
        }
    }
}

/// Versions and CPU features.
#[napi(object)]
pub struct About {
    pub version: String,
    pub sqlite: String,
    pub schema: i64,
    pub arch: String,
    pub simd: Vec<String>,
}

impl About {
    /// Returns the versions and CPU features of this process.
    pub fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            sqlite: api::sqlite_version().to_owned(),
            schema: api::SCHEMA_VERSION,
            arch: std::env::consts::ARCH.to_owned(),
            simd: simd(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn simd() -> Vec<String> {
    let features = [
        ("avx2", is_x86_feature_detected!("avx2")),
        ("fma", is_x86_feature_detected!("fma")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
    ];
    features.iter().filter(|(_, has)| *has).map(|(name, _)| (*name).to_owned()).collect()
}

#[cfg(target_arch = "aarch64")]
fn simd() -> Vec<String> {
    // Every aarch64 processor has NEON.
    vec!["neon".to_owned()]
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn simd() -> Vec<String> {
    Vec::new()
}
