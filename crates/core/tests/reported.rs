//! What a hook reports is taken in: in few steps, and with the answer that comes a moment later.

mod sandbox;

use std::path::PathBuf;

use mementor_core::Memory;
use mementor_core::memory::{ReportStep, ReportedSession, StepTime};
use sandbox::{Sandbox, Session, append, bytes_of};

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
