//! Derives what is stored of a note from its statements.

use crate::error::{Error, Result};
use crate::hash;
use crate::item::chunk;
use crate::notes::{self, Author, Marked, Origin, Says, Statement, Written};
use crate::store::{PreparedNote, PreparedTurn, Store};

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

/// Returns the notes that the prompts of turns mark; see [`marked`].
///
/// # Errors
/// Errors of the store.
pub(crate) fn marked_in(store: &Store, turns: &[PreparedTurn]) -> Result<Vec<PreparedNote>> {
    let mut notes = Vec::new();
    for turn in turns {
        notes.extend(marked(store, turn)?);
    }
    Ok(notes)
}

/// Returns the notes that the prompt of a turn marks. They are known by the turn and their place in
/// it, so that reading a prompt again gives the same notes. A subagent's prompt is not a person's.
///
/// # Errors
/// Errors of the store.
fn marked(store: &Store, turn: &PreparedTurn) -> Result<Vec<PreparedNote>> {
    if turn.facts.subagent.is_some() {
        return Ok(Vec::new());
    }
    let mut prepared = Vec::new();
    for (at, marked) in notes::marked(&turn.text.prompt).into_iter().enumerate() {
        let uuid = uuid_of(&turn.uuid, at);
        let Marked { kind, summary, body, words } = marked;
        let written = Written {
            kind: kind.to_owned(),
            summary,
            body,
            cwd: turn.facts.cwd.clone(),
            branch: turn.facts.branch.clone(),
            origin: Some(Origin { turn: turn.uuid.clone(), words }),
            ..Written::default()
        };
        let says = Says::Written(Box::new(written));
        let at_ms = turn.facts.started_at_ms;
        let statement = Statement::new(&uuid, at_ms, Author::Person, says);
        match united(store, &uuid, turn.project_id, vec![statement]) {
            // Not the turn's fault: `doctor` names the note.
            Err(Error::LogDamaged { .. }) => {}
            note => prepared.extend(note?),
        }
    }
    Ok(prepared)
}

/// Returns the id of the note that stands at a place in a turn, in the form of a UUID.
fn uuid_of(turn: &str, at: usize) -> String {
    hash::uuid_of(&format!("note {at} of turn {turn}"))
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
