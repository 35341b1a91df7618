//! Adapter for the product: the only file that calls the core.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mementor_core::Memory;
use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn::{self, FoldState};
use mementor_core::embed::{Embedder, Engines, Models, Side};
use mementor_core::hash;
use mementor_core::index::when::Now;
use mementor_core::memory::{Options, Replayed, Start, Within};
use mementor_core::note_actions::remember::NewNote;
use mementor_core::policy::exclude::Excluded;
use mementor_core::recall::gate::Dismissal;
use mementor_core::recall::{NoteCandidate, Prompt, Verdict};
use mementor_core::search::RankedTurn;
use mementor_core::search::browse::StepKind;
use mementor_core::secrets::Masker;
use mementor_core::sources::{self, Cursor, Limits, Part};
use mementor_core::store::{Access, FILE_NAME};

pub use mementor_core::recall::Nearness;
pub use mementor_core::recall::gate::{Evidence, EvidenceWeights, SEMANTIC};
pub use mementor_core::search::rank::{FeatureWeights, Features, WEIGHTS as RANK_WEIGHTS};
pub use mementor_core::signals::{Signal, SignalSource, Tier, signals};

use crate::failure::{Failure, Result};
use crate::metrics::median;
use crate::sets::notes::WrittenNote;
use crate::stored::FirstTurn;

/// Score that determines the product's order.
pub const FUSED: &str = "score";
/// Full-text score.
pub const TEXT: &str = "bm25";
/// Similarity score.
pub const SIMILARITY: &str = "cosine";

/// More turns than any project has.
pub const CANDIDATES_MAX: usize = 100_000;
/// Default rate of false injections.
pub const RATE: f64 = 0.04;
/// Estimated characters per token of English or code.
const CHARS_PER_TOKEN: usize = 4;
/// Number of turns shown to a user; the timed queries return this many.
const ANSWER_TURNS: usize = 10;

/// A turn that was found, with its scores by name; higher is better.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Id of the turn.
    pub turn: String,
    /// A session that contains it.
    pub session: String,
    /// Its scores.
    pub scores: Vec<(&'static str, f64)>,
}

impl Candidate {
    /// Returns a score; `None` when that search did not find the turn.
    pub fn score(&self, name: &str) -> Option<f64> {
        self.scores.iter().find(|(known, _)| *known == name).map(|(_, score)| *score)
    }
}

/// The gate's verdict on a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// Whether nothing would be searched.
    pub dismissed: bool,
    /// Probability that a right turn is among `turns`.
    pub probability: f64,
    /// What that is made of.
    pub evidence: Option<Evidence>,
    /// What would be brought back, best first.
    pub turns: Vec<String>,
}

impl Weighed {
    /// Returns whether the prompt is not dismissed and finds any turn; otherwise it passes no
    /// threshold.
    pub fn is_searched(&self) -> bool {
        !self.dismissed && !self.turns.is_empty()
    }
}

/// A prompt at a position in a session.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Text of the prompt.
    pub text: &'a str,
    /// The session in which it is typed.
    pub session: &'a str,
    /// Turns recalled earlier in that session.
    pub recalled: &'a [String],
    /// Notes that the session was told of.
    pub notes: &'a [String],
    /// When the session's context was last compacted.
    pub compacted_at_ms: Option<i64>,
    /// Only turns that began before this time are searched.
    pub before_ms: i64,
    /// Accepted rate of false injections; 1 opens the gate.
    pub rate: f64,
}

impl<'a> Asked<'a> {
    /// Returns the first prompt of a new session, with everything stored before it.
    pub fn opening(text: &'a str) -> Self {
        Self {
            text,
            session: "",
            recalled: &[],
            notes: &[],
            compacted_at_ms: None,
            before_ms: i64::MAX,
            rate: RATE,
        }
    }
}

