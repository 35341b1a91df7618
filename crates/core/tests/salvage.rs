//! Page-by-page recovery from a database whose header, schema or b-trees are gone.

mod sandbox;

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::conversation::turn;
use mementor_core::removal::forget::forget_in_backup;
use mementor_core::store::{Access, Findings};
use rusqlite::Connection;
use rusqlite::types::Value;
use sandbox::{NOW_MS, Sandbox, Session, bytes_of, ingest};

const PAGE: usize = 4_096;
const TURNS: usize = 60;

/// Letters that compress to no less than half: a log of them needs overflow pages.
fn noise(seed: usize, letters: usize) -> String {
    let mut state = seed as u64 + 1;
    let letter = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + (state >> 33) as u8 % 26)
    };
    std::iter::repeat_with(letter).take(letters).collect()
}

/// Adds a session of turns; every seventh is larger than a page.
fn add(sandbox: &Sandbox, memory: &mut Memory, session: &str, turns: usize) {
    let mut lines = Session::new(session, &sandbox.directory("skiff"));
    let turn = |at: usize| {
        let answer = noise(at, if at.is_multiple_of(7) { 20_000 } else { 60 + at });
        lines.turn(&format!("{session}-{at}"), &format!("Question {at}?"), &answer)
    };
    let lines: Vec<_> = (0..turns).flat_map(turn).collect();
    let path = sandbox.path(&format!("{session}.jsonl"));
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    ingest(memory, &path);
}

/// Returns a store in a single file, and its bytes.
fn filled() -> (Sandbox, Vec<u8>) {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    add(&sandbox, &mut memory, "first", TURNS / 2);
    add(&sandbox, &mut memory, "second", TURNS / 2);
    memory.compact().expect("nobody else reads");
    drop(memory);
    let bytes = std::fs::read(sandbox.database()).expect("it is there");
    (sandbox, bytes)
}

fn damaged(sandbox: &Sandbox, bytes: &[u8]) -> PathBuf {
    let path = sandbox.path("damaged.db");
    std::fs::write(&path, bytes).expect("room");
    path
}

fn save(memory: &mut Memory, path: &Path) -> Findings {
    // Far more steps than there are turns.
    for _ in 0..1_000 {
        let step = memory.import_database(path, Voucher::Person, 0).expect("pages are left");
        if let Some(findings) = step.findings {
            return findings;
        }
    }
    panic!("it is never done");
}

fn rows(sandbox: &Sandbox) -> Vec<String> {
    sandbox.dump().into_iter().filter(|row| !row.starts_with("directory ")).collect()
}

fn expect_all(from: &Sandbox, path: &Path, how: &str) {
    let to = Sandbox::without_model();
    let findings = save(&mut to.open(), path);
    assert_eq!((findings.found, findings.named), (TURNS as u64, TURNS as u64), "{how}");
    assert!(!findings.is_sound, "{how}");
    assert_eq!(findings.transcripts.len(), 2, "{how}");
    assert_eq!(rows(from), rows(&to), "{how}");
}

#[test]
fn every_turn_comes_back_when_the_first_page_is_gone() {
    let (from, sound) = filled();
    for length in [16, 64, 100, PAGE] {
        let mut bytes = sound.clone();
        bytes[..length].fill(0);
        expect_all(&from, &damaged(&from, &bytes), &format!("{length} zeros"));
        bytes[..length].copy_from_slice(noise(length, length).as_bytes());
        expect_all(&from, &damaged(&from, &bytes), &format!("{length} letters"));
    }
    let mut bytes = sound;
    for at in 0..12 {
        bytes[at * 8] ^= 0x5a;
    }
    expect_all(&from, &damaged(&from, &bytes), "12 bytes of the header");
}

#[test]
fn every_turn_comes_back_when_the_pages_above_them_are_gone() {
    let (from, mut bytes) = filled();
    for page in bytes.chunks_exact_mut(PAGE).skip(1).filter(|page| page[0] == 5) {
        page.fill(0xa5);
    }
    expect_all(&from, &damaged(&from, &bytes), "inner pages");
}

