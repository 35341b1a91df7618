//! Masks stored turns again with the current rules.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;
use serde::Serialize;

use crate::capture::derive::{self, Splitter, TurnKey};
use crate::capture::noting;
use crate::conversation::entry::Entry;
use crate::conversation::redact::mask_entry_telling;
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::notes;
use crate::secrets::Masker;
use crate::sources;
use crate::store::{Store, StoredTurns, TranscriptState};

/// Result of one step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scrubbed {
    /// Number of turns read, without those of subagents.
    pub turns: u64,
    /// Number of turns of subagents read.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// Number of all these turns in which something was masked.
    pub changed: u64,
    /// Number of notes read, in the last step.
    pub notes: u64,
    /// Number of notes in which something was masked.
    pub notes_changed: u64,
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
pub fn step(
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
        let Some(mut entries) = log.entries else {
            return Err(Error::LogDamaged { turn: uuid });
        };
        read.add(&turn::facts(&entries));
        let removed = mask_all(&mut entries, masker);
        if !removed.is_empty() {
            scrubbed.changed += 1;
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
    (scrubbed.turns, scrubbed.subagent_turns) = (read.turns, read.subagent_turns);
    if scrubbed.next.is_none() {
        mask_notes(store, masker, &mut scrubbed)?;
        scrubbed.removed.extend(mask_waiting(store, masker)?);
    }
    Ok(scrubbed)
}

/// Masks a whole backup, removing every masked byte. Returns the masked texts. Every failure is
/// reported as an error of the backup.
pub fn scrub_backup(
    path: &Path,
    masker: &Masker,
    splitter: &dyn Splitter,
    busy: Duration,
) -> Result<Vec<String>> {
    let work = || {
        let mut store = Store::open_backup(path, busy)?;
        let mut removed = Vec::new();
        let mut after = Some(0);
        while let Some(from) = after {
            let done = step(&mut store, from, masker, splitter)?;
            removed.extend(done.removed);
            after = done.next;
        }
        store.compact()?;
        Ok(removed)
    };
    work().map_err(|error| Error::of_backup(path, error))
}

/// Masks the statements of all notes.
fn mask_notes(store: &mut Store, masker: &Masker, scrubbed: &mut Scrubbed) -> Result<()> {
    for (_, uuid) in store.read(|reader| reader.notes_after(0, usize::MAX >> 1))? {
        let Some(log) = store.read(|reader| reader.note_log(&uuid))? else { continue };
        let Some(mut statements) = log.statements else {
            return Err(Error::LogDamaged { turn: uuid });
        };
        scrubbed.notes += 1;
        let mut removed = Vec::new();
        for statement in &mut statements {
            let told = &mut |before: &str, after: &str| removed.extend(masked_out(before, after));
            notes::mask(statement, masker, told);
        }
        if removed.is_empty() {
            continue;
        }
        scrubbed.notes_changed += 1;
        scrubbed.removed.append(&mut removed);
        let prepared = noting::prepared(&uuid, log.project_id, &statements);
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

fn mask_all<'e>(entries: impl IntoIterator<Item = &'e mut Entry>, masker: &Masker) -> Vec<String> {
    let mut removed = Vec::new();
    for entry in entries {
        let told = &mut |before: &str, after: &str| removed.extend(masked_out(before, after));
        mask_entry_telling(entry, masker, told);
    }
    removed
}

/// The marker that replaces a secret.
static MARKER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[(?:masked:[a-z0-9-]+|private)\]").expect("a constant pattern"));

/// Returns the parts of `before` that `after` replaces with a marker.
pub fn masked_out(before: &str, after: &str) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let mut removed = Vec::new();
    let mut rest = before;
    let mut kept = MARKER.split(after);
    let beginning = kept.next().unwrap_or_default();
    rest = rest.strip_prefix(beginning).unwrap_or(rest);
    let mut kept = kept.peekable();
    while let Some(piece) = kept.next() {
        // The piece after the last marker is the end of the text.
        let at = match kept.peek() {
            None => rest.len().checked_sub(piece.len()).filter(|at| rest.is_char_boundary(*at)),
            Some(_) => rest.find(piece),
        };
        let at = at.unwrap_or(rest.len());
        if !MARKER.is_match(&rest[..at]) && at > 0 {
            removed.push(rest[..at].to_owned());
        }
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_masked_is_what_stood_there() {
        let out = |before: &str, after: &str| masked_out(before, after);
        assert_eq!(out("a key=s3cret b", "a key=[masked:password] b"), ["s3cret"]);
        assert_eq!(out("s3cret", "[masked:own]"), ["s3cret"]);
        assert_eq!(out("x [masked:own] y tok z", "x [masked:own] y [masked:own] z"), ["tok"]);
        assert_eq!(out("p one q two", "p [private] q [masked:a-b]"), ["one", "two"]);
        assert!(out("same", "same").is_empty());
    }
}
