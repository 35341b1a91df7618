//! An upgrade that is killed at any instant.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rusqlite::Connection;

use super::{migrate, version};

/// Names the database in the process that is killed.
const VARIABLE: &str = "MEMENTOR_TEST_UPGRADED";
const THIS_TEST: &str =
    "store::schema::kill_tests::an_upgrade_that_is_killed_is_whole_or_was_never_begun";

const ROWS: i64 = 10_000;
const V1: &str = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;";
/// Long enough to be killed in.
const UPGRADES: [&str; 2] = [
    "ALTER TABLE note ADD COLUMN words INTEGER; UPDATE note SET words = length(text);",
    "CREATE INDEX note_by_text ON note (text); CREATE INDEX note_by_words ON note (words);",
];

fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("a file of our own");
    connection.pragma_update(None, "journal_mode", "WAL").expect("nobody else uses it");
    connection
}

fn old_database(path: &Path) {
    let mut connection = open(path);
    migrate(&mut connection, V1, &[]).expect("new");
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO note (text) SELECT printf('note %d', i) FROM n";
    connection.execute(fill, [ROWS]).expect("room");
}

fn upgrade(path: &Path) {
    migrate(&mut open(path), "", &UPGRADES).expect("an old database");
}

fn start(path: &Path) -> Child {
    let this = std::env::current_exe().expect("it runs");
    let mut command = Command::new(this);
    command.args([THIS_TEST, "--exact"]).env(VARIABLE, path);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process")
}

/// Returns the version that is found after a kill; what is there is all of it and nothing else.
fn checked(path: &Path) -> i64 {
    let connection = open(path);
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let sound: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("it opens");
    assert_eq!(sound, "ok");
    assert_eq!(number("SELECT count(*) FROM note").expect("a table"), ROWS);
    let columns = number("SELECT count(*) FROM pragma_table_info('note')").expect("a table");
    let indexes = number("SELECT count(*) FROM pragma_index_list('note')").expect("a table");
    let found = version(&connection).expect("a number");
    assert!([(1, 2, 0), (3, 3, 2)].contains(&(found, columns, indexes)), "{found} {columns}");
    found
}

#[test]
fn an_upgrade_that_is_killed_is_whole_or_was_never_begun() {
    if let Some(path) = std::env::var_os(VARIABLE) {
        upgrade(Path::new(&path));
        return;
    }
    let root = tempfile::tempdir().expect("a temporary directory");
    let mut killed_before = 0;
    // Each lives a little longer than the one before, until one was not killed in time.
    for attempt in (0..600).step_by(3) {
        let path = root.path().join(format!("{attempt}.db"));
        old_database(&path);
        let mut process = start(&path);
        std::thread::sleep(Duration::from_millis(attempt));
        process.kill().expect("it is ours");
        let was_killed = !process.wait().expect("it ends").success();
        let found = checked(&path);
        killed_before += i32::from(was_killed && found == 1);
        upgrade(&path);
        assert_eq!(checked(&path), 3);
        if !was_killed {
            break;
        }
    }
    assert!(killed_before > 0, "every process was too fast");
}
