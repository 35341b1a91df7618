//! What failed in several sessions, and what a session is told of it.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::api::{LessonsWanted, RemovalStep};
use mementor_core::context::StartBlock;
use mementor_core::home::muted::{MuteChange, Muted, MutedKind};
use mementor_core::memory::{Start, Within};
use sandbox::{AFTER_MS, Sandbox, Session, ingest};
use serde_json::json;

const LINE: &str = "- `box mill …` fails here (unrecognized subcommand 'mill'): leave out `box` ";

/// Sessions in `harbour`, an hour after another.
struct Harbour {
    sandbox: Sandbox,
    memory: Memory,
    directory: PathBuf,
    sessions: u32,
}

impl Harbour {
    fn new() -> Self {
        let sandbox = Sandbox::without_model();
        let (memory, directory) = (sandbox.open(), sandbox.directory("harbour"));
        Self { sandbox, memory, directory, sessions: 0 }
    }

    /// Stores a session that runs commands, each with its output; an output of an error fails.
    fn session(&mut self, commands: &[(&str, &str)]) {
        let id = format!("{:08}-0000-4000-8000-000000000001", self.sessions);
        let mut session = Session::new(&id, &self.directory).at_hour(self.sessions);
        self.sessions += 1;
        let prompt = format!("turn-{id}");
        let mut lines = vec![session.prompt(&prompt, "Run the keel of the mill, please.")];
        for (at, (command, output)) in commands.iter().enumerate() {
            let (use_id, tool) = (format!("{id}-{at}"), format!("{id}-tool-{at}"));
            lines.push(session.tool_use(&use_id, &tool, "Bash", &json!({ "command": command })));
            let mut result = session.tool_result(&format!("{use_id}-done"), &tool, output);
            result["message"]["content"][0]["is_error"] = json!(output.contains("error"));
            lines.push(result);
        }
        lines.push(session.answer(&format!("{id}-answer"), "It ran."));
        ingest(&mut self.memory, &self.sandbox.kept(&id, &lines));
    }

    fn fail(&mut self) {
        let error = "Exit code 2\nerror: unrecognized subcommand 'mill'";
        self.session(&[("box mill run keel", error), ("mill run keel", "done")]);
    }

    fn told(&mut self) -> StartBlock {
        while self.memory.prepare_contexts(1).expect("room") > 0 {}
        told(&self.memory, &self.directory)
    }

    /// Returns how many sessions the line of the lesson counts; `None` when it is not told.
    fn counted(&mut self) -> Option<String> {
        let text = self.told().text;
        text.lines().find_map(|line| line.strip_prefix(LINE)).map(str::to_owned)
    }
}

fn told(memory: &Memory, directory: &Path) -> StartBlock {
    let (directory, now_ms) = (directory.to_owned(), AFTER_MS + 86_400_000);
    let start = Start { directory, budget: 2_000, now_ms, ..Start::default() };
    memory.context(&start).expect("a block")
}

#[test]
fn what_failed_in_three_sessions_is_told_at_a_start() {
    let mut harbour = Harbour::new();
    harbour.fail();
    harbour.fail();
    assert_eq!(harbour.counted(), None);
    harbour.fail();
    assert_eq!(harbour.counted().as_deref(), Some("(worked in 3 of 3 sessions)"));
    let block = harbour.told();
    let [lesson] = block.lessons.as_slice() else { panic!("one: {:?}", block.lessons) };
    assert_eq!(lesson.sessions.len(), 3);
    assert!(lesson.sessions[0].starts_with("00000002"), "the last one first");
}

#[test]
fn a_start_waits_for_no_lessons() {
    let mut harbour = Harbour::new();
    (0..3).for_each(|_| harbour.fail());
    assert!(told(&harbour.memory, &harbour.directory).lessons.is_empty(), "nothing is prepared");
    assert_eq!(harbour.told().lessons.len(), 1);
}

#[test]
fn two_sessions_in_which_the_same_passes_withdraw_it() {
    let mut harbour = Harbour::new();
    (0..3).for_each(|_| harbour.fail());
    harbour.session(&[("box mill run keel", "done")]);
    assert!(harbour.counted().is_some());
    harbour.session(&[("box mill run keel", "done")]);
    assert_eq!(harbour.counted(), None);
}

#[test]
fn it_expires_after_twenty_sessions_until_it_fails_again() {
    let mut harbour = Harbour::new();
    (0..3).for_each(|_| harbour.fail());
    for _ in 0..19 {
        harbour.session(&[("mill run keel", "done")]);
    }
    assert!(harbour.counted().is_some());
    harbour.session(&[("mill run keel", "done")]);
    assert_eq!(harbour.counted(), None);
}

#[test]
fn it_goes_with_the_turns_that_it_was_learnt_from() {
    let mut harbour = Harbour::new();
    (0..4).for_each(|_| harbour.fail());
    assert!(harbour.counted().is_some());
    let doomed = |at: u32| format!("turn-{at:08}-0000-4000-8000-000000000001");
    for (at, expected) in [(0, Some("(worked in 3 of 3 sessions)")), (1, None)] {
        let gone = [doomed(at)];
        while harbour.memory.remove_turns(&gone, 7, false).expect("a step").next
            != RemovalStep::Done
        {}
        assert_eq!(harbour.counted().as_deref(), expected);
    }
}

#[test]
fn what_the_person_rejected_is_told_to_nobody() {
    let mut harbour = Harbour::new();
    (0..3).for_each(|_| harbour.fail());
    let id = harbour.told().lessons[0].id.clone();
    let asked = |memory: &Memory, error: Option<&str>| {
        let wanted = LessonsWanted { error: error.map(str::to_owned), words: None };
        memory.lessons(&Within::Everything, &wanted).expect("a read")
    };
    let error = Some("error: unrecognized subcommand 'mill'");
    assert_eq!(asked(&harbour.memory, error).len(), 1);
    let what = MutedKind::Lesson;
    let change = MuteChange { what, name: id, directory: "/".to_owned(), off: false };
    Muted::change(harbour.memory.home(), &change).expect("room");
    assert_eq!(harbour.counted(), None);
    assert!(asked(&harbour.memory, error).is_empty());
    let all = asked(&harbour.memory, None);
    assert!(matches!(all.as_slice(), [row] if row.is_rejected), "{all:?}");
}
