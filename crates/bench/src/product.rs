//! Adapter for the product: the only file that calls the core's store, search and ingest.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::embed::{Engines, LazyEmbedder, Models};
use mementor_core::index::when::Now;
use mementor_core::item::chunk::Splitter;
use mementor_core::memory::Options;
use mementor_core::policy::CapturePolicy;
use mementor_core::policy::exclude::Excluded;
use mementor_core::project::{self, Person};
pub use mementor_core::search::QueryVector;
use mementor_core::search::{self, Query};
use mementor_core::secrets::Masker;
use mementor_core::sources;
use mementor_core::store::intake::{self, Arrival, Filing, Incoming, Under, Via, Voucher};
use mementor_core::store::{Access, FILE_NAME, Filter, Scope, SessionPosition, Store, Waiting};
use mementor_core::vector;

use crate::author::{Author, SESSION_TURNS};
use crate::failure::{Failure, Result};
use crate::models::bundled;
use crate::vectors::Vectors;

/// Tables of the full-text index. Other text and the turns' logs are needed by any search, so they
/// do not count.
pub const WORD_TABLES: &[&str] = &["posting", "document"];
/// The tables that hold vectors.
pub const VECTOR_TABLES: &[&str] = &["embedding", "vector_block", "vector_groups"];

/// Maximum number of turns per transaction.
const BATCH: u64 = 4_096;
const BUSY: Duration = Duration::from_secs(10);
/// Maximum number of hits shown.
const HITS: usize = 10;

/// Start of the first turn, and the interval between turns.
const BEGAN_MS: i64 = 1_767_225_600_000;
const TURN_MS: i64 = 60_000;

/// An open store of generated turns, each with one chunk.
pub struct Product {
    store: Store,
    scope: Scope,
    model: i64,
}

/// Returns the product's home within a benchmark folder.
pub fn home(dir: &Path) -> PathBuf {
    dir.join("product")
}

/// Returns the path of the database in a home.
pub fn database(home: &Path) -> PathBuf {
    home.join(FILE_NAME)
}

/// Returns which of `projects` a turn belongs to: whole sessions take turns.
pub fn project_of(turn: u64, projects: u64) -> u64 {
    turn / SESSION_TURNS % projects
}

/// Stores generated turns with the given vectors instead of the model's. The first project is that
/// of the folder `dir/project`.
pub fn grow(
    dir: &Path,
    models: &Path,
    vectors: &Vectors,
    turns: std::ops::Range<u64>,
    projects: u64,
) -> Result<()> {
    let author = Author::new(models)?;
    let spec = bundled(models).in_use()?;
    let mut store = open_store(dir, Access::Write)?;
    let folder = dir.join("project");
    std::fs::create_dir_all(&folder)?;
    let ids = store.write(|writer| {
        let first = std::iter::once(project::find(&folder, &Person::default()).own);
        let others = (1..projects).map(|number| project::named(&format!("other {number}")));
        first
            .chain(others)
            .map(|project| writer.project_id(&project))
            .collect::<Result<Vec<_>, _>>()
    })?;
    let policy = CapturePolicy::default();
    let mut from = turns.start;
    while from < turns.end {
        let to = (from + BATCH).min(turns.end);
        let numbers: Vec<u64> = (from..to).collect();
        // Turns must be stored in order.
        for of_project in
            numbers.chunk_by(|a, b| project_of(*a, projects) == project_of(*b, projects))
        {
            let filing = Filing {
                under: Some(Under::Id(ids[project_of(of_project[0], projects) as usize])),
                by_work: None,
                voucher: Voucher::Person,
                moves: false,
                agent: sources::DEFAULT,
                dialect: sources::dialect(sources::DEFAULT),
            };
            let arrivals = of_project.iter().map(|turn| arrival(&author, *turn, &folder, &policy));
            let turns = vec![(filing, arrivals.collect())];
            intake::take_in(&mut store, Incoming { via: Via::Copy, turns }, &policy, &OneChunk)?;
        }
        let key = vectors_key(models)?;
        let waiting = store.read(|reader| reader.waiting((to - from) as usize, Some(&key)))?;
        store.write(|writer| {
            let model = writer.model_id(&spec.id, &key)?;
            for Waiting { chunk, hash, .. } in waiting.iter().rev() {
                let code = vector::encode(&vectors.stored(number_of(*chunk)));
                writer.put_embedding(*chunk, hash, model, &code)?;
            }
            Ok(())
        })?;
        from = to;
    }
    Ok(())
}

/// Converts a turn or chunk id to an index: turns are stored in order with one chunk each, so both
/// ids count from 1.
fn number_of(id: i64) -> u64 {
    id as u64 - 1
}

/// Makes one chunk of each passage.
struct OneChunk;

impl Splitter for OneChunk {
    fn split(&self, passage: &str) -> Vec<std::ops::Range<usize>> {
        std::iter::once(0..passage.len()).collect()
    }
}

