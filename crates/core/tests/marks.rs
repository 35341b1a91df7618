//! What became of a turn: marks of hits and of turns that are shown whole.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::search::{Mark, MarkKind};
use mementor_core::store::Filter;
use sandbox::{NOW_MS, Sandbox, Session, ingest};
use serde_json::{Value, json};

const LAMP: &str = "let lamp = Lamp::new();\nlamp.turn_slowly(10);\nlamp.colour(\"white\");\n\
    harbour.add(lamp, north);\n";
const BUOY: &str = "let buoy = Buoy::new();\nbuoy.anchor(depth);\n";
const ASKED: &str = "Please put a lamp at the northern end of the harbour.";

/// A session whose turns each edit one file.
struct Work {
    session: Session,
    directory: PathBuf,
    lines: Vec<Value>,
}

impl Work {
    fn new(id: &str, directory: PathBuf) -> Self {
        Self { session: Session::new(id, &directory), directory, lines: Vec::new() }
    }

    fn turn(&mut self, id: &str, asked: &str) -> &mut Self {
        self.lines.push(self.session.prompt(id, asked));
        self
    }

    fn edits(&mut self, id: &str, file: &str, old: &str, new: &str) -> &mut Self {
        let file = self.directory.join(file).display().to_string();
        let input = json!({ "file_path": file, "old_string": old, "new_string": new });
        let tool = format!("{id}-call");
        self.lines.push(self.session.tool_use(&format!("{id}-use"), &tool, "Edit", &input));
        self.lines.push(self.session.tool_result(&format!("{id}-result"), &tool, "updated"));
        self.lines.push(self.session.answer(&format!("{id}-answer"), "It stands there now."));
        self
    }

    fn taken_in(&self, sandbox: &Sandbox, memory: &mut Memory, name: &str) {
        ingest(memory, &sandbox.kept(name, &self.lines));
    }
}

/// Returns the marks of the turn that asked for the lamp, as `show` tells them. `query` tells the
/// same, without what takes logs to know.
fn marks(memory: &mut Memory, turn: &str) -> Vec<Mark> {
    let within = Within::Everything;
    let text = "lamp northern harbour";
    let answer = memory.query(text, &within, Filter::default(), 10, Now::utc(NOW_MS));
    let hits = answer.expect("any text is a query").found.hits;
    let hit = hits.into_iter().find(|hit| hit.turn == turn).expect("it is found");
    let shown = memory.show(turn).expect("it is stored").remove(0).marks;
    let mut cheap = shown.clone();
    cheap.retain(|mark| mark.kind != MarkKind::Superseded);
    assert_eq!(hit.marks, cheap);
    shown
}

fn kinds(marks: &[Mark]) -> Vec<(MarkKind, &str)> {
    marks.iter().map(|mark| (mark.kind, mark.turn.as_str())).collect()
}

fn memory_of(work: &Work, sandbox: &Sandbox) -> Memory {
    let mut memory = sandbox.open();
    work.taken_in(sandbox, &mut memory, "s1");
    memory
}

fn harbour(sandbox: &Sandbox) -> Work {
    Work::new("s1", sandbox.directory("harbour"))
}

#[test]
fn a_turn_that_stands_has_no_mark() {
    let sandbox = Sandbox::without_model();
    let mut work = harbour(&sandbox);
    work.turn("lamp-turn", ASKED).edits("e1", "north.rs", "", LAMP);
    work.turn("next-turn", "Now a crane at the southern quay.").edits("e2", "crane.rs", "", BUOY);
    assert_eq!(marks(&mut memory_of(&work, &sandbox), "lamp-turn"), []);
}

#[test]
fn a_later_change_of_its_file_is_told_with_the_last_turn() {
    let sandbox = Sandbox::without_model();
    let mut work = harbour(&sandbox);
    work.turn("lamp-turn", ASKED).edits("e1", "north.rs", "", LAMP);
    work.turn("faster-turn", "Let it turn faster.").edits("e2", "north.rs", "(10)", "(20)");
    work.turn("last-turn", "Let it turn slower.").edits("e3", "north.rs", "(20)", "(15)");
    let found = marks(&mut memory_of(&work, &sandbox), "lamp-turn");
    assert_eq!(kinds(&found), [(MarkKind::ChangedSince, "last-turn")]);
    assert_eq!(
        found[0].files,
        [sandbox.directory("harbour").join("north.rs").display().to_string()]
    );
}

#[test]
fn what_was_replaced_is_superseded() {
    let sandbox = Sandbox::without_model();
    let mut work = harbour(&sandbox);
    work.turn("lamp-turn", ASKED).edits("e1", "north.rs", "", LAMP);
    work.turn("buoy-turn", "A buoy is enough there.").edits("e2", "north.rs", LAMP, BUOY);
    let found = marks(&mut memory_of(&work, &sandbox), "lamp-turn");
    let expected = [(MarkKind::Superseded, "buoy-turn"), (MarkKind::ChangedSince, "buoy-turn")];
    assert_eq!(kinds(&found), expected);
}

#[test]
fn what_the_person_refused_is_told_in_their_words() {
    let sandbox = Sandbox::without_model();
    let mut work = harbour(&sandbox);
    work.turn("lamp-turn", ASKED).edits("e1", "north.rs", "", LAMP);
    work.turn("no-turn", "no, revert that. It blinds the pilots.").edits("e2", "a.rs", "", BUOY);
    let found = marks(&mut memory_of(&work, &sandbox), "lamp-turn");
    assert_eq!(kinds(&found), [(MarkKind::Refused, "no-turn")]);
    assert_eq!(found[0].said.as_deref(), Some("no, revert that."));
}

#[test]
fn a_file_of_the_same_name_elsewhere_is_another_file() {
    let sandbox = Sandbox::without_model();
    let mut work = harbour(&sandbox);
    work.turn("lamp-turn", ASKED).edits("e1", "north.rs", "", LAMP);
    work.turn("other-turn", "And one at the quay.").edits("e2", "quay/north.rs", "", BUOY);
    work.turn("third-turn", "And one outside.");
    work.directory = Path::new("/elsewhere").to_owned();
    work.edits("e3", "north.rs", "", BUOY);
    assert_eq!(marks(&mut memory_of(&work, &sandbox), "lamp-turn"), []);
}
