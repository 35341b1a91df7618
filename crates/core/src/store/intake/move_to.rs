//! Moving turns and notes to another project.

use super::derive::{self, TurnKey};
use crate::error::Result;
use crate::item::chunk::Splitter;
use crate::project::Project;
use crate::store::{PreparedNote, PreparedTurn, Store};

/// Moves turns, and the transcripts that contain them, to another project; and notes. Returns how
/// many moved.
pub fn move_to(
    store: &mut Store,
    turns: &[String],
    to: &Project,
    splitter: &dyn Splitter,
) -> Result<u64> {
    let to = store.write(|writer| writer.project_id(to))?;
    let mut moved: Vec<(i64, PreparedTurn)> = Vec::new();
    let mut notes = Vec::new();
    for uuid in turns {
        if let Some(log) = store.read(|reader| reader.note_log(uuid))? {
            let moved = log.statements.filter(|_| log.project_id != to);
            notes.extend(moved.map(|statements| PreparedNote::of(uuid, to, &statements)));
            continue;
        }
        let stored = store.read(|reader| reader.turn_log(uuid))?;
        let Some(log) = stored.filter(|log| log.project_id != to) else { continue };
        // A damaged log stays as it is found: a turn made of it would take its place.
        let key = TurnKey { project_id: to, ..TurnKey::stored(uuid.clone(), &log) };
        let Some(entries) = log.entries else { continue };
        let turn = derive::derived_from(key, log.bytes, &entries, splitter);
        moved.push((log.project_id, turn));
    }
    store.write(|writer| {
        moved.iter().try_for_each(|(from, turn)| {
            writer.put_turn(turn)?;
            writer.move_transcripts_of(&turn.uuid, *from, to)
        })?;
        notes.iter().try_for_each(|note| writer.put_note(note))
    })?;
    Ok((moved.len() + notes.len()) as u64)
}
