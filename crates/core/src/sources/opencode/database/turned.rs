//! What the rows record of messages that a person undid, or showed again.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::rows::text;
use crate::sources::opencode::undone::{self, Said};

/// Returns the sessions that have changed and in which something is undone, or was: of all, or of
/// `only` one, whose subagents a person cannot undo apart from it.
pub(super) fn turned(
    rows: &Connection,
    only: Option<&str>,
    since_ms: i64,
    said: &Said,
) -> rusqlite::Result<Vec<String>> {
    let revert = if has_revert(rows)? { "revert IS NOT NULL" } else { "0" };
    let mut statement = rows.prepare(&format!(
        "SELECT id, {revert} FROM session
         WHERE time_updated >= ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id"
    ))?;
    let read = |row: &Row| Ok((text(row, 0)?, row.get(1)?));
    let found = statement.query_map(params![since_ms, only], read)?;
    let found: Vec<(Option<String>, bool)> = found.collect::<rusqlite::Result<_>>()?;
    let turned = found.into_iter().filter_map(|(id, has_revert)| Some((id?, has_revert)));
    let turned = turned.filter(|(id, has_revert)| *has_revert || said.has_undone(id));
    Ok(turned.map(|(id, _)| id).collect())
}

/// Whether sessions record what was undone: those of the first databases do not.
fn has_revert(rows: &Connection) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM pragma_table_info('session') WHERE name = 'revert'";
    rows.query_row(sql, [], |row| row.get(0))
}

/// Returns what a session says about what was undone, and when the session was changed.
pub(super) fn revert(rows: &Connection, session: &str) -> rusqlite::Result<(Option<String>, i64)> {
    let revert = if has_revert(rows)? { "revert" } else { "NULL" };
    let sql = format!("SELECT {revert}, time_updated FROM session WHERE id = ?1");
    let found = rows.query_row(&sql, [session], |row| {
        Ok((text(row, 0)?, row.get::<_, Option<i64>>(1)?.unwrap_or_default()))
    });
    Ok(found.optional()?.unwrap_or_default())
}

/// Whether another session has a copy of a message, as forks do.
pub(super) fn is_elsewhere(
    rows: &Connection,
    session: &str,
    message: &undone::Message,
) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM message WHERE session_id <> ?1 AND json_valid(data)
               AND json_extract(data, '$.time.created') = ?2)";
    rows.query_row(sql, params![session, message.at_ms], |row| row.get(0))
}
