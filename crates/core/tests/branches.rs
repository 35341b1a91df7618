//! Lines that name the line they follow: which prompt they answer, and what a person took back.

mod sandbox;

use std::path::Path;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::{Start, Within};
use mementor_core::recall::{Prompt, Verdict};
use mementor_core::search::MarkKind;
use mementor_core::search::browse::StepKind;
use mementor_core::store::Filter;
use proptest::prelude::*;
use sandbox::{NOW_MS, Sandbox, append, bytes_of, ingest};
use serde_json::{Value, json};

const SESSION: &str = "0a1b2c3d-0000-4000-8000-000000000001";

/// Writes linked lines of one session.
struct Transcript<'d> {
    session: &'static str,
    cwd: &'d Path,
    lines: Vec<Value>,
}

impl<'d> Transcript<'d> {
    fn new(cwd: &'d Path) -> Self {
        Self { session: SESSION, cwd, lines: Vec::new() }
    }

    fn line(&mut self, id: &str, follows: Option<&str>, fields: &Value) -> &mut Self {
        let second = self.lines.len();
        let mut line = json!({
            "uuid": id, "parentUuid": follows, "sessionId": self.session, "cwd": self.cwd,
            "isSidechain": false, "version": "2.1.330",
            "timestamp": format!("2026-03-01T09:{:02}:{:02}.500Z", second / 60, second % 60),
        });
        line.as_object_mut().expect("an object").extend(fields.as_object().expect("one").clone());
        self.lines.push(line);
        self
    }

    fn prompt(&mut self, id: &str, follows: &str, text: &str) -> &mut Self {
        let message = json!({ "role": "user", "content": text });
        let follows = Some(follows).filter(|id| !id.is_empty());
        self.line(id, follows, &json!({ "type": "user", "message": message }))
    }

    fn answer(&mut self, id: &str, follows: &str, text: &str) -> &mut Self {
        let message = json!({ "role": "assistant", "content": [{ "type": "text", "text": text }] });
        self.line(id, Some(follows), &json!({ "type": "assistant", "message": message }))
    }

    /// A line that is not stored.
    fn state(&mut self, id: &str, follows: &str) -> &mut Self {
        self.line(id, Some(follows), &json!({ "type": "system", "subtype": "turn_duration" }))
    }

    fn taken_in(&self, sandbox: &Sandbox) -> Memory {
        let mut memory = sandbox.open();
        ingest(&mut memory, &sandbox.transcript(self.session, &self.lines));
        memory
    }
}

/// Returns the turns that are marked as taken back, each with the turn that shows it.
fn taken_back(memory: &Memory) -> Vec<(String, String)> {
    let marked = memory.show("").expect("a read").into_iter().filter_map(|turn| {
        let mark = turn.marks.into_iter().find(|mark| mark.kind == MarkKind::TakenBack)?;
        Some((turn.turn, mark.turn))
    });
    marked.collect()
}

fn answers(memory: &Memory, turn: &str) -> Vec<String> {
    let steps = memory.show(turn).expect("a read").remove(0).steps.into_iter();
    steps.filter(|step| step.kind == StepKind::Answer).map(|step| step.text).collect()
}

fn one(turn: &str, by: &str) -> Vec<(String, String)> {
    vec![(turn.to_owned(), by.to_owned())]
}

/// A question, an answer that is taken back, and one that holds.
fn rewound<'l, 'd>(lines: &'l mut Transcript<'d>) -> &'l mut Transcript<'d> {
    lines.prompt("first", "", "Set up the gangway service").answer("a1", "first", "It is set up.");
    lines.prompt("redis", "a1", "Which store does the gangway queue use?");
    lines.answer("a2", "redis", "The gangway queue is kept in Redis. Never use SQLite for it.");
    lines.prompt("sqlite", "a1", "Which store does the gangway queue use? No server.");
    lines.answer("a3", "sqlite", "The gangway queue is kept in SQLite, in one table.")
}

#[test]
fn an_answer_belongs_to_the_prompt_that_its_links_lead_to() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    lines.prompt("one", "", "alpha").prompt("two", "", "bravo");
    lines.answer("a1", "one", "to alpha").answer("a2", "two", "to bravo");
    lines.state("s1", "a1").answer("a3", "s1", "more to alpha");
    let memory = lines.taken_in(&sandbox);
    assert_eq!(answers(&memory, "one"), ["to alpha", "more to alpha"]);
    assert_eq!(answers(&memory, "two"), ["to bravo"]);
    assert_eq!(taken_back(&memory), []);
}

