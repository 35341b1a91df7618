//! The database of clients since 1.2: rows of sessions, messages and parts, changed in place.
//!
//! It belongs to a client that may be writing. It is opened for reading alone, and nothing is held:
//! a step loads some rows in one short transaction. While there is a write-ahead log, SQLite's
//! protocol for readers is followed with the shared memory opened for reading too, so no byte is
//! written and no writer waits. Without a log nobody is writing; SQLite would make one to read, so
//! the file is then read as one that does not change, and what was read is dropped if it has changed
//! meanwhile.
//!
//! Messages are found by their `time_updated`, which the client sets with every change. A message
//! that has changed is read again with all that follows the last prompt before it: a prompt opens a
//! turn. What a person undid is told by `session.revert`, and by messages that are gone; see
//! [`undone`].
//!
//! A session of a database has a path too, `opencode.db/ses_…`, and a cursor of its own: it is read
//! with its subagents and without the sessions of other projects.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Skip;
use super::message::{self, Session};
use super::undone::{self, Said, Shown};
use crate::json;
use crate::regular_file::open_regular;
use crate::sources::json_lines::{Fate, Problem};
use crate::sources::{Batch, Cursor, Part, Stamp};

/// Content of the cursor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Position {
    /// Rows that changed up to this time were read, in milliseconds since the epoch.
    seen_ms: i64,
    /// Messages that were complete up to this time were counted.
    counted_ms: i64,
    /// Messages that were being written when they were read, and are not counted yet.
    begun: BTreeSet<String>,
    /// Sessions with messages that have changed since. The first one is being read.
    waiting: Vec<String>,
    /// The last message of it that was read: its time and id.
    after: Option<(i64, String)>,
    /// What the times above become when no session is waiting any more.
    next_seen_ms: i64,
    next_counted_ms: i64,
    /// Whether the database was damaged when it was last read.
    damaged: bool,
    /// Messages that were read, as they may be undone.
    said: Said,
}

/// Rows that are written at one time need not become visible at that time.
const OVERLAP_MS: i64 = 5_000;

/// Bytes of rows that are loaded at once.
const LOADED_BYTES_MAX: u64 = 2 << 20;

/// Maximum size of a row, in bytes: a larger one holds a file.
const ROW_BYTES_MAX: i64 = 32 << 20;

/// How long to wait for a client that repairs its database.
const BUSY: Duration = Duration::from_millis(250);

/// Returns the database at a path, and the session of it that the path names.
pub(super) fn place(path: &Path) -> Option<(&Path, Option<&str>)> {
    let is_database = |path: &Path| path.extension().is_some_and(|end| end == "db");
    if is_database(path) {
        return Some((path, None));
    }
    let database = path.parent().filter(|parent| is_database(parent))?;
    let session = path.file_name()?.to_str()?;
    let is_session = session.starts_with("ses_") && !session.contains('.');
    is_session.then_some((database, Some(session)))
}

/// Returns the stamp of a database together with its write-ahead log.
///
/// # Errors
/// Any I/O error from reading the metadata of the database.
pub(super) fn stamp(path: &Path) -> io::Result<Stamp> {
    let own = Stamp::of(&std::fs::metadata(path)?);
    let log = std::fs::metadata(log_of(path)).map(|log| Stamp::of(&log)).unwrap_or_default();
    let modified_at_ns = own.modified_at_ns.max(log.modified_at_ns);
    Ok(Stamp { bytes: own.bytes + log.bytes, modified_at_ns })
}

fn log_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-wal");
    name.into()
}

