//! What the program tells a hook or the worker: where everything is, and the settings.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::Failed;
use crate::embed::{Engines, Models};
use crate::home::inbox::KeptOut;
use crate::memory::Options;
use crate::policy::exclude::Excluded;
use crate::secrets::Masker;
use crate::store::Access;

/// What the program tells a hook or the worker.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct HookOptions {
    /// Mementor's home.
    pub home: PathBuf,
    /// Folder with `manifest.json` and the bundled models.
    pub models: PathBuf,
    /// The library with the engines of other models; empty for the bundled model.
    pub engines: PathBuf,
    /// ONNX Runtime's library, for them.
    pub onnxruntime: PathBuf,
    /// The settings.
    pub settings: HookSettings,
    /// The Node or the script that the agent's settings name, where it is gone and another one runs.
    #[cfg_attr(test, ts(optional))]
    pub instead_of: Option<String>,
}

/// The settings that a hook reads. What is wrong in one of them has no effect, except in those that
/// keep data out.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HookSettings {
    /// Tokens that a session is told at its start at most; 0 for nothing.
    pub context_budget: usize,
    /// Whether rules find notes in the conversations that are taken in.
    pub detect: bool,
    /// What must not be stored.
    pub keeping_out: KeepingOut,
    /// Id of a model; empty for the bundled one.
    pub model: String,
    /// Whether the person is shown what was added to a prompt.
    pub notice: bool,
    /// Accepted share of prompts that need nothing and get something, in percent.
    pub rate: f64,
    /// Whether anything is added to prompts.
    pub recall: bool,
    /// More tags by which agents mark what they are not sure of.
    pub suspect: Vec<String>,
}

/// The settings that keep data out.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeepingOut {
    /// Globs of directories whose conversations are not stored, without `~`.
    pub exclude: SettingList,
    /// The person's own mask patterns.
    pub mask: SettingList,
}

/// A setting that keeps data out.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingList {
    /// What it lists.
    pub items: Vec<String>,
    /// Where it was set: a variable, or the file, which every process of a home shares.
    pub source: String,
    /// Why it cannot be understood, if so. Without the value: that may be what must stay out.
    #[serde(default)]
    pub fault: Option<String>,
}

/// The parts of what keeps data out that can be understood, and why others cannot.
#[derive(Default)]
pub(super) struct Understood {
    pub masker: Option<Masker>,
    pub excluded: Option<Excluded>,
    /// As the worker is told of it.
    pub kept_out: KeptOut,
    /// Sources of the settings that cannot be understood, each with the reason.
    pub unclear: Vec<(String, String)>,
}

impl HookOptions {
    /// Returns how the memory is opened.
    ///
    /// # Errors
    /// When what keeps data out cannot be understood.
    pub(crate) fn opening(
        &self,
        engines: &Engines,
        access: Access,
        busy: Duration,
    ) -> crate::Result<Options> {
        let Self { home, models, settings, .. } = self;
        let chosen = (!settings.model.is_empty()).then(|| settings.model.clone());
        let (path, onnxruntime) = (self.engines.clone(), self.onnxruntime.clone());
        Ok(Options {
            home: home.clone(),
            models: Models { bundled: models.clone(), added: home.join("models"), chosen },
            engines: Engines { path, onnxruntime, ..engines.clone() },
            access,
            busy,
            threads: 1,
            masker: Masker::new(&settings.keeping_out.mask.items)?,
            excluded: Excluded::new(&settings.keeping_out.exclude.items)?,
            detects: settings.detect,
        })
    }
}

impl KeepingOut {
    /// Compiles what keeps data out.
    pub(super) fn understood(&self) -> Understood {
        let mut unclear = Vec::new();
        let masker = compiled(&self.mask, Masker::new, &mut unclear);
        let excluded = compiled(&self.exclude, Excluded::new, &mut unclear);
        let items = |list: &SettingList, is_clear| {
            if is_clear { list.items.clone() } else { Vec::new() }
        };
        let kept_out = KeptOut {
            mask: items(&self.mask, masker.is_some()),
            exclude: items(&self.exclude, excluded.is_some()),
        };
        Understood { masker, excluded, kept_out, unclear }
    }

    /// Compiles what keeps data out; where any of it cannot be understood, nothing may be let in.
    pub(crate) fn required(&self) -> Failed<Rules> {
        let Understood { masker, excluded, kept_out, unclear } = self.understood();
        match (masker, excluded, unclear.into_iter().next()) {
            (Some(masker), Some(excluded), None) => Ok(Rules { masker, excluded, kept_out }),
            (.., Some((_, why))) => Err(why),
            (.., None) => Err("`mask` or `exclude` cannot be understood".to_owned()),
        }
    }
}

/// What keeps data out.
pub(crate) struct Rules {
    pub masker: Masker,
    pub excluded: Excluded,
    /// As the worker is told of it.
    pub kept_out: KeptOut,
}

fn compiled<T>(
    SettingList { items, source, fault }: &SettingList,
    compile: impl FnOnce(&[String]) -> crate::Result<T>,
    unclear: &mut Vec<(String, String)>,
) -> Option<T> {
    let compiled = match fault {
        Some(why) => Err(why.clone()),
        None => compile(items).map_err(|error| error.to_string()),
    };
    compiled.map_err(|why| unclear.push((source.clone(), why))).ok()
}

/// Whether a directory is excluded: then its hooks leave no trace.
pub(super) fn covers(excluded: &Excluded, directory: &str) -> bool {
    excluded.covers(Path::new(directory))
}
