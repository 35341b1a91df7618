//! Entries of newer versions, and lines that `serde_json` refuses, are kept.

mod sandbox;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::conversation::entry::Entry;
use mementor_core::conversation::turn;
use mementor_core::transfer::exchange::Exported;
use sandbox::{AFTER_MS, Sandbox, Session, append, bytes_of, export_all, ingest, ingest_as};
use serde_json::{Value, json};

/// Entries that a newer version may have written.
const NEWER: [&str; 5] = [
    r#"{"id":"n1","at":1772355700000,"pos":9,"source":"hook","blocks":[{"type":"answer","text":"Moored at the pier."}]}"#,
    r#"{"id":"n2","at":1772355700001,"pos":9,"blocks":[{"type":"song","notes":[1.50,1E+3,1e400,12345678901234567890123]}]}"#,
    r#"{"id":"n3","at":"noon","pos":9,"blocks":[]}"#,
    r#"{"of":"tomorrow","cut":"\ud83d"}"#,
    "no JSON at all",
];

/// A memory of three turns; the second contains entries of a newer version.
fn with_newer(sandbox: &Sandbox) -> Memory {
    let mut session = Session::new("5e551011-dddd", &sandbox.directory("skiff"));
    let lines: Vec<Value> = (0..3)
        .flat_map(|at| {
            session.turn(&format!("turn-{at}"), &format!("Question {at}?"), "An answer.")
        })
        .collect();
    let path = sandbox.transcript("s", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    let mut entries = turn::decode(&log_of(sandbox, "turn-1"));
    entries.extend(NEWER.map(Entry::from_json));
    let log = turn::encode(&entries);
    let changed =
        sandbox.connection().execute("UPDATE turn SET log = ?1 WHERE uuid = 'turn-1'", [log]);
    assert_eq!(changed.expect("a write"), 1);
    memory
}

fn log_of(sandbox: &Sandbox, turn: &str) -> Vec<u8> {
    let sql = "SELECT log FROM turn WHERE uuid = ?1";
    sandbox.connection().query_row(sql, [turn], |row| row.get(0)).expect("a turn")
}

/// Returns the lines of a log that this version does not know, in order.
fn unread_in(sandbox: &Sandbox) -> Vec<String> {
    let entries = turn::decode(&log_of(sandbox, "turn-1"));
    let raw = entries.into_iter().filter_map(|entry| entry.raw);
    let mut raw: Vec<String> = raw.map(String::from).collect();
    raw.sort();
    raw
}

fn newer() -> Vec<String> {
    let mut lines = NEWER.map(str::to_owned).to_vec();
    lines.sort();
    lines
}

fn rebuild(memory: &mut Memory) {
    memory.begin_rebuild(false).expect("a write");
    while memory.rebuild().expect("a write").is_some() {}
}

#[test]
fn what_a_newer_version_wrote_survives_whatever_is_written_again() {
    let sandbox = Sandbox::without_model();
    let mut memory = with_newer(&sandbox);
    assert_eq!(unread_in(&sandbox), newer());
    rebuild(&mut memory);
    assert_eq!(unread_in(&sandbox), newer(), "rebuild");
    // The known parts are searchable.
    let answer: String = sandbox
        .connection()
        .query_row(
            "SELECT body FROM item_text JOIN turn ON id = item_id WHERE uuid = 'turn-1'",
            [],
            |row| row.get(0),
        )
        .expect("text");
    assert_eq!(answer, "An answer.\n\nMoored at the pier.");
    assert_eq!(memory.unread_entries().expect("a read"), 5);

    // The copy of an entry in a transcript, as this version parses it, contains less.
    let mut session = Session::new("5e551011-eeee", &sandbox.directory("skiff"));
    let mut lines = session.turn("turn-1", "Question 1?", "An answer, said otherwise.");
    lines.push(session.answer("n1", "Moored at the pier."));
    ingest(&mut memory, &sandbox.transcript("copy", &lines));
    assert_eq!(unread_in(&sandbox), newer(), "a merge");
    ingest_as(&mut memory, &sandbox.path("s.jsonl"), Some("harbour"));
    assert_eq!(unread_in(&sandbox), newer(), "another project");
    memory.forget(&["turn-0".to_owned()]).expect("a write");
    assert!(memory.scrub(0).expect("a write").removed.is_empty());
    memory.compact().expect("nobody else reads");
    assert_eq!(unread_in(&sandbox), newer(), "forgetting another, and a scrub");
    let shown = memory.show("turn-1").expect("a read");
    assert!(shown[0].steps.iter().any(|step| step.text == "Moored at the pier."));
    assert!(memory.restore("5e551011-dddd").expect("a read").is_some());
}

#[test]
fn exports_and_imports_carry_it_byte_for_byte_in_any_order() {
    let (from, to, last) =
        (Sandbox::without_model(), Sandbox::without_model(), Sandbox::without_model());
    let memory = with_newer(&from);
    let Exported { lines, damaged, unread, .. } = export_all(&memory);
    assert_eq!((damaged, unread), (0, 5));
    for line in &lines {
        assert!(serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok(), "{line}");
    }
    let mut other = to.open();
    let imported = other.import(&lines, Voucher::Person, 0).expect("ours");
    assert_eq!((imported.turns, imported.unreadable), (3, 0));
    assert_eq!(unread_in(&to), newer());
    assert_eq!(other.import(&lines, Voucher::Person, 0).expect("ours").turns, 0, "twice is once");
    // An import sorts the entries of a turn and changes nothing else.
    let again = export_all(&other).lines;
    let sorted = |lines: &[String]| {
        let mut bytes: Vec<u8> = lines.iter().flat_map(|line| line.bytes()).collect();
        bytes.sort_unstable();
        bytes
    };
    assert_eq!(sorted(&again), sorted(&lines));
    let third = Sandbox::without_model();
    let mut copy = third.open();
    copy.import(&again, Voucher::Person, 0).expect("ours");
    assert_eq!(export_all(&copy).lines, again);

    // The transcript first, then the export: the result is the same as the other way round.
    let mut memory = last.open();
    ingest(&mut memory, &from.path("s.jsonl"));
    assert_eq!(memory.import(&lines, Voucher::Person, 0).expect("ours").changed, 1);
    assert_eq!(turn::decode(&log_of(&last, "turn-1")), turn::decode(&log_of(&to, "turn-1")));
}

#[test]
fn secrets_in_what_cannot_be_read_are_masked() {
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let mut memory = with_newer(&from);
    let mut entries = turn::decode(&log_of(&from, "turn-1"));
    entries
        .push(Entry::from_json(&format!(r#"{{"id":"n6","at":1,"note":"{token}","blocks":[]}}"#)));
    entries.push(Entry::from_json(&format!("no JSON, and {token}")));
    let log = turn::encode(&entries);
    from.connection()
        .execute("UPDATE turn SET log = ?1 WHERE uuid = 'turn-1'", [log])
        .expect("a write");
    let lines = export_all(&memory).lines;
    assert!(lines.iter().any(|line| line.contains(&token)));
    to.open().import(&lines, Voucher::Person, 0).expect("ours");
    let removed = memory.scrub(0).expect("a write").removed;
    assert!(removed.contains(&token), "{removed:?}");
    for sandbox in [&from, &to] {
        assert!(!sandbox.dump().iter().any(|row| row.contains(&token)));
        assert_eq!(unread_in(sandbox).len(), 7);
        for line in NEWER {
            assert!(unread_in(sandbox).contains(&line.to_owned()), "{line}");
        }
    }
}

#[test]
fn an_export_counts_the_turns_whose_log_is_damaged() {
    let sandbox = Sandbox::without_model();
    let memory = with_newer(&sandbox);
    sandbox
        .connection()
        .execute("UPDATE turn SET log = zeroblob(40) WHERE uuid = 'turn-2'", [])
        .expect("a write");
    let Exported { lines, damaged, unread, .. } = export_all(&memory);
    assert_eq!((lines.len(), damaged, unread), (3, 1, 5));
}

// ------------------------------------------------------------------- what a transcript may hold

fn entries_exported(memory: &Memory) -> Vec<Value> {
    let turns = export_all(memory).lines.into_iter().skip(1);
    let turns = turns.map(|line| serde_json::from_str::<Value>(&line).expect("JSON"));
    turns.flat_map(|turn| turn["entries"].as_array().cloned().unwrap_or_default()).collect()
}

/// Ingests a transcript of a prompt and these lines; every operation of the memory must work on it.
fn taken_in(sandbox: &Sandbox, lines: &[String]) -> Memory {
    let mut session = Session::new("5e551011-ffff", &sandbox.directory("skiff"));
    let path = sandbox.path("odd.jsonl");
    std::fs::write(&path, bytes_of(&[session.prompt("p", "Odd lines?")])).expect("room");
    for line in lines {
        append(&path, format!("{line}\n").as_bytes());
    }
    let mut memory = sandbox.open();
    let report = ingest(&mut memory, &path);
    assert_eq!((report.kept, report.problems.len()), (lines.len() as u64 + 1, 0));
    assert_eq!(entries_exported(&memory).len(), lines.len() + 1, "kept is kept");
    let before = sandbox.dump();
    rebuild(&mut memory);
    std::fs::copy(&path, sandbox.path("again.jsonl")).expect("room");
    ingest(&mut memory, &sandbox.path("again.jsonl"));
    assert_eq!(sandbox.dump(), before);
    let other = Sandbox::without_model();
    other.open().import(&export_all(&memory).lines, Voucher::Person, 0).expect("ours");
    assert_eq!(turn::decode(&log_of(&other, "p")), turn::decode(&log_of(sandbox, "p")));
    assert_eq!(memory.unread_entries().expect("a read"), 0, "all of it is known");
    memory
}

#[test]
fn however_deep_a_line_is_nested_what_is_kept_comes_out_again() {
    let nested = |depth: usize| format!("{}\"buoy\"{}", "[".repeat(depth), "]".repeat(depth));
    let unknown = |depth: usize| {
        format!(
            r#"{{"type":"brandnew","uuid":"u{depth}","timestamp":"2026-03-01T09:10:00Z","v":{}}}"#,
            nested(depth)
        )
    };
    let call = |depth: usize| {
        let input = nested(depth);
        let block = format!(r#"{{"type":"tool_use","id":"t{depth}","name":"X","input":{input}}}"#);
        format!(
            r#"{{"type":"assistant","uuid":"c{depth}","timestamp":"2026-03-01T09:11:00Z","message":{{"content":[{block}]}}}}"#
        )
    };
    let depths = || (90..132).chain([1_000, 20_000]);
    let lines: Vec<String> = depths().map(unknown).chain(depths().map(call)).collect();
    let sandbox = Sandbox::without_model();
    let memory = taken_in(&sandbox, &lines);
    assert!(
        entries_exported(&memory)
            .iter()
            .all(|entry| entry.to_string().contains("buoy") || entry["id"] == "p")
    );
    let text = memory.restore("5e551011-ffff").expect("a read").expect("it has turns").text;
    assert_eq!(text.matches("buoy").count(), depths().count(), "the calls");
}

#[test]
fn half_of_a_surrogate_pair_costs_no_line() {
    let said = |uuid: &str, kind: &str, content: &str| {
        format!(
            r#"{{"type":"{kind}","uuid":"{uuid}","timestamp":"2026-03-01T09:10:00Z","message":{{"content":{content}}}}}"#
        )
    };
    let sandbox = Sandbox::without_model();
    let memory = taken_in(
        &sandbox,
        &[
            said("a", "assistant", r#"[{"type":"text","text":"At the quay \ud83d"}]"#),
            said(
                "c",
                "assistant",
                r#"[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"echo \ude00"}}]"#,
            ),
            said(
                "r",
                "user",
                r#"[{"type":"tool_result","tool_use_id":"t","content":"ls \ud83d"}]"#,
            ),
            said("k", "assistant", r#"[{"type":"text","text":"key","\ud83d":1}]"#),
            r#"{"type":"new","uuid":"n","\udc00":"x \ud83d\ud83d\ude00"}"#.to_owned(),
        ],
    );
    let entries = Value::from(entries_exported(&memory)).to_string();
    for text in ["At the quay \u{fffd}", "echo \u{fffd}", "ls \u{fffd}", "x \u{fffd}\u{1f600}"] {
        assert!(entries.contains(text), "{text} in {entries}");
    }
    // A prompt starts its turn.
    let path = sandbox.path("cut.jsonl");
    std::fs::write(&path, said("q", "user", r#""Where is it? \ud83d""#) + "\n").expect("room");
    let mut memory = memory;
    ingest(&mut memory, &path);
    let shown = memory.show("q").expect("a read");
    assert_eq!(shown[0].steps[0].text, "Where is it? \u{fffd}");
}

#[test]
fn numbers_keep_their_bits() {
    let mut state = 3_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from_bits(state)
    };
    let mut values: Vec<f64> =
        (0..2_000).map(|_| random()).filter(|value| value.is_finite()).collect();
    values.extend([0.1 + 0.2, -0.0, f64::MIN_POSITIVE, f64::MAX, 5e-324, 1.0]);
    let input = json!({ "values": values, "whole": [u64::MAX, i64::MIN] });
    let call = |input: &str| {
        let block = format!(r#"{{"type":"tool_use","id":"t","name":"Calc","input":{input}}}"#);
        format!(
            r#"{{"type":"assistant","uuid":"c","timestamp":"2026-03-01T09:10:00Z","message":{{"content":[{block}]}}}}"#
        )
    };
    let bits = |entries: &[Value]| -> Vec<u64> {
        let found = entries.iter().find(|entry| entry["id"] == "c").expect("the call");
        let numbers = found["blocks"][0]["input"]["values"].as_array().expect("numbers");
        numbers.iter().map(|number| number.as_f64().expect("a double").to_bits()).collect()
    };
    let sandbox = Sandbox::without_model();
    let memory = taken_in(&sandbox, &[call(&input.to_string())]);
    let expected: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
    assert_eq!(bits(&entries_exported(&memory)), expected);
    let text = memory.restore("5e551011-ffff").expect("a read").expect("it has turns").text;
    assert!(text.contains("[18446744073709551615,-9223372036854775808]"));
    // Too large for a double: the digits are kept.
    let beyond = Sandbox::without_model();
    let memory = taken_in(&beyond, &[call(r#"{"values":[],"far":1e400}"#)]);
    assert!(Value::from(entries_exported(&memory)).to_string().contains(r#""far":"1e400""#));
}

// --------------------------------------------------------------------- the last line of a file

/// Returns, for the only transcript, the number of kept and of other lines, and its offset.
fn ledger(memory: &Memory) -> (u64, u64, u64) {
    let row = memory.transcripts().expect("a read").remove(0);
    (row.kept, row.skipped.values().chain(row.problems.values()).sum(), row.offset)
}

#[test]
fn a_whole_last_line_needs_no_newline() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("skiff"));
    let lines = session.turn("p", "Where is it?", "At the quay.");
    let whole = bytes_of(&lines);
    let path = sandbox.path("5e551011-aaaa.jsonl");
    let mut memory = sandbox.open();
    // However the client is interrupted, a partial line is never taken for a complete one.
    let first = bytes_of(&lines[..1]).len();
    for end in [first - 1, first, first + 1, whole.len() - 2] {
        std::fs::write(&path, &whole[..end]).expect("room");
        ingest(&mut memory, &path);
        let offset = if end < first { first - 1 } else { first };
        assert_eq!(ledger(&memory), (1, 0, offset as u64), "{end} bytes");
    }
    std::fs::write(&path, &whole[..whole.len() - 1]).expect("room");
    assert_eq!(ingest(&mut memory, &path).kept, 1);
    assert_eq!(ledger(&memory), (2, 0, whole.len() as u64 - 1));
    assert!(memory.holds_answer(&path, "At the quay.", AFTER_MS).expect("a read"));
    assert!(ingest(&mut memory, &path).unchanged);
    append(&path, b"\n");
    let report = ingest(&mut memory, &path);
    assert_eq!((report.kept, report.skipped.len(), report.restarted), (0, 0, false));
    assert_eq!(ledger(&memory), (2, 0, whole.len() as u64));
    // A client that continues writes directly after the text without a newline.
    let more = bytes_of(&session.turn("q", "And the barge?", "On the river."));
    std::fs::write(&path, [&whole[..whole.len() - 1], &more].concat()).expect("room");
    ingest(&mut memory, &path);
    let fresh = Sandbox::without_model();
    let copy = fresh.path("5e551011-aaaa.jsonl");
    std::fs::copy(&path, &copy).expect("room");
    ingest(&mut fresh.open(), &copy);
    assert_eq!(sandbox.dump(), fresh.dump());
    assert_eq!(ledger(&memory), (4, 0, (whole.len() + more.len()) as u64 - 1));
}

#[test]
fn a_last_line_that_an_earlier_version_left_is_read() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("skiff"));
    let lines = session.turn("p", "Where is it?", "At the quay.");
    let whole = bytes_of(&lines);
    let first = bytes_of(&lines[..1]).len();
    let path = sandbox.path("5e551011-aaaa.jsonl");
    std::fs::write(&path, &whole[..first]).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    append(&path, &whole[first..whole.len() - 1]);
    // The row says that the file was read to its end, but the offset shows that a line is left.
    let found = std::fs::metadata(&path).expect("it is there");
    let modified = found.modified().expect("a time").duration_since(std::time::UNIX_EPOCH);
    sandbox
        .connection()
        .execute(
            "UPDATE transcript SET bytes = ?1, modified_at_ns = ?2",
            [found.len() as i64, modified.expect("after 1970").as_nanos() as i64],
        )
        .expect("a write");
    assert_eq!(ingest(&mut memory, &path).kept, 1);
    assert!(ingest(&mut memory, &path).unchanged);
}
