//! Whose a hook's call is, what it says, and what its agent is told.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::json;

use super::*;

const SESSION: &str = "266eab6a-33e9-45d1-bdfd-3d1ce3b55483";
const CHILD: &str = "8d1c3f5a-0b7e-4f7e-9a65-5b1f2c3d4e5f";
const GEMINI: &str = "/home/u/.gemini/tmp/proj/chats/session-2026-03-01T10-00-266eab6a.jsonl";

fn events() -> String {
    format!("/home/u/.copilot/session-state/{SESSION}/events.jsonl")
}

fn qwen() -> String {
    format!("/home/u/.qwen/projects/-srv/chats/{SESSION}.jsonl")
}

fn claude() -> String {
    format!("/home/u/.claude/projects/-srv/{SESSION}.jsonl")
}

fn around(env: &[(&str, &str)]) -> Surroundings {
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Surroundings { env: env.collect(), cwd: "/home/u".into(), homedir: "/home/u".into() }
}

fn call_in(fields: &Value, around: &Surroundings) -> HookCall {
    HookCall::read(&fields.to_string(), around).expect("an object")
}

/// Variables that other agents set for every hook.
fn call(fields: &Value) -> HookCall {
    let env = [("CLAUDE_PROJECT_DIR", "/home/u/elsewhere"), ("GEMINI_SESSION_ID", SESSION)];
    call_in(fields, &around(&env))
}

/// The fields that all events have, and some more.
fn at(more: Value) -> Value {
    let mut fields = json!({
        "session_id": SESSION, "cwd": "/srv", "timestamp": "2026-03-01T10:00:00.000Z",
    });
    let (Value::Object(all), Value::Object(more)) = (&mut fields, more) else { panic!("objects") };
    all.extend(more);
    fields
}

#[test]
fn a_call_is_known_by_what_it_says() {
    let rollout = "/r/rollout-2026-03-01T10-00-00-0199.jsonl.zst";
    for (agent, fields) in [
        ("copilot", at(json!({"hook_event_name": "UserPromptSubmit", "prompt": "why?"}))),
        ("copilot", at(json!({"hook_event_name": "SessionStart", "source": "new"}))),
        ("copilot", at(json!({"hook_event_name": "Stop", "transcript_path": events()}))),
        ("gemini", at(json!({"hook_event_name": "BeforeAgent", "transcript_path": GEMINI}))),
        ("gemini", at(json!({"hook_event_name": "SessionEnd", "transcript_path": GEMINI}))),
        ("gemini", at(json!({"hook_event_name": "AfterAgent", "transcript_path": ""}))),
        ("gemini", json!({"transcript_path": format!("/chats/{SESSION}/a.json"), "cwd": "/srv", "session_id": SESSION}).clone()),
        ("qwen", at(json!({"hook_event_name": "Stop", "transcript_path": qwen()}))),
        ("qwen", at(json!({"submitted_prompt": ""}))),
        ("qwen", at(json!({"transcript_path": format!("/p/subagents/{SESSION}/agent-a.jsonl")}))),
        ("codex", at(json!({"hook_event_name": "Stop", "turn_id": CHILD, "transcript_path": null}))),
        ("codex", at(json!({"transcript_path": rollout}))),
        ("claude-code", at(json!({"hook_event_name": "Stop", "transcript_path": claude()}))),
        ("claude-code", at(json!({"transcript_path": "/a/chats/session-2026-3-1.jsonl"}))),
        ("claude-code", at(json!({"transcript_path": "/r/rollout-.jsonl", "conversation_id": "a"}))),
    ] {
        let found = call(&fields);
        assert_eq!(found.format.agent(), agent, "{fields}");
        assert_eq!(found.input.session.as_deref(), Some(SESSION), "{fields}");
        let directory = if agent == "claude-code" { "/home/u/elsewhere" } else { "/srv" };
        assert_eq!(found.input.directory, directory, "{fields}");
    }
}

