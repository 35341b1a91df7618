//! The Node addon: types, conversions, and one guarded call for each function of the core.

#![expect(clippy::needless_pass_by_value, reason = "Node hands values over")]

mod convert;
pub mod detached;
mod guard;
pub mod lock;
pub mod watchdog;

use std::path::{Path, PathBuf};
use std::time::Duration;

use convert::{
    About, Answer, EmbedReport, Exported, Imported, IngestReport, Model, Recall, Restored,
    Scrubbed, Selected, SessionRow, Stats, Trace, TranscriptRow, WholeTurn,
};
use guard::{Failure, guarded};
use mementor_core::embed::{EngineChoice, Models};
use mementor_core::exclude::Excluded;
use mementor_core::forget::{self, Selection};
use mementor_core::memory::{self, Within};
use mementor_core::recall::{self, Prompt};
use mementor_core::secrets::{self, Masker};
use mementor_core::store::{Access, Filter, Foreign};
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
    /// A person's own patterns of what is masked; those that are no patterns don't count.
    pub mask: Option<Vec<String>>,
    /// Globs of directories whose conversations are not stored.
    pub exclude: Option<Vec<String>>,
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
}

impl From<PromptOptions> for Prompt {
    fn from(options: PromptOptions) -> Self {
        Self {
            text: options.text,
            session: options.session,
            recalled: options.recalled,
            compacted_at_ms: options.compacted_at_ms,
            rate: options.rate,
            now_ms: options.now_ms,
        }
    }
}

/// Everything that is remembered.
#[napi]
pub struct Memory {
    inner: memory::Memory,
    moved_aside: Option<String>,
}

#[napi]
impl Memory {
    /// Opens the memory; throws an error with a code.
    #[napi(factory)]
    pub fn open(options: OpenOptions) -> Result<Self, Failure> {
        guarded(|| {
            let access = match options.repair {
                Some(true) => Access::Repair,
                _ if options.write => Access::Write,
                _ => Access::Read,
            };
            let core = memory::Options {
                models: models_of(&options.home, options.models, options.model),
                home: PathBuf::from(options.home),
                engine: engine_of(options.onnxruntime),
                access,
                busy: Duration::from_millis(options.busy_ms.into()),
                threads: options.threads.max(1) as usize,
                masker: Masker::new(&options.mask.unwrap_or_default()),
                excluded: Excluded::new(&options.exclude.unwrap_or_default()),
            };
            let (inner, aside) = memory::Memory::open(core, options.now_ms)?;
            Ok(Self { inner, moved_aside: aside.map(|path| path.display().to_string()) })
        })
    }

    /// Where a damaged database was moved to, if one was found.
    #[napi(getter)]
    pub fn moved_aside(&self) -> Option<String> {
        self.moved_aside.clone()
    }

    /// Takes in what is new in a transcript, up to a bound; call it until `done`.
    #[napi]
    pub fn ingest(
        &mut self,
        path: String,
        project: Option<String>,
    ) -> Result<IngestReport, Failure> {
        guarded(|| Ok(self.inner.ingest(Path::new(&path), project.as_deref())?.into()))
    }

    /// Whether the open turn of a transcript holds this answer.
    #[napi]
    pub fn holds_answer(&self, path: String, answer: String) -> Result<bool, Failure> {
        guarded(|| self.inner.holds_answer(Path::new(&path), &answer))
    }

    /// Adds an answer that the transcript does not hold to its open turn, if it has one.
    #[napi]
    pub fn report_answer(
        &mut self,
        path: String,
        answer: String,
        at_ms: i64,
    ) -> Result<bool, Failure> {
        guarded(|| self.inner.report_answer(Path::new(&path), &answer, at_ms))
    }

    /// Embeds some of the chunks that wait; call it until none is left.
    #[napi]
    pub fn embed_waiting(&mut self) -> Result<EmbedReport, Failure> {
        guarded(|| Ok(self.inner.embed_waiting()?.into()))
    }

    /// Answers a person's query.
    #[napi]
    pub fn query(&mut self, options: QueryOptions) -> Result<Answer, Failure> {
        guarded(|| {
            let within = within(options.directory, options.project, options.everything);
            let filter = options.filter.map(Into::into).unwrap_or_default();
            let limit = options.limit as usize;
            Ok(self.inner.query(&options.text, &within, filter, limit, options.now_ms)?.into())
        })
    }

    /// Returns what a prompt of a session deserves to have brought back; usually nothing.
    #[napi]
    pub fn recall(&mut self, prompt: PromptOptions) -> Result<Recall, Failure> {
        guarded(|| {
            let directory = PathBuf::from(&prompt.directory);
            Ok(self.inner.recall(&prompt.into(), &directory)?.into())
        })
    }

    /// Derives some turns from the log again; 0 at first, then what the last call returned.
    #[napi]
    pub fn rebuild(&mut self, after: i64) -> Result<Option<i64>, Failure> {
        guarded(|| self.inner.rebuild(after))
    }

