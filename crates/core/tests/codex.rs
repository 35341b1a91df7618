//! Codex: rollouts of all versions become the same kind of turns, whatever the order and the cuts.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::capture::ingest::IngestReport;
use mementor_core::{Memory, Result};
use proptest::collection::vec;
use proptest::prelude::*;
use sandbox::{Sandbox, append, bytes_of};
use serde_json::{Value, json};

const SESSION: &str = "01990000-aaaa-7aaa-8aaa-000000000001";
const OTHER: &str = "01990000-bbbb-7bbb-8bbb-000000000002";

/// The forms of rollouts, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Form {
    /// 0.23: items as they are, no times, the directory in a text.
    Bare,
    /// 0.44 to 0.77: lines with a payload.
    Wrapped,
    /// 0.116 to 0.142: turns have ids.
    Turns,
    /// 0.169: items name their turn, and each part says who wrote it.
    Told,
}

const FORMS: [Form; 4] = [Form::Bare, Form::Wrapped, Form::Turns, Form::Told];

/// A rollout as it grows.
#[derive(Clone)]
struct Rollout {
    form: Form,
    lines: Vec<Value>,
    turn: Option<String>,
    second: u64,
}

impl Rollout {
    fn new(form: Form, session: &str, cwd: &Path) -> Self {
        let mut rollout = Self { form, lines: Vec::new(), turn: None, second: 0 };
        let git = json!({ "branch": "weir", "commit_hash": "1" });
        if form == Form::Bare {
            let start = "2026-03-01T10:00:00.000Z";
            rollout.lines.push(json!({ "id": session, "timestamp": start, "git": git }));
            rollout.lines.push(json!({ "record_type": "state" }));
            let text = format!(
                "<environment_context>\nCurrent working directory: {}\nShell: sh\n</environment_context>",
                cwd.display()
            );
            rollout.user(&[&text]);
            return rollout;
        }
        rollout.header(json!({ "id": session, "cwd": cwd, "cli_version": "0.99.0", "source": "cli", "git": git }));
        rollout
    }

    fn header(&mut self, payload: Value) {
        self.line("session_meta", payload);
        let text = "<environment_context>\n  <cwd>/elsewhere</cwd>\n</environment_context>";
        self.user(&[
            "# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>never</INSTRUCTIONS>",
            text,
        ]);
    }

    fn line(&mut self, kind: &str, payload: Value) {
        self.second += 1;
        let at = format!("2026-03-01T10:{:02}:{:02}.000Z", self.second / 60, self.second % 60);
        let mut line = json!({ "timestamp": at, "type": kind });
        line["payload"] = payload;
        self.lines.push(line);
    }

    fn item(&mut self, mut payload: Value) {
        if self.form == Form::Bare {
            self.lines.push(payload);
            return self.lines.push(json!({ "record_type": "state" }));
        }
        if let (Form::Told, Some(turn)) = (self.form, &self.turn) {
            payload["internal_chat_message_metadata_passthrough"]["turn_id"] = json!(turn);
        }
        self.line("response_item", payload);
    }

    fn user(&mut self, parts: &[&str]) {
        let content: Vec<Value> =
            parts.iter().map(|text| json!({ "type": "input_text", "text": text })).collect();
        self.item(json!({ "type": "message", "role": "user", "content": content }));
    }

    fn begin(&mut self, turn: &str) {
        if self.form >= Form::Turns {
            self.turn = Some(turn.to_owned());
            self.line("event_msg", json!({ "type": "task_started", "turn_id": turn }));
        }
    }

    fn prompt(&mut self, text: &str) {
        self.user(&[text]);
        if self.form >= Form::Wrapped {
            self.line("event_msg", json!({ "type": "user_message", "message": text }));
        }
    }

    fn answer(&mut self, text: &str) {
        let content = json!([{ "type": "output_text", "text": text }]);
        if self.form >= Form::Wrapped {
            self.line("event_msg", json!({ "type": "agent_message", "message": text }));
        }
        self.item(json!({ "type": "message", "role": "assistant", "content": content }));
    }

