//! A turn that is stored again under other ids: it goes with the turn that is forgotten, does not
//! come back, and stands once in a list. The same words at another time are another turn.

mod sandbox;

use std::path::Path;
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::recall::{Prompt, Verdict};
use mementor_core::removal::forget::{Because, Selection, forget_in_backup};
use mementor_core::store::{Access, FORGOTTEN_NAME, Filter};
use sandbox::{NOW_MS, Sandbox, Session, append, bytes_of, embed_all, export_all, ingest};
use serde_json::{Value, json};

const SECRET: &str = "zanzibarite";

/// A session whose lines have times to the millisecond, as clients write them.
fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("0r161na1-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("kept", "Which stone is the floor made of?", "Slate from Wales.");
    lines.extend(session.turn("doomed", &format!("Is {SECRET} rare?"), "Very rare."));
    let command = json!({ "command": format!("grep {SECRET} stones.txt") });
    lines.push(session.tool_use("doomed-use", "t1", "Bash", &command));
    lines.push(session.tool_result("doomed-result", "t1", &format!("{SECRET} 1")));
    lines.extend(session.turn("later", "And how old is the roof?", "From 1910, copper."));
    at_milliseconds(lines)
}

fn at_milliseconds(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        let time = line["timestamp"].as_str().expect("a time").replace('Z', ".217Z");
        line["timestamp"] = json!(time);
    }
    lines
}

/// Returns the same lines under other ids, in a session of their own.
fn copied(lines: &[Value], name: &str) -> Vec<Value> {
    let mut lines = lines.to_vec();
    for line in &mut lines {
        line["uuid"] = json!(format!("{name}-{}", line["uuid"].as_str().expect("an id")));
        line["sessionId"] = json!(name);
    }
    lines
}

/// Returns the uuids of the stored turns whose id begins so, in the order of time.
fn stored(sandbox: &Sandbox, beginning: &str) -> Vec<String> {
    let connection = sandbox.connection();
    let mut statement = connection
        .prepare("SELECT uuid FROM turn WHERE uuid LIKE ?1 || '%' ORDER BY started_at_ms, uuid")
        .expect("the schema is ours");
    let rows = statement.query_map([beginning], |row| row.get(0)).expect("a parameter");
    rows.collect::<Result<_, _>>().expect("texts")
}

fn meant(memory: &Memory, id: &str) -> Vec<String> {
    let selection = Selection { ids: vec![id.to_owned()], ..Selection::default() };
    let turns = memory.select(selection, None).expect("a selection");
    turns.into_iter().map(|turn| turn.turn).collect()
}

fn forget_one(memory: &mut Memory, id: &str) -> u64 {
    let going = meant(memory, id);
    let removed = memory.forget(&going).expect("a write");
    memory.compact().expect("nobody else reads");
    removed
}

fn holds(folder: &Path, needle: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    files
        .map(|entry| std::fs::read(entry.path()).unwrap_or_default())
        .any(|bytes| bytes.windows(needle.len()).any(|window| window == needle.as_bytes()))
}

fn forget_with_a_copy() -> (Sandbox, Memory) {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let lines = lines(&sandbox);
    ingest(&mut memory, &sandbox.transcript("original", &lines));
    ingest(&mut memory, &sandbox.transcript("copy", &copied(&lines, "copy")));
    assert_eq!(memory.stats().expect("counts").turns, 6);
    (sandbox, memory)
}

#[test]
fn a_copy_is_named_and_goes_with_the_turn_whichever_is_meant() {
    for meant in ["doomed", "copy-doomed"] {
        let (sandbox, mut memory) = forget_with_a_copy();
        let selection = Selection { ids: vec![meant.to_owned()], ..Selection::default() };
        let going = memory.select(selection, None).expect("a selection");
        let reasons: Vec<_> = going.iter().map(|turn| (turn.turn == meant, turn.because)).collect();
        assert_eq!(reasons.len(), 2);
        assert!(
            reasons.contains(&(true, Because::Meant)) && reasons.contains(&(false, Because::Copy))
        );
        // Even where only the one is given.
        assert_eq!(memory.forget(&[meant.to_owned()]).expect("a write"), 2);
        memory.compact().expect("nobody else reads");
        assert!(!holds(&sandbox.home(), SECRET));
        assert_eq!(stored(&sandbox, "").len(), 4);
    }
}

