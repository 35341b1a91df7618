//! Versions of stored and derived data, rebuilding, and vectors of several models.

mod sandbox;

use std::fs;

use mementor_core::embed::Models;
use mementor_core::index::when::Now;
use mementor_core::memory::{Options, SalvageOf, Within};
use mementor_core::sources::Machine;
use mementor_core::store::{Access, Filter};
use mementor_core::surroundings::Surroundings;
use mementor_core::{Error, Memory};
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest, rebuild_all};

const SESSION: &str = "11111111-0000-4000-8000-000000000000";

/// More turns than one step of a rebuild processes.
const TURNS: usize = 40;

fn filled(sandbox: &Sandbox) -> Memory {
    let shop = sandbox.directory("shop");
    let mut session = Session::new(SESSION, &shop);
    let mut lines = Vec::new();
    for number in 0..TURNS {
        let prompt = format!("Why was the nightjar {number} dropped?");
        lines.extend(session.turn(&format!("turn-{number}"), &prompt, "It hid failures."));
    }
    let transcript = sandbox.transcript("shop", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    memory
}

fn found(memory: &mut Memory, text: &str) -> usize {
    let answer = memory.query(text, &Within::Everything, Filter::default(), 50, Now::utc(0));
    answer.expect("any text is a query").found.hits.len()
}

fn problems(memory: &Memory) -> Vec<String> {
    memory.integrity_problems().expect("a check")
}

fn count(sandbox: &Sandbox, sql: &str) -> i64 {
    sandbox.connection().query_row(sql, [], |row| row.get(0)).expect("a number")
}

fn change(sandbox: &Sandbox, sql: &str) {
    sandbox.connection().execute_batch(sql).expect("a statement");
}

// --------------------------------------------------------------------------------------- rebuilding

/// Derived data that no text produces, in every derived table.
const GHOSTS: &str = "
    INSERT INTO posting SELECT id, 'zzghost', 0, x'0122' FROM project;
    INSERT INTO action SELECT id, 900, 'Bash', 'command', 'zzghost', NULL, NULL FROM turn WHERE id = 3;
    INSERT INTO action_fts (rowid, files, commands, errors) VALUES (900, 'zzghost', '', '');
    PRAGMA foreign_keys = OFF;
    INSERT INTO item_text VALUES (900, 'zzghost', '');
    INSERT INTO chunk (item_id, ordinal, start_byte, end_byte, hash) VALUES (3, 9, 0, 1, 'zzghost'),
      (900, 0, 0, 1, 'zzghost');";

const GHOSTS_LEFT: &str = "
    SELECT (SELECT count(*) FROM posting WHERE term = 'zzghost')
         + (SELECT count(*) FROM action WHERE target = 'zzghost')
         + (SELECT count(*) FROM action_fts WHERE action_fts MATCH 'zzghost')
         + (SELECT count(*) FROM item_text WHERE head = 'zzghost')
         + (SELECT count(*) FROM chunk WHERE hash = 'zzghost')";

#[test]
fn a_rebuild_leaves_nothing_that_no_text_gives() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let before = sandbox.dump();
    assert_eq!(problems(&memory), [""; 0]);
    change(&sandbox, GHOSTS);
    assert_eq!(count(&sandbox, GHOSTS_LEFT), 6);
    assert_ne!(problems(&memory), [""; 0]);
    rebuild_all(&mut memory);
    assert_eq!((count(&sandbox, GHOSTS_LEFT), problems(&memory)), (0, Vec::new()));
    assert_eq!(sandbox.dump(), before);
}

#[test]
fn each_difference_between_what_is_searched_and_the_texts_is_told() {
    for damage in [
        "INSERT INTO posting SELECT id, 'zzghost', 0, x'0122' FROM project",
        "UPDATE posting SET term = 'nightjars' WHERE term = 'nightjar'",
        "DELETE FROM posting WHERE term = 'nightjar'",
        "UPDATE posting SET items = x'0122' WHERE term = 'nightjar'",
        "DELETE FROM document",
        "UPDATE item_text SET head = 'another' WHERE item_id = 3",
        "UPDATE item SET started_at_ms = 1 WHERE id = 3",
        "UPDATE item SET kind = 7 WHERE id = 3",
        "PRAGMA foreign_keys = OFF; DELETE FROM item WHERE id = 3",
        "INSERT INTO item SELECT 900, 0, id, 0 FROM project",
        "UPDATE chunk SET end_byte = end_byte - 1 WHERE id = 3",
        "DELETE FROM chunk WHERE id = 3",
        "INSERT INTO action_fts (rowid, files, commands, errors) VALUES (900, 'x', '', '')",
    ] {
        let sandbox = Sandbox::without_model();
        let mut memory = filled(&sandbox);
        assert_eq!(problems(&memory), [""; 0]);
        change(&sandbox, damage);
        assert_ne!(problems(&memory), [""; 0], "{damage}");
        rebuild_all(&mut memory);
        assert_eq!(problems(&memory), [""; 0], "{damage}");
        assert_eq!(found(&mut memory, "nightjar"), TURNS, "{damage}");
    }
}

