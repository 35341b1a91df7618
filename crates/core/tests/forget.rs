//! What a person makes us forget is gone from every byte, and stays away.

mod sandbox;

use std::path::Path;

use mementor_core::forget::Selection;
use mementor_core::memory::Within;
use mementor_core::store::Filter;
use mementor_core::{Error, Memory};
use sandbox::{Sandbox, Session, append, bytes_of, embed_all, ingest};
use serde_json::{Value, json};

/// Stands in prompt, answer, command, and result of one turn, and nowhere else.
const SECRET: &str = "zanzibarite";

fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("kept", "Which stone is the floor made of?", "Slate from Wales.");
    lines.extend(session.turn(
        "doomed",
        &format!("Is {SECRET} rare?"),
        &format!("Very: {SECRET}."),
    ));
    let command = json!({ "command": format!("grep {SECRET} stones.txt") });
    lines.push(session.tool_use("doomed-use", "t1", "Bash", &command));
    lines.push(session.tool_result("doomed-result", "t1", &format!("{SECRET} 1")));
    lines.extend(session.turn("later", "And how old is the roof?", "From 1910, copper."));
    lines
}

fn stored(sandbox: &Sandbox) -> (Memory, std::path::PathBuf) {
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines(sandbox))).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    embed_all(&mut memory);
    (memory, path)
}

fn containing(text: &str) -> Selection {
    Selection { containing: Some(text.to_owned()), ..Selection::default() }
}

fn selected(memory: &Memory, selection: Selection) -> Vec<String> {
    let turns = memory.select(selection, None).expect("a selection");
    turns.into_iter().map(|turn| turn.turn).collect()
}

/// Files of a folder in which `needle` stands.
fn holding(folder: &Path, needle: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let holds = |entry: &std::fs::DirEntry| {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    };
    files.filter(holds).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn forgotten_turns_leave_no_byte_and_do_not_come_back() {
    let sandbox = Sandbox::with_model();
    let (mut memory, path) = stored(&sandbox);
    assert!(!holding(&sandbox.home(), SECRET).is_empty(), "the check would prove nothing");

    let doomed = selected(&memory, containing(&SECRET.to_uppercase()));
    assert_eq!(doomed, ["doomed"]);
    assert_eq!(memory.forget(&doomed).expect("a write"), 1);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    assert_eq!(memory.integrity_problems().expect("a check"), Vec::<String>::new());

    // A rewritten file is read from its start; a copy under another name was never read.
    std::fs::write(&path, [b"\n", bytes_of(&lines(&sandbox)).as_slice()].concat()).expect("room");
    ingest(&mut memory, &path);
    let copy = sandbox.path("copy.jsonl");
    std::fs::write(&copy, bytes_of(&lines(&sandbox))).expect("room");
    ingest(&mut memory, &copy);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    let all = selected(&memory, Selection { ids: vec!["5e55".into()], ..Selection::default() });
    assert_eq!(all, ["kept", "later"]);
}

#[test]
fn what_goes_on_in_a_forgotten_turn_is_not_stored_either() {
    let sandbox = Sandbox::without_model();
    let lines = lines(&sandbox);
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines[..3])).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    memory.forget(&["doomed".to_owned()]).expect("a write");
    append(&path, &bytes_of(&lines[3..]));
    ingest(&mut memory, &path);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    assert_eq!(memory.stats().expect("counts").turns, 2);
}

#[test]
fn turns_are_selected_by_every_condition_at_once() {
    let sandbox = Sandbox::without_model();
    let (memory, _) = stored_without_vectors(&sandbox);
    let by_file = Filter { command: Some("grep".into()), ..Filter::default() };
    let ids = vec!["5e551011".to_owned()];
    let of = |selection| selected(&memory, selection);
    assert_eq!(of(Selection { filter: by_file.clone(), ..Selection::default() }), ["doomed"]);
    assert_eq!(
        of(Selection { ids: vec!["later".into(), "kept".into()], ..Selection::default() }),
        ["kept", "later"]
    );
    assert_eq!(of(Selection { ids, filter: by_file, ..containing("slate") }), Vec::<String>::new());
    let elsewhere = Within::Directory(sandbox.directory("another"));
    let none = memory.select(containing(SECRET), Some(&elsewhere)).expect("a selection");
    assert!(none.is_empty(), "{none:?}");
    let refused = memory.select(Selection::default(), None);
    assert!(matches!(refused, Err(Error::InvalidArgument(_))), "{refused:?}");
}

fn stored_without_vectors(sandbox: &Sandbox) -> (Memory, std::path::PathBuf) {
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines(sandbox))).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    (memory, path)
}
