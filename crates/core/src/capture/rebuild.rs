//! Everything that is derived from the turn log, derived again, one bounded step at a time.

use crate::capture::ingest::{self, Splitter};
use crate::error::Result;
use crate::store::{Derivable, PreparedTurn, Store};

/// Items in one step.
const STEP_ITEMS: usize = 16;

/// Goes on with the rebuild that is under way: derives some items again, and after the last one
/// has the new index take the place of the old one. Of a turn whose log is damaged it takes over
/// what was derived before. Returns the id of the last item that was derived; `None` when nothing
/// is under way any more.
pub fn step(store: &mut Store, splitter: &dyn Splitter) -> Result<Option<i64>> {
    let Some(after) = store.read(|reader| reader.rebuild_progress())? else { return Ok(None) };
    let items = store.read(|reader| reader.derivable_after(after, STEP_ITEMS))?;
    let last = items.last().map(|(id, _)| *id);
    let mut derived: Vec<(Derivable, Option<PreparedTurn>)> = Vec::new();
    for (_, item) in items {
        let turn = match &item {
            Derivable::Turn(uuid) => derived_again(store, uuid, splitter)?,
            Derivable::Text(_) => None,
        };
        derived.push((item, turn));
    }
    store.write(|writer| {
        for (item, turn) in &derived {
            match (item, turn) {
                (_, Some(turn)) => writer.put_derived(turn)?,
                (Derivable::Turn(uuid), None) => writer.carry_over(uuid)?,
                (Derivable::Text(id), None) => writer.carry_over_item(*id)?,
            }
        }
        match last {
            Some(id) => writer.note_rebuilt(id),
            None => writer.finish_rebuild(),
        }
    })?;
    Ok(last)
}

/// Returns a turn as its log gives it; `None` when that is damaged.
fn derived_again(
    store: &Store,
    uuid: &str,
    splitter: &dyn Splitter,
) -> Result<Option<PreparedTurn>> {
    let Some(log) = store.read(|reader| reader.turn_log(uuid))? else { return Ok(None) };
    Ok(log.entries.map(|entries| {
        ingest::derived_from(uuid.to_owned(), log.project_id, (log.bytes, &entries), splitter)
    }))
}
