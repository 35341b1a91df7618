//! Copilot CLI: what is kept of its events.

use mementor_core::conversation::entry::Block;
use mementor_core::conversation::turn::ActionKind;
use mementor_core::sources::{Copilot, Source};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{Read, World, lines, rows};

const SESSION: &str = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";
const CHILD: &str = "9d1c4e0a-2b7f-4d55-8a10-77aa00bb11cc";

fn file() -> String {
    format!("session-state/{SESSION}/events.jsonl")
}

/// An event with the number that gives it its id and its time.
fn event(number: usize, kind: &str, data: Value) -> Value {
    let time = format!("2026-03-01T10:{:02}:{:02}.000Z", number / 60, number % 60);
    json!({ "type": kind, "data": data, "id": format!("e{number}"), "timestamp": time })
}

fn of_child(mut event: Value) -> Value {
    event["agentId"] = json!(CHILD);
    event
}

fn start(number: usize) -> Value {
    let context = json!({ "cwd": "/srv/weir", "gitRoot": "/srv/weir", "branch": "main" });
    let data = json!({ "sessionId": SESSION, "copilotVersion": "1.0.102", "context": context });
    event(number, "session.start", data)
}

fn prompt(number: usize, text: &str) -> Value {
    let whole = format!(
        "<current_datetime>now</current_datetime>\n\n{text}\n\n<system_reminder>\n<mementor>\nold news\n</mementor>\n</system_reminder>"
    );
    event(number, "user.message", json!({ "content": text, "transformedContent": whole }))
}

fn call(number: usize, said: &str, id: &str, tool: &str, arguments: Value) -> Value {
    let request = json!({ "toolCallId": id, "name": tool, "arguments": arguments });
    event(number, "assistant.message", json!({ "content": said, "toolRequests": [request] }))
}

fn result(number: usize, id: &str, text: &str, exit: Option<i64>) -> Value {
    let mut data = json!({ "toolCallId": id, "success": true, "result": { "content": text } });
    if let Some(exit) = exit {
        data["shellExecution"] = json!({ "exitCode": exit });
    }
    event(number, "tool.execution_complete", data)
}

fn session() -> Vec<Value> {
    let skill = json!({ "content": "<skill-context name=\"plan\">", "source": "skill-plan" });
    let hook = json!({ "hookType": "userPromptSubmitted", "input": { "prompt": "mend the weir" } });
    let task = json!({ "content": "count the stones", "source": format!("agent-{SESSION}") });
    let failed = json!({ "toolCallId": "c5", "success": false, "error": { "message": "The user rejected this tool call. User feedback: not there" } });
    let done = "<system_notification>\nShell command \"build\" (shellId: 3) has completed\n</system_notification>";
    let edit = json!({ "path": "/srv/weir/gate.rs", "old_str": "one", "new_str": "two" });
    vec![
        start(0),
        event(1, "hook.start", hook),
        prompt(2, "mend the weir"),
        event(3, "system.message", json!({ "role": "system", "content": "You are" })),
        call(
            4,
            "I look.",
            "c1",
            "bash",
            json!({ "command": "make check", "description": "check it" }),
        ),
        event(5, "tool.execution_start", json!({ "toolCallId": "c1", "toolName": "bash" })),
        result(6, "c1", "error: it leaks\n<shellId: 0 completed with exit code 2>", Some(2)),
        call(7, "", "c2", "edit", edit),
        result(8, "c2", "File updated with changes.", None),
        call(9, "", "c3", "bash", json!({ "command": "make check" })),
        result(10, "c3", "all tight\n<shellId: 1 completed with exit code 0>", None),
        call(11, "", "c4", "ask_user", json!({ "question": "How deep?" })),
        result(12, "c4", "User responded: two metres", None),
        event(13, "user.message", skill),
        call(
            14,
            "",
            "c5",
            "task",
            json!({ "description": "stones", "prompt": "count the stones" }),
        ),
        of_child(event(15, "user.message", task)),
        of_child(event(
            16,
            "assistant.message",
            json!({ "content": "Forty.", "toolRequests": [] }),
        )),
        event(17, "tool.execution_complete", failed),
        event(
            18,
            "assistant.message",
            json!({ "content": "", "reasoningText": "hm", "toolRequests": [] }),
        ),
        event(19, "assistant.message", json!({ "content": "It holds.", "toolRequests": [] })),
        event(20, "system.notification", json!({ "content": done })),
        event(
            21,
            "session.resume",
            json!({ "context": { "cwd": "/srv/weir/low", "branch": "low" } }),
        ),
        prompt(22, "and the sluice?"),
        event(23, "user.message", json!({ "content": "the left one", "delivery": "steering" })),
        event(24, "abort", json!({ "reason": "user_initiated" })),
        event(
            25,
            "session.compaction_complete",
            json!({ "success": true, "summaryContent": "The weir" }),
        ),
        event(26, "weather.changed", json!({ "to": "rain" })),
        event(27, "session.shutdown", json!({ "totalPremiumRequests": 1 })),
    ]
}

#[test]
fn the_words_are_the_persons_and_every_record_is_accounted_for() {
    let mut world = World::of(&Copilot);
    world.write(&file(), &lines(&session()));
    let read = Read::of(&Copilot, &world.sandbox.path(&file()));
    assert_eq!(
        read.prompts(),
        ["mend the weir", "count the stones", "and the sluice?", "the left one"]
    );
    assert_eq!((read.records(), read.kept, read.unknown()), (28, 20, 1));
    let skipped: Vec<_> =
        read.skipped.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(
        skipped,
        [("harness", 2), ("hook-output", 1), ("progress", 1), ("state", 3), ("thinking", 1)]
    );
    assert_eq!(read.sessions, [SESSION]);
    assert_eq!(
        world.texts("SELECT head FROM item_text ORDER BY head"),
        [
            "and the sluice?\n\nthe left one",
            "count the stones",
            "mend the weir\n\ntwo metres\n\nnot there"
        ]
    );
    assert_eq!(
        world.texts("SELECT body FROM item_text ORDER BY body"),
        ["", "Forty.", "I look.\n\nHow deep?\n\nIt holds."]
    );
    let notes = read.entries.iter().flat_map(|entry| &entry.blocks);
    let notes = notes.filter(
        |block| matches!(block, Block::Note { text, .. } if text.starts_with("Shell command")),
    );
    assert_eq!(notes.count(), 1);
}

