//! Properties of any transcript: no bytes break it, and the order, cuts and repetition of files do
//! not matter.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::conversation::turn;
use mementor_core::secrets::Masker;
use mementor_core::sources::ClaudeCode;
use mementor_core::sources::claude_code::Line;
use mementor_core::sources::json_lines::{LineReader, Parsed, next_parsed};
use proptest::collection::vec;
use proptest::prelude::*;
use sandbox::restored::{check_conversation, without_positions};
use sandbox::{Sandbox, append, ingest};
use serde_json::{Value, json};

// -------------------------------------------------------------------------------- any transcript

/// One line, before its position in a file is known.
#[derive(Debug, Clone)]
enum Piece {
    Prompt(String),
    Answer(String),
    Tool(String),
    Interrupted,
    Compacted,
    Queued(String),
    /// Text to or from one of two subagents.
    Subagent(u8, String),
    /// Outside any conversation: state, hooks, unknown and empty lines.
    Other(u8),
    /// Not a line of Claude Code at all.
    Garbage(Vec<u8>),
}

/// Sentences in which rules find a note; some take another one back.
const WORTH_A_NOTE: [&str; 7] = [
    "Never log a card number.",
    "never log a CARD number",
    "we always squash before a merge",
    "never squash before a merge",
    "let's use pine instead of oak",
    "let's use oak instead of pine",
    "The export fails because the lock is only removed at the end. The cache is never written twice, \
     since each key has one owner only.",
];

fn words() -> impl Strategy<Value = String> {
    let noted = proptest::sample::select(&WORTH_A_NOTE[..]).prop_map(str::to_owned);
    prop_oneof![3 => plain_words(), 1 => noted]
}

fn plain_words() -> impl Strategy<Value = String> {
    vec(
        prop_oneof!["alpha", "beta", "gamma", "δέλτα", "🦀\u{2028}", "\\n\"quoted\"", "# h\n\n- i"],
        0..6,
    )
    .prop_map(|words| words.join(" "))
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        4 => words().prop_map(Piece::Prompt),
        5 => words().prop_map(Piece::Answer),
        3 => words().prop_map(Piece::Tool),
        1 => Just(Piece::Interrupted),
        1 => Just(Piece::Compacted),
        1 => words().prop_map(Piece::Queued),
        2 => (any::<u8>(), words()).prop_map(|(kind, text)| Piece::Subagent(kind, text)),
        2 => any::<u8>().prop_map(Piece::Other),
        1 => vec(any::<u8>(), 0..40).prop_map(|mut bytes| {
            bytes.retain(|&byte| byte != b'\n');
            Piece::Garbage(bytes)
        }),
    ]
}

/// Several transcripts of one project; all but the first may start with copies of an earlier one.
#[derive(Debug, Clone)]
struct Transcripts(Vec<Transcript>);

#[derive(Debug, Clone)]
struct Transcript {
    /// The forked transcript, and the number of lines copied from it.
    fork_of: Option<(prop::sample::Index, prop::sample::Index)>,
    pieces: Vec<Piece>,
}

fn transcripts(count: std::ops::Range<usize>) -> impl Strategy<Value = Transcripts> {
    let transcript =
        (any::<Option<(prop::sample::Index, prop::sample::Index)>>(), vec(piece(), 1..9))
            .prop_map(|(fork_of, pieces)| Transcript { fork_of, pieces });
    vec(transcript, count).prop_map(Transcripts)
}

