//! Upgrades a database written by the last build of the first schema: nothing is lost, even if the
//! upgrade is killed at any moment.

mod sandbox;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::{Access, Filter};
use rusqlite::Connection;
use rusqlite::types::Value;
use sandbox::{NOW_MS, Sandbox, dump, ingest};
use serde::Deserialize;

fn databases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/databases")
}

/// The old build's answer to a query.
#[derive(Deserialize)]
struct Answered {
    query: String,
    hits: Vec<Hit>,
}

#[derive(Debug, Deserialize)]
struct Hit {
    turn: String,
    score: f64,
    similarity: Option<f32>,
}

fn old_database() -> Sandbox {
    let sandbox = Sandbox::with_model();
    sandbox.directory("home");
    fs::copy(databases().join("schema-1.db"), sandbox.database()).expect("room");
    sandbox
}

/// What the ledger says, as the schema before version 3 and the one since have it.
const LEDGERS: [&str; 2] = [
    "SELECT path, 'claude-code', session, bytes, modified_at_ns, offset, project_id, kept, skipped,
       problems, offset, fingerprint, fold ->> 'at_ms', fold ->> 'queue', fold ->> 'open',
       fold ->> 'asked'
     FROM transcript ORDER BY path",
    "SELECT path, agent, session, bytes, modified_at_ns, offset, project_id, kept, skipped,
       problems, cursor ->> 'offset', cursor ->> 'fingerprint', cursor ->> 'at_ms',
       cursor ->> 'state', fold ->> 'open', fold ->> 'asked'
     FROM transcript ORDER BY path",
];

/// All that cannot be derived, and the vectors.
fn kept(connection: &Connection) -> Vec<String> {
    let mut rows = dump(connection);
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let is_new = number("PRAGMA user_version").expect("a number") > 2;
    for (name, sql) in [
        ("transcript", LEDGERS[usize::from(is_new)]),
        ("forgotten", "SELECT * FROM forgotten ORDER BY turn"),
        ("turn", "SELECT uuid, log FROM turn ORDER BY uuid"),
        ("model", "SELECT name, key, centre FROM model"),
        ("embedding", "SELECT slot, chunk_id, model_id, code FROM embedding ORDER BY slot"),
        (
            "vectors",
            "SELECT id, taken, groups FROM vector_block JOIN vector_groups ON block_id = id",
        ),
    ] {
        let mut statement = connection.prepare(sql).expect("both schemas have it");
        let columns = statement.column_count();
        let mut found = statement.query([]).expect("no parameters");
        while let Some(row) = found.next().expect("the file is sound") {
            let value = |at| format!("{:?}", row.get::<_, Value>(at).expect("a column"));
            rows.push(format!("{name} {}", (0..columns).map(value).collect::<Vec<_>>().join(" ")));
        }
    }
    rows
}

fn kept_in(sandbox: &Sandbox) -> Vec<String> {
    kept(&sandbox.connection())
}

fn version(sandbox: &Sandbox) -> i64 {
    let number = "PRAGMA user_version";
    sandbox.connection().query_row(number, [], |row| row.get(0)).expect("a number")
}

fn assert_answers_as_before(memory: &mut Memory) {
    let text = fs::read(databases().join("schema-1.answers.json")).expect("a fixture");
    let all: Vec<Answered> = serde_json::from_slice(&text).expect("a list");
    assert!(all.iter().map(|each| each.hits.len()).sum::<usize>() > 10);
    for Answered { query, hits } in all {
        let answer = memory.query(&query, &Within::Everything, Filter::default(), 5, Now::utc(0));
        let answer = answer.expect("any text is a query");
        assert_eq!((answer.waiting, answer.degraded), (0, None));
        let found: Vec<&str> = answer.found.hits.iter().map(|hit| hit.turn.as_str()).collect();
        let expected: Vec<&str> = hits.iter().map(|hit| hit.turn.as_str()).collect();
        assert_eq!(found, expected, "{query}");
        for (found, expected) in answer.found.hits.iter().zip(&hits) {
            assert!((found.score - expected.score).abs() < 1e-3, "{query}: {expected:?}");
            let (a, b) = (found.similarity, expected.similarity);
            let same = a.zip(b).map_or(a.is_none() && b.is_none(), |(a, b)| (a - b).abs() < 1e-3);
            assert!(same, "{query}: {a:?} {b:?}");
        }
    }
}

