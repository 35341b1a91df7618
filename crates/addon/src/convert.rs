//! JavaScript objects for the core's types.

use std::collections::{BTreeMap, HashMap};

use mementor_core::capture::{belonging, ingest};
use mementor_core::keep::{exchange, forget, membership, restore, scrub, traces};
use mementor_core::recall::{gate, used};
use mementor_core::search::browse;
use mementor_core::{embed, excerpt, memory, project, recall, search, store};
use napi_derive::napi;

use crate::notes::NoteHit;

/// Defines an object with the named fields of a core struct; counts become JavaScript numbers.
macro_rules! mirror {
    ($name:ident from $core:ty { $($field:ident $(of $of:ident)? : $type:ty),* $(,)? }) => {
        #[napi(object)]
        pub struct $name { $(pub $field: $type),* }
        impl From<$core> for $name {
            fn from(core: $core) -> Self {
                Self { $($field: Js::js(mirror!(@ core, $field $(, $of)?))),* }
            }
        }
    };
    (@ $core:ident, $field:ident) => { $core.$field };
    // Where the core's name is another one.
    (@ $core:ident, $field:ident, $of:ident) => { $core.$of };
}

/// Converts a value of the core to its JavaScript form.
trait Js<T> {
    fn js(self) -> T;
}

impl<T> Js<T> for T {
    fn js(self) -> T {
        self
    }
}

impl Js<i64> for u64 {
    fn js(self) -> i64 {
        self as i64
    }
}

impl Js<f64> for f32 {
    fn js(self) -> f64 {
        self.into()
    }
}

impl Js<u32> for usize {
    fn js(self) -> u32 {
        self as u32
    }
}

impl Js<String> for std::path::PathBuf {
    fn js(self) -> String {
        self.display().to_string()
    }
}

impl Js<String> for forget::Because {
    fn js(self) -> String {
        self.name().to_owned()
    }
}

impl Js<Vec<String>> for Vec<std::path::PathBuf> {
    fn js(self) -> Vec<String> {
        self.into_iter().map(Js::js).collect()
    }
}

