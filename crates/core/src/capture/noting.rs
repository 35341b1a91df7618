//! Derives what is stored of a note from its statements.

use crate::error::{Error, Result};
use crate::item::chunk;
use crate::notes::{self, Statement};
use crate::store::{PreparedNote, Store};

/// Returns a note with everything derived from its statements.
pub(crate) fn prepared(uuid: &str, project_id: i64, statements: &[Statement]) -> PreparedNote {
    let note = notes::fold(statements);
    let fields = note.as_ref().map(notes::Note::fields).unwrap_or_default();
    // Estimated, because loading a model's tokenizer would take longer than all the rest.
    let chunks =
        if fields.is_empty() { Vec::new() } else { chunk::split_estimated(&fields.passage()) };
    let log = notes::encode(statements);
    PreparedNote { uuid: uuid.to_owned(), project_id, log, note, chunks }
}

/// Merges statements with those that are stored, outside any transaction. A note that is stored
/// stays in its project. Returns `None` when nothing changes, or the note was forgotten.
///
/// # Errors
/// [`Error::LogDamaged`] when the stored statements fail their checksum: they would be replaced.
pub(crate) fn united(
    store: &Store,
    uuid: &str,
    project_id: i64,
    added: Vec<Statement>,
) -> Result<Option<PreparedNote>> {
    let (stored, forgotten) =
        store.read(|reader| Ok((reader.note_log(uuid)?, reader.is_forgotten(uuid)?)))?;
    if forgotten {
        return Ok(None);
    }
    let Some(log) = stored else {
        return Ok(Some(prepared(uuid, project_id, &notes::merge(added, Vec::new()))));
    };
    let damaged = || Error::LogDamaged { turn: uuid.to_owned() };
    let before = log.statements.ok_or_else(damaged)?;
    let merged = notes::merge(before.clone(), added);
    let changed = merged != before;
    Ok(changed.then(|| prepared(uuid, log.project_id, &merged)))
}
