//! `Memory`: the single entry point to everything that is stored.

mod ask;
mod contexts;
mod digests;
mod lessons;
mod membership;
mod notes;
mod removal;
mod reported;
mod salvage;
mod search;
mod sessions;
mod splitter;
mod transcripts;
mod transfer;
mod upkeep;
mod waiting_notes;
mod within;
mod work;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::capture::answer::{self, ReportedAnswer, ReportedPrompt};
use crate::capture::ingest::{self, IngestReport};
use crate::capture::transcript::{Capture, Transcript};
use crate::embed::{Degraded, Embedded, Engines, LazyEmbedder, Models, Side};
use crate::error::Result;
use crate::home::Home;
use crate::home::records::line::{PromptLine, RecordLine, lines_of};
use crate::home::records::{RECORD_BYTES_MAX, end_of};
use crate::item::{Kind, Kinds};
use crate::marks;
use crate::note_actions::proposals::proposals;
use crate::policy::CapturePolicy;
use crate::policy::exclude::Excluded;
use crate::project::labels::{LabelledProject, labelled};
use crate::project::{self, Project};
use crate::removal::elsewhere::Planning;
use crate::removal::scrub::Scrubbing;
use crate::removal::steps::Removal;
use crate::search::browse::{self, WholeTurn};
use crate::search::{Found, suspect};
use crate::secrets::Masker;
use crate::sources;
use crate::store::{
    Access, Filter, NoteFilter, SalvageSource, Scope, SessionRow, Stats, Store, TurnCount,
};
use crate::vector;
pub use ask::{AsDate, Question, Reply, UnknownFilter};
pub use contexts::{Replayed, Start};
use membership::Moving;
pub use membership::{LabelledBelonging, ProjectChange, ProjectMove};
pub use notes::{FirstNotes, NoteConditions, NotesListed};
use reported::Report;
pub use reported::{ReportStep, ReportedSession, StepTime};
use salvage::Salvage;
pub use salvage::{SalvageOf, SalvageStep, SavedCopy};
pub use sessions::{
    ListedSession, ListedSessions, Recap, RecapSession, RecapWanted, SessionsWanted,
};
use splitter::WindowSplitter;
pub use upkeep::TidiedHere;
pub use within::Within;

/// The turns of a place that began since a time.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Begun {
    /// Where.
    pub within: Within,
    /// They began then or later, in milliseconds since the epoch.
    pub since_ms: i64,
}

/// Number of chunks embedded per call and written in one transaction: 200 to 300 ms on one core.
const EMBED_BATCH: usize = 16;

/// Options for opening a memory.
#[derive(Debug, Clone)]
pub struct Options {
    /// Mementor's home.
    pub home: PathBuf,
    /// Home directory of the person, if it is known: a repository there holds only what it tracks.
    pub person_home: Option<PathBuf>,
    /// The models, and which one is in use.
    pub models: Models,
    /// The engines of models that our own encoder does not run.
    pub engines: Engines,
    /// Read-only, or read and write.
    pub access: Access,
    /// How long to wait for another process's lock.
    pub busy: Duration,
    /// Number of inference threads.
    pub threads: usize,
    /// Masks secrets before anything is stored.
    pub masker: Masker,
    /// Directories whose conversations are not stored.
    pub excluded: Excluded,
    /// Whether rules find notes in the conversations that are taken in.
    pub detects: bool,
}

/// Where a damaged database found on opening was moved to.
pub type MovedAside = Option<PathBuf>;

/// Everything that is stored, and the model that searches it by meaning.
pub struct Memory {
    store: Store,
    model: LazyEmbedder,
    policy: CapturePolicy,
    /// What the vectors of the chosen model are known by, once that was asked for.
    vectors_key: OnceCell<Option<String>>,
    /// Tags by which agents mark what they were not sure of.
    suspect: Vec<String>,
    /// The database being imported, and its path.
    source: Option<(PathBuf, SalvageSource)>,
    /// What is beside the database.
    home: Home,
    /// Planning, removing, masking and saving that is under way, step by step.
    planning: Option<Planning>,
    removal: Option<Removal>,
    scrubbing: Option<Scrubbing>,
    salvage: Option<Salvage>,
    report: Option<Report>,
    moving: Option<Moving>,
    /// When it was opened, in milliseconds since the epoch.
    opened_ms: i64,
}

/// What to search.
#[derive(Debug, Clone, Default)]
pub struct Sought {
    /// Conditions on turns.
    pub filter: Filter,
    /// Whether turns are searched.
    pub turns: bool,
    /// Conditions on notes; without any no note is searched.
    pub notes: Option<NoteFilter>,
}

