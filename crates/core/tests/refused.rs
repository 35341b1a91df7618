//! Paths that are no transcript are refused with a reason, without blocking.

#![cfg(unix)]

mod sandbox;

use std::fs::File;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::memory::Options;
use mementor_core::policy::exclude::Excluded;
use mementor_core::removal::proof::search_files;
use mementor_core::store::Access;
use rusqlite::Connection;
use sandbox::{NOW_MS, Sandbox, Session, append, bytes_of, ingest};

fn refusal(memory: &mut Memory, path: &Path) -> String {
    let error = memory.ingest(path, None).expect_err("it is no transcript");
    assert_eq!(error.code(), "TRANSCRIPT_UNREADABLE");
    error.to_string()
}

fn fifo(sandbox: &Sandbox) -> std::path::PathBuf {
    let path = sandbox.directory("odd").join("fifo.jsonl");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    path
}

#[test]
fn what_is_no_regular_file_is_refused_by_its_kind() {
    let sandbox = Sandbox::without_model();
    let folder = sandbox.directory("odd");
    let path = |name: &str| folder.join(name);
    let fifo = fifo(&sandbox);
    symlink(&fifo, path("link.jsonl")).expect("a link");
    symlink(path("loop.jsonl"), path("loop.jsonl")).expect("a link");
    let _socket = UnixListener::bind(path("socket.jsonl")).expect("a socket");
    let excluded = Excluded::new(&["/elsewhere/**".to_owned()]).expect("a glob");
    for options in
        [sandbox.options(Access::Write), Options { excluded, ..sandbox.options(Access::Write) }]
    {
        let (mut memory, _) = Memory::open(options, NOW_MS).expect("a home of our own");
        let mut reason = |path: &Path| refusal(&mut memory, path);
        for path in [&fifo, &path("link.jsonl")] {
            assert!(reason(path).ends_with("it is a FIFO, not a regular file"));
        }
        assert!(reason(&folder).ends_with("it is a folder, not a regular file"));
        assert!(reason(Path::new("/dev/zero")).ends_with("it is a device, not a regular file"));
        assert!(reason(&path("loop.jsonl")).contains("symbolic links"));
        reason(&path("socket.jsonl"));
    }
}

#[test]
fn a_file_in_which_no_line_ends_is_refused_and_the_next_one_is_read() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let endless = sandbox.directory("odd").join("sparse.jsonl");
    File::create(&endless).and_then(|file| file.set_len(3 << 30)).expect("a sparse file");
    assert!(
        refusal(&mut memory, &endless).ends_with("no line of a transcript ends within 256 MiB")
    );
    let lines =
        Session::new("s", &sandbox.directory("shop")).turn("p", "which tide?", "The high one.");
    ingest(&mut memory, &sandbox.transcript("t", &lines));
    assert_eq!(memory.stats().expect("readable").turns, 1);
}

#[test]
fn a_line_that_is_too_long_costs_only_itself() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let lines =
        Session::new("s", &sandbox.directory("shop")).turn("p", "which tide?", "The high one.");
    let transcript = sandbox.transcript("t", &[]);
    File::create(&transcript).and_then(|file| file.set_len(40 << 20)).expect("a hole");
    append(&transcript, b"\n");
    append(&transcript, &bytes_of(&lines));
    ingest(&mut memory, &transcript);
    assert_eq!(memory.stats().expect("readable").turns, 1);
}

#[test]
fn bytes_are_looked_for_in_regular_files_only() {
    let sandbox = Sandbox::without_model();
    let searched = search_files(&[fifo(&sandbox)], &["text".to_owned()], 0).expect("a search");
    assert!(searched.found[0].unread);
}

#[test]
fn a_database_whose_tables_are_views_is_not_imported() {
    let endless = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)";
    let turn = format!("CREATE VIEW turn AS {endless} SELECT id, 'x' AS uuid FROM n");
    let beside = format!(
        "CREATE TABLE turn (id INTEGER PRIMARY KEY, uuid TEXT);
         CREATE VIEW Session_Turn AS {endless} SELECT id AS turn_id FROM n"
    );
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (name, schema) in [("turn.db", &turn), ("beside.db", &beside)] {
        let path = sandbox.path(name);
        Connection::open(&path).and_then(|made| made.execute_batch(schema)).expect("a database");
        let error = memory.import_database(&path, Voucher::Person, 0).expect_err("it is not ours");
        assert_eq!(error.code(), "DATABASE_MISSING");
    }
}
