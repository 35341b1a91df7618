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
//! turn. What a person undid is known from `session.revert`, and from missing messages; see
//! [`undone`].
//!
//! A session of a database has a path too, `opencode.db/ses_…`, and a cursor of its own: it is read
//! with its subagents and without the sessions of other projects.

mod changed;
mod connection;
mod newer;
mod rows;
mod turned;

use std::collections::BTreeSet;
use std::io::{self, Error, ErrorKind};
use std::path::Path;

use rusqlite::{Connection, ErrorCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Skip;
use super::message::{self, Session};
use super::undone::{self, Said, Shown};
use crate::json;
use crate::regular_file::open_regular;
use crate::side_files::log_of;
use crate::sources::json_lines::{Fate, Problem};
use crate::sources::{Batch, Cursor, NEWER_SESSIONS, Part, Stamp};
use changed::look;
use connection::open;
use rows::{Message, messages, opening, session, whole};
use turned::{is_elsewhere, revert};

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
    /// Sessions in the tables of a newer client that were counted.
    newer: u64,
}

/// Rows that are written at one time need not become visible at that time.
const OVERLAP_MS: i64 = 5_000;

/// Bytes of rows that are loaded at once.
const LOADED_BYTES_MAX: u64 = 2 << 20;

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
        let newer = newer::sessions(&connection, session)?;
        // A client that has never been older has none of the tables that are known.
        let loaded = if newer.is_alone {
            Loaded { ended: true, ..Loaded::default() }
        } else {
            load(&connection, session, part, &mut position)?
        };
        Ok((loaded, newer.count, is_guarded))
    });
    let is_guarded = loaded.as_ref().is_ok_and(|(_, _, is_guarded)| *is_guarded);
    let is_same = is_guarded || stamp(path).is_ok_and(|after| after == before);
    match loaded {
        // The client has begun to write: what it wrote is read the next time.
        _ if !is_same => (batch.done, batch.cursor) = (true, part.from.clone()),
        Ok((loaded, newer, _)) => {
            position.damaged = false;
            if newer > position.newer {
                let count = newer - position.newer;
                batch.tally.problems.insert(NEWER_SESSIONS.to_owned(), count);
                position.newer = newer;
            }
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
                let prompt = info["parentID"].as_str();
                parsed.answers = prompt.and_then(|id| position.said.prompt(session, id));
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
