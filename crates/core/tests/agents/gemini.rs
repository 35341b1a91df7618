//! Gemini CLI: what is kept of its files, whole ones and lines.

use std::fs;

use mementor_core::conversation::turn::ActionKind;
use mementor_core::sources::{Gemini, Source};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{Read, World, lines, rows};

const SESSION: &str = "5c0d2f6e-1111-4a43-9a31-5f7a6f0c2d11";
const LINES: &str = "gemini/tmp/weir/chats/session-2026-03-01T10-00-5c0d2f6e.jsonl";
const WHOLE: &str = "gemini/tmp/weir/chats/session-2026-03-01T10-00-5c0d2f6e.json";

fn time(number: usize) -> String {
    format!("2026-03-01T10:{:02}:{:02}.000Z", number / 60, number % 60)
}

fn head() -> Value {
    json!({ "sessionId": SESSION, "projectHash": "0", "startTime": time(0), "kind": "main" })
}

fn set(fields: Value) -> Value {
    json!({ "$set": fields })
}

fn prompt(number: usize, text: &str) -> Value {
    let parts = json!([
        { "text": format!("<hook_context>at start</hook_context>\n\n{text}") },
        { "text": "<hook_context>&lt;mementor&gt;\nold news\n&lt;/mementor&gt;</hook_context>" },
    ]);
    json!({ "id": format!("u{number}"), "timestamp": time(number), "type": "user", "content": parts })
}

fn answer(number: usize, text: &str) -> Value {
    json!({ "id": format!("g{number}"), "timestamp": time(number), "type": "gemini", "content": text, "thoughts": [] })
}

fn with_call(mut answer: Value, id: &str, command: &str, output: &str) -> Value {
    let response =
        json!({ "id": id, "name": "run_shell_command", "response": { "output": output } });
    answer["toolCalls"] = json!([{
        "id": id, "name": "run_shell_command", "args": { "command": command },
        "status": "success", "result": [{ "functionResponse": response }],
    }]);
    answer
}

fn response(number: usize, id: &str, output: &str) -> Value {
    let response =
        json!({ "id": id, "name": "run_shell_command", "response": { "output": output } });
    let parts = json!([{ "functionResponse": response }]);
    json!({ "id": format!("r{number}"), "timestamp": time(number), "type": "user", "content": parts })
}

const LEAK: &str = "<untrusted_context>\nOutput: it leaks\nExit Code: 2\nProcess Group PGID: 7\n</untrusted_context>";

#[test]
fn a_session_that_names_no_directory_is_in_the_one_that_its_hook_told() {
    let whole = json!({
        "sessionId": SESSION, "projectHash": "0", "startTime": time(0),
        "messages": [prompt(1, "mend the weir"), answer(2, "It is mended.")],
    });
    let filed = |told: Option<&str>| {
        let mut world = World::of(&Gemini);
        let path = world.sandbox.path(WHOLE);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, whole.to_string()).expect("room");
        match told {
            Some(told) => world.ingest_told(&path, told),
            None => world.ingest(&path),
        }
        // What is told later changes nothing.
        world.ingest_told(&path, "/srv/late");
        world.texts("SELECT name FROM project")
    };
    assert_eq!(filed(Some("/srv/sluice")), ["sluice"]);
    assert_eq!(filed(None), ["chats"]);
}