#[test]
fn a_copy_that_comes_later_is_not_stored() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let lines = lines(&sandbox);
    ingest(&mut memory, &sandbox.transcript("original", &lines));
    assert_eq!(forget_one(&mut memory, "doomed"), 1);
    ingest(&mut memory, &sandbox.transcript("copy", &copied(&lines, "copy")));
    // One that is still being written: first its prompt, then what followed.
    let path = sandbox.transcript("grown", &copied(&lines[..3], "grown"));
    ingest(&mut memory, &path);
    append(&path, &bytes_of(&copied(&lines, "grown")[3..]));
    ingest(&mut memory, &path);
    // A new database has the list alone.
    drop(memory);
    std::fs::remove_file(sandbox.database()).expect("it is there");
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("again", &copied(&lines, "again")));
    assert_eq!(stored(&sandbox, "again"), ["again-kept", "again-later"]);
    memory.compact().expect("nobody else reads");
    assert!(!holds(&sandbox.home(), SECRET));
}

#[test]
fn no_import_brings_a_copy_back() {
    let other = Sandbox::without_model();
    let mut copies = other.open();
    ingest(&mut copies, &other.transcript("copy", &copied(&lines(&other), "copy")));
    let exported = export_all(&copies).lines;
    let backup = other.path("copies.db");
    copies.backup(&backup).expect("room");

    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("original", &lines(&sandbox)));
    forget_one(&mut memory, "doomed");
    let imported = memory.import(&exported, Voucher::Person, 0).expect("an export");
    assert_eq!((imported.turns, imported.unchanged), (2, 1));
    memory.import_database(&backup, Voucher::Person, 0).expect("a backup");
    assert_eq!(stored(&sandbox, "copy"), ["copy-kept", "copy-later"]);
    memory.compact().expect("nobody else reads");
    assert!(!holds(&sandbox.home(), SECRET));
}

#[test]
fn what_was_forgotten_elsewhere_keeps_copies_away_but_removes_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("original", &lines(&sandbox)));
    forget_one(&mut memory, "doomed");
    let exported = export_all(&memory).lines;

    let other = Sandbox::without_model();
    let lines = lines(&other);
    let mut has_none = other.open();
    has_none.import(&exported, Voucher::Person, 0).expect("an export");
    ingest(&mut has_none, &other.transcript("copy", &copied(&lines, "copy")));
    assert_eq!(stored(&other, "copy"), ["copy-kept", "copy-later"]);

    let third = Sandbox::without_model();
    let mut has_copy = third.open();
    ingest(&mut has_copy, &third.transcript("copy", &copied(&lines, "copy")));
    has_copy.import(&exported, Voucher::Person, 0).expect("an export");
    let doomed = "copy-doomed".to_owned();
    assert!(stored(&third, "copy").contains(&doomed));
    // It is stored still after the memory is opened again, and can be read again.
    drop(has_copy);
    let mut has_copy = third.open();
    ingest(&mut has_copy, &third.transcript("more", &copied(&lines, "more")));
    assert!(stored(&third, "copy").contains(&doomed));
}

