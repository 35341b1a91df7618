//! Options passed from JavaScript.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::api::{
    self, Access, Engines, Excluded, Filter as FilterOptions, Masker, Models, Selection, Within,
};
use napi_derive::napi;

use crate::engines;
use crate::row::Given;

/// Options for opening a memory.
#[napi(object)]
pub struct OpenOptions {
    /// Mementor's home.
    pub home: String,
    /// Home directory of the person.
    pub person_home: Option<String>,
    /// Folder with `manifest.json` and the bundled models; added models are in the home.
    pub models: String,
    /// Id of the model to use; the default model if omitted.
    pub model: Option<String>,
    /// Path of the library with the engines of other models than the bundled one.
    pub engines: Option<String>,
    /// Path of ONNX Runtime's library, for them.
    pub onnxruntime: Option<String>,
    /// Whether this process reads for long: then it never keeps others waiting on a full disk, but
    /// cannot read there either.
    pub lasting: Option<bool>,
    /// How long to wait for another process's lock, in milliseconds.
    pub busy_ms: u32,
    /// Number of inference threads.
    pub threads: u32,
    /// Milliseconds since the epoch; part of the name of a damaged database that is moved aside.
    pub now_ms: i64,
    /// The user's mask patterns; an invalid one is an error.
    pub mask: Option<Vec<String>>,
    /// Globs of directories whose conversations are not stored; an invalid one is an error.
    pub exclude: Option<Vec<String>>,
    /// More tags by which agents mark what they were not sure of.
    pub suspect: Option<Vec<String>>,
    /// Whether rules find notes in the conversations that are taken in; yes if omitted.
    pub detect: Option<bool>,
}

impl OpenOptions {
    /// Returns how a memory is opened for reading.
    pub fn reading(&self) -> Access {
        if self.lasting == Some(true) { Access::Read } else { Access::ReadBriefly }
    }

    /// Returns the options of the core.
    pub fn with(self, access: Access) -> api::Result<api::Options> {
        Ok(api::Options {
            models: models_of(&self.home, self.models, self.model),
            home: PathBuf::from(self.home),
            person_home: self.person_home.map(PathBuf::from),
            engines: engines_of(self.engines, self.onnxruntime),
            access,
            busy: Duration::from_millis(self.busy_ms.into()),
            threads: self.threads.max(1) as usize,
            masker: Masker::new(&self.mask.unwrap_or_default())?,
            excluded: Excluded::new(&self.exclude.unwrap_or_default())?,
            detects: self.detect.unwrap_or(true),
        })
    }
}

/// Selects the turns that meet all conditions; at least one condition is required.
#[napi(object, object_to_js = false)]
pub struct SelectOptions {
    /// Prefixes of turn or session ids, one of which must match; empty matches all.
    pub ids: Vec<String>,
    /// Text that must occur in the turn, ignoring case.
    pub containing: Option<String>,
    /// Conditions on the turns.
    pub filter: Option<Given<FilterOptions>>,
    /// Only the project of this directory; every project if omitted.
    pub directory: Option<String>,
    /// Name or key of a project.
    pub project: Option<String>,
}

impl SelectOptions {
    /// Returns where to search; `None` for everywhere.
    pub fn within(&self) -> Option<Within> {
        let directory = || self.directory.as_ref().map(|path| Within::Directory(path.into()));
        self.project.clone().map(Within::Project).or_else(directory)
    }
}

impl From<SelectOptions> for Selection {
    fn from(options: SelectOptions) -> Self {
        Self {
            ids: options.ids,
            containing: options.containing,
            filter: options.filter.map(|Given(filter)| filter).unwrap_or_default(),
            ..Self::default()
        }
    }
}

/// Returns the models of a home, with the folder of the bundled models and the chosen one.
pub fn models_of(home: impl AsRef<Path>, bundled: String, chosen: Option<String>) -> Models {
    Models { bundled: PathBuf::from(bundled), added: home.as_ref().join("models"), chosen }
}

fn engines_of(path: Option<String>, onnxruntime: Option<String>) -> Engines {
    let [path, onnxruntime] =
        [path, onnxruntime].map(|path| path.map_or_else(PathBuf::new, Into::into));
    Engines { path, onnxruntime, open: Some(engines::open) }
}
