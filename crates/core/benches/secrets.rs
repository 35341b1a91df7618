//! Speed of masking in bytes per second: on prose, on code, and on real transcripts.
#![allow(missing_docs, reason = "the macros of criterion make functions without")]

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mementor_core::secrets::mask;

/// Maximum number of bytes read of the real transcripts.
const REAL_BYTES_MAX: usize = 16 << 20;

fn masking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("secrets");
    group.sample_size(20);
    let source = include_str!("../src/secrets.rs").repeat(8);
    let words = "the token was refreshed and the key of the map is a word, see docs/keys.md\n"
        .repeat(2_000);
    let mut texts = vec![("code", vec![source]), ("prose", vec![words])];
    if let Some(folder) = std::env::var_os("MEMENTOR_TEST_TRANSCRIPTS") {
        let mut real = Vec::new();
        let mut left = REAL_BYTES_MAX;
        gather(Path::new(&folder), &mut real, &mut left);
        texts.push(("transcripts", real));
    }
    for (name, texts) in &texts {
        let bytes: usize = texts.iter().map(String::len).sum();
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| texts.iter().map(|text| mask(black_box(text)).len()).sum::<usize>());
        });
    }
    group.finish();
}

/// Collects the strings in the transcripts below a folder, sorted by file name.
fn gather(folder: &Path, texts: &mut Vec<String>, left: &mut usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, texts, left);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let values = text.lines().filter_map(|line| serde_json::from_str(line).ok());
            values.for_each(|value| strings(value, texts, left));
        }
    }
}

fn strings(value: serde_json::Value, texts: &mut Vec<String>, left: &mut usize) {
    match value {
        serde_json::Value::String(text) if text.len() <= *left => {
            *left -= text.len();
            texts.push(text);
        }
        serde_json::Value::Array(items) => {
            for item in items {
                strings(item, texts, left);
            }
        }
        serde_json::Value::Object(fields) => {
            fields.into_iter().for_each(|(_, field)| strings(field, texts, left));
        }
        _ => {}
    }
}

criterion_group!(benches, masking);
criterion_main!(benches);