/// Derives terms as an older analyzer would, in a database that says so.
fn derive_otherwise(sandbox: &Sandbox) {
    change(
        sandbox,
        "UPDATE posting SET term = 'nightjars' WHERE term = 'nightjar';
         UPDATE meta SET value = '0' WHERE key = 'derivation'",
    );
}

const OLD_TERMS: &str = "SELECT count(*) FROM posting WHERE term = 'nightjars'";

#[test]
fn an_older_derivation_is_rebuilt_in_steps_while_search_goes_on() {
    let sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    let before = sandbox.dump();
    derive_otherwise(&sandbox);
    let mut reader = sandbox.try_open(Access::Read).expect("an older derivation can be searched");
    let mut last = 0;
    let mut steps = 0;
    loop {
        assert_eq!(found(&mut reader, "hid failures"), TURNS);
        // Each step runs in a process of its own, and none repeats the work of another.
        let mut memory = sandbox.open();
        assert_eq!(memory.rebuild_progress().expect("a database"), Some(last));
        let Some(next) = memory.rebuild().expect("a step") else { break };
        assert!(next > last);
        (last, steps) = (next, steps + 1);
    }
    assert!(steps > 2);
    assert_eq!(found(&mut reader, "nightjar"), TURNS);
    assert_eq!((count(&sandbox, OLD_TERMS), sandbox.dump()), (0, before));
    let memory = sandbox.open();
    assert_eq!(memory.rebuild_progress().expect("a database"), None);
    assert_eq!(problems(&memory), [""; 0]);
}

#[test]
fn what_comes_and_goes_during_a_rebuild_is_as_if_there_had_been_none() {
    let sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    derive_otherwise(&sandbox);
    let mut memory = sandbox.open();
    memory.rebuild().expect("a step");
    let shop = sandbox.directory("shop");
    let mut late = Session::new("22222222-0000-4000-8000-000000000000", &shop);
    let lines = late.turn("late", "What floats?", "A barge.");
    ingest(&mut memory, &sandbox.transcript("late", &lines));
    // One that is already derived, and one that is not.
    let gone = ["turn-2".to_owned(), "turn-30".to_owned()];
    assert_eq!(memory.forget(&gone).expect("both are there"), 2);
    assert_eq!((found(&mut memory, "barge"), found(&mut memory, "hid failures")), (1, TURNS - 2));
    while memory.rebuild().expect("a step").is_some() {}
    assert_eq!((found(&mut memory, "barge"), found(&mut memory, "nightjar")), (1, TURNS - 2));
    assert_eq!(problems(&memory), [""; 0]);
}

#[test]
fn nothing_of_a_forgotten_turn_stays_in_the_index_whatever_build_made_its_terms() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    change(&sandbox, "UPDATE posting SET term = 'nightjars' WHERE term = 'nightjar'");
    let all: Vec<String> = (0..TURNS).map(|number| format!("turn-{number}")).collect();
    assert_eq!(memory.forget(&all).expect("they are there"), TURNS as u64);
    memory.compact().expect("room");
    drop(memory);
    assert_eq!(count(&sandbox, "SELECT count(*) FROM posting"), 0);
    assert_eq!(count(&sandbox, "SELECT count(*) FROM document"), 0);
    let bytes = fs::read(sandbox.database()).expect("the file");
    assert!(!bytes.windows(8).any(|window| window == b"nightjar"));
}

// ----------------------------------------------------------------------------------------- versions

#[test]
fn what_a_newer_build_wrote_is_refused_and_left_as_it_is() {
    for (key, part) in [("log", "log"), ("derivation", "derivation"), ("rebuild", "derivation")] {
        let sandbox = Sandbox::without_model();
        drop(filled(&sandbox));
        change(&sandbox, &format!("INSERT OR REPLACE INTO meta VALUES ('{key}', '99')"));
        // Moves the content of SQLite's write-ahead log into the file.
        change(&sandbox, "PRAGMA wal_checkpoint(TRUNCATE)");
        let before = fs::read(sandbox.database()).expect("the file");
        for access in [Access::Read, Access::Write, Access::Repair] {
            let refused = sandbox.try_open(access).err().expect("refused");
            let Error::DatabaseNewer { part: told, found: 99, .. } = refused else {
                panic!("{refused:?}")
            };
            assert_eq!(told, part);
        }
        assert!(fs::read(sandbox.database()).expect("the file") == before, "{key}");
        let names = fs::read_dir(sandbox.home()).expect("a folder").flatten();
        assert!(
            names.into_iter().all(|file| !file.file_name().to_string_lossy().contains("damaged"))
        );
    }
}

