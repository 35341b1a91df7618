//! The one way in for a turn, whoever brings it: a transcript, a hook, an export, another database.
//!
//! [`take_in`] makes sure of every step, in this order:
//! 1. Masked: what arrives are [`MaskedEntries`], which exist only masked.
//! 2. Excluded: a [`Via`] holds a [`Permit`], and folding left out the turns that worked in an
//!    excluded directory; or each turn is asked for its own directories.
//! 3. Forgotten: what was forgotten, copies of it, and what its subagents did stay out.
//! 4. Notes: what prompts mark and what rules find.
//! 5. Written: turns, notes, places and the read state of a transcript in one transaction.
//!
//! Nothing else puts a turn: the methods of [`Writer`] for that are private to the store.

mod arrival;
mod derive;
mod detecting;
mod forgotten;
mod move_to;
mod note_changes;
mod note_plan;
mod noting;
mod rederive;
mod remask;
mod under;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::{PreparedTurn, SessionPosition, Store, StoredTurns, TranscriptState, Writer};
use crate::error::Result;
use crate::item::chunk::Splitter;
use crate::policy::{CapturePolicy, Permit};
pub use arrival::Arrival;
pub use derive::{Filing, Voucher, WorkPlaces};
pub use move_to::move_to;
pub use note_plan::NotePlan;
pub use rederive::rederive;
pub use remask::{MaskedCounts, Scrubbed, scrub};
pub use under::Under;

/// Turns that somebody brings.
pub struct Incoming<'a> {
    /// Who brings them.
    pub via: Via<'a>,
    /// The turns, together with those that are filed in the same way.
    pub turns: Vec<(Filing<'a>, Vec<Arrival>)>,
}

/// Who brings turns.
pub enum Via<'a> {
    /// A step of reading a transcript; its state after the step is written with the turns.
    Transcript {
        /// That it is not excluded.
        permit: Permit,
        /// The transcript's key.
        key: &'a str,
        /// State of the transcript after the step.
        state: Box<TranscriptState>,
        /// Turns whose work went on in an excluded directory: what is stored of them goes.
        out: BTreeSet<String>,
    },
    /// A hook that reports an answer before its transcript has it.
    Hook {
        /// That the transcript is not excluded.
        permit: Permit,
    },
    /// An export or another database. A turn that worked in an excluded directory stays out.
    Copy,
}

/// What became of incoming turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Received {
    /// Number of new turns.
    pub new: StoredTurns,
    /// Number of turns that were stored before and are changed.
    pub changed: u64,
    /// Number of turns that stay out because they are excluded or were forgotten.
    pub left_out: u64,
    /// Whether a damaged log was replaced: its transcripts must be read again from the beginning.
    pub replaced_damaged: bool,
}

/// Takes in turns. Those that are stored already become the union of both.
///
/// # Errors
/// Errors of the store.
pub fn take_in(
    store: &mut Store,
    incoming: Incoming,
    policy: &CapturePolicy,
    splitter: &dyn Splitter,
) -> Result<Received> {
    let Incoming { via, mut turns } = incoming;
    let brought = count(&turns);
    if matches!(via, Via::Copy) {
        for (_, arrivals) in &mut turns {
            arrivals.retain(|turn| !is_excluded(turn, policy));
        }
    }
    forgotten::leave_out(store, &mut turns)?;
    let mut received = Received { left_out: brought - count(&turns), ..Received::default() };
    for (filing, arrivals) in turns {
        if arrivals.is_empty() && matches!(via, Via::Copy) {
            continue;
        }
        let places = places(&arrivals);
        let under = match filing.under {
            Some(Under::Id(id)) => Some(id),
            Some(under) => Some(store.write(|writer| under.stored(writer))?),
            None => None,
        };
        let prepared = filing.prepare(store, under, arrivals, splitter)?;
        let notes = noting::of_turns(store, &prepared, policy.detects)?;
        let began = match &via {
            Via::Transcript { .. } => began_new(store, &prepared)?,
            Via::Hook { .. } | Via::Copy => HashMap::new(),
        };
        let new = store.write(|writer| {
            let new = writer.put_turns(&prepared)?;
            notes.write(writer)?;
            for (turn, SessionPosition { session, position }) in &places {
                writer.put_session_turn(turn, session, *position)?;
            }
            if let Via::Transcript { key, state, out, .. } = &via {
                for turn in &prepared {
                    for (_, place) in places.iter().filter(|(id, _)| *id == turn.uuid) {
                        writer.replace_reported(&place.session, turn)?;
                    }
                }
                out.iter().try_for_each(|turn| writer.take_out(turn))?;
                read_callers_again(writer, &places, &began, key)?;
                writer.put_transcript(key, state)?;
            }
            writer.read_replaced_again(&prepared)?;
            Ok(new)
        })?;
        received.new.turns += new.turns;
        received.new.subagent_turns += new.subagent_turns;
        received.changed += prepared.len() as u64 - new.turns - new.subagent_turns;
        received.replaced_damaged |= prepared.iter().any(|turn| turn.replaces_damaged);
    }
    Ok(received)
}

fn count(turns: &[(Filing, Vec<Arrival>)]) -> u64 {
    turns.iter().map(|(_, arrivals)| arrivals.len() as u64).sum()
}

fn is_excluded(turn: &Arrival, policy: &CapturePolicy) -> bool {
    turn.directories.iter().any(|directory| policy.excluded.covers(Path::new(directory)))
}

/// Returns the positions of turns in their sessions.
fn places(arrivals: &[Arrival]) -> Vec<(String, SessionPosition)> {
    let of_turn = |turn: &Arrival| {
        let places = turn.places.iter().cloned();
        places.map(|place| (turn.id.clone(), place)).collect::<Vec<_>>()
    };
    arrivals.iter().flat_map(of_turn).collect()
}

/// Returns when the turns began that are new and no subagent's, by their ids.
fn began_new(store: &Store, prepared: &[PreparedTurn]) -> Result<HashMap<String, i64>> {
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

fn read_callers_again(
    writer: &mut Writer,
    places: &[(String, SessionPosition)],
    began: &HashMap<String, i64>,
    key: &str,
) -> Result<()> {
    for (turn, place) in places {
        if let Some(began_ms) = began.get(turn) {
            writer.read_called_again(&place.session, *began_ms, key)?;
        }
    }
    Ok(())
}