#[test]
fn a_subagent_is_under_its_parent_and_places_follow_the_session() {
    let mut world = World::of(&Copilot);
    world.write(&file(), &lines(&session()));
    assert_eq!(
        world.texts("SELECT DISTINCT coalesce(subagent, '') FROM turn ORDER BY 1"),
        [String::new(), CHILD.to_owned()]
    );
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("copilot {SESSION}")]
    );
    let read = Read::of(&Copilot, &world.sandbox.path(&file()));
    let place = |id: &str| {
        let entry = read.entries.iter().find(|entry| entry.id == id).expect("it is kept");
        (entry.cwd.as_deref(), entry.branch.as_deref(), entry.version.as_deref())
    };
    assert_eq!(place("e2"), (Some("/srv/weir"), Some("main"), Some("1.0.102")));
    assert_eq!(place("e22"), (Some("/srv/weir/low"), Some("low"), Some("1.0.102")));
    let directory = Copilot.directory(&world.sandbox.path(&file())).expect("it can be read");
    assert_eq!(directory.as_deref(), Some("/srv/weir"));
}

#[test]
fn tool_calls_are_actions_with_their_details() {
    let mut world = World::of(&Copilot);
    world.write(&file(), &lines(&session()));
    let read = Read::of(&Copilot, &world.sandbox.path(&file()));
    let actions = read.actions(&Copilot);
    assert_eq!(
        read.done(&Copilot),
        [
            (ActionKind::Command, "make check".into(), Some(2)),
            (ActionKind::Edit, "/srv/weir/gate.rs".into(), None),
            (ActionKind::Command, "make check".into(), Some(0)),
            (ActionKind::Other, "How deep?".into(), None),
            (ActionKind::Agent, "stones".into(), None),
        ]
    );
    assert_eq!(actions[0].error.as_deref(), Some("error: it leaks"));
    let commands = read.details(&Copilot, "bash");
    assert_eq!(commands[0].purpose.as_deref(), Some("check it"));
    let change = &read.details(&Copilot, "edit")[0].changes[0];
    assert_eq!((change.old.as_deref(), change.new.as_str()), (Some("one"), "two"));
    let answered = &read.details(&Copilot, "ask_user")[0].answered;
    assert_eq!(answered[..], [("How deep?".to_owned(), "two metres".to_owned())]);
    let refused = read.details(&Copilot, "task")[0].refused.clone().expect("it was refused");
    assert_eq!(refused.said.as_deref(), Some("not there"));
}

#[test]
fn a_session_is_known_by_its_folder_or_its_file() {
    assert_eq!(Copilot.session_of(&file()).as_deref(), Some(SESSION));
    assert_eq!(Copilot.session_of(&format!("/b/{SESSION}.jsonl")).as_deref(), Some(SESSION));
    assert_eq!(Copilot.session_of("/b/events.jsonl"), None);
}

#[test]
fn bad_lines_cost_only_themselves() {
    let mut bytes = b"{\"type\":\"user.message\"\n[1]\n\n{\"type\":7}\n".to_vec();
    bytes.extend(lines(&[start(1), prompt(2, "mend the weir")]));
    let mut world = World::of(&Copilot);
    world.write(&file(), &bytes);
    let read = Read::of(&Copilot, &world.sandbox.path(&file()));
    assert_eq!(read.prompts(), ["mend the weir"]);
    assert_eq!((read.records(), read.problems["invalid-json"]), (6, 1));
    assert_eq!(read.problems["not-an-entry"], 2);
}

fn generated() -> impl Strategy<Value = Vec<u8>> {
    let kinds = prop::collection::vec((0..9_u8, "[a-z]{1,8}( [a-z]{1,8}){0,3}"), 1..12);
    kinds.prop_map(|kinds| {
        // Every session begins with its place.
        let events = (1..).zip(&kinds).map(|(number, (kind, text))| match kind {
            0 => start(number),
            1 => of_child(prompt(number, text)),
            2 => of_child(event(number, "assistant.message", json!({ "content": text }))),
            3 => call(number, text, &format!("c{number}"), "bash", json!({ "command": text })),
            4 => result(number, &format!("c{}", number.saturating_sub(1)), text, Some(1)),
            5 => event(
                number,
                "session.resume",
                json!({ "context": { "cwd": format!("/srv/{text}") } }),
            ),
            6 => event(number, "weather.changed", json!({ "to": text })),
            7 => event(number, "abort", json!({})),
            _ => prompt(number, text),
        });
        lines(&[start(0)].into_iter().chain(events).collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_and_any_repetition_give_the_same_rows(
        bytes in generated(),
        first in 0.0..1.0_f64,
        second in 0.0..1.0_f64,
    ) {
        let at = |share: f64| &bytes[..(share * bytes.len() as f64) as usize];
        let whole = rows(&Copilot, &file(), &[&bytes]);
        let (small, large) = (first.min(second), first.max(second));
        prop_assert_eq!(&rows(&Copilot, &file(), &[at(small), at(large), &bytes]), &whole);
        prop_assert_eq!(&rows(&Copilot, &file(), &[&bytes, at(large), &bytes]), &whole);
    }
}
