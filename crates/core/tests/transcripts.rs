//! Golden transcripts: the result for each line, then the turns.

mod sandbox;

use std::fmt::Write as _;
use std::path::Path;

use mementor_core::conversation::ParsedEntry;
use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::conversation::turn::{self, FoldState, TurnPart};
use mementor_core::item::chunk;
use mementor_core::secrets::Masker;
use mementor_core::sources::claude_code::{Line, Passed, QueueOperation};
use mementor_core::sources::json_lines::{Fate, LineFormat as _, LineReader, Parsed, next_parsed};
use mementor_core::sources::{ClaudeCode, dialect};

/// The invented secrets of `secrets.jsonl`; each must be gone from everything made of it.
const SECRETS: [&str; 5] = [
    "madeUp7Qx2Zk9Lv4Tn1Hy6",
    "madeUpPw3Rt8",
    "madeUp5Wj8Cx3Bd0",
    "madeUp9Fp4Sg2Vb7Nq",
    "madeUp1Kd6Rm3Yt8Ga5Xe",
];

/// Small, so that even short passages have several chunks.
const CHUNK_CHARS: usize = 32;

#[test]
fn golden_transcripts() {
    insta::glob!("../../..", "test/fixtures/transcripts/*.jsonl", |path| {
        let bytes = std::fs::read(path).expect("a fixture");
        let read = Transcript::of(&bytes);
        read.assert_whole(&bytes);
        let text = read.describe();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret} is left");
            assert!(!format!("{:?}", read.kept).contains(secret), "{secret} is left in an entry");
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("transcript", text);
        });
    });
}

#[test]
fn the_secrets_stand_in_their_fixture() {
    let fixture = std::fs::read_to_string(sandbox::fixtures().join("secrets.jsonl"));
    let fixture = fixture.expect("a fixture");
    for secret in SECRETS {
        assert!(fixture.contains(secret), "{secret}");
    }
}

#[test]
fn a_fork_shares_the_turns_before_it_and_unites_the_one_it_left() {
    let read = |name: &str| {
        let bytes = std::fs::read(sandbox::fixtures().join(name)).expect("a fixture");
        let mut state = FoldState::default();
        turn::fold(Transcript::of(&bytes).kept, &mut state, &|_| false).parts
    };
    let (parent, child) = (read("fork-parent.jsonl"), read("fork-child.jsonl"));
    let ids = |parts: &[TurnPart]| parts.iter().map(|part| part.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&parent)[..2], ids(&child)[..2]);
    assert_ne!(ids(&parent)[2], ids(&child)[2]);
    assert_ne!(parent[0].session, child[0].session);
    assert_eq!(parent[0].entries, child[0].entries);
    let of = |part: &TurnPart| part.entries.to_vec();
    let merged = turn::merge(of(&parent[1]), of(&child[1]));
    assert_eq!(merged, turn::merge(of(&child[1]), of(&parent[1])));
    assert_eq!(
        turn::text(&merged, dialect("claude-code")).answer,
        "Twelve piles.\n\nTwelve, or ten if the planks are thick."
    );
}

/// A transcript after parsing.
struct Transcript {
    /// The result for each line.
    lines: Vec<String>,
    kept: Vec<ParsedEntry>,
    /// Offset after the last whole line.
    end: u64,
}

impl Transcript {
    fn of(bytes: &[u8]) -> Self {
        let mut read = Self { lines: Vec::new(), kept: Vec::new(), end: 0 };
        let mut reader = LineReader::new(bytes, 0);
        let mut at_ms = 0;
        let mut passed = Passed::default();
        let masker = Masker::default();
        let format = &ClaudeCode;
        while let Some(Parsed { end, line, .. }) =
            next_parsed(format, &mut reader, at_ms, &masker).expect("memory")
        {
            read.end = end;
            let text = match &line {
                Ok(Line::Entry(kept, _)) => {
                    at_ms = kept.entry.at_ms;
                    format!("kept     {}", kinds(&kept.entry))
                }
                Ok(Line::Label(kept)) => format!("kept     {}", kinds(&kept.entry)),
                Ok(Line::Queued(operation)) => {
                    let text = match operation {
                        QueueOperation::Enqueue(Some(kept)) => {
                            format!("enqueue {}", kinds(&kept.entry))
                        }
                        other => format!("{other:?}").to_lowercase(),
                    };
                    format!("queued   {text}")
                }
                Ok(Line::Skipped(skip, _)) => format!("skipped  {}", reason(Fate::skipped(skip))),
                Ok(Line::Lost(turn, _)) => format!("lost     {turn}"),
                Err(problem) => format!("problem  {}", problem.name()),
            };
            let again = line.map(|line| format.take(line, &mut passed, &mut read.kept));
            let is_again = text.starts_with("kept") && again.is_ok_and(|fate| fate != Fate::Kept);
            read.lines.push(if is_again { text.replacen("kept  ", "again ", 1) } else { text });
        }
        read
    }

    /// Asserts that every complete line has one of the four results and only a torn last line
    /// remains.
    fn assert_whole(&self, bytes: &[u8]) {
        let newlines = bytes.split(|&byte| byte == b'\n').count() - 1;
        assert_eq!(self.lines.len(), newlines);
        let kept = self.lines.iter().filter(|line| line.starts_with("kept")).count();
        let absorbed = self.kept.iter().filter(|kept| kept.entry.id.starts_with("queue-"));
        assert_eq!(self.kept.len(), kept + absorbed.count());
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        assert_eq!(self.end, whole as u64);
        assert!(
            self.kept
                .iter()
                .all(|kept| { !kept.entry.blocks.is_empty() || kept.entry.is_withdrawn() })
        );
    }

