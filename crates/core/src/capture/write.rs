//! The turns of one step into the store.

use super::derive::Filing;
use super::ingest::Capture;
use super::origin::ProjectOrigin;
use crate::conversation::turn::TurnPart;
use crate::error::Result;
use crate::sources::Source;
use crate::store::{Store, TranscriptState};

/// What one step has read of a transcript.
pub(super) struct Step<'a> {
    /// The transcript's key.
    pub key: &'a str,
    /// How far it is read.
    pub state: TranscriptState,
    /// Where it belongs.
    pub origin: ProjectOrigin,
    /// What it adds to its turns.
    pub parts: Vec<TurnPart>,
}

/// What came of writing a step.
pub(super) struct WrittenStep {
    /// Turns that were stored or changed.
    pub turns: u64,
    /// Whether a damaged log was replaced: its transcripts are to be read from their beginning.
    pub replaced_damaged: bool,
}

/// Stores what a step has read, in one transaction.
pub(super) fn write(store: &mut Store, step: Step, capture: &Capture) -> Result<WrittenStep> {
    let Step { key, mut state, origin, parts } = step;
    state.project_id = origin.remember(store)?.or(state.project_id);
    forget_continuations(store, &parts)?;
    let copies = session_turns(capture.source, key, &parts);
    let filing = Filing {
        project_id: state.project_id,
        moves: matches!(origin, ProjectOrigin::Named(_)),
        agent: capture.source.name(),
        dialect: capture.source,
        splitter: capture.splitter,
    };
    let prepared = filing.prepare(store, parts)?;
    store.write(|writer| {
        prepared.iter().try_for_each(|turn| writer.put_turn(turn))?;
        copies.iter().try_for_each(|(turn, session, position)| {
            writer.put_session_turn(turn, session, *position)
        })?;
        writer.put_transcript(key, &state)?;
        writer.read_replaced_again(&prepared)
    })?;
    Ok(WrittenStep {
        turns: prepared.len() as u64,
        replaced_damaged: prepared.iter().any(|turn| turn.replaces_damaged),
    })
}

/// Notes the rest of a forgotten turn as forgotten too: it was too long for one turn, and goes on.
fn forget_continuations(store: &mut Store, parts: &[TurnPart]) -> Result<()> {
    let mut rests = Vec::new();
    for part in parts {
        let Some(first) = &part.continues else { continue };
        let (first, own) = store
            .read(|reader| Ok((reader.is_forgotten(first)?, reader.is_forgotten(&part.id)?)))?;
        if first && !own {
            rests.push(&part.id);
        }
    }
    if rests.is_empty() {
        return Ok(());
    }
    store.write(|writer| rests.iter().try_for_each(|turn| writer.forget_turn(turn).map(drop)))
}

/// Returns the sessions of each part with its position there: the one its entries name, and the one
/// the transcript is named after, as some clients leave the parent's name on what a fork copies.
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
