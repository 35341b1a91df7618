//! Conditions on turns that a person names: when, where, and what was done.

use std::collections::HashSet;

use rusqlite::params;

use super::fts;
use super::read::Reader;
use crate::error::Result;

/// All conditions hold for a turn that passes; those that are `None` ask for nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Began at or after this time, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Began before this time.
    pub until_ms: Option<i64>,
    /// Stands in a session whose id begins so.
    pub session: Option<String>,
    /// Was on this branch.
    pub branch: Option<String>,
    /// Read or changed a file whose path has these words in a row.
    pub file: Option<String>,
    /// Ran a command with these words in a row.
    pub command: Option<String>,
    /// Met an error with all of these words.
    pub error: Option<String>,
}

impl Filter {
    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the full-text query over what was done; `None` when nothing is asked of that.
    fn actions(&self) -> Option<String> {
        let phrase = |text: &String| fts::phrase(text);
        let all = |text: &String| fts::all_of(text);
        let parts = [
            ("files", self.file.as_ref().map(phrase)),
            ("commands", self.command.as_ref().map(phrase)),
            ("errors", self.error.as_ref().map(all)),
        ];
        let asked = parts.into_iter().filter_map(|(column, query)| {
            // Words without a letter or digit match nothing.
            Some(format!("{column} : ({})", query?.unwrap_or_else(|| "\"\u{1}\"".to_owned())))
        });
        let asked: Vec<String> = asked.collect();
        (!asked.is_empty()).then(|| asked.join(" AND "))
    }
}

impl Reader<'_> {
    /// Returns the turns that pass a filter; `None` when it asks for nothing.
    pub fn passing(&self, filter: &Filter) -> Result<Option<HashSet<i64>>> {
        if filter.is_empty() {
            return Ok(None);
        }
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id FROM turn
             WHERE (?1 IS NULL OR started_at_ms >= ?1) AND (?2 IS NULL OR started_at_ms < ?2)
               AND (?3 IS NULL OR branch = ?3)
               AND (?4 IS NULL OR turn.id IN (
                 SELECT turn_id FROM session_turn JOIN session ON session.id = session_id
                 WHERE substr(session.uuid, 1, length(?4)) = ?4))
               AND (?5 IS NULL OR turn.id IN (
                 SELECT rowid FROM action_fts WHERE action_fts MATCH ?5))",
        )?;
        let values = params![
            filter.since_ms,
            filter.until_ms,
            filter.branch,
            filter.session,
            filter.actions(),
        ];
        let rows = statement.query_map(values, |row| row.get(0))?;
        Ok(Some(rows.collect::<rusqlite::Result<_>>()?))
    }

    /// Returns the newest searchable turns among `turns`.
    pub fn newest(&self, turns: &HashSet<i64>, projects: Option<&[i64]>) -> Result<Vec<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.id, project_id FROM turn JOIN item_text ON item_text.item_id = turn.id
             ORDER BY started_at_ms DESC, turn.id DESC",
        )?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let (turn, project): (i64, i64) = (row.get(0)?, row.get(1)?);
            if turns.contains(&turn) && projects.is_none_or(|ids| ids.contains(&project)) {
                found.push(turn);
            }
        }
        Ok(found)
    }
}