/// Reads the messages of one session that have changed since the cursor, of any session or of the
/// one that is named and its subagents. A damaged database is one problem.
///
/// # Errors
/// Any I/O error, and [`ErrorKind::ResourceBusy`] when a client keeps the database to itself.
pub(super) fn read(path: &Path, session: Option<&str>, part: &Part) -> io::Result<Batch> {
    drop(open_regular(path)?);
    let before = stamp(path)?;
    let start: Position = part.from.position();
    let mut batch = Batch { offset: before.bytes, ..Batch::default() };
    if before.bytes == 0 {
        (batch.done, batch.cursor) = (true, part.from.clone());
        return Ok(batch);
    }
    let mut position = start.clone();
    let has_log = std::fs::metadata(log_of(path)).is_ok_and(|log| log.len() > 0);
    let loaded = open(path, has_log).and_then(|(connection, is_guarded)| {
        let loaded = load(&connection, session, part, &mut position)?;
        Ok((loaded, is_guarded))
    });
    let is_guarded = loaded.as_ref().is_ok_and(|(_, is_guarded)| *is_guarded);
    let is_same = is_guarded || stamp(path).is_ok_and(|after| after == before);
    match loaded {
        // The client has begun to write: what it wrote is read the next time.
        _ if !is_same => (batch.done, batch.cursor) = (true, part.from.clone()),
        Ok((loaded, _)) => {
            position.damaged = false;
            take(&loaded, part, &mut position, &mut batch);
            batch.cursor = Cursor::of(&position);
        }
        Err(error) if is_busy(&error) => {
            return Err(Error::new(ErrorKind::ResourceBusy, "its client keeps it to itself"));
        }
        Err(error) => {
            refuse(&error, &start, &mut position, &mut batch);
            batch.cursor = Cursor::of(&position);
        }
    }
    Ok(batch)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Counts damage once, and passes the session by in which it is.
fn refuse(error: &rusqlite::Error, start: &Position, position: &mut Position, batch: &mut Batch) {
    let is_other = matches!(error, rusqlite::Error::SqliteFailure(..))
        && error.sqlite_error_code() == Some(ErrorCode::Unknown);
    let problem = if is_other { Problem::NotAnEntry.name() } else { DAMAGED };
    if !start.damaged {
        batch.tally.problems.insert(problem.to_owned(), 1);
    }
    position.damaged = true;
    // All of it is looked at again when the file has changed.
    position.next_seen_ms = position.seen_ms;
    if !position.waiting.is_empty() {
        position.waiting.remove(0);
        position.after = None;
    }
    finish(position, batch);
}

/// Name of the problem of a damaged database.
const DAMAGED: &str = "damaged-database";

/// A message with its parts, as their rows hold them.
struct Message {
    id: String,
    created_ms: i64,
    data: Option<String>,
    parts: Vec<Value>,
    bytes: u64,
    /// When the next message of the session was written.
    next_ms: Option<i64>,
    /// Whether the client may still be writing it: it is the newest thing in the database.
    is_fresh: bool,
}

/// What one step loads.
#[derive(Default)]
struct Loaded {
    session: Session,
    /// When the session was changed.
    updated_ms: i64,
    shown: Shown,
    /// Messages that were read and are undone, each turn from its prompt on. They make a step of
    /// their own.
    undone: Vec<undone::Message>,
    messages: Vec<Message>,
    /// Whether the session has no further messages.
    ended: bool,
    /// Whether reading does not go on where it ended.
    apart: bool,
}

fn load(
    connection: &Connection,
    only: Option<&str>,
    part: &Part,
    position: &mut Position,
) -> rusqlite::Result<Loaded> {
    let rows = connection.unchecked_transaction()?;
    let since_ms = position.seen_ms - OVERLAP_MS;
    if position.waiting.is_empty() {
        look(&rows, only, since_ms, position)?;
    }
    let Some(id) = position.waiting.first() else {
        return Ok(Loaded { ended: true, ..Loaded::default() });
    };
    let id = id.as_str();
    let session = session(&rows, id)?;
    let all = messages(&rows, id)?;
    let (revert, updated_ms) = revert(&rows, id)?;
    let shown = Shown::of(all.iter().map(|row| row.id.as_str()), revert.as_deref());
    let elsewhere = |message: &undone::Message| is_elsewhere(&rows, id, message).unwrap_or(true);
    if position.after.is_none() {
        let undone = position.said.undo(id, &shown, updated_ms, elsewhere);
        if !undone.is_empty() {
            return Ok(Loaded { session, undone, ..Loaded::default() });
        }
    }
    let again = position.said.shown_again(id, &shown);
    let changed =
        all.iter().position(|row| row.updated_ms >= since_ms || again == Some(row.id.as_str()));
    let start = match &position.after {
        Some(after) => all.partition_point(|row| row.key() <= (after.0, after.1.as_str())),
        None => opening(&rows, &all, changed.unwrap_or(all.len()))?,
    };
    let apart = position.after.is_none();
    let mut loaded = Loaded { session, updated_ms, shown, apart, ..Loaded::default() };
    let (mut bytes, mut number) = (0, start);
    while let Some(row) =
        all.get(number).filter(|_| bytes < LOADED_BYTES_MAX.min(part.limits.bytes.max(1)))
    {
        let next_ms = all.get(number + 1).map(|next| next.created_ms);
        let mut message = whole(&rows, row)?;
        message.is_fresh = next_ms.is_none() && row.updated_ms + SETTLED_MS > position.next_seen_ms;
        message.next_ms = next_ms;
        bytes += message.bytes;
        loaded.messages.push(message);
        number += 1;
    }
    loaded.ended = number >= all.len();
    Ok(loaded)
}

/// A prompt that nothing follows is complete when the client has done anything else so long after.
const SETTLED_MS: i64 = 1_000;

/// Opens the database without any way to change it, or what lies beside it. Returns whether what is
/// read stays the same while the client writes.
fn open(path: &Path, has_log: bool) -> rusqlite::Result<(Connection, bool)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let address = |how: &str| format!("file:{}?mode=ro&{how}", escaped(path));
    let connection = |how: &str| {
        let connection = Connection::open_with_flags(address(how), flags)?;
        connection.busy_timeout(BUSY)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    if has_log {
        let found = connection("readonly_shm=1");
        // A log without shared memory is left by a crash: the client puts it in order when it
        // starts again.
        let no_memory = |error: &rusqlite::Error| {
            let code = error.sqlite_error_code();
            matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
        };
        if !found.as_ref().is_err_and(no_memory) {
            return found.map(|found| (found, true));
        }
    }
    connection("immutable=1").map(|found| (found, false))
}

/// Returns a path as part of a URI.
fn escaped(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':');
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    if drive { format!("/{path}") } else { path }
}

