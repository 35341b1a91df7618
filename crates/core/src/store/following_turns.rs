//! What came after a turn: later turns on its files, and the next prompt of its session.

use rusqlite::{OptionalExtension as _, Row, params};

use super::fts;
use super::read::Reader;
use super::taken_back::{STANDS, TAKEN_BACK};
use crate::error::Result;

/// Facts of a turn by which others are compared with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPlace {
    /// Row of the turn.
    pub id: i64,
    /// Its uuid.
    pub uuid: String,
    /// Its project.
    pub project: i64,
    /// Its start, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Whether it is a turn of the session's own agent.
    pub is_own: bool,
    /// Whether a person took it back.
    pub is_taken_back: bool,
}

/// The columns of a [`TurnPlace`], followed by others.
fn columns(others: &str) -> String {
    format!(
        "turn.id, turn.uuid, turn.project_id, turn.started_at_ms, turn.cwd,
         turn.subagent IS NULL, turn.id IN ({TAKEN_BACK}) {others}"
    )
}

impl Reader<'_> {
    /// Returns a turn by its uuid.
    pub fn turn_place(&self, uuid: &str) -> Result<Option<TurnPlace>> {
        let sql = format!("SELECT {} FROM turn WHERE uuid = ?1", columns(""));
        let mut statement = self.transaction().prepare_cached(&sql)?;
        Ok(statement.query_row([uuid], place).optional()?)
    }

    /// Returns a turn by its row; `None` for another item.
    pub fn turn_place_of(&self, id: i64) -> Result<Option<TurnPlace>> {
        let sql = format!("SELECT {} FROM turn WHERE id = ?1", columns(""));
        let mut statement = self.transaction().prepare_cached(&sql)?;
        Ok(statement.query_row([id], place).optional()?)
    }

    /// Returns the files that a turn changed without an error, each once, in the order of their
    /// names.
    pub fn changed_files(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT DISTINCT target FROM action
             WHERE turn_id = ?1 AND kind = 'edit' AND error IS NULL AND target <> ''
             ORDER BY target",
        )?;
        let rows = statement.query_map([turn], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the last `turns_max` turns of a project that began after a turn and name one of
    /// these files, or a file whose path ends like it, oldest first.
    pub fn later_turns_on(
        &self,
        turn: &TurnPlace,
        files: &[&str],
        turns_max: usize,
    ) -> Result<Vec<TurnPlace>> {
        let phrases: Vec<String> = files.iter().filter_map(|file| fts::phrase(file)).collect();
        if phrases.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = self.transaction().prepare_cached(&later_turns_sql())?;
        let wanted = format!("files : ({})", phrases.join(" OR "));
        let rows = statement.query_map(
            params![wanted, turn.project, turn.started_at_ms, turns_max as i64],
            place,
        )?;
        let mut turns = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        turns.reverse();
        Ok(turns)
    }

    /// Returns the next turn of the session's own agent, with its prompt; of several sessions that
    /// hold the turn, the first that goes on.
    pub fn next_prompt(&self, turn: &TurnPlace) -> Result<Option<(TurnPlace, String)>> {
        let sql = format!(
            "SELECT {} FROM session_turn AS own
             JOIN session_turn AS other ON other.session_id = own.session_id
             JOIN session ON session.id = other.session_id
             JOIN turn ON turn.id = other.turn_id
             JOIN item_text ON item_text.item_id = turn.id
             WHERE own.turn_id = ?1 AND turn.subagent IS NULL AND turn.started_at_ms > ?2
               AND {STANDS}
             ORDER BY turn.started_at_ms, turn.id LIMIT 1",
            columns(", item_text.head"),
        );
        let mut statement = self.transaction().prepare_cached(&sql)?;
        let next = |row: &Row| Ok((place(row)?, row.get(7)?));
        Ok(statement.query_row(params![turn.id, turn.started_at_ms], next).optional()?)
    }
}

/// SQLite by itself would go through the project's turns by time, and ask the index of words at
/// each.
fn later_turns_sql() -> String {
    format!(
        "SELECT {} FROM action_fts CROSS JOIN turn ON turn.id = action_fts.rowid
         WHERE action_fts MATCH ?1 AND turn.project_id = ?2 AND turn.started_at_ms > ?3
         ORDER BY turn.started_at_ms DESC, turn.id DESC LIMIT ?4",
        columns("")
    )
}

fn place(row: &Row) -> rusqlite::Result<TurnPlace> {
    Ok(TurnPlace {
        id: row.get(0)?,
        uuid: row.get(1)?,
        project: row.get(2)?,
        started_at_ms: row.get(3)?,
        cwd: row.get(4)?,
        is_own: row.get(5)?,
        is_taken_back: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, StatementStatus};

    use super::*;
    use crate::store::schema;

    /// Number of steps that a statement takes to find the two turns of 2,000 that name a file.
    fn steps(connection: &Connection, sql: &str) -> i32 {
        let mut statement = connection.prepare(sql).expect("a statement");
        let places = statement.query_map(params!["files : (\"crane rs\")", 1, 0, 40], place);
        assert_eq!(places.expect("parameters").count(), 2);
        statement.get_status(StatementStatus::VmStep)
    }

    #[test]
    fn later_turns_cost_what_the_files_are_named_and_not_what_the_project_holds() {
        let mut connection = Connection::open_in_memory().expect("memory is there");
        schema::create_or_check(&mut connection).expect("new");
        connection
            .execute_batch(
                "INSERT INTO project VALUES (1, 'harbour', 'harbour');
                 WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 2000)
                 INSERT INTO item SELECT n, 0, 1, n FROM number;
                 INSERT INTO turn (id, uuid, project_id, started_at_ms, ended_at_ms, interrupted, log)
                 SELECT id, id, 1, id, id, 0, x'' FROM item;
                 INSERT INTO action_fts (rowid, files, commands, errors)
                 SELECT id, iif(id IN (7, 1900), 'src/crane.rs', 'src/quay.rs'), '', '' FROM item;",
            )
            .expect("rows");
        let fixed = later_turns_sql();
        assert!(steps(&connection, &fixed) < 200, "{}", steps(&connection, &fixed));
        // The order that SQLite chooses, which the words of the statement keep it from.
        let free = fixed.replace("CROSS JOIN", "JOIN");
        assert!(steps(&connection, &free) > 2_000, "{}", steps(&connection, &free));
    }
}
