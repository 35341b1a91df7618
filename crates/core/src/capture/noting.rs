//! The notes that turns give: what prompts mark, and what rules find.

use super::detecting;
use super::note_changes::{NoteChanges, Saying, written_in};
use crate::error::{Error, Result};
use crate::hash;
use crate::notes::{self, Author, Marked, Says, Statement, Written};
use crate::store::{PreparedNote, PreparedTurn, Store};

/// Returns a note with everything derived from its statements.
pub(crate) fn prepared(uuid: &str, project_id: i64, statements: &[Statement]) -> PreparedNote {
    PreparedNote::of(uuid, project_id, statements)
}

/// Returns what turns change in the notes: what their prompts mark, and, where `detects`, what rules
/// find in them. Call it before the turns are written.
///
/// # Errors
/// Errors of the store.
pub(crate) fn of_turns(
    store: &Store,
    turns: &[PreparedTurn],
    detects: bool,
) -> Result<NoteChanges> {
    let mut sayings = Vec::new();
    for turn in turns {
        sayings.extend(marked(turn));
    }
    detecting::changes(store, turns, sayings, detects)
}

/// Returns what the prompt of a turn marks. Such notes are known by the turn and their place in it,
/// so that reading a prompt again gives the same notes. A subagent's prompt is not a person's.
fn marked(turn: &PreparedTurn) -> Vec<Saying> {
    if turn.facts.subagent.is_some() {
        return Vec::new();
    }
    let marked = notes::marked(&turn.text.prompt).into_iter().enumerate();
    let saying = |(at, Marked { kind, summary, body, words })| {
        let uuid = uuid_of(&turn.uuid, at);
        let written =
            Written { kind: String::from(kind), summary, body, ..written_in(turn, words) };
        let says = Says::Written(Box::new(written));
        let at_ms = turn.facts.started_at_ms;
        let statement = Statement::new(&uuid, at_ms, Author::Person, says);
        Saying { uuid, project_id: turn.project_id, statement }
    };
    marked.map(saying).collect()
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
