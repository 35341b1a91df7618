//! The standing notes: rules, preferences, open blockers, recent decisions, and what was pinned.

use std::cmp::Reverse;

use crate::index::when::Now;
use crate::notes::Note;
use crate::recall::injected_text::note_line;

/// Kinds of standing notes, the most important first.
pub const KINDS: [&str; 4] = ["rule", "preference", "blocker", "decision"];
/// Maximum number of decisions; pinned ones do not count.
const DECISIONS_MAX: usize = 5;
const DECISION: &str = "decision";

/// Returns a line for each standing note, the most important first. `notes` are active ones: a person
/// wrote or confirmed them.
pub fn lines(notes: &[Note], now: Now) -> Vec<String> {
    let mut standing: Vec<&Note> =
        notes.iter().filter(|note| note.superseded_by.is_none()).collect();
    // Within a kind the newest first: of two that differ, it is the one that holds.
    standing.sort_by_key(|note| (!note.pinned, place(&note.kind), Reverse(note.said_ms)));
    let mut decisions = 0;
    standing.retain(|note| {
        decisions += usize::from(note.kind == DECISION && !note.pinned);
        note.kind != DECISION || note.pinned || decisions <= DECISIONS_MAX
    });
    standing.into_iter().map(|note| note_line(note, now)).collect()
}

fn place(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len())
}
