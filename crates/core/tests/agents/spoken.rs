//! All that a person said is kept and searched, wherever it stands; what the client wrote or ran is
//! no turn of theirs.

use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn;
use mementor_core::sources::{ClaudeCode, Codex, Copilot, CursorAgent, Gemini, Qwen, Source};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;
use crate::world::{Read, World, lines};

const SESSION: &str = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";

fn claude_file() -> String {
    format!("claude/projects/-srv-weir/{SESSION}.jsonl")
}

fn line(number: usize, kind: &str, fields: Value) -> Value {
    let mut line = json!({
        "parentUuid": null, "isSidechain": false, "type": kind, "uuid": format!("c{number}"),
        "timestamp": format!("2026-03-01T10:00:{number:02}.417Z"), "cwd": "/srv/weir",
        "sessionId": SESSION, "version": "2.1.330",
    });
    let fields = fields.as_object().expect("an object").clone();
    line.as_object_mut().expect("an object").extend(fields);
    line
}

fn user(number: usize, content: Value) -> Value {
    line(number, "user", json!({ "message": { "role": "user", "content": content } }))
}

fn answer(number: usize, text: &str) -> Value {
    let content = json!([{ "type": "text", "text": text }]);
    line(number, "assistant", json!({ "message": { "role": "assistant", "content": content } }))
}

fn call(number: usize, tool: &str, input: Value) -> Value {
    let content = json!([{ "type": "tool_use", "id": "t1", "name": tool, "input": input }]);
    line(number, "assistant", json!({ "message": { "role": "assistant", "content": content } }))
}

fn result(number: usize, text: &str, failed: bool, more: &[&str]) -> Value {
    let told =
        json!({ "type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": failed });
    let more = more.iter().map(|text| json!({ "type": "text", "text": text }));
    user(number, std::iter::once(told).chain(more).collect())
}

fn queued(number: usize, operation: &str, content: Option<&str>) -> Value {
    let mut line = json!({
        "type": "queue-operation", "operation": operation, "sessionId": SESSION,
        "timestamp": format!("2026-03-01T10:00:{number:02}.417Z"),
    });
    if let Some(content) = content {
        line["content"] = json!(content);
    }
    line
}

/// Returns the searched prompt and answer of each turn, by the time of the turn.
fn turns(source: &'static dyn Source, file: &str, states: &[&[u8]]) -> Vec<(String, String)> {
    let mut world = World::of(source);
    for state in states {
        world.write(file, state);
    }
    let sql = |column: &str| {
        format!(
            "SELECT {column} FROM turn JOIN item_text ON item_id = turn.id
             ORDER BY started_at_ms, turn.uuid"
        )
    };
    let (heads, bodies) = (world.texts(&sql("head")), world.texts(&sql("body")));
    heads.into_iter().zip(bodies).collect()
}

/// Returns the searched turns of a transcript of Claude Code, the same however it grows.
fn claude_turns(all: &[Value]) -> Vec<(String, String)> {
    let states: Vec<Vec<u8>> = (1..=all.len()).map(|count| lines(&all[..count])).collect();
    let growing: Vec<&[u8]> = states.iter().map(Vec::as_slice).collect();
    let found = turns(&ClaudeCode, &claude_file(), &growing);
    assert_eq!(found, turns(&ClaudeCode, &claude_file(), &growing[all.len() - 1..]));
    found
}

fn pair(prompt: &str, answer: &str) -> (String, String) {
    (prompt.to_owned(), answer.to_owned())
}

#[test]
fn a_prompt_that_stands_only_in_the_queue_is_part_of_its_turn() {
    let said = "use the manila rope";
    let before = [user(0, json!("mend the weir"))];
    let enqueue = || queued(1, "enqueue", Some(said));
    for after in [
        vec![enqueue()],
        vec![enqueue(), answer(3, "done")],
        vec![enqueue(), queued(2, "dequeue", None)],
        vec![enqueue(), queued(2, "dequeue", None), answer(3, "done")],
        vec![enqueue(), queued(2, "remove", None), answer(3, "done")],
        vec![
            queued(1, "enqueue", Some("/model")),
            enqueue(),
            queued(2, "remove", None),
            answer(3, "done"),
        ],
        vec![
            enqueue(),
            queued(2, "dequeue", None),
            user(3, json!("[Request interrupted by user]")),
        ],
    ] {
        let all = [&before[..], &after].concat();
        let found = claude_turns(&all);
        assert_eq!(found.len(), 1, "{after:?}");
        assert_eq!(found[0].0, format!("mend the weir\n\n{said}"), "{after:?}");
    }
}

