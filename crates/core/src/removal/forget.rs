//! Forgetting: selects the turns the user means, and removes them for good.

mod dependents;
mod probes;
mod twins;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::conversation::entry::Entry;
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::note_actions::change::held_again;
use crate::notes;
use crate::policy::CapturePolicy;
use crate::removal::beside::Gone;
use crate::removal::phrase::Phrase;
use crate::sources;
use crate::store::{Filter, NoteFilter, NoteRow, Reader, Scope, Store};
pub use probes::{Probes, probes};
pub(crate) use probes::{finder, forms};
pub use twins::{Twin, twins};

/// Selects the turns that meet all conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Prefixes of turn or session ids, one of which must match; empty matches all.
    pub ids: Vec<String>,
    /// A phrase that must occur in the turn, in any case, over a line break too.
    pub containing: Option<String>,
    /// Time, place and actions.
    pub filter: Filter,
    /// Which projects.
    pub scope: Scope,
}

/// A turn or a note selected for removal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Selected {
    /// UUID of the turn's prompt, or of the note.
    pub turn: String,
    /// Whether it is a note.
    pub is_note: bool,
    /// Sessions that contain it.
    pub sessions: Vec<String>,
    /// Name of its project.
    pub project: String,
    /// Key of its project: several projects may have the same name.
    pub project_key: String,
    /// The subagent whose turn it is.
    #[serde(rename = "agent")]
    pub subagent: Option<String>,
    /// Start of the turn, or when the note was written, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The user's prompt, or the note's summary.
    pub prompt: String,
    /// Why it is selected.
    pub because: Because,
}

/// Why a turn is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Because {
    /// It matches the selection.
    Meant,
    /// It is another part of a turn that was too long for one.
    Part,
    /// It belongs to a subagent of a removed turn, or carries the same text.
    Subagent,
    /// It is a copy of a removed turn under another id.
    Copy,
    /// It is a note that was found in a removed turn.
    Origin,
    /// It is a note that was merged into a removed one, which says the same.
    Same,
}

/// Returns the turns that a selection matches and those that must go with them: the other parts of
/// a split turn, the turns of its subagents, and copies of all of these. Oldest first.
pub fn select(store: &Store, selection: &Selection) -> Result<Vec<Selected>> {
    if selection.ids.is_empty()
        && selection.containing.is_none()
        && selection.filter.is_empty()
        && selection.scope.projects.is_none()
    {
        return Err(Error::InvalidArgument("nothing says which turns are meant".to_owned()));
    }
    let containing = phrase_of(selection);
    store.read(|reader| {
        let among = reader.turns_of(&selection.ids, &selection.scope)?;
        let meant = meant(reader, among, selection, containing.as_ref())?;
        let because: BTreeMap<i64, Because> = dependents::with_dependents(reader, &meant)?;
        let turns = because.into_iter().map(|(id, because)| selected(reader, id, because));
        let mut turns = turns.collect::<Result<Vec<Selected>>>()?;
        let notes = selected_notes(reader, selection, containing.as_ref(), &turns)?;
        turns.extend(notes);
        turns.sort_by(|a, b| (a.at_ms, &a.turn).cmp(&(b.at_ms, &b.turn)));
        Ok(turns)
    })
}

/// Returns how many turns and notes outside the projects of a selection match it otherwise.
pub fn beside(store: &Store, selection: &Selection) -> Result<usize> {
    let Some(inside) = &selection.scope.projects else { return Ok(0) };
    let containing = phrase_of(selection);
    let wide = Selection { scope: Scope::default(), ..selection.clone() };
    store.read(|reader| {
        let own: HashSet<i64> =
            reader.turns_of(&selection.ids, &selection.scope)?.into_iter().collect();
        let mut others = reader.turns_of(&wide.ids, &wide.scope)?;
        others.retain(|id| !own.contains(id));
        let mut count = meant(reader, others, &wide, containing.as_ref())?.len();
        for row in reader.notes(&wide.scope)? {
            let is_outside = !inside.contains(&row.project_id);
            if is_outside && is_meant(reader, &row, &wide, containing.as_ref())? {
                count += 1;
            }
        }
        Ok(count)
    })
}

fn phrase_of(selection: &Selection) -> Option<Phrase> {
    selection.containing.as_deref().map(Phrase::of)
}

/// Returns those of some turns that meet the filter and contain the phrase.
fn meant(
    reader: &Reader,
    among: Vec<i64>,
    selection: &Selection,
    containing: Option<&Phrase>,
) -> Result<Vec<i64>> {
    let passing = reader.passing(&selection.filter)?;
    let mut meant = Vec::new();
    for id in among {
        if passing.as_ref().is_some_and(|passing| !passing.contains(&id)) {
            continue;
        }
        if let Some(text) = containing
            && !holds(&turn::decode(&reader.stored_turn(id)?.log), text)
        {
            continue;
        }
        meant.push(id);
    }
    Ok(meant)
}

/// Returns the notes that a selection matches, with text in lower case, and those that were found
/// in the selected turns.
fn selected_notes(
    reader: &Reader,
    selection: &Selection,
    containing: Option<&Phrase>,
    turns: &[Selected],
) -> Result<Vec<Selected>> {
    let turns: HashSet<&String> = turns.iter().map(|turn| &turn.turn).collect();
    let mut found = Vec::new();
    let (merged, rows): (Vec<NoteRow>, Vec<NoteRow>) = reader
        .notes(&Scope::default())?
        .into_iter()
        .partition(|row| row.note.merged_into.is_some());
    // Those that were merged come after those that they were merged into.
    for row in rows.into_iter().chain(merged) {
        let from = &row.note.turns;
        let comes_from = !from.is_empty() && from.iter().all(|turn| turns.contains(turn));
        let because = match is_meant(reader, &row, selection, containing)? {
            true => Because::Meant,
            false if comes_from => Because::Origin,
            false if is_same_as(&row, &found) => Because::Same,
            false => continue,
        };
        let NoteRow { uuid, project, note, .. } = row;
        found.push(Selected {
            turn: uuid,
            is_note: true,
            sessions: Vec::new(),
            project: project.name,
            project_key: project.key,
            subagent: None,
            at_ms: note.written_ms,
            prompt: note.summary,
            because,
        });
    }
    Ok(found)
}

