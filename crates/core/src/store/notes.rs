//! Notes: their rows, and what lists and searches ask of them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::filter::Filter;
use super::foreign::Foreign;
use super::index::TO_NEXT;
use super::items::ItemFacts;
use super::read::{Reader, Scope};
use super::write::Writer;
use crate::error::Result;
use crate::item::{Kind, chunk, hashtags};
use crate::notes::{self, Note, NoteScope, State, Statement};
use crate::project::Project;

/// A note with everything derived from its statements, ready to be stored.
#[derive(Debug, Clone)]
pub(super) struct PreparedNote {
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

impl PreparedNote {
    /// Returns a note with everything derived from its statements.
    pub fn of(uuid: &str, project_id: i64, statements: &[Statement]) -> Self {
        let note = notes::fold(statements);
        let fields = note.as_ref().map(Note::fields).unwrap_or_default();
        // Estimated, because loading a model's tokenizer would take longer than all the rest.
        let chunks =
            if fields.is_empty() { Vec::new() } else { chunk::split_estimated(&fields.passage()) };
        let log = notes::encode(statements);
        Self { uuid: uuid.to_owned(), project_id, log, note, chunks }
    }
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
    /// Which of its tags say that an agent was not sure of it; [`crate::memory::Memory`] knows them.
    pub suspect: Vec<String>,
}

/// What decides whether a note says the same as another one, or the opposite.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct NoteOutline {
    /// UUID of the note.
    #[serde(skip)]
    pub uuid: String,
    /// Name of its kind.
    pub kind: String,
    /// One line.
    pub summary: String,
    /// Where it holds.
    pub scope: NoteScope,
    /// Branch that was checked out.
    pub branch: Option<String>,
    /// Its state.
    pub state: State,
    /// Id of the note that replaces it.
    pub superseded_by: Option<String>,
    /// When the last statement about it was made, in milliseconds since the epoch.
    pub changed_ms: i64,
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
    /// Which notes of one branch pass.
    pub branches: Branches,
    /// Whether a newer note must have taken its place, or must not; of active notes alone, because
    /// others do not hold anyway.
    pub superseded: Option<bool>,
}

