//! The notes that wait for a person's decision.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde::Serialize;

use super::tidy::sessions;
use crate::error::Result;
use crate::notes::ageing::importance;
use crate::notes::{Author, State};
use crate::store::{NoteRow, Reader, Scope, Store};

/// A person who gets more proposals of a session stops looking. Those that a person decided about
/// count too.
pub const OF_SESSION_MAX: usize = 3;

/// What was said so long before the last turn is history, such as an imported one.
const HISTORY_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// History is long: of it only what was said in so many sessions is worth a look.
const HISTORY_SESSIONS_MIN: u64 = 2;

/// A proposed note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposal {
    /// The note.
    #[serde(rename = "note")]
    #[cfg_attr(test, ts(type = "Note"))]
    pub row: NoteRow,
    /// The session in which it was found first; `None` when that turn is not stored.
    pub session: Option<String>,
}

/// Returns the proposals of a scope, the best first: what a person typed, then what is said often and
/// is important. Of one session at most [`OF_SESSION_MAX`] are shown, and of history only what was
/// said in two sessions. The others stay in the list of proposed notes.
///
/// # Errors
/// Errors of the store.
pub fn proposals(store: &Store, scope: &Scope) -> Result<Vec<Proposal>> {
    store.read(|reader| {
        let mut rows = reader.notes(scope)?;
        rows.retain(|row| row.note.author.is_rule() || is_open(row));
        if !rows.iter().any(is_open) {
            return Ok(Vec::new());
        }
        rows.sort_by(|a, b| is_open(a).cmp(&is_open(b)).then_with(|| best_first(a, b)));
        let last_ms = reader.last_turn_ms()?.unwrap_or_default();
        let mut of_session: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        for row in rows {
            let turn = row.note.origin.as_ref().map(|origin| &origin.turn);
            let session = turn.map(|turn| reader.session_of_turn(turn)).transpose()?.flatten();
            let is_passed_over =
                if is_open(&row) { is_history(reader, &row, last_ms)? } else { !was_decided(&row) };
            if is_passed_over {
                continue;
            }
            let count = session.as_ref().map(|session| of_session.entry(session.clone()));
            let count = count.map(|count| {
                let count = count.or_default();
                *count += 1;
                *count
            });
            if is_open(&row) && count.is_none_or(|count| count <= OF_SESSION_MAX) {
                found.push(Proposal { row, session });
            }
        }
        Ok(found)
    })
}

fn is_open(row: &NoteRow) -> bool {
    row.note.state == State::Proposed
}

/// Compares two notes by what speaks for looking at them, as of the day on which each was said.
fn best_first(a: &NoteRow, b: &NoteRow) -> Ordering {
    let is_others = |row: &NoteRow| row.note.author != Author::Prompt;
    let worth = |row: &NoteRow| importance(&row.note, row.note.said_ms);
    is_others(a)
        .cmp(&is_others(b))
        .then_with(|| worth(b).total_cmp(&worth(a)))
        .then_with(|| b.note.said_ms.cmp(&a.note.said_ms))
        .then_with(|| a.uuid.cmp(&b.uuid))
}

/// Whether a note was said long ago, and in one session alone.
fn is_history(reader: &Reader, row: &NoteRow, last_ms: i64) -> Result<bool> {
    let is_old = row.note.said_ms < last_ms.saturating_sub(HISTORY_MS);
    Ok(is_old && sessions(reader, &row.note)?.is_some_and(|said| said < HISTORY_SESSIONS_MIN))
}

/// Whether a person has decided about what rules found.
fn was_decided(row: &NoteRow) -> bool {
    row.note.state == State::Rejected || row.note.confidence >= 1.0
}