#[test]
fn a_database_that_holds_a_copy_brings_nothing_back_in_the_place_of_ours() {
    let (sandbox, mut memory) = forget_with_a_copy();
    let old = sandbox.path("old.db");
    forget_one(&mut memory, "0r161na1");
    // A home where only the copy was stored.
    let other = Sandbox::without_model();
    let mut copies = other.open();
    ingest(&mut copies, &other.transcript("copy", &copied(&lines(&sandbox), "third")));
    copies.backup(&old).expect("room");
    drop(memory);
    for side in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{side}", sandbox.database().display()));
    }
    std::fs::copy(&old, sandbox.database()).expect("room");
    let memory = sandbox.open();
    assert_eq!(stored(&sandbox, "third"), Vec::<String>::new());
    assert!(memory.holds_removed_bytes().expect("a read"), "its bytes are to be written anew");
}

#[test]
fn a_backup_loses_copies_that_only_it_holds() {
    let (sandbox, mut memory) = forget_with_a_copy();
    let backup = sandbox.path("backup.db");
    memory.backup(&backup).expect("room");
    let removed = forget_in_backup(&backup, &["doomed".to_owned()], Duration::ZERO);
    assert_eq!(removed.expect("a backup"), 2);
    // Another backup, which holds the copy alone: the list names it by its fingerprint.
    memory.forget(&["doomed".to_owned()]).expect("a write");
    let other = Sandbox::without_model();
    let mut copies = other.open();
    ingest(&mut copies, &other.transcript("copy", &copied(&lines(&sandbox), "third")));
    let backup = sandbox.path("third.db");
    copies.backup(&backup).expect("room");
    let list = std::fs::read_to_string(sandbox.home().join(FORGOTTEN_NAME)).expect("the list");
    let ids: Vec<String> =
        list.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(forget_in_backup(&backup, &ids, Duration::ZERO).expect("a backup"), 1);
}

#[test]
fn the_same_words_at_another_time_are_another_turn() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("51a11ed0-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("first", "continue", "The first wall stands.");
    lines.extend(session.turn("second", "continue", "The second wall stands."));
    let lines = at_milliseconds(lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("one", &lines));
    assert_eq!(forget_one(&mut memory, "first"), 1);
    let mut session = Session::new("another", &sandbox.directory("quarry"));
    session.turn("", "", "");
    let mut lines = session.turn("between", "yes", "Then I begin.");
    lines.extend(session.turn("third", "continue", "The third wall stands."));
    ingest(&mut memory, &sandbox.transcript("two", &at_milliseconds(lines)));
    assert_eq!(stored(&sandbox, ""), ["between", "second", "third"]);
}

/// Sources that tell seconds give several turns one time.
#[test]
fn a_coarse_time_makes_no_copy() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("c0a25e00-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("first", "continue", "The first wall stands.");
    lines.extend(session.turn("second", "continue", "The second wall stands."));
    for line in &mut lines {
        line["timestamp"] = json!("2026-03-01T09:00:00.000Z");
    }
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("one", &lines));
    assert_eq!(forget_one(&mut memory, "first"), 1);
    assert_eq!(stored(&sandbox, ""), ["second"]);
}

#[test]
fn the_subagents_of_a_copy_go_too() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("0r161na1-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("one", "Is it rare?", "I'll have it looked up.");
    let mut within = session.turn("within", &format!("Look {SECRET} up"), "It is on page 9.");
    for line in &mut within {
        line["agentId"] = json!("a1");
        line["isSidechain"] = json!(true);
    }
    lines.extend(within);
    let lines = at_milliseconds(lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("original", &lines));
    ingest(&mut memory, &sandbox.transcript("copy", &copied(&lines, "copy")));
    assert_eq!(meant(&memory, "one"), ["copy-one", "one", "copy-within", "within"]);
    assert_eq!(forget_one(&mut memory, "one"), 4);
    ingest(&mut memory, &sandbox.transcript("later", &copied(&lines, "later")));
    assert_eq!(stored(&sandbox, "later"), Vec::<String>::new());
    memory.compact().expect("nobody else reads");
    assert!(!holds(&sandbox.home(), SECRET));
}

