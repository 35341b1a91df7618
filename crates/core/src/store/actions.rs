//! Actions of turns: their rows and their full-text index.

use rusqlite::{Transaction, params};

use super::index::Tables;
use super::read::Reader;
use super::write::{Writer, lossy};
use crate::conversation::turn::{Action, ActionKind};
use crate::error::Result;

impl Writer<'_> {
    pub(super) fn put_actions(&mut self, id: i64, actions: &[Action]) -> Result<()> {
        self.transaction.prepare_cached("DELETE FROM action WHERE turn_id = ?1")?.execute([id])?;
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO action (turn_id, ordinal, tool, kind, target, exit_status, error)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        for (ordinal, action) in actions.iter().enumerate() {
            insert.execute(params![
                id,
                ordinal as i64,
                action.tool,
                action.kind.name(),
                action.target,
                action.exit_status,
                action.error,
            ])?;
        }
        self.put_action_text(id, actions)
    }

    pub(super) fn put_action_text(&mut self, id: i64, actions: &[Action]) -> Result<()> {
        let of = |kinds: &[ActionKind]| {
            let targets = actions.iter().filter(|action| kinds.contains(&action.kind));
            joined(targets.map(|action| action.target.as_str()))
        };
        let files = of(&[ActionKind::Read, ActionKind::Edit]);
        let commands = of(&[ActionKind::Command]);
        let errors = joined(actions.iter().filter_map(|action| action.error.as_deref()));
        let is_empty = files.is_empty() && commands.is_empty() && errors.is_empty();
        for Tables { action_fts, .. } in self.indexes {
            self.transaction
                .prepare_cached(&format!("DELETE FROM {action_fts} WHERE rowid = ?1"))?
                .execute([id])?;
            if !is_empty {
                self.transaction
                    .prepare_cached(&format!(
                        "INSERT INTO {action_fts} (rowid, files, commands, errors)
                         VALUES (?1, ?2, ?3, ?4)"
                    ))?
                    .execute(params![id, files, commands, errors])?;
            }
        }
        Ok(())
    }

    /// Deletes all actions of a turn from the database.
    pub(super) fn erase_actions(&mut self, id: i64) -> Result<()> {
        self.transaction.prepare_cached("DELETE FROM action WHERE turn_id = ?1")?.execute([id])?;
        for Tables { action_fts, .. } in self.indexes {
            self.transaction
                .prepare_cached(&format!("DELETE FROM {action_fts} WHERE rowid = ?1"))?
                .execute([id])?;
        }
        Ok(())
    }

    pub(super) fn stored_actions(&self, turn: i64) -> Result<Vec<Action>> {
        actions_of(self.transaction, turn)
    }
}

fn actions_of(transaction: &Transaction, turn: i64) -> Result<Vec<Action>> {
    let mut statement = transaction.prepare_cached(
        "SELECT tool, kind, target, exit_status, error FROM action
         WHERE turn_id = ?1 ORDER BY ordinal",
    )?;
    let rows = statement.query_map([turn], |row| {
        Ok(Action {
            tool: lossy(row, 0)?,
            kind: ActionKind::named(&lossy(row, 1)?),
            target: lossy(row, 2)?,
            exit_status: row.get(3)?,
            error: Some(lossy(row, 4)?).filter(|error| !error.is_empty()),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

impl Reader<'_> {
    /// Returns the actions of a turn, in call order.
    pub fn turn_actions(&self, turn: i64) -> Result<Vec<Action>> {
        actions_of(self.transaction(), turn)
    }

    /// Returns the tags in the answers and edits of a turn.
    pub fn turn_tags(&self, turn: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT target FROM action WHERE turn_id = ?1 AND kind = 'tag' ORDER BY ordinal",
        )?;
        let rows = statement.query_map([turn], |row| lossy(row, 0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns whose actions match a full-text query, with a score: higher is better.
    pub fn actions(&self, query: &str) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT rowid, -bm25(action_fts) FROM action_fts WHERE action_fts MATCH ?1",
        )?;
        let rows = statement.query_map([query], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

/// Joins distinct texts, one per line.
fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut seen: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.join("\n")
}
