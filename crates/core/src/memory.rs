//! `Memory`: the one door to everything that is remembered.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use text_splitter::ChunkSizer;

use crate::capture::belonging::{self, Belonging};
use crate::capture::exclude::Excluded;
use crate::capture::ingest::{self, IngestReport, KeptOut, Splitter};
use crate::capture::rebuild;
use crate::embed::{Degraded, Embedded, EngineChoice, LazyEmbedder, Models, Side};
use crate::error::Result;
use crate::index::when::Now;
use crate::item::chunk;
use crate::keep::exchange::{self, Exported, Imported};
use crate::keep::forget::{self, Selected, Selection, Telltales};
use crate::keep::membership::{self, Membership};
use crate::keep::restore::{self, Restored};
use crate::keep::scrub::{self, Scrubbed};
use crate::project::{self, Project};
use crate::recall::used::{self, Injection, Outcome};
use crate::recall::{self, Prompt, Recall, Weighed};
use crate::search::browse::{self, WholeTurn};
use crate::search::{self, Found, Query, QueryVector, RankedTurn};
use crate::secrets::Masker;
use crate::store::{
    Access, Filter, Scope, SessionRow, Source, Stats, Store, TranscriptRow, TurnCount, Waiting,
};
use crate::vector;

/// Chunks embedded in one call and written in one transaction: 200 to 300 ms of one core.
const EMBED_BATCH: usize = 16;

/// How a memory is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// Mementor's home.
    pub home: PathBuf,
    /// The models, and which one is used.
    pub models: Models,
    /// What runs the model.
    pub engine: EngineChoice,
    /// Reading only, or writing as well.
    pub access: Access,
    /// How long to wait for another process's lock.
    pub busy: Duration,
    /// Threads for inference.
    pub threads: usize,
    /// What is masked before anything is stored.
    pub masker: Masker,
    /// Directories whose conversations are not stored.
    pub excluded: Excluded,
}

/// What was found damaged when opening, and where it is now.
pub type MovedAside = Option<PathBuf>;

/// Everything that is remembered, and the model that finds it by meaning.
pub struct Memory {
    store: Store,
    model: LazyEmbedder,
    kept_out: KeptOut,
    /// What the vectors of the chosen model are known by, once that was asked for.
    vectors_key: OnceCell<Option<String>>,
    /// The database that is being taken in.
    source: Option<(PathBuf, Source)>,
}

/// Where to look.
#[derive(Debug, Clone)]
pub enum Within {
    /// The project that a directory belongs to.
    Directory(PathBuf),
    /// A project by its name or key.
    Project(String),
    /// Everywhere.
    Everything,
}

/// The answer to a query.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// Name of the project searched; `None` for all of them.
    pub project: Option<String>,
    /// Chunks of what was searched that are not searched by meaning yet.
    pub waiting: u64,
    /// Why meaning was not searched.
    pub degraded: Option<Degraded>,
}

/// What an embedding step did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EmbedReport {
    /// Chunks embedded.
    pub embedded: u64,
    /// Chunks that still wait.
    pub waiting: u64,
    /// Why nothing can be embedded.
    pub degraded: Option<Degraded>,
}

impl Memory {
    /// Opens the memory. `now_ms` names a damaged database that is moved aside.
    pub fn open(options: Options, now_ms: i64) -> Result<(Self, MovedAside)> {
        let opened = Store::open(&options.home, options.access, options.busy, now_ms)?;
        let memory = Self {
            store: opened.store,
            model: LazyEmbedder::new(options.models, options.engine, options.threads),
            kept_out: KeptOut { masker: options.masker, excluded: options.excluded },
            vectors_key: OnceCell::new(),
            source: None,
        };
        Ok((memory, opened.moved_aside))
    }

    /// Replaces what must not be stored from now on.
    pub fn keep_out(&mut self, masker: Masker, excluded: Excluded) {
        self.kept_out = KeptOut { masker, excluded };
    }

    /// Keeps in memory what searches read of the vectors: for a process that answers many queries.
    pub fn keep_vectors(&mut self) -> Result<()> {
        self.store.keep_vectors()
    }

    /// Takes in what is new in a transcript, up to a bound; call it until the report says `done`.
    /// `project` names the project instead of the transcript's own directory.
    pub fn ingest(&mut self, transcript: &Path, project: Option<&str>) -> Result<IngestReport> {
        let project: Option<Project> = project.map(project::named);
        let splitter = WindowSplitter::of(&mut self.model);
        ingest::step(&mut self.store, transcript, project.as_ref(), &self.kept_out, &splitter)
    }

