//! Notes that wait to be taken in.
//!
//! Writing into the database takes several times as long as starting the program, and must wait
//! for whoever writes there. So a note is first decided on by reading alone, and its statements are
//! handed over as lines of an export. Importing lines twice changes nothing, so they may be taken
//! in at any time, by anyone, and again.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use serde::Serialize;

use super::change::{self, Known, NewNote, Remembered, WholeNote};
use crate::capture::belonging::belonging;
use crate::error::{Error, Result};
use crate::notes::{self, Author, Note, NoteScope, Says, State, Statement, Written, contradiction};
use crate::policy::CapturePolicy;
use crate::project::{self, Project};
use crate::record::{self, NoteRecord, ProjectRecord, Record};
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteRow, Reader, Scope, Store};

/// A note that was decided on and is not stored yet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlannedNote"))]
pub struct Planned {
    /// What became of it.
    pub remembered: Remembered,
    /// Lines of an export that store it, already masked.
    pub lines: Vec<String>,
}

/// Decides on a note as [`change::remember`] does, and writes nothing. `waiting` are lines of notes
/// that were decided on before and may not be stored yet. Returns `None` when the database must be
/// written to decide: the directory's repository claims a project that was never seen.
///
/// # Errors
/// Those of [`change::remember`].
pub fn plan(
    store: &Store,
    new: &NewNote,
    waiting: &[String],
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Option<Planned>> {
    let written = change::checked(new, policy)?;
    change::refuse_excluded(&new.directory, &written.files, policy)?;
    let owner = store.owner();
    store.read(|reader| {
        let Some((project, project_id)) = project_of(reader, new, owner)? else { return Ok(None) };
        let view = View { reader, waiting: by_note(waiting) };
        let mut superseded: Vec<String> =
            new.supersedes.iter().map(|id| view.named(id)).collect::<Result<_>>()?;
        if new.author == Author::Person {
            let taken_back = view.taken_back(&project, project_id, &written)?;
            let named = superseded.clone();
            superseded.extend(taken_back.into_iter().filter(|id| !named.contains(id)));
        }
        let placed = change::placed(written, new, policy)?;
        let written = Written { supersedes: superseded.clone(), ..placed };
        let same = view.same_note(&project, project_id, &written)?;
        let said_again = same.is_some();
        let (uuid, added) = change::decided(same, written, new, now_ms);
        if superseded.contains(&uuid) {
            return Err(change::supersedes_itself());
        }
        let mut lines = vec![line(&uuid, &project, &added)];
        let note = view.with(&uuid, &project, added)?;
        let mut old = Vec::new();
        for other in &superseded {
            let says = Says::Contradicted { other: uuid.clone() };
            let project = view.project(other)?;
            let statements = view.statements(other)?;
            change::refuse_agent(other, &statements, new.author)?;
            let last_ms = last_ms(&statements);
            let at_ms = (last_ms + 1).max(now_ms);
            let added = vec![Statement::new(other, at_ms, new.author, says)];
            lines.push(line(other, &project, &added));
            let WholeNote { row, .. } = view.with(other, &project, added)?;
            old.push(NoteRow { note: Note { body: String::new(), ..row.note }, ..row });
        }
        let remembered = Remembered { note, said_again, superseded: old };
        Ok(Some(Planned { remembered, lines }))
    })
}

/// What became of lines that waited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakenIn {
    /// Number of notes stored or changed.
    pub notes: u64,
    /// Number of lines that are no notes.
    pub unreadable: u64,
    /// Number of notes whose stored statements are damaged: theirs must wait until that is mended.
    pub damaged: u64,
}

