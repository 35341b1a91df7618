//! Rebuilds everything that is derived from the turn log, in bounded steps.

use super::derive::{self, Splitter, TurnKey};
use crate::error::Result;
use crate::store::{PreparedTurn, Store};

/// Maximum number of turns per step.
const STEP_TURNS: usize = 16;

/// Continues the rebuild in progress: derives some turns again, and after the last one replaces the
/// old index with the new one. For a turn with a damaged log, the previous derivation is kept.
/// Returns the id of the last derived turn; `None` when no rebuild is in progress any more.
pub fn step(store: &mut Store, splitter: &dyn Splitter) -> Result<Option<i64>> {
    let Some(after) = store.read(|reader| reader.rebuild_progress())? else { return Ok(None) };
    let turns = store.read(|reader| reader.turns_after(after, STEP_TURNS))?;
    let last = turns.last().map(|(id, _)| *id);
    let mut derived: Vec<(String, Option<PreparedTurn>)> = Vec::new();
    for (_, uuid) in turns {
        let turn = derived_again(store, &uuid, splitter)?;
        derived.push((uuid, turn));
    }
    store.write(|writer| {
        for (uuid, turn) in &derived {
            match turn {
                Some(turn) => writer.put_derived(turn)?,
                None => writer.carry_over(uuid)?,
            }
        }
        match last {
            Some(id) => writer.note_rebuilt(id),
            None => writer.finish_rebuild(),
        }
    })?;
    Ok(last)
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
