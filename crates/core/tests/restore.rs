//! The ledger of transcripts, and transcripts restored from the turns.

mod sandbox;

use std::fs;

use mementor_core::secrets::Masker;
use mementor_core::sources::ClaudeCode;
use mementor_core::sources::claude_code::Line;
use mementor_core::sources::json_lines::{LineAt, LineFormat as _, Problem};
use sandbox::restored::{check_conversation, without_positions};
use sandbox::{AFTER_MS, Sandbox, Session, append, bytes_of, fixtures, ingest};
use serde_json::{Value, json};

const SESSION: &str = "5c1f0a52-9f0e-4b7e-8a63-0d8c3a1f7e21";

fn restored(memory: &mementor_core::Memory) -> String {
    memory.restore(SESSION).expect("read").expect("it has turns").text
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

// ------------------------------------------------------------------------------------ the ledger

fn parsed(line: &str) -> Result<Line, Problem> {
    let masker = Masker::default();
    ClaudeCode.parse(line.as_bytes(), &LineAt { position: 0, before_ms: 0, masker: &masker })
}

#[test]
fn the_ledger_counts_every_line_by_what_became_of_it() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let mut all = session.turn("p", "where is the ferry?", "At the pier.");
    all.push(json!({ "type": "mode", "mode": "plan" }));
    let transcript = sandbox.kept(SESSION, &all);
    append(&transcript, b"{ broken\n[]\n\n");
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    append(&transcript, b"{ broken again\n{ torn");
    ingest(&mut memory, &transcript);

    let [row] = memory.transcripts().expect("read").try_into().expect("one transcript");
    let bytes = fs::metadata(&transcript).expect("a file").len();
    assert_eq!((row.bytes, row.offset), (bytes, bytes - "{ torn".len() as u64));
    assert_eq!((row.session.as_deref(), row.project.as_deref()), (Some(SESSION), Some("shop")));
    assert_eq!(row.kept, 2);
    assert_eq!(row.skipped, [("blank".to_owned(), 1), ("state".to_owned(), 1)].into());
    let problems = [("invalid-json".to_owned(), 2), ("not-an-entry".to_owned(), 1)];
    assert_eq!(row.problems, problems.into());
    assert_eq!(memory.session_turn_count(SESSION, None).expect("read"), 1);
    assert_eq!(memory.session_turn_count(SESSION, Some("a1")).expect("read"), 0);
}

#[test]
fn a_rewritten_transcript_is_counted_anew() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let mut all = session.turn("p", "where is the ferry?", "At the pier.");
    let transcript = sandbox.kept(SESSION, &all);
    append(&transcript, b"{ broken\n");
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    all.extend(session.turn("q", "and the barge?", "On the river."));
    fs::write(&transcript, bytes_of(&all)).expect("room");
    assert!(ingest(&mut memory, &transcript).restarted);
    let row = memory.transcripts().expect("read").remove(0);
    assert_eq!((row.kept, row.skipped.len(), row.problems.len()), (4, 0, 0));
}

#[test]
fn a_transcript_that_disappears_keeps_its_turns_and_its_row() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let turn = session.turn("p", "where is the ferry?", "At the pier.");
    let transcript = sandbox.kept(SESSION, &turn);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let before = memory.transcripts().expect("read");
    fs::remove_file(&transcript).expect("it was there");
    assert!(memory.ingest(&transcript, None).is_err());
    assert_eq!(memory.transcripts().expect("read"), before);
    assert_eq!(memory.session_turn_count(SESSION, None).expect("read"), 1);
}

// ---------------------------------------------------------------------------------- restoring it

#[test]
fn every_fixture_is_restored_soundly_and_adds_nothing() {
    let mut sessions = 0;
    for entry in fs::read_dir(fixtures()).expect("fixtures") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "jsonl") {
            continue;
        }
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        ingest(&mut memory, &path);
        // A copy at another path without a directory in its lines belongs to another project.
        let rows = |sandbox: &Sandbox| -> Vec<String> {
            let rows = without_positions(sandbox.dump()).into_iter();
            rows.filter(|row| !row.starts_with("directory ")).collect()
        };
        let before = rows(&sandbox);
        for session in memory.sessions_named("").expect("read") {
            let Some(restored) = memory.restore(&session).expect("read") else { continue };
            check_conversation(&restored.text);
            let copy = sandbox.path(&format!("{session}.jsonl"));
            fs::write(&copy, restored.text).expect("room");
            let report = ingest(&mut memory, &copy);
            assert_eq!(report.problems.len(), 0, "{}", path.display());
            assert_eq!(rows(&sandbox), before, "{}", path.display());
            sessions += 1;
        }
    }
    assert!(sessions > 15, "only {sessions} sessions");
}

#[test]
fn what_a_restored_transcript_holds_is_read_as_the_same_entries() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let long = "ö".repeat(9_000);
    let picture = json!({ "type": "image", "source": { "data": "AAAA" } });
    let look = json!({ "type": "text", "text": "look at this" });
    let with = |mut line: Value, message: &Value| {
        line["message"] = message.clone();
        line
    };
    let reported = |mut line: Value| {
        line["origin"] = json!({ "kind": "task-notification" });
        line
    };
    let typed = "<command-name>/deploy</command-name>\n<command-args>to  staging</command-args>";
    let transcript = sandbox.kept(
        SESSION,
        &[
            session.prompt("p", "list the harbour"),
            session.tool_use("u", "t", "Bash", &json!({ "command": "ls", "deep": [1, null] })),
            session.tool_result("r", "t", &long),
            with(session.prompt("drawn", ""), &json!({ "content": [picture] })),
            with(session.prompt("told", ""), &json!({ "content": [look, picture] })),
            session.prompt("c", typed),
            reported(session.prompt("report", "A job has ended.")),
            session.prompt("i", "[Request interrupted by user]"),
        ],
    );
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let entry = |line: &str| match parsed(line) {
        Ok(Line::Entry(parsed, _)) => Some((parsed.session, parsed.entry)),
        _ => None,
    };
    let text = restored(&memory);
    let again: Vec<_> = text.lines().filter_map(entry).collect();
    let before = fs::read_to_string(&transcript).expect("a file");
    let before: Vec<_> = before.lines().filter_map(entry).collect();
    assert_eq!(again, before);
    assert!(text.contains("bytes was not kept]"), "{text}");
}

