//! A second agent, made up here: one JSON file with keyed messages, rewritten at each change. It
//! shows that a source is all that an agent needs.

mod sandbox;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use mementor_core::capture::ingest;
use mementor_core::capture::transcript::{Capture, Transcript};
use mementor_core::conversation::ParsedEntry;
use mementor_core::conversation::dialect::Dialect;
use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn::{Action, ActionKind};
use mementor_core::item::chunk::Splitter;
use mementor_core::policy::CapturePolicy;
use mementor_core::sources::{
    self, AgentFacts, Batch, Client, Cursor, Part, Reconstructed, Source,
};
use mementor_core::store::{Access, Store};
use mementor_core::surroundings::Surroundings;
use sandbox::{NOW_MS, Sandbox};
use serde_json::{Value, json};

struct Toy;

static FACTS: AgentFacts = AgentFacts {
    name: "toy",
    display_name: "Toy",
    dialect: Dialect {
        action: |call| {
            let code = call.result.and_then(|text| text.strip_prefix("code ")?.parse().ok());
            let target = call.input.as_str().unwrap_or_default();
            Action { kind: ActionKind::Command, exit_status: code, ..Action::of(call).on(target) }
        },
        injected: &["screen"],
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: |prompt| prompt.starts_with('?'),
    reserved: &["screen"],
    resume: &["toy", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for Toy {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    /// The cursor holds the file's text, which a real source would hash, and how many messages of
    /// it are read: two in each batch.
    fn read(&self, part: &Part) -> io::Result<Batch> {
        let text = fs::read_to_string(part.path)?;
        let (known, read): (String, usize) = part.from.position();
        let file: Value = serde_json::from_str(&text)?;
        let messages = file["messages"].as_array().into_iter().flatten();
        let start = if known == text { read } else { 0 };
        let mut batch = Batch { restarted: known != text && read > 0, ..Batch::default() };
        for (at, message) in messages.enumerate().skip(start).take(2) {
            let blocks = blocks(message);
            if blocks.is_empty() {
                *batch.tally.skipped.entry("automatic".into()).or_default() += 1;
                continue;
            }
            let entry = Entry {
                id: message["id"].as_str().unwrap_or_default().to_owned(),
                at_ms: message["time"].as_i64().unwrap_or_default(),
                position: at as u64,
                revision: message.to_string().len() as u64,
                cwd: file["folder"].as_str().map(str::to_owned),
                blocks,
                ..Entry::default()
            };
            batch.tally.kept += 1;
            batch.entries.push(ParsedEntry::masked(
                self.session_of(&file["id"].to_string()),
                entry,
                part.masker,
            ));
        }
        let end = file["messages"].as_array().map_or(0, Vec::len).min(start + 2);
        batch.done = end == file["messages"].as_array().map_or(0, Vec::len);
        batch.offset = text.len() as u64;
        batch.cursor = Cursor::of(&(text, end));
        Ok(batch)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        let file: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        Ok(file["folder"].as_str().map(str::to_owned))
    }

    fn session_of(&self, path: &str) -> Option<String> {
        Some(Path::new(path.trim_matches('"')).file_stem()?.to_string_lossy().into_owned())
    }

    fn reconstruct(&self, _: &str, _: &[(String, Vec<Entry>)]) -> Option<Reconstructed> {
        None
    }
}

impl Client for Toy {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![on.at_home(".toy")]
    }

    fn is_transcript(&self, path: &str) -> bool {
        path.ends_with(".toy.json")
    }
}

fn blocks(message: &Value) -> Vec<Block> {
    let text = message["text"].as_str().unwrap_or_default().to_owned();
    match message["from"].as_str() {
        Some("person") => vec![Block::Prompt { text, command: false }],
        Some("model") => {
            let run = message["run"].as_str().map(|line| {
                let (id, name) = (format!("call-{line}"), "shell".to_owned());
                let text = format!("code {}", message["code"]);
                let result = Block::ToolResult { id: id.clone(), text, failed: false };
                [Block::ToolUse { id, name, input: json!(line) }, result]
            });
            [Block::Answer { text }].into_iter().chain(run.into_iter().flatten()).collect()
        }
        _ => Vec::new(),
    }
}

struct Whole;

impl Splitter for Whole {
    fn split(&self, passage: &str) -> Vec<Range<usize>> {
        std::iter::once(0..passage.len()).collect()
    }
}

/// A file as it grows: an answer becomes longer and runs a command, then all goes on.
fn states(folder: &Path) -> Vec<String> {
    let told = json!({ "id": "p", "time": 1, "from": "person", "text": "mend the weir<screen>80x24</screen>" });
    let half = json!({ "id": "a", "time": 2, "from": "model", "text": "I look" });
    let whole = json!({ "id": "a", "time": 2, "from": "model", "text": "I looked: it leaks", "run": "ls", "code": 3 });
    let auto = json!({ "id": "s", "time": 3, "from": "client", "text": "saved" });
    let next = json!({ "id": "q", "time": 4, "from": "person", "text": "and the sluice?" });
    let last = json!({ "id": "b", "time": 5, "from": "model", "text": "It holds." });
    let file = |messages: Value| json!({ "id": "river", "folder": folder, "messages": messages });
    let all = json!([told, whole, auto, next, last]);
    [json!([told, half]), json!([told, whole]), json!([told, whole, auto]), all]
        .map(|messages| file(messages).to_string())
        .into()
}

fn stored(order: &[usize]) -> (Sandbox, Vec<String>) {
    let sandbox = Sandbox::without_model();
    let states = states(Path::new("/srv/river"));
    let path = sandbox.path("river.json");
    let opened = Store::open(&sandbox.directory("home"), Access::Write, Duration::ZERO, NOW_MS);
    let mut store = opened.expect("a home of our own").store;
    let policy = CapturePolicy::default();
    let capture = Capture { source: &Toy, policy: &policy, splitter: &Whole, now_ms: NOW_MS };
    for at in order {
        fs::write(&path, &states[*at]).expect("room");
        let transcript = Transcript { path: &path, project: None, reported_directory: None };
        while !ingest::step(&mut store, transcript, &capture).expect("it can be read").done {}
    }
    drop(store);
    let rows = sandbox.dump();
    (sandbox, rows)
}

#[test]
fn any_order_repetition_and_split_give_the_same_rows() {
    let (_, whole) = stored(&[3]);
    for order in [&[0, 1, 2, 3][..], &[0, 3], &[3, 0, 3], &[1, 1, 3, 3], &[3, 2, 1, 0], &[2, 0, 3]]
    {
        assert_eq!(stored(order).1, whole, "{order:?}");
    }
}

#[test]
fn the_words_are_the_persons_and_tool_calls_are_actions() {
    let (sandbox, _) = stored(&[0, 3]);
    let texts = |sql: &str| -> Vec<String> {
        let connection = sandbox.connection();
        let mut statement = connection.prepare(sql).expect("our schema");
        let rows = statement.query_map([], |row| row.get(0)).expect("no parameters");
        rows.collect::<rusqlite::Result<_>>().expect("texts")
    };
    assert_eq!(texts("SELECT uuid FROM turn ORDER BY uuid"), ["p", "q"]);
    assert_eq!(
        texts("SELECT head FROM item_text ORDER BY head"),
        ["and the sluice?", "mend the weir"]
    );
    assert_eq!(
        texts("SELECT body FROM item_text ORDER BY body"),
        ["I looked: it leaks", "It holds."]
    );
    assert_eq!(
        texts("SELECT kind || ' ' || target || ' ' || exit_status FROM action"),
        ["command ls 3"]
    );
    assert_eq!(texts("SELECT agent || ' ' || session FROM transcript"), ["toy river"]);
    assert_eq!(texts("SELECT DISTINCT agent FROM turn"), ["toy"]);
    assert_eq!(texts("SELECT agent || ' ' || uuid FROM session"), ["toy river"]);
}

#[test]
fn an_agent_that_is_not_known_is_refused_with_those_that_are() {
    let refused = sources::named("toy").err().expect("it is made up").to_string();
    assert!(refused.contains("toy") && refused.contains("claude-code"), "{refused}");
}