#[test]
fn what_is_not_said_is_missing() {
    let nothing = HookInput { directory: "/home/u".into(), ..HookInput::default() };
    let input = |text: &str| HookCall::read(text, &around(&[])).expect("an object").input;
    for text in [
        "{}",
        "\u{feff}{}",
        r#"{"session_id":null,"transcript_path":null,"cwd":null,"prompt":null}"#,
        r#"{"session_id":1,"transcript_path":[],"cwd":{},"prompt":true,"source":5}"#,
        r#"{"session_id":"","cwd":"","source":"startup","trigger":"manual"}"#,
    ] {
        assert_eq!(input(text), nothing, "{text}");
    }
    for text in ["", "null", "[]", "1", "\"{}\"", "{", "{} {}"] {
        assert!(HookCall::read(text, &around(&[])).is_none(), "{text}");
    }
    let deep = format!("{{\"prompt\":\"why?\",\"x\":{}{}}}", "[".repeat(500), "]".repeat(500));
    assert_eq!(input(&deep).prompt.as_deref(), Some("why?"));
    let start = input(r#"{"source":"compact","trigger":"auto"}"#);
    assert_eq!((start.start, start.compacts_by_itself), (Some(StartedAs::Compacted), true));
}

#[test]
fn claude_code_tells_all_that_others_took_over() {
    let input = call(&json!({
        "session_id": SESSION, "transcript_path": claude(), "cwd": "/home/u/proj",
        "prompt_id": CHILD, "last_assistant_message": "Apples are fine.", "agent_id": "a60b",
    }))
    .input;
    assert_eq!(input.prompt_id.as_deref(), Some(CHILD));
    assert_eq!(input.last_answer.as_deref(), Some("Apples are fine."));
    assert_eq!(input.subagent.as_deref(), Some("a60b"));
    assert_eq!(input.transcript_path, Some(claude()));
}

#[test]
fn copilot_has_the_file_of_its_session_and_names_the_subagent() {
    let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "count the fish"});
    let found = call(&at(prompt.clone())).input;
    assert_eq!((found.transcript_path, found.subagent), (Some(events()), None));
    let of_task = json!({"session_id": CHILD, "agent_id": CHILD, "parent_agent_id": SESSION});
    let mut fields = at(prompt);
    fields.as_object_mut().expect("an object").extend(of_task.as_object().expect("one").clone());
    let found = call(&fields).input;
    assert_eq!(found.session.as_deref(), Some(SESSION));
    assert_eq!(found.transcript_path, Some(events()));
    assert_eq!(found.subagent.as_deref(), Some(CHILD));
    fields["parent_agent_id"] = "../../secret".into();
    assert_eq!(call(&fields).input.transcript_path, None);
    let moved =
        call_in(&at(json!({"hook_event_name": "Stop"})), &around(&[("COPILOT_HOME", "own")]));
    let path = format!("/home/u/own/session-state/{SESSION}/events.jsonl");
    assert_eq!(moved.input.transcript_path, Some(path));
}

#[test]
fn a_prompt_has_the_words_of_the_person_alone() {
    let gemini = |prompt: &str| {
        let fields =
            json!({"hook_event_name": "BeforeAgent", "transcript_path": GEMINI, "prompt": prompt});
        call(&at(fields)).input.prompt.expect("a prompt")
    };
    assert_eq!(gemini("<hook_context>old\nnews</hook_context>\n\nmend it"), "mend it");
    assert_eq!(gemini("  mend <b>it</b>"), "  mend <b>it</b>");
    let codex = |prompt: &str| {
        call(&json!({"turn_id": "a", "prompt": prompt})).input.prompt.expect("a prompt")
    };
    assert_eq!(codex("# Context\n\n## My request for Codex:\nmend the weir"), "mend the weir");
    assert_eq!(codex("# A heading\nmend it"), "# A heading\nmend it");
    let opencode = call(&json!({"sessionID": "ses_a1", "prompt": "\"mend it\""})).input;
    assert_eq!(opencode.prompt.as_deref(), Some("mend it"));
}

#[test]
fn an_older_file_of_gemini_does_not_name_its_directory() {
    let older = GEMINI.replace(".jsonl", ".json");
    let of = |path: &str| {
        let fields = json!({"hook_event_name": "AfterAgent", "transcript_path": path, "last_assistant_message": "x"});
        call(&at(fields)).input
    };
    assert_eq!(of(&older).started_in.as_deref(), Some("/srv"));
    assert_eq!((of(GEMINI).started_in, of(GEMINI).last_answer), (None, None));
}