impl Js<Vec<Unchecked>> for Vec<traces::Unchecked> {
    fn js(self) -> Vec<Unchecked> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Js<Vec<u32>> for Vec<usize> {
    fn js(self) -> Vec<u32> {
        self.into_iter().map(|number| number as u32).collect()
    }
}

impl Js<HashMap<String, i64>> for BTreeMap<String, u64> {
    fn js(self) -> HashMap<String, i64> {
        self.into_iter().map(|(reason, count)| (reason, count as i64)).collect()
    }
}

impl Js<Option<f64>> for Option<f32> {
    fn js(self) -> Option<f64> {
        self.map(f64::from)
    }
}

impl Js<Option<Findings>> for Option<store::Findings> {
    fn js(self) -> Option<Findings> {
        self.map(Into::into)
    }
}

impl Js<Option<Degraded>> for Option<embed::Degraded> {
    fn js(self) -> Option<Degraded> {
        self.map(Into::into)
    }
}

impl Js<Vec<ProjectCount>> for Vec<store::ProjectCount> {
    fn js(self) -> Vec<ProjectCount> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Js<Vec<Hit>> for Vec<search::Hit> {
    fn js(self) -> Vec<Hit> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Js<Hit> for search::Hit {
    fn js(self) -> Hit {
        self.into()
    }
}

impl Js<Vec<Candidate>> for Vec<recall::Candidate> {
    fn js(self) -> Vec<Candidate> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Js<Vec<Evidence>> for Option<gate::Evidence> {
    fn js(self) -> Vec<Evidence> {
        let named = self.iter().flat_map(gate::Evidence::named);
        named.map(|(name, value)| Evidence { name: name.to_owned(), value }).collect()
    }
}

impl Js<Option<String>> for Option<gate::Dismissal> {
    fn js(self) -> Option<String> {
        self.map(|dismissal| dismissal.name().to_owned())
    }
}

impl Js<String> for recall::Verdict {
    fn js(self) -> String {
        self.name().to_owned()
    }
}

impl Js<String> for browse::StepKind {
    fn js(self) -> String {
        self.name().to_owned()
    }
}

impl Js<Vec<Step>> for Vec<browse::Step> {
    fn js(self) -> Vec<Step> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Js<Vec<Piece>> for Vec<excerpt::Piece> {
    fn js(self) -> Vec<Piece> {
        self.into_iter().map(Into::into).collect()
    }
}

mirror! {
    // A turn selected for removal.
    Selected from forget::Selected {
        turn: String,
        is_note: bool,
        sessions: Vec<String>,
        project: String,
        at_ms: i64,
        prompt: String,
        because: String,
    }
}

mirror! {
    // Text that occurs only in the given turns. Never print or store it.
    Telltales from forget::Telltales {
        turns: Vec<String>,
        pieces: Vec<String>,
        terms: Vec<String>,
        actions: Vec<String>,
        without: u32,
    }
}

impl From<Telltales> for forget::Telltales {
    fn from(telltales: Telltales) -> Self {
        Self {
            turns: telltales.turns,
            pieces: telltales.pieces,
            terms: telltales.terms,
            actions: telltales.actions,
            without: telltales.without as usize,
        }
    }
}

mirror! {
    // A file that could not be searched completely.
    Unchecked from traces::Unchecked { path: String, reason: String }
}

mirror! {
    // What was searched for removed text, and the result.
    Proof from traces::Proof {
        pieces: u32,
        terms: u32,
        without: u32,
        files: u32,
        databases: u32,
        found: Vec<String>,
        unchecked: Vec<Unchecked>,
    }
}

mirror! {
    // Result of one step of masking again. Never print `removed`.
    Scrubbed from scrub::Scrubbed {
        turns: i64,
        changed: i64,
        notes: i64,
        notes_changed: i64,
        removed: Vec<String>,
        next: Option<i64>,
    }
}

mirror! {
    // A file that contains some of the texts, and their indices.
    Trace from traces::Trace {
        path: String,
        texts: Vec<u32>,
    }
}

mirror! {
    // One part of an export; `next` is missing at the end.
    Exported from exchange::Exported {
        lines: Vec<String>,
        damaged: i64,
        unread: i64,
        next: Option<i64>,
    }
}

mirror! {
    // Result of an import.
    Imported from exchange::Imported {
        turns: i64,
        unchanged: i64,
        notes: i64,
        notes_unchanged: i64,
        unreadable: i64,
        findings: Option<Findings>,
    }
}

mirror! {
    // Summary of an imported database.
    Findings from store::Findings {
        is_sound: bool,
        found: i64,
        named: i64,
        notes: i64,
        notes_named: i64,
        left_out: i64,
        last_ms: i64,
        transcripts: Vec<String>,
    }
}

mirror! {
    // Number of turns that began up to a time, and the start of the last of them.
    TurnCount from store::TurnCount { turns: i64, last_ms: i64 }
}

mirror! {
    // Result of one ingest step.
    IngestReport from ingest::IngestReport {
        done: bool,
        unchanged: bool,
        restarted: bool,
        bytes: i64,
        kept: i64,
        skipped: HashMap<String, i64>,
        problems: HashMap<String, i64>,
        turns: i64,
    }
}

mirror! {
    // Why semantic search is unavailable.
    Degraded from embed::Degraded { code: String, message: String }
}

mirror! {
    // Result of one embedding step.
    EmbedReport from memory::EmbedReport {
        embedded: i64,
        waiting: i64,
        degraded: Option<Degraded>,
    }
}

mirror! {
    // A piece of an excerpt.
    Piece from excerpt::Piece { text: String, matched: bool }
}

mirror! {
    // A matching turn.
    Hit from search::Hit {
        rank: u32,
        turn: String,
        session: String,
        project: String,
        project_key: String,
        at_ms: i64,
        cwd: Option<String>,
        branch: Option<String>,
        agent of subagent: Option<String>,
        files: Vec<String>,
        prompt: String,
        passage: String,
        prompt_excerpt: Vec<Piece>,
        excerpt: Vec<Piece>,
        score: f64,
        action_score: Option<f64>,
        text_score: Option<f64>,
        similarity: Option<f64>,
    }
}

mirror! {
    // A turn that was recalled, or nearly, and the rule that decided.
    Candidate from recall::Candidate { verdict: String, hit: Hit }
}

/// One piece of evidence.
#[napi(object)]
pub struct Evidence {
    pub name: String,
    pub value: f64,
}

mirror! {
    // Result of recall for a prompt.
    Recall from recall::Recall {
        dismissed: Option<String>,
        with_context: bool,
        probability: f64,
        threshold: f64,
        evidence: Vec<Evidence>,
        candidates: Vec<Candidate>,
        searched: i64,
        semantic: bool,
        said: String,
    }
}

mirror! {
    // How much of the recalled text reappeared in the answer `turn`: of `brought` rare words,
    // `used` reappeared.
    Outcome from used::Outcome { turn: String, brought: i64, used: i64 }
}

mirror! {
    // Counts of one project.
    ProjectCount from store::ProjectCount {
        name: String,
        key: String,
        sessions: i64,
        turns: i64,
        last_at_ms: i64,
    }
}

mirror! {
    // Counts of the whole store.
    Stats from store::Stats {
        sessions: i64,
        turns: i64,
        agent_turns of subagent_turns: i64,
        actions: i64,
        chunks: i64,
        waiting: i64,
        other_vectors: i64,
        notes: i64,
        transcripts: i64,
        projects: Vec<ProjectCount>,
    }
}

mirror! {
    // A transcript in the ledger.
    TranscriptRow from store::TranscriptRow {
        path: String,
        session: Option<String>,
        project: Option<String>,
        bytes: i64,
        modified_at_ms: i64,
        offset: i64,
        kept: i64,
        skipped: HashMap<String, i64>,
        problems: HashMap<String, i64>,
    }
}

mirror! {
    // A project: its identity and its name.
    Project from project::Project {
        key: String,
        name: String,
    }
}

impl From<Project> for project::Project {
    fn from(Project { key, name }: Project) -> Self {
        Self { key, name }
    }
}

/// The project a directory belongs to, and why.
#[napi(object)]
pub struct Belonging {
    /// The project.
    pub project: Project,
    /// The project without the remote's claim: the repository's git directory, or the directory.
    pub own: Project,
    /// `alone`, `first`, `known`, `proven`, `joined`, `left` or `unproven`.
    pub standing: String,
    /// The project that the remote claims, when the directory does not belong to it.
    pub rival: Option<Project>,
    /// The git directory that a `.git` file or link here points to but that does not point back.
    pub unlinked: Option<String>,
}

impl From<belonging::Belonging> for Belonging {
    fn from(core: belonging::Belonging) -> Self {
        Self {
            project: core.project.into(),
            own: core.place.own.into(),
            standing: core.standing.name().to_owned(),
            rival: core.rival.map(Into::into),
            unlinked: core.place.unlinked.map(Js::js),
        }
    }
}

/// The effect of a directory joining or leaving a project.
#[napi(object)]
pub struct Membership {
    /// Current project of the directory's turns, if any was ever stored.
    pub from: Option<Project>,
    /// New project of the directory and those turns.
    pub to: Project,
    /// UUIDs of the turns that move.
    pub turns: Vec<String>,
    /// UUIDs of the notes that move along.
    pub notes: Vec<String>,
}

impl From<membership::Membership> for Membership {
    fn from(core: membership::Membership) -> Self {
        let from = core.from.map(Into::into);
        Self { from, to: core.to.into(), turns: core.turns, notes: core.notes }
    }
}

mirror! {
    // A restored transcript.
    Restored from restore::Restored {
        session: String,
        directory: Option<String>,
        transcript: Option<String>,
        turns: i64,
        lines: i64,
        left_out: i64,
        text: String,
    }
}

mirror! {
    // A session in a list.
    SessionRow from store::SessionRow {
        session: String,
        project: String,
        project_key: String,
        started_at_ms: i64,
        ended_at_ms: i64,
        turns: i64,
        branch: Option<String>,
        cwd: Option<String>,
        prompt: String,
    }
}

mirror! {
    // One step of a turn: something said or done.
    Step from browse::Step {
        kind: String,
        text: String,
        label: Option<String>,
        exit_status: Option<i32>,
        error: Option<String>,
    }
}

mirror! {
    // A turn with everything stored about it.
    WholeTurn from browse::WholeTurn {
        turn: String,
        sessions: Vec<String>,
        project: String,
        project_key: String,
        started_at_ms: i64,
        ended_at_ms: i64,
        cwd: Option<String>,
        branch: Option<String>,
        agent of subagent: Option<String>,
        interrupted: bool,
        steps: Vec<Step>,
    }
}

/// The result of a query.
#[napi(object)]
pub struct Answer {
    pub hits: Vec<Hit>,
    pub notes: Vec<NoteHit>,
    pub searched: i64,
    pub searched_notes: i64,
    pub semantic: bool,
    pub project: Option<String>,
    pub waiting: i64,
    pub degraded: Option<Degraded>,
}

impl From<memory::Answer> for Answer {
    fn from(core: memory::Answer) -> Self {
        Self {
            hits: core.found.hits.js(),
            notes: core.found.notes.into_iter().map(Into::into).collect(),
            searched_notes: core.found.searched_notes.js(),
            searched: core.found.searched.js(),
            semantic: core.found.semantic,
            project: core.project,
            waiting: core.waiting.js(),
            degraded: core.degraded.js(),
        }
    }
}

/// A known model.
#[napi(object)]
pub struct Model {
    pub id: String,
    pub licence: String,
    pub dimensions: u32,
    pub window: u32,
    pub weights_sha256: String,
    pub bytes: i64,
    pub files: Vec<ModelFile>,
    /// Why the model cannot be used: a file is missing or has the wrong size.
    pub problem: Option<Degraded>,
}

/// A file of a model.
#[napi(object)]
pub struct ModelFile {
    pub name: String,
    pub bytes: i64,
    pub sha256: String,
    pub url: Option<String>,
    /// Its path, or where it would be.
    pub path: String,
}

impl Model {
    /// Returns the description of a model and the state of its files.
    pub fn of(models: &embed::Models, spec: embed::ModelSpec) -> Self {
        let problem = models.check_sizes(&spec).err();
        let files = spec.files.iter().map(|file| ModelFile {
            name: file.name.clone(),
            bytes: file.bytes as i64,
            sha256: file.sha256.clone(),
            url: file.url.clone(),
            path: models.path(&spec, &file.name).display().to_string(),
        });
        Self {
            files: files.collect(),
            weights_sha256: spec.weights_sha256().to_owned(),
            bytes: spec.bytes().js(),
            dimensions: spec.dimensions.js(),
            window: spec.window.js(),
            licence: spec.licence,
            id: spec.id,
            problem: problem.map(|error| Degraded {
                code: error.code().to_owned(),
                message: error.to_string(),
            }),
        }
    }
}

/// Versions and CPU features.
#[napi(object)]
pub struct About {
    pub version: String,
    pub engine: String,
    pub sqlite: String,
    pub schema: i64,
    pub arch: String,
    pub simd: Vec<String>,
}

impl About {
    /// Returns the versions and CPU features of this process.
    pub fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: embed::EngineChoice::default().name().to_owned(),
            sqlite: store::Store::sqlite_version().to_owned(),
            schema: store::SCHEMA_VERSION,
            arch: std::env::consts::ARCH.to_owned(),
            simd: simd(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn simd() -> Vec<String> {
    let features = [
        ("avx2", is_x86_feature_detected!("avx2")),
        ("fma", is_x86_feature_detected!("fma")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
    ];
    features.iter().filter(|(_, has)| *has).map(|(name, _)| (*name).to_owned()).collect()
}

#[cfg(target_arch = "aarch64")]
fn simd() -> Vec<String> {
    // Every aarch64 processor has NEON.
    vec!["neon".to_owned()]
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn simd() -> Vec<String> {
    Vec::new()
}