#[test]
fn a_queued_prompt_that_another_line_repeats_is_there_once() {
    let before = [user(0, json!("mend the weir")), queued(1, "enqueue", Some("and paint it"))];
    let own = user(4, json!("and paint it"));
    let attached =
        json!({ "type": "queued_command", "prompt": "and paint it", "commandMode": "prompt" });
    let attached = line(4, "attachment", json!({ "attachment": attached }));
    let two = [pair("mend the weir", "done"), pair("and paint it", "painted")];
    for (middle, expected) in [
        (vec![answer(2, "done"), queued(3, "dequeue", None), own.clone()], two.to_vec()),
        // Older clients do not say that it left the queue.
        (vec![answer(2, "done"), own.clone()], two.to_vec()),
        (
            vec![
                answer(2, "done"),
                queued(3, "dequeue", None),
                user(3, json!("[Request interrupted by user]")),
                user(
                    4,
                    json!([{ "type": "text", "text": "<ide_opened_file>a</ide_opened_file>" },
                    { "type": "text", "text": "and paint it" }]),
                ),
            ],
            two.to_vec(),
        ),
        (vec![answer(2, "done"), queued(3, "remove", None), attached], two.to_vec()),
        (
            vec![answer(2, "done"), queued(3, "popAll", Some("and paint it"))],
            vec![pair("mend the weir", "done\n\npainted")],
        ),
    ] {
        let all = [&before[..], &middle, &[answer(9, "painted")]].concat();
        assert_eq!(claude_turns(&all), expected, "{middle:?}");
    }
}

#[test]
fn a_session_that_begins_in_the_queue_begins_with_its_prompt() {
    let enqueue = queued(0, "enqueue", Some("mend the weir"));
    let whole = [pair("mend the weir", "done")];
    let dequeue = queued(1, "dequeue", None);
    let own = user(2, json!("mend the weir"));
    let all = [enqueue.clone(), dequeue.clone(), own, answer(3, "done")];
    assert_eq!(claude_turns(&all), whole);
    assert_eq!(claude_turns(&[enqueue, dequeue, answer(3, "done")]), whole);
}

#[test]
fn what_a_program_put_into_the_queue_is_no_prompt() {
    for text in [
        "<task-notification>done</task-notification>",
        "<agent-notification>x</agent-notification>",
        "/clear",
        "!ls",
        "{\"task_id\":\"b1\",\"tool_use_id\":\"t1\",\"task_type\":\"local_bash\"}",
    ] {
        let all =
            [user(0, json!("mend the weir")), queued(1, "enqueue", Some(text)), answer(2, "done")];
        assert_eq!(claude_turns(&all), [pair("mend the weir", "done")], "{text}");
    }
}

/// Makes a line of an agent from the text of a prompt.
type Form<'a> = &'a dyn Fn(&str) -> Value;

#[test]
fn words_behind_what_the_client_puts_in_front_are_a_prompt() {
    let codex = |text: &str| {
        json!({ "timestamp": "2026-03-01T10:00:00.417Z", "type": "response_item", "payload": {
            "type": "message", "role": "user", "content": [{ "type": "input_text", "text": text }] } })
    };
    let message = |text: &str| json!({ "role": "user", "message": { "content": [{ "type": "text", "text": text }] } });
    let gemini = |text: &str| json!({ "id": "u", "type": "user", "timestamp": "2026-03-01T10:00:00.417Z", "content": text });
    let qwen = |text: &str| json!({ "uuid": "u", "type": "user", "sessionId": SESSION, "message": { "parts": [{ "text": text }] } });
    let claude = |text: &str| user(0, json!(text));
    let cases: [(&dyn Source, &str, Form, &[&str]); 5] = [
        (
            &ClaudeCode,
            "a.jsonl",
            &claude,
            &[
                "<ide_opened_file>The user opened a.rs</ide_opened_file>\n",
                "<ide_selection>lines 1 to 2 <b></ide_selection>\n<system-reminder>\nx\n</system-reminder>\n\n",
                "<system-reminder>x</system-reminder>",
            ],
        ),
        (
            &Codex,
            "a.jsonl",
            &codex,
            &[
                "<environment_context>\n<cwd>/srv</cwd>\n</environment_context>\n\n",
                "<user_instructions>be brief</user_instructions>\n<environment_context>x</environment_context>",
            ],
        ),
        (
            &CursorAgent,
            "a.jsonl",
            &message,
            &[
                "<system_reminder>x</system_reminder>\n",
                "<timestamp>Friday, Jul 31, 2026, 2:07 PM (UTC+3)</timestamp>\n",
                "<user_info>x</user_info><attached_files>\na\n</attached_files>\n",
            ],
        ),
        (&Gemini, "a.jsonl", &gemini, &["<session_context>\nToday\n</session_context>\n\n"]),
        (&Qwen, "a.jsonl", &qwen, &["<system-reminder>\nx\n</system-reminder>\n\n"]),
    ];
    for (source, file, form, fronts) in cases {
        let prompts = |text: &str| {
            let sandbox = Sandbox::without_model();
            let path = sandbox.path(file);
            std::fs::write(&path, lines(&[form(text)])).expect("room");
            Read::of(source, &path)
                .prompts()
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>()
        };
        for front in fronts {
            for words in ["how thick is the keel?", "<div>Why is this broken?</div>"] {
                assert_eq!(prompts(&format!("{front}{words}")), [words], "{front}");
            }
            assert_eq!(prompts(front), Vec::<String>::new(), "{front}");
        }
    }
}