    /// Whether the open turn of a transcript holds this answer, or nothing of it is to be stored.
    pub fn holds_answer(&self, transcript: &Path, answer: &str) -> Result<bool> {
        ingest::holds_answer(&self.store, transcript, answer, &self.kept_out)
    }

    /// Adds an answer that the transcript does not hold to its open turn. Returns whether there
    /// was such a turn.
    pub fn report_answer(&mut self, transcript: &Path, answer: &str, at_ms: i64) -> Result<bool> {
        let splitter = WindowSplitter::of(&mut self.model);
        ingest::report_answer(&mut self.store, transcript, answer, at_ms, &self.kept_out, &splitter)
    }

    /// Embeds some of the chunks that wait for a vector of the chosen model, the newest first; call
    /// it until none is left. Vectors of other models stay.
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
            // A full batch: there are likely more.
            self.model.prepare_for_many()?;
        }
        let texts: Vec<&str> = batch.iter().map(|chunk| chunk.text.as_str()).collect();
        self.model.embed(&texts, Side::Passage)
    }

    /// Answers a person's query with at most `limit` turns.
    pub fn query(
        &mut self,
        text: &str,
        within: &Within,
        filter: Filter,
        limit: usize,
        now: Now,
    ) -> Result<Answer> {
        let (scope, project) = self.scope(within)?;
        let query = Query { text: text.to_owned(), scope, filter, limit };
        let (vector, degraded) = match QueryVector::of(&mut self.model, text) {
            Ok(vector) => (vector, None),
            Err(degraded) => (None, Some(degraded)),
        };
        let found = search::query(&self.store, vector.as_ref(), &query, now)?;
        let key = self.vectors_key();
        let waiting = self.store.read(|reader| reader.waiting_in(&query.scope, key))?;
        Ok(Answer { found, project, waiting, degraded })
    }

    /// Returns what a prompt, asked in `directory`, deserves to have brought back.
    pub fn recall(&mut self, prompt: &Prompt, directory: &Path) -> Result<Recall> {
        let (scope, _) = self.scope(&Within::Directory(directory.to_owned()))?;
        let branch = || project::branch(directory);
        recall::recall(&self.store, &mut self.model, prompt, &scope, branch)
    }

    /// Returns what a prompt deserved to have brought back when only turns that began before
    /// `before_ms`, in milliseconds since the epoch, were remembered.
    pub fn replay(&mut self, prompt: &Prompt, within: &Within, before_ms: i64) -> Result<Recall> {
        let scope = Scope { before_ms: Some(before_ms), ..self.scope(within)?.0 };
        recall::recall(&self.store, &mut self.model, prompt, &scope, || None)
    }

    /// Returns how much of what a prompt brought back came back in its answer; see [`used::used`].
    pub fn used(&self, injection: &Injection) -> Result<Option<Outcome>> {
        used::used(&self.store, injection)
    }

    /// Returns the order of at most `limit` turns for a query, with what decided it.
    pub fn rank(
        &mut self,
        text: &str,
        within: &Within,
        limit: usize,
        now: Now,
    ) -> Result<Vec<RankedTurn>> {
        let (scope, _) = self.scope(within)?;
        let query = Query { text: text.to_owned(), scope, filter: Filter::default(), limit };
        let vector = QueryVector::of(&mut self.model, text).ok().flatten();
        search::ranking(&self.store, vector.as_ref(), &query, now)
    }

    /// Returns what the gate makes of a prompt, and the best turns whether or not they pass.
    pub fn weigh(&mut self, text: &str, within: &Within, now: Now) -> Result<Weighed> {
        let (scope, _) = self.scope(within)?;
        recall::weighed(&self.store, &mut self.model, text, &scope, now)
    }

    /// Returns the turns whose uuid, or whose session's id, begins with `prefix`.
    pub fn show(&self, prefix: &str) -> Result<Vec<WholeTurn>> {
        browse::show(&self.store, prefix)
    }

    /// Returns the project that a directory belongs to, and why.
    pub fn belonging(&self, directory: &Path) -> Result<Belonging> {
        let owner = self.store.owner();
        self.store.read(|reader| belonging::belonging(reader, directory, owner))
    }

    /// Returns what it means that a directory joins a project; see [`membership::plan_join`].
    pub fn plan_join(&self, directory: &Path, target: Option<&str>) -> Result<Membership> {
        membership::plan_join(&self.store, directory, target)
    }

    /// Files a directory under a project from now on; its turns follow by [`Memory::move_turns`].
    pub fn join(&mut self, directory: &Path, to: &Project) -> Result<()> {
        membership::join(&mut self.store, directory, to)
    }

    /// Returns what it means that a directory leaves the project it shares.
    pub fn plan_leave(&self, directory: &Path) -> Result<Membership> {
        membership::plan_leave(&self.store, directory)
    }

    /// Makes a directory a project of its own; its turns follow by [`Memory::move_turns`].
    pub fn leave(&mut self, directory: &Path) -> Result<()> {
        membership::leave(&mut self.store, directory)
    }

    /// Files some turns under another project. Returns how many moved.
    pub fn move_turns(&mut self, turns: &[String], to: &Project) -> Result<u64> {
        let splitter = WindowSplitter::of(&mut self.model);
        membership::move_turns(&mut self.store, turns, to, &splitter)
    }

    /// Returns at most `limit` sessions, the last active first.
    pub fn sessions(&self, within: &Within, limit: usize) -> Result<Vec<SessionRow>> {
        let (scope, _) = self.scope(within)?;
        browse::sessions(&self.store, &scope, limit)
    }

    /// Returns all projects that hold a turn: their names may be shared, their keys are not.
    pub fn projects(&self) -> Result<Vec<Project>> {
        self.store.read(|reader| reader.all_projects())
    }

    /// Returns the counts of what is stored.
    pub fn stats(&self) -> Result<Stats> {
        let key = self.vectors_key();
        self.store.read(|reader| reader.stats(key))
    }

    /// Returns what is wrong with the database: what SQLite's own check finds, tables that are not
    /// ours, logs and texts that are damaged, and what is derived where it differs from what it is
    /// derived from. An empty list when all is well. Reads everything.
    pub fn integrity_problems(&self) -> Result<Vec<String>> {
        self.store.read(|reader| reader.problems())
    }

    /// Returns how far a transcript was read, in bytes; `None` when it never was.
    pub fn transcript_offset(&self, transcript: &Path) -> Result<Option<u64>> {
        let key = ingest::key(transcript);
        let state = self.store.read(|reader| reader.transcript(&key))?;
        Ok(state.map(|state| state.offset))
    }

    /// Returns the ledger: every transcript that was ever read, by path.
    pub fn transcripts(&self) -> Result<Vec<TranscriptRow>> {
        self.store.read(|reader| reader.transcripts())
    }

    /// Returns how many turns of a session are stored: its own, or those of one of its subagents.
    pub fn session_turn_count(&self, session: &str, subagent: Option<&str>) -> Result<u64> {
        self.store.read(|reader| reader.session_turn_count(session, subagent))
    }

    /// Returns the sessions whose id begins with `prefix`; an exact one alone.
    pub fn sessions_named(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.read(|reader| reader.sessions_named(prefix))
    }

    /// Returns a session's transcript made again from its turns; `None` when it has none.
    pub fn restore(&self, session: &str) -> Result<Option<Restored>> {
        restore::restore(&self.store, session)
    }

    /// Begins to derive everything from the log again, also when that is under way. Returns how
    /// many vectors of other models than the chosen one were dropped, if they were to go.
    pub fn begin_rebuild(&mut self, drop_other_models: bool) -> Result<u64> {
        // Without a model that can be used those of others are all that there is.
        let drops = drop_other_models && self.model.get().is_ok();
        let key = self.vectors_key().filter(|_| drops).map(str::to_owned);
        self.store.write(|writer| {
            writer.begin_rebuild()?;
            key.map_or(Ok(0), |key| writer.drop_other_models(&key))
        })
    }

    /// Derives some turns again; call it until it returns `None`: then nothing is under way any
    /// more. A rebuild that an older build's derivation asks for is begun by opening the memory for
    /// writing. Search sees what was derived before until the end, and unchanged chunks keep their
    /// vectors. Returns the id of the last turn that was derived.
    pub fn rebuild(&mut self) -> Result<Option<i64>> {
        let splitter = WindowSplitter::of(&mut self.model);
        rebuild::step(&mut self.store, &splitter)
    }

    /// Returns the id of the last turn that the rebuild under way has derived; `None` when there is
    /// none.
    pub fn rebuild_progress(&self) -> Result<Option<i64>> {
        self.store.read(|reader| reader.rebuild_progress())
    }

    /// Has the transcripts read again that may hold what damaged logs held, and returns them.
    /// Replaces characters in texts that are no UTF-8.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        self.store.write(|writer| {
            writer.mend_texts()?;
            writer.read_damaged_again()
        })
    }

    /// Returns the turns that a selection means, the oldest first. `within` narrows it when given.
    pub fn select(&self, selection: Selection, within: Option<&Within>) -> Result<Vec<Selected>> {
        let scope = match within {
            Some(within) => self.scope(within)?.0,
            None => Scope::default(),
        };
        forget::select(&self.store, &Selection { scope, ..selection })
    }

    /// Removes turns for good and notes that they stay away. Returns how many were stored. Their
    /// bytes are gone after [`Memory::compact`].
    pub fn forget(&mut self, turns: &[String]) -> Result<u64> {
        forget::forget(&mut self.store, turns)
    }

    /// Returns what shows that turns are gone, to look for it after they went. See
    /// [`crate::keep::traces::prove`].
    pub fn telltales(&self, turns: &[String]) -> Result<Telltales> {
        forget::telltales(&self.store, turns)
    }

    /// Whether bytes of what was removed are in the database until [`Memory::compact`] has run.
    pub fn holds_removed_bytes(&self) -> Result<bool> {
        self.store.read(|reader| reader.holds_removed_bytes())
    }

    /// Masks some turns again by the rules of today; `after` is 0 at first, then what the last call
    /// returned. The bytes of what was masked are gone after [`Memory::compact`].
    pub fn scrub(&mut self, after: i64) -> Result<Scrubbed> {
        let splitter = WindowSplitter::of(&mut self.model);
        scrub::step(&mut self.store, after, &self.kept_out.masker, &splitter)
    }

    /// Masks a whole backup again, with every byte of what is masked. Returns what that was.
    pub fn scrub_backup(&mut self, path: &Path, busy: Duration) -> Result<Vec<String>> {
        let splitter = WindowSplitter::of(&mut self.model);
        scrub::scrub_backup(path, &self.kept_out.masker, &splitter, busy)
    }

    /// Writes the database anew without a byte of what was removed.
    pub fn compact(&mut self) -> Result<()> {
        self.store.compact()
    }

    /// Writes a copy of the whole database to a file that does not exist yet.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.store.backup(path)
    }

    /// Returns some lines of an export; see [`exchange::export`].
    pub fn export(&self, within: &Within, after: Option<i64>) -> Result<Exported> {
        exchange::export(&self.store, &self.scope(within)?.0, after)
    }

    /// Returns how many stored entries a newer version wrote, which are kept as they stand. Reads
    /// every log.
    pub fn unread_entries(&self) -> Result<u64> {
        exchange::unread_entries(&self.store)
    }

    /// Takes lines of an export in; what is known already stays as it is.
    pub fn import(&mut self, lines: &[String]) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        exchange::import(&mut self.store, lines, &self.kept_out, &splitter)
    }

    /// Takes some turns of another database in, as far as it can be read; call it until the result
    /// has the findings. Another path begins another database.
    pub fn import_database(&mut self, path: &Path) -> Result<Imported> {
        let splitter = WindowSplitter::of(&mut self.model);
        let mut source = match self.source.take() {
            Some((of, source)) if of == path => source,
            _ => Source::open(path)?,
        };
        let taken =
            exchange::import_database(&mut self.store, &mut source, &self.kept_out, &splitter)?;
        self.source = taken.findings.is_none().then(|| (path.to_owned(), source));
        Ok(taken)
    }

    /// Counts the turns that began until a time in milliseconds since the epoch.
    pub fn turns_begun_until(&self, ms: i64) -> Result<TurnCount> {
        self.store.read(|reader| reader.turns_begun_until(ms))
    }

    /// What the vectors of the chosen model are known by; `None` when the model is not known.
    fn vectors_key(&self) -> Option<&str> {
        let key = || self.model.chosen().map(|spec| spec.vectors_key());
        self.vectors_key.get_or_init(key).as_deref()
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

/// Splits to the model's window; without a model by a bound on the tokens. The model is loaded by
/// the first text: where nothing is new, it is not needed.
struct WindowSplitter<'a> {
    model: RefCell<&'a mut LazyEmbedder>,
}

impl<'a> WindowSplitter<'a> {
    /// Room for the two special tokens of BERT's kind.
    const SPECIAL_TOKENS: usize = 2;

    /// Without a model the text is split by an estimate, and found by its words.
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
            Err(_) => {
                chunk::split(passage, chunk::CHUNK_TOKENS_MAX - Self::SPECIAL_TOKENS, Estimate)
            }
        }
    }
}

/// English prose has about four bytes a token; code fewer.
struct Estimate;

impl ChunkSizer for Estimate {
    fn size(&self, chunk: &str) -> usize {
        chunk.len().div_ceil(3)
    }
}