/// Result of recall for a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Recalled {
    /// Why nothing was searched, by its name.
    pub dismissed: Option<&'static str>,
    /// How likely it is that something right is among the turns.
    pub probability: f64,
    /// What that is made of.
    pub evidence: Option<Evidence>,
    /// The best turns with the verdict on each, best first.
    pub candidates: Vec<(String, &'static str)>,
    /// The text that goes into the prompt; empty when nothing does.
    pub said: String,
    /// The recalled turns, best first, each with its excerpt.
    pub turns: Vec<(String, String)>,
    /// The nearest notes, nearest first.
    pub notes: Vec<NearNote>,
}

/// A note that comes near a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct NearNote {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its summary.
    pub summary: String,
    /// Whether it is said, or the rule that stopped it.
    pub verdict: &'static str,
    /// How near it comes.
    pub nearness: Nearness,
}

impl Recalled {
    /// Returns the recalled turns, best first.
    pub fn injected(&self) -> impl Iterator<Item = &String> {
        self.turns.iter().map(|(turn, _)| turn)
    }

    /// Returns the ids of the notes that are said.
    pub fn said_notes(&self) -> impl Iterator<Item = &String> {
        self.notes.iter().filter(|note| note.verdict == "injected").map(|note| &note.id)
    }

    /// Returns the estimated number of tokens of the recalled text.
    pub fn tokens(&self) -> u64 {
        (self.said.chars().count() / CHARS_PER_TOKEN) as u64
    }
}

/// Median time of a query in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Latency {
    /// Embedding and search.
    pub total_ms: f64,
    /// Embedding the query only.
    pub embedding_ms: f64,
}

/// What a session is told when it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The text; empty when nothing is known.
    pub text: String,
    /// Its layers by name, with the number of lines of each.
    pub layers: Vec<(&'static str, usize)>,
    /// The ids of its lessons.
    pub lessons: Vec<String>,
}

/// A memory for the evaluation, with the models to evaluate.
pub struct Product {
    memory: Memory,
    models: Models,
    home: PathBuf,
    now: Now,
}

impl Product {
    /// Opens the memory in `home`, or creates one.
    pub fn open(home: &Path, models: &Path) -> Result<Self> {
        let models =
            Models { bundled: models.to_owned(), added: home.join("models"), chosen: None };
        let usable = models.in_use().and_then(|spec| models.check_sizes(&spec));
        usable.map_err(|error| {
            let hint = "`--models` names a folder with manifest.json and the model it describes";
            Failure::new(error.to_string()).hinted(hint)
        })?;
        let options = Options {
            home: home.to_owned(),
            person_home: None,
            models: models.clone(),
            engines: Engines::default(),
            access: Access::Write,
            busy: Duration::from_secs(10),
            threads: threads(),
            masker: Masker::default(),
            excluded: Excluded::default(),
            detects: true,
        };
        let now_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
        let now_ms = now_ms as i64;
        let (memory, _) = Memory::open(options, now_ms)?;
        Ok(Self { memory, models, home: home.to_owned(), now: Now::utc(now_ms) })
    }

    /// Ingests a transcript.
    pub fn ingest(&mut self, transcript: &Path, project: &str) -> Result<()> {
        while !self.memory.ingest(transcript, Some(project))?.done {}
        Ok(())
    }

    /// Embeds all queued chunks and reports from time to time how many are left.
    pub fn embed_all(&mut self, mut tell: impl FnMut(u64)) -> Result<()> {
        loop {
            let report = self.memory.embed_waiting()?;
            if report.degraded.is_some() {
                return Err(Failure::new("the model does not run, so nothing can be embedded"));
            }
            if report.embedded == 0 {
                return Ok(());
            }
            tell(report.waiting);
        }
    }

    /// Returns the turns of a project in the product's order, each with its scores.
    pub fn rank(&mut self, text: &str, project: &str, limit: usize) -> Result<Vec<Candidate>> {
        let ranked = self.memory.rank(text, &within(project), limit, self.now)?;
        Ok(ranked.into_iter().map(candidate).collect())
    }

