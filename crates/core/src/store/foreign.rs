//! Read-only access to another Mementor database, such as a backup or a damaged one.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use serde::{Deserialize, Serialize};

use super::header;
use super::projects::{self, KnownPlaces};
use super::read::{Reader, Scope};
use crate::error::{Error, Result};
use crate::project::Project;
use crate::sources;

/// A turn with everything that cannot be derived from other data.
#[derive(Debug, Clone, PartialEq)]
pub struct RawTurn {
    /// UUID of the turn.
    pub uuid: String,
    /// Project of the turn; `None` when it cannot be read.
    pub project: Option<Project>,
    /// The coding agent that wrote it.
    pub agent: String,
    /// Sessions that contain the turn.
    pub places: Vec<SessionPosition>,
    /// The compressed entries.
    pub log: Vec<u8>,
}

/// Position of a turn in a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionPosition {
    /// Id of the session.
    pub session: String,
    /// Byte offset in the session's transcript; orders its turns.
    pub position: u64,
}

/// A database opened read-only. Any of its rows may be missing.
pub struct Foreign {
    connection: Connection,
}

impl Foreign {
    /// Opens a database file and its write-ahead log, if any. Never writes to them.
    pub fn open(path: &Path) -> Result<Self> {
        let missing = || Error::DatabaseMissing { path: path.to_owned() };
        if !path.is_file() {
            return Err(missing());
        }
        if header::is_cut_off(path) {
            return Err(Error::DatabaseCorrupt { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        distrust(&connection)?;
        // Otherwise SQLite rejects a file that is shorter than its header says.
        connection.pragma_update(None, "writable_schema", "ON")?;
        let found: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'turn'", [], |row| {
                row.get(0)
            })
            .map_err(|_| Error::DatabaseCorrupt { path: path.to_owned() })?;
        if poses(&connection) {
            return Err(missing());
        }
        if found == 0 { Err(missing()) } else { Ok(Self { connection }) }
    }

    /// Returns whether SQLite's quick check finds no errors.
    pub fn is_sound(&self) -> bool {
        let check = || self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
        check().is_ok_and(|found: String| found == "ok")
    }

    /// Returns at most `limit` turn ids above `after`, in order.
    pub fn ids_after(&self, after: i64, limit: usize) -> Result<Vec<i64>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT id FROM turn WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map([after, limit as i64], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the start of the last turn, in milliseconds since the epoch; 0 when unknown.
    pub fn last_ms(&self) -> i64 {
        let sql = "SELECT max(started_at_ms) FROM turn";
        let found = self.connection.query_row(sql, [], |row| row.get::<_, Option<i64>>(0));
        found.ok().flatten().unwrap_or_default()
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the UUIDs of the turns that were forgotten in that database.
    pub fn forgotten(&self) -> Vec<String> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT turn FROM forgotten")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<Vec<String>>>()
        };
        read().unwrap_or_default()
    }

    /// Returns what that database knows about repositories.
    pub fn known_places(&self) -> KnownPlaces {
        projects::known_places(&self.connection)
    }

    /// Returns the paths of the transcripts that were ingested into that database.
    pub fn transcripts(&self) -> Vec<String> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT path FROM transcript")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            // The rows before the first damaged one are better than none.
            Ok::<Vec<String>, rusqlite::Error>(rows.map_while(|row| row.ok()).collect())
        };
        read().unwrap_or_default()
    }

    /// Returns a turn, or `None` when its row cannot be read completely.
    pub fn turn(&self, id: i64) -> Option<RawTurn> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT uuid, project_id, log FROM turn WHERE id = ?1")
            .ok()?;
        let row = statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let (uuid, project_id, log): (String, i64, Vec<u8>) = row.optional().ok()??;
        let project = project(&self.connection, project_id).ok();
        let places = places(&self.connection, id).unwrap_or_default();
        Some(RawTurn { uuid, project, agent: self.agent(id), places, log })
    }

    /// Returns the coding agent of a turn; the default when it cannot be read.
    fn agent(&self, id: i64) -> String {
        let sql = "SELECT agent FROM turn WHERE id = ?1";
        let read = || self.connection.prepare_cached(sql)?.query_row([id], |row| row.get(0));
        read().unwrap_or_else(|_| sources::DEFAULT.to_owned())
    }
}

/// Disables functions with side effects in an untrusted schema. The file is opened read-only, so
/// nothing else needs to be forbidden.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", "OFF")
}

/// Whether a view has the name of one of our tables. Such a view could run forever.
fn poses(connection: &Connection) -> bool {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND lower(name) IN
               ('turn', 'item', 'item_text', 'note', 'project', 'session', 'session_turn', 'forgotten', 'transcript')";
    connection.query_row(sql, [], |row| row.get(0)).is_ok_and(|views: i64| views > 0)
}

/// Whether a file is a database of ours, by its tables. Never writes to it.
pub fn is_memory(path: &Path) -> bool {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN
               ('turn', 'session_turn', 'item_text', 'forgotten', 'transcript', 'vector_block')";
    let tables = |found: &Foreign| found.connection.query_row(sql, [], |row| row.get(0));
    Foreign::open(path).is_ok_and(|found| tables(&found).is_ok_and(|tables: i64| tables == 6))
}

impl Reader<'_> {
    /// Returns a turn with everything that cannot be derived; `None` when it is outside the scope.
    pub fn raw_turn(&self, id: i64, scope: &Scope) -> Result<Option<RawTurn>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT uuid, project_id, log, agent FROM turn WHERE id = ?1")?;
        let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let (uuid, of, log, agent): (_, _, Vec<u8>, _) = statement.query_row([id], row)?;
        if scope.projects.as_ref().is_some_and(|wanted| !wanted.contains(&of)) {
            return Ok(None);
        }
        let project = Some(project(self.transaction(), of)?);
        let places = places(self.transaction(), id)?;
        Ok(Some(RawTurn { uuid, project, agent, places, log }))
    }
}

fn project(connection: &Connection, id: i64) -> rusqlite::Result<Project> {
    let mut statement = connection.prepare_cached("SELECT key, name FROM project WHERE id = ?1")?;
    statement.query_row([id], |row| Ok(Project { key: row.get(0)?, name: row.get(1)? }))
}

fn places(connection: &Connection, turn: i64) -> rusqlite::Result<Vec<SessionPosition>> {
    let mut statement = connection.prepare_cached(
        "SELECT session.uuid, position FROM session_turn JOIN session ON session.id = session_id
         WHERE turn_id = ?1 ORDER BY session.uuid",
    )?;
    let rows = statement.query_map([turn], |row| {
        Ok(SessionPosition { session: row.get(0)?, position: row.get::<_, i64>(1)? as u64 })
    })?;
    rows.collect()
}
