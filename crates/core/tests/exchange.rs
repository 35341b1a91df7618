//! Exports, imports, backups, and recovery from a damaged database.

mod sandbox;

use std::path::Path;

use mementor_core::api::Voucher;
use mementor_core::store::FILE_NAME;
use mementor_core::transfer::exchange::Imported;
use mementor_core::{Error, Memory};
use sandbox::{Sandbox, Session, bytes_of, export_all, ingest};
use serde_json::json;

fn filled(sandbox: &Sandbox, turns: usize) -> Memory {
    let mut session = Session::new("5e551011-bbbb", &sandbox.directory("skiff"));
    let mut lines = Vec::new();
    for at in 0..turns {
        let answer = format!("Number {at}: {}", "the answer goes on and on. ".repeat(at % 40));
        lines.extend(session.turn(&format!("turn-{at}"), &format!("Question {at}?"), &answer));
        let input = json!({ "file_path": format!("/src/{at}.rs") });
        lines.push(session.tool_use(&format!("use-{at}"), &format!("t{at}"), "Read", &input));
    }
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    memory
}

fn exported(memory: &Memory) -> Vec<String> {
    let mut lines = export_all(memory).lines;
    // The first line is the header; the order of the others does not matter.
    lines[1..].sort();
    lines
}

fn import_database(memory: &mut Memory, path: &Path) -> Imported {
    let mut sum = Imported::default();
    loop {
        let step = memory.import_database(path, Voucher::Person, 0).expect("it can be opened");
        sum.turns += step.turns;
        sum.unchanged += step.unchanged;
        if step.findings.is_some() {
            return sum;
        }
    }
}

/// Returns the rows that an import can restore. It cannot know which directory belongs to which
/// project.
fn rows(sandbox: &Sandbox) -> Vec<String> {
    sandbox.dump().into_iter().filter(|row| !row.starts_with("directory ")).collect()
}

#[test]
fn an_import_gives_the_rows_of_the_export_and_twice_is_once() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let lines = exported(&filled(&from, 150));
    let mut memory = to.open();
    let first = memory.import(&lines, Voucher::Person, 0).expect("ours");
    assert_eq!((first.turns, first.unchanged, first.unreadable), (150, 0, 0));
    assert_eq!(rows(&from), rows(&to));
    let again = memory.import(&lines, Voucher::Person, 0).expect("ours");
    assert_eq!((again.turns, again.unchanged), (0, 150));
    assert_eq!(rows(&from), rows(&to));
    assert_eq!(exported(&memory), lines);
}

#[test]
fn what_was_forgotten_stays_away_and_a_bad_line_costs_only_itself() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let mut memory = filled(&from, 3);
    let before = exported(&memory);
    memory.forget(&["turn-1".to_owned()]).expect("a write");
    let after = exported(&memory);

    let mut other = to.open();
    let mut lines = after.clone();
    lines.insert(1, "{\"type\":\"turn\"".to_owned());
    assert_eq!(other.import(&lines, Voucher::Person, 0).expect("ours").unreadable, 1);
    // The older export contains the turn, but this memory knows that it was forgotten.
    assert_eq!(other.import(&before, Voucher::Person, 0).expect("ours").turns, 0);
    assert_eq!(exported(&other), after);
    // An import never removes stored turns.
    let keeps = Sandbox::without_model();
    let mut whole = filled(&keeps, 3);
    whole.import(&after, Voucher::Person, 0).expect("ours");
    assert_eq!(whole.stats().expect("counts").turns, 3);
}

#[test]
fn a_newer_export_is_refused_and_changes_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let lines = ["{\"type\":\"mementor\",\"version\":2}".to_owned()];
    assert!(matches!(memory.import(&lines, Voucher::Person, 0), Err(Error::InvalidArgument(_))));
}

#[test]
fn secrets_of_an_import_are_masked() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let lines: Vec<String> = exported(&filled(&from, 1))
        .iter()
        .map(|line| line.replace("Question 0?", &format!("Is {token} right?")))
        .collect();
    assert!(lines.iter().any(|line| line.contains(&token)));
    let mut memory = to.open();
    memory.import(&lines, Voucher::Person, 0).expect("ours");
    assert!(!to.dump().iter().any(|row| row.contains(&token)));
}

#[test]
fn a_backup_is_whole_private_and_can_be_imported() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let memory = filled(&from, 20);
    let backup = from.path("backup.db");
    memory.backup(&backup).expect("room");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&backup).expect("written").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = memory.backup(&backup);
    assert!(matches!(again, Err(Error::FileUnwritable { .. })), "{again:?}");
    assert_eq!(import_database(&mut to.open(), &backup).turns, 20);
    assert_eq!(rows(&from), rows(&to));
}

#[test]
fn of_a_damaged_database_all_turns_on_whole_pages_are_saved() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let mut memory = filled(&from, 300);
    memory.compact().expect("nobody else reads");
    drop(memory);
    let damaged = from.path("damaged.db");
    let mut bytes = std::fs::read(from.home().join(FILE_NAME)).expect("it is there");
    // A whole page in the middle of the file.
    let page = bytes.len() / 4_096 / 2;
    bytes[page * 4_096..(page + 1) * 4_096].fill(0xa5);
    std::fs::write(&damaged, &bytes).expect("room");
    let saved = import_database(&mut to.open(), &damaged).turns;
    assert!(saved >= 250, "{saved} of 300");

    std::fs::write(&damaged, &bytes[..bytes.len() / 2]).expect("room");
    let half = Sandbox::without_model();
    let saved = import_database(&mut half.open(), &damaged).turns;
    assert!(saved > 0, "nothing of the first half");
    std::fs::write(&damaged, b"no database at all").expect("room");
    let refused = half.open().import_database(&damaged, Voucher::Person, 0);
    assert!(matches!(refused, Err(Error::DatabaseCorrupt { .. })), "{refused:?}");
}

#[test]
fn a_saved_turn_is_named_after_its_prompt_whatever_its_row_says() {
    let (from, to) = (Sandbox::without_model(), Sandbox::without_model());
    let memory = filled(&from, 20);
    let damaged = from.path("damaged.db");
    memory.backup(&damaged).expect("room");
    let connection = rusqlite::Connection::open(&damaged).expect("a database");
    connection.execute("UPDATE turn SET uuid = 'x' || uuid WHERE id = 3", []).expect("a change");
    drop(connection);
    assert_eq!(import_database(&mut to.open(), &damaged).turns, 20);
    assert_eq!(rows(&from), rows(&to));
}
