//! A removal in its steps: whatever stops it after the note, the next writer finishes it.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::home::Home;
use mementor_core::memory::SalvageOf;
use mementor_core::removal::steps::RemovalStep;
use mementor_core::sources::Machine;
use mementor_core::store::Access;
use mementor_core::surroundings::Surroundings;
use sandbox::{Sandbox, Session, bytes_of, ingest};
use serde_json::{Value, json};

/// Occurs in one turn, in what was added to a prompt, and nowhere else.
const SECRET: &str = "zanzibarite";
const SESSION: &str = "5e551011-0000-4000-8000-00000000000a";

fn doomed() -> Vec<String> {
    vec!["doomed".to_owned()]
}

/// A memory with two turns, a backup of it, a record that brought one of them to a prompt, and its
/// answer in the inbox.
fn stored(sandbox: &Sandbox) -> (Memory, PathBuf) {
    let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
    let mut lines = session.turn("kept", "Which stone is the floor made of?", "Slate from Wales.");
    lines.extend(session.turn("doomed", &format!("Is {SECRET} rare?"), &format!("{SECRET} is.")));
    let path = sandbox.transcript(&format!("{SESSION}.jsonl"), &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    let backup = sandbox.path("copy.db");
    memory.backup(&backup).expect("room");
    let home = Home::at(sandbox.home());
    let write = |path: &Path, value: &Value| {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        std::fs::write(path, format!("{value}\n")).expect("room");
    };
    let text = format!("[asked: Is {SECRET} rare?]");
    let record = json!({ "prompt": "why?", "injected": ["doomed"], "text": text, "more": [1] });
    write(&home.recalls().join("another.jsonl"), &record);
    let own = json!({ "prompt": format!("Is {SECRET} ra…"), "transcript": path });
    write(&home.recalls().join("own.jsonl"), &own);
    let payload = json!({ "transcriptPath": path, "lastAnswer": format!("{SECRET} is.") });
    write(&home.inbox().join("1-a.json"), &payload);
    write(&home.shown_notes(), &json!({ "note": "doomed", "atMs": 1 }));
    (memory, backup)
}

/// Returns the files that hold the secret, by their names.
fn holding(sandbox: &Sandbox, backup: &Path) -> Vec<String> {
    let home = sandbox.home();
    let folders = [home.clone(), home.join("recalls"), home.join("inbox")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("readable"));
    let files = files.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let holds = |path: &PathBuf| {
        let bytes = std::fs::read(path).expect("readable");
        bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes())
    };
    let found = files.chain([backup.to_owned()]).filter(holds);
    found.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_removal_that_is_stopped_after_any_step_is_finished_by_the_next_writer() {
    for steps in 1.. {
        let sandbox = Sandbox::without_model();
        let (mut memory, backup) = stored(&sandbox);
        assert_eq!(holding(&sandbox, &backup).len(), 5, "the check would prove nothing");
        let mut next = RemovalStep::Probes;
        for _ in 0..steps {
            next = memory.remove_turns(&doomed(), 7, false).expect("a step").next;
        }
        // As if it was killed: what it had in memory is gone.
        drop(memory);
        let mut memory = sandbox.open();
        assert_eq!(memory.finish_removal(8, 0).expect("a removal"), None);
        let cleaned = memory.clean_backups(8, 0).expect("room");
        assert!(cleaned.left.is_empty(), "{cleaned:?}");
        let is_unchanged = next == RemovalStep::Note;
        let turns = memory.stats().expect("counts").turns;
        assert_eq!(turns, if is_unchanged { 2 } else { 1 }, "after {next:?}");
        if !is_unchanged {
            assert_eq!(holding(&sandbox, &backup), Vec::<String>::new(), "after {next:?}");
        }
        let report = Home::at(sandbox.home()).report(|_| None);
        assert!(!report.is_removing && report.pending_backups.is_empty(), "after {next:?}");
        if next == RemovalStep::Done {
            assert!(steps > 6, "{steps} steps");
            break;
        }
    }
}

#[test]
fn one_that_is_stopped_changes_nothing_or_leaves_the_backups_to_later() {
    for steps in 0.. {
        let sandbox = Sandbox::without_model();
        let (mut memory, backup) = stored(&sandbox);
        let mut next = RemovalStep::Probes;
        for _ in 0..steps {
            next = memory.remove_turns(&doomed(), 7, false).expect("a step").next;
        }
        let is_first = matches!(next, RemovalStep::Probes | RemovalStep::Note);
        let removal = loop {
            let removal = memory.remove_turns(&doomed(), 7, true).expect("a step");
            if removal.next == RemovalStep::Done {
                break removal.clone();
            }
        };
        assert_eq!(removal.interrupted, is_first, "at {next:?}");
        let turns = memory.stats().expect("counts").turns;
        assert_eq!(turns, if is_first { 2 } else { 1 }, "at {next:?}");
        if is_first {
            assert_eq!(holding(&sandbox, &backup).len(), 5, "at {next:?}");
        } else if next == RemovalStep::Done {
            assert!(removal.proof.is_some_and(|proof| proof.found.is_empty()));
            assert_eq!(removal.cleaned.done, [backup.display().to_string()]);
            break;
        } else {
            assert_eq!(removal.proof, None, "at {next:?}");
            memory.clean_backups(8, 0).expect("room");
            assert_eq!(holding(&sandbox, &backup), Vec::<String>::new(), "at {next:?}");
        }
    }
}

#[test]
fn files_beside_keep_what_is_of_no_forgotten_turn() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored(&sandbox);
    let recalls = sandbox.home().join("recalls");
    let told = json!({ "told": ["kept"], "text": "the past", "unknown": { "a": 1 } });
    let other = json!({ "prompt": "another", "injected": ["kept"], "text": "stays" });
    let lines = format!("{told}\nno JSON\n{other}\n");
    std::fs::write(recalls.join("third.jsonl"), lines).expect("room");
    while memory.remove_turns(&doomed(), 7, false).expect("a step").next != RemovalStep::Done {}
    let lines = |name: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(recalls.join(name)).expect("readable");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let told = json!({ "told": ["kept"], "text": null, "unknown": { "a": 1 } });
    assert_eq!(lines("third.jsonl"), [told, other]);
    assert_eq!(lines("own.jsonl"), [json!({ "prompt": "" })]);
    let record = json!({ "prompt": "why?", "injected": ["doomed"], "text": null, "more": [1] });
    assert_eq!(lines("another.jsonl"), [record]);
}

