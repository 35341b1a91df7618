//! Which turns that arrive belong to a forgotten one, though their own ids are not on the list.

use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{Opening, TurnPart};
use crate::error::Result;
use crate::store::{Reader, Store};

/// Records the continuations and the copies of forgotten turns among these parts as forgotten too. A
/// turn that is too long continues in further turns; a copy has other ids.
pub(super) fn note_parts(
    store: &mut Store,
    parts: &[TurnPart],
    dialect: &dyn Dialect,
) -> Result<()> {
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