    /// Returns the gate's verdict on a prompt.
    pub fn weigh(&mut self, prompt: &str, project: &str) -> Result<Weighed> {
        let weighed = self.memory.weigh(prompt, &within(project), self.now)?;
        Ok(Weighed {
            dismissed: weighed.dismissed.is_some(),
            probability: weighed.probability,
            evidence: weighed.evidence,
            turns: weighed.candidates.into_iter().map(|candidate| candidate.turn).collect(),
        })
    }

    /// Returns what is recalled for a prompt.
    pub fn recall(&mut self, asked: &Asked, project: &str) -> Result<Recalled> {
        let prompt = Prompt {
            text: asked.text.to_owned(),
            session: asked.session.to_owned(),
            recalled: asked.recalled.to_vec(),
            muted: Vec::new(),
            notes: asked.notes.to_vec(),
            compacted_at_ms: asked.compacted_at_ms,
            rate: asked.rate,
            now: Now::utc(self.now.at_ms.min(asked.before_ms)),
        };
        let recall = self.memory.replay(&prompt, &within(project), asked.before_ms)?;
        let injected = recall.candidates.iter().filter(|each| each.verdict == Verdict::Injected);
        let turns = injected.map(|each| (each.hit.turn.clone(), each.hit.passage.clone()));
        let candidates =
            recall.candidates.iter().map(|each| (each.hit.turn.clone(), each.verdict.name()));
        Ok(Recalled {
            turns: turns.collect(),
            candidates: candidates.collect(),
            notes: recall.notes.iter().map(near_note).collect(),
            said: recall.said,
            dismissed: recall.dismissed.map(Dismissal::name),
            probability: recall.probability,
            evidence: recall.evidence,
        })
    }

    /// Returns what a session would have been told at its first turn.
    pub fn context(&self, project: &str, first: &FirstTurn) -> Result<Told> {
        let block = self.memory.replay_context(&Replayed {
            start: Start {
                directory: first.cwd.clone().unwrap_or_default().into(),
                session: first.session.clone(),
                budget: usize::MAX,
                ..Start::default()
            },
            project: project.to_owned(),
            branch: first.branch.clone(),
            before_ms: first.started_at_ms,
        })?;
        let layers = block.layers.iter().map(|layer| (layer.name.name(), layer.shown));
        let lessons = block.lessons.into_iter().map(|lesson| lesson.id);
        Ok(Told { layers: layers.collect(), lessons: lessons.collect(), text: block.text })
    }

    /// Returns how often each shape of a failure came in each session of a project.
    pub fn failures(&self, project: &str) -> Result<HashMap<(String, String), usize>> {
        let mut failures = HashMap::new();
        for worked in self.memory.worked(&Within::Project(project.to_owned()))? {
            for failure in worked.failures {
                failures.insert((worked.session.clone(), failure.shape), failure.times);
            }
        }
        Ok(failures)
    }

    /// Writes a note as of a time, in milliseconds since the epoch.
    pub fn remember(&mut self, note: &WrittenNote) -> Result<()> {
        let new = NewNote {
            uuid: uuid_of(&format!("{} {}", note.project, note.summary)),
            text: note.summary.clone(),
            kind: note.kind.clone(),
            project: Some(note.project.clone()),
            ..NewNote::default()
        };
        self.memory.remember(&new, note.at_ms)?;
        Ok(())
    }

    /// Returns the notes that a session would have been told of when it started at a time, or after
    /// its context was compacted.
    pub fn told_notes(
        &self,
        session: &str,
        project: &str,
        before_ms: i64,
        compacted: bool,
    ) -> Result<Vec<String>> {
        let block = self.memory.replay_context(&Replayed {
            start: Start {
                session: session.to_owned(),
                compacted,
                budget: usize::MAX,
                ..Start::default()
            },
            project: project.to_owned(),
            branch: None,
            before_ms,
        })?;
        Ok(block.notes)
    }

    /// Returns whether the context was compacted during a turn.
    pub fn is_compacted_in(&self, turn: &str) -> Result<bool> {
        let turns = self.memory.show(turn)?;
        Ok(turns.iter().flat_map(|turn| &turn.steps).any(|step| step.kind == StepKind::Compacted))
    }

