//! Notes that wait to be taken in.
//!
//! Writing into the database takes several times as long as starting the program, and must wait
//! for whoever writes there. So a note is first decided on by reading alone, and its statements are
//! handed over as lines of an export. Importing lines twice changes nothing, so they may be taken
//! in at any time, by anyone, and again.

mod twins;
mod view;

use std::path::Path;

use super::change::{refuse_agent, refuse_excluded};
use super::find::WholeNote;
use super::remember::{self, NewNote, Remembered};
use crate::capture::belonging::belonging;
use crate::error::{Error, Result};
use crate::notes::{self, Author, Note, NoteScope, Says, Statement, Written};
use crate::policy::CapturePolicy;
use crate::project::{self, Person, Project};
use crate::record::{self, NoteRecord, ProjectRecord, Record};
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteRow, Reader, Store};
use twins::{Line, count_twins};
use view::{View, by_note};

/// A note that was decided on and is not stored yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// What became of it.
    pub remembered: Remembered,
    /// Lines of an export that store it, already masked.
    pub lines: Vec<String>,
}

/// Decides on a note as [`remember::remember`] does, and writes nothing. `waiting` are lines of notes
/// that were decided on before and may not be stored yet. Returns `None` when the database must be
/// written to decide: the directory's repository claims a project that was never seen.
///
/// # Errors
/// Those of [`remember::remember`].
pub fn plan(
    store: &Store,
    new: &NewNote,
    waiting: &[String],
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Option<Planned>> {
    let written = remember::checked(new, policy)?;
    refuse_excluded(&new.directory, &written.files, policy)?;
    let person = store.person();
    store.read(|reader| {
        let Some((project, project_id)) = project_of(reader, new, &person)? else {
            return Ok(None);
        };
        let view = View { reader, waiting: by_note(waiting) };
        let mut superseded: Vec<String> =
            new.supersedes.iter().map(|id| view.named(id)).collect::<Result<_>>()?;
        if new.author == Author::Person {
            let taken_back = view.taken_back(&project, project_id, &written)?;
            let named = superseded.clone();
            superseded.extend(taken_back.into_iter().filter(|id| !named.contains(id)));
        }
        let placed = remember::placed(written, new, policy)?;
        let written = Written { supersedes: superseded.clone(), ..placed };
        let same = view.same_note(&project, project_id, (&written, new.author))?;
        let said_again = same.is_some();
        let (uuid, added) = remember::decided(same, written, new, now_ms);
        if superseded.contains(&uuid) {
            return Err(remember::supersedes_itself());
        }
        let mut lines = vec![line(&uuid, &project, &added)];
        let note = view.with(&uuid, &project, added)?;
        let mut old = Vec::new();
        for other in &superseded {
            let says = Says::Contradicted { other: uuid.clone() };
            let project = view.project(other)?;
            let statements = view.statements(other)?;
            refuse_agent(other, &statements, new.author)?;
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    person: &Person,
) -> Result<Option<(Project, Option<i64>)>> {
    let with_id = |project: Project| {
        let id = reader.project_with_key(&project.key)?;
        Ok(Some((project, id)))
    };
    if new.scope == NoteScope::Person {
        return with_id(project::everywhere());
    }
    if let Some(name) = &new.project {
        return match remember::one_project(name, &reader.projects(name)?)? {
            Some(id) => Ok(Some((reader.project(id)?, Some(id)))),
            None => with_id(project::named(name)),
        };
    }
    let found = belonging(reader, &new.directory, person)?;
    let is_new_claim = found.project_id.is_none() && found.place.claimed.is_some();
    // Its project gets another key, which must be written.
    let goes_on = found.earlier.is_some();
    Ok((!is_new_claim && !goes_on).then_some((found.project, found.project_id)))
}

fn line(uuid: &str, project: &Project, statements: &[Statement]) -> String {
    let project = ProjectRecord { key: project.key.clone(), name: project.name.clone() };
    let statements = statements.to_vec();
    record::line(&Record::Note(NoteRecord { note: uuid.to_owned(), project, statements }))
}

fn last_ms(statements: &[Statement]) -> i64 {
    statements.iter().map(|statement| statement.at_ms).max().unwrap_or_default()
}
