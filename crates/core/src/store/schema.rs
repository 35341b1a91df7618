//! The schema, its version, and how an older one becomes this one.
//!
//! To change it: change `schema.sql`, freeze the shipped text as `schema-vN.sql` beside it, add
//! the statements that lead from N to N+1 to [`UPGRADES`], and raise nothing else: the version is
//! the number of upgrades plus one. A shipped upgrade is never edited.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};
use crate::turn;

/// The schema of a new database.
const SCHEMA: &str = include_str!("schema.sql");

/// `UPGRADES[n]` leads from version n+1 to n+2.
const UPGRADES: &[&str] = &[include_str!("schema/upgrade-1-to-2.sql")];

/// The version this build reads and writes.
pub const VERSION: i64 = UPGRADES.len() as i64 + 1;

/// Returns the version of an open database; 0 for an empty file.
pub fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Returns whether every page of the database can be read, indexes agree with their tables, and
/// every value is as it was written.
pub fn is_sound(connection: &Connection) -> Result<bool> {
    let check = || connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
    let found: String = match check().map_err(Error::from) {
        // A full-text index that its own module cannot read.
        Err(Error::DatabaseCorrupt { .. }) => return Ok(false),
        found => found?,
    };
    Ok(found == "ok" && is_ours(connection)? && values_are_sound(connection)?)
}

/// Whether tables and indexes are those of a new database: a name may be damaged as well.
fn is_ours(connection: &Connection) -> Result<bool> {
    let new = Connection::open_in_memory()?;
    new.execute_batch(SCHEMA)?;
    let objects = |connection: &Connection| {
        // What the full-text module makes for itself is its own business.
        let mut statement = connection.prepare(
            "SELECT name, sql FROM sqlite_schema
             WHERE sql IS NOT NULL AND name NOT LIKE 'action_fts_%' ORDER BY name",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<rusqlite::Result<Vec<(String, String)>>>()
    };
    Ok(objects(connection)? == objects(&new)?)
}

/// Whether every text is UTF-8 and every log as it was written: SQLite looks at neither.
fn values_are_sound(connection: &Connection) -> Result<bool> {
    let mut statement = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'action_fts%'",
    )?;
    let tables = statement.query_map([], |row| row.get(0))?;
    for table in tables.collect::<rusqlite::Result<Vec<String>>>()? {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{table}\""))?;
        let log = statement.column_index("log").ok();
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                let is_sound = match row.get_ref(column)? {
                    ValueRef::Text(text) => std::str::from_utf8(text).is_ok(),
                    ValueRef::Blob(bytes) if log == Some(column) => turn::is_whole(bytes),
                    _ => true,
                };
                if !is_sound {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Refuses what this build cannot read.
pub fn check(connection: &Connection) -> Result<()> {
    match version(connection)? {
        VERSION => Ok(()),
        found if found > VERSION => Err(Error::DatabaseNewer { found, known: VERSION }),
        found => Err(Error::DatabaseOlder { found, known: VERSION }),
    }
}

/// Refuses a file that no build of ours wrote.
pub fn check_ours(connection: &Connection, path: &Path) -> Result<()> {
    match version(connection)? {
        0 => Err(Error::DatabaseCorrupt { path: path.to_owned() }),
        _ => Ok(()),
    }
}

/// Refuses a database that a newer build wrote.
pub fn refuse_newer(connection: &Connection) -> Result<()> {
    match version(connection)? {
        found if found > VERSION => Err(Error::DatabaseNewer { found, known: VERSION }),
        _ => Ok(()),
    }
}

/// Creates the schema or upgrades to it, in one transaction.
pub fn create_or_upgrade(connection: &mut Connection) -> Result<()> {
    if version(connection)? != VERSION {
        migrate(connection, SCHEMA, UPGRADES)?;
    }
    check(connection)
}

fn migrate(connection: &mut Connection, schema: &str, upgrades: &[&str]) -> Result<()> {
    let target = upgrades.len() as i64 + 1;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have been faster.
    let found = version(&transaction)?;
    if found > target {
        return Err(Error::DatabaseNewer { found, known: target });
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
        for (number, frozen) in [include_str!("schema-v1.sql")].iter().enumerate() {
            let mut old = memory();
            old.execute_batch(frozen).expect("it was shipped");
            old.pragma_update(None, "user_version", number as i64 + 1).expect("a number");
            create_or_upgrade(&mut old).expect("upgrades");
            assert_eq!(tables(&old), tables(&new), "from version {}", number + 1);
        }
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