#[test]
fn every_turn_comes_back_when_the_schema_is_gone() {
    let (from, bytes) = filled();
    let path = damaged(&from, &bytes);
    let connection = Connection::open(&path).expect("a database");
    let gone = "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema;";
    connection.execute_batch(gone).expect("it may be written");
    drop(connection);
    let to = Sandbox::without_model();
    assert_eq!(save(&mut to.open(), &path).found, TURNS as u64);
    assert_eq!(rows(&from), rows(&to));
}

#[test]
fn what_the_log_holds_comes_back_too() {
    let from = Sandbox::without_model();
    let mut memory = from.open();
    add(&from, &mut memory, "first", TURNS / 2);
    memory.compact().expect("nobody else reads");
    add(&from, &mut memory, "second", TURNS / 2);
    let path = damaged(&from, &[]);
    let mut bytes = std::fs::read(from.database()).expect("it is there");
    bytes[..100].fill(0);
    std::fs::write(&path, bytes).expect("room");
    let log = from.home().join("memory.db-wal");
    assert!(std::fs::metadata(&log).expect("a log").len() > 20 * PAGE as u64);
    std::fs::copy(log, from.path("damaged.db-wal")).expect("room");
    let to = Sandbox::without_model();
    assert_eq!(save(&mut to.open(), &path).found, TURNS as u64);
    assert_eq!(rows(&from), rows(&to));
}

/// Returns all positions of a log: SQLite leaves copies behind when it moves a row; one of them is
/// the row.
fn places(bytes: &[u8], log: &[u8]) -> Vec<usize> {
    let places: Vec<usize> = memchr::memmem::find_iter(bytes, log).collect();
    assert!(!places.is_empty());
    places
}

/// Returns the logs that fit on one page, with the UUIDs of their turns.
fn logs(sandbox: &Sandbox) -> Vec<(String, Vec<u8>)> {
    let connection = sandbox.connection();
    let mut statement = connection.prepare("SELECT uuid, log FROM turn").expect("ours");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    let logs: Vec<(String, Vec<u8>)> = rows.collect::<rusqlite::Result<_>>().expect("sound");
    logs.into_iter().filter(|(_, log)| log.len() < PAGE / 2).collect()
}

#[test]
fn of_a_file_that_was_cut_all_turns_before_the_cut_come_back() {
    let (from, bytes) = filled();
    let logs = logs(&from);
    assert!(logs.len() > TURNS / 2);
    for length in [bytes.len() / 2, bytes.len() * 3 / 4, 3 * PAGE, bytes.len() - 1] {
        let cut = &bytes[..length];
        let whole_pages = length - length % PAGE;
        let path = damaged(&from, cut);
        let to = Sandbox::without_model();
        let mut memory = to.open();
        let findings = match memory.import_database(&path, Voucher::Person, 0) {
            Ok(_) => save(&mut memory, &path),
            Err(_) => Findings::default(),
        };
        // SQLite reads a missing byte as zero, which the last one may be.
        assert!(!findings.is_sound || length == bytes.len() - 1, "{length}");
        assert!(length > 3 * PAGE || findings.found == 0, "{findings:?}");
        let rows = rows(&to);
        for (uuid, log) in &logs {
            let stands = places(&bytes, log).into_iter().all(|at| at < whole_pages);
            let row = format!("turn Text({uuid:?}) ");
            let is_there = rows.iter().any(|each| each.starts_with(&row));
            assert!(!stands || is_there, "{uuid}, {length}");
        }
    }
}

#[test]
fn what_is_missing_is_counted() {
    let (from, mut bytes) = filled();
    let (_, log) = &logs(&from)[3];
    for at in places(&bytes, log) {
        bytes[at / PAGE * PAGE..][..PAGE].fill(0);
    }
    bytes[..100].fill(0);
    let to = Sandbox::without_model();
    let findings = save(&mut to.open(), &damaged(&from, &bytes));
    assert!(findings.found < TURNS as u64 && findings.found > TURNS as u64 / 2, "{findings:?}");
    assert_eq!(findings.named, TURNS as u64);
    assert!(findings.last_ms > 0);
}