/// Sessions with messages that have changed, the one that changed first in front.
const CHANGED: &str = "SELECT session_id, max(time_updated) FROM message WHERE time_updated >= ?1
    GROUP BY session_id ORDER BY 2, 1";

/// The same of one session and of those that it called.
const CHANGED_OF: &str = "WITH RECURSIVE own(id) AS (
        SELECT ?2 UNION SELECT session.id FROM session JOIN own ON session.parent_id = own.id)
    SELECT session_id, max(time_updated) FROM message
    WHERE session_id IN (SELECT id FROM own) AND time_updated >= ?1
    GROUP BY session_id ORDER BY 2, 1";

/// Finds the sessions with messages that have changed: all, or `only` one and those that it called.
fn look(
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

/// Returns the sessions that have changed and in which something is undone, or was: of all, or of
/// `only` one, whose subagents a person cannot undo apart from it.
fn turned(
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

/// Whether sessions tell what was undone: those of the first databases do not.
fn has_revert(rows: &Connection) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM pragma_table_info('session') WHERE name = 'revert'";
    rows.query_row(sql, [], |row| row.get(0))
}

/// Returns what a session says about what was undone, and when the session was changed.
fn revert(rows: &Connection, session: &str) -> rusqlite::Result<(Option<String>, i64)> {
    let revert = if has_revert(rows)? { "revert" } else { "NULL" };
    let sql = format!("SELECT {revert}, time_updated FROM session WHERE id = ?1");
    let found = rows.query_row(&sql, [session], |row| {
        Ok((text(row, 0)?, row.get::<_, Option<i64>>(1)?.unwrap_or_default()))
    });
    Ok(found.optional()?.unwrap_or_default())
}

/// Whether another session has a copy of a message, as forks do.
fn is_elsewhere(
    rows: &Connection,
    session: &str,
    message: &undone::Message,
) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM message WHERE session_id <> ?1 AND json_valid(data)
               AND json_extract(data, '$.time.created') = ?2)";
    rows.query_row(sql, params![session, message.at_ms], |row| row.get(0))
}

/// Returns a session; a subagent's belongs to the one that no other called.
fn session(rows: &Connection, id: &str) -> rusqlite::Result<Session> {
    let mut statement = rows.prepare("SELECT parent_id, directory FROM session WHERE id = ?1")?;
    let mut of = |id: &str| {
        let found = statement.query_row([id], |row| Ok((text(row, 0)?, text(row, 1)?)));
        found.optional().map(Option::unwrap_or_default)
    };
    let (parent, directory) = of(id)?;
    Ok(Session::of(id.to_owned(), parent, directory))
}

