//! The past of each project, prepared for the start of the next session. Triggers of the schema
//! remove a row with every change of the project's turns.

use rusqlite::{OptionalExtension as _, params};

use super::read::Reader;
use super::write::Writer;
use crate::error::Result;

impl Reader<'_> {
    /// Returns the prepared past of a project; `None` where there is none, or where something else
    /// made it.
    pub fn prepared_past(&self, project: i64, made_by: &str) -> Result<Option<Vec<u8>>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT work FROM past WHERE project_id = ?1 AND made_by = ?2")?;
        Ok(statement.query_row(params![project, made_by], |row| row.get(0)).optional()?)
    }

    /// Whether a session also has turns of other projects than this one.
    pub fn has_other_projects(&self, session: &str, project: i64) -> Result<bool> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT 1 FROM session JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND turn.project_id <> ?2",
        )?;
        Ok(statement.exists(params![session, project])?)
    }

    /// Returns at most `limit` projects whose past is not prepared, the one last worked on first.
    pub fn unprepared_projects(&self, made_by: &str, limit: usize) -> Result<Vec<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT id, (SELECT max(started_at_ms) FROM turn WHERE project_id = project.id) AS last
             FROM project
             WHERE last IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM past WHERE project_id = id AND made_by = ?1)
             ORDER BY last DESC, id LIMIT ?2",
        )?;
        let rows = statement.query_map(params![made_by, limit as i64], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer<'_> {
    /// Stores the prepared past of a project.
    pub fn put_prepared_past(&mut self, project: i64, made_by: &str, work: &[u8]) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO past (project_id, made_by, work) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![project, made_by, work])?;
        Ok(())
    }
}
