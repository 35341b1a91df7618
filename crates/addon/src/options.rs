//! What is handed over from JavaScript.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::capture::exclude::Excluded;
use mementor_core::embed::{EngineChoice, Models};
use mementor_core::index::when::Now;
use mementor_core::keep::forget::Selection;
use mementor_core::memory::{self, Within};
use mementor_core::recall::Prompt;
use mementor_core::recall::used::Injection;
use mementor_core::secrets::Masker;
use mementor_core::store::{Access, Filter};
use napi_derive::napi;

/// How a memory is opened.
#[napi(object)]
pub struct OpenOptions {
    /// Mementor's home.
    pub home: String,
    /// Folder with `manifest.json` and the bundled models; added ones lie in the home.
    pub models: String,
    /// Id of the model to use; the default one when left out.
    pub model: Option<String>,
    /// ONNX Runtime's library, to run the model with it; the engine that is linked in otherwise.
    pub onnxruntime: Option<String>,
    /// Whether it is written to; only under the ingest lock.
    pub write: bool,
    /// Whether all of the database is read first, to move it aside when it is damaged anywhere.
    pub repair: Option<bool>,
    /// How long to wait for another process's lock, in milliseconds.
    pub busy_ms: u32,
    /// Threads for inference.
    pub threads: u32,
    /// Milliseconds since the epoch; names a damaged database that is moved aside.
    pub now_ms: i64,
    /// A person's own patterns of what is masked; one that cannot be used is an error.
    pub mask: Option<Vec<String>>,
    /// Globs of directories whose conversations are not stored; one that cannot be used is an error.
    pub exclude: Option<Vec<String>>,
}

impl TryFrom<OpenOptions> for memory::Options {
    type Error = mementor_core::Error;

    fn try_from(options: OpenOptions) -> mementor_core::Result<Self> {
        let access = match options.repair {
            Some(true) => Access::Repair,
            _ if options.write => Access::Write,
            _ => Access::Read,
        };
        Ok(Self {
            models: models_of(&options.home, options.models, options.model),
            home: PathBuf::from(options.home),
            engine: engine_of(options.onnxruntime),
            access,
            busy: Duration::from_millis(options.busy_ms.into()),
            threads: options.threads.max(1) as usize,
            masker: Masker::new(&options.mask.unwrap_or_default())?,
            excluded: Excluded::new(&options.exclude.unwrap_or_default())?,
        })
    }
}

/// What a query is for; without `project` and `everything`, the directory's project.
#[napi(object)]
pub struct QueryOptions {
    /// Any string.
    pub text: String,
    /// Turns returned at most.
    pub limit: u32,
    /// Where it is asked.
    pub directory: String,
    /// Name or key of a project.
    pub project: Option<String>,
    /// All projects.
    pub everything: bool,
    /// What a turn must have.
    pub filter: Option<FilterOptions>,
    /// What "last week" counts from, in milliseconds since the epoch.
    pub now_ms: i64,
    /// How far clocks are ahead of UTC, in minutes.
    pub utc_offset_min: i32,
}

/// Which turns are meant to go: those that meet every condition, of which there is at least one.
#[napi(object)]
pub struct SelectOptions {
    /// Beginnings of ids of turns or sessions, one of which must fit; empty for any.
    pub ids: Vec<String>,
    /// Words that stand side by side anywhere in the turn, whatever their case.
    pub containing: Option<String>,
    /// What a turn must have.
    pub filter: Option<FilterOptions>,
    /// The project of this directory; every project when left out.
    pub directory: Option<String>,
    /// Name or key of a project.
    pub project: Option<String>,
}

impl SelectOptions {
    /// Returns where to look; everywhere when nothing names a project.
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
            filter: options.filter.map(Into::into).unwrap_or_default(),
            ..Self::default()
        }
    }
}

/// Conditions on turns: all that are given must hold.
#[napi(object)]
pub struct FilterOptions {
    /// Began at or after this time, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Began before this time.
    pub until_ms: Option<i64>,
    /// Stands in a session whose id begins so.
    pub session: Option<String>,
    /// Was on this branch.
    pub branch: Option<String>,
    /// Read or changed a file whose path has these words in a row.
    pub file: Option<String>,
    /// Ran a command with these words in a row.
    pub command: Option<String>,
    /// Met an error with all of these words.
    pub error: Option<String>,
}

impl From<FilterOptions> for Filter {
    fn from(options: FilterOptions) -> Self {
        Self {
            since_ms: options.since_ms,
            until_ms: options.until_ms,
            session: options.session,
            branch: options.branch,
            file: options.file,
            command: options.command,
            error: options.error,
        }
    }
}

/// A prompt, and what is in its session's context already.
#[napi(object)]
pub struct PromptOptions {
    /// As it was typed.
    pub text: String,
    /// Where it is typed: names the project.
    pub directory: String,
    /// The session it is typed in.
    pub session: String,
    /// Turns brought back in this session before; none since a compaction.
    pub recalled: Vec<String>,
    /// When the session's context was last compacted: its turns before that have left it.
    pub compacted_at_ms: Option<i64>,
    /// Share of the prompts that need nothing but may get something.
    pub rate: f64,
    /// What "last week" counts from, in milliseconds since the epoch.
    pub now_ms: i64,
    /// How far clocks are ahead of UTC, in minutes.
    pub utc_offset_min: i32,
}

impl From<PromptOptions> for Prompt {
    fn from(options: PromptOptions) -> Self {
        Self {
            text: options.text,
            session: options.session,
            recalled: options.recalled,
            compacted_at_ms: options.compacted_at_ms,
            rate: options.rate,
            now: now(options.now_ms, options.utc_offset_min),
        }
    }
}

/// A prompt that brought turns back, as the record of its session tells it.
#[napi(object)]
pub struct InjectionOptions {
    /// The session it was typed in.
    pub session: String,
    /// What was typed, or its beginning; empty where that was not recorded.
    pub prompt: String,
    /// When its hook ran, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The turns that were brought back, by their uuid.
    pub turns: Vec<String>,
    /// When the session last reported that an answer was complete.
    pub stopped_ms: Option<i64>,
}

impl From<InjectionOptions> for Injection {
    fn from(options: InjectionOptions) -> Self {
        let InjectionOptions { session, prompt, at_ms, turns, stopped_ms } = options;
        Self { session, prompt, at_ms, turns, stopped_ms }
    }
}

/// Returns a time, and what clocks show then.
pub fn now(at_ms: i64, utc_offset_min: i32) -> Now {
    Now { at_ms, ahead_ms: i64::from(utc_offset_min) * 60_000 }
}

/// Returns where to look: in the directory's project, without a name.
pub fn within(directory: String, project: Option<String>, everything: bool) -> Within {
    match project {
        _ if everything => Within::Everything,
        Some(name) => Within::Project(name),
        None => Within::Directory(PathBuf::from(directory)),
    }
}

/// Returns the models of a home, with the bundled ones' folder and the one that is chosen.
pub fn models_of(home: &str, bundled: String, chosen: Option<String>) -> Models {
    Models { bundled: PathBuf::from(bundled), added: Path::new(home).join("models"), chosen }
}

fn engine_of(library: Option<String>) -> EngineChoice {
    library.map_or(EngineChoice::Rten, |library| EngineChoice::OnnxRuntime {
        library: PathBuf::from(library),
    })
}