/// Whether a note was merged into a selected one.
fn is_same_as(row: &NoteRow, selected: &[Selected]) -> bool {
    let other = row.note.merged_into.as_ref();
    other.is_some_and(|other| selected.iter().any(|each| each.turn == *other))
}

/// Whether a selection matches a note.
fn is_meant(
    reader: &Reader,
    row: &NoteRow,
    selection: &Selection,
    containing: Option<&Phrase>,
) -> Result<bool> {
    let Selection { ids, filter, scope, .. } = selection;
    let filter = NoteFilter { common: filter.clone(), ..NoteFilter::default() };
    let is_named = ids.is_empty() || ids.iter().any(|id| row.uuid.starts_with(id.as_str()));
    let is_there = scope.projects.as_ref().is_none_or(|ids| ids.contains(&row.project_id));
    if !(is_named && is_there && filter.passes(&row.note)) {
        return Ok(false);
    }
    let Some(text) = containing else { return Ok(true) };
    let log = reader.note_log(&row.uuid)?.and_then(|log| log.statements).unwrap_or_default();
    Ok(log.iter().flat_map(notes::texts).any(|each| text.is_in(&each)))
}

/// Returns what the files beside the database may know of turns and notes that go.
pub(super) fn gone(store: &Store, ids: &[String]) -> Result<Gone> {
    let mut gone = Gone { ids: ids.iter().cloned().collect(), ..Gone::default() };
    store.read(|reader| {
        for uuid in ids {
            let Some(id) = reader.turn_id(uuid)? else { continue };
            let Selected { sessions, prompt, .. } = selected(reader, id, Because::Meant)?;
            gone.sessions.extend(sessions);
            gone.prompts.push(prompt);
        }
        Ok(())
    })?;
    Ok(gone)
}

fn selected(reader: &Reader, id: i64, because: Because) -> Result<Selected> {
    let stored = reader.stored_turn(id)?;
    let entries = turn::decode(&stored.log);
    let facts = turn::facts(&entries);
    Ok(Selected {
        turn: stored.uuid,
        is_note: false,
        sessions: stored.sessions,
        project: stored.project,
        project_key: stored.project_key,
        subagent: facts.subagent,
        at_ms: facts.started_at_ms,
        prompt: turn::text(&entries, sources::dialect(&stored.agent)).prompt,
        because,
    })
}

/// Removes turns and records that they must not come back. Returns how many were stored. The
/// removed bytes are out of the file after [`Store::compact`].
pub fn forget(store: &mut Store, turns: &[String], policy: &CapturePolicy) -> Result<u64> {
    let (found, notes) =
        store.read(|reader| Ok((found_in_all(reader, turns)?, notes_among(reader, turns)?)))?;
    // What a forgotten note took back holds again: nothing else says that it does not.
    let held = if notes.is_empty() { Vec::new() } else { held_again(store, &notes, policy, 0)? };
    store.write(|writer| {
        // These go with their turns. They are not recorded: what is said again later is new.
        let mut removed = found.len() as u64;
        for turn in turns.iter().filter(|turn| !found.contains(*turn)) {
            removed += writer.forget_turn(turn)?;
        }
        writer.remove_empty_sessions()?;
        writer.write_notes(&held)?;
        Ok(removed)
    })
}

/// Returns those ids that are notes.
fn notes_among(reader: &Reader, ids: &[String]) -> Result<HashSet<String>> {
    let mut notes = HashSet::new();
    for uuid in ids {
        if reader.note_id(uuid)?.is_some() {
            notes.insert(uuid.clone());
        }
    }
    Ok(notes)
}

/// Returns those ids that are notes which rules found, and in no other turn than these.
fn found_in_all(reader: &Reader, ids: &[String]) -> Result<HashSet<String>> {
    let all: HashSet<&String> = ids.iter().collect();
    let mut found = HashSet::new();
    for uuid in ids {
        let Some(id) = reader.note_id(uuid)? else { continue };
        let Some(NoteRow { note, .. }) = reader.note(id)? else { continue };
        let is_found = note.author.is_rule() && !note.turns.is_empty();
        if is_found && note.turns.iter().all(|turn| all.contains(turn)) {
            found.insert(uuid.clone());
        }
    }
    Ok(found)
}

/// Removes turns from a backup, including all of their bytes. Returns how many it contained. Every
/// failure is reported as an error of the backup, so that it is not mistaken for an error of the
/// memory.
pub fn forget_in_backup(path: &Path, turns: &[String], busy: Duration) -> Result<u64> {
    let work = || {
        let mut store = Store::open_backup(path, busy)?;
        // What is said of other notes then holds no text of a person.
        let removed = forget(&mut store, turns, &CapturePolicy::default())?;
        store.compact()?;
        Ok(removed)
    };
    work().map_err(|error| Error::of_backup(path, error))
}

/// Returns whether any text of the entries contains a phrase.
fn holds(entries: &[Entry], phrase: &Phrase) -> bool {
    let mut found = false;
    for entry in entries {
        entry.each_text(&mut |each| found |= phrase.is_in(each));
    }
    found
}
