//! A store that lives as long as a run.

use std::path::Path;
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::embed::{Engines, Models};
use mementor_core::memory::Options;
use mementor_core::policy::exclude::Excluded;
use mementor_core::secrets::Masker;
use mementor_core::store::Access;
use tempfile::TempDir;

/// A time in 2026, in milliseconds.
pub const NOW_MS: i64 = 1_772_355_600_000;

/// The transcripts in the fixed stores.
const TRANSCRIPTS: [(&str, &str); 4] = [
    ("retry-queue", include_str!("../../test/fixtures/demo/retry-queue.jsonl")),
    ("locked-database", include_str!("../../test/fixtures/demo/locked-database.jsonl")),
    ("tool-use", include_str!("../../test/fixtures/transcripts/tool-use.jsonl")),
    ("sidechain", include_str!("../../test/fixtures/transcripts/sidechain.jsonl")),
];

/// Options without a model: a model's output is not ours to fuzz.
pub fn options(home: &Path, access: Access) -> Options {
    Options {
        person_home: None,
        home: home.to_owned(),
        models: Models { bundled: home.join("none"), added: home.join("models"), chosen: None },
        engines: Engines::default(),
        access,
        busy: Duration::from_millis(200),
        threads: 1,
        masker: Masker::default(),
        excluded: Excluded::default(),
        detects: true,
    }
}

pub fn open(home: &Path, access: Access) -> mementor_core::Result<Memory> {
    Memory::open(options(home, access), NOW_MS).map(|(memory, _)| memory)
}

/// Returns a home with a few sessions.
pub fn filled() -> (TempDir, Memory) {
    let root = tempfile::tempdir().expect("a temporary directory");
    let mut memory = open(root.path(), Access::Write).expect("a home of our own");
    for (name, text) in TRANSCRIPTS {
        let path = root.path().join(format!("{name}.jsonl"));
        std::fs::write(&path, text.replace("{{CWD}}", "/shop")).expect("room");
        while !memory.ingest(&path, Some("shop")).expect("content never fails").done {}
    }
    (root, memory)
}
