//! A damaged line costs only what is damaged, in every agent that appends lines: what is whole on it
//! is kept, the rest is counted, and an answer joins no turn but its own.

use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn::{self, FoldState};
use mementor_core::secrets::Masker;
use mementor_core::sources::{
    ClaudeCode, Codex, Copilot, Cursor, CursorAgent, Gemini, Limits, Part, Qwen, Source,
};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;
use crate::world::{Read, lines};

const SESSION: &str = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";
const TURNS: [&str; 2] =
    ["01990000-aaaa-7aaa-8aaa-000000000011", "01990000-aaaa-7aaa-8aaa-000000000012"];

/// An agent with a session of two turns; the numbers are those of the lines of the second.
struct Agent {
    source: &'static dyn Source,
    file: String,
    lines: Vec<Value>,
    prompt: usize,
    answer: usize,
}

fn time(number: usize) -> String {
    format!("2026-03-01T10:00:{number:02}.417Z")
}

fn claude_code() -> Agent {
    let line = |number: usize, kind: &str, message: Value| {
        json!({
            "parentUuid": null, "isSidechain": false, "type": kind, "message": message,
            "uuid": format!("c{number}"), "timestamp": time(number), "cwd": "/srv/weir",
            "sessionId": SESSION, "version": "2.1.330",
        })
    };
    let said =
        |number, text: &str| line(number, "user", json!({ "role": "user", "content": text }));
    let answered = |number, text: &str| {
        let content = json!([{ "type": "text", "text": text }]);
        line(number, "assistant", json!({ "role": "assistant", "content": content }))
    };
    let lines = vec![
        said(0, "first {\"prompt\"}"),
        answered(1, "first answer"),
        said(2, "second prompt"),
        answered(3, "second answer"),
    ];
    let file = format!("claude/projects/-srv-weir/{SESSION}.jsonl");
    Agent { source: &ClaudeCode, file, lines, prompt: 2, answer: 3 }
}

fn codex() -> Agent {
    let line = |number, kind: &str, payload: Value| json!({ "timestamp": time(number), "type": kind, "payload": payload });
    let mut all = vec![line(0, "session_meta", json!({ "id": SESSION, "cwd": "/srv/weir" }))];
    for (at, (turn, name)) in TURNS.iter().zip(["first", "second"]).enumerate() {
        let message = |role: &str, kind: &str, text: String| json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] });
        let number = 1 + at * 3;
        all.push(line(number, "turn_context", json!({ "turn_id": turn, "cwd": "/srv/weir" })));
        let said = message("user", "input_text", format!("{name} prompt"));
        all.push(line(number + 1, "response_item", said));
        let answered = message("assistant", "output_text", format!("{name} answer"));
        all.push(line(number + 2, "response_item", answered));
    }
    let file = format!("codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-{SESSION}.jsonl");
    Agent { source: &Codex, file, lines: all, prompt: 5, answer: 6 }
}

fn copilot() -> Agent {
    let event = |number: usize, kind: &str, data: Value| json!({ "type": kind, "data": data, "id": format!("e{number}"), "timestamp": time(number) });
    let said = |number, text: &str| event(number, "user.message", json!({ "content": text }));
    let answered = |number, text: &str| {
        event(number, "assistant.message", json!({ "content": text, "toolRequests": [] }))
    };
    let start = json!({ "sessionId": SESSION, "context": { "cwd": "/srv/weir" } });
    let lines = vec![
        event(0, "session.start", start),
        said(1, "first prompt"),
        answered(2, "first answer"),
        said(3, "second prompt"),
        answered(4, "second answer"),
    ];
    let file = format!("session-state/{SESSION}/events.jsonl");
    Agent { source: &Copilot, file, lines, prompt: 3, answer: 4 }
}

fn qwen() -> Agent {
    let line = |number: usize, kind: &str, text: &str| {
        json!({
            "uuid": format!("q{number}"), "sessionId": SESSION, "type": kind, "cwd": "/srv/weir",
            "timestamp": time(number), "message": { "role": kind, "parts": [{ "text": text }] },
        })
    };
    let lines = vec![
        line(0, "user", "first prompt"),
        line(1, "assistant", "first answer"),
        line(2, "user", "second prompt"),
        line(3, "assistant", "second answer"),
    ];
    let file = format!("projects/-srv-weir/chats/{SESSION}.jsonl");
    Agent { source: &Qwen, file, lines, prompt: 2, answer: 3 }
}

