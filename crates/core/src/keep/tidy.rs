//! The upkeep of notes: promotes, archives, and tells which are to be gone.

use std::collections::{BTreeMap, BTreeSet};

use crate::capture::noting;
use crate::error::Result;
use crate::notes::ageing::{self, Known, Step};
use crate::notes::{Life, Note, Statement, fold_with_life};
use crate::store::{NoteRow, Reader, Scope, Store};

/// Number of notes written in one transaction.
const BATCH: usize = 256;

/// A note with the moves that are due.
#[derive(Debug, Clone, PartialEq)]
pub struct Tidied {
    /// The note before, with its body.
    pub row: NoteRow,
    /// Its importance at the time of the run, 0 to 1.
    pub importance: f64,
    /// The moves, in order.
    pub steps: Vec<Step>,
}

/// What an upkeep did, or would do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Upkeep {
    /// The notes that move.
    pub tidied: Vec<Tidied>,
    /// UUIDs of the notes that rules found and that this machine had not seen. Their statements have
    /// the time of the conversation, which may be older than this memory; nobody could use them
    /// before they were found, so their age counts from now.
    pub first_seen: Vec<String>,
}

/// Returns the moves of all notes that are due at `now_ms`, and makes them unless `dry_run`. A note
/// that is to be gone stays: the caller forgets it. `shown` has when notes were last shown on this
/// machine, by UUID. Damaged notes stay as they are.
///
/// # Errors
/// Errors of the store.
pub fn tidy(
    store: &mut Store,
    shown: &BTreeMap<String, i64>,
    now_ms: i64,
    dry_run: bool,
) -> Result<Upkeep> {
    let mut first_seen = Vec::new();
    let found = store.read(|reader| {
        let rows = reader.notes(&Scope::default())?.into_iter();
        let due = rows.filter_map(|row| {
            let shown_ms = shown.get(&row.uuid).copied().or_else(|| {
                row.note.author.is_rule().then(|| {
                    first_seen.push(row.uuid.clone());
                    now_ms
                })
            });
            due(reader, row, shown_ms, now_ms).transpose()
        });
        due.collect::<Result<Vec<_>>>()
    })?;
    if !dry_run {
        for batch in found.chunks(BATCH) {
            let prepared = batch.iter().filter_map(|(tidied, added)| {
                let NoteRow { uuid, project_id, .. } = &tidied.row;
                noting::united(store, uuid, *project_id, added.clone()).transpose()
            });
            let prepared: Vec<_> = prepared.collect::<Result<_>>()?;
            store.write(|writer| prepared.iter().try_for_each(|note| writer.put_note(note)))?;
        }
    }
    let tidied = found.into_iter().map(|(tidied, _)| tidied).collect();
    Ok(Upkeep { tidied, first_seen })
}

/// Returns a note with its moves and their statements; `None` when none is due.
fn due(
    reader: &Reader,
    row: NoteRow,
    shown_ms: Option<i64>,
    now_ms: i64,
) -> Result<Option<(Tidied, Vec<Statement>)>> {
    let log = reader.note_log(&row.uuid)?.and_then(|log| log.statements).unwrap_or_default();
    let known = Known { shown_ms, sessions: sessions(reader, &row.note)? };
    let (steps, added) = ageing::due(&row.uuid, &log, known, now_ms);
    let folded: Option<(Note, Life)> = fold_with_life(&log);
    let Some((note, _)) = folded.filter(|_| !steps.is_empty()) else { return Ok(None) };
    let importance = ageing::importance(&note, now_ms);
    Ok(Some((Tidied { row: NoteRow { note, ..row }, importance, steps }, added)))
}

/// Returns in how many sessions a note was said; `None` for one that was never found in a turn. A
/// turn that is not stored here counts as a session.
fn sessions(reader: &Reader, note: &Note) -> Result<Option<u64>> {
    if note.turns.is_empty() {
        return Ok(None);
    }
    let mut sessions = BTreeSet::new();
    for turn in &note.turns {
        sessions.insert(reader.session_of_turn(turn)?.unwrap_or_else(|| turn.clone()));
    }
    let otherwise = note.said.saturating_sub(note.turns.len() as u64);
    Ok(Some(sessions.len() as u64 + otherwise))
}