    fn run(&mut self, call: &str, command: &str, code: i32, output: &str) {
        let arguments = match self.form {
            Form::Bare | Form::Wrapped => json!({ "command": ["bash", "-lc", command] }),
            _ => json!({ "cmd": command }),
        };
        let name = if self.form >= Form::Turns { "exec_command" } else { "shell" };
        let text = match self.form {
            Form::Bare | Form::Wrapped => {
                json!({ "output": output, "metadata": { "exit_code": code } }).to_string()
            }
            _ => format!(
                "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{output}"
            ),
        };
        self.item(json!({ "type": "function_call", "name": name, "arguments": arguments.to_string(), "call_id": call }));
        self.item(json!({ "type": "function_call_output", "call_id": call, "output": text }));
    }

    fn file(&self, sandbox: &Sandbox, name: &str) -> PathBuf {
        let path = sandbox.path(name);
        std::fs::write(&path, bytes_of(&self.lines)).expect("room");
        path
    }
}

/// A session of two turns, in which files are changed and a command fails.
fn weir(form: Form, cwd: &Path) -> Rollout {
    let mut rollout = Rollout::new(form, SESSION, cwd);
    rollout.begin("01990000-0000-7000-8000-000000000001");
    rollout.prompt("mend the weir");
    rollout.run("call_1", "make weir", 2, "weir.c:7: no such sluice\n");
    let patch = "*** Begin Patch\n*** Update File: weir.c\n@@\n-shut\n+open\n*** Add File: sluice.h\n+gate\n*** End Patch";
    rollout.item(json!({ "type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": "call_2" }));
    rollout.item(
        json!({ "type": "custom_tool_call_output", "call_id": "call_2", "output": "Success." }),
    );
    rollout.answer("The sluice was missing.");
    rollout.begin("01990000-0000-7000-8000-000000000002");
    rollout.prompt("and the pier?");
    rollout.answer("It stands.");
    rollout
}

fn ingest(memory: &mut Memory, path: &Path) -> Result<IngestReport> {
    let mut sum = IngestReport::default();
    loop {
        let step = memory.ingest_of("codex", path, None, None)?;
        sum.kept += step.kept;
        for (of, to) in [(step.skipped, &mut sum.skipped), (step.problems, &mut sum.problems)] {
            for (reason, count) in of {
                *to.entry(reason).or_default() += count;
            }
        }
        if step.done {
            return Ok(sum);
        }
    }
}

fn take(sandbox: &Sandbox, files: &[PathBuf]) -> Vec<IngestReport> {
    let mut memory = sandbox.open();
    files.iter().map(|path| ingest(&mut memory, path).expect("it can be read")).collect()
}

fn texts(sandbox: &Sandbox, sql: &str) -> Vec<String> {
    let connection = sandbox.connection();
    let mut statement = connection.prepare(sql).expect("our schema");
    let rows = statement.query_map([], |row| row.get(0)).expect("no parameters");
    rows.collect::<rusqlite::Result<_>>().expect("texts")
}

const PROMPTS: &str = "SELECT item_text.head FROM item_text JOIN session_turn ON turn_id = item_text.item_id GROUP BY item_text.item_id ORDER BY min(position)";
const ANSWERS: &str = "SELECT item_text.body FROM item_text JOIN session_turn ON turn_id = item_text.item_id GROUP BY item_text.item_id ORDER BY min(position)";
const ACTIONS: &str = "SELECT kind || ' ' || target || ' ' || coalesce(exit_status, '-') || ' ' || coalesce(error, '-') FROM action ORDER BY turn_id, ordinal";
const SESSIONS: &str = "SELECT agent || ' ' || uuid FROM session ORDER BY uuid";

#[test]
fn rollouts_of_all_versions_hold_the_words_and_the_work() {
    for form in FORMS {
        let sandbox = Sandbox::without_model();
        let cwd = sandbox.directory("river");
        let reports = take(&sandbox, &[weir(form, &cwd).file(&sandbox, "rollout-a.jsonl")]);
        assert_eq!(texts(&sandbox, PROMPTS), ["mend the weir", "and the pier?"], "{form:?}");
        assert_eq!(texts(&sandbox, ANSWERS), ["The sluice was missing.", "It stands."], "{form:?}");
        let actions = [
            "command make weir 2 weir.c:7: no such sluice",
            "edit weir.c - -",
            "edit sluice.h - -",
        ];
        assert_eq!(texts(&sandbox, ACTIONS), actions, "{form:?}");
        assert_eq!(texts(&sandbox, SESSIONS), [format!("codex {SESSION}")], "{form:?}");
        assert_eq!(texts(&sandbox, "SELECT DISTINCT agent FROM turn"), ["codex"]);
        assert_eq!(texts(&sandbox, "SELECT name FROM project"), ["river"], "{form:?}");
        assert_eq!(texts(&sandbox, "SELECT DISTINCT branch FROM turn"), ["weir"], "{form:?}");
        let report = &reports[0];
        let lines = weir(form, &cwd).lines.len() as u64;
        let counted = report.kept + report.skipped.values().sum::<u64>();
        assert_eq!((counted, report.problems.len()), (lines, 0), "{form:?}");
    }
}

