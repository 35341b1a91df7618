//! Cost of full-text search: analysing a prompt, decoding the index, ranking a project.
#![allow(missing_docs, reason = "criterion's macro makes a public function")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mementor_core::index::collection::{Collection, Posting};
use mementor_core::index::document::{self, Document};
use mementor_core::index::lexical::Scoring;
use mementor_core::index::postings::{self, BLOCK_ITEMS, Counts};
use mementor_core::index::terms::Analyzed;
use mementor_core::index::when::When;
use mementor_core::item::Kind;
use mementor_core::search::rank::{Profile, Ranking, Searches};

const PROMPT: &str = "Why does retryQueue drop a message after the third attempt? Last week we said \
    that the visibility timeout must be longer than the slowest handler, and the nightly migration \
    still fails with `ERR_QUEUE_STALLED` in src/queue/retry.ts.";

const SIZES: [usize; 2] = [10_000, 100_000];
const SESSION_TURNS: usize = 20;
/// For each query term, one in this many turns contains it.
const ONE_IN: [usize; 8] = [10, 20, 30, 50, 100, 200, 500, 1_000];

fn documents(turns: usize) -> Vec<Document> {
    let document = |turn: usize| Document {
        item: turn as i64,
        kind: Kind::TURN,
        started_at_ms: turn as i64 * 60_000,
        group: (turn / SESSION_TURNS) as u32,
        head_terms: 8 + turn as u32 % 13,
        body_terms: 20 + turn as u32 % 61,
        secondary: false,
        asks: false,
    };
    (1..=turns).map(document).collect()
}

fn analysing(criterion: &mut Criterion) {
    criterion.bench_function("analyse a prompt", |bencher| {
        bencher.iter(|| Analyzed::of(PROMPT).terms());
    });
}

fn decoding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decode a block");
    let every_third = (0..BLOCK_ITEMS).step_by(3);
    let block: postings::PostingBlock =
        every_third.map(|place| (place, Counts::new(0, 1))).collect();
    let bytes = postings::encode(&block);
    group.throughput(Throughput::Elements(block.len() as u64));
    group.bench_function("postings", |bencher| {
        bencher.iter(|| postings::decode(&bytes).map(|(place, _)| place).sum::<usize>());
    });
    let block: document::DocumentBlock =
        documents(BLOCK_ITEMS - 1).into_iter().enumerate().collect();
    let bytes = document::encode(&block);
    group.throughput(Throughput::Elements(block.len() as u64));
    group.bench_function("documents", |bencher| {
        bencher.iter(|| document::decode(0, &bytes).collect::<Vec<_>>());
    });
}

/// Orders a project, scores it by eight terms and returns the number of results, at most ten.
fn rank(documents: Vec<Document>, terms: &[Vec<Posting>]) -> usize {
    let collection = Collection::new(documents);
    let mut scoring = Scoring::of(&collection);
    for postings in terms {
        scoring.add(postings.clone(), 1.0);
    }
    let lexical = scoring.finish(&When::default());
    let searches = Searches { collection, lexical, ..Searches::default() };
    Ranking::of(searches, Profile::QUERY).best(10, |_| true).len()
}

fn ranking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rank by eight terms");
    for turns in SIZES {
        let documents = documents(turns);
        let posting = |at| Posting { at: at as u32, counts: Counts::new(0, 1) };
        let terms =
            ONE_IN.map(|step| (step / 2..turns).step_by(step).map(posting).collect::<Vec<_>>());
        group.throughput(Throughput::Elements(turns as u64));
        group.bench_with_input(BenchmarkId::from_parameter(turns), &terms, |bencher, terms| {
            bencher.iter(|| rank(documents.clone(), terms));
        });
    }
    group.finish();
}

criterion_group!(benches, analysing, decoding, ranking);
criterion_main!(benches);
