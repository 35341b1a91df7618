//! Sessions that a client since 2.0 keeps in tables of its own, in the same file: they are counted,
//! and not read. A client between the two wrote both: what stands in the older tables is read there.

use rusqlite::{Connection, params};

/// What of a database is in the newer tables.
pub(super) struct Newer {
    /// Number of sessions that stand in no older table.
    pub count: u64,
    /// Whether there is no older table at all.
    pub is_alone: bool,
}

/// Looks at a database; of a session that is named, at it alone.
pub(super) fn sessions(rows: &Connection, only: Option<&str>) -> rusqlite::Result<Newer> {
    let has = |table: &str| {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        rows.query_row(sql, [table], |row| row.get::<_, i64>(0)).map(|found| found > 0)
    };
    let is_alone = !has("message")?;
    if !has("session_message")? {
        return Ok(Newer { count: 0, is_alone: false });
    }
    let older =
        if is_alone { "" } else { "AND session_id NOT IN (SELECT session_id FROM message)" };
    let sql = format!(
        "SELECT count(DISTINCT session_id) FROM session_message
         WHERE type IN ('user', 'assistant') AND (?1 IS NULL OR session_id = ?1) {older}"
    );
    let count: i64 = rows.query_row(&sql, params![only], |row| row.get(0))?;
    Ok(Newer { count: count.unsigned_abs(), is_alone })
}
