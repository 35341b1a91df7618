//! Notes: their rows, and what lists and searches ask of them.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::filter::Filter;
use super::foreign::Foreign;
use super::index::TO_NEXT;
use super::items::ItemFacts;
use super::read::{Reader, Scope};
use super::write::Writer;
use crate::error::Result;
use crate::item::Kind;
use crate::notes::{self, Note, Statement};
use crate::project::Project;

/// A note with everything derived from its statements, ready to be stored.
#[derive(Debug, Clone)]
pub struct PreparedNote {
    /// UUID of the note.
    pub uuid: String,
    /// Id of the project.
    pub project_id: i64,
    /// The compressed statements.
    pub log: Vec<u8>,
    /// The note that they make; `None` when nothing says yet what was written.
    pub note: Option<Note>,
    /// Chunks, as ranges of the passage.
    pub chunks: Vec<Range<usize>>,
}

/// Stored log of a note.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteLog {
    /// Id of the note's project.
    pub project_id: i64,
    /// The statements; `None` when the log fails its checksum.
    pub statements: Option<Vec<Statement>>,
}

/// A note without its body, and where it belongs.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteRow {
    /// Id of its item.
    pub id: i64,
    /// UUID of the note.
    pub uuid: String,
    /// Id of its project.
    pub project_id: i64,
    /// Its project.
    pub project: Project,
    /// The note; its body is empty.
    pub note: Note,
}

/// Conditions that a note must all satisfy; an empty one is not checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteFilter {
    /// Names of kinds, one of which it must have.
    pub kinds: Vec<String>,
    /// A tag that it must have, ignoring case.
    pub tag: Option<String>,
    /// Conditions on time, branch and file.
    pub common: Filter,
}

/// A note with everything that cannot be derived from other data.
#[derive(Debug, Clone, PartialEq)]
pub struct RawNote {
    /// UUID of the note.
    pub uuid: String,
    /// Project of the note; `None` when it cannot be read.
    pub project: Option<Project>,
    /// The compressed statements.
    pub log: Vec<u8>,
}

impl NoteFilter {
    /// Whether a note satisfies all conditions. What only turns have (sessions, commands, errors)
    /// no note satisfies.
    pub fn passes(&self, note: &Note) -> bool {
        let Filter { since_ms, until_ms, session, branch, file, command, error } = &self.common;
        let of_turns = session.is_some() || command.is_some() || error.is_some();
        let same = |tag: &String| note.tags.iter().any(|own| own.to_lowercase() == *tag);
        let tag = self.tag.as_ref().map(|tag| tag.trim_start_matches('#').to_lowercase());
        !of_turns
            && (self.kinds.is_empty() || self.kinds.contains(&note.kind))
            && tag.is_none_or(|tag| same(&tag))
            && since_ms.is_none_or(|since| note.said_ms.max(note.written_ms) >= since)
            && until_ms.is_none_or(|until| note.written_ms < until)
            && branch.as_ref().is_none_or(|branch| note.branch.as_ref() == Some(branch))
            && file.as_ref().is_none_or(|file| note.files.iter().any(|own| names(own, file)))
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a path contains the parts of another one side by side.
fn names(path: &str, wanted: &str) -> bool {
    let parts = |text: &str| {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.map(str::to_lowercase).collect::<Vec<String>>()
    };
    let (path, wanted) = (parts(path), parts(wanted));
    !wanted.is_empty() && path.windows(wanted.len()).any(|each| each == wanted)
}

impl Writer<'_> {
    /// Stores a note or replaces its stored version; unchanged chunks keep their vectors.
    pub fn put_note(&mut self, prepared: &PreparedNote) -> Result<()> {
        let PreparedNote { uuid, project_id, log, note, chunks } = prepared;
        let item = ItemFacts {
            kind: Kind::NOTE,
            project_id: *project_id,
            started_at_ms: note.as_ref().map_or(0, |note| note.written_ms),
            secondary: false,
        };
        let id = match self.note_id(uuid)? {
            Some(id) => id,
            None => self.add_item(&item)?,
        };
        let fields = note.as_ref().map(Note::fields).unwrap_or_default();
        self.put_item_text(id, &item, fields, chunks)?;
        self.transaction
            .prepare_cached(
                "INSERT INTO note (id, uuid, project_id, log, facts) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (uuid) DO UPDATE SET project_id = excluded.project_id,
                   log = excluded.log, facts = excluded.facts",
            )?
            .execute(params![id, uuid, project_id, log, facts_of(note.as_ref())])?;
        Ok(())
    }

    /// Stores a note that was derived again, for a rebuild. Index entries are written to the tables
    /// that the rebuild fills.
    pub fn put_derived_note(&mut self, prepared: &PreparedNote) -> Result<()> {
        self.indexes = TO_NEXT;
        self.put_note(prepared)
    }

    pub(super) fn note_id(&self, uuid: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction.prepare_cached("SELECT id FROM note WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| row.get(0)).optional()?)
    }

    /// Removes a note with everything derived from it. Returns whether it was stored.
    pub(super) fn remove_note(&mut self, uuid: &str) -> Result<bool> {
        let Some(id) = self.note_id(uuid)? else { return Ok(false) };
        self.transaction.prepare_cached("DELETE FROM note WHERE id = ?1")?.execute([id])?;
        self.remove_item(id)?;
        Ok(true)
    }
}

/// Returns what lists show of a note, as JSON; `{}` for one that is not written yet.
fn facts_of(note: Option<&Note>) -> String {
    let Some(note) = note else { return "{}".to_owned() };
    let facts = Note { body: String::new(), ..note.clone() };
    // Cannot fail: a note consists of strings and numbers.
    serde_json::to_string(&facts).unwrap_or_default()
}

impl Reader<'_> {
    /// Returns the stored log of a note.
    pub fn note_log(&self, uuid: &str) -> Result<Option<NoteLog>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT project_id, log FROM note WHERE uuid = ?1")?;
        let row = |row: &Row| {
            let log: Vec<u8> = row.get(1)?;
            Ok(NoteLog { project_id: row.get(0)?, statements: notes::read(&log) })
        };
        Ok(statement.query_row([uuid], row).optional()?)
    }