/// The result of a query.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answer {
    /// The matches.
    #[serde(flatten)]
    pub found: Found,
    /// Name of the searched project; `None` for all projects.
    pub project: Option<String>,
    /// Number of chunks in the searched projects without a vector of the current model.
    pub waiting: u64,
    /// Number of chunks in the searched projects.
    pub chunks: u64,
    /// Why semantic search was unavailable.
    pub degraded: Option<Degraded>,
}

/// Result of a step of making ready.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EmbedReport {
    /// Number of chunks embedded.
    pub embedded: u64,
    /// Number of chunks that still wait for a vector.
    pub waiting: u64,
    /// Why nothing can be embedded.
    pub degraded: Option<Degraded>,
    /// Id of the last turn that was derived again; `None` when no rebuild is in progress.
    pub derived: Option<i64>,
    /// Whether another step has something to do.
    pub more: bool,
}

/// Whether the database is sound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Soundness {
    /// What is wrong with it; empty when it is sound.
    pub problems: Vec<String>,
    /// Of a sound one, the number of stored entries that a newer version wrote.
    pub newer: u64,
}

impl Memory {
    /// Opens the memory. `now_ms` becomes part of the name of a damaged database that is moved
    /// aside. No transcript that is read from then on counts as written a day later or more.
    pub fn open(options: Options, now_ms: i64) -> Result<(Self, MovedAside)> {
        let home = Home::at(&options.home);
        if matches!(options.access, Access::Write | Access::Repair) {
            home.move_emptied_aside(now_ms)?;
        }
        let mut opened = Store::open(&options.home, options.access, options.busy, now_ms)?;
        opened.store.set_person_home(options.person_home.as_deref());
        let Options { masker, excluded, detects, .. } = options;
        let mut memory = Self {
            store: opened.store,
            model: LazyEmbedder::new(options.models, options.engines, options.threads),
            policy: CapturePolicy { masker, excluded, detects },
            vectors_key: OnceCell::new(),
            suspect: suspect::TAGS.map(str::to_owned).into(),
            source: None,
            home,
            planning: None,
            removal: None,
            scrubbing: None,
            salvage: None,
            report: None,
            moving: None,
            opened_ms: now_ms,
        };
        if !opened.returned.is_empty() {
            // As for any removal, backups and the files beside the database are cleaned too.
            memory.home.begin_removal(&opened.returned)?;
            memory.finish_removal(now_ms, 0)?;
        }
        Ok((memory, opened.moved_aside))
    }

    /// Returns what is beside the database.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// Replaces the rules for what is not stored.
    pub fn keep_out(&mut self, masker: Masker, excluded: Excluded) {
        let detects = self.policy.detects;
        self.policy = CapturePolicy { masker, excluded, detects };
    }

    /// Caches the vectors that searches read: for a process that answers many queries.
    pub fn keep_vectors(&mut self) -> Result<()> {
        self.store.keep_vectors()
    }

    /// Ingests new entries of a transcript, up to a limit; call it until the report says `done`.
    /// `project` overrides the project of the transcript's directory.
    pub fn ingest(&mut self, transcript: &Path, project: Option<&str>) -> Result<IngestReport> {
        self.ingest_of(sources::DEFAULT, transcript, project, None)
    }

    /// Takes in a transcript of the agent with this name: see [`Memory::ingest`]. `told` is the
    /// directory in which it began by the agent's report; it counts if the transcript names none.
    ///
    /// # Errors
    /// [`crate::Error::InvalidArgument`] when no agent has this name.
    pub fn ingest_of(
        &mut self,
        agent: &str,
        path: &Path,
        project: Option<&str>,
        told: Option<&str>,
    ) -> Result<IngestReport> {
        let source = sources::named(agent)?;
        let project: Option<Project> = project.map(project::named);
        let splitter = WindowSplitter::of(&mut self.model);
        let (policy, now_ms) = (&self.policy, self.opened_ms);
        let capture = Capture { source, policy, splitter: &splitter, now_ms };
        let transcript = Transcript { path, project: project.as_ref(), reported_directory: told };
        ingest::step(&mut self.store, transcript, &capture)
    }

    /// Returns whether the turn that a hook reported an answer of contains it, or a later one does,
    /// or the transcript is not to be stored at all. The time is that of the report, in
    /// milliseconds since the epoch.
    pub fn holds_answer(&self, transcript: &Path, answer: &str, at_ms: i64) -> Result<bool> {
        let reported = ReportedAnswer { transcript, text: answer, at_ms, prompt: None };
        answer::holds_answer(&self.store, reported, &self.policy)
    }