impl Transcripts {
    /// Returns the lines of each file.
    fn lines(&self) -> Vec<Vec<Vec<u8>>> {
        let mut files: Vec<Vec<Draft>> = Vec::new();
        for (number, transcript) in self.0.iter().enumerate() {
            let mut lines: Vec<Draft> = Vec::new();
            if let Some((origin, length)) = transcript.fork_of.filter(|_| number > 0) {
                let origin = origin.get(&files[..number]);
                lines.extend_from_slice(&origin[..=length.index(origin.len())]);
            } else {
                // The line with the directory comes first, as in real transcripts.
                lines.push(Draft::new(number, 0, &Piece::Prompt("first".to_owned())));
            }
            for (at, piece) in transcript.pieces.iter().enumerate() {
                lines.push(Draft::new(number, at + 1, piece));
            }
            files.push(lines);
        }
        let bytes = |(number, lines): (usize, &Vec<Draft>)| {
            lines.iter().map(|line| line.of_session(number)).collect()
        };
        files.iter().enumerate().map(bytes).collect()
    }

    fn write(&self, sandbox: &Sandbox) -> Vec<PathBuf> {
        let write = |(number, lines): (usize, &Vec<Vec<u8>>)| {
            let path = sandbox.path(&format!("{number}.jsonl"));
            std::fs::write(&path, whole(lines)).expect("room");
            path
        };
        self.lines().iter().enumerate().map(write).collect()
    }
}

fn whole(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_slice(), b"\n"].concat()).collect()
}

/// A line without a session yet: a fork copies it into its own session.
#[derive(Debug, Clone)]
enum Draft {
    Json(Value),
    Bytes(Vec<u8>),
}

impl Draft {
    fn new(file: usize, at: usize, piece: &Piece) -> Self {
        let second = file * 20 + at;
        let mut line = json!({
            "uuid": format!("{file}-{at}"),
            "timestamp": format!("2026-03-01T09:{:02}:{:02}Z", second / 60, second % 60),
            "cwd": "/nowhere/skiff",
            "version": "2.1.330",
        });
        let user = |content: Value| json!({ "type": "user", "message": { "content": content } });
        let assistant =
            |block: Value| json!({ "type": "assistant", "message": { "content": [block] } });
        let fields = match piece {
            Piece::Garbage(bytes) => return Self::Bytes(bytes.clone()),
            Piece::Prompt(text) => user(json!(text)),
            Piece::Answer(text) => assistant(json!({ "type": "text", "text": text })),
            Piece::Tool(text) if at.is_multiple_of(2) => assistant(json!({
                "type": "tool_use", "id": format!("{file}-tool"), "name": "Bash",
                "input": { "command": text },
            })),
            Piece::Tool(text) => user(json!([{
                "type": "tool_result", "tool_use_id": format!("{file}-tool"),
                "content": format!("Exit code 2\n{text}"), "is_error": true,
            }])),
            Piece::Interrupted => user(json!("[Request interrupted by user]")),
            Piece::Compacted => json!({ "type": "system", "subtype": "compact_boundary" }),
            Piece::Queued(text) => json!({
                "type": "attachment",
                "attachment": { "type": "queued_command", "prompt": text, "commandMode": "prompt" },
            }),
            Piece::Subagent(kind, text) => {
                let fields = match kind % 3 {
                    0 => user(json!(text)),
                    _ => assistant(json!({ "type": "text", "text": text })),
                };
                line["isSidechain"] = json!(true);
                line["agentId"] = json!(format!("a{}", kind % 2));
                fields
            }
            Piece::Other(kind) => other(*kind),
        };
        let fields = fields.as_object().expect("an object").clone();
        line.as_object_mut().expect("an object").extend(fields);
        Self::Json(line)
    }

    fn of_session(&self, number: usize) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes.clone(),
            Self::Json(line) => {
                let mut line = line.clone();
                line["sessionId"] = json!(format!("session-{number}"));
                line.to_string().into_bytes()
            }
        }
    }
}

fn other(kind: u8) -> Value {
    let message = json!({ "role": "user", "content": "alpha" });
    match kind % 10 {
        0 => json!({ "type": "progress" }),
        1 => json!({ "type": "api-request-blob", "message": message }),
        2 => json!({ "type": "user", "isMeta": true, "message": message }),
        3 => json!({
            "type": "user", "isSidechain": true, "agentId": "acompact-1", "message": message,
        }),
        4 => json!({ "type": "attachment", "attachment": { "type": "hook_success" } }),
        5 => json!({ "type": "constellation", "message": message }),
        6 => json!({ "type": "assistant", "message": { "content": [{ "type": "hologram" }] } }),
        7 => {
            json!({ "type": "user", "message": { "content": "<command-name>/clear</command-name>" } })
        }
        8 => json!({ "type": "user", "message": message, "uuid": null }),
        _ => json!({ "type": "user", "message": message, "timestamp": null, "cwd": null }),
    }
}