#[test]
fn a_tool_use_without_a_result_gets_one_that_is_no_memory() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let use_tool = |session: &mut Session, id: &str| {
        session.tool_use(&format!("use-{id}"), id, "Bash", &json!({ "command": id }))
    };
    let transcript = sandbox.kept(
        SESSION,
        &[
            session.prompt("p", "list the harbour"),
            use_tool(&mut session, "one"),
            use_tool(&mut session, "two"),
            session.prompt("q", "never mind"),
            session.tool_result("late", "one", "ferry"),
            session.answer("a", "As you wish."),
        ],
    );
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let text = restored(&memory);
    check_conversation(&text);
    let ids: Vec<_> = lines(&text).iter().map(|line| line["uuid"].clone()).collect();
    // The late result is moved to its call; the missing one is added right after its call.
    assert_eq!(ids[..4], [json!("p"), json!("use-one"), json!("use-two"), json!("late")]);
    assert_eq!(ids[5..], [json!("q"), json!("a")]);
    let made = &lines(&text)[4];
    assert_eq!(made["message"]["content"][0]["tool_use_id"], "two");
    assert!(matches!(parsed(&made.to_string()), Ok(Line::Skipped(..))));
}

#[test]
fn a_conversation_without_its_beginning_begins_with_a_line_of_the_user() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let mut boundary = session.answer("boundary", "");
    boundary["type"] = json!("system");
    boundary["subtype"] = json!("compact_boundary");
    let transcript = sandbox.kept(
        SESSION,
        &[boundary, session.answer("a", "At the pier."), session.prompt("p", "thank you")],
    );
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let before = without_positions(sandbox.dump());
    let text = restored(&memory);
    check_conversation(&text);
    let ids: Vec<_> = lines(&text).iter().map(|line| line["uuid"].clone()).collect();
    assert_eq!((&ids[0], &ids[2..]), (&json!("boundary"), &[json!("a"), json!("p")][..]));
    fs::write(&transcript, text).expect("room");
    ingest(&mut memory, &transcript);
    assert_eq!(without_positions(sandbox.dump()), before);
}

#[test]
fn a_turn_without_a_prompt_keeps_its_id_though_the_entry_it_is_of_has_no_line() {
    for is_first in [true, false] {
        let sandbox = Sandbox::without_model();
        let mut session = Session::new(SESSION, &sandbox.directory("shop"));
        let mut prompt = session.prompt("p", "where is the ferry?");
        prompt["parentUuid"] = Value::Null;
        if is_first {
            prompt["timestamp"] = json!("2030-01-01T00:00:00.500Z");
        }
        // Its call is lost, and the model's API refuses a result without one.
        let mut result = session.answer("result", "");
        result["type"] = json!("user");
        result["message"] = json!({ "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "lost", "content": "rejected", "is_error": true },
        ] });
        let interrupted = session.prompt("interrupted", "[Request interrupted by user]");
        let transcript = sandbox.kept(SESSION, &[result, interrupted, prompt]);
        let mut memory = sandbox.open();
        ingest(&mut memory, &transcript);
        let before = without_positions(sandbox.dump());
        let text = restored(&memory);
        check_conversation(&text);
        fs::write(&transcript, text).expect("room");
        ingest(&mut memory, &transcript);
        assert_eq!(without_positions(sandbox.dump()), before, "is first: {is_first}");
    }
}

#[test]
fn a_reported_answer_is_restored_as_what_it_is() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("shop"));
    let transcript = sandbox.kept(SESSION, &[session.prompt("p", "where is the ferry?")]);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let told = memory.report_answer(&transcript, "At the pier.", AFTER_MS);
    assert!(told.expect("stored"));
    let before = without_positions(sandbox.dump());
    fs::write(&transcript, restored(&memory)).expect("room");
    ingest(&mut memory, &transcript);
    assert_eq!(without_positions(sandbox.dump()), before);
    assert!(memory.holds_answer(&transcript, "At the pier.", AFTER_MS).is_ok_and(|held| !held));
}

#[test]
fn a_restored_transcript_says_where_it_belongs() {
    let sandbox = Sandbox::without_model();
    let shop = sandbox.directory("shop");
    let mut session = Session::new(SESSION, &shop);
    let turn = session.turn("p", "where is the ferry?", "At the pier.");
    let transcript = sandbox.kept(SESSION, &turn);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let restored = memory.restore(SESSION).expect("read").expect("it has turns");
    assert_eq!(restored.directory.as_deref(), shop.to_str());
    let path = transcript.canonicalize().expect("it is there");
    assert_eq!(restored.transcript.as_deref(), path.to_str());
    assert_eq!((restored.turns, restored.lines, restored.left_out), (1, 2, 0));
    for line in lines(&restored.text) {
        assert_eq!((&line["sessionId"], &line["gitBranch"]), (&json!(SESSION), &json!("main")));
        assert_eq!((&line["version"], &line["isSidechain"]), (&json!("2.1.330"), &json!(false)));
    }
    assert_eq!(memory.restore("nobody").expect("read"), None);
    assert_eq!(memory.sessions_named("5c1f").expect("read"), [SESSION]);
}
