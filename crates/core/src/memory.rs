//! `Memory`: the single entry point to everything that is stored.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::capture::answer::{self, ReportedAnswer};
use crate::capture::belonging::{self, Belonging};
use crate::capture::derive::Splitter;
use crate::capture::exclude::Excluded;
use crate::capture::ingest::{self, Capture, IngestReport, Transcript};
use crate::capture::path_key::path_key;
use crate::capture::policy::CapturePolicy;
use crate::capture::rebuild;
use crate::embed::{Degraded, Embedded, EngineChoice, LazyEmbedder, Models, Side};
use crate::error::Result;
use crate::index::when::Now;
use crate::item::{Kind, Kinds, chunk};
use crate::keep::exchange::{self, Exported, Imported};
use crate::keep::forget::{self, Selected, Selection, Telltales};
use crate::keep::membership::{self, Membership};
use crate::keep::notes::{self, Change, NewNote, Remembered, WholeNote};
use crate::keep::restore::{self, Restored};
use crate::keep::scrub::{self, Scrubbed};
use crate::notes::State;
use crate::project::{self, Project};
use crate::recall::used::{self, Injection, Outcome};
use crate::recall::{self, Corpus, Prompt, Recall, Weighed};
use crate::search::browse::{self, WholeTurn};
use crate::search::{self, Found, Query, QueryVector, RankedTurn};
use crate::secrets::Masker;
use crate::sources;
use crate::store::{
    Access, Filter, NoteFilter, NoteRow, Scope, SessionRow, Source, Stats, Store, TranscriptRow,
    TurnCount, Waiting,
};
use crate::vector;

/// Number of chunks embedded per call and written in one transaction: 200 to 300 ms on one core.
const EMBED_BATCH: usize = 16;

/// Options for opening a memory.
#[derive(Debug, Clone)]
pub struct Options {
    /// Mementor's home.
    pub home: PathBuf,
    /// The models, and which one is in use.
    pub models: Models,
    /// The inference engine.
    pub engine: EngineChoice,
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
    /// The database being imported, and its path.
    source: Option<(PathBuf, Source)>,
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

/// Where to search.
#[derive(Debug, Clone)]
pub enum Within {
    /// The project that a directory belongs to.
    Directory(PathBuf),
    /// The project with this name or key.
    Project(String),
    /// All projects.
    Everything,
}

/// The result of a query.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The matches.
    #[serde(flatten)]
    pub found: Found,
    /// Name of the searched project; `None` for all projects.
    pub project: Option<String>,
    /// Number of chunks in the searched projects without a vector of the current model.
    pub waiting: u64,
    /// Why semantic search was unavailable.
    pub degraded: Option<Degraded>,
}

/// Result of an embedding step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EmbedReport {
    /// Number of chunks embedded.
    pub embedded: u64,
    /// Number of chunks that still wait for a vector.
    pub waiting: u64,
    /// Why nothing can be embedded.
    pub degraded: Option<Degraded>,
}

impl Memory {
    /// Opens the memory. `now_ms` becomes part of the name of a damaged database that is moved
    /// aside.
    pub fn open(options: Options, now_ms: i64) -> Result<(Self, MovedAside)> {
        let opened = Store::open(&options.home, options.access, options.busy, now_ms)?;
        let memory = Self {
            store: opened.store,
            model: LazyEmbedder::new(options.models, options.engine, options.threads),
            policy: CapturePolicy { masker: options.masker, excluded: options.excluded },
            vectors_key: OnceCell::new(),
            source: None,
        };
        Ok((memory, opened.moved_aside))
    }

    /// Replaces the rules for what is not stored.
    pub fn keep_out(&mut self, masker: Masker, excluded: Excluded) {
        self.policy = CapturePolicy { masker, excluded };
    }

    /// Caches the vectors that searches read: for a process that answers many queries.
    pub fn keep_vectors(&mut self) -> Result<()> {
        self.store.keep_vectors()
    }

    /// Ingests new entries of a transcript, up to a limit; call it until the report says `done`.
    /// `project` overrides the project of the transcript's directory.
    pub fn ingest(&mut self, transcript: &Path, project: Option<&str>) -> Result<IngestReport> {
        self.ingest_of(sources::DEFAULT, transcript, project)
    }

