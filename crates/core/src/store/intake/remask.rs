//! Masks what is stored again with the current rules.

use serde::Serialize;

use super::derive::{self, TurnKey};
use crate::conversation::MaskedEntries;
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::item::chunk::Splitter;
use crate::notes;
use crate::secrets::{Masker, masked_out};
use crate::sources;
use crate::store::{PreparedNote, Store, StoredTurns, TranscriptState};

/// What was read, and in how much of it something was masked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MaskedCounts {
    /// Number of turns read, without those of subagents.
    pub turns: u64,
    /// Number of turns of subagents read.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// Number of all these turns in which something was masked.
    pub changed: u64,
    /// Number of notes read.
    pub notes: u64,
    /// Number of notes in which something was masked.
    pub notes_changed: u64,
}

impl MaskedCounts {
    /// Adds what a further step read.
    pub fn add(&mut self, step: Self) {
        self.turns += step.turns;
        self.subagent_turns += step.subagent_turns;
        self.changed += step.changed;
        self.notes += step.notes;
        self.notes_changed += step.notes_changed;
    }
}

/// Result of one step. The last one reads the notes.
#[derive(Debug, Default)]
pub struct Scrubbed {
    /// What was read.
    pub counts: MaskedCounts,
    /// The texts that were masked, which must no longer occur anywhere. Never print them.
    pub removed: Vec<String>,
    /// Id after which the next step continues; `None` at the end.
    pub next: Option<i64>,
}

/// Maximum number of turns per step.
const STEP_TURNS: usize = 16;

/// Masks some turns after the id `after` again and derives the changed ones anew. The last step
/// also masks the prompts queued in transcripts. The masked bytes are out of the file after
/// [`Store::compact`].
pub fn scrub(
    store: &mut Store,
    after: i64,
    masker: &Masker,
    splitter: &dyn Splitter,
) -> Result<Scrubbed> {
    let turns = store.read(|reader| reader.turns_after(after, STEP_TURNS))?;
    let mut scrubbed = Scrubbed { next: turns.last().map(|(id, _)| *id), ..Scrubbed::default() };
    let mut prepared = Vec::new();
    let mut read = StoredTurns::default();
    for (_, uuid) in turns {
        let Some(log) = store.read(|reader| reader.turn_log(&uuid))? else { continue };
        let key = TurnKey::stored(uuid.clone(), &log);
        let Some(entries) = log.entries else {
            return Err(Error::LogDamaged { turn: uuid });
        };
        read.add(&turn::facts(&entries));
        let mut removed = Vec::new();
        let told = &mut |before: &str, after: &str| removed.extend(masked_out(before, after));
        let entries = MaskedEntries::telling(entries, masker, told);
        if !removed.is_empty() {
            scrubbed.counts.changed += 1;
            scrubbed.removed.extend(removed);
            prepared.push(derive::derived(key, &entries, splitter));
        }
    }
    if !prepared.is_empty() {
        store.write(|writer| {
            writer.note_removed_bytes()?;
            writer.put_turns(&prepared)
        })?;
    }
    (scrubbed.counts.turns, scrubbed.counts.subagent_turns) = (read.turns, read.subagent_turns);
    if scrubbed.next.is_none() {
        mask_notes(store, masker, &mut scrubbed)?;
        scrubbed.removed.extend(mask_waiting(store, masker)?);
    }
    Ok(scrubbed)
}

/// Masks the statements of all notes.
fn mask_notes(store: &mut Store, masker: &Masker, scrubbed: &mut Scrubbed) -> Result<()> {
    for (_, uuid) in store.read(|reader| reader.notes_after(0, usize::MAX >> 1))? {
        let Some(log) = store.read(|reader| reader.note_log(&uuid))? else { continue };
        let Some(mut statements) = log.statements else {
            return Err(Error::LogDamaged { turn: uuid });
        };
        scrubbed.counts.notes += 1;
        let mut removed = Vec::new();
        for statement in &mut statements {
            let told = &mut |before: &str, after: &str| removed.extend(masked_out(before, after));
            notes::mask(statement, masker, told);
        }
        if removed.is_empty() {
            continue;
        }
        scrubbed.counts.notes_changed += 1;
        scrubbed.removed.append(&mut removed);
        let prepared = PreparedNote::of(&uuid, log.project_id, &statements);
        store.write(|writer| {
            writer.note_removed_bytes()?;
            writer.put_note(&prepared)
        })?;
    }
    Ok(())
}

/// Masks what cursors hold: prompts that were typed ahead and wait for their place in a turn.
fn mask_waiting(store: &mut Store, masker: &Masker) -> Result<Vec<String>> {
    let states = store.read(|reader| reader.transcript_states())?;
    let mut removed = Vec::new();
    for (path, state) in states {
        // What a newer version reads is masked by it.
        let Ok(source) = sources::named(&state.agent) else { continue };
        let told = &mut |before: &str, after: &str| removed.extend(masked_out(before, after));
        let Some(cursor) = source.mask_cursor(&state.cursor, masker, told) else { continue };
        store.write(|writer| {
            writer.note_removed_bytes()?;
            writer.put_transcript(&path, &TranscriptState { cursor, ..state })
        })?;
    }
    Ok(removed)
}