fn session() -> Vec<Value> {
    let surroundings = json!({ "id": "ctx", "timestamp": time(0), "type": "user", "content": [{ "text": "<session_context>\nThis is the Gemini CLI." }] });
    // What a resumed session begins with: the first prompt is lost, the calls are parts.
    let parts = json!([
        { "text": "I should look", "thought": true },
        { "text": "I look." },
        { "functionCall": { "id": "c1", "name": "run_shell_command", "args": { "command": "make check" } } },
    ]);
    let copy = json!({ "id": "g2", "timestamp": time(90), "type": "gemini", "content": parts });
    let known = json!({ "id": "g3_response", "timestamp": time(90), "type": "user", "content": response(0, "c1", LEAK)["content"] });
    let missed =
        json!({ "id": "u50", "timestamp": time(90), "type": "user", "content": "was it dry?" });
    let dry = json!({ "id": "g50", "timestamp": time(90), "type": "gemini", "content": [{ "text": "It was." }] });
    vec![
        head(),
        set(json!({ "messages": [surroundings], "lastUpdated": time(0) })),
        prompt(1, "mend the weir"),
        set(json!({ "lastUpdated": time(1) })),
        answer(2, "I look."),
        with_call(answer(2, "I look."), "c1", "make check", LEAK),
        response(3, "c1", LEAK),
        answer(4, "It is mended."),
        json!({ "$rewindTo": "g4" }),
        prompt(5, "and the sluice?"),
        answer(6, "It holds."),
        head(),
        set(json!({ "messages": [surroundings_again(), copy, known, missed, dry] })),
        prompt(100, "paint it"),
        answer(101, "Done."),
        json!({ "id": "w", "timestamp": time(102), "type": "info", "content": "Request cancelled." }),
        json!({ "id": "x", "timestamp": time(103), "type": "weather", "content": "rain" }),
        json!({ "id": "e", "timestamp": time(104), "type": "error", "content": "[API Error]" }),
    ]
}

fn surroundings_again() -> Value {
    json!({ "id": "ctx", "timestamp": time(90), "type": "user", "content": "<session_context>\nagain" })
}

fn world(name: &str, bytes: &[u8]) -> World {
    let mut world = World::of(&Gemini);
    world.write("gemini/projects.json.txt", b"");
    std::fs::write(world.sandbox.path("gemini/projects.json"), projects()).expect("room");
    world.write(name, bytes);
    world
}

fn projects() -> String {
    json!({ "projects": { "/srv/other": "other", "/srv/weir": "weir" } }).to_string()
}

#[test]
fn lines_are_read_as_their_last_form_and_snapshots_add_only_what_is_new() {
    let world = world(LINES, &lines(&session()));
    let read = Read::of(&Gemini, &world.sandbox.path(LINES));
    let prompts: Vec<&str> = read.prompts().into_iter().filter(|text| !text.is_empty()).collect();
    assert_eq!(prompts, ["mend the weir", "and the sluice?", "was it dry?", "paint it"]);
    assert_eq!((read.records(), read.unknown()), (18, 1));
    assert_eq!(
        world.texts("SELECT head || ': ' || body FROM item_text ORDER BY 1"),
        [
            "and the sluice?: It holds.",
            "mend the weir: I look.",
            "paint it: Done.",
            "was it dry?: It was.",
        ]
    );
    let skipped: Vec<_> =
        read.skipped.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(skipped, [("api-error", 1), ("repeated", 1), ("state", 4)]);
    assert_eq!(read.sessions, [SESSION]);
    assert_eq!(
        world.texts("SELECT kind || ' ' || target || ' ' || exit_status FROM action"),
        ["command make check 2"]
    );
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("gemini {SESSION}")]
    );
}

#[test]
fn what_is_taken_back_was_not_said() {
    let to = |id: &str| json!({ "$rewindTo": id });
    let told = [
        head(),
        prompt(1, "mend the weir"),
        answer(2, "It is mended."),
        prompt(3, "paint it red"),
        answer(4, "It is red."),
        prompt(5, "and the sluice too"),
        answer(6, "Both are red."),
        to("u3"),
        prompt(7, "paint it blue"),
        answer(8, "It is blue."),
    ];
    let texts = "SELECT head || ': ' || body FROM item_text WHERE head || body <> '' ORDER BY 1";
    let said = ["mend the weir: It is mended.", "paint it blue: It is blue."];
    let world = world(LINES, &lines(&told));
    assert_eq!(world.texts(texts), said);
    assert_eq!(world.texts("SELECT count(*) || '' FROM turn"), ["4"]);
    let back = "SELECT uuid FROM turn WHERE taken_back_in = '*' ORDER BY 1";
    assert_eq!(world.texts(back), ["u3", "u5"]);
    let rows = world.rows().join("\n");
    assert!(
        !rows.contains("is red") && !rows.contains("it red") && rows.contains("taken-back"),
        "{rows}"
    );

    // An answer alone: its turn goes on, although another one has begun since.
    let mut again = told[..5].to_vec();
    again.extend([to("g2"), answer(9, "It is dry.")]);
    let world = self::world(LINES, &lines(&again));
    assert_eq!(world.texts(texts), ["mend the weir: It is dry."]);

    // What no message is called takes all back, and what was never said nothing.
    let world = self::world(LINES, &lines(&[&told[..3], &[to("unknown"), to("u1")]].concat()));
    assert_eq!(world.texts(texts), [""; 0]);
    let read = Read::of(&Gemini, &world.sandbox.path(LINES));
    assert_eq!((read.records(), read.skipped["rewound"]), (5, 1));
}