/// Which notes that hold on one branch only are meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Branches {
    /// Those of every branch.
    #[default]
    All,
    /// Those of the branch that is checked out; none where no branch is.
    On(Option<String>),
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
        let Filter { since_ms, until_ms, session, branch, file, command, error, tag: _, typed: _ } =
            &self.common;
        let of_turns = session.is_some() || command.is_some() || error.is_some();
        let tag = self.tag.as_deref().map(hashtags::normal);
        !of_turns
            && self.holds_here(note)
            && self.superseded.is_none_or(|wanted| {
                note.state != State::Active || wanted == note.superseded_by.is_some()
            })
            && (self.kinds.is_empty() || self.kinds.contains(&note.kind))
            && tag.is_none_or(|tag| note.all_tags().any(|own| hashtags::normal(own) == tag))
            && since_ms.is_none_or(|since| note.said_ms.max(note.written_ms) >= since)
            && until_ms.is_none_or(|until| note.written_ms < until)
            && branch.as_ref().is_none_or(|branch| note.branch.as_ref() == Some(branch))
            && file.as_ref().is_none_or(|file| note.files.iter().any(|own| names(own, file)))
    }

    /// Whether a note holds on the branch that is meant.
    fn holds_here(&self, note: &Note) -> bool {
        match &self.branches {
            Branches::On(here) if note.scope == NoteScope::Branch => note.branch == *here,
            _ => true,
        }
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
    pub(super) fn put_note(&mut self, prepared: &PreparedNote) -> Result<()> {
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
    pub(super) fn put_derived_note(&mut self, prepared: &PreparedNote) -> Result<()> {
        self.indexes = TO_NEXT;
        self.put_note(prepared)
    }

    /// Removes a note that no turn gives any more. It may come again.
    pub(super) fn withdraw_note(&mut self, uuid: &str) -> Result<()> {
        self.remove_note(uuid).map(drop)
    }

    /// Removes what rules found in a turn from the notes, and notes of which nothing else is left.
    pub(super) fn withdraw_found_in(&mut self, turn: &str) -> Result<()> {
        for uuid in notes_of_turn(self.transaction, turn)? {
            let (project_id, log) = self
                .transaction
                .prepare_cached("SELECT project_id, log FROM note WHERE uuid = ?1")?
                .query_row([&uuid], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)))?;
            let Some(before) = notes::read(&log) else { continue };
            let is_other = |statement: &Statement| statement.found_in() != Some(turn);
            let left: Vec<Statement> =
                before.iter().filter(|each| is_other(each)).cloned().collect();
            if left.len() == before.len() {
                continue;
            }
            self.note_removed_bytes()?;
            let prepared = PreparedNote::of(&uuid, project_id, &left);
            match prepared.note {
                Some(_) => self.put_note(&prepared)?,
                None => self.withdraw_note(&uuid)?,
            }
        }
        Ok(())
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

    /// Whether a scope has a note, in whatever state.
    pub fn has_notes(&self, scope: &Scope) -> Result<bool> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM note WHERE project_id = ?1)")?;
        for project in self.scope_projects(scope)? {
            if statement.query_row([project], |row| row.get(0))? {
                return Ok(true);
            }
        }
        Ok(false)
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

    /// Returns the notes that were marked or found in a turn.
    pub fn notes_of_turn(&self, turn: &str) -> Result<Vec<NoteRow>> {
        let ids =
            notes_of_turn(self.transaction(), turn)?.into_iter().map(|uuid| self.note_id(&uuid));
        let ids: Vec<i64> = ids.filter_map(Result::transpose).collect::<Result<_>>()?;
        Ok(ids
            .into_iter()
            .map(|id| self.note(id))
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// Returns the UUIDs of the notes that were marked or found in turns, by the UUID of the turn.
    /// Reads every note once: ask it for many turns.
    pub fn notes_by_turn(&self) -> Result<HashMap<String, Vec<String>>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT facts, uuid FROM note ORDER BY uuid")?;
        let mut rows = statement.query([])?;
        let mut found: HashMap<String, Vec<String>> = HashMap::new();
        while let Some(row) = rows.next()? {
            let turns: Option<Vec<String>> =
                field_of(row.get_ref(0)?.as_str().unwrap_or_default(), "turns");
            let Some(turns) = turns else { continue };
            let uuid: String = row.get(1)?;
            for turn in turns {
                found.entry(turn).or_default().push(uuid.clone());
            }
        }
        Ok(found)
    }

    /// Returns the outlines of the notes of a scope, the one that was changed last first. Several
    /// times faster than [`Reader::notes`].
    pub fn outlines(&self, scope: &Scope) -> Result<Vec<NoteOutline>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT facts, uuid, id FROM note WHERE project_id = ?1")?;
        let mut found = Vec::new();
        for project in self.scope_projects(scope)? {
            let mut rows = statement.query([project])?;
            while let Some(row) = rows.next()? {
                let facts = row.get_ref(0)?.as_str().unwrap_or_default();
                if let Ok(outline) = serde_json::from_str(facts) {
                    let (uuid, id): (String, i64) = (row.get(1)?, row.get(2)?);
                    found.push((id, NoteOutline { uuid, ..outline }));
                }
            }
        }
        found.sort_by_key(|(id, outline)| Reverse((outline.changed_ms, *id)));
        Ok(found.into_iter().map(|(_, outline)| outline).collect())
    }

    /// Returns the UUID of the note of a project with this key: see [`notes::key`]. Of several, the
    /// one that sorts first.
    pub fn note_with_key(&self, project: i64, key: &str) -> Result<Option<String>> {
        let found = self.notes_with_keys(project, &HashSet::from([key.to_owned()]))?;
        Ok(found.into_iter().map(|(_, uuid)| uuid).next())
    }

    /// Returns the notes of a project with one of these keys, each with its key, by UUID. Reads
    /// every note of the project once.
    pub fn notes_with_keys(
        &self,
        project: i64,
        keys: &HashSet<String>,
    ) -> Result<Vec<(String, String)>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT facts, uuid FROM note WHERE project_id = ?1 ORDER BY uuid")?;
        let mut rows = statement.query([project])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let key: Option<String> = field_of(row.get_ref(0)?.as_str().unwrap_or_default(), "key");
            if let Some(key) = key.filter(|key| keys.contains(key)) {
                found.push((key, row.get(1)?));
            }
        }
        Ok(found)
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
        let passing = notes.filter(|row| row.note.is_searched() && filter.passes(&row.note));
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

    /// Returns the session of a turn; of several, the one whose name sorts first.
    pub fn session_of_turn(&self, turn: &str) -> Result<Option<String>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT min(session.uuid) FROM session_turn
             JOIN session ON session.id = session_id JOIN turn ON turn.id = turn_id
             WHERE turn.uuid = ?1",
        )?;
        Ok(statement.query_row([turn], |row| row.get(0))?)
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

/// Returns a field of a note's facts without reading the rest of the JSON; `None` where it is
/// missing. Only the note itself may have a field of this name.
fn field_of<T: DeserializeOwned>(facts: &str, name: &str) -> Option<T> {
    // A quotation mark inside of a string has a backslash, so this is no part of a text.
    let label = format!("\"{name}\":");
    let start = facts.find(&label)? + label.len();
    serde_json::Deserializer::from_str(&facts[start..]).into_iter().next()?.ok()
}

fn notes_of_turn(connection: &Connection, turn: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT uuid FROM note WHERE instr(facts, ?1) > 0
           AND ?2 IN (SELECT value FROM json_each(facts, '$.turns')) ORDER BY uuid",
    )?;
    // As JSON writes it, without the quotation marks.
    let inside = serde_json::Value::from(turn).to_string();
    let inside = inside.trim_matches('"');
    let rows = statement.query_map([inside, turn], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Reads id, UUID, project, facts and the project's id; `None` for a note that is not written yet.
pub(super) fn note_row(row: &Row) -> rusqlite::Result<Option<NoteRow>> {
    let facts = row.get_ref(4)?.as_str().unwrap_or_default();
    let Ok(note) = serde_json::from_str(facts) else { return Ok(None) };
    let project = Project { key: row.get(2)?, name: row.get(3)? };
    let project_id = row.get(5)?;
    let (id, uuid) = (row.get(0)?, row.get(1)?);
    Ok(Some(NoteRow { id, uuid, project_id, project, note, suspect: Vec::new() }))
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