#[test]
fn an_upgrade_keeps_every_row_and_every_answer() {
    let sandbox = old_database();
    let before = kept_in(&sandbox);
    assert_eq!(version(&sandbox), 1);
    let (mut memory, aside) =
        Memory::open(sandbox.options(Access::Write), NOW_MS).expect("upgraded");
    assert_eq!((version(&sandbox), aside), (3, None));
    assert_eq!(kept_in(&sandbox), before);
    assert_answers_as_before(&mut memory);
    // The version of the derivation is unknown, so everything is derived again.
    assert_eq!(memory.rebuild_progress().expect("a database"), Some(0));
    while memory.rebuild().expect("a step").is_some() {}
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
    assert_eq!(kept_in(&sandbox), before);
    assert_answers_as_before(&mut memory);
    assert_eq!(memory.stats().expect("counts").waiting, 0);
}

#[test]
fn what_was_known_and_what_was_forgotten_stay_so_after_an_upgrade() {
    let sandbox = old_database();
    let mut memory = sandbox.open();
    let turns = memory.stats().expect("counts");
    for folder in ["-home-dev-shop", "-home-dev-blog"] {
        let folder = databases().join("transcripts").join(folder);
        for file in fs::read_dir(folder).expect("a fixture").flatten() {
            if file.path().is_file() {
                assert_eq!(ingest(&mut memory, &file.path()).turns, 0, "{:?}", file.path());
            }
        }
    }
    let after = memory.stats().expect("counts");
    assert_eq!((turns.turns, turns.chunks), (after.turns, after.chunks));
}

/// Environment variable that passes the home to the process that is killed.
const VARIABLE: &str = "MEMENTOR_TEST_UPGRADED_HOME";
const THIS_TEST: &str = "an_upgrade_and_its_rebuild_that_are_killed_lose_nothing";

fn start(sandbox: &Sandbox) -> Child {
    let this = std::env::current_exe().expect("it runs");
    let mut command = Command::new(this);
    command.args([THIS_TEST, "--exact"]).env(VARIABLE, sandbox.home());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process")
}

/// Upgrades and rebuilds, in the process that is killed.
fn upgrade(home: PathBuf) {
    let options = Sandbox::with_model().options(Access::Write);
    let options = mementor_core::memory::Options { home, ..options };
    let (mut memory, _) = Memory::open(options, NOW_MS).expect("an old database");
    while memory.rebuild().expect("a step").is_some() {}
}

#[test]
fn an_upgrade_and_its_rebuild_that_are_killed_lose_nothing() {
    if let Some(home) = std::env::var_os(VARIABLE) {
        upgrade(home.into());
        return;
    }
    let (mut before_upgrade, mut under_way) = (0, 0);
    // Each process lives a little longer than the one before, until one finishes.
    for wait in (0..4_000).step_by(8) {
        let sandbox = old_database();
        let before = kept_in(&sandbox);
        let mut process = start(&sandbox);
        std::thread::sleep(Duration::from_millis(wait));
        process.kill().expect("it is ours");
        let was_killed = !process.wait().expect("it ends").success();
        let found = version(&sandbox);
        assert!([1, 3].contains(&found));
        assert_eq!(kept_in(&sandbox), before, "after {wait} ms");
        before_upgrade += i32::from(found == 1);
        let mut memory = sandbox.open();
        let rebuilding = memory.rebuild_progress().expect("a database").is_some();
        under_way += i32::from(found == 3 && rebuilding);
        while memory.rebuild().expect("a step").is_some() {}
        assert_eq!(memory.integrity_problems().expect("a check"), [""; 0], "after {wait} ms");
        assert_eq!(kept_in(&sandbox), before, "after {wait} ms");
        if !was_killed {
            break;
        }
    }
    assert!(before_upgrade > 0 && under_way > 0, "{before_upgrade} {under_way}");
}