#[test]
fn the_directory_is_the_one_on_record() {
    let world = world(LINES, &lines(&session()));
    let path = world.sandbox.path(LINES);
    assert_eq!(Gemini.directory(&path).expect("readable").as_deref(), Some("/srv/weir"));
    let read = Read::of(&Gemini, &path);
    assert!(read.entries.iter().all(|entry| entry.cwd.as_deref() == Some("/srv/weir")));
    assert_eq!(world.texts("SELECT name FROM project"), ["weir"]);
    let root = world.sandbox.path("gemini/tmp/weir/.project_root");
    std::fs::write(root, "/srv/moved\n").expect("room");
    assert_eq!(Gemini.directory(&path).expect("readable").as_deref(), Some("/srv/moved"));
}

#[test]
fn a_subagent_is_under_its_parent() {
    let child = "77aa00bb-2222-4a43-9a31-5f7a6f0c2d11";
    let name = format!("gemini/tmp/weir/chats/{SESSION}/{child}.jsonl");
    let head = json!({ "sessionId": child, "projectHash": "0", "kind": "subagent" });
    let world = world(&name, &lines(&[head, prompt(1, "count the stones"), answer(2, "Forty.")]));
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("gemini {SESSION}")]
    );
    assert_eq!(world.texts("SELECT subagent FROM turn"), [child]);
}

/// A whole file with these messages.
fn whole(messages: &[Value]) -> Vec<u8> {
    let file = json!({
        "sessionId": SESSION, "projectHash": "0", "startTime": time(0),
        "lastUpdated": time(messages.len()), "messages": messages,
    });
    serde_json::to_vec_pretty(&file).expect("plain data")
}

fn messages() -> Vec<Value> {
    let glued =
        "<mementor>\nat start\n</mementor>\n\nmend the weir<mementor>\nold news\n\n</mementor>";
    let told = json!({ "id": "u1", "timestamp": time(1), "type": "user", "content": glued });
    let old = "Command: make check\nDirectory: (root)\nOutput: it leaks\nError: (none)\nExit Code: 2\nSignal: (none)";
    let mut edit = answer(3, "");
    edit["toolCalls"] = json!([{
        "id": "c2", "name": "replace", "status": "success",
        "args": { "file_path": "/srv/weir/gate.rs", "old_string": "one", "new_string": "two" },
        "result": [{ "functionResponse": { "id": "c2", "name": "replace", "response": { "output": "ok" } } }],
    }, {
        "id": "c3", "name": "run_shell_command", "status": "cancelled", "args": { "command": "rm gate" },
        "result": [{ "functionResponse": { "id": "c3", "name": "run_shell_command", "response": { "error": "[Operation Cancelled] Reason: User denied execution." } } }],
    }]);
    let files = json!([
        { "text": "read @a.md" }, { "text": "\n--- Content from referenced files ---" },
        { "text": "\nContent from @a.md:\n" }, { "text": "a secret plan" },
        { "text": "\n--- End of content ---" },
    ]);
    vec![
        told,
        with_call(answer(2, "I look."), "c1", "make check", old),
        edit,
        json!({ "id": "i", "timestamp": time(4), "type": "info", "content": "Update available" }),
        json!({ "id": "u5", "timestamp": time(5), "type": "user", "content": files }),
        answer(6, "I read it."),
    ]
}

#[test]
fn our_text_is_cut_out_of_the_prompt_it_is_glued_to() {
    let world = world(WHOLE, &whole(&messages()));
    let read = Read::of(&Gemini, &world.sandbox.path(WHOLE));
    assert_eq!(read.prompts(), ["mend the weir", "read @a.md"]);
    assert_eq!((read.records(), read.kept), (6, 5));
    let rows = world.rows().join("\n");
    assert!(rows.contains("mend the weir") && !rows.contains("old news"), "{rows}");
    assert!(!rows.contains("a secret plan"));
}