    /// Takes in a transcript of the agent with this name: see [`Memory::ingest`].
    ///
    /// # Errors
    /// [`crate::Error::InvalidArgument`] when no agent has this name.
    pub fn ingest_of(
        &mut self,
        agent: &str,
        path: &Path,
        project: Option<&str>,
    ) -> Result<IngestReport> {
        let source = sources::named(agent)?;
        let project: Option<Project> = project.map(project::named);
        let splitter = WindowSplitter::of(&mut self.model);
        let capture = Capture { source, policy: &self.policy, splitter: &splitter };
        let transcript = Transcript { path, project: project.as_ref() };
        ingest::step(&mut self.store, transcript, &capture)
    }

    /// Returns whether the open turn of a transcript contains this answer, or the transcript is not
    /// to be stored at all.
    pub fn holds_answer(&self, transcript: &Path, answer: &str) -> Result<bool> {
        answer::holds_answer(&self.store, transcript, answer, &self.policy)
    }

    /// Adds an answer that the transcript does not contain to its open turn. Returns whether there
    /// was such a turn.
    pub fn report_answer(&mut self, transcript: &Path, answer: &str, at_ms: i64) -> Result<bool> {
        let splitter = WindowSplitter::of(&mut self.model);
        let reported = ReportedAnswer { transcript, text: answer, at_ms };
        answer::report_answer(&mut self.store, reported, &self.policy, &splitter)
    }

