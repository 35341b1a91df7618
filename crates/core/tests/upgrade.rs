//! Databases that the last build of each older schema wrote: nothing of them is lost, at whatever
//! instant their upgrade is killed.

mod sandbox;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::{Access, Filter, SCHEMA_VERSION};
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
    similarity: Option<f32>,
}

/// The older versions of the schema.
const OLDER: [i64; 4] = [1, 2, 3, 4];

fn old_database(version: i64) -> Sandbox {
    let sandbox = Sandbox::with_model();
    sandbox.directory("home");
    let stored = databases().join(format!("schema-{version}.db"));
    fs::copy(stored, sandbox.database()).expect("room");
    // Another engine ran the bundled model then; its vectors stand for the encoder's.
    let key = sandbox.all_models().in_use().expect("a default").vectors_key();
    let renamed = sandbox.connection().execute("UPDATE model SET key = ?1", [key]);
    assert_eq!(renamed.expect("a table of models"), 1);
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

/// Checks the turns and similarities of each answer. Returns the scores: the ranking weighs other
/// things than it did then, but its scores depend on what is stored alone.
fn assert_answers_as_before(memory: &mut Memory) -> Vec<f64> {
    let text = fs::read(databases().join("schema-1.answers.json")).expect("a fixture");
    let all: Vec<Answered> = serde_json::from_slice(&text).expect("a list");
    assert!(all.iter().map(|each| each.hits.len()).sum::<usize>() >= 10);
    let mut scores = Vec::new();
    for Answered { query, hits } in all {
        let answer = memory.query(&query, &Within::Everything, Filter::default(), 5, Now::utc(0));
        let answer = answer.expect("any text is a query");
        assert_eq!((answer.waiting, answer.degraded), (0, None));
        let found: Vec<&str> = answer.found.hits.iter().map(|hit| hit.turn.as_str()).collect();
        let expected: Vec<&str> = hits.iter().map(|hit| hit.turn.as_str()).collect();
        assert_eq!(found, expected, "{query}");
        for (found, expected) in answer.found.hits.iter().zip(&hits) {
            scores.push(found.score);
            let (a, b) = (found.similarity, expected.similarity);
            let same = a.zip(b).map_or(a.is_none() && b.is_none(), |(a, b)| (a - b).abs() < 1e-3);
            assert!(same, "{query}: {a:?} {b:?}");
        }
    }
    scores
}

#[test]
fn an_upgrade_keeps_every_row_and_every_answer() {
    let mut scores: Vec<Vec<f64>> = Vec::new();
    for older in OLDER {
        let sandbox = old_database(older);
        let before = kept_in(&sandbox);
        assert_eq!(version(&sandbox), older);
        let (mut memory, aside) =
            Memory::open(sandbox.options(Access::Write), NOW_MS).expect("upgraded");
        assert_eq!((version(&sandbox), aside), (SCHEMA_VERSION, None));
        assert_eq!(kept_in(&sandbox), before);
        scores.push(assert_answers_as_before(&mut memory));
        // What an older build derived is derived again; version 4 was derived as by this build.
        let rebuilding = (older < 4).then_some(0);
        assert_eq!(memory.rebuild_progress().expect("a database"), rebuilding);
        while memory.rebuild().expect("a step").is_some() {}
        assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
        assert_eq!(kept_in(&sandbox), before);
        scores.push(assert_answers_as_before(&mut memory));
        assert_eq!(memory.stats().expect("counts").waiting, 0);
    }
    // Whichever build wrote it, and before and after it is derived again.
    for other in &scores[1..] {
        let pairs = scores[0].iter().zip(other);
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-3), "{scores:?}");
    }
}

/// Every reference of each table, so that what an upgrade leaves is what a new database has.
fn references(connection: &Connection) -> Vec<String> {
    let mut statement = connection
        .prepare(
            "SELECT t.name || ' ' || f.\"from\" || ' ' || f.\"table\" || ' ' || f.\"to\"
             FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f ORDER BY 1",
        )
        .expect("a statement of SQLite's own tables");
    let rows = statement.query_map([], |row| row.get(0)).expect("no parameters");
    rows.collect::<rusqlite::Result<_>>().expect("texts")
}