#[test]
fn tool_calls_are_actions_with_their_details() {
    let world = world(WHOLE, &whole(&messages()));
    let read = Read::of(&Gemini, &world.sandbox.path(WHOLE));
    let actions = read.actions(&Gemini);
    assert_eq!(
        read.done(&Gemini),
        [
            (ActionKind::Command, "make check".into(), Some(2)),
            (ActionKind::Edit, "/srv/weir/gate.rs".into(), None),
            (ActionKind::Command, "rm gate".into(), None),
        ]
    );
    assert_eq!(actions[0].error.as_deref(), Some("it leaks"));
    assert_eq!(read.details(&Gemini, "replace")[0].changes[0].new, "two");
    assert!(read.details(&Gemini, "run_shell_command")[1].refused.is_some());
}

#[test]
fn a_whole_file_that_grows_ends_in_the_rows_of_its_last_state() {
    let all = messages();
    let mut begun = all[..2].to_vec();
    begun[1] = answer(2, "I");
    let states = [whole(&begun), whole(&all[..3]), whole(&all)];
    let last = rows(&Gemini, WHOLE, &[&states[2]]);
    for order in [&[0, 1, 2][..], &[0, 2], &[2, 0, 2], &[2, 2], &[2, 1, 0], &[1, 0, 2]] {
        let order: Vec<&[u8]> = order.iter().map(|at| states[*at].as_slice()).collect();
        let words = |rows: &[String]| -> Vec<String> {
            // The ledger tells which state was read last.
            rows.iter().filter(|row| !row.starts_with("transcript")).cloned().collect()
        };
        assert_eq!(words(&rows(&Gemini, WHOLE, &order)), words(&last));
    }
    let torn = &states[2][..states[2].len() / 2];
    assert_eq!(rows(&Gemini, WHOLE, &[torn, &states[2]]), last);
    assert_eq!(rows(&Gemini, WHOLE, &[&states[0], torn, &states[2]]), last);
}

#[test]
fn what_is_no_session_is_a_problem() {
    let world = world(WHOLE, b"{\"messages\": 7}");
    let read = Read::of(&Gemini, &world.sandbox.path(WHOLE));
    assert_eq!((read.records(), read.problems["not-an-entry"]), (1, 1));
    let mut bytes = b"{\"a\":1}\n[1]\n{\"id\"\n".to_vec();
    bytes.extend(lines(&[head(), prompt(1, "mend the weir")]));
    std::fs::write(world.sandbox.path(LINES), bytes).expect("room");
    let read = Read::of(&Gemini, &world.sandbox.path(LINES));
    assert_eq!((read.records(), read.prompts()), (5, vec!["mend the weir"]));
    assert_eq!((read.problems["not-an-entry"], read.problems["invalid-json"]), (2, 1));
}

fn generated() -> impl Strategy<Value = Vec<u8>> {
    let kinds = prop::collection::vec((0..8_u8, 0..6_usize, "[a-z]{1,8}( [a-z]{1,8}){0,3}"), 1..14);
    kinds.prop_map(|kinds| {
        let mut said: Vec<Value> = Vec::new();
        let mut file = vec![head()];
        for (number, (kind, of, text)) in kinds.iter().enumerate() {
            let message = match kind {
                0 | 1 => prompt(number, text),
                2 => answer(number, text),
                3 => with_call(answer(*of, text), &format!("c{of}"), text, LEAK),
                4 => response(number, &format!("c{of}"), LEAK),
                5 => json!({ "$rewindTo": format!("u{of}") }),
                6 => set(json!({ "messages": said })),
                _ => set(json!({ "messages": [answer(*of, text), prompt(50 + of, text)] })),
            };
            if message["type"].is_string() {
                said.push(message.clone());
            }
            file.push(message);
        }
        lines(&file)
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
        let whole = rows(&Gemini, LINES, &[&bytes]);
        let (small, large) = (first.min(second), first.max(second));
        prop_assert_eq!(&rows(&Gemini, LINES, &[at(small), at(large), &bytes]), &whole);
        prop_assert_eq!(&rows(&Gemini, LINES, &[&bytes, &bytes]), &whole);
    }
}