    /// Adds an answer that the transcript does not contain to its open turn, if no later prompt
    /// opened it; or to the prompt that was recorded last, if the transcript does not contain that
    /// either. Returns whether there was such a turn.
    pub fn report_answer(&mut self, transcript: &Path, answer: &str, at_ms: i64) -> Result<bool> {
        let prompt = self.recorded_prompt(transcript, at_ms)?;
        let prompt = prompt.as_ref().map(|line| ReportedPrompt {
            text: &line.prompt,
            directory: &line.directory,
            at_ms: line.at_ms,
        });
        let splitter = WindowSplitter::of(&mut self.model);
        let reported = ReportedAnswer { transcript, text: answer, at_ms, prompt };
        answer::report_answer(&mut self.store, reported, &self.policy, &splitter)
    }

    /// Returns the last prompt that a hook recorded of a transcript's session until a time.
    fn recorded_prompt(&self, transcript: &Path, at_ms: i64) -> Result<Option<PromptLine>> {
        let session = self.store.read(|reader| answer::session_of(reader, transcript))?;
        let path = session.and_then(|session| self.home.record(&session));
        let text = path.and_then(|path| end_of(&path, RECORD_BYTES_MAX).ok()?);
        let lines = text.map(|text| lines_of(&text)).unwrap_or_default();
        let mut prompts = lines.into_iter().rev().filter_map(|line| match line {
            RecordLine::Prompt(line) => Some(*line),
            _ => None,
        });
        let last = prompts.find(|line| line.at_ms <= at_ms);
        Ok(last.filter(|line| !line.prompt.trim().is_empty()))
    }

    /// Makes a step of what the next session and the next search need of what was stored: derives
    /// turns again where a rebuild is in progress, prepares the past of one project, and embeds. Call
    /// it as long as there is more.
    pub fn make_ready(&mut self) -> Result<EmbedReport> {
        let derived = self.rebuild()?;
        // What is derived again is prepared again afterwards.
        let prepares = derived.is_none() && self.prepare_contexts(1)? > 0;
        let report = self.embed_waiting()?;
        let more = report.more || prepares || derived.is_some();
        Ok(EmbedReport { derived, more, ..report })
    }

    /// Embeds some of the chunks that wait for a vector of the chosen model, newest first; call it
    /// until none is left. Vectors of other models stay.
    pub fn embed_waiting(&mut self) -> Result<EmbedReport> {
        let key = self.vectors_key().map(str::to_owned);
        let key = key.as_deref();
        let batch = self.store.read(|reader| reader.waiting(EMBED_BATCH, key))?;
        let mut report = EmbedReport::default();
        if !batch.is_empty() {
            let texts: Vec<&str> = batch.iter().map(|chunk| chunk.text.as_str()).collect();
            match self.model.embed(&texts, Side::Passage) {
                Ok(Embedded { vectors, spec }) => {
                    self.store.write(|writer| {
                        let model = writer.model_id(&spec.id, &spec.vectors_key())?;
                        for (chunk, vector) in batch.iter().zip(&vectors) {
                            let code = vector::encode(vector);
                            writer.put_embedding(chunk.chunk, &chunk.hash, model, &code)?;
                        }
                        Ok(())
                    })?;
                    report.embedded = batch.len() as u64;
                }
                Err(degraded) => report.degraded = Some(degraded),
            }
        }
        report.waiting = self.store.read(|reader| reader.waiting_count(key))?;
        report.more = report.waiting > 0 && report.embedded > 0;
        if report.waiting == 0 {
            self.store.settle();
        }
        Ok(report)
    }

    /// Returns the turns whose UUID or session id starts with `prefix`.
    pub fn show(&self, prefix: &str) -> Result<Vec<WholeTurn>> {
        let mut turns = browse::show(&self.store, prefix)?;
        for turn in &mut turns {
            turn.suspect = suspect::among(turn.tags.iter(), &self.suspect);
        }
        self.store.read(|reader| marks::mark_shown(reader, &mut turns))?;
        Ok(turns)
    }

    /// Returns at most `limit` sessions, most recently active first.
    pub fn sessions(&self, within: &Within, limit: usize) -> Result<Vec<SessionRow>> {
        let (scope, _) = self.scope(within)?;
        browse::sessions(&self.store, &scope, limit)
    }

    /// Returns all projects with turns, with a label that is unique.
    pub fn labelled_projects(&self) -> Result<Vec<LabelledProject>> {
        Ok(labelled(self.projects()?))
    }