/// A message's row without what it says.
struct MessageRow {
    row: i64,
    id: String,
    created_ms: i64,
    updated_ms: i64,
}

impl MessageRow {
    fn key(&self) -> (i64, &str) {
        (self.created_ms, &self.id)
    }
}

fn messages(rows: &Connection, session: &str) -> rusqlite::Result<Vec<MessageRow>> {
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
fn opening(rows: &Connection, all: &[MessageRow], changed: usize) -> rusqlite::Result<usize> {
    for number in (0..all.len().min(changed + 1)).rev() {
        let message = whole(rows, &all[number])?;
        let info = message.data.as_deref().and_then(json::value).unwrap_or_default();
        if message::opens_turn(&info, &message.parts) {
            return Ok(number);
        }
    }
    Ok(0)
}

fn whole(rows: &Connection, row: &MessageRow) -> rusqlite::Result<Message> {
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

fn text(row: &Row, at: usize) -> rusqlite::Result<Option<String>> {
    let value = row.get_ref(at)?;
    let bytes = value.as_bytes_or_null().unwrap_or_default();
    Ok(bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}

/// Turns loaded rows into entries, up to the limits of the step.
fn take(loaded: &Loaded, part: &Part, position: &mut Position, batch: &mut Batch) {
    let mut spoken_bytes = 0;
    batch.apart = loaded.apart;
    if !loaded.undone.is_empty() {
        let taken = loaded.undone.iter();
        batch.entries.extend(taken.map(|said| said.taken_back(&loaded.session, part.masker)));
        batch.apart = true;
        return;
    }
    for message in &loaded.messages {
        if batch.bytes >= part.limits.bytes || spoken_bytes >= part.limits.spoken_bytes {
            return;
        }
        batch.bytes += message.bytes;
        position.after = Some((message.created_ms, message.id.clone()));
        let info = message.data.as_deref().and_then(json::value);
        let Some(info) = info.filter(Value::is_object) else {
            count(
                Err(Problem::InvalidJson),
                &message.id,
                Some(message.created_ms),
                position,
                batch,
            );
            continue;
        };
        if message::is_prompt(&info) && message.is_fresh {
            // Its parts may not all be written.
            position.begun.insert(message.id.clone());
            continue;
        }
        let before_ms = message.created_ms;
        let entry = message::entry(&info, &message.parts, &loaded.session, before_ms, part.masker);
        let complete_ms = message::completed_ms(&info).or(message.next_ms);
        let fate = match entry {
            Ok(mut parsed) => {
                let session = position.waiting.first().map_or("", String::as_str);
                let (id, shown) = (&message.id, &loaded.shown);
                if position.said.read(session, id, &mut parsed, shown, loaded.updated_ms) {
                    spoken_bytes += parsed.entry.spoken_bytes();
                    batch.entries.push(parsed);
                    Fate::Kept
                } else {
                    Fate::skipped(Skip::Undone)
                }
            }
            Err(skip) => Fate::skipped(skip),
        };
        count(Ok(fate), &message.id, complete_ms, position, batch);
    }
    if loaded.ended {
        position.after = None;
        if !position.waiting.is_empty() {
            position.waiting.remove(0);
        }
        finish(position, batch);
    }
}

/// Counts a message when it is complete, and not again when it is read once more.
fn count(
    fate: Result<Fate, Problem>,
    message: &str,
    complete_ms: Option<i64>,
    position: &mut Position,
    batch: &mut Batch,
) {
    let Some(complete_ms) = complete_ms else {
        position.begun.insert(message.to_owned());
        return;
    };
    if position.begun.remove(message) || complete_ms > position.counted_ms {
        batch.tally.count(fate);
    }
    position.next_counted_ms = position.next_counted_ms.max(complete_ms);
}

fn finish(position: &mut Position, batch: &mut Batch) {
    batch.done = position.waiting.is_empty();
    if batch.done {
        position.seen_ms = position.next_seen_ms;
        position.counted_ms = position.next_counted_ms;
    }
}