// ------------------------------------------------------------------------------------------- damage

#[test]
fn what_others_put_into_the_file_is_no_damage() {
    let sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    let before = sandbox.dump();
    change(
        &sandbox,
        "ANALYZE; CREATE TABLE bookmarks (x); CREATE INDEX turn_by_cwd ON turn (cwd);
         CREATE VIEW broken AS SELECT x FROM nowhere",
    );
    for access in [Access::Write, Access::Repair] {
        let (mut memory, aside) = Memory::open(sandbox.options(access), NOW_MS).expect("ours");
        assert_eq!((aside, problems(&memory)), (None, Vec::new()));
        rebuild_all(&mut memory);
    }
    assert_eq!(sandbox.dump(), before);
}

#[test]
fn a_table_of_ours_that_is_missing_or_another_is_told_and_the_file_stays() {
    for damage in ["DROP TABLE posting", "ALTER TABLE turn RENAME COLUMN cwd TO folder"] {
        let sandbox = Sandbox::without_model();
        drop(filled(&sandbox));
        change(&sandbox, damage);
        for access in [Access::Write, Access::Repair] {
            let refused = Memory::open(sandbox.options(access), NOW_MS).err().expect("refused");
            let Error::DatabaseForeign { path, .. } = refused else { panic!("{refused:?}") };
            assert_eq!(path, sandbox.database());
        }
        assert_eq!(count(&sandbox, "SELECT count(*) FROM turn"), TURNS as i64, "{damage}");
    }
}

#[test]
fn a_database_of_another_program_is_refused_and_stays() {
    let sandbox = Sandbox::without_model();
    sandbox.directory("home");
    change(&sandbox, "CREATE TABLE bookmarks (x)");
    let before = fs::read(sandbox.database()).expect("the file");
    for access in [Access::Write, Access::Repair] {
        let refused = Memory::open(sandbox.options(access), NOW_MS).err().expect("refused");
        assert!(matches!(refused, Error::DatabaseForeign { .. }), "{refused:?}");
    }
    assert!(fs::read(sandbox.database()).expect("the file") == before);
}

const CUT_LOG: &str = "UPDATE turn SET log = substr(log, 1, length(log) - 1) WHERE uuid = 'turn-3'";

#[test]
fn a_damaged_log_costs_nothing_but_itself_and_comes_back_from_its_transcript() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let before = sandbox.dump();
    let vectors = "SELECT count(*) FROM embedding";
    let all = count(&sandbox, vectors);
    change(&sandbox, CUT_LOG);
    let damaged: Vec<u8> = sandbox
        .connection()
        .query_row("SELECT log FROM turn WHERE uuid = 'turn-3'", [], |row| row.get(0))
        .expect("a row");
    assert_eq!(problems(&memory), ["the log of turn turn-3 fails its checksum"]);
    drop(memory);
    // Nothing is moved aside because of it, and nothing is derived from it.
    let (mut memory, aside) =
        Memory::open(sandbox.options(Access::Repair), NOW_MS).expect("the file is sound");
    assert_eq!(aside, None);
    rebuild_all(&mut memory);
    assert_eq!((found(&mut memory, "nightjar"), count(&sandbox, vectors)), (TURNS, all));
    let machine = Machine::of(Surroundings::default());
    assert!(memory.salvage(SalvageOf::Waiting, &machine).expect("a step").done);
    assert_eq!(problems(&memory).len(), 1);
    while !memory.salvage(SalvageOf::All, &machine).expect("a step").done {}
    assert_eq!(problems(&memory), [""; 0]);
    assert_eq!((sandbox.dump(), count(&sandbox, vectors)), (before, all));
    let kept: Vec<u8> = sandbox
        .connection()
        .query_row("SELECT log FROM damaged_log WHERE turn = 'turn-3'", [], |row| row.get(0))
        .expect("what it held is kept");
    assert_eq!(kept, damaged);
    memory.forget(&["turn-3".to_owned()]).expect("it is there");
    assert_eq!(count(&sandbox, "SELECT count(*) FROM damaged_log"), 0);
}

