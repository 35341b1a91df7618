//! Transcripts on the disk and what was read of them: how far, what was missed, what is none, and
//! the prompts that were not read yet.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mementor_core::capture::ledger::{Ledger, LedgerOptions, ReadState, StateCounts, compared};
use mementor_core::capture::missed::missed;
use mementor_core::capture::recognition::{NotTranscript, NotTranscriptKind, not_transcript};
use mementor_core::capture::typed::typed_prompts;
use mementor_core::secrets::Masker;
use mementor_core::sources::machine::TranscriptSearch;
use mementor_core::sources::{self, Machine};
use mementor_core::store::TranscriptRow;
use mementor_core::surroundings::Surroundings;
use serde_json::json;

struct World {
    _folder: tempfile::TempDir,
    home: PathBuf,
    machine: Machine,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = fs::canonicalize(folder.path()).expect("a folder");
        fs::create_dir_all(home.join(".claude/projects")).expect("a folder");
        let (cwd, homedir) = (home.join("weir"), home.clone());
        let machine = Machine::of(Surroundings { cwd, homedir, ..Surroundings::default() });
        Self { _folder: folder, home, machine }
    }

    fn put(&self, name: &str, text: &str) -> String {
        let path = self.home.join(name);
        fs::create_dir_all(path.parent().expect("below the home")).expect("a folder");
        fs::write(&path, text).expect("room");
        path.to_string_lossy().into_owned()
    }

    /// Returns the row of a transcript of which so many bytes were read.
    fn row(&self, path: &str, offset: usize) -> TranscriptRow {
        let found = self.machine.transcripts(&TranscriptSearch::default()).expect("any agent");
        let found = found.into_iter().find(|found| found.path == path);
        TranscriptRow {
            path: path.to_owned(),
            session: None,
            project: Some("weir".to_owned()),
            bytes: found.as_ref().map_or(0, |found| found.bytes),
            modified_at_ms: found.map_or(0, |found| found.modified_at_ms),
            offset: offset as u64,
            kept: 1,
            skipped: BTreeMap::from([("state".to_owned(), 2)]),
            problems: BTreeMap::new(),
        }
    }

    fn ledger(&self, rows: &[TranscriptRow]) -> Ledger {
        let options = LedgerOptions { rows: Some(true), turns: None };
        compared(rows.to_vec(), &self.machine, &options).expect("any agent")
    }

    fn state(&self, rows: &[TranscriptRow], path: &str) -> ReadState {
        let ledger = self.ledger(rows);
        ledger.transcripts.iter().find(|each| each.path == path).expect("it is known").state
    }

    fn recognised(&self, agent: &str, text: &str) -> Option<NotTranscript> {
        let path = self.put("given.jsonl", text);
        not_transcript(sources::named(agent).expect("a known agent"), Path::new(&path))
    }
}

#[test]
fn a_transcript_is_behind_when_a_line_or_an_object_follows_what_was_read() {
    let world = World::new();
    let path = |text: &str| world.put(".claude/projects/-a/one.jsonl", text);
    let own = path("{\"a\":1}\n{\"b\":2");
    assert_eq!(world.state(&[], &own), ReadState::Unread);
    assert_eq!(world.state(&[world.row(&own, 8)], &own), ReadState::Complete);
    let own = path("{\"a\":1}\n{\"b\":2}");
    assert_eq!(world.state(&[world.row(&own, 8)], &own), ReadState::Behind);
    assert_eq!(world.state(&[world.row(&own, 15)], &own), ReadState::Complete);
    let own = path("{\"a\":1}\n{\"b\":2\n");
    assert_eq!(world.state(&[world.row(&own, 8)], &own), ReadState::Behind);
}

#[test]
fn the_ledger_has_what_is_on_the_disk_and_what_was_read_elsewhere() {
    let world = World::new();
    let unread = world.put(".claude/projects/-a/unread.jsonl", "{}\n");
    let behind = world.put(".claude/projects/-a/s/subagents/agent-1.jsonl", "{\"a\":1}\n{}\n");
    let elsewhere = world.put("backup/rollout-x.jsonl", "{}\n");
    let gone = world.home.join("gone.jsonl").to_string_lossy().into_owned();
    let readme = world.home.join("README.md").to_string_lossy().into_owned();
    let mut none = world.row(&readme, 3);
    (none.kept, none.skipped) = (0, BTreeMap::from([("blank".to_owned(), 1)]));
    let rows = [world.row(&behind, 8), world.row(&elsewhere, 3), world.row(&gone, 9), none];
    let Ledger { summary, transcripts } = world.ledger(&rows);
    let states = StateCounts { complete: 1, behind: 1, unread: 1, unreadable: 0, gone: 1 };
    assert_eq!((summary.known, summary.states), (4, states));
    assert_eq!((summary.waiting, summary.unread, summary.kept), (3, 3, 3));
    assert_eq!(summary.skipped["state"], 6);
    let of = |path: &str| transcripts.iter().find(|each| each.path == path).expect("known");
    assert_eq!((of(&unread).is_kept, of(&unread).subagent.as_deref()), (true, None));
    assert_eq!((of(&behind).is_kept, of(&behind).subagent.as_deref()), (true, Some("1")));
    assert_eq!((of(&elsewhere).is_kept, of(&elsewhere).agent), (false, "codex"));
    assert_eq!((of(&gone).bytes, of(&gone).read, of(&gone).waiting), (None, 9, 0));
    assert_eq!(summary.waiting_since_ms, Some(of(&behind).modified_at_ms));
}