/// Takes in lines of notes that waited; what is stored already changes nothing, and what was
/// forgotten or is excluded now stays away. One transaction stores all of them, and none is begun
/// when nothing changes.
///
/// # Errors
/// Errors of the store.
pub fn take_in(store: &mut Store, lines: &[String], policy: &CapturePolicy) -> Result<TakenIn> {
    let is_note = |line: &&String| matches!(Record::read(line), Some(Record::Note(_)));
    let readable = lines.iter().filter(is_note).count();
    let mut taken = TakenIn { unreadable: (lines.len() - readable) as u64, ..TakenIn::default() };
    let mut waiting = Vec::new();
    for (uuid, (project, mut statements)) in by_note(lines) {
        // Compared with what is stored, which is masked.
        for statement in &mut statements {
            notes::mask(statement, &policy.masker, &mut |_, _| {});
        }
        if is_excluded(&statements, policy) {
            continue;
        }
        let id = match store.read(|reader| reader.project_with_key(&project.key))? {
            Some(id) => id,
            None => store.write(|writer| writer.project_id(&project))?,
        };
        waiting.push(Line { uuid, project_id: id, statements });
    }
    store.read(|reader| count_twins(reader, &mut waiting))?;
    let mut plans = Vec::new();
    for Line { uuid, project_id, statements } in waiting {
        match NotePlan::adding(store, &uuid, Under::Id(project_id), statements, policy) {
            Err(Error::LogDamaged { .. }) => taken.damaged += 1,
            // Another statement about it is stored, and brings the excluded place with it.
            Err(Error::NoteExcluded { .. }) => {}
            plan => plans.extend(plan?),
        }
    }
    if !plans.is_empty() {
        taken.notes = store.write(|writer| writer.write_notes(&plans))?;
    }
    Ok(taken)
}

/// What is taken in of one note.
struct Line {
    uuid: String,
    project_id: i64,
    statements: Vec<Statement>,
}

/// Makes one note of those that processes wrote at the same instant, when none of them could see
/// the other's: the oldest counts the others. What is added depends on the notes alone, so taking
/// lines in again, in whatever order, adds the same.
fn count_twins(reader: &Reader, waiting: &mut Vec<Line>) -> Result<()> {
    let twins = Twins::of(reader, waiting)?;
    let mut added: BTreeMap<(String, i64), Vec<Statement>> = BTreeMap::new();
    for line in waiting.iter() {
        let same = twins.of_line(line);
        let Some(((_, oldest), _)) = same.first() else { continue };
        for ((project, uuid), note) in &same[1..] {
            let mut add = |uuid: &String, at_ms: i64, says: Says| {
                let statement = Statement::new(uuid, at_ms, note.author, says);
                added.entry((uuid.clone(), *project)).or_default().push(statement);
            };
            add(oldest, note.written_ms, Says::Said { session: None });
            add(uuid, note.written_ms + 1, Says::Same { other: oldest.clone() });
        }
    }
    for ((uuid, project_id), statements) in added {
        match waiting.iter_mut().find(|line| line.uuid == uuid) {
            Some(line) => line.statements.extend(statements),
            None => waiting.push(Line { uuid, project_id, statements }),
        }
    }
    Ok(())
}

/// The notes that lines write, and those that may say the same: each project's, by UUID.
struct Twins {
    notes: BTreeMap<(i64, String), Note>,
}

impl Twins {
    fn of(reader: &Reader, waiting: &[Line]) -> Result<Self> {
        let mut notes = BTreeMap::new();
        let mut keys: BTreeMap<i64, HashSet<String>> = BTreeMap::new();
        for Line { uuid, project_id, statements } in waiting {
            if let Some(note) = fold_with_stored(reader, uuid, statements)?.filter(holds) {
                keys.entry(*project_id).or_default().extend(note.key.clone());
                notes.insert((*project_id, uuid.clone()), note);
            }
        }
        for (project, keys) in keys {
            for (_, uuid) in reader.notes_with_keys(project, &keys)? {
                if !notes.contains_key(&(project, uuid.clone()))
                    && let Some(note) = fold_with_stored(reader, &uuid, &[])?.filter(holds)
                {
                    notes.insert((project, uuid), note);
                }
            }
        }
        Ok(Self { notes })
    }