/// Returns the contents of a memory after ingesting these files in this order.
fn ingested(transcripts: &Transcripts, order: impl Fn(usize) -> Vec<usize>) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let paths = transcripts.write(&sandbox);
    let mut memory = sandbox.open();
    for at in order(paths.len()) {
        ingest(&mut memory, &paths[at]);
    }
    assert_eq!(memory.integrity_problems().expect("a check"), Vec::<String>::new());
    sandbox.dump()
}

// ----------------------------------------------------------------------------------- properties

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_parse_and_every_line_is_counted_once(
        parts in vec(prop_oneof![
            vec(any::<u8>(), 0..60),
            piece().prop_map(|piece| Draft::new(0, 2, &piece).of_session(0)),
            // A line that is cut off somewhere.
            (piece(), any::<prop::sample::Index>()).prop_map(|(piece, at)| {
                let mut line = Draft::new(0, 2, &piece).of_session(0);
                line.truncate(at.index(line.len() + 1));
                line
            }),
            Just(b"\n".to_vec()),
        ], 0..12),
    ) {
        let bytes = parts.concat();
        let mut reader = LineReader::new(bytes.as_slice(), 7);
        let (mut kept, mut rest, mut end) = (Vec::new(), 0, 7);
        let masker = Masker::default();
        while let Some(Parsed { end: after, line, .. }) =
            next_parsed(&ClaudeCode, &mut reader, 0, &masker).expect("memory")
        {
            prop_assert!(after > end);
            end = after;
            match line {
                Ok(Line::Entry(line, _)) => kept.push(line),
                Ok(Line::Queued(_) | Line::Label(_) | Line::Lost(..) | Line::Skipped(..))
                | Err(_) => rest += 1,
            }
        }
        let newlines = bytes.split(|&byte| byte == b'\n').count() - 1;
        // Several objects on one line count as a line each.
        prop_assert!(kept.len() + rest >= newlines);
        let left = &bytes[reader.offset() as usize - 7..];
        prop_assert!(reader.offset() >= end && !left.contains(&b'\n'));
        let count = kept.len();
        let parts = turn::fold(kept, &mut turn::FoldState::default(), &|_| false).parts;
        prop_assert_eq!(parts.iter().map(|part| part.entries.len()).sum::<usize>(), count);
        for part in parts {
            prop_assert_eq!(turn::decode(&turn::encode(&part.entries)), part.entries.to_vec());
        }
    }
}