#[test]
fn a_text_that_is_no_utf8_is_mended_where_it_stands() {
    for damage in [
        "UPDATE item_text SET body = CAST(x'6f6bff' AS TEXT) WHERE item_id = 1",
        "UPDATE turn SET branch = CAST(x'6f6bff' AS TEXT) WHERE id = 1",
        "UPDATE chunk SET hash = CAST(x'6f6bff' AS TEXT) WHERE id = 1",
    ] {
        let sandbox = Sandbox::without_model();
        let memory = filled(&sandbox);
        let before = sandbox.dump();
        change(&sandbox, damage);
        assert!(problems(&memory)[0].contains("no UTF-8"), "{damage}");
        drop(memory);
        let (mut memory, aside) =
            Memory::open(sandbox.options(Access::Repair), NOW_MS).expect("the file is sound");
        assert_eq!(aside, None, "{damage}");
        assert!(memory.mend().expect("a database").is_empty());
        rebuild_all(&mut memory);
        assert_eq!((problems(&memory), sandbox.dump()), (Vec::new(), before), "{damage}");
    }
}

// ------------------------------------------------------------------------------------------- models

const OTHER: &str = "other";

/// Adds a model with the same weights but different vectors.
fn add_other_model(sandbox: &Sandbox) {
    let mut spec = sandbox.all_models().in_use().expect("a default");
    for file in &mut spec.files {
        file.same_as = Some(spec.id.clone());
    }
    OTHER.clone_into(&mut spec.id);
    "p: ".clone_into(&mut spec.passage_prefix);
    let folder = sandbox.directory(&format!("home/models/{OTHER}"));
    let text = serde_json::to_string(&spec).expect("a description");
    fs::write(folder.join("model.json"), text).expect("room");
}

fn open_with(sandbox: &Sandbox, model: Option<&str>) -> Memory {
    let models = Models { chosen: model.map(str::to_owned), ..sandbox.all_models() };
    let options = Options { models, ..sandbox.options(Access::Write) };
    Memory::open(options, NOW_MS).expect("a home of our own").0
}

#[test]
fn vectors_of_several_models_live_side_by_side_until_a_rebuild_is_to_drop_some() {
    let sandbox = Sandbox::with_model();
    add_other_model(&sandbox);
    drop(filled(&sandbox));
    let by_model = || {
        let connection = sandbox.connection();
        let mut statement = connection
            .prepare(
                "SELECT name, count(*) FROM embedding JOIN model ON model.id = model_id
                 GROUP BY name ORDER BY name",
            )
            .expect("our schema");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.collect::<rusqlite::Result<Vec<(String, i64)>>>().expect("two columns")
    };
    let ask = |memory: &mut Memory| {
        let answer =
            memory.query("the nightjar", &Within::Everything, Filter::default(), 5, Now::utc(0));
        let answer = answer.expect("any text is a query");
        let similarities: Vec<_> =
            answer.found.hits.iter().map(|hit| (hit.turn.clone(), hit.similarity)).collect();
        (answer.found.semantic, answer.waiting, similarities)
    };
    let mut other = open_with(&sandbox, Some(OTHER));
    embed_all(&mut other);
    let with_other = ask(&mut other);
    assert_eq!((with_other.0, with_other.1), (true, 0));
    drop(other);

    let all = TURNS as i64;
    let mut memory = open_with(&sandbox, None);
    let before = memory.stats().expect("counts");
    assert_eq!((before.waiting, before.other_vectors), (TURNS as u64, TURNS as u64));
    // No vector of this model was searched, so there was no semantic search.
    let words = ask(&mut memory);
    assert_eq!((words.0, words.1), (false, TURNS as u64));
    assert!(words.2.iter().all(|(_, similarity)| similarity.is_none()));
    embed_all(&mut memory);
    let default = sandbox.all_models().in_use().expect("a default").id;
    assert_eq!(by_model(), [(default.clone(), all), (OTHER.to_owned(), all)]);
    assert_eq!(problems(&memory), [""; 0]);
    let with_default = ask(&mut memory);
    assert_eq!((with_default.0, with_default.1), (true, 0));
    drop(memory);

    // Each model finds what it found before, and no chunk waits.
    let mut other = open_with(&sandbox, Some(OTHER));
    assert_eq!(ask(&mut other), with_other);
    assert_eq!(other.stats().expect("counts").waiting, 0);
    drop(other);
    let mut memory = open_with(&sandbox, None);
    assert_eq!(ask(&mut memory), with_default);
    rebuild_all(&mut memory);
    assert_eq!(by_model().len(), 2);
    assert_eq!(memory.begin_rebuild(true).expect("a database"), TURNS as u64);
    while memory.rebuild().expect("a step").is_some() {}
    assert_eq!(by_model(), [(default, all)]);
    assert_eq!((problems(&memory), ask(&mut memory)), (Vec::new(), with_default));
}