    /// Returns all projects with turns. Names may repeat, keys are unique.
    pub fn projects(&self) -> Result<Vec<Project>> {
        self.store.read(|reader| reader.all_projects())
    }

    /// Returns the counts of what is stored.
    pub fn stats(&self) -> Result<Stats> {
        let key = self.vectors_key();
        let stats = self.store.read(|reader| reader.stats(key))?;
        Ok(Stats { proposed: self.proposed()?, ..stats })
    }

    /// Returns the counts of what is stored, and when these turns began.
    pub fn stats_since(&self, Begun { within, since_ms }: &Begun) -> Result<Stats> {
        Ok(Stats { begun_ms: self.turn_starts(within, *since_ms)?, ..self.stats()? })
    }

    /// Counts the notes that wait for a person's decision.
    pub fn proposed(&self) -> Result<u64> {
        Ok(proposals(&self.store, &Scope::default())?.len() as u64)
    }

    /// Returns whether the database is sound. Reads everything.
    pub fn soundness(&self) -> Result<Soundness> {
        let problems = self.integrity_problems()?;
        let newer = if problems.is_empty() { self.unread_entries()? } else { 0 };
        Ok(Soundness { problems, newer })
    }

    /// Returns when each stored turn began, in milliseconds since the epoch, oldest first: those
    /// that began at or after `since_ms`, without those of subagents.
    pub fn turn_starts(&self, within: &Within, since_ms: i64) -> Result<Vec<i64>> {
        let (scope, _) = self.scope(within)?;
        self.store.read(|reader| reader.turn_starts(&scope, since_ms))
    }

    /// Returns the problems of the database: what SQLite's own check finds, tables that are not
    /// ours, damaged logs and texts, and derived data that differs from its source. Empty when
    /// there are none. Reads everything.
    pub fn integrity_problems(&self) -> Result<Vec<String>> {
        self.store.read(|reader| reader.problems())
    }

    /// Returns the number of stored turns of a session: its own, or those of one subagent.
    pub fn session_turn_count(&self, session: &str, subagent: Option<&str>) -> Result<u64> {
        self.store.read(|reader| reader.session_turn_count(session, subagent))
    }

    /// Counts the turns that began up to a time in milliseconds since the epoch.
    pub fn turns_begun_until(&self, ms: i64) -> Result<TurnCount> {
        self.store.read(|reader| reader.turns_begun_until(ms))
    }

    /// Returns what the vectors of the chosen model are known by; `None` when the model is unknown.
    fn vectors_key(&self) -> Option<&str> {
        self.vectors_key.get_or_init(|| self.model.vectors_key()).as_deref()
    }

    /// Returns the scope of a search for turns, notes or both.
    fn scope_of(&self, within: &Within, sought: &Sought) -> Result<(Scope, Option<String>)> {
        let (mut scope, project) = match sought.notes {
            Some(_) => self.scope_of_notes(within)?,
            None => self.scope(within)?,
        };
        scope.kinds = match (sought.turns, &sought.notes) {
            (true, Some(_)) => Kinds::of(&[Kind::TURN, Kind::NOTE]),
            (false, Some(_)) => Kinds::of(&[Kind::NOTE]),
            (_, None) => Kinds::TURNS,
        };
        Ok((scope, project))
    }

    /// Like [`Memory::scope`], with the notes that hold everywhere for a directory.
    fn scope_of_notes(&self, within: &Within) -> Result<(Scope, Option<String>)> {
        let (scope, project) = self.scope(within)?;
        Ok((self.with_everywhere(scope, within)?, project))
    }

    /// Adds the notes that hold everywhere to the scope of a directory.
    fn with_everywhere(&self, mut scope: Scope, within: &Within) -> Result<Scope> {
        if let (Within::Directory(_), Some(projects)) = (within, &mut scope.projects) {
            let key = project::everywhere().key;
            projects.extend(self.store.read(|reader| reader.project_with_key(&key))?);
        }
        Ok(scope)
    }

    fn scope(&self, within: &Within) -> Result<(Scope, Option<String>)> {
        let named = |name: &str| self.store.read(|reader| reader.projects(name));
        let (projects, project) = match within {
            Within::Everything => (None, None),
            Within::Project(name) => {
                let mut projects = named(name)?;
                projects.extend(named(&project::named(name).key)?);
                projects.dedup();
                (Some(projects), Some(name.clone()))
            }
            Within::Directory(path) => {
                let found = self.belonging(path)?;
                (Some(found.project_id.into_iter().collect()), Some(found.project.name))
            }
        };
        Ok((Scope { projects, ..Scope::default() }, project))
    }
}
