//! What a person does with notes: writes, finds, changes and moves them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use crate::capture::belonging::belonging;
use crate::error::{Error, Result};
use crate::notes::contradiction::{self, Subject};
use crate::notes::{
    self, Author, Edit, Move, Note, NoteScope, Says, State, Statement, Written, draft,
};
use crate::policy::CapturePolicy;
use crate::project::{self, Project};
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteDocument, NoteFilter, NoteOutline, NoteRow, Reader, Scope, Store};

/// A note to write.
#[derive(Debug, Clone, Default)]
pub struct NewNote {
    /// UUID that it gets when it is new.
    pub uuid: String,
    /// Its text: the first line is the summary, the rest the body.
    pub text: String,
    /// Name or alias of its kind.
    pub kind: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Files that it is about, absolute or relative to the directory.
    pub files: Vec<String>,
    /// Where it holds.
    pub scope: NoteScope,
    /// Its branch, where it holds on one only; without one, the branch that is checked out.
    pub branch: Option<String>,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Beginnings of the ids of notes that it replaces.
    pub supersedes: Vec<String>,
    /// Who writes it.
    pub author: Author,
    /// Directory in which it is written.
    pub directory: PathBuf,
    /// Name of a project; without one, that of the directory.
    pub project: Option<String>,
}

/// What became of a note to write.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Remembered {
    /// The note.
    #[cfg_attr(test, ts(type = "Note"))]
    pub note: WholeNote,
    /// Whether it was there already and was said again.
    pub said_again: bool,
    /// The notes that it supersedes.
    #[cfg_attr(test, ts(type = "Array<Note>"))]
    pub superseded: Vec<NoteRow>,
}

/// A note with all of its text and statements.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeNote {
    /// The row; its note has the body.
    pub row: NoteRow,
    /// The statements as JSON, oldest first.
    pub statements: Vec<String>,
}

impl Serialize for WholeNote {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        NoteDocument::of(&self.row, &self.statements).serialize(to)
    }
}

/// A change of a note.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Its state moves.
    Move(Move),
    /// It is pinned or unpinned.
    Pin(bool),
    /// Some of it is edited. `text` replaces summary and body.
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
}

/// The project of notes that hold everywhere.
pub fn everywhere() -> Project {
    Project { key: "mementor:everywhere".to_owned(), name: "everywhere".to_owned() }
}

