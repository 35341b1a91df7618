//! Changing a note: its state, its text, and what holds again because of it.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;

use super::find::{WholeNote, named, row_of, statements_of, whole};
use super::{remember, undo};
use crate::error::{Error, Result};
use crate::notes::{self, Author, Edit, Move, Note, Says, State, Statement, Undo, draft};
use crate::policy::CapturePolicy;
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteRow, Reader, Scope, Store};

/// A change of a note.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteChange"))]
pub enum Change {
    /// Its state moves.
    Move(Move),
    /// It is pinned or unpinned.
    Pin(bool),
    /// Some of it is edited. `text` replaces summary and body.
    #[cfg_attr(test, ts(optional_fields))]
    Edit {
        /// New text.
        text: Option<String>,
        /// Name or alias of another kind.
        kind: Option<String>,
        /// All tags.
        tags: Option<Vec<String>>,
        /// All files.
        files: Option<Vec<String>>,
    },
    /// What was said last is taken back. Nothing is deleted: new statements restore what was.
    Undo(Undo),
}

/// Changes the note whose id begins so. Returns it, and whether anything changed.
///
/// # Errors
/// [`Error::NoteUnknown`], [`Error::NoteAmbiguous`], [`Error::NoteMove`], [`Error::NoteOfPerson`],
/// [`Error::NoteWaitsForPerson`], [`Error::NoteUndo`], and those of [`draft`].
pub fn change(
    store: &mut Store,
    id: &str,
    change: &Change,
    by: Author,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<(WholeNote, bool)> {
    let uuid = store.read(|reader| named(reader, id))?;
    let holds = matches!(change, Change::Move(Move::Accept | Move::Restore) | Change::Pin(true));
    if by == Author::Agent && holds {
        return Err(Error::NoteWaitsForPerson { id: uuid });
    }
    let says = |statements: &[Statement], note: &Note| said_of(change, statements, note, policy);
    let mut plans = Vec::from_iter(changed(store, &uuid, by, policy, now_ms, says)?);
    let changes = !plans.is_empty();
    if changes && *change == Change::Move(Move::Reject) {
        plans.extend(held_again(store, &HashSet::from([uuid.clone()]), policy, now_ms)?);
    }
    if changes && by == Author::Person && *change == Change::Move(Move::Accept) {
        plans.extend(taken_back(store, &uuid, policy, now_ms)?);
    }
    store.write(|writer| writer.write_notes(&plans))?;
    let note = store.read(|reader| whole(reader, &uuid))?;
    Ok((note, changes))
}

/// Returns the notes that hold again when those that took them back are rejected or forgotten.
pub(crate) fn held_again(
    store: &Store,
    gone: &HashSet<String>,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Vec<NotePlan>> {
    let rows = store.read(|reader| reader.notes(&Scope::default()))?.into_iter();
    let taken_back = |row: &NoteRow| {
        row.note.state == State::Active
            && row.note.superseded_by.as_ref().is_some_and(|by| gone.contains(by))
            && !gone.contains(&row.uuid)
    };
    let mut plans = Vec::new();
    for NoteRow { uuid, note, .. } in rows.filter(taken_back) {
        // The person says nothing about this note, so its confidence stays.
        let by = if note.author.is_rule() { note.author } else { Author::Prompt };
        let says = |_: &[Statement], _: &Note| Ok(vec![Says::Moved { to: State::Active }]);
        plans.extend(changed(store, &uuid, by, policy, now_ms, says)?);
    }
    Ok(plans)
}

/// Returns the older notes of its project that a proposal takes back once it holds.
fn taken_back(
    store: &Store,
    uuid: &str,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Vec<NotePlan>> {
    let older = store.read(|reader| {
        let newer = row_of(reader, uuid)?;
        let scope = Scope { projects: Some(vec![newer.project_id]), ..Scope::default() };
        let mut older = remember::taken_back(reader, &scope, &newer.note.summary)?
            .into_iter()
            .map(|other| row_of(reader, &other))
            .collect::<Result<Vec<NoteRow>>>()?;
        older.retain(|row| row.note.said_ms < newer.note.said_ms);
        Ok(older)
    })?;
    let mut plans = Vec::new();
    for NoteRow { uuid: older, .. } in older {
        let contradicted = || Says::Contradicted { other: uuid.to_owned() };
        let says = |_: &[Statement], _: &Note| Ok(vec![contradicted()]);
        plans.extend(changed(store, &older, Author::Prompt, policy, now_ms, says)?);
    }
    Ok(plans)
}

fn said_of(
    change: &Change,
    statements: &[Statement],
    note: &Note,
    policy: &CapturePolicy,
) -> Result<Vec<Says>> {
    let says = match change {
        Change::Undo(what) => return undo::said(statements, *what),
        Change::Move(done) => {
            let to = done.after(note.state, note.superseded_by.is_some())?;
            Says::Moved { to }
        }
        Change::Pin(pinned) => Says::Pinned { pinned: *pinned },
        Change::Edit { text, kind, tags, files } => {
            let mask = |text: &String| policy.masker.mask_spoken(text).into_owned();
            let masked = |texts: &Vec<String>| texts.iter().map(mask).collect::<Vec<String>>();
            let text = text.as_ref().map(mask);
            let parts = text.as_deref().map(draft::split);
            let files = files.as_ref().map(|files| draft::files(&masked(files))).transpose()?;
            let directory = note.cwd.clone().unwrap_or_default();
            refuse_excluded(Path::new(&directory), files.as_deref().unwrap_or_default(), policy)?;
            let kind = kind.as_ref().map(|kind| notes::kind_named(kind)).transpose()?;
            Says::Edited(Edit {
                kind: kind.map(|kind| kind.name.to_owned()),
                summary: parts.as_ref().map(|(summary, _)| draft::summary(summary)).transpose()?,
                body: parts.as_ref().map(|(_, body)| draft::body(body)).transpose()?,
                tags: tags.as_ref().map(|tags| draft::tags(&masked(tags))).transpose()?,
                files,
            })
        }
    };
    Ok(vec![says])
}

/// Adds what is said to a stored note; `None` when that changes nothing that people see. A clock
/// that was set back does not put it before the statements that are there.
pub(super) fn changed(
    store: &Store,
    uuid: &str,
    by: Author,
    policy: &CapturePolicy,
    now_ms: i64,
    says: impl FnOnce(&[Statement], &Note) -> Result<Vec<Says>>,
) -> Result<Option<NotePlan>> {
    let statements = store.read(|reader| statements_of(reader, uuid))?;
    refuse_agent(uuid, &statements, by)?;
    let unknown = || Error::NoteUnknown { id: uuid.to_owned() };
    let before = notes::fold(&statements).ok_or_else(unknown)?;
    let says = says(&statements, &before)?;
    let last_ms = statements.iter().map(|statement| statement.at_ms).max().unwrap_or_default();
    let added = made(uuid, (last_ms + 1).max(now_ms), by, says);
    let Some(last) = added.last() else { return Ok(None) };
    let same = Note { changed_ms: last.at_ms, ..before };
    let after = notes::fold(&notes::merge(statements, added.clone()));
    if after.as_ref() == Some(&same) {
        return Ok(None);
    }
    let project = store.read(|reader| Ok(reader.note_log(uuid)?.map(|log| log.project_id)))?;
    let under = Under::Id(project.unwrap_or_default());
    NotePlan::adding(store, uuid, under, added, policy)
}

/// Makes statements, one millisecond apart so that their order stays.
pub(super) fn made(uuid: &str, at_ms: i64, by: Author, says: Vec<Says>) -> Vec<Statement> {
    let times = at_ms..;
    says.into_iter().zip(times).map(|(says, at)| Statement::new(uuid, at, by, says)).collect()
}

/// Refuses an agent that would remove a person's note.
///
/// # Errors
/// [`Error::NoteOfPerson`], and errors of the store.
pub(crate) fn refuse_for_agent(reader: &Reader, uuid: &str) -> Result<()> {
    let statements = reader.note_log(uuid)?.and_then(|log| log.statements).unwrap_or_default();
    refuse_agent(uuid, &statements, Author::Agent)
}

/// Refuses what an agent says about a person's word.
pub(super) fn refuse_agent(uuid: &str, statements: &[Statement], by: Author) -> Result<()> {
    if by == Author::Agent && notes::is_persons(statements) {
        return Err(Error::NoteOfPerson { id: uuid.to_owned() });
    }
    Ok(())
}

pub(super) fn refuse_excluded(
    directory: &Path,
    files: &[String],
    policy: &CapturePolicy,
) -> Result<()> {
    let excluded = policy.excluded_place(directory, files);
    excluded.map_or(Ok(()), |path| Err(Error::NoteExcluded { path }))
}