#[test]
fn what_was_taken_back_is_marked_and_never_brought_back() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    let mut memory = rewound(&mut lines).taken_in(&sandbox);
    assert_eq!(taken_back(&memory), one("redis", "sqlite"));

    let (within, now) = (Within::Everything, Now::utc(NOW_MS));
    let answer = memory.query("gangway queue store", &within, Filter::default(), 10, now);
    let hits = answer.expect("any text is a query").found.hits;
    let hit = hits.iter().find(|hit| hit.turn == "redis").expect("it is found");
    assert_eq!(hit.marks[0].kind, MarkKind::TakenBack);

    let prompt = Prompt {
        text: "why is the gangway queue kept in this store, which store is it?".to_owned(),
        session: "another".to_owned(),
        rate: 0.5,
        now,
        ..Prompt::default()
    };
    let recall = memory.recall(&prompt, &cwd).expect("any text is a prompt");
    let verdict = |turn| {
        let mut found = recall.candidates.iter().filter(|candidate| candidate.hit.turn == turn);
        found.next().map(|candidate| candidate.verdict)
    };
    assert_eq!(verdict("redis"), Some(Verdict::TakenBack), "{recall:?}");
    assert_eq!(verdict("sqlite"), Some(Verdict::Injected), "{recall:?}");

    let digest = memory.digest(SESSION).expect("a read").expect("it has turns");
    assert!(!format!("{digest:?}").contains("Redis"), "{digest:?}");
    let gist = memory.gists(&[SESSION.to_owned()]).expect("a read");
    assert!(!format!("{gist:?}").contains("Redis"), "{gist:?}");
    let directory = cwd.clone();
    let start = Start {
        directory,
        session: String::new(),
        compacted: false,
        budget: 2_000,
        ..Start::default()
    };
    let block = memory.context(&start).expect("a block");
    assert!(!format!("{block:?}").contains("Redis"), "{block:?}");
}

#[test]
fn all_that_came_of_it_is_taken_back_too_and_a_later_rewind_takes_back_the_other_branch() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    lines.prompt("root", "", "begin").answer("a0", "root", "begun").state("s0", "a0");
    lines.prompt("b1", "s0", "one").answer("a1", "b1", "done");
    lines.prompt("b2", "a1", "two").answer("a2", "b2", "done");
    // The client may follow the last answer, or what it noted before the person goes on.
    lines.state("s1", "a0").prompt("c1", "s1", "three").answer("a3", "c1", "done");
    let memory = lines.taken_in(&sandbox);
    let of = |turns: &[(&str, &str)]| -> Vec<(String, String)> {
        turns.iter().map(|(turn, by)| ((*turn).to_owned(), (*by).to_owned())).collect()
    };
    assert_eq!(taken_back(&memory), of(&[("b1", "c1"), ("b2", "c1")]));
    drop(memory);
    lines.prompt("d1", "a0", "four").answer("a4", "d1", "done");
    let memory = lines.taken_in(&sandbox);
    assert_eq!(taken_back(&memory), of(&[("b1", "c1"), ("b2", "c1"), ("c1", "d1")]));
}

#[test]
fn a_branch_that_goes_on_is_another_terminal_s() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    rewound(&mut lines).answer("a4", "a2", "And it has a list for each berth.");
    let memory = lines.taken_in(&sandbox);
    assert_eq!(taken_back(&memory), []);
    drop(memory);
    lines.prompt("next", "a4", "And the keys?").answer("a5", "next", "One for each berth.");
    lines.prompt("other", "a3", "And the table?").answer("a6", "other", "One for all.");
    assert_eq!(taken_back(&lines.taken_in(&sandbox)), []);
}

#[test]
fn a_terminal_that_is_behind_takes_nothing_back() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    lines.prompt("one", "", "begin").answer("a1", "one", "looking");
    // The second terminal asks while the first still works.
    lines.prompt("two", "a1", "beside").answer("a2", "a1", "done").answer("b1", "two", "done");
    lines.prompt("three", "a2", "go on").answer("a3", "three", "done");
    assert_eq!(taken_back(&lines.taken_in(&sandbox)), []);
}