/// Writes a note. One that says the same already is said again instead.
///
/// # Errors
/// Those of [`draft`] and [`notes::kind_named`], [`Error::NoteExcluded`], and those of the notes
/// that it replaces.
pub fn remember(
    store: &mut Store,
    new: &NewNote,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Remembered> {
    let written = checked(new, policy)?;
    refuse_excluded(&new.directory, &written.files, policy)?;
    let mut superseded = store.read(|reader| {
        new.supersedes.iter().map(|id| named(reader, id)).collect::<Result<Vec<String>>>()
    })?;
    let project_id = project_of(store, new)?;
    let scope = Scope { projects: Some(vec![project_id]), ..Scope::default() };
    if new.author == Author::Person {
        let taken_back = store.read(|reader| taken_back(reader, &scope, &written))?;
        let named = superseded.clone();
        superseded.extend(taken_back.into_iter().filter(|id| !named.contains(id)));
    }
    let written = Written { supersedes: superseded.clone(), ..placed(written, new, policy)? };
    let same = store
        .read(|reader| same_note(reader, &scope, &written, |uuid| statements_of(reader, uuid)))?;
    let is_known = same.is_some();
    let (uuid, statements) = decided(same, written, new, now_ms);
    if superseded.contains(&uuid) {
        return Err(supersedes_itself());
    }
    let mut plans: Vec<NotePlan> = Vec::new();
    plans.extend(NotePlan::adding(store, &uuid, Under::Id(project_id), statements, policy)?);
    for old in &superseded {
        plans.extend(changed(store, old, new.author, policy, now_ms, |_| {
            Ok(Says::Contradicted { other: uuid.clone() })
        })?);
    }
    store.write(|writer| writer.write_notes(&plans))?;
    store.read(|reader| {
        let old = superseded.iter().map(|old| row_of(reader, old));
        let superseded = old.collect::<Result<_>>()?;
        Ok(Remembered { note: whole(reader, &uuid)?, said_again: is_known, superseded })
    })
}

/// Returns what is written with the place where that was.
pub(super) fn placed(written: Written, new: &NewNote, policy: &CapturePolicy) -> Result<Written> {
    let branch = branch_of(new)?;
    let branch = branch.map(|branch| policy.masker.mask(&branch).into_owned());
    let cwd = policy.masker.mask(&new.directory.to_string_lossy()).into_owned();
    Ok(Written { branch, cwd: Some(cwd), ..written })
}

/// A note that is there already.
pub(super) struct Known {
    pub uuid: String,
    pub note: Note,
    pub statements: Vec<Statement>,
}

impl Known {
    /// Returns a note with these statements; `None` when none of them writes it.
    pub fn of(uuid: &str, statements: Vec<Statement>) -> Option<Self> {
        let note = notes::fold(&statements)?;
        Some(Self { uuid: uuid.to_owned(), note, statements })
    }

    fn last_ms(&self) -> i64 {
        self.statements.iter().map(|each| each.at_ms).max().unwrap_or_default()
    }
}

/// Returns the note to write to and what it says now: a new one, or one that says the same.
pub(super) fn decided(
    same: Option<Known>,
    written: Written,
    new: &NewNote,
    now_ms: i64,
) -> (String, Vec<Statement>) {
    let Some(known) = same else {
        let says = vec![Says::Written(Box::new(written))];
        return (new.uuid.clone(), made(&new.uuid, now_ms, new.author, says));
    };
    let says = said_again(&known, &written, new.author);
    let statements = made(&known.uuid, (known.last_ms() + 1).max(now_ms), new.author, says);
    (known.uuid, statements)
}

/// Refuses what an agent says about a person's word.
pub(super) fn refuse_agent(uuid: &str, statements: &[Statement], by: Author) -> Result<()> {
    if by == Author::Agent && notes::is_persons(statements) {
        return Err(Error::NoteOfPerson { id: uuid.to_owned() });
    }
    Ok(())
}

pub(super) fn supersedes_itself() -> Error {
    Error::InvalidArgument("a note cannot supersede itself: its text is the same".to_owned())
}

/// Returns what is written, masked and checked.
pub(super) fn checked(new: &NewNote, policy: &CapturePolicy) -> Result<Written> {
    let mask = |text: &String| policy.masker.mask_spoken(text).into_owned();
    let text = mask(&new.text);
    let (summary, body) = draft::split(&text);
    let masked = |texts: &[String]| texts.iter().map(mask).collect::<Vec<String>>();
    Ok(Written {
        kind: notes::kind_named(&new.kind)?.name.to_owned(),
        summary: draft::summary(summary)?,
        body: draft::body(body)?,
        tags: draft::tags(&masked(&new.tags))?,
        files: draft::files(&masked(&new.files))?,
        scope: new.scope,
        pinned: new.pinned,
        ..Written::default()
    })
}

/// Returns the branch of a note to write.
fn branch_of(new: &NewNote) -> Result<Option<String>> {
    let own = new.branch.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let branch = own.map(str::to_owned).or_else(|| project::branch(&new.directory));
    if new.scope == NoteScope::Branch && branch.is_none() {
        let reason = "no branch is checked out here: name the branch on which the note holds";
        return Err(Error::InvalidArgument(reason.to_owned()));
    }
    Ok(branch)
}

pub(super) fn refuse_excluded(
    directory: &Path,
    files: &[String],
    policy: &CapturePolicy,
) -> Result<()> {
    let excluded = policy.excluded_place(directory, files);
    excluded.map_or(Ok(()), |path| Err(Error::NoteExcluded { path }))
}

pub(super) fn project_of(store: &mut Store, new: &NewNote) -> Result<i64> {
    if new.scope == NoteScope::Person {
        return store.write(|writer| writer.project_id(&everywhere()));
    }
    if let Some(name) = &new.project {
        let known = store.read(|reader| reader.projects(name))?;
        return match one_project(name, &known)? {
            Some(id) => Ok(id),
            None => store.write(|writer| writer.project_id(&project::named(name))),
        };
    }
    let owner = store.owner();
    let found = store.read(|reader| belonging(reader, &new.directory, owner))?;
    let commits = found.commits();
    let path = new.directory.to_string_lossy();
    store.write(|writer| found.remember(writer, &path, &commits))
}

/// Returns the only project of those that have a name; `None` where none has it.
pub(super) fn one_project(name: &str, known: &[i64]) -> Result<Option<i64>> {
    match known {
        [] => Ok(None),
        [id] => Ok(Some(*id)),
        _ => {
            let reason = format!(
                "{} projects are called {name}: give the name that `mementor status` has for one",
                known.len()
            );
            Err(Error::InvalidArgument(reason))
        }
    }
}

/// Returns the notes of a scope that hold and that a new note surely takes back.
pub(super) fn taken_back(reader: &Reader, scope: &Scope, written: &Written) -> Result<Vec<String>> {
    let subject = Subject::of(&written.summary);
    let notes = reader.outlines(scope)?.into_iter();
    let notes = notes.filter(|note| {
        let holds = note.state == State::Active && note.superseded_by.is_none();
        holds
            && subject.may_take_back(&note.summary)
            && contradiction::takes_back(&written.summary, &note.summary)
    });
    Ok(notes.map(|note| note.uuid).collect())
}

/// Returns the note of a scope that says the same.
pub(super) fn same_note(
    reader: &Reader,
    scope: &Scope,
    written: &Written,
    statements_of: impl Fn(&str) -> Result<Vec<Statement>>,
) -> Result<Option<Known>> {
    for outline in reader.outlines(scope)? {
        let NoteOutline { uuid, kind, summary, .. } = &outline;
        // Cheap first: the body has to be read from the log.
        if *kind != written.kind
            || !holds_in(outline.scope, outline.branch.as_ref(), written)
            || !notes::is_same_text(summary, &written.summary)
        {
            continue;
        }
        let known = Known::of(uuid, statements_of(uuid)?);
        let is_same = |known: &Known| {
            known.note.says_the_same(&written.kind, &written.summary, &written.body)
        };
        if let Some(known) = known.filter(is_same) {
            return Ok(Some(known));
        }
    }
    Ok(None)
}

/// Whether a note holds where another one does.
pub(super) fn is_as_wide(note: &Note, written: &Written) -> bool {
    holds_in(note.scope, note.branch.as_ref(), written)
}

fn holds_in(scope: NoteScope, branch: Option<&String>, written: &Written) -> bool {
    scope == written.scope && (scope != NoteScope::Branch || branch == written.branch.as_ref())
}

/// Returns what saying a known note again says. Only a person brings one back that was rejected,
/// archived or superseded, and an agent adds nothing to a person's.
fn said_again(known: &Known, written: &Written, by: Author) -> Vec<Says> {
    let mut says = vec![Says::Said { session: None }];
    if refuse_agent(&known.uuid, &known.statements, by).is_err() {
        return says;
    }
    let known = &known.note;
    let is_off = known.state != State::Active || known.superseded_by.is_some();
    if is_off && by == Author::Person {
        says.push(Says::Moved { to: State::Active });
    }
    let more = |old: &[String], new: &[String]| {
        let added = new.iter().filter(|each| !old.contains(each));
        let added: Vec<String> = added.cloned().collect();
        (!added.is_empty()).then(|| [old, &added].concat())
    };
    let edit = Edit {
        tags: more(&known.tags, &written.tags),
        files: more(&known.files, &written.files),
        ..Edit::default()
    };
    if edit != Edit::default() {
        says.push(Says::Edited(edit));
    }
    if written.pinned && !known.pinned {
        says.push(Says::Pinned { pinned: true });
    }
    says
}

/// Makes statements, one millisecond apart so that their order stays.
pub(super) fn made(uuid: &str, at_ms: i64, by: Author, says: Vec<Says>) -> Vec<Statement> {
    let times = at_ms..;
    says.into_iter().zip(times).map(|(says, at)| Statement::new(uuid, at, by, says)).collect()
}

/// Changes the note whose id begins so. Returns it, and whether anything changed.
///
/// # Errors
/// [`Error::NoteUnknown`], [`Error::NoteAmbiguous`], [`Error::NoteMove`], [`Error::NoteOfPerson`],
/// and those of [`draft`].
pub fn change(
    store: &mut Store,
    id: &str,
    change: &Change,
    by: Author,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<(WholeNote, bool)> {
    let uuid = store.read(|reader| named(reader, id))?;
    let says = |note: &Note| said_of(change, note, policy);
    let mut plans = Vec::from_iter(changed(store, &uuid, by, policy, now_ms, says)?);
    let changes = !plans.is_empty();
    if changes && *change == Change::Move(Move::Reject) {
        plans.extend(held_again(store, &HashSet::from([uuid.clone()]), policy, now_ms)?);
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
        let says = |_: &Note| Ok(Says::Moved { to: State::Active });
        plans.extend(changed(store, &uuid, by, policy, now_ms, says)?);
    }
    Ok(plans)
}

fn said_of(change: &Change, note: &Note, policy: &CapturePolicy) -> Result<Says> {
    match change {
        Change::Move(done) => {
            let to = done.after(note.state, note.superseded_by.is_some())?;
            Ok(Says::Moved { to })
        }
        Change::Pin(pinned) => Ok(Says::Pinned { pinned: *pinned }),
        Change::Edit { text, kind, tags, files } => {
            let mask = |text: &String| policy.masker.mask_spoken(text).into_owned();
            let masked = |texts: &Vec<String>| texts.iter().map(mask).collect::<Vec<String>>();
            let text = text.as_ref().map(mask);
            let parts = text.as_deref().map(draft::split);
            let files = files.as_ref().map(|files| draft::files(&masked(files))).transpose()?;
            let directory = note.cwd.clone().unwrap_or_default();
            refuse_excluded(Path::new(&directory), files.as_deref().unwrap_or_default(), policy)?;
            let kind = kind.as_ref().map(|kind| notes::kind_named(kind)).transpose()?;
            Ok(Says::Edited(Edit {
                kind: kind.map(|kind| kind.name.to_owned()),
                summary: parts.map(|(summary, _)| draft::summary(summary)).transpose()?,
                body: parts.map(|(_, body)| draft::body(body)).transpose()?,
                tags: tags.as_ref().map(|tags| draft::tags(&masked(tags))).transpose()?,
                files,
            }))
        }
    }
}

/// Adds a statement to a stored note; `None` when that changes nothing that people see. A clock
/// that was set back does not put the statement before those that are there.
fn changed(
    store: &Store,
    uuid: &str,
    by: Author,
    policy: &CapturePolicy,
    now_ms: i64,
    says: impl FnOnce(&Note) -> Result<Says>,
) -> Result<Option<NotePlan>> {
    let statements = store.read(|reader| statements_of(reader, uuid))?;
    refuse_agent(uuid, &statements, by)?;
    let unknown = || Error::NoteUnknown { id: uuid.to_owned() };
    let before = notes::fold(&statements).ok_or_else(unknown)?;
    let says = says(&before)?;
    let last_ms = statements.iter().map(|statement| statement.at_ms).max().unwrap_or_default();
    let added = Statement::new(uuid, (last_ms + 1).max(now_ms), by, says);
    let after = notes::fold(&notes::merge(statements, vec![added.clone()]));
    let same = Note { changed_ms: added.at_ms, ..before };
    if after.as_ref() == Some(&same) {
        return Ok(None);
    }
    let project = store.read(|reader| Ok(reader.note_log(uuid)?.map(|log| log.project_id)))?;
    let under = Under::Id(project.unwrap_or_default());
    NotePlan::adding(store, uuid, under, vec![added], policy)
}

/// Returns the notes of a scope that are in one of the states and pass a filter, the one that was
/// changed last first. No state means every state.
pub fn list(
    store: &Store,
    scope: &Scope,
    filter: &NoteFilter,
    states: &[State],
) -> Result<Vec<NoteRow>> {
    let passes = |row: &NoteRow| {
        (states.is_empty() || states.contains(&row.note.state)) && filter.passes(&row.note)
    };
    Ok(store.read(|reader| reader.notes(scope))?.into_iter().filter(passes).collect())
}

/// Returns the note whose id begins so.
///
/// # Errors
/// [`Error::NoteUnknown`] and [`Error::NoteAmbiguous`].
pub fn show(store: &Store, id: &str) -> Result<WholeNote> {
    store.read(|reader| whole(reader, &named(reader, id)?))
}

/// Returns the UUID of the note whose id begins so.
pub(super) fn named(reader: &Reader, id: &str) -> Result<String> {
    let id = id.trim();
    only(id, if id.is_empty() { Vec::new() } else { reader.notes_named(id)? })
}

/// Returns the only one of the notes whose id begins so.
pub(super) fn only(id: &str, mut found: Vec<String>) -> Result<String> {
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Error::NoteUnknown { id: id.to_owned() }),
        found => Err(Error::NoteAmbiguous { id: id.to_owned(), found }),
    }
}

pub(super) fn statements_of(reader: &Reader, uuid: &str) -> Result<Vec<Statement>> {
    let log = reader.note_log(uuid)?;
    let log = log.ok_or_else(|| Error::NoteUnknown { id: uuid.to_owned() })?;
    log.statements.ok_or_else(|| Error::LogDamaged { turn: uuid.to_owned() })
}

fn row_of(reader: &Reader, uuid: &str) -> Result<NoteRow> {
    let unknown = || Error::NoteUnknown { id: uuid.to_owned() };
    let id = reader.note_id(uuid)?.ok_or_else(unknown)?;
    reader.note(id)?.ok_or_else(unknown)
}

pub(super) fn whole(reader: &Reader, uuid: &str) -> Result<WholeNote> {
    let row = row_of(reader, uuid)?;
    let statements = statements_of(reader, uuid)?;
    let note = notes::fold(&statements).unwrap_or(row.note);
    let statements = statements.iter().map(Statement::to_json).collect();
    Ok(WholeNote { row: NoteRow { note, ..row }, statements })
}
