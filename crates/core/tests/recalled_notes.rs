//! Notes that come back with a prompt: only near ones that hold, never twice, beside turns.

mod sandbox;

use std::path::PathBuf;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Start;
use mementor_core::note_actions::change::Change;
use mementor_core::note_actions::remember::NewNote;
use mementor_core::notes::{Author, Move, NoteScope};
use mementor_core::recall::gate::Dismissal;
use mementor_core::recall::{Prompt, Recall, Verdict};
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};

const LEARNED: &str = "4fe1c2a0-0000-4000-8000-000000000001";
const OTHER: &str = "9ad3b7c4-0000-4000-8000-000000000002";
const ASKING: &str = "why does the crane of the harbour stop when the winch brake is cold?";
const NOTE: &str = "The winch brake of the crane stops when it is cold: warm it first";

struct Harbour {
    sandbox: Sandbox,
    memory: Memory,
    folder: PathBuf,
}

impl Harbour {
    /// A project with a session about other things.
    fn new() -> Self {
        let sandbox = Sandbox::with_model();
        let folder = sandbox.directory("harbour");
        let mut memory = sandbox.open();
        let mut session = Session::new("earlier", &folder);
        let mut lines = session.turn(
            "flags",
            "Which flags does the ferry hoist?",
            "Blue over white when it leaves, and a single red one in fog.",
        );
        lines.extend(session.turn(
            "tides",
            "When is the tide table printed?",
            "Each Monday at six, from the figures of the observatory.",
        ));
        ingest(&mut memory, &sandbox.kept("earlier", &lines));
        let mut harbour = Self { sandbox, memory, folder };
        harbour.embed();
        harbour
    }

    fn embed(&mut self) {
        embed_all(&mut self.memory);
    }

    fn note(&mut self, uuid: &str, text: &str) -> NewNote {
        NewNote {
            uuid: uuid.to_owned(),
            text: text.to_owned(),
            kind: "learning".to_owned(),
            directory: self.folder.clone(),
            ..NewNote::default()
        }
    }

    fn remember(&mut self, uuid: &str, text: &str) {
        let note = self.note(uuid, text);
        self.memory.remember(&note, NOW_MS).expect("stored");
        self.embed();
    }

    fn ask(&mut self, prompt: Prompt) -> Recall {
        let prompt = Prompt { rate: 0.02, now: Now::utc(NOW_MS), ..prompt };
        self.memory.recall(&prompt, &self.folder).expect("any text is a prompt")
    }
}

fn prompt(text: &str) -> Prompt {
    Prompt { text: text.to_owned(), session: "now".to_owned(), ..Prompt::default() }
}

fn verdict(recall: &Recall, uuid: &str) -> Option<Verdict> {
    recall.notes.iter().find(|near| near.row.uuid == uuid).map(|near| near.verdict)
}

#[test]
fn a_note_about_it_is_said_in_a_line_and_one_about_something_else_is_not() {
    let mut harbour = Harbour::new();
    harbour.remember(LEARNED, NOTE);
    harbour.remember(OTHER, "Ropes are bought in Bergen, in coils of two hundred metres");
    let recall = harbour.ask(prompt(ASKING));
    assert_eq!(verdict(&recall, LEARNED), Some(Verdict::Injected), "{recall:?}");
    assert_ne!(verdict(&recall, OTHER), Some(Verdict::Injected), "{recall:?}");
    let line = format!("\n\n- learning of the user (2026-03-01): “{NOTE}”\n\n</mementor>");
    assert!(recall.said.ends_with(&line), "{}", recall.said);
    let other = harbour.ask(prompt("which colours do the flags of the ferry have in fog?"));
    assert!(!other.said.contains("winch"), "{}", other.said);
    assert_ne!(verdict(&other, LEARNED), Some(Verdict::Injected), "{other:?}");
}

#[test]
fn a_prompt_that_is_dismissed_gets_no_note() {
    let mut harbour = Harbour::new();
    harbour.remember(LEARNED, "Thanks, looks good");
    let recall = harbour.ask(prompt("thanks, looks good"));
    assert_eq!((recall.dismissed, recall.notes.len()), (Some(Dismissal::Trivial), 0));
}

#[test]
fn a_note_that_the_session_was_told_of_is_not_said_again() {
    let mut harbour = Harbour::new();
    harbour.remember(LEARNED, NOTE);
    let told = Prompt { notes: vec![LEARNED.to_owned()], ..prompt(ASKING) };
    let recall = harbour.ask(told);
    assert_eq!(verdict(&recall, LEARNED), Some(Verdict::Recalled));
    assert_eq!(recall.said, "");
}

