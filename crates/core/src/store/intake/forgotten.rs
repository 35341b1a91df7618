//! Which turns that arrive belong to a forgotten one, though their own ids are not on the list.

use std::collections::HashSet;

use super::{Arrival, Filing};
use crate::conversation::dialect::Dialect;
use crate::conversation::turn::{Beginnings, Opening, reported_id};
use crate::error::Result;
use crate::store::remove::REPORTED_NEAR_MS;
use crate::store::{Reader, Store};

/// Records the continuations and the copies of forgotten turns among these as forgotten too, and
/// leaves out what was forgotten and what subagents did for it. A turn that is too long continues in
/// further turns; a copy has other ids.
pub(super) fn leave_out(store: &mut Store, turns: &mut [(Filing, Vec<Arrival>)]) -> Result<()> {
    note_related(store, turns)?;
    let mut callers = Callers::default();
    for turn in all(turns).filter(|turn| !turn.is_of_subagent()) {
        if let Some(began_ms) = turn.began_ms {
            callers.add(store, &turn.id, &turn.sessions(), began_ms)?;
        }
    }
    let out = store.read(|reader| {
        let mut out: HashSet<String> = HashSet::new();
        let mut kept: HashSet<&str> = HashSet::new();
        for turn in all(turns) {
            if reader.is_forgotten(&turn.id)? {
                out.insert(turn.id.clone());
            }
            if !turn.is_of_subagent() {
                continue;
            }
            let first = turn.continues.as_ref().unwrap_or(&turn.id);
            let is_out = out.contains(first)
                || (!kept.contains(first.as_str())
                    && reader.turn_id(first)?.is_none()
                    && callers.forgot(reader, &turn.sessions(), turn.began_ms)?);
            if is_out {
                out.extend([first.clone(), turn.id.clone()]);
            } else {
                kept.insert(first);
            }
        }
        Ok(out)
    })?;
    for (_, arrivals) in turns {
        arrivals.retain(|turn| !out.contains(&turn.id));
    }
    Ok(())
}

fn all<'t>(turns: &'t [(Filing, Vec<Arrival>)]) -> impl Iterator<Item = &'t Arrival> {
    turns.iter().flat_map(|(_, arrivals)| arrivals)
}

/// Records as forgotten what continues a forgotten turn, is a copy of one, or was reported by hooks
/// before a transcript had it.
fn note_related(store: &mut Store, turns: &[(Filing, Vec<Arrival>)]) -> Result<()> {
    let found = store.read(|reader| {
        let mut found = Vec::new();
        for (filing, arrivals) in turns {
            for turn in arrivals {
                let of_forgotten = match &turn.continues {
                    Some(first) => reader.is_forgotten(first)? || found.contains(first),
                    None => is_copy(reader, turn, filing.dialect)? || was_reported(reader, turn)?,
                };
                if of_forgotten && !reader.is_forgotten(&turn.id)? {
                    found.push(turn.id.clone());
                }
            }
        }
        Ok(found)
    })?;
    if found.is_empty() {
        return Ok(());
    }
    store.write(|writer| found.iter().try_for_each(|turn| writer.forget_turn(turn).map(drop)))
}

/// Whether a turn that is not stored is a copy of a forgotten one under another id.
fn is_copy(reader: &Reader, turn: &Arrival, dialect: &Dialect) -> Result<bool> {
    let Some(opening) = Opening::of(&turn.entries, dialect) else { return Ok(false) };
    Ok(reader.is_forgotten(&opening.fingerprint())? && reader.turn_id(&turn.id)?.is_none())
}

/// Whether a turn that is not stored is one that hooks alone had reported, and that was forgotten
/// then.
fn was_reported(reader: &Reader, turn: &Arrival) -> Result<bool> {
    for session in turn.sessions() {
        for at_ms in reader.forgotten_beginnings(session)? {
            let Some(Opening { at_ms: typed_ms, words }) = Opening::read(&turn.entries) else {
                return Ok(false);
            };
            let is_near = typed_ms.abs_diff(at_ms) < REPORTED_NEAR_MS.unsigned_abs();
            if is_near && reader.is_forgotten(&reported_id(session, at_ms, &words))? {
                return reader.turn_id(&turn.id).map(|stored| stored.is_none());
            }
        }
    }
    Ok(false)
}

/// The turns of sessions' main agents that were just read: they may have called subagents.
#[derive(Default)]
struct Callers {
    /// Session and beginning of each that is not forgotten.
    kept: Vec<(String, i64)>,
}

impl Callers {
    /// Adds a turn that began at a time. When it is a forgotten one, that is recorded for the turns
    /// of its subagents; those that are stored are removed.
    fn add(
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
    fn forgot(&self, reader: &Reader, sessions: &[&str], began_ms: Option<i64>) -> Result<bool> {
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
