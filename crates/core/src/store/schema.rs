//! The schema, its version, and the upgrades of older schemas.
//!
//! To change it: change `schema.sql`, freeze the shipped text as `schema-vN.sql` beside it, add the
//! statements that lead from N to N+1 to [`UPGRADES`], and raise nothing else: the version is the
//! number of upgrades plus one. A shipped upgrade is never edited.

pub(super) mod facts;
mod structure;

use std::path::PathBuf;

use rusqlite::{Connection, TransactionBehavior};

use super::rebuild::{self, NEXT};
use crate::error::{Error, Result};
use crate::store::derivation;

/// The schema of a new database.
const SCHEMA: &str = include_str!("schema.sql");

/// `UPGRADES[n]` upgrades from version n+1 to n+2.
const UPGRADES: &[&str] = &[
    include_str!("schema/upgrade-1-to-2.sql"),
    include_str!("schema/upgrade-2-to-3.sql"),
    include_str!("schema/upgrade-3-to-4.sql"),
    include_str!("schema/upgrade-4-to-5.sql"),
];

/// The version that this build reads and writes.
pub const VERSION: i64 = UPGRADES.len() as i64 + 1;

/// Returns the version of an open database; 0 for an empty file.
pub fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Returns whether every page of the database is readable, and all indexes agree with their tables.
pub fn is_sound(connection: &Connection) -> Result<bool> {
    let check = || connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
    let found: String = match check().map_err(Error::from) {
        // A full-text index that its own module cannot read.
        Err(Error::DatabaseCorrupt { .. }) => return Ok(false),
        found => found?,
    };
    Ok(found == "ok")
}

/// Returns the tables and indexes that are missing or differ from this build's, as `table meta`.
pub fn structure_problems(connection: &Connection) -> Result<Vec<String>> {
    structure::differences(connection, SCHEMA)
}

/// Returns the names of our tables, without those of the full-text module.
pub fn tables() -> Result<Vec<String>> {
    structure::plain_tables(SCHEMA)
}

/// Returns an error when this build cannot read the database.
pub fn check(connection: &Connection) -> Result<()> {
    match version(connection)? {
        VERSION => facts::refuse_newer(connection),
        found if found > VERSION => Err(newer(found, VERSION)),
        found => Err(Error::DatabaseOlder { found, known: VERSION }),
    }
}

/// Returns an error for a file that no build of ours wrote.
pub fn check_ours(connection: &Connection) -> Result<()> {
    match version(connection)? {
        0 => Err(foreign("it has no version of ours")),
        _ => Ok(()),
    }
}

/// Returns an error for a database that a newer build or another program wrote.
pub fn refuse_others(connection: &Connection) -> Result<()> {
    match version(connection)? {
        0 if has_tables(connection)? => Err(foreign("it holds tables of another program")),
        VERSION => facts::refuse_newer(connection),
        found if found > VERSION => Err(newer(found, VERSION)),
        _ => Ok(()),
    }
}

/// Creates the schema or upgrades to it, in one transaction. Returns an error for a file that has
/// only another program's tables, or in which tables of ours are missing or differ. Starts a
/// rebuild when an older build derived the index.
pub fn create_or_upgrade(connection: &mut Connection) -> Result<()> {
    refuse_others(connection)?;
    if version(connection)? != VERSION {
        migrate(connection, &format!("{SCHEMA}{}", facts::of_new_database()), UPGRADES)?;
    }
    check(connection)?;
    if let Some(first) = structure_problems(connection)?.first() {
        return Err(foreign(&format!("{first} is missing or another one")));
    }
    facts::raise_log_version(connection)?;
    rebuild_when_older(connection)
}

