//! What a hook reports is taken in: in few steps, and with the answer that comes a moment later.

mod sandbox;

use std::path::PathBuf;

use mementor_core::Memory;
use mementor_core::home::Home;
use mementor_core::memory::{ReportStep, ReportedSession, StepTime, Within};
use sandbox::{NOW_MS, Sandbox, Session, append, bytes_of};
use serde_json::json;

const PROMPT: &str = "Which stone is the floor made of?";
const ANSWER: &str = "Slate from Wales.";

fn reported(transcript: PathBuf) -> ReportedSession {
    ReportedSession {
        transcript,
        agent: "claude-code".to_owned(),
        last_answer: Some(ANSWER.to_owned()),
        // Later than what stands in the transcript.
        received_at_ms: i64::MAX / 2,
        ..ReportedSession::default()
    }
}

fn step(memory: &mut Memory, of: &ReportedSession, uptime_ms: i64) -> ReportStep {
    let time = StepTime { now_ms: of.received_at_ms, uptime_ms };
    memory.take_reported(of, time).expect("a step")
}

fn answers(memory: &Memory) -> Vec<String> {
    let turns = memory.show("").expect("readable");
    let steps = turns.into_iter().flat_map(|turn| turn.steps);
    steps.map(|step| step.text).filter(|text| text == ANSWER).collect()
}

#[test]
fn a_report_whose_answer_is_in_the_transcript_takes_one_step() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let path = sandbox.transcript("s.jsonl", &session.turn("t", PROMPT, ANSWER));
    let mut memory = sandbox.open();
    let own = reported(path);
    assert_eq!(step(&mut memory, &own, 0), ReportStep { done: true, wait_ms: 0 });
    assert_eq!(answers(&memory).len(), 1);
    // One that is missing counts as read.
    let missing = reported(sandbox.path("none.jsonl"));
    let missing = ReportedSession { last_answer: None, ..missing };
    assert!(step(&mut memory, &missing, 0).done);
}

#[test]
fn an_answer_is_waited_for_and_then_taken_from_the_report() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let path = sandbox.transcript("s.jsonl", &[session.prompt("t", PROMPT)]);
    let mut memory = sandbox.open();
    let own = reported(path);
    let (mut uptime_ms, mut steps) = (0, 1);
    loop {
        let ReportStep { done, wait_ms } = step(&mut memory, &own, uptime_ms);
        if done {
            break;
        }
        uptime_ms += wait_ms;
        steps += 1;
    }
    assert_eq!((uptime_ms, steps), (1_000, 6), "it is not looked for all the time");
    assert_eq!(answers(&memory).len(), 1);
}

const SESSION: &str = "5e551011-aaaa";

/// Records a prompt as its hook does, and reports an answer after it; the times are in milliseconds
/// after the transcript's.
fn prompted(memory: &mut Memory, sandbox: &Sandbox, (asked, told): (&str, &str), after_ms: i64) {
    let at_ms = NOW_MS + 60_000 + after_ms;
    let line =
        json!({ "atMs": at_ms, "prompt": asked, "directory": "/srv/quarry", "injected": [] });
    let path = Home::at(sandbox.home()).record(SESSION).expect("a name of a file");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    std::fs::write(&path, format!("{before}{line}\n")).expect("room");
    let own = ReportedSession {
        received_at_ms: at_ms + 30_000,
        last_answer: Some(told.to_owned()),
        ..reported(sandbox.path("s.jsonl"))
    };
    let mut uptime_ms = 0;
    loop {
        let ReportStep { done, wait_ms } = step(memory, &own, uptime_ms);
        if done {
            return;
        }
        uptime_ms += wait_ms;
    }
}

/// Returns what was said in each turn.
fn turns(memory: &Memory) -> Vec<Vec<String>> {
    let turns = memory.show("").expect("readable").into_iter();
    turns.map(|turn| turn.steps.into_iter().map(|step| step.text).collect()).collect()
}

#[test]
fn what_a_client_does_not_write_any_more_is_kept_in_turns_of_its_own() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let path = sandbox.transcript("s", &session.turn("t", PROMPT, ANSWER));
    let mut memory = sandbox.open();
    for (number, (asked, told)) in
        [("And the roof?", "Oak."), ("And the door?", "Ash.")].into_iter().enumerate()
    {
        prompted(&mut memory, &sandbox, (asked, told), 60_000 * number as i64);
    }
    assert_eq!(
        turns(&memory),
        [[PROMPT, ANSWER], ["And the roof?", "Oak."], ["And the door?", "Ash."]]
    );
    assert_eq!(memory.stats().expect("counts").unwritten, 2);
    assert_eq!(memory.sessions(&Within::Everything, 9).expect("a read").len(), 1);

    // It is written after all: each turn stands once.
    let mut late = session.turn("u", "And the roof?", "Oak.");
    late.extend(session.turn("v", "And the door?", "Ash."));
    for (number, line) in late.iter_mut().enumerate() {
        line["timestamp"] = json!(format!("2026-03-01T09:0{}:30Z", 1 + number / 2));
    }
    append(&path, &bytes_of(&late));
    sandbox::ingest(&mut memory, &path);
    assert_eq!(
        turns(&memory),
        [[PROMPT, ANSWER], ["And the roof?", "Oak."], ["And the door?", "Ash."]]
    );
    assert_eq!(memory.stats().expect("counts").unwritten, 0);
}

