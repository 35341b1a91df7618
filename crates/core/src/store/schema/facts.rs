//! Facts about the database itself, in the table `meta`: of which versions it is, and how far a
//! rebuild has come.

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

use super::foreign;
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::store::derivation;

/// Newest version of the turn log of any build that wrote here.
pub const LOG: &str = "log";
/// Version of all that is derived and searched.
pub const DERIVATION: &str = "derivation";
/// Version that a rebuild makes; none while nothing is rebuilt.
pub const REBUILD: &str = "rebuild";
/// Id of the last item that a rebuild has derived.
pub const REBUILT_TO: &str = "rebuilt_to";

/// Returns a number that is noted; `None` when there is none under this key.
pub fn number(connection: &Connection, key: &str) -> Result<Option<i64>> {
    let missing = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::Unknown) => foreign("the table meta is missing or another one"),
        _ => Error::from(error),
    };
    let mut statement =
        connection.prepare_cached("SELECT value FROM meta WHERE key = ?1").map_err(missing)?;
    let parsed = |row: &rusqlite::Row| Ok(row.get_ref(0)?.as_str().ok().map(str::parse));
    let found = statement.query_row([key], parsed).optional().map_err(missing)?;
    Ok(found.flatten().and_then(|number| number.ok()))
}

/// Notes a number.
pub fn note(connection: &Connection, key: &str, number: i64) -> Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")?
        .execute(params![key, number.to_string()])?;
    Ok(())
}

/// Forgets what is noted under a key.
pub fn remove(connection: &Connection, key: &str) -> Result<()> {
    connection.prepare_cached("DELETE FROM meta WHERE key = ?1")?.execute([key])?;
    Ok(())
}

/// Refuses a database to which a newer build has written what this one cannot read.
pub fn refuse_newer(connection: &Connection) -> Result<()> {
    for (part, known, keys) in [
        ("log", turn::LOG_VERSION, &[LOG][..]),
        ("derivation", derivation::VERSION, &[DERIVATION, REBUILD]),
    ] {
        for key in keys {
            match number(connection, key)? {
                Some(found) if found > known => {
                    return Err(Error::DatabaseNewer { part, found, known });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Notes the version of the log that this build writes. Before anything is written.
pub fn raise_log_version(connection: &Connection) -> Result<()> {
    match number(connection, LOG)? {
        Some(found) if found >= turn::LOG_VERSION => Ok(()),
        _ => note(connection, LOG, turn::LOG_VERSION),
    }
}

/// Returns the statement that notes the versions of a new database.
pub fn of_new_database() -> String {
    let (log, derived) = (turn::LOG_VERSION, derivation::VERSION);
    format!(
        "INSERT INTO meta (key, value) VALUES ('{LOG}', '{log}'), ('{DERIVATION}', '{derived}');"
    )
}