#[test]
fn a_list_shows_a_copy_once() {
    let (_sandbox, mut memory) = forget_with_a_copy();
    let mut turns = |text: &str, filter: Filter, limit| {
        let now = Now::utc(NOW_MS);
        let answer = memory.query(text, &Within::Everything, filter, limit, now);
        let found = answer.expect("any text is a query").found;
        (found.hits.into_iter().map(|hit| hit.prompt).collect::<Vec<_>>(), found.listed)
    };
    let (prompts, _) = turns(&format!("{SECRET} rare"), Filter::default(), 10);
    assert_eq!(prompts.iter().filter(|prompt| prompt.contains(SECRET)).count(), 1);
    let since = Filter { since_ms: Some(0), ..Filter::default() };
    let (prompts, listed) = turns("", since.clone(), 10);
    assert_eq!((prompts.len(), listed), (3, Some(3)));
    assert_eq!(turns("", since, 2).0, ["And how old is the roof?", &format!("Is {SECRET} rare?")]);
}

#[test]
fn what_a_session_has_under_another_id_is_not_added_to_it() {
    let sandbox = Sandbox::with_model();
    let shop = sandbox.directory("shop");
    let mut session = Session::new("0r161na1-aaaa", &shop);
    let turns = session.turn(
        "queue",
        "Emails are sent twice since Tuesday",
        "The retry queue redelivered jobs that took longer than its visibility timeout.",
    );
    let lines = at_milliseconds(turns);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("original", &lines));
    ingest(&mut memory, &sandbox.transcript("copy", &copied(&lines, "copy")));
    embed_all(&mut memory);
    let mut injected = |session: &str, recalled: &str| {
        let prompt = Prompt {
            text: "which jobs of the retry queue deliver emails twice?".to_owned(),
            session: session.to_owned(),
            recalled: vec![recalled.to_owned()],
            rate: 0.02,
            now: Now::utc(NOW_MS),
            ..Prompt::default()
        };
        let recall = memory.recall(&prompt, &shop).expect("any text is a prompt");
        let verdicts = recall.candidates.iter().map(|each| each.verdict);
        verdicts.filter(|verdict| *verdict == Verdict::Injected).count()
    };
    assert_eq!(injected("new", ""), 1);
    assert_eq!([injected("new", "queue"), injected("new", "copy-queue")], [0, 0]);
    assert_eq!([injected("copy", ""), injected("0r161na1-aaaa", "")], [0, 0]);
}

#[test]
fn the_list_holds_no_text_and_no_time() {
    let (sandbox, mut memory) = forget_with_a_copy();
    forget_one(&mut memory, "doomed");
    drop(memory);
    let list = std::fs::read_to_string(sandbox.home().join(FORGOTTEN_NAME)).expect("the list");
    let ids = list.lines().filter_map(|line| serde_json::from_str::<String>(line).ok());
    let (mut uuids, others): (Vec<String>, Vec<String>) =
        ids.partition(|id| id.ends_with("doomed"));
    uuids.sort_unstable();
    assert_eq!(uuids, ["copy-doomed", "doomed"]);
    // One for the copies, and one for the subagents of each of the two sessions.
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let count = |beginning: &str, length: usize| {
        let digits = others.iter().filter_map(|id| id.strip_prefix(beginning));
        digits.filter(|digits| digits.len() == length && is_hex(digits)).count()
    };
    assert_eq!([count("copy-", 20), count("began-", 32), others.len()], [1, 2, 3]);
    // When the turn was: 2026-03-01T09:00:03.217Z.
    let began_ms: u64 = 1_772_355_603_217;
    assert!(!list.contains(&began_ms.to_string()) && !list.contains(&format!("{began_ms:x}")));
    let reader = sandbox.try_open(Access::Read).expect("a database");
    let lines = export_all(&reader).lines;
    // As builds before fingerprints know a forgotten turn: they pass it on.
    for id in &others {
        let line = format!(r#"{{"type":"forgotten","turn":"{id}"}}"#);
        assert!(lines.contains(&line), "{lines:?}");
    }
}