    /// Returns the turns that are meant to go, the oldest first.
    #[napi]
    pub fn select(&self, options: SelectOptions) -> Result<Vec<Selected>, Failure> {
        guarded(|| {
            let project = options.project.map(Within::Project);
            let directory = options.directory.map(|path| Within::Directory(PathBuf::from(path)));
            let selection = Selection {
                ids: options.ids,
                containing: options.containing,
                filter: options.filter.map(Into::into).unwrap_or_default(),
                ..Selection::default()
            };
            let selected = self.inner.select(selection, project.or(directory).as_ref())?;
            Ok(selected.into_iter().map(Into::into).collect())
        })
    }

    /// Removes turns for good; returns how many were stored. Call `compact` afterwards.
    #[napi]
    pub fn forget(&mut self, turns: Vec<String>) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.forget(&turns)? as i64))
    }

    /// Masks some turns again; 0 at first, then `next` of the last call. Call `compact` afterwards.
    #[napi]
    pub fn scrub(&mut self, after: i64) -> Result<Scrubbed, Failure> {
        guarded(|| Ok(self.inner.scrub(after)?.into()))
    }

    /// Masks a whole backup again; returns what was masked, which must not be printed.
    #[napi]
    pub fn scrub_backup(&mut self, path: String, busy_ms: u32) -> Result<Vec<String>, Failure> {
        let busy = Duration::from_millis(busy_ms.into());
        guarded(|| self.inner.scrub_backup(Path::new(&path), busy))
    }

    /// Writes the database anew without a byte of what was removed.
    #[napi]
    pub fn compact(&mut self) -> Result<(), Failure> {
        guarded(|| self.inner.compact())
    }

    /// Writes a copy of the whole database to a file that does not exist yet.
    #[napi]
    pub fn backup(&self, path: String) -> Result<(), Failure> {
        guarded(|| self.inner.backup(Path::new(&path)))
    }

    /// Returns some lines of an export; without `after` the first ones.
    #[napi]
    pub fn export(
        &self,
        directory: String,
        project: Option<String>,
        everything: bool,
        after: Option<i64>,
    ) -> Result<Exported, Failure> {
        guarded(|| Ok(self.inner.export(&within(directory, project, everything), after)?.into()))
    }

    /// Takes lines of an export in.
    #[napi]
    pub fn import(&mut self, lines: Vec<String>) -> Result<Imported, Failure> {
        guarded(|| Ok(self.inner.import(&lines)?.into()))
    }

    /// Takes some turns of another database in, as far as it can be read; 0 at first, then `next`
    /// of the last call.
    #[napi]
    pub fn import_database(&mut self, path: String, after: i64) -> Result<Imported, Failure> {
        guarded(|| Ok(self.inner.import_database(Path::new(&path), after)?.into()))
    }

    /// Returns the turns whose uuid, or whose session's id, begins with `prefix`.
    #[napi]
    pub fn show(&self, prefix: String) -> Result<Vec<WholeTurn>, Failure> {
        guarded(|| Ok(self.inner.show(&prefix)?.into_iter().map(Into::into).collect()))
    }

    /// Returns at most `limit` sessions, the last active first.
    #[napi]
    pub fn sessions(
        &self,
        directory: String,
        project: Option<String>,
        everything: bool,
        limit: u32,
    ) -> Result<Vec<SessionRow>, Failure> {
        guarded(|| {
            let within = within(directory, project, everything);
            let sessions = self.inner.sessions(&within, limit as usize)?;
            Ok(sessions.into_iter().map(Into::into).collect())
        })
    }

    /// Returns the counts of what is stored.
    #[napi]
    pub fn stats(&self) -> Result<Stats, Failure> {
        guarded(|| Ok(self.inner.stats()?.into()))
    }

    /// Returns where the database contradicts itself: an empty list when all is well.
    #[napi]
    pub fn integrity_problems(&self) -> Result<Vec<String>, Failure> {
        guarded(|| self.inner.integrity_problems())
    }

    /// Returns the ledger: every transcript that was ever read, by path.
    #[napi]
    pub fn transcripts(&self) -> Result<Vec<TranscriptRow>, Failure> {
        guarded(|| Ok(self.inner.transcripts()?.into_iter().map(Into::into).collect()))
    }

    /// Returns how many turns of a session are stored: its own, or those of one of its subagents.
    #[napi]
    pub fn session_turn_count(
        &self,
        session: String,
        agent: Option<String>,
    ) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.session_turn_count(&session, agent.as_deref())? as i64))
    }

    /// Returns the sessions whose id begins with `prefix`; an exact one alone.
    #[napi]
    pub fn sessions_named(&self, prefix: String) -> Result<Vec<String>, Failure> {
        guarded(|| self.inner.sessions_named(&prefix))
    }

    /// Returns a session's transcript made again from its turns, if it has any.
    #[napi]
    pub fn restore(&self, session: String) -> Result<Option<Restored>, Failure> {
        guarded(|| Ok(self.inner.restore(&session)?.map(Into::into)))
    }

    /// Returns how far a transcript was read, in bytes.
    #[napi]
    pub fn transcript_offset(&self, path: String) -> Result<Option<i64>, Failure> {
        guarded(|| {
            let offset = self.inner.transcript_offset(Path::new(&path))?;
            Ok(offset.map(|offset| offset as i64))
        })
    }
}