#[test]
fn only_the_words_of_a_person_are_prompts() {
    let sandbox = Sandbox::without_model();
    let mut rollout = Rollout::new(Form::Turns, SESSION, &sandbox.directory("river"));
    for harness in [
        "<user_instructions>\n\nBe brief.\n\n</user_instructions>",
        "<turn_aborted>\nThe user interrupted\n</turn_aborted>",
        "<subagent_notification>{}</subagent_notification>",
        "<user_shell_command><command>ls</command></user_shell_command>",
        "<skill>\n<name>a</name>\n</skill>",
    ] {
        rollout.user(&[harness]);
    }
    let content = json!([{ "type": "input_text", "text": "<mementor>an old weir</mementor>" }]);
    rollout.item(json!({ "type": "message", "role": "developer", "content": content }));
    rollout.begin("01990000-0000-7000-8000-000000000001");
    rollout.user(&[
        "# Files mentioned by the user:\n\n## a.png: /tmp/a.png\n\n## My request for Codex:\nmend the weir\n",
        "<image name=[Image #1]>",
        "</image>",
    ]);
    rollout.prompt("and quickly");
    take(&sandbox, &[rollout.file(&sandbox, "a.jsonl")]);
    assert_eq!(
        texts(&sandbox, PROMPTS),
        ["mend the weir\n\nand quickly"],
        "typed while the model worked"
    );
}

#[test]
fn a_part_that_the_client_calls_its_own_is_no_prompt() {
    let sandbox = Sandbox::without_model();
    let mut rollout = Rollout::new(Form::Told, SESSION, &sandbox.directory("river"));
    rollout.begin("01990000-0000-7000-8000-000000000001");
    rollout.item(json!({ "type": "message", "role": "user",
        "content": [{ "type": "input_text", "text": "Some new wrapper" }, { "type": "input_text", "text": "mend the weir" }],
        "internal_chat_message_metadata_passthrough": { "content_item_metadata":
            [{ "provenance": { "type": "harness" } }, { "provenance": { "type": "user" } }] } }));
    take(&sandbox, &[rollout.file(&sandbox, "a.jsonl")]);
    assert_eq!(texts(&sandbox, PROMPTS), ["mend the weir"]);
}

#[test]
fn the_summary_of_a_compaction_is_no_answer() {
    for (message, answers) in [
        ("Another model began this.\nThe weir is half mended.", "It leaks."),
        // A summary that the provider makes is not among the answers.
        ("", "It leaks.\n\nThe weir is half mended."),
    ] {
        let sandbox = Sandbox::without_model();
        let mut rollout = Rollout::new(Form::Turns, SESSION, &sandbox.directory("river"));
        rollout.begin("01990000-0000-7000-8000-000000000001");
        rollout.prompt("mend the weir");
        rollout.answer("It leaks.");
        rollout.answer("The weir is half mended.");
        let path = rollout.file(&sandbox, "a.jsonl");
        take(&sandbox, std::slice::from_ref(&path));
        let before = rollout.lines.len();
        rollout.line("event_msg", json!({ "type": "token_count" }));
        let history = json!([{ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "mend the weir" }] }]);
        rollout.line("compacted", json!({ "message": message, "replacement_history": history }));
        append(&path, &bytes_of(&rollout.lines[before..]));
        take(&sandbox, &[path]);
        assert_eq!(texts(&sandbox, ANSWERS), [answers]);
        assert_eq!(texts(&sandbox, PROMPTS), ["mend the weir"]);
        let whole = Sandbox::without_model();
        let mut same = rollout.clone();
        same.lines[0]["payload"]["cwd"] = json!(sandbox.path("river"));
        take(&whole, &[same.file(&whole, "a.jsonl")]);
        assert_eq!(texts(&whole, ANSWERS), [answers]);
    }
}