#[test]
fn compactions_copies_parallel_calls_and_late_notes_take_nothing_back() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    lines.prompt("one", "", "begin").answer("a1", "one", "done");
    let use_of = |id: &str| {
        let call = json!({ "type": "tool_use", "id": id, "name": "Read", "input": {} });
        json!({ "type": "assistant", "message": { "role": "assistant", "content": [call] } })
    };
    let result_of = |id: &str| {
        let result = json!({ "type": "tool_result", "tool_use_id": id, "content": "text" });
        json!({ "type": "user", "message": { "role": "user", "content": [result] } })
    };
    lines.prompt("two", "a1", "read both").line("u1", Some("two"), &use_of("c1"));
    lines.line("u2", Some("u1"), &use_of("c2")).line("r1", Some("u1"), &result_of("c1"));
    lines.line("r2", Some("u2"), &result_of("c2")).answer("a2", "r1", "read");
    let boundary = json!({
        "type": "system", "subtype": "compact_boundary", "logicalParentUuid": "a1",
        "content": "Conversation compacted",
    });
    lines.line("compacted", None, &boundary);
    let summary = json!({
        "type": "user", "isCompactSummary": true,
        "message": { "role": "user", "content": "This session is being continued …" },
    });
    lines.line("summary", Some("compacted"), &summary);
    lines.prompt("three", "summary", "go on").answer("a3", "three", "done").state("late", "r2");
    // What a client writes once more under another id has the time that it had.
    lines.prompt("copy", "summary", "go on").answer("a4", "copy", "done");
    lines.lines.iter_mut().rev().nth(1).expect("the copy")["timestamp"] =
        lines.lines.iter().find(|line| line["uuid"] == "three").expect("it")["timestamp"].clone();
    // A client that is resumed goes on from before the command that ended it.
    lines.state("noted", "a4");
    let exit = "<command-name>/exit</command-name>\n<command-args></command-args>";
    lines.prompt("exit", "noted", exit).state("bye", "exit");
    lines.prompt("resumed", "noted", "go on").answer("a5", "resumed", "done");
    assert_eq!(taken_back(&lines.taken_in(&sandbox)), []);
}

#[test]
fn a_fork_that_takes_a_turn_back_leaves_it_to_its_parent() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut parent = Transcript::new(&cwd);
    parent.prompt("first", "", "Set up the gangway").answer("a1", "first", "It is set up.");
    parent.prompt("redis", "a1", "Which store?").answer("a2", "redis", "Redis.");
    let mut memory = parent.taken_in(&sandbox);
    let mut fork =
        Transcript { session: "0a1b2c3d-0000-4000-8000-000000000002", ..Transcript::new(&cwd) };
    rewound(&mut fork);
    fork.lines[2] = parent.lines[2].clone();
    fork.lines[2]["sessionId"] = json!(fork.session);
    fork.lines[3] = parent.lines[3].clone();
    fork.lines[3]["sessionId"] = json!(fork.session);
    ingest(&mut memory, &sandbox.transcript(fork.session, &fork.lines));
    assert_eq!(taken_back(&memory), []);
    let gist = format!("{:?}", memory.gists(&[fork.session.to_owned()]).expect("a read"));
    assert!(gist.contains("SQLite") && !gist.contains("Redis"), "{gist}");
}

#[test]
fn a_fork_under_new_ids_has_the_turns_of_its_parent_once_and_is_shown_by_its_own() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut parent = Transcript::new(&cwd);
    parent.prompt("first", "", "Set up the gangway").answer("a1", "first", "It is set up.");
    let mut fork =
        Transcript { session: "0a1b2c3d-0000-4000-8000-000000000002", ..Transcript::new(&cwd) };
    fork.lines.clone_from(&parent.lines);
    for line in &mut fork.lines {
        line["forkedFrom"] = json!({ "sessionId": SESSION, "messageUuid": line["uuid"] });
        for id in ["uuid", "parentUuid"] {
            line[id] = line[id].as_str().map_or(Value::Null, |id| json!(format!("new-{id}")));
        }
        line["sessionId"] = json!(fork.session);
    }
    fork.prompt("own", "new-a1", "And the ferry?").answer("a2", "own", "It sails.");
    fork.lines.iter_mut().for_each(|line| line["sessionId"] = json!(fork.session));
    let files = [("parent", &parent), ("fork", &fork)];
    for order in [[0, 1], [1, 0]] {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        for (name, lines) in order.map(|at| files[at]) {
            ingest(&mut memory, &sandbox.transcript(name, &lines.lines));
        }
        let shown = memory.show("").expect("a read");
        let turns: Vec<&str> = shown.iter().map(|turn| turn.turn.as_str()).collect();
        assert_eq!(turns, ["first", "own"]);
        let gist = memory.gists(&[fork.session.to_owned()]).expect("a read");
        assert!(format!("{gist:?}").contains("ferry"), "{gist:?}");
    }
}

/// Returns the words of a session's prompts in the order in which they are shown.
fn order(memory: &Memory) -> Vec<String> {
    let shown = memory.show(SESSION).expect("a read").into_iter();
    shown.filter_map(|turn| Some(turn.steps.first()?.text.clone())).collect()
}

