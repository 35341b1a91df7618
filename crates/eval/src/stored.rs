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

/// The first turn of a session.
#[derive(Debug, Clone)]
pub struct FirstTurn {
    /// The session.
    pub session: String,
    /// Start of the turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Directory of the turn.
    pub cwd: Option<String>,
    /// Branch of the turn.
    pub branch: Option<String>,
}

/// Returns the first turns of the sessions of each project, in chronological order.
pub fn first_turns(database: &Path) -> Result<BTreeMap<String, Vec<FirstTurn>>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut statement = connection.prepare(
        "SELECT project.name, session.uuid, min(turn.started_at_ms), turn.cwd, turn.branch
         FROM turn
         JOIN project ON project.id = turn.project_id
         JOIN session ON session.id =
           (SELECT min(session_id) FROM session_turn WHERE turn_id = turn.id)
         GROUP BY session.id
         ORDER BY 3, session.uuid",
    )?;
    let rows = statement.query_map([], |row| {
        let turn = FirstTurn {
            session: row.get(1)?,
            started_at_ms: row.get(2)?,
            cwd: row.get(3)?,
            branch: row.get(4)?,
        };
        Ok((row.get::<_, String>(0)?, turn))
    })?;
    let mut turns: BTreeMap<String, Vec<FirstTurn>> = BTreeMap::new();
    for row in rows {
        let (project, turn) = row?;
        turns.entry(project).or_default().push(turn);
    }
    Ok(turns)
}