#[test]
fn commands_of_the_client_are_no_turn() {
    let command = |number, name: &str, args: &str| {
        let text = format!(
            "<command-name>{name}</command-name>\n            <command-message>x</command-message>\n            <command-args>{args}</command-args>"
        );
        user(number, json!(text))
    };
    let told = |number, tag: &str| user(number, json!(format!("<{tag}>x</{tag}>")));
    let own = [user(20, json!("mend the weir")), answer(21, "done")];
    let before = [
        command(0, "/clear", ""),
        told(1, "local-command-stdout"),
        command(2, "/model", "opus"),
        told(3, "local-command-stdout"),
        told(4, "bash-input"),
        told(5, "bash-stdout"),
    ];
    let once = [pair("mend the weir", "done")];
    assert_eq!(claude_turns(&[&before[..], &own].concat()), once);
    let after: Vec<Value> = (30..)
        .zip(&before)
        .map(|(number, line)| {
            let mut line = line.clone();
            line["uuid"] = json!(format!("c{number}"));
            line["timestamp"] = json!(format!("2026-03-01T10:00:{number:02}.417Z"));
            line
        })
        .collect();
    assert_eq!(claude_turns(&[&own[..], &after].concat()), once);
    assert!(claude_turns(&before).is_empty());
    // What the model gets of a command is a person's, and so are words behind one.
    let review = "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the winch</command-args>";
    let found = claude_turns(&[user(0, json!(review)), answer(1, "fine")]);
    assert_eq!(found, [pair("/review the winch", "fine")]);
    let compact = command(30, "/compact", "keep what we said about the sluice");
    let found = claude_turns(&[&own[..], &[compact]].concat());
    assert_eq!(
        found,
        [pair("mend the weir\n\n/compact keep what we said about the sluice", "done")]
    );
}

const REFUSED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";

#[test]
fn what_was_said_in_a_call_is_searched_and_shown() {
    let long = format!("keep them: {} the pilot needs them", "really ".repeat(600));
    let asked = json!({ "questions": [
        { "question": "Which format?", "options": [{ "label": "CSV" }] }, { "question": "When?" },
    ] });
    let answers = "User has answered your questions: \"Which format?\"=\"Zarr, \"chunked\"\", \"When?\"=\"now\". You can now continue with the user's answers in mind.";
    let clarify = format!(
        "{REFUSED}The user wants to clarify these questions.\n    Questions asked:\n- \"Which format?\"\n  Answer: Zarr\n- \"When?\"\n  (No answer provided)"
    );
    let plan = json!({ "plan": "# Plan\n\n1. Cut the spinnaker" });
    let edited = "User has approved your plan. You can now start coding.\n\n## Approved Plan (edited by user):\n# Plan\n\n1. Cut the jib";
    for (tool, input, told, failed, more, prompt, body) in [
        (
            "Bash",
            json!({ "command": "rm a" }),
            format!("{REFUSED}{long}"),
            true,
            vec![],
            long.as_str(),
            "",
        ),
        (
            "Edit",
            json!({ "file_path": "/a" }),
            format!("{REFUSED}not <private>so</private>"),
            true,
            vec![],
            "not [private]",
            "",
        ),
        (
            "AskUserQuestion",
            asked.clone(),
            answers.to_owned(),
            false,
            vec![],
            "Zarr, \"chunked\"\n\nnow",
            "Which format?\n\nWhen?",
        ),
        ("AskUserQuestion", asked, clarify, true, vec![], "Zarr", "Which format?"),
        (
            "ExitPlanMode",
            plan.clone(),
            "User has approved your plan. You can now start coding.".to_owned(),
            false,
            vec!["and test it"],
            "and test it",
            "# Plan\n\n1. Cut the spinnaker",
        ),
        (
            "ExitPlanMode",
            plan.clone(),
            format!("{REFUSED}too long"),
            true,
            vec![],
            "too long",
            "# Plan\n\n1. Cut the spinnaker",
        ),
        ("ExitPlanMode", plan, edited.to_owned(), false, vec![], "", "# Plan\n\n1. Cut the jib"),
        (
            "ExitPlanMode",
            json!({}),
            edited.to_owned(),
            false,
            vec!["<system-reminder>x</system-reminder>"],
            "",
            "# Plan\n\n1. Cut the jib",
        ),
    ] {
        let all =
            [user(0, json!("mend it")), call(1, tool, input), result(2, &told, failed, &more)];
        let (found_prompt, found_body) = claude_turns(&all).remove(0);
        let wanted =
            if prompt.is_empty() { "mend it".to_owned() } else { format!("mend it\n\n{prompt}") };
        assert_eq!((found_prompt.as_str(), found_body.as_str()), (wanted.as_str(), body), "{tool}");
    }
}

