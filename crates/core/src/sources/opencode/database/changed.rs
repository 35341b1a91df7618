//! Which sessions have messages that have changed since they were read.

use rusqlite::{Connection, Row, params};

use super::Position;
use super::rows::text;
use super::turned::turned;

/// Sessions with messages that have changed: those that no other called, then the others; of each
/// kind the one that changed first in front.
const CHANGED: &str = "SELECT session_id, max(message.time_updated) FROM message
    LEFT JOIN session ON session.id = session_id WHERE message.time_updated >= ?1
    GROUP BY session_id ORDER BY parent_id IS NOT NULL, 2, 1";

/// The same of one session and of those that it called.
const CHANGED_OF: &str = "WITH RECURSIVE own(id) AS (
        SELECT ?2 UNION SELECT session.id FROM session JOIN own ON session.parent_id = own.id)
    SELECT session_id, max(time_updated) FROM message
    WHERE session_id IN (SELECT id FROM own) AND time_updated >= ?1
    GROUP BY session_id ORDER BY session_id <> ?2, 2, 1";

/// Finds the sessions with messages that have changed: all, or `only` one and those that it called.
pub(super) fn look(
    rows: &Connection,
    only: Option<&str>,
    since_ms: i64,
    position: &mut Position,
) -> rusqlite::Result<()> {
    let read = |row: &Row| Ok((text(row, 0)?, row.get(1)?));
    let mut statement = rows.prepare(if only.is_some() { CHANGED_OF } else { CHANGED })?;
    let found = match only {
        Some(session) => statement.query_map(params![since_ms, session], read),
        None => statement.query_map([since_ms], read),
    }?;
    let found: Vec<(Option<String>, i64)> = found.collect::<rusqlite::Result<_>>()?;
    let mut waiting: Vec<String> =
        found.iter().filter_map(|(session, _)| session.clone()).collect();
    for session in turned(rows, only, since_ms, &position.said)? {
        if !waiting.contains(&session) {
            waiting.push(session);
        }
    }
    let newest = rows.query_row("SELECT max(time_updated) FROM session", [], |row| row.get(0));
    let newest: i64 = newest.map(Option::unwrap_or_default)?;
    let last_ms = found.iter().map(|(_, updated_ms)| *updated_ms).max().unwrap_or_default();
    position.next_seen_ms = position.seen_ms.max(last_ms).max(newest);
    position.next_counted_ms = position.counted_ms;
    position.waiting = waiting;
    Ok(())
}
