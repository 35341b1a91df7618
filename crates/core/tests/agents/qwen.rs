//! Qwen Code: what is kept of its lines.

use mementor_core::conversation::entry::Block;
use mementor_core::conversation::turn::ActionKind;
use mementor_core::sources::{Qwen, Source};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{Read, World, lines, rows};

const SESSION: &str = "3e9a1c52-1111-4a43-9a31-5f7a6f0c2d11";

fn file() -> String {
    format!("projects/-srv-weir/chats/{SESSION}.jsonl")
}

fn line(number: usize, kind: &str, parts: Value) -> Value {
    let role = if kind == "assistant" { "model" } else { "user" };
    json!({
        "uuid": format!("q{number}"), "sessionId": SESSION, "type": kind, "cwd": "/srv/weir",
        "timestamp": format!("2026-03-01T10:{:02}:{:02}.000Z", number / 60, number % 60),
        "version": "0.24.4", "gitBranch": "main", "message": { "role": role, "parts": parts },
    })
}

fn prompt(number: usize, text: &str) -> Value {
    let ours = "<qwen:user-prompt-submit-context>\n<mementor>\nold news\n</mementor>\n</qwen:user-prompt-submit-context>";
    let mut line = line(number, "user", json!([{ "text": text }, { "text": ours }]));
    line["provenance"] = json!("real_user");
    line["systemPayload"] =
        json!({ "displayText": text, "hookContext": "<mementor>old news</mementor>" });
    line
}

fn call(number: usize, said: &str, id: &str, tool: &str, args: Value) -> Value {
    let thought = json!({ "text": "I should look", "thought": true });
    let call = json!({ "functionCall": { "id": id, "name": tool, "args": args } });
    line(number, "assistant", json!([thought, { "text": said }, call]))
}

fn result(number: usize, id: &str, tool: &str, response: Value, status: &str) -> Value {
    let response = json!({ "functionResponse": { "id": id, "name": tool, "response": response } });
    let mut line = line(number, "tool_result", json!([response]));
    line["toolCallResult"] = json!({ "callId": id, "status": status });
    line
}

fn system(number: usize, subtype: &str) -> Value {
    let mut line = line(number, "system", Value::Null);
    line["subtype"] = json!(subtype);
    line
}

fn session() -> Vec<Value> {
    let failed = "Command: make check\nDirectory: (root)\nOutput: it leaks\nError: (none)\nExit Code: 2\nSignal: (none)";
    let mut reminded = line(
        5,
        "user",
        json!([
            { "text": "<system-reminder>\nbe brief\n</system-reminder>" }, { "text": "and the sluice?" },
        ]),
    );
    reminded["version"] = json!("0.10.1");
    let mut notified =
        line(8, "user", json!([{ "text": "<task-notification>done</task-notification>" }]));
    notified["provenance"] = json!("notification");
    vec![
        prompt(0, "mend the weir"),
        system(1, "ui_telemetry"),
        call(2, "I look.", "c1", "run_shell_command", json!({ "command": "make check" })),
        result(3, "c1", "run_shell_command", json!({ "error": failed }), "error"),
        line(4, "assistant", json!([{ "text": "It leaks." }])),
        reminded,
        call(
            6,
            "",
            "c2",
            "edit",
            json!({ "file_path": "/srv/weir/gate.rs", "old_string": "one", "new_string": "two" }),
        ),
        result(7, "c2", "edit", json!({ "output": "ok" }), "success"),
        notified,
        system(9, "chat_compression"),
        line(10, "weather", json!([])),
        line(11, "assistant", json!([{ "text": "hm", "thought": true }])),
    ]
}

#[test]
fn the_words_are_the_persons_and_every_record_is_accounted_for() {
    let mut world = World::of(&Qwen);
    world.write(&file(), &lines(&session()));
    let read = Read::of(&Qwen, &world.sandbox.path(&file()));
    assert_eq!(read.prompts(), ["mend the weir", "and the sluice?"]);
    assert_eq!((read.records(), read.kept, read.unknown()), (12, 9, 1));
    let skipped: Vec<_> =
        read.skipped.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(skipped, [("automatic", 1), ("system", 1), ("thinking", 1)]);
    assert!(read.entries.iter().any(|entry| entry.blocks == [Block::Compacted]));
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("qwen {SESSION}")]
    );
    assert_eq!(
        Qwen.directory(&world.sandbox.path(&file())).expect("readable").as_deref(),
        Some("/srv/weir")
    );
    let rows = world.rows().join("\n");
    assert!(rows.contains("mend the weir") && !rows.contains("old news"), "{rows}");
}