    /// Returns the name of the model in use.
    pub fn model_name(&self) -> Result<String> {
        Ok(self.models.in_use()?.id)
    }

    /// Returns the database that holds the turns.
    pub fn database(&self) -> PathBuf {
        self.home.join(FILE_NAME)
    }

    /// Measures the time of queries, each with its project; `None` without any.
    pub fn latency(&mut self, queries: &[(&str, &str)]) -> Result<Option<Latency>> {
        let embedder = Embedder::load(&self.models, &Engines::default(), threads())?;
        let (mut totals, mut embeddings) = (Vec::new(), Vec::new());
        for (text, project) in queries {
            let started = Instant::now();
            self.rank(text, project, ANSWER_TURNS)?;
            totals.push(milliseconds(started));
            let started = Instant::now();
            embedder.embed(&[text], Side::Query)?;
            embeddings.push(milliseconds(started));
        }
        let medians = median(totals).zip(median(embeddings));
        Ok(medians.map(|(total_ms, embedding_ms)| Latency { total_ms, embedding_ms }))
    }
}

/// Returns the digest of a text, in hexadecimal: for splits that stay the same.
fn digest(text: &str) -> String {
    hash::hex_digest(text.as_bytes())
}

/// Returns a UUID that is always the same for a text.
fn uuid_of(text: &str) -> String {
    let digits = digest(text);
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..32]];
    parts.join("-")
}

/// Returns the minimum probability for an injection at an accepted rate of false injections.
pub fn gate_threshold(rate: f64) -> f64 {
    SEMANTIC.threshold(rate)
}

fn near_note(candidate: &NoteCandidate) -> NearNote {
    let NoteCandidate { verdict, row, nearness } = candidate;
    NearNote {
        id: row.uuid.clone(),
        kind: row.note.kind.clone(),
        summary: row.note.summary.clone(),
        verdict: verdict.name(),
        nearness: *nearness,
    }
}

fn within(project: &str) -> Within {
    Within::Project(project.to_owned())
}

fn candidate(ranked: RankedTurn) -> Candidate {
    let text = ranked.text.map(|score| (TEXT, score));
    let similarity = ranked.similarity.map(|score| (SIMILARITY, f64::from(score)));
    let scores = [(FUSED, ranked.score)].into_iter().chain(text).chain(similarity);
    let scores = scores.chain(ranked.features.named()).collect();
    Candidate { turn: ranked.turn, session: ranked.session, scores }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}

impl From<mementor_core::Error> for Failure {
    fn from(error: mementor_core::Error) -> Self {
        Self::new(format!("the product failed: {error}"))
    }
}

/// What was said in a turn.
#[derive(Debug, Default)]
pub struct Said {
    /// What the person typed.
    pub prompt: String,
    /// The last answer.
    pub answer: String,
}

/// Reads a transcript without a store. Returns what was said in each turn, by the turn's id.
pub fn said(transcript: &Path) -> Result<HashMap<String, Said>> {
    let source = sources::named(sources::DEFAULT)?;
    let part = Part {
        path: transcript,
        from: &Cursor::default(),
        limits: Limits { bytes: u64::MAX, spoken_bytes: usize::MAX },
        masker: &Masker::default(),
    };
    let batch = source
        .read(&part)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", transcript.display())))?;
    let text =
        |entry: &Entry| turn::text(std::slice::from_ref(entry), sources::dialect(sources::DEFAULT));
    let mut said: HashMap<String, Said> = HashMap::new();
    for part in turn::fold(batch.entries, &mut FoldState::default(), &|_| false).parts {
        let turn = said.entry(part.id).or_default();
        for entry in part.entries.iter().filter(|entry| entry.subagent.is_none()) {
            if entry.is_prompt() {
                turn.prompt = text(entry).prompt;
            }
            if entry.blocks.iter().any(|block| matches!(block, Block::Answer { .. })) {
                turn.answer = text(entry).answer;
            }
        }
    }
    Ok(said)
}
