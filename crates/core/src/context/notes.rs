//! The standing notes: rules, preferences, open blockers, recent decisions, and what was pinned.

use std::cmp::Reverse;

use crate::index::when::Now;
use crate::notes::{Author, Note};
use crate::recall::injected_text::note_line;

/// Kinds of standing notes, the most important first.
pub const KINDS: [&str; 4] = ["rule", "preference", "blocker", "decision"];
/// Maximum number of decisions; pinned ones do not count.
const DECISIONS_MAX: usize = 5;
const DECISION: &str = "decision";

/// How long a decision that rules found, and nobody confirmed, is valid: most are requests that the
/// work of those days fulfilled.
const FOUND_DECISION_MS: i64 = 14 * 24 * 60 * 60 * 1_000;

/// Returns a line for each standing note, the most important first. `notes` are active ones, and
/// `latest_ms` is when the project was last worked on.
pub fn lines(notes: &[Note], latest_ms: i64, now: Now) -> Vec<String> {
    let is_standing = |note: &&Note| note.superseded_by.is_none() && is_worth_it(note, latest_ms);
    let mut standing: Vec<&Note> = notes.iter().filter(is_standing).collect();
    // Within a kind the newest first: of two that differ, it is the one that holds.
    standing.sort_by_key(|note| (!note.pinned, place(&note.kind), Reverse(note.said_ms)));
    let mut decisions = 0;
    standing.retain(|note| {
        decisions += usize::from(note.kind == DECISION && !note.pinned);
        note.kind != DECISION || note.pinned || decisions <= DECISIONS_MAX
    });
    standing.into_iter().map(|note| note_line(note, now)).collect()
}

/// What a person wrote or confirmed always is. What rules found is, when its line is a whole
/// sentence, and when it is no decision of long ago.
fn is_worth_it(note: &Note, latest_ms: i64) -> bool {
    let is_found = matches!(note.author, Author::Prompt | Author::Answer);
    if !is_found || note.pinned || note.confidence >= CONFIRMED {
        return true;
    }
    let is_old = note.kind == DECISION && latest_ms - note.said_ms > FOUND_DECISION_MS;
    !is_old && !note.whole_line().ends_with('…')
}

/// Confidence of what a person confirmed.
const CONFIRMED: f64 = 1.0;

fn place(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len())
}
