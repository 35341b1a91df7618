//! The Node binding of the index of code, an addon of its own: no hook loads it. Answers are JSON.

#![expect(clippy::needless_pass_by_value, reason = "Node hands values over")]

#[path = "../../addon/src/caught.rs"]
mod caught;
mod guard;

use std::path::PathBuf;

use guard::{Failure, guarded, json};
use mementor_code::{CodeQuestion, CodeStore, Direction, Scope, Update, UpdateOptions};
use mementor_core::api::Masker;
use napi_derive::napi;
use serde::Deserialize;

/// What is indexed, and how.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IndexOptions {
    home: PathBuf,
    root: PathBuf,
    /// A folder of the root: only what is below it is looked at.
    under: Option<PathBuf>,
    /// Files, from the root: only these are looked at.
    paths: Option<Vec<String>>,
    /// Whether what was looked at before is looked at.
    #[serde(default)]
    known: bool,
    threads: usize,
    mask: Vec<String>,
}

/// An update of an index. What it did counts once it is finished.
#[napi]
pub struct IndexUpdate {
    update: Option<Update>,
}

#[napi]
impl IndexUpdate {
    /// Looks what changed.
    #[napi(factory)]
    pub fn begin(options: String) -> Result<Self, Failure> {
        let options: IndexOptions = guard::read(&options)?;
        let masker = guard::of_core(Masker::new(&options.mask))?;
        guarded(|| {
            let scope = match (options.paths, options.under) {
                (Some(paths), _) => Scope::Paths(paths),
                (None, Some(under)) => Scope::Under(under),
                (None, None) if options.known => Scope::of_index(&options.home, &options.root)?,
                (None, None) => Scope::Whole,
            };
            let how = UpdateOptions { scope, threads: options.threads, masker };
            Ok(Self { update: Some(Update::begin(&options.home, &options.root, how)?) })
        })
    }

    /// Reads the next files. Returns how far it is, and whether there are more.
    #[napi]
    pub fn step(&mut self) -> Result<String, Failure> {
        json(|| {
            let Some(update) = &mut self.update else { return Ok(None) };
            let more = update.step()?;
            Ok(Some((more, update.progress())))
        })
    }

    /// Writes what was read, and returns what was done.
    #[napi]
    pub fn finish(&mut self) -> Result<String, Failure> {
        json(|| self.update.take().map(Update::finish).transpose())
    }
}

/// Searches an index.
#[napi]
pub fn search_code(home: String, root: String, question: String) -> Result<String, Failure> {
    let question: CodeQuestion = guard::read(&question)?;
    json(|| CodeStore::open(home.as_ref(), root.as_ref())?.search(&question))
}

/// Returns who calls whom around a file or a symbol.
#[napi]
pub fn call_graph(
    home: String,
    root: String,
    target: String,
    direction: String,
    depth: u32,
) -> Result<String, Failure> {
    let direction = match direction.as_str() {
        "callers" => Direction::Callers,
        "callees" => Direction::Callees,
        _ => Direction::Both,
    };
    json(|| {
        let store = CodeStore::open(home.as_ref(), root.as_ref())?;
        store.graph(&target, direction, depth as usize)
    })
}

/// Returns the symbols of a text, which needs no index, and the places of those that a name means.
/// Nothing in a language that is not known.
#[napi]
pub fn symbols_named(path: String, text: String, name: String) -> Result<String, Failure> {
    json(|| Ok(mementor_code::symbols_named(&path, &text, &name)))
}

/// Returns the root of the index that covers a folder: the nearest one above it. Nothing without.
#[napi]
pub fn indexed_root(home: String, folder: String) -> Result<Option<String>, Failure> {
    let folder = PathBuf::from(folder);
    guarded(|| {
        let mut roots = folder.ancestors();
        let found = roots.find(|root| CodeStore::open(home.as_ref(), root).is_ok());
        Ok(found.map(|root| root.to_string_lossy().into_owned()))
    })
}