#[test]
fn an_upgraded_database_refers_as_a_new_one_does_and_knows_its_agents() {
    let new = Sandbox::without_model();
    new.open();
    for older in OLDER {
        let sandbox = old_database(older);
        sandbox.open();
        let connection = sandbox.connection();
        assert_eq!(references(&connection), references(&new.connection()));
        let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let (turns, named) = ("SELECT count(*) FROM turn", "WHERE agent = 'claude-code'");
        assert_eq!(count(turns), Ok(16));
        assert_eq!(count(&format!("{turns} {named}")), Ok(16));
        assert_eq!(count("SELECT count(*) FROM turn WHERE subagent IS NOT NULL"), Ok(1));
        assert_eq!(count("SELECT count(*) FROM session WHERE agent <> 'claude-code'"), Ok(0));
        let broken = "SELECT count(*) FROM pragma_foreign_key_check";
        assert_eq!(count(broken), Ok(0));
    }
}

#[test]
fn what_an_older_backup_holds_is_taken_in() {
    for older in OLDER {
        let sandbox = Sandbox::with_model();
        let mut memory = sandbox.open();
        let backup = databases().join(format!("schema-{older}.db"));
        let copy = sandbox.path("old.db");
        fs::copy(backup, &copy).expect("room");
        let mut turns = 0;
        loop {
            let step = memory.import_database(&copy).expect("it can be read");
            turns += step.turns + step.subagent_turns;
            if step.findings.is_some() {
                break;
            }
        }
        assert_eq!(turns, 16);
        let agents = "SELECT group_concat(DISTINCT agent) || count(subagent) FROM turn";
        let agents: String =
            sandbox.connection().query_row(agents, [], |row| row.get(0)).expect("a text");
        assert_eq!(agents, "claude-code1");
        assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
    }
}

#[test]
fn what_was_known_and_what_was_forgotten_stay_so_after_an_upgrade() {
    for older in OLDER {
        nothing_is_new_in(&old_database(older));
    }
}

fn nothing_is_new_in(sandbox: &Sandbox) {
    let mut memory = sandbox.open();
    let turns = memory.stats().expect("counts");
    for folder in ["-home-dev-shop", "-home-dev-blog"] {
        let folder = databases().join("transcripts").join(folder);
        for file in fs::read_dir(folder).expect("a fixture").flatten() {
            if file.path().is_file() {
                assert_eq!(ingest(&mut memory, &file.path()).turns, 0, "{}", file.path().display());
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
    for older in OLDER {
        kill_upgrades_of(older);
    }
}

fn kill_upgrades_of(older: i64) {
    let (mut before_upgrade, mut under_way) = (0, 0);
    // Each process lives a little longer than the one before, until one finishes.
    for wait in (0..4_000).step_by(8) {
        let sandbox = old_database(older);
        let before = kept_in(&sandbox);
        let mut process = start(&sandbox);
        std::thread::sleep(Duration::from_millis(wait));
        process.kill().expect("it is ours");
        let was_killed = !process.wait().expect("it ends").success();
        let found = version(&sandbox);
        assert!([older, SCHEMA_VERSION].contains(&found));
        assert_eq!(kept_in(&sandbox), before, "after {wait} ms");
        before_upgrade += i32::from(found == older);
        let mut memory = sandbox.open();
        let rebuilding = memory.rebuild_progress().expect("a database").is_some();
        under_way += i32::from(found == SCHEMA_VERSION && rebuilding);
        while memory.rebuild().expect("a step").is_some() {}
        assert_eq!(memory.integrity_problems().expect("a check"), [""; 0], "after {wait} ms");
        assert_eq!(kept_in(&sandbox), before, "after {wait} ms");
        if !was_killed {
            break;
        }
    }
    // Later versions are derived as this build does it.
    assert!(before_upgrade > 0 && (under_way > 0 || older > 1), "{before_upgrade} {under_way}");
}