/// Removes turns from a backup too, with every byte of them; returns how many were in it.
#[napi]
pub fn forget_in_backup(path: String, turns: Vec<String>, busy_ms: u32) -> Result<i64, Failure> {
    guarded(|| {
        let busy = Duration::from_millis(busy_ms.into());
        Ok(forget::forget_in_backup(Path::new(&path), &turns, busy)? as i64)
    })
}

/// Returns the transcripts that were read into another database, as far as it can be read.
#[napi]
pub fn transcripts_of(path: String) -> Result<Vec<String>, Failure> {
    guarded(|| Ok(Foreign::open(Path::new(&path))?.transcripts()))
}

/// Returns the files in which the bytes of a text stand.
#[napi]
pub fn traces(paths: Vec<String>, texts: Vec<String>) -> Result<Vec<Trace>, Failure> {
    guarded(|| {
        let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
        let found = mementor_core::traces::traces(&paths, &texts)?;
        Ok(found.into_iter().map(Into::into).collect())
    })
}

fn within(directory: String, project: Option<String>, everything: bool) -> Within {
    match project {
        _ if everything => Within::Everything,
        Some(name) => Within::Project(name),
        None => Within::Directory(PathBuf::from(directory)),
    }
}

/// Returns why a prompt is dismissed whatever is remembered: then no memory needs to be opened.
#[napi]
pub fn dismissal(prompt: String) -> Result<Option<&'static str>, Failure> {
    guarded(|| Ok(recall::dismissal(&prompt)))
}

/// Masks the secrets in what was said, and what a person's own patterns match.
#[napi]
pub fn mask(text: String, patterns: Option<Vec<String>>) -> Result<String, Failure> {
    guarded(|| {
        let masker = Masker::new(&patterns.unwrap_or_default());
        Ok(masker.mask_spoken(&text).into_owned())
    })
}

/// Returns what is wrong with a person's own pattern of what is masked; nothing when it can be used.
#[napi]
pub fn mask_pattern_problem(pattern: String) -> Result<Option<String>, Failure> {
    guarded(|| Ok(secrets::check_pattern(&pattern).err()))
}

/// Whether one of the globs names a directory, or one above it.
#[napi]
pub fn is_excluded(globs: Vec<String>, directory: String) -> Result<bool, Failure> {
    guarded(|| Ok(Excluded::new(&globs).covers(Path::new(&directory))))
}

/// Returns what masking has taken out of a text, which must not be printed.
#[napi]
pub fn masked_out(before: String, after: String) -> Result<Vec<String>, Failure> {
    guarded(|| Ok(mementor_core::scrub::masked_out(&before, &after)))
}

/// Returns the versions that are linked in and what the processor can do.
#[napi]
pub fn about() -> Result<About, Failure> {
    guarded(|| Ok(About::here()))
}

/// Returns the models that are known: those of the folder `models`, and those added to the home.
#[napi]
pub fn known_models(home: String, models: String) -> Result<Vec<Model>, Failure> {
    guarded(|| {
        let models = models_of(&home, models, None);
        Ok(models.known()?.into_iter().map(|spec| Model::of(&models, spec)).collect())
    })
}

/// Returns the model in use, or the one asked for.
#[napi]
pub fn model(home: String, models: String, id: Option<String>) -> Result<Model, Failure> {
    guarded(|| {
        let models = models_of(&home, models, id);
        Ok(Model::of(&models, models.in_use()?))
    })
}

/// Checks every file of the model in use, or of the one asked for, against its SHA-256.
#[napi]
pub fn verify_model(home: String, models: String, id: Option<String>) -> Result<(), Failure> {
    guarded(|| {
        let models = models_of(&home, models, id);
        models.verify(&models.in_use()?)
    })
}

fn engine_of(library: Option<String>) -> EngineChoice {
    library.map_or(EngineChoice::Rten, |library| EngineChoice::OnnxRuntime {
        library: PathBuf::from(library),
    })
}

fn models_of(home: &str, bundled: String, chosen: Option<String>) -> Models {
    Models { bundled: PathBuf::from(bundled), added: Path::new(home).join("models"), chosen }
}

/// Shows that a panic is an error in JavaScript and Node stays alive.
///
/// # Panics
///
/// Always, inside the guard.
#[napi]
pub fn panic_for_test() -> Result<(), Failure> {
    guarded(|| panic!("asked to panic"))
}
