//! Turn filters by time, place and actions.

use std::collections::HashSet;

use rusqlite::params;
use serde::Deserialize;

use super::fts;
use super::read::Reader;
use crate::error::Result;
use crate::item::hashtags;

/// Conditions that a turn must all satisfy; a condition that is `None` is not checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FilterOptions", optional_fields))]
pub struct Filter {
    /// Started at or after this time, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Started before this time.
    pub until_ms: Option<i64>,
    /// Is in a session whose id starts with this prefix.
    pub session: Option<String>,
    /// Was on this branch.
    pub branch: Option<String>,
    /// Read or changed a file whose path contains this phrase.
    pub file: Option<String>,
    /// Ran a command that contains this phrase.
    pub command: Option<String>,
    /// Hit an error that contains all of these words.
    pub error: Option<String>,
    /// Has this tag in an answer or an edit, ignoring case.
    pub tag: Option<String>,
    /// Whether a person typed its prompt, as far as is known; `true`, or no condition.
    pub typed: Option<bool>,
}

impl Filter {
    /// Whether the filter has no conditions.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the full-text query over actions; `None` without conditions on actions.
    fn actions(&self) -> Option<String> {
        let phrase = |text: &String| fts::phrase(text);
        let all = |text: &String| fts::all_of(text);
        let parts = [
            ("files", self.file.as_ref().map(phrase)),
            ("commands", self.command.as_ref().map(phrase)),
            ("errors", self.error.as_ref().map(all)),
        ];
        let asked = parts.into_iter().filter_map(|(column, query)| {
            // Text without a letter or digit matches nothing.
            Some(format!("{column} : ({})", query?.unwrap_or_else(|| "\"\u{1}\"".to_owned())))
        });
        let asked: Vec<String> = asked.collect();
        (!asked.is_empty()).then(|| asked.join(" AND "))
    }
}

impl Reader<'_> {
    /// Returns the turns that pass a filter; `None` when it has no conditions.
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
                 SELECT rowid FROM action_fts WHERE action_fts MATCH ?5))
               AND (?6 IS NULL OR turn.id IN (
                 SELECT turn_id FROM action WHERE kind = 'tag' AND target = ?6))
               AND (NOT ?7 OR turn.id NOT IN (
                 SELECT turn_id FROM action WHERE ordinal = 0 AND kind = 'headless'))",
        )?;
        let values = params![
            filter.since_ms,
            filter.until_ms,
            filter.branch,
            filter.session,
            filter.actions(),
            filter.tag.as_deref().map(hashtags::normal),
            filter.typed == Some(true),
        ];
        let rows = statement.query_map(values, |row| row.get(0))?;
        Ok(Some(rows.collect::<rusqlite::Result<_>>()?))
    }

    /// Returns the searchable turns among `turns`, newest first.
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
