//! What subagents did for a forgotten turn stays away too, when it arrives later than the turn was
//! forgotten, and in whatever order; what they did for other turns is stored.

mod sandbox;

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::removal::forget::{Selection, forget_in_backup};
use mementor_core::store::FORGOTTEN_NAME;
use sandbox::{Sandbox, Session, append, bytes_of, export_all, ingest};
use serde_json::{Value, json};

const SESSION: &str = "ca11e400-aaaa";

/// Lines of a session with its subagents, which work while their callers' turns go on.
struct Told {
    /// The turns `before`, `doomed` and `after`.
    main: Vec<Value>,
    /// Two turns of a subagent that `doomed` called.
    of_doomed: Vec<Value>,
    /// A turn of a subagent that `before` called, and of one that `after` called.
    of_others: Vec<Value>,
}

/// Number of lines of the session up to the end of `doomed`.
const UNTIL_AFTER: usize = 6;

fn told(sandbox: &Sandbox) -> Told {
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let mut main = session.turn("before", "Which stone is the floor made of?", "I'll ask.");
    let mut of_others = of_agent("a1", session.turn("of-before", "Look at the floor", "Slate."));
    main.extend(session.turn("doomed", "Is zanzibarite rare?", "I'll have it looked up."));
    let task = json!({ "prompt": "Find zanzibarite in the list of stones" });
    main.push(session.tool_use("doomed-use", "t1", "Task", &task));
    let mut of_doomed = session.turn("of-doomed", "Find zanzibarite in the list", "It is there.");
    main.push(session.tool_result("doomed-result", "t1", "Zanzibarite is on page nine"));
    of_doomed.extend(session.turn("of-doomed-2", "Is that all of zanzibarite?", "Yes."));
    let of_doomed = of_agent("a2", of_doomed);
    main.extend(session.turn("after", "And how old is the roof?", "I'll ask again."));
    let of_after = session.turn("of-after", "Look when the copper was put on", "In 1910.");
    of_others.extend(of_agent("a3", of_after));
    for line in main.iter_mut().chain(&mut of_others) {
        let time = line["timestamp"].as_str().expect("a time").replace('Z', ".217Z");
        line["timestamp"] = json!(time);
    }
    Told { main, of_doomed, of_others }
}

fn of_agent(agent: &str, mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        line["agentId"] = json!(agent);
        line["isSidechain"] = json!(true);
    }
    lines
}

const KEPT: [&str; 4] = ["after", "before", "of-after", "of-before"];

fn stored(sandbox: &Sandbox) -> Vec<String> {
    let connection = sandbox.connection();
    let mut statement = connection.prepare("SELECT uuid FROM turn ORDER BY uuid").expect("ours");
    let rows = statement.query_map([], |row| row.get(0)).expect("no parameters");
    rows.collect::<Result<_, _>>().expect("texts")
}

/// Forgets a turn as the command does: with all that is shown to go with it.
fn forget(memory: &mut Memory, id: &str) -> u64 {
    let selection = Selection { ids: vec![id.to_owned()], ..Selection::default() };
    let going = memory.select(selection, None).expect("a selection");
    let going: Vec<String> = going.into_iter().map(|turn| turn.turn).collect();
    let removed = memory.forget(&going).expect("a write");
    memory.compact().expect("nobody else reads");
    removed
}

/// A memory that has forgotten a turn before anything of its subagents was read.
fn forgotten_alone() -> (Sandbox, Told, Memory) {
    let sandbox = Sandbox::without_model();
    let told = told(&sandbox);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("main", &told.main));
    assert_eq!(forget(&mut memory, "doomed"), 1);
    (sandbox, told, memory)
}

/// Files of subagents, and a few times all transcripts as catching up reads them.
fn read_all(memory: &mut Memory, paths: &[&Path]) {
    for _ in 0..3 {
        for path in paths {
            ingest(memory, path);
        }
    }
}

#[test]
fn what_a_subagent_did_for_a_forgotten_turn_is_not_stored_when_it_comes_later() {
    let (sandbox, told, mut memory) = forgotten_alone();
    let late =
        [sandbox.transcript("a2", &told.of_doomed), sandbox.transcript("a", &told.of_others)];
    for path in &late {
        ingest(&mut memory, path);
    }
    assert_eq!(stored(&sandbox), KEPT);
    // Another process, and then a new database, which has the list alone.
    drop(memory);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("again", &told.of_doomed));
    assert_eq!(stored(&sandbox), KEPT);
    drop(memory);
    std::fs::remove_file(sandbox.database()).expect("it is there");
    let mut memory = sandbox.open();
    read_all(&mut memory, &[&late[0], &late[1], &sandbox.path("main.jsonl")]);
    assert_eq!(stored(&sandbox), KEPT);
}

#[test]
fn a_file_that_grows_brings_nothing_of_it_wherever_reading_stopped() {
    for cut in 0..4 {
        let (sandbox, told, mut memory) = forgotten_alone();
        let path = sandbox.transcript("a2", &told.of_doomed[..cut]);
        ingest(&mut memory, &path);
        for line in &told.of_doomed[cut..] {
            append(&path, &bytes_of(std::slice::from_ref(line)));
            ingest(&mut memory, &path);
        }
        assert_eq!(stored(&sandbox), ["after", "before"]);
    }
}