#[test]
fn a_clock_that_was_set_back_changes_no_order() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    for (id, before) in [("alpha", ""), ("bravo", "alpha"), ("charlie", "bravo")] {
        lines.prompt(id, before, id).answer(&format!("{id}-a"), id, &format!("{id} is done."));
    }
    for line in &mut lines.lines[2..] {
        line["timestamp"] =
            json!(line["timestamp"].as_str().expect("a time").replace("03-01", "02-27"));
    }
    let memory = lines.taken_in(&sandbox);
    assert_eq!(order(&memory), ["alpha", "bravo", "charlie"]);
    let gist = format!("{:?}", memory.gists(&[SESSION.to_owned()]).expect("a read"));
    assert!(gist.contains("charlie is done"), "{gist}");
    let digest = format!("{:?}", memory.digest(SESSION).expect("a read"));
    assert!(digest.find("alpha") < digest.find("charlie"), "{digest}");
    let way = memory.restore(SESSION).expect("a read").expect("it has turns").text;
    assert!(way.find("alpha") < way.find("bravo") && way.find("bravo") < way.find("charlie"));
}

#[test]
fn a_clock_that_was_ahead_leads_no_list_for_ever() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbour");
    let mut lines = Transcript::new(&cwd);
    lines.prompt("alpha", "", "alpha").answer("a1", "alpha", "done");
    for line in &mut lines.lines {
        line["timestamp"] = json!("2041-01-02T10:00:00.417Z");
    }
    let memory = lines.taken_in(&sandbox);
    let shown = memory.show(SESSION).expect("a read");
    assert_eq!((shown[0].started_at_ms, shown[0].ended_at_ms), (NOW_MS, NOW_MS));
    let sessions = memory.sessions(&Within::Everything, 10).expect("a read");
    assert!(sessions[0].clock_ahead && sessions[0].ended_at_ms == NOW_MS);
    assert_eq!(memory.stats().expect("a read").ahead, 1);
}

/// Lines in which each prompt and answer follows any earlier line.
fn linked() -> impl Strategy<Value = Vec<(bool, usize)>> {
    prop::collection::vec((any::<bool>(), any::<usize>()), 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_and_any_repetition_give_the_same_turns(made in linked(), cut in any::<usize>()) {
        let sandbox = Sandbox::without_model();
        let mut lines = Transcript::new(Path::new("/srv/harbour"));
        lines.prompt("l0", "", "begin");
        for (at, (is_prompt, follows)) in made.into_iter().enumerate() {
            let (id, follows) = (format!("l{}", at + 1), format!("l{}", follows % (at + 1)));
            let text = format!("text {at}");
            if is_prompt {
                lines.prompt(&id, &follows, &text);
            } else {
                lines.answer(&id, &follows, &text);
            }
        }
        drop(lines.taken_in(&sandbox));
        let whole = sandbox.dump();
        let other = Sandbox::without_model();
        let bytes = bytes_of(&lines.lines);
        let cut = cut % bytes.len();
        let path = other.path(&format!("{SESSION}.jsonl"));
        std::fs::write(&path, &bytes[..cut]).expect("a file");
        let mut memory = other.open();
        ingest(&mut memory, &path);
        append(&path, &bytes[cut..]);
        ingest(&mut memory, &path);
        let copy = other.path("a-copy.jsonl");
        std::fs::write(&copy, &bytes).expect("a file");
        ingest(&mut memory, &copy);
        drop(memory);
        let rows = |rows: Vec<String>| -> Vec<String> {
            rows.into_iter().filter(|row| !row.contains("jsonl")).collect()
        };
        prop_assert_eq!(rows(whole), rows(other.dump()));
    }
}

#[test]
fn what_follows_a_lost_prompt_joins_no_turn_before_it() {
    let sandbox = Sandbox::without_model();
    let harbour = sandbox.directory("harbour");
    let mut transcript = Transcript::new(&harbour);
    transcript.prompt("one", "", "Which stone?").answer("one-a", "one", "Slate.");
    transcript.prompt("lost", "one-a", "Which roof?");
    transcript.answer("b", "lost", "Copper.").answer("c", "b", "From 1910.");
    transcript.state("d", "c").answer("e", "d", "It is green.");
    transcript.prompt("two", "e", "And the wall?").answer("two-a", "two", "Older.");
    let mut bytes = Vec::new();
    for line in &transcript.lines {
        let text = line.to_string();
        let cut = if line["uuid"] == "lost" { text.len() / 2 } else { text.len() };
        bytes.extend_from_slice(&text.as_bytes()[..cut]);
        bytes.push(b'\n');
    }
    let path = sandbox.path("lost.jsonl");
    std::fs::write(&path, bytes).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    let said: Vec<(String, String)> = memory
        .show("")
        .expect("a read")
        .into_iter()
        .map(|turn| {
            let steps = turn.steps.into_iter().map(|step| step.text);
            (turn.turn, steps.collect::<Vec<_>>().join(" "))
        })
        .collect();
    let of = |id: &str| said.iter().find(|(turn, _)| turn == id).map(|(_, text)| text.as_str());
    assert_eq!(of("one"), Some("Which stone? Slate."));
    assert_eq!(of("b"), Some("Copper. From 1910. It is green."));
    assert_eq!(of("two"), Some("And the wall? Older."));
}
