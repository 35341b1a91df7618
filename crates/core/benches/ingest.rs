//! Cost of ingesting a transcript, part by part: `cargo bench -p mementor-core --bench ingest`.
//!
//! The transcript is synthetic: 40 turns in the proportions of real ones, whose tool results are a
//! hundred times as long as the conversation. `parse` is compared with only parsing the same bytes
//! as JSON.
#![allow(missing_docs, reason = "the macros of criterion make functions without")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use mementor_core::Memory;
use mementor_core::conversation::ParsedEntry;
use mementor_core::conversation::turn;
use mementor_core::conversation::turn::FoldState;
use mementor_core::embed::{Embedder, Engines, Models};
use mementor_core::item::chunk;
use mementor_core::memory::Options;
use mementor_core::policy::exclude::Excluded;
use mementor_core::secrets::{Masker, mask};
use mementor_core::sources::ClaudeCode;
use mementor_core::sources::claude_code::Line;
use mementor_core::sources::json_lines::{LineAt, LineFormat as _};
use mementor_core::store::Access;
use serde_json::{Value, json};

const TURNS: usize = 40;
const TOOLS_PER_TURN: usize = 10;
const CHUNK_TOKENS: usize = 126;

fn line(turn: usize, number: usize, kind: &str, content: &Value, result: Option<&str>) -> String {
    let line = json!({
        "parentUuid": null,
        "isSidechain": false,
        "cwd": "/home/ada/shop",
        "sessionId": "11111111-0000-4000-8000-000000000000",
        "version": "2.1.100",
        "gitBranch": "main",
        "type": kind,
        "message": { "role": kind, "content": content },
        "uuid": format!("{turn:04}-{number:04}"),
        "timestamp": "2026-03-01T09:00:00.000Z",
        "toolUseResult": result,
    });
    format!("{line}\n")
}

fn said(turn: usize, sentences: usize) -> String {
    let sentence = |n: usize| {
        format!("The retry queue of worker {turn} hid failure {n}; `drop_queue()` lets it show. ")
    };
    (0..sentences).map(sentence).collect()
}

fn transcript() -> String {
    let output = "   Compiling shop v0.1.0 (/home/ada/shop)\n".repeat(120);
    let mut lines = String::new();
    for turn in 0..TURNS {
        lines += &line(turn, 0, "user", &json!(said(turn, 2)), None);
        for tool in 0..TOOLS_PER_TURN {
            let id = format!("tool-{turn}-{tool}");
            let input = json!({ "command": format!("cargo test worker_{tool}") });
            let call = json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": input }]);
            lines += &line(turn, 2 * tool + 1, "assistant", &call, None);
            let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": output }]);
            lines += &line(turn, 2 * tool + 2, "user", &result, Some(&output));
        }
        let answer = json!([{ "type": "text", "text": said(turn, 12) }]);
        lines += &line(turn, 2 * TOOLS_PER_TURN + 1, "assistant", &answer, None);
    }
    lines
}

fn parsed(transcript: &str) -> Vec<ParsedEntry> {
    let masker = Masker::default();
    let lines = transcript.lines().zip(0..).map(|(line, position)| {
        let at = LineAt { position, before_ms: 0, masker: &masker };
        ClaudeCode.parse(line.as_bytes(), &at)
    });
    let entries = lines.filter_map(|line| match line {
        Ok(Line::Entry(parsed, _)) => Some(parsed),
        _ => None,
    });
    entries.collect()
}

fn models(home: &Path) -> Models {
    let bundled = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models");
    Models { bundled, added: home.join("models"), chosen: None }
}

fn lines(criterion: &mut Criterion) {
    let transcript = transcript();
    let mut group = criterion.benchmark_group("lines");
    group.throughput(Throughput::Bytes(transcript.len() as u64));
    group.bench_function("json and nothing else", |bencher| {
        bencher.iter(|| {
            let values = transcript.lines().map(serde_json::from_str::<Value>);
            values.filter(|value| black_box(value).is_ok()).count()
        });
    });
    group.bench_function("parse", |bencher| bencher.iter(|| parsed(black_box(&transcript)).len()));
    group.bench_function("mask", |bencher| bencher.iter(|| mask(black_box(&transcript)).len()));
    group.finish();
}

fn turns(criterion: &mut Criterion) {
    let lines = parsed(&transcript());
    let entries: Vec<_> = lines.iter().take(50).map(|parsed| parsed.entry.clone()).collect();
    let log = turn::encode(&entries);
    let mut group = criterion.benchmark_group("turns");
    group.bench_function("fold", |bencher| {
        let fold = |lines| turn::fold(lines, &mut FoldState::default()).len();
        bencher.iter_batched(|| lines.clone(), fold, BatchSize::SmallInput);
    });
    group.bench_function("write a log", |bencher| {
        bencher.iter(|| turn::encode(black_box(&entries)).len());
    });
    group.bench_function("read a log", |bencher| {
        bencher.iter(|| turn::decode(black_box(&log)).len());
    });
    group.finish();
}

fn chunks(criterion: &mut Criterion) {
    let home = tempfile::tempdir().expect("a temporary directory");
    let model =
        Embedder::load(&models(home.path()), &Engines::default(), 1).expect("it is bundled");
    let passage = said(1, 100);
    let mut group = criterion.benchmark_group("chunks");
    group.throughput(Throughput::Bytes(passage.len() as u64));
    group.bench_function("split", |bencher| {
        bencher.iter(|| chunk::split(black_box(&passage), CHUNK_TOKENS, model.tokenizer()).len());
    });
    group.finish();
}

fn whole(criterion: &mut Criterion) {
    let root = tempfile::tempdir().expect("a temporary directory");
    let (home, path) = (root.path().join("home"), root.path().join("transcript.jsonl"));
    let transcript = transcript();
    std::fs::write(&path, &transcript).expect("room");
    let empty = || {
        let _ = std::fs::remove_dir_all(&home);
        let options = Options {
            home: home.clone(),
            models: models(&home),
            engines: Engines::default(),
            access: Access::Write,
            busy: Duration::from_secs(1),
            threads: 1,
            masker: Masker::default(),
            excluded: Excluded::default(),
            detects: true,
        };
        let mut memory = Memory::open(options, 0).expect("a home of our own").0;
        // Loads the model, which is not part of the measured ingest.
        memory.embed_waiting().expect("nothing waits");
        memory
    };
    let mut group = criterion.benchmark_group("whole");
    group.throughput(Throughput::Bytes(transcript.len() as u64));
    group.bench_function("bytes to searchable turns", |bencher| {
        let take = |mut memory: Memory| {
            while !memory.ingest(&path, Some("shop")).expect("it can be read").done {}
        };
        bencher.iter_batched(empty, take, BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, lines, turns, chunks, whole);
criterion_main!(benches);