/// The person forgets the turn while its subagent works: half of that is stored.
#[test]
fn a_turn_that_is_forgotten_while_its_subagent_works_takes_the_rest_of_it_along() {
    let sandbox = Sandbox::without_model();
    let told = told(&sandbox);
    let mut memory = sandbox.open();
    let main = sandbox.transcript("main", &told.main[..UNTIL_AFTER - 1]);
    ingest(&mut memory, &main);
    let path = sandbox.transcript("a2", &told.of_doomed[..1]);
    ingest(&mut memory, &path);
    assert_eq!(forget(&mut memory, "doomed"), 2);
    append(&path, &bytes_of(&told.of_doomed[1..]));
    append(&main, &bytes_of(&told.main[UNTIL_AFTER - 1..]));
    read_all(&mut memory, &[&path, &main, &sandbox.transcript("a", &told.of_others)]);
    assert_eq!(stored(&sandbox), KEPT);
}

/// The subagent of a later turn may be read before that turn: it is not taken for the forgotten
/// turn's for good.
#[test]
fn what_a_subagent_did_for_the_next_turn_is_stored_in_whatever_order_it_is_read() {
    let orders: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in orders {
        let sandbox = Sandbox::without_model();
        let told = told(&sandbox);
        let mut memory = sandbox.open();
        let main = sandbox.transcript("main", &told.main[..UNTIL_AFTER]);
        ingest(&mut memory, &main);
        forget(&mut memory, "doomed");
        append(&main, &bytes_of(&told.main[UNTIL_AFTER..]));
        let of_others = sandbox.transcript("a", &told.of_others);
        let paths: [PathBuf; 3] = [main, sandbox.transcript("a2", &told.of_doomed), of_others];
        read_all(&mut memory, &order.map(|at| paths[at].as_path()));
        assert_eq!(stored(&sandbox), KEPT, "{order:?}");
    }
}

#[test]
fn a_forgotten_session_stays_away_with_its_subagents() {
    let sandbox = Sandbox::without_model();
    let told = told(&sandbox);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("main", &told.main));
    assert_eq!(forget(&mut memory, SESSION), 3);
    ingest(&mut memory, &sandbox.transcript("a", &told.of_others));
    ingest(&mut memory, &sandbox.transcript("a2", &told.of_doomed));
    assert_eq!(stored(&sandbox), [""; 0]);
}

#[test]
fn the_subagents_of_a_copy_under_other_ids_stay_away_too() {
    for is_main_first in [true, false] {
        let (sandbox, told, mut memory) = forgotten_alone();
        let copied = |lines: &[Value]| {
            let mut lines = lines.to_vec();
            for line in &mut lines {
                line["uuid"] = json!(format!("copy-{}", line["uuid"].as_str().expect("an id")));
                line["sessionId"] = json!("c0b1ed00-aaaa");
            }
            lines
        };
        let main = sandbox.transcript("copy", &copied(&told.main));
        let of_doomed = sandbox.transcript("copy-a2", &copied(&told.of_doomed));
        let order = if is_main_first { [&main, &of_doomed] } else { [&of_doomed, &main] };
        read_all(&mut memory, &order.map(PathBuf::as_path));
        assert_eq!(stored(&sandbox), ["after", "before", "copy-after", "copy-before"]);
        memory.compact().expect("nobody else reads");
        let bytes = std::fs::read(sandbox.database()).expect("it is there");
        assert!(!bytes.windows(11).any(|window| window == b"zanzibarite"));
    }
}

/// A memory on another machine, where nothing was forgotten.
fn elsewhere() -> (Sandbox, Memory) {
    let sandbox = Sandbox::without_model();
    let told = told(&sandbox);
    let mut memory = sandbox.open();
    for (name, lines) in [("main", &told.main), ("a2", &told.of_doomed), ("a", &told.of_others)] {
        ingest(&mut memory, &sandbox.transcript(name, lines));
    }
    assert_eq!(stored(&sandbox).len(), 7);
    (sandbox, memory)
}

#[test]
fn no_import_brings_it_and_none_takes_it_away() {
    let (other, mut has_all) = elsewhere();
    let backup = other.path("backup.db");
    has_all.backup(&backup).expect("room");

    let (sandbox, _, mut memory) = forgotten_alone();
    let list = export_all(&memory).lines;
    memory.import(&export_all(&has_all).lines, Voucher::Person, 0).expect("an export");
    assert_eq!(stored(&sandbox), KEPT);
    let (sandbox, _, mut memory) = forgotten_alone();
    memory.import_database(&backup, Voucher::Person, 0).expect("a backup");
    assert_eq!(stored(&sandbox), KEPT);

    // What was forgotten elsewhere is kept where it is stored, and kept away where it is not.
    has_all.import(&list, Voucher::Person, 0).expect("an export");
    assert_eq!(stored(&other).len(), 7);
    drop(has_all);
    drop(other.open());
    assert_eq!(stored(&other).len(), 7);
    let third = Sandbox::without_model();
    let told = told(&third);
    let mut has_none = third.open();
    has_none.import(&list, Voucher::Person, 0).expect("an export");
    let paths = [("a2", &told.of_doomed), ("a", &told.of_others), ("main", &told.main)];
    let paths = paths.map(|(name, lines)| third.transcript(name, lines));
    read_all(&mut has_none, &paths.each_ref().map(PathBuf::as_path));
    assert_eq!(stored(&third), KEPT);
}

#[test]
fn a_database_and_a_backup_that_hold_it_lose_it() {
    let (other, has_all) = elsewhere();
    let backup = other.path("backup.db");
    has_all.backup(&backup).expect("room");
    let (sandbox, _, memory) = forgotten_alone();
    drop(memory);
    for side in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{side}", sandbox.database().display()));
    }
    std::fs::copy(&backup, sandbox.database()).expect("room");
    drop(sandbox.open());
    assert_eq!(stored(&sandbox), KEPT);

    let list = std::fs::read_to_string(sandbox.home().join(FORGOTTEN_NAME)).expect("the list");
    let ids: Vec<String> =
        list.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(forget_in_backup(&backup, &ids, Duration::ZERO).expect("a backup"), 3);
}
