//! Which turns that arrive belong to a forgotten one, though their own ids are not on the list.

use std::collections::HashSet;

use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{Beginnings, Opening, TurnPart};
use crate::error::Result;
use crate::store::{Reader, Store};

/// Records the continuations and the copies of forgotten turns among these parts as forgotten too,
/// and returns the parts without what subagents did for forgotten turns. A turn that is too long
/// continues in further turns; a copy has other ids. `own` is the session that the transcript is
/// named after.
pub(super) fn left_over(
    store: &mut Store,
    parts: Vec<TurnPart>,
    own: Option<&str>,
    dialect: &dyn Dialect,
) -> Result<Vec<TurnPart>> {
    note_parts(store, &parts, dialect)?;
    let mut callers = Callers::default();
    for part in parts.iter().filter(|part| !is_of_subagent(&part.entries)) {
        let Some(began_ms) = began_ms(part) else { continue };
        callers.add(store, &part.id, &part.sessions(own), began_ms)?;
    }
    let left_out = store.read(|reader| {
        let mut left_out: HashSet<String> = HashSet::new();
        let mut kept: HashSet<&str> = HashSet::new();
        for part in parts.iter().filter(|part| is_of_subagent(&part.entries)) {
            let first = part.continues.as_ref().unwrap_or(&part.id);
            let is_left_out = left_out.contains(first)
                || (!kept.contains(first.as_str())
                    && reader.turn_id(first)?.is_none()
                    && callers.forgot(reader, &part.sessions(own), began_ms(part))?);
            if is_left_out {
                left_out.extend([first.clone(), part.id.clone()]);
            } else {
                kept.insert(first);
            }
        }
        Ok(left_out)
    })?;
    Ok(parts.into_iter().filter(|part| !left_out.contains(&part.id)).collect())
}

fn note_parts(store: &mut Store, parts: &[TurnPart], dialect: &dyn Dialect) -> Result<()> {
    let found = store.read(|reader| {
        let mut found = Vec::new();
        for part in parts {
            let of_forgotten = match &part.continues {
                Some(first) => reader.is_forgotten(first)? || found.contains(first),
                None => is_copy(reader, &part.id, &part.entries, dialect)?,
            };
            if of_forgotten && !reader.is_forgotten(&part.id)? {
                found.push(part.id.clone());
            }
        }
        Ok(found)
    })?;
    note(store, &found)
}

/// Records turns as forgotten.
pub(crate) fn note(store: &mut Store, turns: &[String]) -> Result<()> {
    if turns.is_empty() {
        return Ok(());
    }
    store.write(|writer| turns.iter().try_for_each(|turn| writer.forget_turn(turn).map(drop)))
}

/// Whether a turn that is not stored is a copy of a forgotten one under another id.
pub(crate) fn is_copy(
    reader: &Reader,
    turn: &str,
    entries: &[Entry],
    dialect: &dyn Dialect,
) -> Result<bool> {
    let Some(opening) = Opening::of(entries, dialect) else { return Ok(false) };
    Ok(reader.is_forgotten(&opening.fingerprint())? && reader.turn_id(turn)?.is_none())
}

/// Whether entries are of a subagent.
pub(crate) fn is_of_subagent(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.subagent.is_some())
}

/// Returns when a turn began; `None` for a part that does not begin it.
fn began_ms(part: &TurnPart) -> Option<i64> {
    part.entries.first().filter(|first| first.id == part.id).map(|first| first.at_ms)
}

/// The turns of sessions' main agents that were just read: they may have called subagents.
#[derive(Default)]
pub(crate) struct Callers {
    /// Session and beginning of each that is not forgotten.
    kept: Vec<(String, i64)>,
}

impl Callers {
    /// Adds a turn that began at a time. When it is a forgotten one, that is recorded for the turns
    /// of its subagents; those that are stored are removed.
    pub fn add(
        &mut self,
        store: &mut Store,
        turn: &str,
        sessions: &[&str],
        began_ms: i64,
    ) -> Result<()> {
        if !store.read(|reader| reader.is_forgotten(turn))? {
            self.kept.extend(sessions.iter().map(|session| ((*session).to_owned(), began_ms)));
            return Ok(());
        }
        for session in sessions {
            let id = Beginnings::of(session).id(began_ms);
            if !store.read(|reader| reader.is_forgotten(&id))? {
                store.write(|writer| {
                    writer.forget_beginning(session, began_ms)?;
                    writer.remove_empty_sessions()
                })?;
            }
        }
        Ok(())
    }

    /// Whether a turn of a subagent that is not stored was called by a forgotten turn. Without a
    /// beginning it is the rest of a turn that was left out before, where anything was forgotten.
    pub fn forgot(
        &self,
        reader: &Reader,
        sessions: &[&str],
        began_ms: Option<i64>,
    ) -> Result<bool> {
        for session in sessions {
            let forgot = match began_ms {
                None => reader.has_forgotten_of(session)?,
                Some(began_ms) => {
                    let kept = self.kept.iter().filter(|(of, _)| of == session);
                    let kept: Vec<i64> = kept.map(|(_, began_ms)| *began_ms).collect();
                    reader.has_forgotten_caller(session, began_ms, &kept)?
                }
            };
            if forgot {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