#[test]
fn the_block_of_a_sessions_start_names_the_notes_that_it_tells() {
    let mut harbour = Harbour::new();
    let rule = NewNote { kind: "rule".to_owned(), ..harbour.note(LEARNED, NOTE) };
    harbour.memory.remember(&rule, NOW_MS).expect("stored");
    harbour.remember(OTHER, "Ropes are bought in Bergen");
    let start = Start { directory: harbour.folder.clone(), budget: 500, ..Start::default() };
    let block = harbour.memory.context(&start).expect("a block");
    assert_eq!(block.notes, [LEARNED], "{}", block.text);
    let tiny = harbour.memory.context(&Start { budget: 40, ..start }).expect("a block");
    assert!(tiny.notes.is_empty() && !tiny.text.contains("winch"), "{}", tiny.text);
}

#[test]
fn only_what_holds_is_said() {
    for moved in [Move::Archive, Move::Resolve] {
        let mut harbour = Harbour::new();
        harbour.remember(LEARNED, NOTE);
        let change = Change::Move(moved);
        harbour.memory.change_note(LEARNED, &change, NOW_MS + 1).expect("moved");
        harbour.embed();
        assert_eq!(harbour.ask(prompt(ASKING)).said, "", "{moved:?}");
    }
    let mut harbour = Harbour::new();
    harbour.remember(LEARNED, NOTE);
    let supersedes = vec![LEARNED.to_owned()];
    let newer = NewNote { supersedes, ..harbour.note(OTHER, "Ropes are bought in Bergen") };
    harbour.memory.remember(&newer, NOW_MS + 1).expect("stored");
    harbour.embed();
    assert_eq!(harbour.ask(prompt(ASKING)).said, "");
}

#[test]
fn a_note_of_another_branch_or_that_its_agent_was_not_sure_of_is_not_said() {
    let mut harbour = Harbour::new();
    let branch = Some("winter".to_owned());
    let elsewhere = NewNote { scope: NoteScope::Branch, branch, ..harbour.note(LEARNED, NOTE) };
    harbour.memory.remember(&elsewhere, NOW_MS).expect("stored");
    let guessed = format!("{NOTE}\n\n#POISON_PATH");
    let guessed = NewNote { author: Author::Agent, ..harbour.note(OTHER, &guessed) };
    harbour.memory.remember(&guessed, NOW_MS).expect("stored");
    harbour.embed();
    assert_eq!(harbour.ask(prompt(ASKING)).said, "");
}

#[test]
fn a_note_and_the_turn_that_says_it_are_not_said_both() {
    let mut harbour = Harbour::new();
    let marked = format!("[remember:learning] {NOTE}");
    let lines = Session::new("noted", &harbour.folder).turn("winch", &marked, "Noted.");
    ingest(&mut harbour.memory, &harbour.sandbox.kept("noted", &lines));
    harbour.embed();
    let open = Prompt { rate: 1.0, now: Now::utc(NOW_MS), ..prompt(ASKING) };
    let recall = harbour.memory.recall(&open, &harbour.folder).expect("a prompt");
    let uuid = recall.notes[0].row.uuid.clone();
    assert_eq!(verdict(&recall, &uuid), Some(Verdict::Repeats), "{recall:?}");
    assert!(recall.candidates.iter().any(|each| each.hit.turn == "winch"));
    assert_eq!(recall.said.matches("warm it first").count(), 1, "{}", recall.said);
    // In its own session, and where the turn was recalled before, it is known.
    let own = harbour.ask(Prompt { session: "noted".to_owned(), ..prompt(ASKING) });
    assert_eq!(verdict(&own, &uuid), Some(Verdict::InContext), "{own:?}");
    let recalled = harbour.ask(Prompt { recalled: vec!["winch".to_owned()], ..prompt(ASKING) });
    assert_eq!(verdict(&recalled, &uuid), Some(Verdict::Recalled), "{recalled:?}");
}

#[test]
fn at_most_two_notes_are_said_and_the_text_stays_short() {
    let mut harbour = Harbour::new();
    for (at, end) in ["warm it", "oil it", "wait for it", "call the smith"].iter().enumerate() {
        let uuid = format!("4fe1c2a0-0000-4000-8000-00000000001{at}");
        harbour.remember(&uuid, &format!("The winch brake of the crane stops when cold: {end}"));
    }
    let recall = harbour.ask(prompt(ASKING));
    let said = recall.notes.iter().filter(|near| near.verdict == Verdict::Injected);
    assert_eq!(said.count(), 2, "{recall:?}");
    assert!(recall.notes.iter().any(|near| near.verdict == Verdict::Enough), "{recall:?}");
    assert!(recall.said.chars().count() <= 1_200);
}

#[test]
fn a_project_with_notes_and_without_turns_is_searched_too() {
    let mut harbour = Harbour::new();
    harbour.folder = harbour.sandbox.directory("dockyard");
    assert_eq!(harbour.ask(prompt(ASKING)).dismissed, Some(Dismissal::Empty));
    harbour.remember(LEARNED, NOTE);
    let recall = harbour.ask(prompt(ASKING));
    assert_eq!(recall.dismissed, None);
}
