//! `Memory`: the one door to everything that is remembered.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use text_splitter::ChunkSizer;

use crate::browse::{self, WholeTurn};
use crate::chunk;
use crate::embed::{Degraded, Embedded, Embedder, EngineChoice, LazyEmbedder, Models, Side};
use crate::error::Result;
use crate::ingest::{self, IngestReport, Splitter};
use crate::project::{self, Project};
use crate::recall::{self, Prompt, Recall, Weighed};
use crate::search::{self, Found, Query, QueryVector, RankedTurn};
use crate::store::{Access, Filter, Scope, SessionRow, Stats, Store};
use crate::vector::Quantised;

/// Chunks embedded in one call: about 200 ms of one core.
const EMBED_BATCH: usize = 4;

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
}

/// What was found damaged when opening, and where it is now.
pub type MovedAside = Option<PathBuf>;

/// Everything that is remembered, and the model that finds it by meaning.
pub struct Memory {
    store: Store,
    model: LazyEmbedder,
    /// Whether the vectors of other models were looked for; once is enough.
    left_other_models: bool,
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
    /// Chunks that are not searched by meaning yet.
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
            left_other_models: false,
        };
        Ok((memory, opened.moved_aside))
    }

    /// Takes in what is new in a transcript, up to a bound; call it until the report says `done`.
    /// `project` names the project instead of the transcript's own directory.
    pub fn ingest(&mut self, transcript: &Path, project: Option<&str>) -> Result<IngestReport> {
        let project: Option<Project> = project.map(project::named);
        // Without a model the text is split by an estimate, and found by its words.
        let splitter = WindowSplitter { embedder: self.model.get().ok() };
        ingest::step(&mut self.store, transcript, project.as_ref(), &splitter)
    }

    /// Whether the open turn of a transcript holds this answer.
    pub fn holds_answer(&self, transcript: &Path, answer: &str) -> Result<bool> {
        ingest::holds_answer(&self.store, transcript, answer)
    }

    /// Adds an answer that the transcript does not hold to its open turn. Returns whether there
    /// was such a turn.
    pub fn report_answer(&mut self, transcript: &Path, answer: &str, at_ms: i64) -> Result<bool> {
        // Without a model the text is split by an estimate, and found by its words.
        let splitter = WindowSplitter { embedder: self.model.get().ok() };
        ingest::report_answer(&mut self.store, transcript, answer, at_ms, &splitter)
    }

    /// Embeds some of the chunks that wait, the newest first; call it until none is left. After a
    /// change of the model all chunks wait again.
    pub fn embed_waiting(&mut self) -> Result<EmbedReport> {
        self.leave_other_models()?;
        let batch = self.store.read(|reader| reader.waiting(EMBED_BATCH))?;
        let mut report = EmbedReport { embedded: 0, waiting: 0, degraded: None };
        if !batch.is_empty() {
            let texts: Vec<&str> = batch.iter().map(|chunk| chunk.text.as_str()).collect();
            match self.model.embed(&texts, Side::Passage) {
                Ok(Embedded { vectors, spec }) => {
                    self.store.write(|writer| {
                        let model = writer.model_id(&spec.id, &spec.vectors_key())?;
                        for (chunk, vector) in batch.iter().zip(&vectors) {
                            let code = Quantised::of(vector);
                            writer.put_embedding(chunk.chunk, &chunk.hash, model, &code)?;
                        }
                        Ok(())
                    })?;
                    report.embedded = batch.len() as u64;
                }
                Err(degraded) => report.degraded = Some(degraded),
            }
        }
        report.waiting = self.store.read(|reader| reader.waiting_count())?;
        Ok(report)
    }

    /// Answers a person's query with at most `limit` turns.
    pub fn query(
        &mut self,
        text: &str,
        within: &Within,
        filter: Filter,
        limit: usize,
        now_ms: i64,
    ) -> Result<Answer> {
        let (scope, project) = self.scope(within)?;
        let query = Query { text: text.to_owned(), scope, filter, limit };
        let (vector, degraded) = match QueryVector::of(&mut self.model, text) {
            Ok(vector) => (vector, None),
            Err(degraded) => (None, Some(degraded)),
        };
        let found = search::query(&self.store, vector.as_ref(), &query, now_ms)?;
        let waiting = self.store.read(|reader| reader.waiting_count())?;
        Ok(Answer { found, project, waiting, degraded })
    }

    /// Returns what a prompt, asked in `directory`, deserves to have brought back.
    pub fn recall(&mut self, prompt: &Prompt, directory: &Path) -> Result<Recall> {
        let (scope, _) = self.scope(&Within::Directory(directory.to_owned()))?;
        recall::recall(&self.store, &mut self.model, prompt, &scope)
    }

    /// Returns the order of at most `limit` turns for a query, with what decided it.
    pub fn rank(
        &mut self,
        text: &str,
        within: &Within,
        limit: usize,
        now_ms: i64,
    ) -> Result<Vec<RankedTurn>> {
        let (scope, _) = self.scope(within)?;
        let query = Query { text: text.to_owned(), scope, filter: Filter::default(), limit };
        let vector = QueryVector::of(&mut self.model, text).ok().flatten();
        search::ranking(&self.store, vector.as_ref(), &query, now_ms)
    }

    /// Returns what the gate makes of a prompt, and the best turns whether or not they pass.
    pub fn weigh(&mut self, text: &str, within: &Within, now_ms: i64) -> Result<Weighed> {
        let (scope, _) = self.scope(within)?;
        recall::weighed(&self.store, &mut self.model, text, &scope, now_ms)
    }

    /// Returns the turns whose uuid, or whose session's id, begins with `prefix`.
    pub fn show(&self, prefix: &str) -> Result<Vec<WholeTurn>> {
        browse::show(&self.store, prefix)
    }

    /// Returns at most `limit` sessions, the last active first.
    pub fn sessions(&self, within: &Within, limit: usize) -> Result<Vec<SessionRow>> {
        let (scope, _) = self.scope(within)?;
        browse::sessions(&self.store, &scope, limit)
    }

    /// Returns the counts of what is stored.
    pub fn stats(&self) -> Result<Stats> {
        self.store.read(|reader| reader.stats())
    }

    /// Returns what SQLite's own check of the file says: an empty list when all is well.
    pub fn integrity_problems(&self) -> Result<Vec<String>> {
        self.store.read(|reader| reader.integrity_problems())
    }

    /// Returns how far a transcript was read, in bytes; `None` when it never was.
    pub fn transcript_offset(&self, transcript: &Path) -> Result<Option<u64>> {
        let key = ingest::key(transcript);
        let state = self.store.read(|reader| reader.transcript(&key))?;
        Ok(state.map(|state| state.offset))
    }

    /// Derives text, actions and chunks of some turns from the log again, in place: each turn is
    /// whole at any time, and unchanged chunks keep their vectors. `after` is 0 at first, then
    /// what the last call returned; `None` ends it.
    pub fn rebuild(&mut self, after: i64) -> Result<Option<i64>> {
        // Without a model the text is split by an estimate, and found by its words.
        let splitter = WindowSplitter { embedder: self.model.get().ok() };
        ingest::rebuild(&mut self.store, after, &splitter)
    }

    /// Vectors of another model than the one in use are made anew; until then they are not
    /// searched, as a ranking never mixes two models.
    fn leave_other_models(&mut self) -> Result<()> {
        if self.left_other_models {
            return Ok(());
        }
        if let Ok(model) = self.model.get() {
            let key = model.spec().vectors_key();
            self.store.write(|writer| writer.drop_other_embeddings(&key))?;
            self.left_other_models = true;
        }
        Ok(())
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
                let found = project::resolve(path);
                let known = || self.store.read(|r| r.directory_project(&path.to_string_lossy()));
                let mut projects = named(&found.key)?;
                if projects.is_empty() && !path.exists() {
                    projects.extend(known()?);
                }
                (Some(projects), Some(found.name))
            }
        };
        Ok((Scope { projects }, project))
    }
}

/// Splits to the model's window; without a model by a bound on the tokens.
struct WindowSplitter<'a> {
    embedder: Option<&'a Embedder>,
}

impl WindowSplitter<'_> {
    /// Room for the two special tokens of BERT's kind.
    const SPECIAL_TOKENS: usize = 2;
}

impl Splitter for WindowSplitter<'_> {
    fn split(&self, passage: &str) -> Vec<Range<usize>> {
        match self.embedder {
            Some(embedder) => {
                let window = embedder.spec().window.min(chunk::CHUNK_TOKENS_MAX);
                let tokens_max = window - Self::SPECIAL_TOKENS;
                chunk::split(passage, tokens_max, embedder.tokenizer())
            }
            None => chunk::split(passage, chunk::CHUNK_TOKENS_MAX - Self::SPECIAL_TOKENS, Estimate),
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