fn cursor() -> Agent {
    let line = |role: &str, text: &str| {
        let content = json!([{ "type": "text", "text": text }]);
        json!({ "role": role, "message": { "content": content } })
    };
    let said = |text: &str| line("user", &format!("<user_query>\n{text}\n</user_query>"));
    let lines = vec![
        said("first prompt"),
        line("assistant", "first answer"),
        said("second prompt"),
        line("assistant", "second answer"),
    ];
    let file = format!("cursor/projects/srv-weir/agent-transcripts/{SESSION}/{SESSION}.jsonl");
    Agent { source: &CursorAgent, file, lines, prompt: 2, answer: 3 }
}

fn gemini() -> Agent {
    let message = |number: usize, kind: &str, text: &str| json!({ "id": format!("g{number}"), "timestamp": time(number), "type": kind, "content": text });
    let lines = vec![
        json!({ "sessionId": SESSION, "projectHash": "0", "startTime": time(0), "kind": "main" }),
        message(1, "user", "first prompt"),
        message(2, "gemini", "first answer"),
        message(3, "user", "second prompt"),
        message(4, "gemini", "second answer"),
    ];
    let file = "gemini/tmp/weir/chats/session-2026-03-01T10-00-0b3f7a52.jsonl".to_owned();
    Agent { source: &Gemini, file, lines, prompt: 3, answer: 4 }
}

fn agents() -> Vec<Agent> {
    vec![claude_code(), codex(), copilot(), qwen(), cursor(), gemini()]
}

/// Writes a transcript of an agent where the agent keeps it.
fn written(sandbox: &Sandbox, agent: &Agent, bytes: &[u8]) -> std::path::PathBuf {
    let path = sandbox.path(&agent.file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, bytes).expect("room");
    path
}

fn read(agent: &Agent, bytes: &[u8]) -> Read {
    let sandbox = Sandbox::without_model();
    let path = written(&sandbox, agent, bytes);
    let read = Read::of(agent.source, &path);
    assert_eq!(turns(agent, &path, u64::MAX), turns(agent, &path, 1), "{}", agent.source.name());
    read
}

/// Returns the texts of each turn, read in steps of so many bytes.
fn turns(agent: &Agent, path: &std::path::Path, bytes: u64) -> Vec<Vec<String>> {
    let (mut cursor, mut state, masker) =
        (Cursor::default(), FoldState::default(), Masker::default());
    let mut by_turn: Vec<(String, Vec<Entry>)> = Vec::new();
    loop {
        let limits = Limits { bytes, spoken_bytes: usize::MAX };
        let part = Part { path, from: &cursor, limits, masker: &masker };
        let batch = agent.source.read(&part).expect("it can be read");
        for part in turn::fold(batch.entries, &mut state, &|_| false).parts {
            match by_turn.iter_mut().find(|(id, _)| *id == part.id) {
                Some((_, entries)) => entries.extend(part.entries.into_entries()),
                None => by_turn.push((part.id, part.entries.into_entries())),
            }
        }
        cursor = batch.cursor;
        if batch.done {
            return by_turn.iter().map(|(_, entries)| texts(entries)).collect();
        }
    }
}

fn texts(entries: &[Entry]) -> Vec<String> {
    let said = entries.iter().flat_map(|entry| &entry.blocks).map(|block| match block {
        Block::Prompt { text, .. } | Block::Answer { text } => text.clone(),
        other => format!("{other:?}"),
    });
    said.collect()
}

/// Returns the bytes of a file in which `damage` replaces a line.
fn with_line(agent: &Agent, at: usize, damage: &[u8]) -> Vec<u8> {
    [&lines(&agent.lines[..at]), damage, &lines(&agent.lines[at + 1..])].concat()
}

fn without_line(agent: &Agent, at: usize) -> Vec<String> {
    let mut kept = agent.lines.clone();
    kept.remove(at);
    texts(&read(agent, &lines(&kept)).entries)
}

#[test]
fn a_whole_record_behind_a_cut_one_or_other_bytes_is_kept() {
    for agent in agents() {
        let name = agent.source.name();
        let all = texts(&read(&agent, &lines(&agent.lines)).entries);
        let count = agent.lines.len() as u64;
        for at in 1..agent.lines.len() {
            let line = agent.lines[at].to_string();
            let before = agent.lines[at - 1].to_string();
            let middle = before.floor_char_boundary(before.len() / 2);
            for (damaged, more) in [
                (format!("{}{line}\n", &before[..middle]), 1),
                (format!("{}{line}\n", &before[..before.len() - 1]), 1),
                (format!("{}\0\0\0{line}\0\0\n", &before[..middle]), 2),
                (format!("{}{line}\n", "\0".repeat(9_000)), 1),
                (format!("{line}{}\n", "\0".repeat(9_000)), 1),
                (format!("\0\0\n{line}\n\0\n"), 2),
                (format!("\u{FEFF}{line}\n"), 0),
                (format!("\0\u{FEFF}{line}\n"), 1),
            ] {
                let read = read(&agent, &with_line(&agent, at, damaged.as_bytes()));
                assert_eq!(texts(&read.entries), all, "{name}: {damaged:?}");
                assert_eq!(read.problems.values().sum::<u64>(), more, "{name}: {damaged:?}");
                assert_eq!(read.records(), count + more, "{name}: {damaged:?}");
            }
        }
    }
}

