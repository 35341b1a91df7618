//! The rows of sessions, messages and parts.

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde_json::Value;

use crate::json;
use crate::sources::opencode::message::{self, Session};

/// Maximum size of a row, in bytes: a larger one holds a file.
const ROW_BYTES_MAX: i64 = 32 << 20;

/// A message with its parts, as their rows hold them.
pub(super) struct Message {
    pub id: String,
    pub created_ms: i64,
    pub data: Option<String>,
    pub parts: Vec<Value>,
    pub bytes: u64,
    /// When the next message of the session was written.
    pub next_ms: Option<i64>,
    /// Whether the client may still be writing it: it is the newest thing in the database.
    pub is_fresh: bool,
}

/// Returns a session; a subagent's belongs to the one that no other called.
pub(super) fn session(rows: &Connection, id: &str) -> rusqlite::Result<Session> {
    let mut statement = rows.prepare("SELECT parent_id, directory FROM session WHERE id = ?1")?;
    let mut of = |id: &str| {
        let found = statement.query_row([id], |row| Ok((text(row, 0)?, text(row, 1)?)));
        found.optional().map(Option::unwrap_or_default)
    };
    let (parent, directory) = of(id)?;
    Ok(Session::of(id.to_owned(), parent, directory))
}

/// A message's row without what it says.
pub(super) struct MessageRow {
    row: i64,
    pub id: String,
    pub created_ms: i64,
    pub updated_ms: i64,
}

impl MessageRow {
    pub fn key(&self) -> (i64, &str) {
        (self.created_ms, &self.id)
    }
}

pub(super) fn messages(rows: &Connection, session: &str) -> rusqlite::Result<Vec<MessageRow>> {
    let mut statement = rows.prepare(
        "SELECT rowid, id, time_created, time_updated FROM message WHERE session_id = ?1
         ORDER BY time_created, id",
    )?;
    let found = statement.query_map([session], |row| {
        Ok(MessageRow {
            row: row.get(0)?,
            id: text(row, 1)?.unwrap_or_default(),
            created_ms: row.get(2)?,
            updated_ms: row.get(3)?,
        })
    })?;
    found.collect()
}

/// Returns the number of the last message at or before another one that opens a turn.
pub(super) fn opening(
    rows: &Connection,
    all: &[MessageRow],
    changed: usize,
) -> rusqlite::Result<usize> {
    for number in (0..all.len().min(changed + 1)).rev() {
        let message = whole(rows, &all[number])?;
        let info = message.data.as_deref().and_then(json::value).unwrap_or_default();
        if message::opens_turn(&info, &message.parts) {
            return Ok(number);
        }
    }
    Ok(0)
}

pub(super) fn whole(rows: &Connection, row: &MessageRow) -> rusqlite::Result<Message> {
    let data = "CASE WHEN length(data) <= ?2 THEN data END";
    let mut statement =
        rows.prepare_cached(&format!("SELECT {data} FROM message WHERE rowid = ?1"))?;
    let info = statement.query_row(params![row.row, ROW_BYTES_MAX], |row| text(row, 0))?;
    let mut statement =
        rows.prepare_cached(&format!("SELECT {data} FROM part WHERE message_id = ?1 ORDER BY id"))?;
    let parts = statement.query_map(params![row.id, ROW_BYTES_MAX], |row| text(row, 0))?;
    let parts: Vec<Option<String>> = parts.collect::<rusqlite::Result<_>>()?;
    let texts = parts.iter().flatten().chain(&info);
    let bytes = texts.map(|text| text.len() as u64).sum();
    let parts = parts.into_iter().map(|part| message::part(part.as_deref().unwrap_or_default()));
    let parts = parts.collect();
    let (id, created_ms) = (row.id.clone(), row.created_ms);
    Ok(Message { id, created_ms, data: info, parts, bytes, next_ms: None, is_fresh: false })
}

pub(super) fn text(row: &Row, at: usize) -> rusqlite::Result<Option<String>> {
    let value = row.get_ref(at)?;
    let bytes = value.as_bytes_or_null().unwrap_or_default();
    Ok(bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}