fn arrival(author: &Author, turn: u64, folder: &Path, policy: &CapturePolicy) -> Arrival {
    let written = author.turn(turn);
    let id = format!("90010000-0000-4000-8000-{turn:012}");
    let began_ms = BEGAN_MS + turn as i64 * TURN_MS;
    let entry = |id: String, at_ms: i64, block: Block| Entry {
        id,
        at_ms,
        position: turn,
        cwd: Some(folder.to_string_lossy().into_owned()),
        blocks: vec![block],
        ..Entry::default()
    };
    let prompt = Block::Prompt { text: written.prompt, command: false };
    let answer = Block::Answer { text: written.answer };
    let entries = vec![
        entry(id.clone(), began_ms, prompt),
        entry(format!("{id}-answer"), began_ms + TURN_MS / 2, answer),
    ];
    let place = SessionPosition { session: session(turn), position: turn };
    Arrival::whole(id, vec![place], entries, &policy.masker)
}

fn session(turn: u64) -> String {
    format!("5e551011-0000-4000-8000-{:012}", turn / SESSION_TURNS)
}

impl Product {
    /// Opens the store in `dir` for searching its first project.
    pub fn open(dir: &Path, models: &Path) -> Result<Self> {
        let store = open_store(dir, Access::Read)?;
        let key = project::find(&dir.join("project"), &Person::default()).own.key;
        let model_key = vectors_key(models)?;
        let (projects, model) =
            store.read(|reader| Ok((reader.projects(&key)?, reader.model(&model_key)?)))?;
        let model = model.ok_or_else(|| Failure::new("nothing is embedded"))?;
        Ok(Self { store, scope: Scope { projects: Some(projects), ..Scope::default() }, model })
    }

    /// Caches vectors like a process that answers many queries.
    pub fn keep_vectors(&mut self) -> Result<()> {
        Ok(self.store.keep_vectors()?)
    }

    /// Returns the turns of the chunks nearest to a vector, best first.
    pub fn nearest(&self, query: &[f32], k: usize) -> Result<Vec<u64>> {
        let query = vector::VectorQuery::new(query);
        let found = self.store.read(|reader| reader.nearest(&query, self.model, &self.scope, k))?;
        Ok(found.into_iter().map(|(turn, _)| number_of(turn)).collect())
    }

    /// Searches like a user, by words only when there is no vector. Returns the number of hits.
    pub fn search(&self, text: &str, vector: Option<&QueryVector>) -> Result<usize> {
        let query = Query {
            text: text.to_owned(),
            scope: self.scope.clone(),
            filter: Filter::default(),
            notes: None,
            limit: HITS,
            suspect: Vec::new(),
        };
        // The ranking is measured, which needs no model beside the vector.
        let none = PathBuf::new();
        let models = Models { bundled: none.clone(), added: none, chosen: None };
        let mut model = LazyEmbedder::new(models, Engines::default(), 1);
        let found = search::query(&self.store, vector, &query, Now::utc(BEGAN_MS), &mut model)?;
        Ok(found.hits.len())
    }
}

/// Embeds queries with the model.
pub fn query_vectors(models: &Path, queries: &[String]) -> Result<Vec<QueryVector>> {
    let mut model = LazyEmbedder::new(bundled(models), Engines::default(), 1);
    let vectors = queries.iter().map(|query| match QueryVector::of(&mut model, query) {
        Ok(vector) => vector.ok_or_else(|| Failure::new("a query is blank")),
        Err(degraded) => Err(Failure::new(degraded.message)),
    });
    vectors.collect()
}

/// Opens a memory that is written to, on one thread.
pub fn memory(home: &Path, models: &Path) -> Result<Memory> {
    let options = Options {
        home: home.to_owned(),
        person_home: None,
        models: bundled(models),
        engines: Engines::default(),
        access: Access::Write,
        busy: BUSY,
        threads: 1,
        masker: Masker::default(),
        excluded: Excluded::default(),
        detects: true,
    };
    Ok(Memory::open(options, BEGAN_MS)?.0)
}

/// Returns the texts of chunks that wait for a vector, in the order in which they will be embedded.
pub fn waiting_texts(home: &Path, limit: usize) -> Result<Vec<String>> {
    let store = Store::open(home, Access::Read, BUSY, BEGAN_MS)?.store;
    let waiting = store.read(|reader| reader.waiting(limit, None))?;
    Ok(waiting.into_iter().map(|chunk| chunk.text).collect())
}

/// What the vectors are known by that the program makes.
fn vectors_key(models: &Path) -> Result<String> {
    Ok(bundled(models).in_use()?.vectors_key())
}

fn open_store(dir: &Path, access: Access) -> Result<Store> {
    Ok(Store::open(&home(dir), access, BUSY, BEGAN_MS)?.store)
}