#[test]
fn a_subagents_rollout_belongs_to_its_parents_session() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("river");
    let parent = weir(Form::Told, &cwd);
    let mut child = Rollout::new(Form::Told, OTHER, &cwd);
    child.lines.clear();
    let spawned =
        json!({ "subagent": { "thread_spawn": { "parent_thread_id": SESSION, "depth": 1 } } });
    child.header(json!({ "id": OTHER, "session_id": SESSION, "parent_thread_id": SESSION, "cwd": cwd, "source": spawned }));
    child.begin("01990000-0000-7000-8000-00000000000c");
    child.prompt("count the fish");
    child.answer("Forty.");
    take(&sandbox, &[child.file(&sandbox, "child.jsonl"), parent.file(&sandbox, "parent.jsonl")]);
    assert_eq!(texts(&sandbox, SESSIONS), [format!("codex {SESSION}")]);
    let of = "SELECT item_text.head FROM item_text JOIN turn ON turn.id = item_text.item_id WHERE subagent = ";
    assert_eq!(texts(&sandbox, &format!("{of} '{OTHER}'")), ["count the fish"]);
}

#[test]
fn a_fork_by_copy_shares_the_turns_of_its_parent() {
    for form in [Form::Wrapped, Form::Turns, Form::Told] {
        let (sandbox, alone) = (Sandbox::without_model(), Sandbox::without_model());
        let cwd = sandbox.directory("river");
        let parent = weir(form, &cwd);
        let mut fork = Rollout::new(form, OTHER, &cwd);
        fork.lines.truncate(1);
        fork.second = 500;
        for line in &parent.lines {
            // Copied lines get new times.
            fork.line(line["type"].as_str().unwrap(), line["payload"].clone());
        }
        fork.begin("01990000-0000-7000-8000-00000000000f");
        fork.prompt("and the ferry?");
        let files = [parent.file(&sandbox, "parent.jsonl"), fork.file(&sandbox, "fork.jsonl")];
        take(&sandbox, &files);
        assert_eq!(
            texts(&sandbox, PROMPTS),
            ["mend the weir", "and the pier?", "and the ferry?"],
            "{form:?}"
        );
        assert_eq!(texts(&sandbox, SESSIONS).len(), 2, "{form:?}");
        take(&alone, &[files[1].clone(), files[0].clone()]);
        assert_eq!(alone.dump(), sandbox.dump(), "{form:?}: in any order");
    }
}

#[test]
fn an_answer_belongs_to_the_turn_that_it_names() {
    let sandbox = Sandbox::without_model();
    let mut rollout = weir(Form::Told, &sandbox.directory("river"));
    rollout.begin("01990000-0000-7000-8000-000000000003");
    rollout.prompt("and the ferry?");
    rollout.turn = Some("01990000-0000-7000-8000-000000000002".to_owned());
    rollout.answer("The pier is old, too.");
    rollout.turn = Some("01990000-0000-7000-8000-000000000003".to_owned());
    rollout.answer("It sails.");
    let path = rollout.file(&sandbox, "two.jsonl");
    take(&sandbox, &[path]);
    let answers = texts(&sandbox, ANSWERS);
    assert_eq!(answers[1..], ["It stands.\n\nThe pier is old, too.", "It sails."]);
}

