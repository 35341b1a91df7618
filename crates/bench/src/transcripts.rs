//! Generates transcripts for users without any: mostly tool results, like real ones.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::author::{Author, SESSION_TURNS};
use crate::failure::Result;
use crate::options::Options;
use crate::random::Random;

const KIND: u64 = 20;
/// Number of tool calls between a prompt and its answer.
const TOOLS_PER_TURN: [usize; 2] = [2, 10];
/// Lines of a tool result. A transcript contains each result twice: for the model and for the
/// screen.
const RESULT_LINES: [usize; 2] = [10, 120];

/// Writes whole sessions until `--megabytes` is reached. Returns `{ files, bytes }`.
pub fn write(options: &Options) -> Result<Value> {
    let author = Author::new(&options.path("models")?)?;
    let folder = options.path("to")?.join("invented");
    std::fs::create_dir_all(&folder)?;
    let bytes_max = options.number("megabytes")? * 1_000_000;
    let (mut files, mut bytes) = (0, 0);
    while bytes < bytes_max {
        let text = session(&author, files, &folder);
        bytes += text.len() as u64;
        std::fs::write(folder.join(format!("{}.jsonl", uuid("5e551011", files))), text)?;
        files += 1;
    }
    Ok(json!({ "files": files, "bytes": bytes }))
}

fn session(author: &Author, session: u64, folder: &Path) -> String {
    let mut lines = Lines {
        text: String::new(),
        session: uuid("5e551011", session),
        folder: folder.to_string_lossy().into_owned(),
        count: session * 1_000_000,
        parent: Value::Null,
    };
    for turn in session * SESSION_TURNS..(session + 1) * SESSION_TURNS {
        let written = author.turn(turn);
        let mut random = Random::of(KIND, turn);
        lines.add("user", &json!({ "role": "user", "content": written.prompt }), None);
        for _ in 0..random.between(TOOLS_PER_TURN[0], TOOLS_PER_TURN[1]) {
            let tool = format!("toolu_{}", lines.count);
            let path = format!("/src/{}.rs", random.between(0, 500));
            let used = json!({ "type": "tool_use", "id": tool, "name": "Read", "input": { "file_path": path } });
            lines.add("assistant", &answer(lines.count, &used), None);
            let content = file(&mut random, author);
            let result = json!({ "type": "tool_result", "tool_use_id": tool, "content": content });
            let screen =
                json!({ "type": "text", "file": { "filePath": path, "content": content } });
            lines.add("user", &json!({ "role": "user", "content": [result] }), Some(&screen));
        }
        let text = json!({ "type": "text", "text": written.answer });
        lines.add("assistant", &answer(lines.count, &text), None);
    }
    lines.text
}

fn answer(message: u64, block: &Value) -> Value {
    json!({
        "role": "assistant", "type": "message", "id": format!("msg_{message}"),
        "model": "claude-sonnet-4-6", "content": [block], "stop_reason": null,
        "usage": { "input_tokens": 4, "output_tokens": 120, "cache_read_input_tokens": 18_000 },
    })
}

/// Returns the result of reading a file: numbered lines of words.
fn file(random: &mut Random, author: &Author) -> String {
    let mut text = String::new();
    for line in 1..=random.between(RESULT_LINES[0], RESULT_LINES[1]) {
        let words = author.query(random.bits());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line:>6}\t    let {} = \"{words}\";", words.replace(' ', "_"));
    }
    text
}

struct Lines {
    text: String,
    session: String,
    folder: String,
    count: u64,
    parent: Value,
}

impl Lines {
    fn add(&mut self, kind: &str, message: &Value, screen: Option<&Value>) {
        let own = uuid("90010000", self.count);
        let mut line = json!({
            "type": kind, "uuid": own, "parentUuid": self.parent, "sessionId": self.session,
            "isSidechain": false, "userType": "external", "cwd": self.folder, "version": "2.1.59",
            "timestamp": timestamp(self.count), "message": message,
        });
        if let Some(screen) = screen {
            line["toolUseResult"] = screen.clone();
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
        self.parent = json!(own);
        self.count += 1;
    }
}

fn uuid(kind: &str, number: u64) -> String {
    format!("{kind}-0000-4000-8000-{number:012}")
}

/// Returns a time within one day that increases with the number.
fn timestamp(number: u64) -> String {
    let seconds = number % 86_400;
    format!("2026-01-05T{:02}:{:02}:{:02}.000Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