#[test]
fn tool_calls_are_actions_with_their_details() {
    let mut world = World::of(&Qwen);
    world.write(&file(), &lines(&session()));
    let read = Read::of(&Qwen, &world.sandbox.path(&file()));
    let actions = read.actions(&Qwen);
    assert_eq!(
        read.done(&Qwen),
        [
            (ActionKind::Command, "make check".into(), Some(2)),
            (ActionKind::Edit, "/srv/weir/gate.rs".into(), None),
        ]
    );
    assert_eq!(actions[0].error.as_deref(), Some("it leaks"));
    assert_eq!(read.details(&Qwen, "edit")[0].changes[0].new, "two");
}

#[test]
fn what_was_rewound_is_taken_back_and_a_fork_has_the_turns_of_its_parent() {
    let follows = |mut line: Value, parent: &str| {
        line["parentUuid"] = json!(parent);
        line
    };
    let said = |number, text| line(number, "assistant", json!([{ "text": text }]));
    let told = [
        prompt(1, "mend the weir"),
        follows(said(2, "It is mended."), "q1"),
        follows(prompt(3, "paint it red"), "q2"),
        follows(said(4, "It is red."), "q3"),
        // The client notes where the person went back to, and goes on from its note.
        follows(system(5, "rewind"), "q2"),
        follows(prompt(6, "paint it blue"), "q5"),
        follows(said(7, "It is blue."), "q6"),
    ];
    let mut world = World::of(&Qwen);
    world.write(&file(), &lines(&told));
    let back = "SELECT uuid || ' ' || taken_back_in FROM turn WHERE taken_back_in IS NOT NULL";
    assert_eq!(world.texts(back), [format!("q3 {SESSION}")]);

    let other = SESSION.replace('3', "4");
    let copied = told[..2].iter().enumerate().map(|(number, line)| {
        let mut line = line.clone();
        line["forkedFrom"] = json!({ "sessionId": SESSION, "messageUuid": line["uuid"] });
        line["uuid"] = json!(format!("f{number}"));
        line["sessionId"] = json!(other);
        line
    });
    let fork: Vec<Value> = copied.collect();
    world.write(&file().replace(SESSION, &other), &lines(&fork));
    assert_eq!(world.texts("SELECT uuid FROM turn ORDER BY 1"), ["q1", "q3", "q6"]);
    assert_eq!(
        world.texts("SELECT count(*) || '' FROM session_turn JOIN turn ON turn_id = turn.id WHERE uuid = 'q1'"),
        ["2"]
    );
}

#[test]
fn a_subagent_is_under_its_parent() {
    let name = format!("projects/-srv-weir/subagents/{SESSION}/agent-general-c9.jsonl");
    let mut world = World::of(&Qwen);
    let mut task = line(0, "user", json!([{ "text": "count the stones" }]));
    task["provenance"] = json!("agent");
    world.write(&name, &lines(&[task, line(1, "assistant", json!([{ "text": "Forty." }]))]));
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("qwen {SESSION}")]
    );
    assert_eq!(world.texts("SELECT subagent FROM turn"), ["agent-general-c9"]);
    assert_eq!(world.texts("SELECT head FROM item_text"), ["count the stones"]);
}

fn generated() -> impl Strategy<Value = Vec<u8>> {
    let kinds = prop::collection::vec((0..7_u8, "[a-z]{1,8}( [a-z]{1,8}){0,3}"), 1..12);
    kinds.prop_map(|kinds| {
        let events = kinds.iter().enumerate().map(|(number, (kind, text))| match kind {
            0 | 1 => prompt(number, text),
            2 => line(number, "assistant", json!([{ "text": text }])),
            3 => call(number, text, &format!("c{number}"), "edit", json!({ "file_path": text })),
            4 => result(
                number,
                &format!("c{}", number.saturating_sub(1)),
                "edit",
                json!({ "output": text }),
                "success",
            ),
            5 => system(number, text),
            _ => line(number, "weather", json!([{ "text": text }])),
        });
        lines(&events.collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_and_any_repetition_give_the_same_rows(
        bytes in generated(),
        first in 0.0..1.0_f64,
        second in 0.0..1.0_f64,
    ) {
        let at = |share: f64| &bytes[..(share * bytes.len() as f64) as usize];
        let whole = rows(&Qwen, &file(), &[&bytes]);
        let (small, large) = (first.min(second), first.max(second));
        prop_assert_eq!(&rows(&Qwen, &file(), &[at(small), at(large), &bytes]), &whole);
        prop_assert_eq!(&rows(&Qwen, &file(), &[&bytes, &bytes]), &whole);
    }
}