#[test]
fn a_record_that_was_cut_costs_only_itself() {
    for agent in agents() {
        let name = agent.source.name();
        for at in 0..agent.lines.len() {
            let line = agent.lines[at].to_string();
            // Those of Codex and Gemini have no entry.
            let rest = without_line(&agent, at);
            for cut in [1, line.len() / 3, line.len() - 1] {
                let damaged = format!("{}\n", &line[..line.floor_char_boundary(cut)]);
                let read = read(&agent, &with_line(&agent, at, damaged.as_bytes()));
                assert_eq!(texts(&read.entries), rest, "{name}: {damaged:?}");
                assert_eq!(read.problems.get("invalid-json"), Some(&1), "{name}: {damaged:?}");
            }
        }
    }
}

#[test]
fn an_answer_whose_prompt_is_lost_joins_no_turn_before_it() {
    for agent in agents() {
        let name = agent.source.name();
        let prompt = agent.lines[agent.prompt].to_string();
        let answer = &agent.lines[agent.answer].to_string();
        let half = &prompt[..prompt.len() / 2];
        for damaged in [format!("{half}\n"), "\0".repeat(700) + "\n", "\0".repeat(700)] {
            let bytes = with_line(&agent, agent.prompt, damaged.as_bytes());
            let sandbox = Sandbox::without_model();
            let found = turns(&agent, &written(&sandbox, &agent, &bytes), u64::MAX);
            assert_eq!(found.len(), 2, "{name}: {found:?} {answer}");
            assert_eq!(found[1], ["second answer"], "{name}");
        }
    }
}

#[test]
fn a_line_that_says_nothing_ties_no_answer_to_the_turn_before_a_lost_prompt() {
    for (mut agent, mut between) in [
        (claude_code(), json!({ "type": "attachment", "attachment": { "type": "hook_success" } })),
        (copilot(), json!({ "type": "assistant.turn_start", "data": { "turnId": "1" } })),
    ] {
        let name = agent.source.name();
        let (id, parent) = match name {
            "copilot" => ("id", "parentId"),
            _ => ("uuid", "parentUuid"),
        };
        between[id] = json!("between");
        between[parent] = json!("lost");
        agent.lines[agent.answer][parent] = json!("between");
        let prompt = agent.lines[agent.prompt].to_string();
        let damaged = format!("{}\n{between}\n", &prompt[..prompt.len() / 2]);
        let bytes = with_line(&agent, agent.prompt, damaged.as_bytes());
        let sandbox = Sandbox::without_model();
        let found = turns(&agent, &written(&sandbox, &agent, &bytes), u64::MAX);
        assert_eq!(found[1..], [["second answer"]], "{name}: {found:?}");
    }
}

#[test]
fn an_answer_that_was_cut_does_not_end_its_turn() {
    for agent in [claude_code(), codex()] {
        let more = agent.lines[agent.answer].to_string().replace("second answer", "more");
        let more = more.replace("\"c3\"", "\"c4\"");
        let cut = &agent.lines[agent.answer].to_string();
        let cut = &cut[..cut.len() - 3];
        let damaged = format!("{cut}\n{more}\n");
        let bytes = with_line(&agent, agent.answer, damaged.as_bytes());
        let sandbox = Sandbox::without_model();
        let found = turns(&agent, &written(&sandbox, &agent, &bytes), u64::MAX);
        assert_eq!(found[1], ["second prompt", "more"], "{}", agent.source.name());
    }
}

#[test]
fn a_rollout_without_its_first_line_has_the_id_of_its_file() {
    let mut agent = codex();
    let header = agent.lines[0].to_string();
    for damaged in ["", "\n", &format!("{}\n", &header[..header.len() - 1]), "\0\0\0\n"] {
        let found = read(&agent, &with_line(&agent, 0, damaged.as_bytes()));
        assert_eq!(found.sessions, [SESSION], "{damaged:?}");
        assert!(found.entries.iter().all(|entry| entry.cwd.as_deref() == Some("/srv/weir")));
        assert_eq!(found.prompts(), ["first prompt", "second prompt"]);
    }
    // Of a fork, the header of the parent is left.
    let parent = "01990000-bbbb-7bbb-8bbb-000000000002";
    agent.lines[0]["payload"]["id"] = json!(parent);
    assert_eq!(read(&agent, &lines(&agent.lines)).sessions, [SESSION]);
}