    /// Returns the notes that say the same as what a line writes, its own among them, the oldest
    /// first; none when the line writes nothing.
    fn of_line(&self, line: &Line) -> Vec<(&(i64, String), &Note)> {
        let is_written = |each: &Statement| matches!(each.says, Says::Written(_));
        let own = self.notes.get(&(line.project_id, line.uuid.clone()));
        let own = own.filter(|note| note.key.is_some() && line.statements.iter().any(is_written));
        let Some(own) = own else { return Vec::new() };
        let of_project = self.notes.iter().filter(|((project, _), _)| *project == line.project_id);
        let mut same: Vec<_> = of_project.filter(|(_, other)| is_same(other, own)).collect();
        same.sort_by_key(|((_, uuid), note)| (note.written_ms, uuid));
        same
    }
}

/// Whether a note holds.
fn holds(note: &Note) -> bool {
    note.state == State::Active && note.superseded_by.is_none()
}

/// Whether two notes say the same, for the same place.
fn is_same(one: &Note, other: &Note) -> bool {
    one.says_the_same(&other.kind, &other.summary, &other.body)
        && one.scope == other.scope
        && (one.scope != NoteScope::Branch || one.branch == other.branch)
}

/// Returns a note as it is with statements that may not be stored yet; `None` for one that is not
/// written, or whose stored statements are damaged.
fn fold_with_stored(reader: &Reader, uuid: &str, statements: &[Statement]) -> Result<Option<Note>> {
    let stored = match reader.note_log(uuid)? {
        None => Vec::new(),
        Some(log) => match log.statements {
            None => return Ok(None),
            Some(stored) => stored,
        },
    };
    Ok(notes::fold(&notes::merge(stored, statements.to_vec())))
}

fn is_excluded(statements: &[Statement], policy: &CapturePolicy) -> bool {
    notes::fold(statements).is_some_and(|note| {
        let directory = note.cwd.unwrap_or_default();
        policy.excluded_place(Path::new(&directory), &note.files).is_some()
    })
}

/// Returns the project of a note, and its id if it is stored; `None` when it is not and another
/// repository could claim it too.
fn project_of(
    reader: &Reader,
    new: &NewNote,
    owner: Option<u32>,
) -> Result<Option<(Project, Option<i64>)>> {
    let with_id = |project: Project| {
        let id = reader.project_with_key(&project.key)?;
        Ok(Some((project, id)))
    };
    if new.scope == NoteScope::Person {
        return with_id(change::everywhere());
    }
    if let Some(name) = &new.project {
        return match change::one_project(name, &reader.projects(name)?)? {
            Some(id) => Ok(Some((reader.project(id)?, Some(id)))),
            None => with_id(project::named(name)),
        };
    }
    let found = belonging(reader, &new.directory, owner)?;
    let is_new_claim = found.project_id.is_none() && found.place.claimed.is_some();
    // Its project gets another key, which must be written.
    let goes_on = found.earlier.is_some();
    Ok((!is_new_claim && !goes_on).then_some((found.project, found.project_id)))
}

/// A note that waits: its project, and its statements.
type Waiting = (Project, Vec<Statement>);

fn by_note(lines: &[String]) -> BTreeMap<String, Waiting> {
    let mut found: BTreeMap<String, Waiting> = BTreeMap::new();
    for line in lines {
        // An unreadable line is told when it is taken in.
        let Some(Record::Note(record)) = Record::read(line) else { continue };
        let ProjectRecord { key, name } = record.project;
        let (_, statements) =
            found.entry(record.note).or_insert_with(|| (Project { key, name }, Vec::new()));
        *statements = notes::merge(std::mem::take(statements), record.statements);
    }
    found
}

fn line(uuid: &str, project: &Project, statements: &[Statement]) -> String {
    let project = ProjectRecord { key: project.key.clone(), name: project.name.clone() };
    let statements = statements.to_vec();
    record::line(&Record::Note(NoteRecord { note: uuid.to_owned(), project, statements }))
}

