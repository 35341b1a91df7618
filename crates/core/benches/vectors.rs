//! Speed of vectors: each kernel per vector, encoding, and a complete search.

#![expect(missing_docs, reason = "criterion's macro makes a function without")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mementor_core::vector::kernel::{Kernel, Scores};
use mementor_core::vector::{
    BLOCK, BestOfItems, Candidates, Code, VectorBlock, VectorQuery, encode,
};

const DIMENSIONS: usize = 384;

/// Generates unit vectors around a thousand topics.
struct Vectors(u64);

impl Vectors {
    fn random(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1 << 24) as f32 - 0.5
    }
}

impl Iterator for Vectors {
    type Item = Vec<f32>;

    fn next(&mut self) -> Option<Vec<f32>> {
        let mut topic = Self((self.random() * 1000.0) as i64 as u64);
        let mut vector: Vec<f32> =
            (0..DIMENSIONS).map(|_| topic.random() + self.random()).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        for x in &mut vector {
            *x /= length;
        }
        Some(vector)
    }
}

fn block(codes: &[Vec<u8>], first_turn: usize) -> VectorBlock {
    let mut block = VectorBlock::new(DIMENSIONS);
    for (place, bytes) in codes.iter().enumerate() {
        let code = Code::read(bytes, DIMENSIONS).expect("just written");
        block.put(place, code, (first_turn + place / 3) as u32, &[0.0; DIMENSIONS]);
    }
    block
}

fn kernels(criterion: &mut Criterion) {
    let mut vectors = Vectors(1);
    let query = VectorQuery::new(&vectors.next().expect("endless"));
    let tables = query.tables(&[0.0; DIMENSIONS]);
    let codes: Vec<Vec<u8>> = vectors.take(BLOCK).map(|vector| encode(&vector)).collect();
    let block = block(&codes, 1);
    let mut scores = Scores::default();
    let mut group = criterion.benchmark_group("kernel");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for kernel in Kernel::all() {
        group.bench_function(format!("scan/{}", kernel.name()), |bencher| {
            bencher.iter(|| kernel.scan(black_box(block.bytes()), &tables, 0.5, &mut scores));
        });
        group.bench_function(format!("dot/{}", kernel.name()), |bencher| {
            let codes = codes.iter().filter_map(|bytes| Code::read(bytes, DIMENSIONS));
            bencher.iter(|| codes.clone().map(|code| query.similarity(kernel, code)).sum::<f32>());
        });
    }
}

fn preparation(criterion: &mut Criterion) {
    let vector = Vectors(1).next().expect("endless");
    let query = VectorQuery::new(&vector);
    criterion.bench_function("encode", |bencher| bencher.iter(|| encode(black_box(&vector))));
    criterion.bench_function("query", |bencher| {
        bencher.iter(|| VectorQuery::new(black_box(&vector)).tables(&[0.0; DIMENSIONS]));
    });
    criterion.bench_function("tables", |bencher| {
        bencher.iter(|| query.tables(black_box(&[0.0; DIMENSIONS])));
    });
}

/// Estimates, the best chunk of each turn, and exact similarities of the best candidates; all in
/// memory, as in a long-lived process.
fn search(criterion: &mut Criterion) {
    for (count, kept) in [(10_000, 160), (100_000, 320)] {
        let mut vectors = Vectors(1);
        let query = vectors.next().expect("endless");
        let codes: Vec<Vec<u8>> = vectors.take(count).map(|vector| encode(&vector)).collect();
        let blocks: Vec<VectorBlock> =
            codes.chunks(BLOCK).enumerate().map(|(at, some)| block(some, at * BLOCK / 3)).collect();
        let kernel = Kernel::best();
        let mut scores = Scores::default();
        criterion.bench_function(&format!("search/{count}"), |bencher| {
            bencher.iter(|| {
                let query = VectorQuery::new(black_box(&query));
                let tables = query.tables(&[0.0; DIMENSIONS]);
                let mut candidates = Candidates::new(kept);
                let mut turns = BestOfItems::up_to(count as i64);
                for (at, block) in blocks.iter().enumerate() {
                    let first = (at * BLOCK) as i64;
                    kernel.scan(block.bytes(), &tables, candidates.threshold(), &mut scores);
                    candidates.offer(block.bytes(), DIMENSIONS, first, &scores);
                    turns.offer(block.bytes(), DIMENSIONS, first, &scores);
                }
                let best = candidates.into_best();
                let exact = best.iter().filter_map(|candidate| {
                    let code = Code::read(&codes[candidate.slot as usize], DIMENSIONS)?;
                    Some((candidate.item, candidate.slot, query.similarity(kernel, code)))
                });
                turns.correct(&exact.collect::<Vec<_>>());
                (0..=count as i64).filter(|item| turns.of(*item).is_some()).count()
            });
        });
    }
}

criterion_group!(benches, kernels, preparation, search);
criterion_main!(benches);