#[test]
fn turns_that_were_rolled_back_are_known_and_those_of_the_parent_of_a_fork_stay() {
    const BACK: &str = "SELECT head FROM turn JOIN item_text ON item_id = turn.id
                        WHERE taken_back_in IS NOT NULL ORDER BY started_at_ms";
    for form in [Form::Wrapped, Form::Turns, Form::Told] {
        let sandbox = Sandbox::without_model();
        let cwd = sandbox.directory("river");
        let mut rollout = weir(form, &cwd);
        rollout.begin("01990000-0000-7000-8000-000000000003");
        rollout.prompt("paint the pier red");
        rollout.answer("It is red.");
        rollout.line("event_msg", json!({ "type": "thread_rolled_back", "num_turns": 2 }));
        rollout.begin("01990000-0000-7000-8000-000000000004");
        rollout.prompt("paint the pier blue");
        rollout.answer("It is blue.");
        let back = json!({ "type": "thread_rolled_back", "num_turns": 1 });
        rollout.line("event_msg", back.clone());
        let path = rollout.file(&sandbox, "rolled.jsonl");
        let reports = take(&sandbox, &[path]);
        let expected = ["and the pier?", "paint the pier red", "paint the pier blue"];
        assert_eq!(texts(&sandbox, BACK), expected, "{form:?}");
        assert!(reports[0].problems.is_empty(), "{reports:?}");

        let sandbox = Sandbox::without_model();
        let parent = weir(form, &cwd);
        let mut fork = Rollout::new(form, OTHER, &cwd);
        fork.lines.truncate(1);
        for line in &parent.lines {
            fork.line(line["type"].as_str().unwrap(), line["payload"].clone());
        }
        fork.line("event_msg", back);
        fork.begin("01990000-0000-7000-8000-00000000000f");
        fork.prompt("and the ferry?");
        take(&sandbox, &[parent.file(&sandbox, "p.jsonl"), fork.file(&sandbox, "f.jsonl")]);
        let memory = sandbox.open();
        let marked = memory.show("").expect("a read").into_iter();
        assert_eq!(marked.filter(|turn| !turn.marks.is_empty()).count(), 0, "{form:?}");
    }
}

#[test]
fn two_sessions_that_say_the_same_stay_two() {
    for form in FORMS {
        let sandbox = Sandbox::without_model();
        let cwd = sandbox.directory("river");
        let say = |session, turn: &str| {
            let mut rollout = Rollout::new(form, session, &cwd);
            rollout.begin(turn);
            rollout.prompt("mend the weir");
            rollout.prompt("mend the weir");
            rollout
        };
        take(
            &sandbox,
            &[
                say(SESSION, "01990000-0000-7000-8000-000000000001").file(&sandbox, "a.jsonl"),
                say(OTHER, "01990000-0000-7000-8000-000000000002").file(&sandbox, "b.jsonl"),
            ],
        );
        let turns = if form >= Form::Turns { 2 } else { 4 };
        assert_eq!(texts(&sandbox, "SELECT uuid FROM turn").len(), turns, "{form:?}");
    }
}

#[test]
fn a_header_that_comes_again_begins_nothing() {
    let sandbox = Sandbox::without_model();
    let mut rollout = weir(Form::Turns, &sandbox.directory("river"));
    let header = rollout.lines[0]["payload"].clone();
    rollout.line("session_meta", header);
    rollout.begin("01990000-0000-7000-8000-000000000003");
    rollout.prompt("still here?");
    // A result that comes late names a turn that was left.
    rollout.begin("01990000-0000-7000-8000-000000000002");
    rollout.begin("01990000-0000-7000-8000-000000000003");
    rollout.prompt("and here?");
    take(&sandbox, &[rollout.file(&sandbox, "a.jsonl")]);
    assert_eq!(
        texts(&sandbox, PROMPTS),
        ["mend the weir", "and the pier?", "still here?\n\nand here?"]
    );
}

#[test]
fn what_is_not_known_is_kept_and_bad_lines_are_counted() {
    let sandbox = Sandbox::without_model();
    let mut rollout = weir(Form::Turns, &sandbox.directory("river"));
    rollout.line("tide_table", json!({ "high": 12 }));
    rollout.line("response_item", json!({ "type": "whirlpool", "depth": 3 }));
    rollout.line("event_msg", json!({ "type": "flood_warning" }));
    let path = rollout.file(&sandbox, "a.jsonl");
    append(&path, b"not json\n[1]\n\n");
    let report = &take(&sandbox, &[path])[0];
    assert_eq!(report.problems.values().sum::<u64>(), 2);
    assert_eq!(report.skipped.get("blank"), Some(&1));
    let lines = rollout.lines.len() as u64 + 3;
    assert_eq!(report.kept + report.skipped.values().sum::<u64>() + 2, lines);
    assert_eq!(texts(&sandbox, PROMPTS), ["mend the weir", "and the pier?"]);
}

