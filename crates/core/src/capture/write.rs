//! Writes the turns of one step to the store.

use super::derive::Filing;
use super::forgotten;
use super::ingest::Capture;
use super::noting;
use super::origin::ProjectOrigin;
use crate::conversation::turn::TurnPart;
use crate::error::Result;
use crate::sources::Source;
use crate::store::{Store, StoredTurns, TranscriptState};

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
    forgotten::note_parts(store, &parts, capture.source)?;
    let copies = session_turns(capture.source, key, &parts);
    let filing = Filing {
        project_id,
        moves: matches!(origin, ProjectOrigin::Named(_)),
        agent: capture.source.name(),
        dialect: capture.source,
        splitter: capture.splitter,
    };
    let prepared = filing.prepare(store, parts)?;
    let notes = noting::of_turns(store, &prepared, capture.policy.detects)?;
    let new = store.write(|writer| {
        let new = writer.put_turns(&prepared)?;
        notes.write(writer)?;
        copies.iter().try_for_each(|(turn, session, position)| {
            writer.put_session_turn(turn, session, *position)
        })?;
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

/// Returns the sessions of each part, with its position there: the session that its entries name,
/// and the one that the transcript is named after. Some clients leave the parent's name in the
/// entries that a fork copies.
fn session_turns(source: &dyn Source, key: &str, parts: &[TurnPart]) -> Vec<(String, String, u64)> {
    let own = source.session_of(key);
    let mut found = Vec::new();
    for part in parts {
        let mut sessions: Vec<&String> = part.session.iter().chain(&own).collect();
        sessions.dedup();
        let rows = sessions.into_iter();
        found.extend(rows.map(|session| (part.id.clone(), session.clone(), part.position)));
    }
    found
}