#[test]
fn a_sound_database_is_read_as_it_is() {
    let (from, bytes) = filled();
    let to = Sandbox::without_model();
    let findings = save(&mut to.open(), &damaged(&from, &bytes));
    assert!(findings.is_sound && findings.found == TURNS as u64 && findings.last_ms > 0);
    assert_eq!(rows(&from), rows(&to));
}

#[test]
fn what_was_forgotten_stays_away_although_its_pages_are_still_there() {
    let from = Sandbox::without_model();
    let mut memory = from.open();
    add(&from, &mut memory, "first", TURNS);
    let gone: Vec<String> = (20..40).map(|at| format!("first-{at}")).collect();
    assert_eq!(memory.forget(&gone).expect("they are stored"), 20);
    memory.embed_waiting().expect("no model is no error");
    drop(memory);
    let connection = from.connection();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").expect("nobody reads");
    drop(connection);
    let mut bytes = std::fs::read(from.database()).expect("it is there");
    let is_left = |bytes: &[u8]| memchr::memmem::find(bytes, b"first-27").is_some();
    assert!(is_left(&bytes), "the test needs remains of what was removed");
    bytes[..PAGE].fill(0);
    let to = Sandbox::without_model();
    let mut memory = to.open();
    let findings = save(&mut memory, &damaged(&from, &bytes));
    assert_eq!((findings.found, findings.named), (40, 40));
    for turn in gone {
        assert!(memory.show(&turn).expect("sound").is_empty(), "{turn}");
    }
    drop(memory);
    assert_eq!(rows(&from), rows(&to));
}

#[test]
fn free_pages_are_left_out_while_their_list_can_be_read() {
    let from = Sandbox::without_model();
    let mut memory = from.open();
    add(&from, &mut memory, "first", TURNS);
    drop(memory);
    let connection = from.connection();
    // As if forgotten by a database whose list of forgotten turns is lost.
    let removed = "PRAGMA foreign_keys = OFF; DELETE FROM turn; DELETE FROM session_turn;
                   PRAGMA wal_checkpoint(TRUNCATE);";
    connection.execute_batch(removed).expect("it may be written");
    drop(connection);
    let mut bytes = std::fs::read(from.database()).expect("it is there");
    bytes[..16].fill(0);
    let to = Sandbox::without_model();
    let findings = save(&mut to.open(), &damaged(&from, &bytes));
    assert_eq!((findings.found, findings.named), (0, 0));
}

#[test]
fn another_schema_with_more_columns_is_read_alike() {
    let (from, bytes) = filled();
    let path = damaged(&from, &bytes);
    let connection = Connection::open(&path).expect("a database");
    connection
        .execute_batch(
            "ALTER TABLE turn ADD COLUMN later INTEGER; UPDATE turn SET later = 7;
             PRAGMA wal_checkpoint(TRUNCATE);",
        )
        .expect("it may be written");
    drop(connection);
    let mut bytes = std::fs::read(&path).expect("it is there");
    bytes[..PAGE].fill(0);
    expect_all(&from, &damaged(&from, &bytes), "a column more");
}

#[test]
fn a_log_that_fails_its_checksum_is_no_turn() {
    let (from, mut bytes) = filled();
    let (uuid, log) = &logs(&from)[3];
    for at in places(&bytes, log) {
        bytes[at + log.len() - 1] ^= 1;
        assert!(!turn::is_whole(&bytes[at..at + log.len()]));
    }
    bytes[..16].fill(0);
    let to = Sandbox::without_model();
    let mut memory = to.open();
    let findings = save(&mut memory, &damaged(&from, &bytes));
    assert_eq!((findings.found, findings.named), (TURNS as u64 - 1, TURNS as u64));
    assert!(memory.show(uuid).expect("sound").is_empty());
}

#[test]
fn an_overflow_chain_that_leads_in_a_circle_ends() {
    let (from, mut bytes) = filled();
    // Every page that is not part of a b-tree points to itself.
    for (number, page) in bytes.chunks_exact_mut(PAGE).enumerate().skip(1) {
        if page[0] == 0 {
            page[..4].copy_from_slice(&(number as u32 + 1).to_be_bytes());
        }
    }
    bytes[..100].fill(0);
    let to = Sandbox::without_model();
    let findings = save(&mut to.open(), &damaged(&from, &bytes));
    assert!(findings.found > TURNS as u64 / 2 && findings.found < TURNS as u64, "{findings:?}");
    assert_eq!(findings.named, TURNS as u64);
}

