//! Forgetting: which turns a person means, and their removal for good.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::store::{Filter, Scope, Store};
use crate::turn;

/// Which turns are meant: those that meet every condition.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Beginnings of ids of turns or sessions, one of which must fit; empty for any.
    pub ids: Vec<String>,
    /// Words that stand side by side anywhere in the turn, whatever their case.
    pub containing: Option<String>,
    /// When, where, and what was done.
    pub filter: Filter,
    /// Which projects.
    pub scope: Scope,
}

/// A turn that would go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Selected {
    /// The turn, by its prompt's uuid.
    pub turn: String,
    /// Sessions it stands in.
    pub sessions: Vec<String>,
    /// Name of its project.
    pub project: String,
    /// When it began, in milliseconds since the epoch.
    pub at_ms: i64,
    /// What the person typed.
    pub prompt: String,
}

/// Returns the turns that a selection means, the oldest first, those of subagents included.
pub fn select(store: &Store, selection: &Selection) -> Result<Vec<Selected>> {
    if selection.ids.is_empty()
        && selection.containing.is_none()
        && selection.filter.is_empty()
        && selection.scope.projects.is_none()
    {
        return Err(Error::InvalidArgument("nothing says which turns are meant".to_owned()));
    }
    let containing = selection.containing.as_ref().map(|text| text.to_lowercase());
    store.read(|reader| {
        let passing = reader.passing(&selection.filter)?;
        let mut selected = Vec::new();
        for id in reader.turns_of(&selection.ids, &selection.scope)? {
            if passing.as_ref().is_some_and(|passing| !passing.contains(&id)) {
                continue;
            }
            let stored = reader.stored_turn(id)?;
            let entries = turn::decode(&stored.log);
            if containing.as_ref().is_some_and(|text| !holds(&entries, text)) {
                continue;
            }
            selected.push(Selected {
                turn: stored.uuid,
                sessions: stored.sessions,
                project: stored.project,
                at_ms: turn::facts(&entries).started_at_ms,
                prompt: turn::text(&entries).prompt,
            });
        }
        Ok(selected)
    })
}

/// Removes turns and notes that they stay away. Returns how many were stored. What was removed is
/// out of the file after [`Store::compact`].
pub fn forget(store: &mut Store, turns: &[String]) -> Result<u64> {
    store.write(|writer| {
        let mut removed = 0;
        for turn in turns {
            removed += u64::from(writer.forget_turn(turn)?);
        }
        writer.remove_empty_sessions()?;
        Ok(removed)
    })
}

/// Removes turns from a backup too, with every byte of them. Returns how many were in it.
pub fn forget_in_backup(path: &Path, turns: &[String], busy: Duration) -> Result<u64> {
    let mut store = Store::open_backup(path, busy)?;
    let removed = forget(&mut store, turns)?;
    store.compact()?;
    Ok(removed)
}

/// Whether any text of the entries holds `text`, which is in lower case.
fn holds(entries: &[Entry], text: &str) -> bool {
    let mut found = false;
    for entry in entries {
        entry.each_text(&mut |each| found |= each.to_lowercase().contains(text));
    }
    found
}
