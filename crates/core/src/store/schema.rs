//! The schema and its version.
//!
//! To change it before the first release: change `schema.sql` and raise [`VERSION`]. After it, a
//! change also brings the statements that lead there from each version that was released.

pub(super) mod facts;
mod structure;

use std::path::PathBuf;

use rusqlite::{Connection, TransactionBehavior};

use super::rebuild::{self, NEXT};
use crate::error::{Error, Result};
use crate::store::derivation;

/// The schema of a new database.
const SCHEMA: &str = include_str!("schema.sql");

/// The version that this build reads and writes. No release had a lower one.
pub const VERSION: i64 = 6;

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

/// Returns an error when this build cannot read the database. The caller fills in the path.
pub fn check(connection: &Connection) -> Result<()> {
    refuse_others(connection)?;
    match version(connection)? {
        // Another process is just creating it.
        0 => Err(Error::DatabaseMissing { path: PathBuf::new() }),
        _ => Ok(()),
    }
}

/// Returns an error for a file that no build of ours wrote.
pub fn check_ours(connection: &Connection) -> Result<()> {
    match version(connection)? {
        0 => Err(foreign("it has no version of ours")),
        _ => Ok(()),
    }
}

/// Returns an error for a database that another build or another program wrote. An empty file is
/// nobody's.
pub fn refuse_others(connection: &Connection) -> Result<()> {
    match version(connection)? {
        0 if has_tables(connection)? => Err(foreign("it holds tables of another program")),
        0 => Ok(()),
        VERSION => facts::refuse_newer(connection),
        found if found > VERSION => {
            Err(Error::DatabaseNewer { part: "schema", found, known: VERSION })
        }
        found => Err(Error::DatabaseOlder { found, known: VERSION }),
    }
}

/// Creates the schema in an empty file, in one transaction. Returns an error for a database of
/// another build, for a file that has only another program's tables, or in which tables of ours are
/// missing or differ. Starts a rebuild when an older build derived the index.
pub fn create_or_check(connection: &mut Connection) -> Result<()> {
    refuse_others(connection)?;
    if version(connection)? == 0 {
        create(connection)?;
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

/// The caller fills in the path.
fn foreign(reason: &str) -> Error {
    Error::DatabaseForeign { path: PathBuf::new(), reason: reason.to_owned() }
}

fn create(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have created it in the meantime.
    if version(&transaction)? == 0 {
        transaction.execute_batch(&format!("{SCHEMA}{}", facts::of_new_database()))?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn the_tables_that_a_rebuild_fills_are_those_that_they_replace() {
        let mut database = memory();
        create_or_check(&mut database).expect("new");
        database.execute_batch(NEXT).expect("beside the others");
        database.execute_batch(include_str!("schema/swap.sql")).expect("nothing is in the way");
        assert_eq!(structure_problems(&database).expect("readable"), [""; 0]);
    }

    #[test]
    fn what_others_put_into_the_file_is_no_difference_and_a_table_that_is_missing_is_told() {
        let mut database = memory();
        create_or_check(&mut database).expect("new");
        let others = "CREATE TABLE bookmarks (x); CREATE INDEX turn_by_cwd ON turn (cwd);
                      CREATE VIEW recent AS SELECT * FROM turn; ANALYZE;";
        database.execute_batch(others).expect("a statement");
        create_or_check(&mut database).expect("nothing of ours differs");
        for (damage, told) in [
            ("DROP TABLE posting", "table posting"),
            ("ALTER TABLE turn ADD COLUMN note TEXT", "table turn"),
            ("DROP INDEX chunk_by_item", "index chunk_by_item"),
            ("DROP TABLE meta", "table meta"),
        ] {
            let mut database = memory();
            create_or_check(&mut database).expect("new");
            database.execute_batch(damage).expect("a statement");
            let refused = create_or_check(&mut database).expect_err(damage);
            assert!(matches!(refused, Error::DatabaseForeign { .. }), "{refused:?}");
            assert!(refused.to_string().contains(told), "{refused}");
        }
    }

    #[test]
    fn a_database_of_another_program_is_refused() {
        let mut database = memory();
        database.execute_batch("CREATE TABLE bookmarks (x)").expect("a statement");
        let refused = create_or_check(&mut database).expect_err("it is not ours");
        assert!(matches!(refused, Error::DatabaseForeign { .. }), "{refused:?}");
        assert_eq!(tables(&database).len(), 1);
    }

    #[test]
    fn a_newer_log_or_derivation_is_refused() {
        for (key, part) in [("log", "log"), ("derivation", "derivation"), ("rebuild", "derivation")]
        {
            let mut database = memory();
            create_or_check(&mut database).expect("new");
            facts::note(&database, key, 99).expect("a row");
            for refused in [create_or_check(&mut database), check(&database)] {
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
        create_or_check(&mut database).expect("new");
        assert_eq!(facts::number(&database, facts::REBUILD).expect("a table"), None);
        facts::note(&database, facts::DERIVATION, derivation::VERSION - 1).expect("a row");
        create_or_check(&mut database).expect("older");
        facts::note(&database, facts::REBUILT_TO, 7).expect("a row");
        create_or_check(&mut database).expect("under way");
        assert_eq!(facts::number(&database, facts::REBUILT_TO).expect("a table"), Some(7));
        database.execute_batch("DROP TABLE posting_next").expect("a table");
        create_or_check(&mut database).expect("begun anew");
        assert_eq!(facts::number(&database, facts::REBUILT_TO).expect("a table"), Some(0));
    }

    #[test]
    fn a_database_of_another_schema_is_refused_and_untouched() {
        for other in [1, VERSION - 1, VERSION + 1] {
            let mut database = memory();
            database.pragma_update(None, "user_version", other).expect("a number");
            for refused in [create_or_check(&mut database), check(&database)] {
                match refused {
                    Err(Error::DatabaseNewer { found, .. }) => assert!(found > VERSION),
                    Err(Error::DatabaseOlder { found, .. }) => assert!(found < VERSION),
                    refused => panic!("{refused:?}"),
                }
            }
            assert!(tables(&database).is_empty());
        }
    }

    #[test]
    fn a_file_that_is_still_empty_is_none_yet() {
        assert!(matches!(check(&memory()), Err(Error::DatabaseMissing { .. })));
    }
}
