//! Reads the stored turns from the product's database: the only file that knows its tables.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::failure::Result;

/// A turn with searchable text.
#[derive(Debug, Clone)]
pub struct StoredTurn {
    /// Id of the turn.
    pub id: String,
    /// The sessions that contain it.
    pub sessions: Vec<String>,
    /// Start of the turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Whether it is a subagent's turn.
    pub of_agent: bool,
    /// The user's prompt.
    pub prompt: String,
    /// The answer.
    pub answer: String,
}

impl StoredTurn {
    /// Returns the session that represents the turn.
    pub fn session(&self) -> &str {
        self.sessions.first().map_or("", String::as_str)
    }
}

/// Returns the turns of each project in chronological order.
pub fn turns(database: &Path) -> Result<BTreeMap<String, Vec<StoredTurn>>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut statement = connection.prepare(
        "SELECT project.name, turn.uuid, group_concat(session.uuid, ' '), turn.subagent IS NOT NULL,
           item_text.head, item_text.body, turn.started_at_ms
         FROM turn
         JOIN project ON project.id = turn.project_id
         JOIN item_text ON item_text.item_id = turn.id
         JOIN session_turn ON session_turn.turn_id = turn.id
         JOIN session ON session.id = session_turn.session_id
         WHERE item_text.head <> '' OR item_text.body <> ''
         GROUP BY turn.id
         ORDER BY turn.started_at_ms, turn.id",
    )?;
    let rows = statement.query_map([], |row| {
        let sessions: String = row.get(2)?;
        let turn = StoredTurn {
            id: row.get(1)?,
            sessions: sessions.split(' ').map(str::to_owned).collect(),
            of_agent: row.get(3)?,
            prompt: row.get(4)?,
            answer: row.get(5)?,
            started_at_ms: row.get(6)?,
        };
        Ok((row.get::<_, String>(0)?, turn))
    })?;
    let mut turns: BTreeMap<String, Vec<StoredTurn>> = BTreeMap::new();
    for row in rows {
        let (project, turn) = row?;
        turns.entry(project).or_default().push(turn);
    }
    Ok(turns)
}

/// The files that a turn changed.
#[derive(Debug, Clone)]
pub struct TurnChanges {
    /// The session that represents the turn.
    pub session: String,
    /// Start of the turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Directory of the turn.
    pub cwd: Option<String>,
    /// Branch of the turn.
    pub branch: Option<String>,
    /// The changed files inside the directory in which the session started, relative to it.
    pub changed: Vec<String>,
}

/// Returns the turns of each project in chronological order, with the files that each changed.
pub fn changes(database: &Path) -> Result<BTreeMap<String, Vec<TurnChanges>>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut statement = connection.prepare(
        "SELECT project.name, session.uuid, turn.started_at_ms, turn.cwd, turn.branch,
           (SELECT group_concat(target, char(10)) FROM action
            WHERE turn_id = turn.id AND kind = 'edit' AND error IS NULL)
         FROM turn
         JOIN project ON project.id = turn.project_id
         JOIN session ON session.id =
           (SELECT min(session_id) FROM session_turn WHERE turn_id = turn.id)
         ORDER BY turn.started_at_ms, turn.id",
    )?;
    let rows = statement.query_map([], |row| {
        let changed: Option<String> = row.get(5)?;
        let turn = TurnChanges {
            session: row.get(1)?,
            started_at_ms: row.get(2)?,
            cwd: row.get(3)?,
            branch: row.get(4)?,
            changed: changed.unwrap_or_default().lines().map(str::to_owned).collect(),
        };
        Ok((row.get::<_, String>(0)?, turn))
    })?;
    let mut turns: BTreeMap<String, Vec<TurnChanges>> = BTreeMap::new();
    let mut folders: BTreeMap<String, Option<String>> = BTreeMap::new();
    for row in rows {
        let (project, mut turn) = row?;
        let folder = folders.entry(turn.session.clone()).or_insert_with(|| turn.cwd.clone());
        let folder = folder.get_or_insert_with(|| turn.cwd.clone().unwrap_or_default());
        turn.changed = turn.changed.iter().filter_map(|path| inside(path, folder)).collect();
        turns.entry(project).or_default().push(turn);
    }
    Ok(turns)
}

/// Returns a path relative to a folder; `None` when it is outside.
fn inside(path: &str, folder: &str) -> Option<String> {
    if !path.starts_with('/') {
        return Some(path.to_owned());
    }
    Some(path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')?.to_owned())
}
