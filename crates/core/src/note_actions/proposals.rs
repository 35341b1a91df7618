//! The notes that wait for a person's decision.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Serialize;

use crate::error::Result;
use crate::notes::{Author, State};
use crate::store::{NoteRow, Scope, Store};

/// A person who gets more proposals of a session stops looking. Those that a person decided about
/// count too.
pub const OF_SESSION_MAX: usize = 3;

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

/// Returns the proposals of a scope, the one that was said last first. Of one session at most
/// [`OF_SESSION_MAX`] are shown: first what a person typed, then by time. The others stay in the list
/// of proposed notes.
///
/// # Errors
/// Errors of the store.
pub fn proposals(store: &Store, scope: &Scope) -> Result<Vec<Proposal>> {
    store.read(|reader| {
        let mut rows = reader.notes(scope)?;
        rows.retain(|row| row.note.author.is_rule() || row.note.state == State::Proposed);
        if rows.iter().all(|row| row.note.state != State::Proposed) {
            return Ok(Vec::new());
        }
        rows.sort_by(|a, b| order(a).cmp(&order(b)));
        let mut of_session: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        for row in rows {
            let turn = row.note.origin.as_ref().map(|origin| &origin.turn);
            let session = turn.map(|turn| reader.session_of_turn(turn)).transpose()?.flatten();
            let is_proposed = row.note.state == State::Proposed;
            if !is_proposed && !was_decided(&row) {
                continue;
            }
            let count = session.as_ref().map(|session| of_session.entry(session.clone()));
            let count = count.map(|count| {
                let count = count.or_default();
                *count += 1;
                *count
            });
            if is_proposed && count.is_none_or(|count| count <= OF_SESSION_MAX) {
                found.push(Proposal { row, session });
            }
        }
        found.sort_by_key(|proposal| Reverse((proposal.row.note.said_ms, proposal.row.id)));
        Ok(found)
    })
}

/// Decided ones first, then what a person typed, then what was said first.
fn order(row: &NoteRow) -> (bool, bool, i64, &str) {
    let is_proposed = row.note.state == State::Proposed;
    let is_typed = row.note.author == Author::Prompt;
    (is_proposed, !is_typed, row.note.written_ms, &row.uuid)
}

/// Whether a person has decided about what rules found.
fn was_decided(row: &NoteRow) -> bool {
    row.note.state == State::Rejected || row.note.confidence >= 1.0
}