#[test]
fn a_damaged_note_has_the_database_rewritten_and_is_kept() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored(&sandbox);
    memory.forget(&doomed()).expect("a write");
    let home = Home::at(sandbox.home());
    std::fs::write(home.state_file(), r#"{"removal":{"turns":"doo"}}"#).expect("room");
    assert_eq!(memory.finish_removal(8, 0).expect("a removal"), None);
    assert!(!memory.holds_removed_bytes().expect("readable"));
    let report = home.report(|_| None);
    assert!(!report.is_removing);
    let kept = std::fs::read_to_string(report.unreadable_state.expect("a copy")).expect("text");
    assert!(kept.contains("doo"), "{kept}");
}

#[test]
fn every_damaged_copy_is_saved_once_in_steps() {
    let sandbox = Sandbox::without_model();
    let (memory, _) = stored(&sandbox);
    memory.note_counts().expect("room");
    drop(memory);
    let home = Home::at(sandbox.home());
    std::fs::rename(sandbox.database(), home.folder().join("memory.db.damaged-3")).expect("room");
    let _ = std::fs::rename(sandbox.log(), home.folder().join("memory.db.damaged-3-wal"));
    std::fs::write(home.folder().join("memory.db.damaged-4"), "no database").expect("room");
    let mut memory = sandbox.try_open(Access::Write).expect("a new one");
    let machine = Machine::of(Surroundings::default());
    let mut saved = Vec::new();
    loop {
        let step = memory.salvage(SalvageOf::Waiting, &machine).expect("a step");
        saved.extend(step.saved);
        if step.done {
            break;
        }
    }
    assert_eq!(memory.stats().expect("counts").turns, 2);
    assert_eq!(saved.len(), 2);
    assert!(saved[0].complete && saved[0].turns == 2 && !saved[0].deleted, "{saved:?}");
    assert!(saved[1].unreadable.is_some() && saved[1].outcome.found == 0, "{saved:?}");
    assert!(memory.salvage(SalvageOf::Waiting, &machine).expect("none is left").done);
    while !memory.salvage(SalvageOf::AllAndDelete, &machine).expect("a step").done {}
    assert!(!home.folder().join("memory.db.damaged-3").exists());
}

#[test]
fn the_transcripts_of_a_copy_are_read_again_as_their_agents() {
    let sandbox = Sandbox::without_model();
    let root = sandbox.directory("codex");
    let path = root.join("sessions/2026/03/01/rollout-2026-03-01T10-00-00-a.jsonl");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
    let line = |at: u32, kind: &str, payload: Value| json!({ "timestamp": format!("2026-03-01T10:00:{at:02}.000Z"), "type": kind, "payload": payload });
    let says = |at: u32, role: &str, form: &str, text: &str| {
        let content = json!([{ "type": form, "text": text }]);
        let message = json!({ "type": "message", "role": role, "content": content });
        line(at, "response_item", message)
    };
    let about = json!({ "id": SESSION, "cwd": sandbox.directory("quarry"), "cli_version": "0.99.0", "source": "cli" });
    let mut lines = vec![
        line(0, "session_meta", about),
        says(1, "user", "input_text", "Which stone is the floor made of?"),
        says(2, "assistant", "output_text", "Slate from Wales."),
    ];
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    let mut memory = sandbox.open();
    assert!(memory.ingest_of("codex", &path, None, None).expect("a rollout").done);
    assert_eq!(memory.stats().expect("counts").turns, 1);
    drop(memory);
    let home = Home::at(sandbox.home());
    std::fs::rename(sandbox.database(), home.folder().join("memory.db.damaged-3")).expect("room");
    let _ = std::fs::rename(sandbox.log(), home.folder().join("memory.db.damaged-3-wal"));
    lines.push(says(3, "user", "input_text", "And the roof?"));
    lines.push(says(4, "assistant", "output_text", "Slate too."));
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    let mut on = Surroundings::default();
    on.env.insert("CODEX_HOME".to_owned(), root.to_string_lossy().into_owned());
    let machine = Machine::of(on);
    let mut memory = sandbox.try_open(Access::Write).expect("a new one");
    while !memory.salvage(SalvageOf::Waiting, &machine).expect("a step").done {}
    assert_eq!(memory.stats().expect("counts").turns, 2);
}