#[test]
fn a_reported_turn_that_was_forgotten_stays_so_when_it_is_written_after_all() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let path = sandbox.transcript("s", &session.turn("t", PROMPT, ANSWER));
    let mut memory = sandbox.open();
    prompted(&mut memory, &sandbox, ("And the roof?", "Oak."), 0);
    let all = memory.show("").expect("readable");
    memory.forget(&[all[1].turn.clone()]).expect("a write");

    // The same words later are new.
    let mut late = session.turn("u", "And the  roof?", "Oak.");
    late.extend(session.turn("v", "And the roof?", "Ash."));
    for (line, minute) in late.iter_mut().zip([1, 1, 21, 21]) {
        line["timestamp"] = json!(format!("2026-03-01T09:{minute:02}:30.250Z"));
    }
    append(&path, &bytes_of(&late));
    sandbox::ingest(&mut memory, &path);
    assert_eq!(turns(&memory), [[PROMPT, ANSWER], ["And the roof?", "Ash."]]);
}

#[test]
fn a_stored_turn_with_the_words_of_a_forgotten_reported_one_stays() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let mut lines = session.turn("t", "And the roof?", "Slate.");
    lines.extend(session.turn("u", PROMPT, ANSWER));
    sandbox.transcript("s", &lines);
    let mut memory = sandbox.open();
    prompted(&mut memory, &sandbox, ("And the roof?", "Oak."), 0);
    let all = memory.show("").expect("readable");
    assert_eq!(all.len(), 3);
    memory.forget(&[all[2].turn.clone()]).expect("a write");

    // Its lines arrive again, from a copy.
    let copy = sandbox.transcript("copy", &lines);
    sandbox::ingest(&mut memory, &copy);
    assert_eq!(turns(&memory), [["And the roof?", "Slate."], [PROMPT, ANSWER]]);
}

#[test]
fn a_prompt_that_is_written_keeps_its_late_answer() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let mut lines = session.turn("t", PROMPT, ANSWER);
    lines.push(session.prompt("u", "And the roof? [an image beside it]"));
    lines[2]["timestamp"] = json!("2026-03-01T09:00:58Z");
    sandbox.transcript("s", &lines);
    let mut memory = sandbox.open();
    prompted(&mut memory, &sandbox, ("And the roof?", "Oak."), 0);
    // What the hook saw of it need not be what was written.
    prompted(&mut memory, &sandbox, ("Something else", "Oak."), 0);
    let expected = [vec![PROMPT, ANSWER], vec!["And the roof? [an image beside it]", "Oak."]];
    assert_eq!(turns(&memory), expected);
}

#[test]
fn an_answer_that_comes_meanwhile_ends_the_wait() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let path = sandbox.transcript("s.jsonl", &[session.prompt("t", PROMPT)]);
    let mut memory = sandbox.open();
    let own = reported(path.clone());
    assert_eq!(step(&mut memory, &own, 0), ReportStep { done: false, wait_ms: 50 });
    append(&path, &bytes_of(&[session.answer("t-a", ANSWER)]));
    let mut uptime_ms = 50;
    while !step(&mut memory, &own, uptime_ms).done {
        uptime_ms += 1;
        assert!(uptime_ms < 60);
    }
    assert_eq!(answers(&memory).len(), 1);
}

#[test]
fn what_an_agent_writes_late_is_read_and_its_subagents_are_too() {
    let sandbox = Sandbox::without_model();
    let directory = sandbox.directory("quarry");
    let mut session = Session::new("5e551011-aaaa", &directory);
    let mut other = Session::new("5e551022-bbbb", &directory);
    let subagent = sandbox.transcript("sub.jsonl", &other.turn("sub", "Look it up.", "Done."));
    let path = sandbox.path("s.jsonl");
    let mut memory = sandbox.open();
    let own = ReportedSession {
        late_ms: 2_000,
        last_answer: None,
        subagents: vec![subagent, sandbox.path("gone.jsonl")],
        ..reported(path.clone())
    };
    assert_eq!(step(&mut memory, &own, 0), ReportStep { done: false, wait_ms: 100 });
    std::fs::write(&path, bytes_of(&session.turn("t", PROMPT, ANSWER))).expect("room");
    assert!(!step(&mut memory, &own, 100).done);
    assert!(!step(&mut memory, &own, 101).done);
    assert_eq!(answers(&memory).len(), 1);
    assert_eq!(memory.stats().expect("counts").turns, 1);
    assert!(step(&mut memory, &own, 2_000).done);
    assert_eq!(memory.stats().expect("counts").turns, 2);
}