/// Starts a rebuild when the derived data is outdated, or when a running rebuild cannot be resumed.
fn rebuild_when_older(connection: &mut Connection) -> Result<()> {
    let under_way = match facts::number(connection, facts::REBUILD)? {
        Some(derivation::VERSION) => structure::differences(connection, NEXT)?.is_empty(),
        Some(_) => false,
        None => facts::number(connection, facts::DERIVATION)? == Some(derivation::VERSION),
    };
    if under_way {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    rebuild::begin(&transaction)?;
    Ok(transaction.commit()?)
}

fn has_tables(connection: &Connection) -> Result<bool> {
    let count = "SELECT count(*) FROM sqlite_schema";
    Ok(connection.query_row(count, [], |row| row.get::<_, i64>(0))? > 0)
}

fn newer(found: i64, known: i64) -> Error {
    Error::DatabaseNewer { part: "schema", found, known }
}

/// The caller fills in the path.
fn foreign(reason: &str) -> Error {
    Error::DatabaseForeign { path: PathBuf::new(), reason: reason.to_owned() }
}

fn migrate(connection: &mut Connection, schema: &str, upgrades: &[&str]) -> Result<()> {
    let target = upgrades.len() as i64 + 1;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have upgraded it in the meantime.
    let found = version(&transaction)?;
    if found > target {
        return Err(newer(found, target));
    }
    if found == 0 {
        transaction.execute_batch(schema)?;
    }
    for upgrade in upgrades.iter().skip(found.max(1) as usize - 1).filter(|_| found > 0) {
        transaction.execute_batch(upgrade)?;
    }
    transaction.pragma_update(None, "user_version", target)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod kill_tests;

#[cfg(test)]
mod tests {
    use rusqlite::types::Value;

    use super::*;

    fn tables(connection: &Connection) -> Vec<(String, String)> {
        let mut statement = connection
            .prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
            .expect("the schema table is always there");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.expect("no parameters").map(|row| row.expect("two texts")).collect()
    }

    fn memory() -> Connection {
        Connection::open_in_memory().expect("memory is there")
    }

    const V1: &str = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);";
    const V1_TO_V2: &str = "ALTER TABLE note ADD COLUMN at_ms INTEGER;";
    const V2_TO_V3: &str = "CREATE INDEX note_by_time ON note (at_ms);";
    const V3: &str = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, at_ms INTEGER);
                      CREATE INDEX note_by_time ON note (at_ms);";

    #[test]
    fn an_old_database_is_upgraded_step_by_step_and_keeps_its_rows() {
        let mut old = memory();
        migrate(&mut old, V1, &[]).expect("new");
        old.execute("INSERT INTO note (text) VALUES ('kept')", []).expect("one row");
        migrate(&mut old, V3, &[V1_TO_V2, V2_TO_V3]).expect("two steps");
        let mut new = memory();
        migrate(&mut new, V3, &[V1_TO_V2, V2_TO_V3]).expect("new");
        assert_eq!(tables(&old), tables(&new));
        let kept: String =
            old.query_row("SELECT text FROM note", [], |row| row.get(0)).expect("row");
        assert_eq!((kept.as_str(), version(&old).expect("set")), ("kept", 3));
    }

    #[test]
    fn an_upgrade_that_fails_changes_nothing() {
        let mut old = memory();
        migrate(&mut old, V1, &[]).expect("new");
        let before = tables(&old);
        assert!(migrate(&mut old, V3, &[V1_TO_V2, "CREATE nonsense"]).is_err());
        assert_eq!((tables(&old), version(&old).expect("set")), (before, 1));
    }

    #[test]
    fn every_frozen_schema_leads_to_the_schema_of_a_new_database() {
        let mut new = memory();
        create_or_upgrade(&mut new).expect("new");
        let names = |connection: &Connection| -> Vec<String> {
            tables(connection).into_iter().map(|(name, _)| name).collect()
        };
        let frozen = [
            include_str!("schema-v1.sql"),
            include_str!("schema-v2.sql"),
            include_str!("schema-v3.sql"),
            include_str!("schema-v4.sql"),
        ];
        assert_eq!(frozen.len(), UPGRADES.len(), "each version that was shipped");
        for (number, frozen) in frozen.iter().enumerate() {
            let mut old = memory();
            old.execute_batch(frozen).expect("it was shipped");
            old.pragma_update(None, "user_version", number as i64 + 1).expect("a number");
            migrate(&mut old, SCHEMA, UPGRADES).expect("upgrades");
            assert_eq!(structure_problems(&old).expect("readable"), [""; 0]);
            assert_eq!(names(&old), names(&new), "from version {}", number + 1);
        }
    }

    #[test]
    fn a_ledger_without_agents_becomes_one_of_claude_code_with_its_cursors() {
        let mut old = memory();
        old.execute_batch(include_str!("schema-v2.sql")).expect("it was shipped");
        old.pragma_update(None, "user_version", 2).expect("a number");
        old.execute_batch(
            r#"INSERT INTO transcript VALUES
               ('/a', 's', 9, 8, 7, 'ab', NULL, 3, '{"meta":1}', '{}',
                '{"open":{"":{"id":"p"}},"asked":{},"queue":{"waiting":[{"x":1}]},"at_ms":5}'),
               ('/b', NULL, 0, 0, 0, '', NULL, 0, '{}', '{}', 'damaged')"#,
        )
        .expect("two rows");
        migrate(&mut old, SCHEMA, UPGRADES).expect("upgrades");
        let mut statement = old
            .prepare(
                "SELECT path, agent, session, bytes, offset, kept, skipped, cursor, fold
                      FROM transcript ORDER BY path",
            )
            .expect("the new columns");
        let text = |value| match value {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            _ => "none".to_owned(),
        };
        let row = |row: &rusqlite::Row| (0..9).map(|at| row.get(at).map(text)).collect();
        let rows = statement.query_map([], row).expect("no parameters");
        let rows: Vec<Vec<String>> = rows.map(|row| row.expect("texts and numbers")).collect();
        assert_eq!(
            rows[0],
            [
                "/a",
                "claude-code",
                "s",
                "9",
                "7",
                "3",
                r#"{"meta":1}"#,
                r#"{"offset":7,"fingerprint":"ab","at_ms":5,"state":{"waiting":[{"x":1}]}}"#,
                r#"{"open":{"":{"id":"p"}},"asked":{}}"#,
            ]
        );
        let beginning = r#"{"offset":0,"fingerprint":"","at_ms":0,"state":{}}"#;
        assert_eq!(rows[1], ["/b", "claude-code", "none", "0", "0", "0", "{}", beginning, "{}"]);
    }

    #[test]
    fn the_tables_that_a_rebuild_fills_are_those_that_they_replace() {
        let mut database = memory();
        create_or_upgrade(&mut database).expect("new");
        database.execute_batch(NEXT).expect("beside the others");
        database.execute_batch(include_str!("schema/swap.sql")).expect("nothing is in the way");
        assert_eq!(structure_problems(&database).expect("readable"), [""; 0]);
    }

    #[test]
    fn what_others_put_into_the_file_is_no_difference_and_a_table_that_is_missing_is_told() {
        let mut database = memory();
        create_or_upgrade(&mut database).expect("new");
        let others = "CREATE TABLE bookmarks (x); CREATE INDEX turn_by_cwd ON turn (cwd);
                      CREATE VIEW recent AS SELECT * FROM turn; ANALYZE;";
        database.execute_batch(others).expect("a statement");
        create_or_upgrade(&mut database).expect("nothing of ours differs");
        for (damage, told) in [
            ("DROP TABLE posting", "table posting"),
            ("ALTER TABLE turn ADD COLUMN note TEXT", "table turn"),
            ("DROP INDEX chunk_by_item", "index chunk_by_item"),
            ("DROP TABLE meta", "table meta"),
        ] {
            let mut database = memory();
            create_or_upgrade(&mut database).expect("new");
            database.execute_batch(damage).expect("a statement");
            let refused = create_or_upgrade(&mut database).expect_err(damage);
            assert!(matches!(refused, Error::DatabaseForeign { .. }), "{refused:?}");
            assert!(refused.to_string().contains(told), "{refused}");
        }
    }

    #[test]
    fn a_database_of_another_program_is_refused() {
        let mut database = memory();
        database.execute_batch("CREATE TABLE bookmarks (x)").expect("a statement");
        let refused = create_or_upgrade(&mut database).expect_err("it is not ours");
        assert!(matches!(refused, Error::DatabaseForeign { .. }), "{refused:?}");
        assert_eq!(tables(&database).len(), 1);
    }

    #[test]
    fn a_newer_log_or_derivation_is_refused() {
        for (key, part) in [("log", "log"), ("derivation", "derivation"), ("rebuild", "derivation")]
        {
            let mut database = memory();
            create_or_upgrade(&mut database).expect("new");
            facts::note(&database, key, 99).expect("a row");
            for refused in [create_or_upgrade(&mut database), check(&database)] {
                let Err(Error::DatabaseNewer { part: told, found: 99, .. }) = refused else {
                    panic!("{refused:?}")
                };
                assert_eq!(told, part);
            }
        }
    }

    #[test]
    fn an_older_derivation_begins_a_rebuild_once() {
        let mut database = memory();
        create_or_upgrade(&mut database).expect("new");
        assert_eq!(facts::number(&database, facts::REBUILD).expect("a table"), None);
        facts::note(&database, facts::DERIVATION, derivation::VERSION - 1).expect("a row");
        create_or_upgrade(&mut database).expect("older");
        facts::note(&database, facts::REBUILT_TO, 7).expect("a row");
        create_or_upgrade(&mut database).expect("under way");
        assert_eq!(facts::number(&database, facts::REBUILT_TO).expect("a table"), Some(7));
        database.execute_batch("DROP TABLE posting_next").expect("a table");
        create_or_upgrade(&mut database).expect("begun anew");
        assert_eq!(facts::number(&database, facts::REBUILT_TO).expect("a table"), Some(0));
    }

    #[test]
    fn a_newer_database_is_refused_and_untouched() {
        let mut newer = memory();
        newer.pragma_update(None, "user_version", VERSION + 1).expect("a number");
        let refused = create_or_upgrade(&mut newer);
        assert!(matches!(refused, Err(Error::DatabaseNewer { .. })), "{refused:?}");
        assert!(tables(&newer).is_empty());
    }
}