    /// Returns the notes of a scope, the one that was changed last first.
    pub fn notes(&self, scope: &Scope) -> Result<Vec<NoteRow>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT note.id, uuid, key, name, facts, project_id
             FROM note JOIN project ON project.id = project_id",
        )?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let of: i64 = row.get(5)?;
            let is_meant = scope.projects.as_ref().is_none_or(|wanted| wanted.contains(&of));
            if is_meant {
                found.extend(note_row(row)?);
            }
        }
        found.sort_by_key(|row: &NoteRow| Reverse((row.note.changed_ms, row.id)));
        Ok(found)
    }

    /// Returns the row of a note by the id of its item; `None` for one that is not written yet.
    pub fn note(&self, id: i64) -> Result<Option<NoteRow>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT note.id, uuid, key, name, facts, project_id
             FROM note JOIN project ON project.id = project_id WHERE note.id = ?1",
        )?;
        Ok(statement.query_row([id], note_row).optional()?.flatten())
    }

    /// Returns the UUIDs of the notes whose id begins so; only the exact match if there is one.
    pub fn notes_named(&self, prefix: &str) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT uuid FROM note WHERE substr(uuid, 1, length(?1)) = ?1 ORDER BY uuid",
        )?;
        let rows = statement.query_map([prefix], |row| row.get(0))?;
        let found: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        let is_exact = found.iter().any(|uuid| uuid == prefix);
        Ok(if is_exact { vec![prefix.to_owned()] } else { found })
    }

    /// Returns the id of a note's item.
    pub fn note_id(&self, uuid: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT id FROM note WHERE uuid = ?1")?;
        Ok(statement.query_row([uuid], |row| row.get(0)).optional()?)
    }

    /// Returns the UUID of the note with this item; `None` when the item is no note.
    pub fn note_uuid(&self, id: i64) -> Result<Option<String>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT uuid FROM note WHERE id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Returns the ids of the searchable notes of a scope that pass a filter.
    pub fn notes_passing(&self, filter: &NoteFilter, scope: &Scope) -> Result<HashSet<i64>> {
        let notes = self.notes(scope)?.into_iter();
        let passing = notes.filter(|row| row.note.state.is_searched() && filter.passes(&row.note));
        Ok(passing.map(|row| row.id).collect())
    }

    /// Returns turns and notes together, the newest first.
    pub fn newest_first(&self, turns: &[i64], notes: &HashSet<i64>) -> Result<Vec<i64>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT started_at_ms FROM item WHERE id = ?1")?;
        let mut all = Vec::with_capacity(turns.len() + notes.len());
        for id in turns.iter().chain(notes) {
            let at_ms: i64 = statement.query_row([id], |row| row.get(0))?;
            all.push((at_ms, *id));
        }
        all.sort_unstable_by(|a, b| b.cmp(a));
        Ok(all.into_iter().map(|(_, id)| id).collect())
    }

    /// Returns the id and the stored log of every note.
    pub fn note_logs(&self) -> Result<Vec<(i64, Vec<u8>)>> {
        let mut statement = self.transaction().prepare_cached("SELECT id, log FROM note")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns at most `limit` UUIDs of notes with ids above `id`, each with its id, in order.
    pub fn notes_after(&self, id: i64, limit: usize) -> Result<Vec<(i64, String)>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT id, uuid FROM note WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map([id, limit as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns all notes of a scope with everything that cannot be derived, in the order of their
    /// ids.
    pub fn raw_notes(&self, scope: &Scope) -> Result<Vec<RawNote>> {
        let wanted = |project| scope.projects.as_ref().is_none_or(|ids| ids.contains(&project));
        Ok(raw_notes(self.transaction(), wanted)?)
    }

    /// Returns the number of notes.
    pub fn note_count(&self) -> Result<u64> {
        let mut statement = self.transaction().prepare_cached("SELECT count(*) FROM note")?;
        Ok(statement.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    /// Returns the ids of the items of a project's notes.
    pub fn note_items(&self, project: i64) -> Result<Vec<i64>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT id FROM note WHERE project_id = ?1")?;
        let rows = statement.query_map([project], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the notes of a project, by UUID.
    pub fn notes_of_project(&self, project: i64) -> Result<Vec<String>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT uuid FROM note WHERE project_id = ?1 ORDER BY id")?;
        let rows = statement.query_map([project], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the notes that fail their checksum, by UUID, and how many differ from their
    /// statements in what lists show.
    pub(super) fn note_problems(&self) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare("SELECT uuid, log, facts FROM note")?;
        let mut rows = statement.query([])?;
        let mut problems = Vec::new();
        while let Some(row) = rows.next()? {
            let uuid = String::from_utf8_lossy(row.get_ref(0)?.as_bytes().unwrap_or_default());
            match notes::read(row.get_ref(1)?.as_blob().unwrap_or_default()) {
                None => problems.push(format!("the log of note {uuid} fails its checksum")),
                Some(statements) => {
                    let facts = facts_of(notes::fold(&statements).as_ref());
                    if row.get_ref(2)?.as_str().unwrap_or_default() != facts {
                        problems.push(format!("note {uuid} differs from its statements"));
                    }
                }
            }
        }
        Ok(problems)
    }
}

/// Reads id, UUID, project, facts and the project's id; `None` for a note that is not written yet.
pub(super) fn note_row(row: &Row) -> rusqlite::Result<Option<NoteRow>> {
    let facts = row.get_ref(4)?.as_str().unwrap_or_default();
    let Ok(note) = serde_json::from_str(facts) else { return Ok(None) };
    let project = Project { key: row.get(2)?, name: row.get(3)? };
    let project_id = row.get(5)?;
    Ok(Some(NoteRow { id: row.get(0)?, uuid: row.get(1)?, project_id, project, note }))
}

fn raw_notes(
    connection: &Connection,
    wanted: impl Fn(i64) -> bool,
) -> rusqlite::Result<Vec<RawNote>> {
    let mut statement = connection.prepare(
        "SELECT uuid, log, project_id, key, name
         FROM note LEFT JOIN project ON project.id = project_id ORDER BY note.id",
    )?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        if wanted(row.get(2)?) {
            let (key, name): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
            let project = key.zip(name).map(|(key, name)| Project { key, name });
            found.push(RawNote { uuid: row.get(0)?, project, log: row.get(1)? });
        }
    }
    Ok(found)
}

impl Foreign {
    /// Returns the notes of that database; none when it is older than notes or cannot be read.
    pub fn notes(&self) -> Vec<RawNote> {
        raw_notes(self.connection(), |_| true).unwrap_or_default()
    }
}
