//! Files that an editor or a shell has saved with a byte order mark.

use mementor_core::sources::{Aider, ClaudeCode, Gemini, OpenCode, Source, SpecStory};
use serde_json::{Value, json};

use crate::sandbox::restored::without_positions;
use crate::world::{lines, rows};

const TIME: &str = "2026-03-01T10:00:00.000Z";
const MARK: &str = "\u{FEFF}";

/// A small conversation in one file of each kind, whose first line says what the mark must not hide.
fn files() -> Vec<(&'static dyn Source, &'static str, String)> {
    let (asked, told) = ("mend the weir", "It is mended.");
    let claude = |id: &str, kind: &str, role: &str, text: &str| {
        json!({ "uuid": id, "type": kind, "timestamp": TIME, "sessionId": "s1", "cwd": "/srv/weir",
            "message": { "role": role, "content": text } })
    };
    let claude =
        lines(&[claude("a", "user", "user", asked), claude("b", "assistant", "assistant", told)]);
    let gemini = |id: &str, kind: &str, text: &str| json!({ "id": id, "timestamp": TIME, "type": kind, "content": text });
    let gemini = json!({ "sessionId": "s1", "messages": [gemini("a", "user", asked), gemini("b", "gemini", told)] });
    let opencode = |role: &str, text: &str| {
        let info = json!({ "id": role, "sessionID": "s1", "role": role, "time": { "created": 1 } });
        json!({ "info": info, "parts": [{ "type": "text", "text": text }] })
    };
    let opencode = json!({ "info": { "id": "s1", "directory": "/srv/weir" },
        "messages": [opencode("user", asked), opencode("assistant", told)] });
    let aider =
        format!("# aider chat started at 2026-03-01 10:00:00\n\n#### {asked}  \n\n{told}\n");
    let story =
        format!("_**User ({TIME})**_\n\n{asked}\n\n---\n\n_**Assistant**_\n\n{told}\n\n---\n");
    let text = |document: Value| document.to_string();
    vec![
        (&ClaudeCode, "s1.jsonl", String::from_utf8(claude).expect("JSON")),
        (&Gemini, "weir/chats/session-2026-03-01T10-00-00000001.json", text(gemini)),
        (&OpenCode, "ses_1.json", text(opencode)),
        (&Aider, "weir/.aider.chat.history.md", aider),
        (&SpecStory, "weir/.specstory/history/1.md", story),
    ]
}

#[test]
fn have_the_rows_of_the_same_file_without_it() {
    for (source, name, text) in files() {
        let of = |states: &[&str]| {
            let states: Vec<&[u8]> = states.iter().map(|text| text.as_bytes()).collect();
            without_positions(rows(source, name, &states))
        };
        let expected = of(&[&text]);
        assert!(expected.join("\n").contains("mend the weir"), "{}", source.name());
        let marked = format!("{MARK}{text}");
        assert_eq!(of(&[&marked]), expected, "{}", source.name());
        let half = &marked[..marked.len() / 2];
        assert_eq!(of(&[MARK, half, &marked, &marked]), expected, "{} in pieces", source.name());
    }
}
