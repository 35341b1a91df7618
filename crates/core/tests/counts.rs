//! How many turns there are: every report counts the same.

mod sandbox;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::memory::Within;
use mementor_core::removal::forget::Selection;
use mementor_core::store::Filter;
use sandbox::{Sandbox, Session, append, bytes_of, export_all, ingest};
use serde_json::{Value, json};

/// Own turns and subagents' turns of the fixture.
const TURNS: (u64, u64) = (3, 2);

/// Returns three turns, a command of the client, which is none, and two turns of subagents.
fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("5e55c001", &sandbox.directory("quarry"));
    let mut lines = session.turn("one", "Is the stone rare?", "I have it looked up.");
    lines.push(session.prompt("clear", "<command-name>/clear</command-name>"));
    lines.extend(session.turn("two", "How old is the roof?", "From 1910."));
    lines.extend(session.turn("three", "And the wall?", "Older."));
    for (id, agent) in [("look", "a1"), ("find", "a2")] {
        let mut of_agent = session.turn(id, "Look into the list", "It is on page 9.");
        for line in &mut of_agent {
            line["agentId"] = json!(agent);
            line["isSidechain"] = json!(true);
        }
        lines.extend(of_agent);
    }
    lines
}

fn scrubbed(memory: &mut Memory) -> (u64, u64) {
    let (mut turns, mut of_agents, mut after) = (0, 0, Some(0));
    while let Some(from) = after {
        let step = memory.scrub(from).expect("a step");
        turns += step.counts.turns;
        of_agents += step.counts.subagent_turns;
        after = step.next;
    }
    (turns, of_agents)
}

#[test]
fn every_report_counts_the_same_turns() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let report = ingest(&mut memory, &sandbox.transcript("quarry", &lines(&sandbox)));
    assert_eq!((report.turns, report.subagent_turns), TURNS, "ingest");
    let stats = memory.stats().expect("counts");
    assert_eq!((stats.turns, stats.subagent_turns), TURNS, "status");
    let [project] = &stats.projects[..] else { panic!("one project: {:?}", stats.projects) };
    assert_eq!((project.turns, project.subagent_turns, project.sessions), (3, 2, 1), "a project");
    let sessions = memory.sessions(&Within::Everything, 9).expect("a list");
    assert_eq!(sessions.iter().map(|row| row.turns).collect::<Vec<_>>(), [TURNS.0], "sessions");
    let shown = memory.show("5e55c001").expect("a session");
    let of_agents = shown.iter().filter(|turn| turn.subagent.is_some()).count() as u64;
    assert_eq!((shown.len() as u64 - of_agents, of_agents), TURNS, "show");
    assert_eq!(scrubbed(&mut memory), TURNS, "scrub");
    let filter = Filter { since_ms: Some(0), ..Filter::default() };
    let selected = memory.select(Selection { filter, ..Selection::default() }, None);
    let selected = selected.expect("a selection");
    let of_agents = selected.iter().filter(|turn| turn.subagent.is_some()).count() as u64;
    assert_eq!((selected.len() as u64 - of_agents, of_agents), TURNS, "forget");
    let all = memory.turns_begun_until(i64::MAX).expect("a count").turns;
    assert_eq!(all, TURNS.0 + TURNS.1, "salvage");

    let elsewhere = Sandbox::without_model();
    let imported =
        elsewhere.open().import(&export_all(&memory).lines, Voucher::Person, 0).expect("ours");
    assert_eq!((imported.turns, imported.subagent_turns), TURNS, "import");
    let again =
        elsewhere.open().import(&export_all(&memory).lines, Voucher::Person, 0).expect("ours");
    assert_eq!((again.turns, again.subagent_turns, again.changed, again.unchanged), (0, 0, 0, 5));
}

#[test]
fn a_turn_that_goes_on_is_counted_once() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new("5e55c002", &sandbox.directory("quarry"));
    let path = sandbox.transcript("quarry", &[session.prompt("one", "Is the stone rare?")]);
    let report = ingest(&mut memory, &path);
    assert_eq!((report.turns, report.changed), (1, 0));
    append(&path, &bytes_of(&[session.answer("answer", "Very.")]));
    let report = ingest(&mut memory, &path);
    assert_eq!((report.turns, report.changed), (0, 1));
    assert_eq!(memory.stats().expect("counts").turns, 1);
}

#[test]
fn a_turn_with_which_a_fork_begins_counts_in_its_parent_whichever_was_stored_first() {
    let sandbox = Sandbox::without_model();
    let quarry = sandbox.directory("quarry");
    let mut parent = Session::new("parent", &quarry);
    let mut lines = parent.turn("one", "Is the stone of the quay rare?", "It is from Wales.");
    lines.extend(parent.turn("two", "How old is the roof of the quay?", "It is from 1910."));
    // A fork names itself in the lines that it copies, and another one forks the fork.
    let named = |lines: &[Value], name: &str| -> Vec<Value> {
        let of = |line: &Value| {
            let mut line = line.clone();
            line["sessionId"] = json!(name);
            line
        };
        lines.iter().map(of).collect()
    };
    let mut fork = named(&lines, "a-fork");
    fork.extend(named(&parent.turn("three", "And who built the lighthouse?", "Nobody."), "a-fork"));
    let same = named(&fork, "same");
    let mut further = named(&fork, "further");
    let own = parent.turn("four", "Which wood is the jetty made of?", "The jetty is made of oak.");
    further.extend(named(&own, "further"));
    let files = [("parent", lines), ("a-fork", fork), ("same", same), ("further", further)];
    let paths = files.map(|(name, lines)| sandbox.transcript(name, &lines));
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
        let stored = Sandbox::without_model();
        let mut memory = stored.open();
        for at in order {
            ingest(&mut memory, &paths[at]);
        }
        let mut rows = memory.sessions(&Within::Everything, 9).expect("a list");
        rows.sort_by_key(|row| row.session.clone());
        let told: Vec<(&str, u64, u64, Option<&str>)> = rows
            .iter()
            .map(|row| {
                let from = row.shared_with.as_deref();
                (row.session.as_str(), row.turns, row.shared_turns, from)
            })
            .collect();
        let expected = [
            ("a-fork", 3, 2, Some("parent")),
            ("further", 4, 3, Some("a-fork")),
            ("parent", 2, 0, None),
            ("same", 3, 3, Some("a-fork")),
        ];
        assert_eq!(told, expected, "{order:?}");
        let own: u64 = rows.iter().map(|row| row.turns - row.shared_turns).sum();
        assert_eq!(own, memory.stats().expect("counts").turns, "{order:?}");
        let sessions: Vec<String> = rows.iter().map(|row| row.session.clone()).collect();
        let gists = memory.gists(&sessions).expect("gists");
        let asked: Vec<&str> = gists.iter().filter_map(|gist| gist.asked.as_deref()).collect();
        assert_eq!(
            asked,
            [
                "And who built the lighthouse?",
                "Which wood is the jetty made of?",
                "Is the stone of the quay rare?",
                "Is the stone of the quay rare?",
            ]
        );
        assert_eq!(gists[1].ended.as_deref(), Some("The jetty is made of oak."));
    }
}