#[test]
fn an_agent_is_answered_in_the_form_that_it_reads() {
    let of = |fields: Value| {
        let format = call(&fields).format;
        (
            format.reply("the port", Some("added 1 turn")),
            format.reply_at_start("work stopped", None),
        )
    };
    let common = |event: &str, notice: bool, text: &str| {
        let notice = if notice { r#""systemMessage":"added 1 turn","# } else { "" };
        format!(
            r#"{{{notice}"hookSpecificOutput":{{"hookEventName":"{event}","additionalContext":"{text}"}}}}"#
        )
    };
    let start = Some(common("SessionStart", false, "work stopped"));
    let prompt = common("UserPromptSubmit", true, "the port");
    assert_eq!(of(json!({})), (prompt.clone(), start.clone()));
    assert_eq!(of(json!({"transcript_path": qwen()})), (prompt, start.clone()));
    let silent = common("UserPromptSubmit", false, "the port");
    assert_eq!(of(json!({"turn_id": "a"})), (silent, start));
    assert_eq!(
        of(json!({"transcript_path": GEMINI})),
        (common("BeforeAgent", true, "the port"), None)
    );
    let plain = |text: &str| format!(r#"{{"additionalContext":"{text}"}}"#);
    for fields in [at(json!({"hook_event_name": "Stop"})), json!({"sessionID": "ses_a"})] {
        assert_eq!(of(fields), (plain("the port"), Some(plain("work stopped"))));
    }
    let cursor = json!({"conversation_id": "a", "cursor_version": "2.1.0"});
    assert_eq!(of(cursor), ("{}".to_owned(), None));
}

#[test]
fn cursor_runs_the_hooks_of_claude_code_and_only_its_transcript_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let around = Surroundings { homedir: folder.path().into(), ..around(&[]) };
    let fields = |more: Value| {
        let mut fields = at(json!({
            "conversation_id": CHILD, "cursor_version": "2.1.0", "prompt": "why?",
            "workspace_roots": ["/srv", "/srv/other"], "transcript_path": null,
            "last_assistant_message": "x",
        }));
        fields.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        fields
    };
    let input = |more: Value| {
        let call = call_in(&fields(more), &around);
        assert_eq!(call.format.agent(), "cursor");
        call.input
    };
    let found = input(json!({"transcript_path": claude()}));
    assert_eq!((found.session.as_deref(), found.directory.as_str()), (Some(CHILD), "/srv"));
    assert_eq!((&found.transcript_path, &found.prompt, &found.last_answer), (&None, &None, &None));
    assert_eq!(found.started_in.as_deref(), Some("/srv"));
    let transcripts = folder.path().join(".cursor/projects/srv/agent-transcripts");
    let named = transcripts.join(format!("{CHILD}.jsonl")).to_string_lossy().into_owned();
    assert_eq!(input(json!({"transcript_path": named})).transcript_path.as_ref(), Some(&named));
    for name in [format!("{CHILD}.jsonl"), format!("{CHILD}/{CHILD}.jsonl")] {
        let path = transcripts.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        fs::write(&path, "").expect("room");
        assert_eq!(input(json!({})).transcript_path.as_deref(), path.to_str());
    }
    assert_eq!(input(json!({"conversation_id": "../../secret"})).transcript_path, None);
    let without = input(json!({"workspace_roots": []}));
    assert_eq!((without.directory.as_str(), without.started_in), ("/srv", None));
}

#[test]
fn a_session_of_opencode_is_in_the_database_that_was_written_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().canonicalize().expect("there");
    let path_with = |env: &[(&str, &str)]| {
        let around = Surroundings { homedir: home.clone(), ..around(env) };
        call_in(&json!({"sessionID": "ses_a1"}), &around).input.transcript_path
    };
    let in_root =
        |path: &str| Some(home.join(".local/share/opencode").join(path).display().to_string());
    assert_eq!(path_with(&[]), in_root("opencode.db/ses_a1"));
    let write = |path: &str| {
        let path = home.join(".local/share/opencode").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        fs::write(path, "").expect("room");
    };
    write("storage/session/p1/ses_a1.json");
    assert_eq!(path_with(&[]), in_root("storage/session/p1/ses_a1.json"));
    for name in ["opencode.db", "opencode-beta.1.db", "opencodex.db", "opencode.db-wal"] {
        write(name);
    }
    let age = |name: &str, hours: u64| {
        let path = home.join(".local/share/opencode").join(name);
        let file = fs::File::options().append(true).open(path).expect("there");
        let then = std::time::UNIX_EPOCH + std::time::Duration::from_hours(500_000 - hours);
        file.set_modified(then).expect("a time");
    };
    age("opencode.db", 9);
    age("opencode.db-wal", 8);
    age("opencode-beta.1.db", 5);
    assert_eq!(path_with(&[]), in_root("opencode-beta.1.db/ses_a1"));
    age("opencode.db-wal", 1);
    assert_eq!(path_with(&[]), in_root("opencode.db/ses_a1"));
    assert_eq!(path_with(&[("OPENCODE_DB", "own.db")]), in_root("own.db/ses_a1"));
    assert_eq!(path_with(&[("OPENCODE_DB", ":memory:")]), None);
    let moved = path_with(&[("XDG_DATA_HOME", "/data")]);
    assert_eq!(
        moved.as_deref().map(Path::new),
        Some(Path::new("/data/opencode/opencode.db/ses_a1"))
    );
}

proptest! {
    #[test]
    fn any_text_gives_what_is_usable_of_it(text in "(?s).*", fields: HashMap<String, String>) {
        HookCall::read(&text, &around(&[]));
        let known = ["session_id", "cwd", "prompt", "transcript_path", "hook_event_name"];
        let named: HashMap<&str, &String> = known.into_iter().zip(fields.values()).collect();
        prop_assert!(HookCall::read(&json!(named).to_string(), &around(&[])).is_some());
    }
}