    fn describe(&self) -> String {
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            let _ = writeln!(text, "{:>2} {line}", number + 1);
        }
        for (part, entries) in turns(self.kept.clone()) {
            describe_turn(&mut text, &part, &entries);
        }
        text
    }
}

/// Turns as the store unites them: the parts of one id together.
fn turns(kept: Vec<ParsedEntry>) -> Vec<(TurnPart, Vec<Entry>)> {
    let mut whole: Vec<(TurnPart, Vec<Entry>)> = Vec::new();
    for part in turn::fold(kept, &mut FoldState::default(), &|_| false).parts {
        if let Some((_, entries)) = whole.iter_mut().find(|(known, _)| known.id == part.id) {
            *entries = turn::merge(std::mem::take(entries), part.entries.into_entries());
        } else {
            let entries = turn::merge(Vec::new(), part.entries.to_vec());
            whole.push((part, entries));
        }
    }
    whole
}

fn kinds(entry: &Entry) -> String {
    let kinds = entry.blocks.iter().map(|block| match block {
        Block::Prompt { command: true, .. } => "command".to_owned(),
        Block::Prompt { .. } => "prompt".to_owned(),
        Block::Steer { .. } => "steering".to_owned(),
        Block::Answer { .. } => "answer".to_owned(),
        Block::ToolUse { name, .. } => format!("use of {name}"),
        Block::ToolResult { failed: true, .. } => "failure".to_owned(),
        Block::ToolResult { .. } => "result".to_owned(),
        Block::Omitted { kind, bytes } => format!("{kind} of {bytes} bytes"),
        Block::Interrupted => "interrupted".to_owned(),
        Block::Compacted => "compacted".to_owned(),
        Block::Reported { .. } => "reported".to_owned(),
        Block::Note { kind, .. } => format!("note of {kind}"),
        Block::TakenBack { .. } => "taken back".to_owned(),
        Block::Label { kind, text, .. } => format!("{kind:?} {text:?}"),
        Block::Unknown { value } => format!("unknown {value}"),
    });
    kinds.collect::<Vec<_>>().join(", ")
}

fn describe_turn(out: &mut String, part: &TurnPart, entries: &[Entry]) {
    let (text, facts) = (turn::text(entries, dialect("claude-code")), turn::facts(entries));
    let agent = facts.subagent.as_deref().map_or(String::new(), |name| format!(" of agent {name}"));
    let _ = writeln!(out, "\nturn {}{agent}", part.id);
    let session = part.session.as_deref().unwrap_or("none");
    let cwd = facts.cwd.as_deref().unwrap_or("none");
    let branch = facts.branch.as_deref().unwrap_or("none");
    let _ = writeln!(out, "  session {session}, cwd {cwd}, branch {branch}");
    let seconds = (facts.ended_at_ms - facts.started_at_ms) / 1_000;
    let stopped = if facts.interrupted { ", interrupted" } else { "" };
    let _ = writeln!(out, "  {} entries in {seconds} s{stopped}", entries.len());
    let _ = writeln!(out, "  prompt {:?}", text.prompt);
    let _ = writeln!(out, "  answer {:?}", text.answer);
    for action in turn::actions(entries, dialect("claude-code")) {
        let _ = write!(out, "  {} {:?} {:?}", action.kind.name(), action.tool, action.target);
        let _ = match (action.exit_status, action.error) {
            (Some(status), Some(error)) => writeln!(out, " exit {status}: {error:?}"),
            (Some(status), None) => writeln!(out, " exit {status}"),
            (None, Some(error)) => writeln!(out, " error {error:?}"),
            (None, None) => writeln!(out),
        };
    }
    for entry in entries {
        for block in &entry.blocks {
            match block {
                Block::ToolUse { name, input, .. } => {
                    let _ = writeln!(out, "  log {name} {input}");
                }
                Block::ToolResult { text, .. } => {
                    let _ = writeln!(out, "  log result {text:?}");
                }
                Block::Note { kind, text } => {
                    let _ = writeln!(out, "  log {kind} {text:?}");
                }
                _ => {}
            }
        }
    }
    let passage = text.passage();
    for range in chunk::split(&passage, CHUNK_CHARS, text_splitter::Characters) {
        // `get` returns `None` outside the passage and inside a character.
        let chunk = passage.get(range.clone());
        assert!(chunk.is_some_and(|chunk| !chunk.trim().is_empty()), "{range:?} of {passage:?}");
    }
}

#[test]
fn every_fixture_has_a_snapshot_and_the_other_way_round() {
    let names = |folder: &Path, ending: &str| {
        let files = std::fs::read_dir(folder).expect("a folder");
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> =
            names.filter_map(|name| Some(name.strip_suffix(ending)?.to_owned())).collect();
        names.sort();
        names
    };
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let pictured: Vec<String> = names(&snapshots, ".jsonl.snap")
        .into_iter()
        .filter_map(|name| Some(name.rsplit_once('@')?.1.to_owned()))
        .collect();
    assert_eq!(names(&sandbox::fixtures(), ".jsonl"), pictured);
}

fn reason(fate: Fate) -> String {
    match fate {
        Fate::Skipped(reason) => reason,
        Fate::Kept => String::new(),
    }
}
