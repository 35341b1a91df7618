//! `Memory`: the single entry point to everything that is stored.

mod contexts;
mod digests;
mod keep;
mod splitter;
mod upkeep;
mod work;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::capture::answer::{self, ReportedAnswer};
use crate::capture::belonging::{self, Belonging};
use crate::capture::exclude::Excluded;
use crate::capture::ingest::{self, Capture, IngestReport, Transcript};
use crate::capture::path_key::path_key;
use crate::capture::policy::CapturePolicy;
use crate::capture::uniting;
use crate::embed::{Degraded, Embedded, EngineChoice, LazyEmbedder, Models, Side};
use crate::error::Result;
use crate::index::when::Now;
use crate::item::{Kind, Kinds, hashtags};
use crate::keep::membership::{self, Membership};
use crate::keep::notes::{self, Change, NewNote, Remembered, WholeNote};
use crate::keep::proposals::{self, Proposal};
use crate::keep::waiting::{self, Planned, TakenIn};
use crate::notes::{Author, State};
use crate::project::{self, Project};
use crate::recall::used::{self, Injection, Outcome};
use crate::recall::{self, Corpus, Prompt, Recall, Weighed};
use crate::search::browse::{self, WholeTurn};
use crate::search::{self, Corrected, Found, Order, Query, QueryVector, RankedTurn, suspect};
use crate::secrets::Masker;
use crate::signals::SUSPECT_TAGS;
use crate::sources;
use crate::store::{
    Access, Filter, NoteFilter, NoteRow, Reader, Scope, SessionRow, Source, Stats, Store,
    TranscriptRow, TurnCount, Waiting,
};
use crate::vector;
pub use contexts::{Replayed, Start};
use splitter::WindowSplitter;

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
    /// Number of chunks in the searched projects.
    pub chunks: u64,
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
        let Options { masker, excluded, detects, .. } = options;
        let memory = Self {
            store: opened.store,
            model: LazyEmbedder::new(options.models, options.engine, options.threads),
            policy: CapturePolicy { masker, excluded, detects },
            vectors_key: OnceCell::new(),
            suspect: SUSPECT_TAGS.map(str::to_owned).into(),
            source: None,
        };
        Ok((memory, opened.moved_aside))
    }

    /// Replaces the rules for what is not stored.
    pub fn keep_out(&mut self, masker: Masker, excluded: Excluded) {
        let detects = self.policy.detects;
        self.policy = CapturePolicy { masker, excluded, detects };
    }

    /// Adds tags to those by which agents mark what they were not sure of.
    pub fn suspect(&mut self, tags: &[String]) {
        self.suspect.extend(tags.iter().map(|tag| hashtags::normal(tag)));
    }

    /// Marks a note whose agent was not sure of it.
    fn flagged(&self, row: NoteRow) -> NoteRow {
        let suspect = suspect::among(row.note.all_tags(), &self.suspect);
        NoteRow { suspect, ..row }
    }

    fn flagged_remembered(&self, remembered: Remembered) -> Remembered {
        let Remembered { note, said_again, superseded } = remembered;
        let superseded = superseded.into_iter().map(|row| self.flagged(row)).collect();
        Remembered { note: self.flagged_whole(note), said_again, superseded }
    }

    fn flagged_whole(&self, note: WholeNote) -> WholeNote {
        WholeNote { row: self.flagged(note.row), ..note }
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
            self.unite_notes()?;
            self.store.settle();
        }
        Ok(report)
    }

    /// Merges new notes into others that say the same in other words. The worker and `ingest` come
    /// here when everything is embedded.
    fn unite_notes(&mut self) -> Result<()> {
        let Self { store, model, .. } = self;
        let mut embed = |texts: &[&str]| match texts {
            [] => model.get().is_ok().then(Vec::new),
            texts => model.embed(texts, Side::Passage).ok().map(|embedded| embedded.vectors),
        };
        uniting::unite(store, &mut embed).map(drop)
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
        let (scope, project) = self.scope_of(within, &sought)?;
        let Sought { filter, notes, .. } = sought;
        let model = &mut self.model;
        let mut lexicon = |word: &str| model.get().ok().map(|model| model.has_word(word));
        let correct = |reader: &Reader| search::corrected(reader, text, &scope, &mut lexicon);
        let Corrected { text, corrections } = self.store.read(correct)?;
        let query = Query { text, scope, filter, notes, limit, suspect: self.suspect.clone() };
        let (vector, degraded) = match QueryVector::of(&mut self.model, &query.text) {
            Ok(vector) => (vector, None),
            Err(degraded) => (None, Some(degraded)),
        };
        let model = &mut self.model;
        let mut lexicon = |word: &str| model.get().ok().map(|model| model.has_word(word));
        let found = search::query(&self.store, vector.as_ref(), &query, now, &mut lexicon)?;
        let found = Found { corrected: corrections, ..found };
        self.answered(found, &query.scope, project, degraded)
    }

    /// Lists at most `limit` turns and notes that pass a filter, by time.
    pub fn list(
        &self,
        within: &Within,
        sought: Sought,
        limit: usize,
        order: Order,
    ) -> Result<Answer> {
        let (scope, project) = self.scope_of(within, &sought)?;
        let Sought { filter, notes, .. } = sought;
        let suspect = self.suspect.clone();
        let query = Query { text: String::new(), scope, filter, notes, limit, suspect };
        let found = search::list(&self.store, &query, order)?;
        self.answered(found, &query.scope, project, None)
    }

    fn answered(
        &self,
        found: Found,
        scope: &Scope,
        project: Option<String>,
        degraded: Option<Degraded>,
    ) -> Result<Answer> {
        let key = self.vectors_key();
        self.store.read(|reader| {
            let waiting = reader.waiting_in(scope, key)?;
            let chunks = reader.chunks_in(scope, key, waiting)?;
            Ok(Answer { found, project, waiting, chunks, degraded })
        })
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
        let suspect = self.suspect.clone();
        let query = Query { text: text.to_owned(), scope, filter, notes: None, limit, suspect };
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
        let remembered = notes::remember(&mut self.store, new, &self.policy, now_ms)?;
        Ok(self.flagged_remembered(remembered))
    }

    /// Decides on a note and writes nothing; see [`waiting::plan`].
    pub fn plan_note(
        &self,
        new: &NewNote,
        waiting: &[String],
        now_ms: i64,
    ) -> Result<Option<Planned>> {
        let planned = waiting::plan(&self.store, new, waiting, &self.policy, now_ms)?;
        Ok(planned.map(|planned| {
            let Planned { remembered, lines } = planned;
            Planned { remembered: self.flagged_remembered(remembered), lines }
        }))
    }

    /// Takes in lines of notes that waited. Needs no ingest lock where the database exists, and may
    /// be done again: a lost race costs nothing while the lines are kept.
    pub fn take_in(&mut self, lines: &[String]) -> Result<TakenIn> {
        waiting::take_in(&mut self.store, lines, &self.policy)
    }

    /// Changes the note whose id begins so. Returns it, and whether anything changed.
    pub fn change_note(
        &mut self,
        id: &str,
        change: &Change,
        now_ms: i64,
    ) -> Result<(WholeNote, bool)> {
        self.change_note_by(id, change, Author::Person, now_ms)
    }

    /// Like [`Memory::change_note`], in the name of another author than the person.
    pub fn change_note_by(
        &mut self,
        id: &str,
        change: &Change,
        by: Author,
        now_ms: i64,
    ) -> Result<(WholeNote, bool)> {
        let (note, changed) = notes::change(&mut self.store, id, change, by, &self.policy, now_ms)?;
        Ok((self.flagged_whole(note), changed))
    }

    /// Returns the notes in one of these states that pass a filter, the one that was changed last
    /// first. No state means every state.
    pub fn notes(
        &self,
        within: &Within,
        filter: &NoteFilter,
        states: &[State],
    ) -> Result<Vec<NoteRow>> {
        let found = notes::list(&self.store, &self.scope_of_notes(within)?.0, filter, states)?;
        Ok(found.into_iter().map(|row| self.flagged(row)).collect())
    }

    /// Returns the notes that wait for a person's decision, the one that was said last first.
    pub fn proposals(&self, within: &Within) -> Result<Vec<Proposal>> {
        proposals::proposals(&self.store, &self.scope_of_notes(within)?.0)
    }

    /// Returns the note whose id begins so.
    pub fn note(&self, id: &str) -> Result<WholeNote> {
        Ok(self.flagged_whole(notes::show(&self.store, id)?))
    }

    /// Returns the turns whose UUID or session id starts with `prefix`.
    pub fn show(&self, prefix: &str) -> Result<Vec<WholeTurn>> {
        let turns = browse::show(&self.store, prefix)?.into_iter();
        let flagged = turns.map(|turn| {
            let suspect = suspect::among(turn.tags.iter(), &self.suspect);
            WholeTurn { suspect, ..turn }
        });
        Ok(flagged.collect())
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
        let stats = self.store.read(|reader| reader.stats(key))?;
        let proposed = proposals::proposals(&self.store, &Scope::default())?.len() as u64;
        Ok(Stats { proposed, ..stats })
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

    /// Counts the turns that began up to a time in milliseconds since the epoch.
    pub fn turns_begun_until(&self, ms: i64) -> Result<TurnCount> {
        self.store.read(|reader| reader.turns_begun_until(ms))
    }

    /// Returns the key of the chosen model's vectors; `None` when the model is unknown.
    fn vectors_key(&self) -> Option<&str> {
        let key = || self.model.chosen().map(|spec| spec.vectors_key());
        self.vectors_key.get_or_init(key).as_deref()
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