#[test]
fn a_plan_that_is_asked_for_again_adds_what_is_new_in_it() {
    let plan = |number, text: &str| {
        let mut line = call(number, "ExitPlanMode", json!({ "plan": text }));
        line["message"]["content"][0]["id"] = json!(format!("t{number}"));
        line
    };
    let all = [
        user(0, json!("plan it")),
        plan(1, "# Plan\n\ncut the jib"),
        plan(2, "# Plan\n\ncut the jib\n\nsew it"),
    ];
    assert_eq!(claude_turns(&all), [pair("plan it", "# Plan\n\ncut the jib\n\nsew it")]);
}

fn said(
    source: &dyn Source,
    tool: &str,
    input: Value,
    told: &str,
    failed: bool,
) -> (String, String) {
    let entry = |id: &str, at_ms, block| Entry {
        id: id.into(),
        at_ms,
        blocks: vec![block],
        ..Entry::default()
    };
    let entries = [
        entry("a", 1, Block::ToolUse { id: "t".into(), name: tool.into(), input }),
        entry("b", 2, Block::ToolResult { id: "t".into(), text: told.into(), failed }),
    ];
    let text = turn::text(&entries, &source.facts().dialect);
    (text.prompt, text.answer)
}

#[test]
fn other_agents_ask_and_plan_too() {
    let questions =
        json!({ "questions": [{ "id": "where", "header": "Place", "question": "Where?" }] });
    for (source, tool, input, told, failed, expected) in [
        (
            &Codex as &dyn Source,
            "request_user_input",
            questions.clone(),
            r#"{"answers":{"where":{"answers":["In the weir"]}}}"#,
            false,
            pair("In the weir", "Where?"),
        ),
        (
            &Copilot,
            "ask_user",
            json!({ "question": "Where?" }),
            "User responded: In the weir",
            false,
            pair("In the weir", "Where?"),
        ),
        (
            &Copilot,
            "bash",
            json!({ "command": "rm a" }),
            "The user rejected this tool call. User feedback: keep it",
            true,
            pair("keep it", ""),
        ),
        (
            &Copilot,
            "exit_plan_mode",
            json!({ "summary": "- cut the jib" }),
            "Plan not approved. User feedback: sew it",
            false,
            pair("sew it", "- cut the jib"),
        ),
        (
            &Gemini,
            "ask_user",
            questions.clone(),
            r#"{"answers":{"0":"In the weir"}}"#,
            false,
            pair("In the weir", "Where?"),
        ),
        (
            &Gemini,
            "exit_plan_mode",
            json!({ "plan_path": "/a" }),
            "Plan rejected. User feedback: sew it\n\nThe plan is stored at: /a\nRevise the plan based on the feedback.",
            false,
            pair("sew it", ""),
        ),
        (
            &Qwen,
            "ask_user_question",
            questions,
            "User has provided the following answers:\n\n**Place**: In the weir",
            false,
            pair("In the weir", "Where?"),
        ),
        (
            &Qwen,
            "exit_plan_mode",
            json!({ "plan": "cut the jib" }),
            "User has approved your plan.",
            false,
            pair("", "cut the jib"),
        ),
    ] {
        assert_eq!(said(source, tool, input, told, failed), expected, "{tool}: {told}");
    }
}

#[test]
fn a_thread_that_reviews_an_approval_is_no_persons() {
    let line = |kind: &str, payload: Value| json!({ "timestamp": "2026-03-01T10:00:00.417Z", "type": kind, "payload": payload });
    let said = json!({ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "assess it" }] });
    for (more, is_own) in [
        (json!({ "source": "cli", "thread_source": "user" }), true),
        (json!({ "source": "vscode" }), true),
        (json!({ "source": "cli", "thread_source": "guardian_review" }), false),
        (json!({ "source": { "subagent": { "other": "guardian" } } }), false),
        (json!({ "source": { "subagent": "review" } }), false),
    ] {
        let mut header = json!({ "id": SESSION, "cwd": "/srv/weir" });
        header.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        let sandbox = Sandbox::without_model();
        let path = sandbox.path("a.jsonl");
        let all = [line("session_meta", header), line("response_item", said.clone())];
        std::fs::write(&path, lines(&all)).expect("room");
        let entries = Read::of(&Codex, &path).entries;
        assert_eq!(entries[0].subagent.is_none(), is_own, "{more}");
    }
}
