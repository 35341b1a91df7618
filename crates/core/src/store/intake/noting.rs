//! The notes that turns give: what prompts mark, and what rules find.

use super::detecting;
use super::note_changes::{NoteChanges, Saying, written_in};
use crate::error::Result;
use crate::hash;
use crate::notes::{self, Author, Marked, Says, State, Statement, Written};
use crate::store::{PreparedTurn, Store};

/// Returns what turns change in the notes: what their prompts mark, and, where `detects`, what rules
/// find in them. Call it before the turns are written.
///
/// # Errors
/// Errors of the store.
pub(super) fn of_turns(
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
/// so that reading a prompt again gives the same notes. A subagent's prompt is not a person's; one that
/// nobody vouches for is what a file says, and a proposal, as is what may have been pasted.
fn marked(turn: &PreparedTurn) -> Vec<Saying> {
    if turn.facts.subagent.is_some() {
        return Vec::new();
    }
    let marked = notes::marked(turn.spoken.prompt(&turn.text)).into_iter().enumerate();
    let saying = |(at, Marked { kind, summary, body, words, may_be_pasted })| {
        let uuid = uuid_of(&turn.uuid, at);
        let (by, state) = match may_be_pasted {
            _ if turn.facts.is_foreign => (Author::Import, State::Active),
            true => (Author::Prompt, State::Proposed),
            false => (Author::Person, State::Active),
        };
        let written =
            Written { kind: String::from(kind), summary, body, state, ..written_in(turn, words) };
        let says = Says::Written(Box::new(written));
        let at_ms = turn.facts.started_at_ms;
        let statement = Statement::new(&uuid, at_ms, by, says);
        Saying { uuid, project_id: turn.project_id, statement }
    };
    marked.map(saying).collect()
}

/// Returns the id of the note that stands at a place in a turn, in the form of a UUID.
fn uuid_of(turn: &str, at: usize) -> String {
    hash::uuid_of(&format!("note {at} of turn {turn}"))
}
