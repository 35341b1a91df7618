//! Writes the turns of one step to the store.

use std::collections::HashMap;

use super::derive::Filing;
use super::forgotten;
use super::noting;
use super::origin::ProjectOrigin;
use super::transcript::Capture;
use crate::conversation::turn::TurnPart;
use crate::error::Result;
use crate::store::{PreparedTurn, Store, StoredTurns, TranscriptState};

/// What one step has read from a transcript.
pub(super) struct Step<'a> {
    /// The transcript's key.
    pub key: &'a str,
    /// State of the transcript after the step.
    pub state: TranscriptState,
    /// What determines its project.
    pub origin: ProjectOrigin,
    /// Parts of turns that the step adds.
    pub parts: Vec<TurnPart>,
    /// Whether all that the transcript holds belongs to one project.
    pub keeps_project: bool,
}

/// Result of writing a step.
pub(super) struct WrittenStep {
    /// Number of new turns.
    pub new: StoredTurns,
    /// Number of turns that were stored before and are changed.
    pub changed: u64,
    /// Whether a damaged log was replaced: its transcripts must be read again from the beginning.
    pub replaced_damaged: bool,
}

/// Stores what a step has read, in one transaction.
pub(super) fn write(store: &mut Store, step: Step, capture: &Capture) -> Result<WrittenStep> {
    let Step { key, mut state, origin, parts, keeps_project } = step;
    let project_id = origin.remember(store)?.or(state.project_id);
    if keeps_project {
        state.project_id = project_id;
    }
    let own = capture.source.session_of(key);
    let parts = forgotten::left_over(store, parts, own.as_deref(), capture.source)?;
    let places = session_turns(&parts, own.as_deref());
    let filing = Filing {
        project_id,
        moves: matches!(origin, ProjectOrigin::Named(_)),
        agent: capture.source.name(),
        dialect: capture.source,
        splitter: capture.splitter,
    };
    let prepared = filing.prepare(store, parts)?;
    let notes = noting::of_turns(store, &prepared, capture.policy.detects)?;
    let new_callers = new_callers(store, &prepared)?;
    let new = store.write(|writer| {
        let new = writer.put_turns(&prepared)?;
        notes.write(writer)?;
        for (turn, session, position) in &places {
            writer.put_session_turn(turn, session, *position)?;
            if let Some(began_ms) = new_callers.get(turn) {
                writer.read_called_again(session, *began_ms, key)?;
            }
        }
        writer.put_transcript(key, &state)?;
        writer.read_replaced_again(&prepared)?;
        Ok(new)
    })?;
    Ok(WrittenStep {
        new,
        changed: prepared.len() as u64 - new.turns - new.subagent_turns,
        replaced_damaged: prepared.iter().any(|turn| turn.replaces_damaged),
    })
}

/// Returns the sessions of each part, with its position there.
fn session_turns(parts: &[TurnPart], own: Option<&str>) -> Vec<(String, String, u64)> {
    let mut found = Vec::new();
    for part in parts {
        let sessions = part.sessions(own).into_iter().map(str::to_owned);
        found.extend(sessions.map(|session| (part.id.clone(), session, part.position)));
    }
    found
}

/// Returns when the turns began that are new and no subagent's, by their ids.
fn new_callers(store: &Store, prepared: &[PreparedTurn]) -> Result<HashMap<String, i64>> {
    store.read(|reader| {
        let mut new = HashMap::new();
        for turn in prepared.iter().filter(|turn| turn.facts.subagent.is_none()) {
            if reader.turn_id(&turn.uuid)?.is_none() {
                new.insert(turn.uuid.clone(), turn.facts.started_at_ms);
            }
        }
        Ok(new)
    })
}