fn last_ms(statements: &[Statement]) -> i64 {
    statements.iter().map(|statement| statement.at_ms).max().unwrap_or_default()
}

/// The stored notes together with those that wait.
struct View<'r> {
    reader: &'r Reader<'r>,
    waiting: BTreeMap<String, Waiting>,
}

impl View<'_> {
    /// Returns the UUID of the note whose id begins so.
    fn named(&self, id: &str) -> Result<String> {
        let id = id.trim();
        let mut found = if id.is_empty() { Vec::new() } else { self.reader.notes_named(id)? };
        if !id.is_empty() && !found.iter().any(|uuid| uuid == id) {
            found.extend(self.waiting.keys().filter(|uuid| uuid.starts_with(id)).cloned());
            found.sort_unstable();
            found.dedup();
        }
        change::only(id, found)
    }

    fn statements(&self, uuid: &str) -> Result<Vec<Statement>> {
        let waiting = self.waiting.get(uuid).map(|(_, statements)| statements.clone());
        match change::statements_of(self.reader, uuid) {
            Err(Error::NoteUnknown { .. }) if waiting.is_some() => Ok(waiting.unwrap_or_default()),
            stored => Ok(notes::merge(stored?, waiting.unwrap_or_default())),
        }
    }

    fn project(&self, uuid: &str) -> Result<Project> {
        match (self.reader.note_log(uuid)?, self.waiting.get(uuid)) {
            (Some(log), _) => self.reader.project(log.project_id),
            (None, Some((project, _))) => Ok(project.clone()),
            (None, None) => Err(Error::NoteUnknown { id: uuid.to_owned() }),
        }
    }

    /// Returns the note of a project that says the same.
    fn same_note(
        &self,
        project: &Project,
        id: Option<i64>,
        written: &Written,
    ) -> Result<Option<Known>> {
        let scope = Scope { projects: Some(id.into_iter().collect()), ..Scope::default() };
        if let Some(found) =
            change::same_note(self.reader, &scope, written, |uuid| self.statements(uuid))?
        {
            return Ok(Some(found));
        }
        for (uuid, (of, statements)) in &self.waiting {
            let known = Known::of(uuid, statements.clone()).filter(|_| of.key == project.key);
            let says = |known: &Known| {
                change::is_as_wide(&known.note, written)
                    && known.note.says_the_same(&written.kind, &written.summary, &written.body)
            };
            if let Some(known) = known.filter(says) {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Returns the notes of a project, stored or waiting, that hold and that a new note surely takes
    /// back.
    fn taken_back(
        &self,
        project: &Project,
        id: Option<i64>,
        written: &Written,
    ) -> Result<Vec<String>> {
        let scope = Scope { projects: Some(id.into_iter().collect()), ..Scope::default() };
        let mut found = change::taken_back(self.reader, &scope, written)?;
        for (uuid, (of, statements)) in &self.waiting {
            let note = notes::fold(statements).filter(|_| of.key == project.key);
            let is_dropped = |note: Note| {
                holds(&note) && contradiction::takes_back(&written.summary, &note.summary)
            };
            if note.is_some_and(is_dropped) && !found.contains(uuid) {
                found.push(uuid.clone());
            }
        }
        Ok(found)
    }

    /// Returns a note as it is with more statements. Its row has no ids yet.
    fn with(&self, uuid: &str, project: &Project, added: Vec<Statement>) -> Result<WholeNote> {
        let known = match self.statements(uuid) {
            Err(Error::NoteUnknown { .. }) => Vec::new(),
            known => known?,
        };
        let statements = notes::merge(known, added);
        let note = notes::fold(&statements);
        let note = note.ok_or_else(|| Error::NoteUnknown { id: uuid.to_owned() })?;
        let row = NoteRow {
            id: 0,
            uuid: uuid.to_owned(),
            project_id: 0,
            project: project.clone(),
            note,
            suspect: Vec::new(),
        };
        Ok(WholeNote { row, statements: statements.iter().map(Statement::to_json).collect() })
    }
}
