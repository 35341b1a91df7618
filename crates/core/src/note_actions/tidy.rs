//! The upkeep of notes: promotes, archives, and tells which are to be gone.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::error::Result;
use crate::notes::ageing::{self, LocalUse, TidiedStep, TidyReason};
use crate::notes::{Life, Note, State, Statement, fold_with_life};
use crate::policy::CapturePolicy;
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteRow, Reader, Scope, Store};

/// Number of notes written in one transaction.
const BATCH: usize = 256;

/// A note with the moves that are due.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TidiedNote"))]
pub struct Tidied {
    /// The note before, with its body.
    #[serde(rename = "note")]
    #[cfg_attr(test, ts(type = "Note"))]
    pub row: NoteRow,
    /// Its importance at the time of the run, 0 to 1.
    pub importance: f64,
    /// The moves, in order.
    pub steps: Vec<TidiedStep>,
}

/// What an upkeep did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Upkeep {
    /// The notes that move.
    pub tidied: Vec<Tidied>,
    /// What is to be recorded beside the times when notes were shown.
    pub ages_from: Vec<AgesFrom>,
}

/// From when the age of a note counts on this machine, if its own statements are older.
///
/// An imported note, or one that rules found, may be older than this memory; nobody could use it
/// before it came here. And what became a tombstone now is not deleted sooner than if that had
/// happened when it was due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgesFrom {
    /// UUID of the note.
    #[serde(rename = "id")]
    pub uuid: String,
    /// Milliseconds since the epoch; 0 if its own statements tell.
    #[serde(rename = "atMs")]
    pub from_ms: i64,
}

/// Returns the moves of all notes that are due at `now_ms`, and makes them unless `dry_run`. A note
/// that is to be gone stays: the caller forgets it. `shown` has when notes were last shown on this
/// machine, and from when their age counts, by UUID. Damaged notes stay as they are.
///
/// # Errors
/// Errors of the store.
pub fn tidy(
    store: &mut Store,
    shown: &BTreeMap<String, i64>,
    policy: &CapturePolicy,
    now_ms: i64,
    dry_run: bool,
) -> Result<Upkeep> {
    let mut ages_from = Vec::new();
    let found = store.read(|reader| {
        let rows = reader.notes(&Scope::default())?.into_iter();
        let due = rows.filter_map(|row| {
            let uuid = row.uuid.clone();
            let from_ms = match shown.get(&uuid) {
                Some(shown_ms) => Ok(*shown_ms),
                None => first_seen(reader, &row, now_ms).inspect(|from_ms| {
                    ages_from.push(AgesFrom { uuid: uuid.clone(), from_ms: *from_ms });
                }),
            };
            let due = from_ms.and_then(|from_ms| due(reader, row, from_ms, now_ms)).transpose()?;
            if due.as_ref().is_ok_and(|(tidied, _)| tidied.is_put_away()) {
                ages_from.push(AgesFrom { uuid, from_ms: now_ms });
            }
            Some(due)
        });
        due.collect::<Result<Vec<_>>>()
    })?;
    if !dry_run {
        for batch in found.chunks(BATCH) {
            let plans = batch.iter().filter_map(|(tidied, added)| {
                let NoteRow { uuid, project_id, .. } = &tidied.row;
                let under = Under::Id(*project_id);
                NotePlan::adding(store, uuid, under, added.clone(), policy).transpose()
            });
            let plans: Vec<_> = plans.collect::<Result<_>>()?;
            store.write(|writer| writer.write_notes(&plans))?;
        }
    }
    let tidied = found.into_iter().map(|(tidied, _)| tidied).collect();
    Ok(Upkeep { tidied, ages_from })
}

/// Returns from when the age of a note counts that this machine had not seen: from now if it is
/// too old already.
fn first_seen(reader: &Reader, row: &NoteRow, now_ms: i64) -> Result<i64> {
    let ages = |step: &TidiedStep| step.because != TidyReason::SaidOften;
    let is_old = row.note.author.is_rule()
        || due(reader, row.clone(), 0, now_ms)?.is_some_and(|(old, _)| old.steps.iter().any(ages));
    Ok(if is_old { now_ms } else { 0 })
}

impl Tidied {
    fn is_put_away(&self) -> bool {
        self.steps.iter().any(|step| step.to == Some(State::Tombstone))
    }
}

/// Returns a note with its moves and their statements; `None` when none is due.
fn due(
    reader: &Reader,
    row: NoteRow,
    shown_ms: i64,
    now_ms: i64,
) -> Result<Option<(Tidied, Vec<Statement>)>> {
    let log = reader.note_log(&row.uuid)?.and_then(|log| log.statements).unwrap_or_default();
    let known = LocalUse { shown_ms: Some(shown_ms), sessions: sessions(reader, &row.note)? };
    let (steps, added) = ageing::due(&row.uuid, &log, known, now_ms);
    let folded: Option<(Note, Life)> = fold_with_life(&log);
    let Some((note, _)) = folded.filter(|_| !steps.is_empty()) else { return Ok(None) };
    let importance = ageing::importance(&note, now_ms);
    Ok(Some((Tidied { row: NoteRow { note, ..row }, importance, steps }, added)))
}

/// Returns in how many sessions a note was said; `None` for one that was never found in a turn. A
/// turn that is not stored here counts as a session.
pub(super) fn sessions(reader: &Reader, note: &Note) -> Result<Option<u64>> {
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