/// Ingests a file while it grows: up to each of the cuts, then to its end.
fn in_pieces(sandbox: &Sandbox, path: &Path, bytes: &[u8], cuts: &[prop::sample::Index]) -> Memory {
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    ends.sort_unstable();
    ends.push(bytes.len());
    std::fs::write(path, b"").expect("room");
    let mut memory = sandbox.open();
    let mut start = 0;
    for end in ends {
        append(path, &bytes[start..end]);
        ingest(&mut memory, path);
        start = end;
    }
    memory
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn ingesting_twice_is_ingesting_once(files in transcripts(1..4)) {
        let once = ingested(&files, |count| (0..count).collect());
        let twice = ingested(&files, |count| (0..count).chain(0..count).collect());
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn a_file_read_again_from_another_path_changes_nothing(files in transcripts(1..3)) {
        let sandbox = Sandbox::without_model();
        let paths = files.write(&sandbox);
        let mut memory = sandbox.open();
        for path in &paths {
            ingest(&mut memory, path);
        }
        let before = sandbox.dump();
        let copy = sandbox.path("copy.jsonl");
        std::fs::copy(&paths[0], &copy).expect("room");
        ingest(&mut memory, &copy);
        prop_assert_eq!(before, sandbox.dump());
    }

    #[test]
    fn a_file_cut_anywhere_is_the_whole_file(
        file in transcripts(1..2),
        cuts in vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let whole = ingested(&file, |_| vec![0]);
        let sandbox = Sandbox::without_model();
        let path = file.write(&sandbox).remove(0);
        let bytes = std::fs::read(&path).expect("just written");
        let memory = in_pieces(&sandbox, &path, &bytes, &cuts);
        prop_assert_eq!(memory.transcript_offset(&path).expect("read"), Some(bytes.len() as u64));
        prop_assert_eq!(whole, sandbox.dump());
        // However the file was cut, the ledger counts every complete line once.
        let row = memory.transcripts().expect("read").remove(0);
        let lines = bytes.split(|&byte| byte == b'\n').count() as u64 - 1;
        let counted = row.kept + row.skipped.values().chain(row.problems.values()).sum::<u64>();
        prop_assert_eq!((counted, row.offset), (lines, bytes.len() as u64));
        let at_once = Sandbox::without_model();
        let report = ingest(&mut at_once.open(), &path);
        prop_assert_eq!((row.kept, row.skipped), (report.kept, report.skipped));
        prop_assert_eq!(row.problems, report.problems);
    }

    #[test]
    fn lines_without_newlines_are_the_same_however_the_file_is_cut(
        file in transcripts(1..2),
        joints in vec(proptest::sample::select(&["\n", "", "\n\u{FEFF}", "\u{FEFF}"][..]), 12),
        cuts in vec(any::<prop::sample::Index>(), 1..6),
    ) {
        let lines = file.lines().remove(0).into_iter().zip(joints.into_iter().cycle());
        let bytes: Vec<u8> = lines
            .flat_map(|(line, joint)| [line.as_slice(), joint.as_bytes()].concat())
            .collect();
        let (at_once, sandbox) = (Sandbox::without_model(), Sandbox::without_model());
        let (whole, path) = (at_once.path("0.jsonl"), sandbox.path("0.jsonl"));
        std::fs::write(&whole, &bytes).expect("room");
        let report = ingest(&mut at_once.open(), &whole);
        let mut memory = in_pieces(&sandbox, &path, &bytes, &cuts);
        prop_assert_eq!(at_once.dump(), sandbox.dump());
        let row = memory.transcripts().expect("read").remove(0);
        prop_assert_eq!((row.kept, row.skipped), (report.kept, report.skipped));
        prop_assert_eq!((row.problems, row.offset), (report.problems, report.bytes));
        ingest(&mut memory, &whole);
        prop_assert_eq!(at_once.dump(), sandbox.dump());
    }

    #[test]
    fn a_restored_transcript_is_sound_and_adds_nothing(files in transcripts(1..4)) {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        for path in files.write(&sandbox) {
            ingest(&mut memory, &path);
        }
        let before = without_positions(sandbox.dump());
        for session in memory.sessions_named("session-").expect("read") {
            let Some(restored) = memory.restore(&session).expect("read") else { continue };
            check_conversation(&restored.text);
            let path = sandbox.path(&format!("restored-{session}.jsonl"));
            std::fs::write(&path, restored.text).expect("room");
            ingest(&mut memory, &path);
        }
        prop_assert_eq!(before, without_positions(sandbox.dump()));
    }

    #[test]
    fn the_order_of_files_does_not_matter(
        (files, order) in transcripts(2..5).prop_flat_map(|files| {
            let order: Vec<usize> = (0..files.0.len()).collect();
            (Just(files), Just(order).prop_shuffle())
        }),
    ) {
        let forward = ingested(&files, |count| (0..count).collect());
        let shuffled = ingested(&files, |_| order.clone());
        prop_assert_eq!(forward, shuffled);
    }
}
