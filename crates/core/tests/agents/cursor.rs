//! Cursor: what is kept of its agent's transcripts, which have neither ids nor times.

use mementor_core::conversation::turn::ActionKind;
use mementor_core::sources::CursorAgent;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{Read, World, lines, rows};

const SESSION: &str = "5c0d2f6e-1111-4a43-9a31-5f7a6f0c2d11";
const EDITOR: &str = "cursor/projects/srv-weir/agent-transcripts/5c0d2f6e-1111-4a43-9a31-5f7a6f0c2d11/5c0d2f6e-1111-4a43-9a31-5f7a6f0c2d11.jsonl";
const COMMAND_LINE: &str =
    "cursor/projects/srv-weir/agent-transcripts/5c0d2f6e-1111-4a43-9a31-5f7a6f0c2d11.jsonl";

fn message(role: &str, content: Value) -> Value {
    json!({ "role": role, "message": { "content": content } })
}

fn prompt(text: &str) -> Value {
    let text = format!(
        "<open_and_recently_viewed_files>gate.rs</open_and_recently_viewed_files>\n<user_query>\n{text}\n</user_query>"
    );
    message("user", json!([{ "type": "text", "text": text }]))
}

fn answer(text: &str) -> Value {
    message("assistant", json!([{ "type": "text", "text": text }]))
}

fn call(name: &str, input: Value) -> Value {
    message("assistant", json!([{ "type": "tool_use", "name": name, "input": input }]))
}

fn session() -> Vec<Value> {
    vec![
        prompt("mend the weir"),
        answer("I look."),
        call("Shell", json!({ "command": "make check", "description": "look" })),
        call(
            "StrReplace",
            json!({ "path": "/srv/weir/gate.rs", "old_string": "one", "new_string": "two" }),
        ),
        answer("It is mended."),
        json!({ "type": "turn_ended", "status": "success" }),
        message("user", json!([{ "type": "text", "text": "<mementor>\nold news\n</mementor>" }])),
        message(
            "user",
            json!([{ "type": "text", "text": "<system_reminder>be brief</system_reminder>" }]),
        ),
        prompt("mend the weir"),
        answer("It is mended."),
        json!({ "role": "weather", "rain": true }),
    ]
}

#[test]
fn the_words_are_a_persons_and_the_calls_are_actions() {
    let mut world = World::of(&CursorAgent);
    world.write(EDITOR, &lines(&session()));
    let read = Read::of(&CursorAgent, &world.sandbox.path(EDITOR));
    assert_eq!(read.prompts(), ["mend the weir", "mend the weir"]);
    assert_eq!((read.records(), read.kept, read.unknown()), (11, 8, 1));
    let skipped: Vec<_> =
        read.skipped.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(skipped, [("harness", 2), ("state", 1)]);
    assert_eq!(read.sessions, [SESSION]);
    assert_eq!(
        read.done(&CursorAgent),
        [
            (ActionKind::Command, "make check".into(), None),
            (ActionKind::Edit, "/srv/weir/gate.rs".into(), None),
        ]
    );
    assert_eq!(read.details(&CursorAgent, "StrReplace")[0].changes[0].new, "two");
    assert_eq!(
        world.texts("SELECT head || ': ' || body FROM item_text ORDER BY length(body)"),
        ["mend the weir: It is mended.", "mend the weir: I look.\n\nIt is mended."]
    );
    assert!(!world.rows().join("\n").contains("old news"));
}

#[test]
fn a_session_that_is_found_twice_is_one() {
    let mut world = World::of(&CursorAgent);
    world.write(EDITOR, &lines(&session()));
    world.write(COMMAND_LINE, &lines(&session()[..8]));
    world.write(&COMMAND_LINE.replace("srv-weir", "srv-moved-weir"), &lines(&session()));
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("cursor {SESSION}")]
    );
    assert_eq!(world.texts("SELECT count(*) || '' FROM turn"), ["2"]);
}

#[test]
fn a_subagent_is_under_its_parent() {
    let child = EDITOR.replace(&format!("{SESSION}.jsonl"), "subagents/77aa.jsonl");
    let mut world = World::of(&CursorAgent);
    world.write(&child, &lines(&[prompt("count the stones"), answer("Forty.")]));
    assert_eq!(
        world.texts("SELECT agent || ' ' || uuid FROM session"),
        [format!("cursor {SESSION}")]
    );
    assert_eq!(world.texts("SELECT subagent FROM turn"), ["77aa"]);
}

fn generated() -> impl Strategy<Value = Vec<u8>> {
    let line = (0..6_u8, "[a-z]{1,8}( [a-z]{1,8}){0,3}").prop_map(|(kind, text)| match kind {
        0 | 1 => prompt(&text),
        2 => answer(&text),
        3 => call("Shell", json!({ "command": text })),
        4 => message("user", json!([{ "type": "text", "text": "<system_reminder>x" }])),
        _ => json!({ "type": "turn_ended" }),
    });
    prop::collection::vec(line, 1..14).prop_map(|all| lines(&all))
}

/// The rows without the times, which are those of the file.
fn timeless(rows: Vec<String>) -> Vec<String> {
    let digits = |row: String| {
        let words = row.split(' ').map(|word| {
            let is_time = word.contains(|sign: char| sign.is_ascii_digit())
                && word.trim_matches(|sign: char| !sign.is_ascii_digit()).len() == 13;
            if is_time { "time" } else { word }.to_owned()
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let rows = rows.into_iter().filter(|row| !row.starts_with("transcript")).map(digits);
    rows.collect()
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
        let read = |states: &[&[u8]]| timeless(rows(&CursorAgent, EDITOR, states));
        let whole = read(&[&bytes]);
        let (small, large) = (first.min(second), first.max(second));
        prop_assert_eq!(&read(&[at(small), at(large), &bytes]), &whole);
        prop_assert_eq!(&read(&[&bytes, &bytes]), &whole);
    }
}