#[test]
fn a_compressed_rollout_is_read_like_a_plain_one() {
    let (plain, packed) = (Sandbox::without_model(), Sandbox::without_model());
    let rollout = weir(Form::Told, &plain.directory("river"));
    take(&plain, &[rollout.file(&plain, "a.jsonl")]);
    let path = packed.path("a.jsonl.zst");
    std::fs::write(&path, zstd::bulk::compress(&bytes_of(&rollout.lines), 3).unwrap()).unwrap();
    // A file that was archived holds the same session.
    take(&packed, &[path.clone(), path, rollout.file(&packed, "b.jsonl")]);
    let turns = |sandbox: &Sandbox| -> Vec<String> {
        sandbox.dump().into_iter().filter(|row| !row.starts_with("transcript")).collect()
    };
    assert_eq!(turns(&plain), turns(&packed));
}

// -------------------------------------------------------------------------------- any rollout

#[derive(Debug, Clone)]
enum Piece {
    Turn(String),
    Prompt(String),
    Answer(String),
    Run(String, u8),
    Patch(u8),
    Interrupted,
    Compacted(bool),
    Header,
    Other(u8),
}

fn words() -> impl Strategy<Value = String> {
    vec(prop_oneof!["alpha", "beta", "δέλτα", "🦀\u{2028}", "Never log a card number."], 1..5)
        .prop_map(|words| words.join(" "))
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        3 => words().prop_map(Piece::Turn),
        2 => words().prop_map(Piece::Prompt),
        5 => words().prop_map(Piece::Answer),
        3 => (words(), any::<u8>()).prop_map(|(text, code)| Piece::Run(text, code)),
        2 => any::<u8>().prop_map(Piece::Patch),
        1 => Just(Piece::Interrupted),
        2 => any::<bool>().prop_map(Piece::Compacted),
        1 => Just(Piece::Header),
        2 => any::<u8>().prop_map(Piece::Other),
    ]
}

fn grow(rollout: &mut Rollout, number: usize, at: usize, piece: &Piece, last: &mut String) {
    let call = format!("call_{number}_{at}");
    match piece {
        Piece::Turn(text) => {
            rollout.begin(&format!("0199{number:04x}-0000-7000-8000-{at:012x}"));
            rollout.prompt(text);
        }
        Piece::Prompt(text) => rollout.prompt(text),
        Piece::Answer(text) => {
            last.clone_from(text);
            rollout.answer(text);
        }
        Piece::Run(text, code) => rollout.run(&call, text, i32::from(code % 3), text),
        Piece::Patch(files) => {
            let files: Vec<String> =
                (0..=files % 3).map(|file| format!("*** Update File: {file}.rs\n@@\n-a\n+b")).collect();
            let patch = format!("*** Begin Patch\n{}\n*** End Patch", files.join("\n"));
            rollout.item(json!({ "type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": call }));
            rollout.item(json!({ "type": "custom_tool_call_output", "call_id": call, "output": "Done" }));
        }
        Piece::Interrupted => rollout.item_or_event(json!({ "type": "turn_aborted", "reason": "interrupted" })),
        Piece::Compacted(local) => {
            let message = if *local { format!("Before: {last}") } else { String::new() };
            rollout.item_or_compacted(json!({ "message": message }));
        }
        Piece::Header => {
            let again = rollout.lines[0].clone();
            rollout.lines.push(again);
        }
        Piece::Other(kind) => match kind % 3 {
            0 => rollout.lines.push(json!({ "timestamp": "2026-03-01T10:00:00Z", "type": "tide", "payload": { "at": at } })),
            1 => rollout.lines.push(json!({ "record_type": "state" })),
            _ => rollout.item(json!({ "type": "reasoning", "summary": [] })),
        },
    }
}

impl Rollout {
    fn item_or_event(&mut self, payload: Value) {
        if self.form >= Form::Wrapped {
            self.line("event_msg", payload);
        }
    }

    fn item_or_compacted(&mut self, payload: Value) {
        if self.form >= Form::Wrapped {
            self.line("compacted", payload);
        }
    }
}

fn form() -> impl Strategy<Value = Form> {
    proptest::sample::select(&FORMS[..])
}

/// How much of the rollout before is copied, and what follows.
type Draft = (Option<prop::sample::Index>, Vec<Piece>);

