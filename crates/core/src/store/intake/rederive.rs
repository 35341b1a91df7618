//! Rebuilds everything that is derived from the turn log, in bounded steps.

use std::collections::HashMap;

use super::derive::{self, TurnKey};
use crate::error::Result;
use crate::item::chunk::Splitter;
use crate::store::{Derivable, PreparedNote, PreparedTurn, Store};

/// Maximum number of items per step.
const STEP_ITEMS: usize = 16;

/// Continues the rebuild in progress: derives some items again, and after the last one replaces the
/// old index with the new one. For a turn with a damaged log, the previous derivation is kept.
/// Returns the id of the last derived item; `None` when no rebuild is in progress any more.
pub fn rederive(store: &mut Store, splitter: &dyn Splitter) -> Result<Option<i64>> {
    let Some(after) = store.read(|reader| reader.rebuild_progress())? else { return Ok(None) };
    let items = store.read(|reader| reader.derivable_after(after, STEP_ITEMS))?;
    let last = items.last().map(|(id, _)| *id);
    let mut derived: Vec<(Derivable, Option<PreparedTurn>)> = Vec::new();
    let mut notes: HashMap<i64, PreparedNote> = HashMap::new();
    for (_, item) in items {
        let turn = match &item {
            Derivable::Turn(uuid) => derived_again(store, uuid, splitter)?,
            Derivable::Text(id) => {
                notes.extend(note_again(store, *id)?.map(|note| (*id, note)));
                None
            }
        };
        derived.push((item, turn));
    }
    store.write(|writer| {
        for (item, turn) in &derived {
            match (item, turn) {
                (_, Some(turn)) => writer.put_derived(turn)?,
                (Derivable::Turn(uuid), None) => writer.carry_over(uuid)?,
                (Derivable::Text(id), None) => match notes.get(id) {
                    Some(note) => writer.put_derived_note(note)?,
                    None => writer.carry_over_item(*id)?,
                },
            }
        }
        match last {
            Some(id) => writer.note_rebuilt(id),
            None => writer.finish_rebuild(),
        }
    })?;
    Ok(last)
}

/// Returns a note derived from its log; `None` when the item is no note, or the log is damaged.
fn note_again(store: &Store, id: i64) -> Result<Option<PreparedNote>> {
    store.read(|reader| {
        let Some(uuid) = reader.note_uuid(id)? else { return Ok(None) };
        let Some(log) = reader.note_log(&uuid)? else { return Ok(None) };
        let project = log.project_id;
        Ok(log.statements.map(|statements| PreparedNote::of(&uuid, project, &statements)))
    })
}

/// Returns a turn derived from its log; `None` when the log is damaged.
fn derived_again(
    store: &Store,
    uuid: &str,
    splitter: &dyn Splitter,
) -> Result<Option<PreparedTurn>> {
    let Some(log) = store.read(|reader| reader.turn_log(uuid))? else { return Ok(None) };
    let key = TurnKey::stored(uuid.to_owned(), &log);
    Ok(log.entries.map(|entries| derive::derived_from(key, log.bytes, &entries, splitter)))
}
