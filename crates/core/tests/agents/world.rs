//! Ingests the files of an agent into a memory of its own.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use mementor_core::capture::ingest;
use mementor_core::capture::transcript::{Capture, Transcript};
use mementor_core::conversation::dialect::CallDetail;
use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn::{self, Action, ActionKind};
use mementor_core::item::chunk::Splitter;
use mementor_core::policy::CapturePolicy;
use mementor_core::removal::forget;
use mementor_core::secrets::Masker;
use mementor_core::sources::{Cursor, Limits, Part, Source};
use mementor_core::store::{Access, Store};
use serde_json::Value;

use crate::sandbox::{NOW_MS, Sandbox};

/// After every time of the tests, and of their files.
const READ_MS: i64 = i64::MAX >> 1;

/// Makes one chunk of a passage.
struct Whole;

impl Splitter for Whole {
    fn split(&self, passage: &str) -> Vec<Range<usize>> {
        std::iter::once(0..passage.len()).collect()
    }
}

/// A memory and the folder of its transcripts.
pub struct World {
    pub sandbox: Sandbox,
    source: &'static dyn Source,
    store: Store,
}

impl World {
    pub fn of(source: &'static dyn Source) -> Self {
        let sandbox = Sandbox::without_model();
        let home = sandbox.directory("home");
        let opened = Store::open(&home, Access::Write, Duration::ZERO, NOW_MS);
        Self { store: opened.expect("a home of our own").store, sandbox, source }
    }

    /// Writes a file and takes it in.
    pub fn write(&mut self, name: &str, bytes: &[u8]) {
        let path = self.sandbox.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, bytes).expect("room");
        self.ingest(&path);
    }

    /// Takes in a file.
    pub fn ingest(&mut self, path: &Path) {
        self.ingest_by(path, &CapturePolicy::default());
    }

    /// Takes in a file of which the agent told the directory.
    pub fn ingest_told(&mut self, path: &Path, told: &str) {
        self.take_in(path, Some(told), &CapturePolicy::default());
    }

    /// Takes in what a policy does not keep out of a file.
    pub fn ingest_by(&mut self, path: &Path, policy: &CapturePolicy) {
        self.take_in(path, None, policy);
    }

    fn take_in(&mut self, path: &Path, told: Option<&str>, policy: &CapturePolicy) {
        let capture = Capture { source: self.source, policy, splitter: &Whole, now_ms: READ_MS };
        let transcript = Transcript { path, project: None, reported_directory: told };
        while !ingest::step(&mut self.store, transcript, &capture).expect("it can be read").done {}
    }

    /// Forgets a turn.
    pub fn forget(&mut self, turn: &str) {
        forget::forget(&mut self.store, &[turn.to_owned()], &CapturePolicy::default())
            .expect("a write");
    }

    /// Returns the rows that what was taken in determines.
    pub fn rows(self) -> Vec<String> {
        drop(self.store);
        let folder = self.sandbox.path("").to_string_lossy().into_owned();
        let rows = self.sandbox.dump().into_iter();
        rows.map(|row| row.replace(&folder, "/sandbox/")).collect()
    }

    /// Returns the texts that a query selects.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        let connection = self.sandbox.connection();
        let mut statement = connection.prepare(sql).expect("our schema");
        let rows = statement.query_map([], |row| row.get(0)).expect("no parameters");
        rows.collect::<rusqlite::Result<_>>().expect("texts")
    }
}

/// Returns the rows after each of these states of one file was taken in, in order.
pub fn rows(source: &'static dyn Source, name: &str, states: &[&[u8]]) -> Vec<String> {
    let mut world = World::of(source);
    for state in states {
        world.write(name, state);
    }
    world.rows()
}

/// What a source says about a whole file.
#[derive(Default)]
pub struct Read {
    pub entries: Vec<Entry>,
    pub sessions: Vec<String>,
    pub kept: u64,
    pub skipped: BTreeMap<String, u64>,
    pub problems: BTreeMap<String, u64>,
}

impl Read {
    /// Reads a file in as many steps as it has records.
    pub fn of(source: &dyn Source, path: &Path) -> Self {
        let (mut cursor, mut all) = (Cursor::default(), Self::default());
        let masker = Masker::default();
        loop {
            let limits = Limits { bytes: 1, spoken_bytes: 1 };
            let part = Part { path, from: &cursor, limits, masker: &masker };
            let batch = source.read(&part).expect("it can be read");
            all.kept += batch.tally.kept;
            for (sum, part) in [
                (&mut all.skipped, &batch.tally.skipped),
                (&mut all.problems, &batch.tally.problems),
            ] {
                for (reason, count) in part {
                    *sum.entry(reason.clone()).or_default() += count;
                }
            }
            for parsed in batch.entries {
                all.sessions.extend(parsed.session);
                all.entries.push(parsed.entry);
            }
            cursor = batch.cursor;
            if batch.done {
                all.sessions.sort();
                all.sessions.dedup();
                return all;
            }
        }
    }

    /// Returns the number of records.
    pub fn records(&self) -> u64 {
        self.kept + self.skipped.values().sum::<u64>() + self.problems.values().sum::<u64>()
    }

    /// Returns what a person typed.
    pub fn prompts(&self) -> Vec<&str> {
        let blocks = self.entries.iter().flat_map(|entry| &entry.blocks);
        let prompts = blocks.filter_map(|block| match block {
            Block::Prompt { text, .. } | Block::Steer { text } => Some(text.as_str()),
            _ => None,
        });
        prompts.collect()
    }

    /// Returns the number of blocks of unknown form.
    pub fn unknown(&self) -> usize {
        let blocks = self.entries.iter().flat_map(|entry| &entry.blocks);
        blocks.filter(|block| matches!(block, Block::Unknown { .. })).count()
    }

    /// Returns the actions.
    pub fn actions(&self, source: &dyn Source) -> Vec<Action> {
        turn::actions(&self.entries, &source.facts().dialect)
    }

    /// Returns kind, target and exit status of each action.
    pub fn done(&self, source: &dyn Source) -> Vec<(ActionKind, String, Option<i32>)> {
        let actions = self.actions(source).into_iter();
        actions.map(|action| (action.kind, action.target, action.exit_status)).collect()
    }

    /// Returns the details of the calls of a tool.
    pub fn details(&self, source: &dyn Source, tool: &str) -> Vec<CallDetail> {
        let results = turn::results(&self.entries);
        let blocks = self.entries.iter().flat_map(|entry| &entry.blocks);
        let calls = blocks.filter_map(|block| turn::call(block, &results));
        calls
            .filter(|call| call.tool == tool)
            .map(|call| (source.facts().dialect.detail)(&call))
            .collect()
    }
}

/// Returns the bytes of a file of these lines.
pub fn lines(lines: &[Value]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}
