//! The notes that a new session gets.

use rusqlite::params;

use super::notes::{NoteRow, note_row};
use super::read::{Reader, Scope};
use crate::error::Result;

impl Reader<'_> {
    /// Returns the active notes of a scope that are of one of these kinds or pinned, by the time
    /// they were written, oldest first. It reads no other note: a memory may hold thousands.
    pub fn standing_notes(&self, scope: &Scope, kinds: &[&str]) -> Result<Vec<NoteRow>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT note.id, uuid, key, name, facts, project_id
             FROM note JOIN project ON project.id = project_id
             WHERE project_id = ?1 AND facts ->> '$.state' = 'active'
               AND (facts ->> '$.pinned' OR EXISTS (
                 SELECT 1 FROM json_each(?2) WHERE value = facts ->> '$.kind'))",
        )?;
        let kinds = serde_json::to_string(kinds).unwrap_or_default();
        let mut found = Vec::new();
        for project in self.scope_projects(scope)? {
            let mut rows = statement.query(params![project, kinds])?;
            while let Some(row) = rows.next()? {
                found.extend(note_row(row)?);
            }
        }
        let before_ms = scope.before_ms.unwrap_or(i64::MAX);
        found.retain(|row: &NoteRow| row.note.written_ms < before_ms);
        found.sort_by(|a, b| (a.note.written_ms, &a.uuid).cmp(&(b.note.written_ms, &b.uuid)));
        Ok(found)
    }
}