/// Returns a store whose turns are all in the write-ahead log and whose database file is empty.
fn cut_off() -> Sandbox {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    add(&sandbox, &mut memory, "first", TURNS);
    let reader = sandbox.connection();
    reader.execute_batch("PRAGMA wal_autocheckpoint = 0; VACUUM").expect("nobody else writes");
    let log = std::fs::read(sandbox.log()).expect("a log");
    assert!(log.len() > 20 * PAGE);
    drop((reader, memory));
    std::fs::write(sandbox.database(), b"").expect("ours");
    std::fs::write(sandbox.log(), log).expect("room");
    sandbox
}

#[test]
fn nobody_takes_a_log_without_its_database_for_a_new_memory() {
    for is_there in [true, false] {
        let sandbox = cut_off();
        if !is_there {
            std::fs::remove_file(sandbox.database()).expect("ours");
        }
        let log = std::fs::read(sandbox.log()).expect("a log");
        let reading = sandbox.try_open(Access::Read).err().expect("nothing to read");
        assert_eq!(reading.code(), "DATABASE_CORRUPT");
        let turns = ["first-1".to_owned()];
        let as_backup = forget_in_backup(&sandbox.database(), &turns, Duration::ZERO);
        assert_eq!(as_backup.expect_err("no backup").code(), "BACKUP_UNUSABLE");
        assert_eq!(std::fs::read(sandbox.log()).expect("still there"), log);

        let (mut memory, moved) =
            Memory::open(sandbox.options(Access::Write), NOW_MS).expect("a new one");
        let copy = moved.expect("moved aside with its log");
        let findings = save(&mut memory, &copy);
        assert_eq!((findings.found, findings.named), (TURNS as u64, TURNS as u64));
        assert_eq!(memory.stats().expect("counts").turns, TURNS as u64);
        let mut kept = copy.into_os_string();
        kept.push("-wal");
        assert_eq!(std::fs::read(kept).expect("the log of the copy"), log);
    }
}

#[test]
fn what_is_known_of_repositories_comes_back_too() {
    let (from, _) = filled();
    let known = "SELECT path, remote, key, by_person FROM repository JOIN project ON project.id = project_id
                 UNION ALL SELECT object, NULL, key, known_commit.id FROM known_commit
                 JOIN project ON project.id = project_id ORDER BY 1";
    let connection = from.connection();
    let commits = [format!("{:040x}", 7), format!("{:064x}", 8)];
    let fill = format!(
        "INSERT INTO repository VALUES ('/ships/skiff/.git', 'host/skiff', 1, 0, NULL),
           ('/ships/raft', NULL, 1, 1, NULL);
         INSERT INTO known_commit (project_id, object) VALUES (1, '{}'), (1, '{}');
         INSERT INTO directory VALUES ('/ships/gone', 1);
         PRAGMA wal_checkpoint(TRUNCATE);",
        commits[0], commits[1]
    );
    connection.execute_batch(&fill).expect("ours");
    let mut bytes = std::fs::read(from.database()).expect("it is there");
    bytes[..PAGE].fill(0);
    let to = Sandbox::without_model();
    save(&mut to.open(), &damaged(&from, &bytes));
    let read = |connection: &Connection| {
        let mut statement = connection.prepare(known).expect("ours");
        let row = |row: &rusqlite::Row| {
            Ok(format!("{:?}", (0..4).map(|at| row.get::<_, Value>(at)).collect::<Vec<_>>()))
        };
        let rows = statement.query_map([], row).expect("no parameters");
        rows.map(|row| row.expect("four values")).collect::<Vec<String>>()
    };
    assert_eq!(read(&connection).len(), 4);
    assert_eq!(read(&to.connection()), read(&connection));
    let directories = |sandbox: &Sandbox| -> Vec<String> {
        sandbox.dump().into_iter().filter(|row| row.starts_with("directory ")).collect()
    };
    assert_eq!(directories(&to), directories(&from));
}
