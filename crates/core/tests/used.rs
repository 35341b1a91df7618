//! Searches an answer for what was recalled for its prompt, once the answer is complete.

mod sandbox;

use mementor_core::Memory;
use mementor_core::note_actions::remember::NewNote;
use mementor_core::recall::used::{Injection, RecallUse};
use sandbox::{Sandbox, Session, ingest};
use serde_json::json;

const ASKED: &str = "The billing database refuses connections on staging";
/// Time of the first line of the sandbox's sessions.
const SENT_MS: i64 = 1_772_355_601_000;

/// A memory in which an earlier turn, `earlier`, mentions pgbouncer and its port.
fn remembering(sandbox: &Sandbox) -> Memory {
    let shop = sandbox.directory("shop");
    let mut session = Session::new("s-earlier", &shop);
    let answer = "The staging database listens behind pgbouncer on 6543, not on 5432.";
    let lines = session.turn("earlier", "Which port does staging use?", answer);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("s-earlier", &lines));
    memory
}

fn injection() -> Injection {
    Injection {
        session: "s-now".into(),
        prompt: ASKED.into(),
        at_ms: SENT_MS + 200,
        turns: vec!["earlier".into()],
        notes: Vec::new(),
        stopped_ms: Some(SENT_MS + 60_000),
    }
}

fn used(memory: &Memory, injection: &Injection) -> Option<RecallUse> {
    memory.used(injection).expect("a readable store")
}

#[test]
fn words_that_a_turn_brought_are_counted_in_the_answer_and_in_its_calls() {
    let sandbox = Sandbox::without_model();
    let mut memory = remembering(&sandbox);
    assert_eq!(used(&memory, &injection()), None, "there is no answer yet");
    let mut session = Session::new("s-now", &sandbox.directory("shop"));
    let command = json!({ "command": "psql --host staging --port 6543" });
    let lines = [
        session.prompt("now", ASKED),
        session.tool_use("call", "t1", "Bash", &command),
        session.tool_result("result", "t1", "listens on 5432"),
        session.answer("answer", "It is pgbouncer that refuses them."),
    ];
    ingest(&mut memory, &sandbox.kept("s-now", &lines));
    // The new words are port, listens, behind, pgbouncer, 6543 and 5432. A call contains two of
    // them and the answer one; the tool's result does not count.
    let found = used(&memory, &injection()).expect("the answer is complete");
    assert_eq!((found.turn.as_str(), found.used), ("now", 3), "{found:?}");
    assert!(found.brought > 3, "{found:?}");
    assert_eq!(used(&memory, &Injection { stopped_ms: None, ..injection() }), None);
}

#[test]
fn what_the_session_had_said_before_was_not_brought() {
    let sandbox = Sandbox::without_model();
    let mut memory = remembering(&sandbox);
    let mut session = Session::new("s-now", &sandbox.directory("shop"));
    let mut lines = session.turn("before", "Restart pgbouncer", "It runs, on port 6543.");
    lines.extend(session.turn("now", ASKED, "pgbouncer on port 6543 listens again."));
    lines.extend(session.turn("after", "Thanks", "You are welcome."));
    ingest(&mut memory, &sandbox.kept("s-now", &lines));
    // A later turn shows that the answer is complete.
    let found = used(&memory, &Injection { stopped_ms: None, ..injection() });
    assert_eq!(found.map(|found| found.used), Some(1), "`listens` alone is new");
}

#[test]
fn nothing_is_told_of_a_turn_that_was_forgotten() {
    let sandbox = Sandbox::without_model();
    let mut memory = remembering(&sandbox);
    let mut session = Session::new("s-now", &sandbox.directory("shop"));
    let lines = session.turn("now", ASKED, "pgbouncer refuses them on 6543.");
    ingest(&mut memory, &sandbox.kept("s-now", &lines));
    assert_eq!(used(&memory, &injection()).map(|found| found.used), Some(2));
    memory.forget(&["earlier".to_owned()]).expect("a stored turn");
    assert_eq!(used(&memory, &injection()), None);
}

#[test]
fn words_that_a_note_brought_are_counted_until_it_is_forgotten() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let uuid = "4fe1c2a0-0000-4000-8000-000000000001";
    let note = NewNote {
        uuid: uuid.into(),
        text: "Staging listens behind pgbouncer on 6543\n\nSee the runbook.".into(),
        kind: "learning".into(),
        directory: sandbox.directory("shop"),
        ..NewNote::default()
    };
    memory.remember(&note, SENT_MS).expect("a note");
    let mut session = Session::new("s-now", &sandbox.directory("shop"));
    let lines = session.turn("now", ASKED, "pgbouncer refuses them on 6543: see the runbook.");
    ingest(&mut memory, &sandbox.kept("s-now", &lines));
    let injection = Injection { turns: Vec::new(), notes: vec![uuid.into()], ..injection() };
    // The line of the note brought listens, behind, pgbouncer and 6543; its body was not shown.
    let found = used(&memory, &injection).expect("the answer is complete");
    assert_eq!(found.used, 2, "{found:?}");
    memory.forget(&[uuid.to_owned()]).expect("a stored note");
    assert_eq!(used(&memory, &injection), None);
}

#[test]
fn words_that_the_whole_project_uses_are_not_rare() {
    let sandbox = Sandbox::without_model();
    let mut memory = remembering(&sandbox);
    let mut others = Session::new("s-others", &sandbox.directory("shop"));
    let lines: Vec<_> = (0..4)
        .flat_map(|n| others.turn(&format!("other-{n}"), "Is pgbouncer up?", "It is."))
        .collect();
    ingest(&mut memory, &sandbox.kept("s-others", &lines));
    let mut session = Session::new("s-now", &sandbox.directory("shop"));
    let lines = session.turn("now", ASKED, "pgbouncer refuses them on 6543.");
    ingest(&mut memory, &sandbox.kept("s-now", &lines));
    assert_eq!(used(&memory, &injection()).map(|found| found.used), Some(1));
}