#[test]
fn only_projects_that_were_let_in_are_caught_up_with() {
    let world = World::new();
    let known = world.put(".claude/projects/-a/known.jsonl", "{}\n");
    let changed = world.put(".claude/projects/-a/changed.jsonl", "{}\n");
    let new = world.put(".claude/projects/-a/s/subagents/agent-1.jsonl", "{}\n");
    let other = world.put(".claude/projects/-b/other.jsonl", "{}\n");
    let shared = ".copilot/session-state/0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11/events.jsonl";
    let read = world.put(shared, "{}\n");
    world.put(&shared.replace("0b3f", "1b3f"), "{}\n");
    let mut rows = [world.row(&known, 3), world.row(&changed, 3), world.row(&read, 3)];
    rows[1].bytes = 2;
    rows[2].modified_at_ms = 1;
    let missed = |started: &[PathBuf]| {
        let mut missed = missed(&rows, started, &world.machine);
        missed.sort();
        missed
    };
    let mut expected = vec![changed.clone(), new.clone(), read.clone()];
    expected.sort();
    assert_eq!(missed(&[]), expected);
    expected.push(other);
    expected.sort();
    assert_eq!(missed(&[world.home.join(".claude/projects/-b")]), expected);
}

#[test]
fn the_parsers_tell_what_is_no_transcript() {
    let world = World::new();
    let message = json!({ "role": "user", "content": "mend it" });
    let line = json!({ "type": "user", "uuid": "u", "sessionId": "s", "message": message });
    let rollout = json!({
        "timestamp": "2026-03-01T10:00:00Z", "type": "session_meta", "payload": { "id": "a" }
    });
    assert_eq!(world.recognised("claude-code", &format!("\n{line}\n")), None);
    assert_eq!(world.recognised("claude-code", "\n"), None);
    assert_eq!(world.recognised("codex", &format!("{rollout}\n")), None);
    let lines = |lines, like| Some(NotTranscript { is: NotTranscriptKind::Lines, lines, like });
    assert_eq!(world.recognised("claude-code", "# A heading\n\nwords"), lines(2, None));
    assert_eq!(world.recognised("claude-code", "{\"a\":1}\n"), lines(1, None));
    assert_eq!(world.recognised("claude-code", &format!("{rollout}\n")), lines(1, Some("codex")));
    assert_eq!(world.recognised("codex", &format!("{line}\n")), lines(1, Some("claude-code")));
    let is = |text: &str| world.recognised("claude-code", text).map(|what| what.is);
    assert_eq!(is("{\"type\":\"mementor\",\"version\":1}\n"), Some(NotTranscriptKind::Export));
    assert_eq!(is("SQLite format 3\0"), Some(NotTranscriptKind::Database));
    for (agent, text) in [
        ("gemini", "{\"sessionId\":\"a\",\"startTime\":\"2026-03-01T10:00:00Z\"}\n"),
        ("gemini", "{\"$set\":{\"lastUpdated\":\"now\"}}\n"),
        ("aider", "# aider chat started at 2026-03-01 10:00:00\n"),
        ("specstory", "<!-- Generated by SpecStory -->\n\n_**User**_\n\nmend it\n\n---\n"),
    ] {
        assert_eq!(world.recognised(agent, text), None, "{agent}: {text}");
    }
}

#[test]
fn the_prompts_of_a_transcript_that_was_not_read_are_those_of_the_person() {
    let world = World::new();
    let typed = |agent: &str, lines: &[serde_json::Value]| {
        let text = lines.iter().fold(String::new(), |text, line| text + &line.to_string() + "\n");
        let path = world.put("unread.jsonl", &text);
        let source = sources::named(agent).expect("a known agent");
        let found = typed_prompts(source, Path::new(&path), &Masker::default());
        let found = found.expect("it is there");
        found.into_iter().map(|prompt| (prompt.at_ms, prompt.text)).collect::<Vec<_>>()
    };
    let at = "2026-03-01T10:00:00Z";
    let mend = vec![(1_772_359_200_000, "mend it".to_owned())];
    let claude = |fields: serde_json::Value| {
        let mut line = json!({
            "type": "user", "uuid": "u", "sessionId": "s", "timestamp": at,
            "message": { "role": "user", "content": "mend it" }
        });
        for (name, value) in fields.as_object().expect("fields") {
            line[name] = value.clone();
        }
        line
    };
    let meta = claude(json!({ "uuid": "m", "isMeta": true }));
    assert_eq!(typed("claude-code", &[meta, claude(json!({}))]), mend);
    let codex = |text: &str| {
        let content = json!([{ "type": "input_text", "text": text }]);
        let payload = json!({ "type": "message", "role": "user", "content": content });
        json!({ "timestamp": at, "type": "response_item", "payload": payload })
    };
    let lines = ["# AGENTS.md instructions for /srv", "[Image #1]", "mend it"].map(codex);
    assert_eq!(typed("codex", &lines), mend);
    let copilot = |data: serde_json::Value, id: &str| json!({ "type": "user.message", "id": id, "timestamp": at, "data": data });
    let skill = copilot(json!({ "content": "x", "source": "skill-plan" }), "a");
    assert_eq!(typed("copilot", &[skill, copilot(json!({ "content": "mend it" }), "b")]), mend);
    let qwen = json!({
        "type": "user", "uuid": "u", "sessionId": "s", "timestamp": at,
        "message": { "role": "user", "parts": [{ "text": "mend it" }] }
    });
    assert_eq!(typed("qwen", &[qwen]), mend);
    let cursor =
        json!({ "role": "user", "message": { "content": [{ "type": "text", "text": "x" }] } });
    assert_eq!(typed("cursor", &[cursor]), []);
}