/// The rollouts of one project; a fork copies the beginning of the one before it.
fn rollouts() -> impl Strategy<Value = (Form, Vec<Draft>)> {
    (form(), vec((any::<Option<prop::sample::Index>>(), vec(piece(), 1..9)), 1..4))
}

fn files(cwd: &Path, form: Form, drafts: &[Draft]) -> Vec<Vec<Value>> {
    let mut files: Vec<Vec<Value>> = Vec::new();
    for (number, (fork, pieces)) in drafts.iter().enumerate() {
        let mut rollout =
            Rollout::new(form, &format!("0199{number:04x}-aaaa-7aaa-8aaa-000000000001"), cwd);
        if let (Some(length), Some(origin), true) = (fork, files.last(), form > Form::Bare) {
            rollout.lines.truncate(1);
            rollout.lines.extend_from_slice(&origin[..=length.index(origin.len())]);
        }
        rollout.second = 100 * number as u64;
        let mut last = String::new();
        for (at, piece) in pieces.iter().enumerate() {
            grow(&mut rollout, number, at, piece, &mut last);
        }
        files.push(rollout.lines);
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_order_any_cut_and_any_repetition_give_the_same_rows(
        (form, drafts) in rollouts(),
        cuts in vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12),
    ) {
        let (whole, cut) = (Sandbox::without_model(), Sandbox::without_model());
        let cwd = whole.directory("river");
        let files: Vec<Vec<u8>> = files(&cwd, form, &drafts).iter().map(|lines| bytes_of(lines)).collect();
        let path = |sandbox: &Sandbox, at: usize| sandbox.path(&format!("{at}.jsonl"));
        let mut memory = whole.open();
        for (at, bytes) in files.iter().enumerate() {
            std::fs::write(path(&whole, at), bytes).expect("room");
            ingest(&mut memory, &path(&whole, at)).expect("it can be read");
        }
        let mut memory = cut.open();
        let mut written = vec![0; files.len()];
        for (file, end) in &cuts {
            let at = file.index(files.len());
            let end = end.index(files[at].len() + 1);
            if end > written[at] {
                append_to(&path(&cut, at), &files[at][written[at]..end]);
                written[at] = end;
                ingest(&mut memory, &path(&cut, at)).expect("it can be read");
            }
        }
        for at in (0..files.len()).rev() {
            append_to(&path(&cut, at), &files[at][written[at]..]);
            for _ in 0..2 {
                ingest(&mut memory, &path(&cut, at)).expect("it can be read");
            }
        }
        prop_assert_eq!(whole.dump(), cut.dump());
    }
}

/// Real rollouts, in the folder that `MEMENTOR_TEST_ROLLOUTS` names, cut, turned round and repeated.
#[test]
fn real_rollouts_give_the_same_rows_however_they_come() {
    let Some(folder) = std::env::var_os("MEMENTOR_TEST_ROLLOUTS") else { return };
    let entries = std::fs::read_dir(&folder).expect("a folder").flatten();
    let mut originals: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    originals.retain(|path| path.metadata().is_ok_and(|found| found.len() <= 1 << 20));
    originals.sort();
    originals.truncate(30);
    assert!(!originals.is_empty(), "no rollouts in {}", folder.display());
    let (whole, cut) = (Sandbox::without_model(), Sandbox::without_model());
    let place =
        |sandbox: &Sandbox, at: usize| sandbox.directory("same").join(format!("{at}.jsonl"));
    let mut memory = whole.open();
    for (at, original) in originals.iter().enumerate() {
        std::fs::copy(original, place(&whole, at)).expect("room");
        ingest(&mut memory, &place(&whole, at)).expect("it can be read");
    }
    let mut memory = cut.open();
    for (at, original) in originals.iter().enumerate().rev() {
        let bytes = std::fs::read(original).expect("readable");
        let path = place(&cut, at);
        for piece in bytes.chunks(bytes.len() / 7 + 1) {
            append_to(&path, piece);
            ingest(&mut memory, &path).expect("it can be read");
        }
        std::fs::write(&path, &bytes).expect("room");
        ingest(&mut memory, &path).expect("it can be read");
    }
    assert_eq!(whole.dump(), cut.dump());
}

fn append_to(path: &Path, bytes: &[u8]) {
    if !path.exists() {
        std::fs::write(path, b"").expect("room");
    }
    append(path, bytes);
}