    /// Embeds some of the chunks that wait for a vector of the chosen model, newest first; call it
    /// until none is left. Vectors of other models stay.
    pub fn embed_waiting(&mut self) -> Result<EmbedReport> {
        let key = self.vectors_key().map(str::to_owned);
        let key = key.as_deref();
        let batch = self.store.read(|reader| reader.waiting(EMBED_BATCH, key))?;
        let mut report = EmbedReport { embedded: 0, waiting: 0, degraded: None };
        if !batch.is_empty() {
            match self.embed(&batch) {
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
        if report.waiting == 0 {
            self.store.settle();
        }
        Ok(report)
    }

    fn embed(&mut self, batch: &[Waiting]) -> std::result::Result<Embedded, Degraded> {
        if batch.len() == EMBED_BATCH {
            // After a full batch, more chunks are likely.
            self.model.prepare_for_many()?;
        }
        let texts: Vec<&str> = batch.iter().map(|chunk| chunk.text.as_str()).collect();
        self.model.embed(&texts, Side::Passage)
    }

    /// Answers a user's query with at most `limit` turns.
    pub fn query(
        &mut self,
        text: &str,
        within: &Within,
        filter: Filter,
        limit: usize,
        now: Now,
    ) -> Result<Answer> {
        self.search(text, within, Sought { filter, turns: true, notes: None }, limit, now)
    }

    /// Answers a user's query with at most `limit` turns and notes, in one ranking.
    pub fn search(
        &mut self,
        text: &str,
        within: &Within,
        sought: Sought,
        limit: usize,
        now: Now,
    ) -> Result<Answer> {
        let Sought { filter, turns, notes } = sought;
        let (mut scope, project) = match notes {
            Some(_) => self.scope_of_notes(within)?,
            None => self.scope(within)?,
        };
        scope.kinds = match (turns, &notes) {
            (true, Some(_)) => Kinds::of(&[Kind::TURN, Kind::NOTE]),
            (false, Some(_)) => Kinds::of(&[Kind::NOTE]),
            (_, None) => Kinds::TURNS,
        };
        let query = Query { text: text.to_owned(), scope, filter, notes, limit };
        let (vector, degraded) = match QueryVector::of(&mut self.model, text) {
            Ok(vector) => (vector, None),
            Err(degraded) => (None, Some(degraded)),
        };
        let found = search::query(&self.store, vector.as_ref(), &query, now)?;
        let key = self.vectors_key();
        let waiting = self.store.read(|reader| reader.waiting_in(&query.scope, key))?;
        Ok(Answer { found, project, waiting, degraded })
    }

    /// Returns the turns worth recalling for a prompt given in `directory`.
    pub fn recall(&mut self, prompt: &Prompt, directory: &Path) -> Result<Recall> {
        let (scope, _) = self.scope(&Within::Directory(directory.to_owned()))?;
        let branch = || project::branch(directory);
        let corpus = Corpus { store: &self.store, model: &mut self.model, scope: &scope };
        recall::recall(corpus, prompt, branch)
    }

    /// Returns what would have been recalled for a prompt when only turns that began before
    /// `before_ms`, in milliseconds since the epoch, were stored.
    pub fn replay(&mut self, prompt: &Prompt, within: &Within, before_ms: i64) -> Result<Recall> {
        let scope = Scope { before_ms: Some(before_ms), ..self.scope(within)?.0 };
        let corpus = Corpus { store: &self.store, model: &mut self.model, scope: &scope };
        recall::recall(corpus, prompt, || None)
    }

    /// Returns how much of what was recalled for a prompt reappeared in its answer; see
    /// [`used::used`].
    pub fn used(&self, injection: &Injection) -> Result<Option<Outcome>> {
        used::used(&self.store, injection)
    }

    /// Ranks at most `limit` turns for a query, with the features that decided the order.
    pub fn rank(
        &mut self,
        text: &str,
        within: &Within,
        limit: usize,
        now: Now,
    ) -> Result<Vec<RankedTurn>> {
        let (scope, _) = self.scope(within)?;
        let filter = Filter::default();
        let query = Query { text: text.to_owned(), scope, filter, notes: None, limit };
        let vector = QueryVector::of(&mut self.model, text).ok().flatten();
        search::ranking(&self.store, vector.as_ref(), &query, now)
    }

    /// Returns the gate's verdict on a prompt, and the best turns whether or not they pass.
    pub fn weigh(&mut self, text: &str, within: &Within, now: Now) -> Result<Weighed> {
        let (scope, _) = self.scope(within)?;
        let corpus = Corpus { store: &self.store, model: &mut self.model, scope: &scope };
        recall::weighed(corpus, &Prompt { text: text.to_owned(), now, ..Prompt::default() })
    }

    /// Writes a note, or says one again that says the same; see [`notes::remember`].
    pub fn remember(&mut self, new: &NewNote, now_ms: i64) -> Result<Remembered> {
        notes::remember(&mut self.store, new, &self.policy, now_ms)
    }

    /// Changes the note whose id begins so. Returns it, and whether anything changed.
    pub fn change_note(
        &mut self,
        id: &str,
        change: &Change,
        now_ms: i64,
    ) -> Result<(WholeNote, bool)> {
        notes::change(&mut self.store, id, change, &self.policy, now_ms)
    }

    /// Returns the notes in one of these states that pass a filter, the one that was changed last
    /// first. No state means every state.
    pub fn notes(
        &self,
        within: &Within,
        filter: &NoteFilter,
        states: &[State],
    ) -> Result<Vec<NoteRow>> {
        notes::list(&self.store, &self.scope_of_notes(within)?.0, filter, states)
    }

    /// Returns the note whose id begins so.
    pub fn note(&self, id: &str) -> Result<WholeNote> {
        notes::show(&self.store, id)
    }

    /// Returns the turns whose UUID or session id starts with `prefix`.
    pub fn show(&self, prefix: &str) -> Result<Vec<WholeTurn>> {
        browse::show(&self.store, prefix)
    }

    /// Returns the project that a directory belongs to, and why.
    pub fn belonging(&self, directory: &Path) -> Result<Belonging> {
        let owner = self.store.owner();
        self.store.read(|reader| belonging::belonging(reader, directory, owner))
    }

    /// Returns the effect of a directory joining a project; see [`membership::plan_join`].
    pub fn plan_join(&self, directory: &Path, target: Option<&str>) -> Result<Membership> {
        membership::plan_join(&self.store, directory, target)
    }

    /// Assigns a directory to a project from now on; [`Memory::move_turns`] moves its turns.
    pub fn join(&mut self, directory: &Path, to: &Project) -> Result<()> {
        membership::join(&mut self.store, directory, to)
    }

    /// Returns the effect of a directory leaving its shared project.
    pub fn plan_leave(&self, directory: &Path) -> Result<Membership> {
        membership::plan_leave(&self.store, directory)
    }

    /// Makes a directory a project of its own; [`Memory::move_turns`] moves its turns.
    pub fn leave(&mut self, directory: &Path) -> Result<()> {
        membership::leave(&mut self.store, directory)
    }

    /// Moves turns to another project. Returns how many moved.
    pub fn move_turns(&mut self, turns: &[String], to: &Project) -> Result<u64> {
        let splitter = WindowSplitter::of(&mut self.model);
        membership::move_turns(&mut self.store, turns, to, &splitter)
    }

    /// Returns at most `limit` sessions, most recently active first.
    pub fn sessions(&self, within: &Within, limit: usize) -> Result<Vec<SessionRow>> {
        let (scope, _) = self.scope(within)?;
        browse::sessions(&self.store, &scope, limit)
    }

    /// Returns all projects with turns. Names may repeat, keys are unique.
    pub fn projects(&self) -> Result<Vec<Project>> {
        self.store.read(|reader| reader.all_projects())
    }

    /// Returns the counts of what is stored.
    pub fn stats(&self) -> Result<Stats> {
        let key = self.vectors_key();
        self.store.read(|reader| reader.stats(key))
    }

    /// Returns the problems of the database: what SQLite's own check finds, tables that are not
    /// ours, damaged logs and texts, and derived data that differs from its source. Empty when
    /// there are none. Reads everything.
    pub fn integrity_problems(&self) -> Result<Vec<String>> {
        self.store.read(|reader| reader.problems())
    }

    /// Returns how far a transcript was ingested, in bytes; `None` when it never was.
    pub fn transcript_offset(&self, transcript: &Path) -> Result<Option<u64>> {
        let key = path_key(transcript);
        let state = self.store.read(|reader| reader.transcript(&key))?;
        Ok(state.map(|state| state.offset))
    }

    /// Returns the ledger: every transcript ever ingested, by path.
    pub fn transcripts(&self) -> Result<Vec<TranscriptRow>> {
        self.store.read(|reader| reader.transcripts())
    }

    /// Returns the number of stored turns of a session: its own, or those of one subagent.
    pub fn session_turn_count(&self, session: &str, subagent: Option<&str>) -> Result<u64> {
        self.store.read(|reader| reader.session_turn_count(session, subagent))
    }

    /// Returns the sessions whose id starts with `prefix`; only the exact match if there is one.
    pub fn sessions_named(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.read(|reader| reader.sessions_named(prefix))
    }

    /// Returns a session's transcript, restored from its turns; `None` when it has none.
    pub fn restore(&self, session: &str) -> Result<Option<Restored>> {
        restore::restore(&self.store, session)
    }

    /// Starts to derive everything from the log again; restarts a rebuild in progress. Returns how
    /// many vectors of models other than the chosen one were dropped, if that was requested.
    pub fn begin_rebuild(&mut self, drop_other_models: bool) -> Result<u64> {
        // Without a usable model, the vectors of other models are all that is left.
        let drops = drop_other_models && self.model.get().is_ok();
        let key = self.vectors_key().filter(|_| drops).map(str::to_owned);
        self.store.write(|writer| {
            writer.begin_rebuild()?;
            key.map_or(Ok(0), |key| writer.drop_other_models(&key))
        })
    }

    /// Derives some turns again; call it until it returns `None`, which ends the rebuild. When an
    /// older build made the derived data, opening the memory for writing starts a rebuild. Until
    /// the end, search uses the old derived data, and unchanged chunks keep their vectors. Returns
    /// the id of the last derived turn.
    pub fn rebuild(&mut self) -> Result<Option<i64>> {
        let splitter = WindowSplitter::of(&mut self.model);
        rebuild::step(&mut self.store, &splitter)
    }

    /// Returns the id of the last turn derived by the rebuild in progress; `None` when no rebuild
    /// is in progress.
    pub fn rebuild_progress(&self) -> Result<Option<i64>> {
        self.store.read(|reader| reader.rebuild_progress())
    }

    /// Schedules the transcripts that may contain the content of damaged logs for another ingest,
    /// and returns them. Replaces invalid UTF-8 in texts.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        self.store.write(|writer| {
            writer.mend_texts()?;
            writer.read_damaged_again()
        })
    }

    /// Returns the turns that a selection matches, oldest first. `within` narrows it if given.
    pub fn select(&self, selection: Selection, within: Option<&Within>) -> Result<Vec<Selected>> {
        let scope = match within {
            Some(within) => self.scope(within)?.0,
            None => Scope::default(),
        };
        forget::select(&self.store, &Selection { scope, ..selection })
    }

    /// Removes turns for good and records that they must not come back. Returns how many were
    /// stored. Their bytes are gone after [`Memory::compact`].
    pub fn forget(&mut self, turns: &[String]) -> Result<u64> {
        forget::forget(&mut self.store, turns)
    }

    /// Returns the texts to search for as proof that turns are gone. Call it before they are
    /// removed. See [`crate::keep::traces::prove`].
    pub fn telltales(&self, turns: &[String]) -> Result<Telltales> {
        forget::telltales(&self.store, turns)
    }

    /// Returns whether the database still contains removed bytes, until [`Memory::compact`] has
    /// run.
    pub fn holds_removed_bytes(&self) -> Result<bool> {
        self.store.read(|reader| reader.holds_removed_bytes())
    }

    /// Masks some turns again with the current rules. `after` is 0 at first, then the value that
    /// the last call returned. The masked bytes are gone after [`Memory::compact`].
    pub fn scrub(&mut self, after: i64) -> Result<Scrubbed> {
        let splitter = WindowSplitter::of(&mut self.model);
        scrub::step(&mut self.store, after, &self.policy.masker, &splitter)
    }

    /// Masks a whole backup again, removing every masked byte. Returns the masked texts.
    pub fn scrub_backup(&mut self, path: &Path, busy: Duration) -> Result<Vec<String>> {
        let splitter = WindowSplitter::of(&mut self.model);
        scrub::scrub_backup(path, &self.policy.masker, &splitter, busy)
    }

    /// Rewrites the database without any removed bytes.
    pub fn compact(&mut self) -> Result<()> {
        self.store.compact()
    }

    /// Copies the whole database to a file that must not exist yet.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.store.backup(path)
    }

    /// Returns some lines of an export; see [`exchange::export`].
    pub fn export(&self, within: &Within, after: Option<i64>) -> Result<Exported> {
        exchange::export(&self.store, &self.scope(within)?.0, after)
    }

    /// Returns how many stored entries a newer version wrote; these are kept unchanged. Reads every
    /// log.
    pub fn unread_entries(&self) -> Result<u64> {
        exchange::unread_entries(&self.store)
    }

    /// Imports lines of an export; known turns stay as they are.
    pub fn import(&mut self, lines: &[String]) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        exchange::import(&mut self.store, lines, &self.policy, &splitter)
    }

    /// Imports some turns of another database, as far as it can be read; call it until the result
    /// has the findings. Another path starts with another database.
    pub fn import_database(&mut self, path: &Path) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        let mut source = match self.source.take() {
            Some((of, source)) if of == path => source,
            _ => Source::open(path)?,
        };
        let taken =
            exchange::import_database(&mut self.store, &mut source, &self.policy, &splitter)?;
        self.source = taken.findings.is_none().then(|| (path.to_owned(), source));
        Ok(taken)
    }

    /// Counts the turns that began up to a time in milliseconds since the epoch.
    pub fn turns_begun_until(&self, ms: i64) -> Result<TurnCount> {
        self.store.read(|reader| reader.turns_begun_until(ms))
    }

    /// Returns the key of the chosen model's vectors; `None` when the model is unknown.
    fn vectors_key(&self) -> Option<&str> {
        let key = || self.model.chosen().map(|spec| spec.vectors_key());
        self.vectors_key.get_or_init(key).as_deref()
    }

    /// Like [`Memory::scope`], with the notes that hold everywhere for a directory.
    fn scope_of_notes(&self, within: &Within) -> Result<(Scope, Option<String>)> {
        let (mut scope, project) = self.scope(within)?;
        if let (Within::Directory(_), Some(projects)) = (within, &mut scope.projects) {
            let key = notes::everywhere().key;
            projects.extend(self.store.read(|reader| reader.project_with_key(&key))?);
        }
        Ok((scope, project))
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

/// Splits passages to the model's window, or without a model to an estimated number of tokens. The
/// first text loads the model, so nothing is loaded when nothing is new.
struct WindowSplitter<'a> {
    model: RefCell<&'a mut LazyEmbedder>,
}

impl<'a> WindowSplitter<'a> {
    /// The two special tokens of BERT models.
    const SPECIAL_TOKENS: usize = 2;

    /// Creates a splitter. Without a model, sizes are estimated, and the text is found by its words
    /// only.
    fn of(model: &'a mut LazyEmbedder) -> Self {
        Self { model: RefCell::new(model) }
    }
}

impl Splitter for WindowSplitter<'_> {
    fn split(&self, passage: &str) -> Vec<Range<usize>> {
        match self.model.borrow_mut().get() {
            Ok(embedder) => {
                let window = embedder.spec().window.min(chunk::CHUNK_TOKENS_MAX);
                let tokens_max = window - Self::SPECIAL_TOKENS;
                chunk::split(passage, tokens_max, embedder.tokenizer())
            }
            Err(_) => chunk::split_estimated(passage),
        }
    }
}
