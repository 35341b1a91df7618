//! Writing a note: what is checked, where it holds, whether it is there already, and what it replaces.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::change::{changed, made, refuse_agent, refuse_excluded};
use super::find::{WholeNote, named, row_of, statements_of, whole};
use crate::capture::belonging::belonging;
use crate::error::{Error, Result};
use crate::notes::contradiction::{self, Subject};
use crate::notes::{self, Author, Edit, Note, NoteScope, Says, State, Statement, Written, draft};
use crate::policy::CapturePolicy;
use crate::project::{self, everywhere};
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteOutline, NoteRow, Reader, Scope, Store};

/// A note to write.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewNote {
    /// UUID that it gets when it is new.
    #[serde(rename = "id")]
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
        let taken_back = store.read(|reader| taken_back(reader, &scope, &written.summary))?;
        let named = superseded.clone();
        superseded.extend(taken_back.into_iter().filter(|id| !named.contains(id)));
    }
    let written = Written { supersedes: superseded.clone(), ..placed(written, new, policy)? };
    let same = store.read(|reader| {
        same_note(reader, &scope, (&written, new.author), |uuid| statements_of(reader, uuid))
    })?;
    let is_known = same.is_some();
    let (uuid, statements) = decided(same, written, new, now_ms);
    if superseded.contains(&uuid) {
        return Err(supersedes_itself());
    }
    let mut plans: Vec<NotePlan> = Vec::new();
    plans.extend(NotePlan::adding(store, &uuid, Under::Id(project_id), statements, policy)?);
    for old in &superseded {
        plans.extend(changed(store, old, new.author, policy, now_ms, |_, _| {
            Ok(vec![Says::Contradicted { other: uuid.clone() }])
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

pub(super) fn supersedes_itself() -> Error {
    Error::InvalidArgument("a note cannot supersede itself: its text is the same".to_owned())
}

/// Returns what is written, masked and checked.
pub(super) fn checked(new: &NewNote, policy: &CapturePolicy) -> Result<Written> {
    let mask = |text: &String| policy.masker.mask_spoken(text).into_owned();
    if new.author == Author::Agent {
        // An agent can say it in fewer words, and better than a cut does.
        draft::summary(new.text.trim().lines().next().unwrap_or_default())?;
    }
    let (summary, body) = draft::split(&mask(&new.text));
    let masked = |texts: &[String]| texts.iter().map(mask).collect::<Vec<String>>();
    Ok(Written {
        kind: notes::kind_named(&new.kind)?.name.to_owned(),
        summary: draft::summary(&summary)?,
        body: draft::body(&body)?,
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
    let person = store.person();
    let found = store.read(|reader| belonging(reader, &new.directory, &person))?;
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

/// Returns the notes of a scope that hold and that a new note with this summary surely takes back.
pub(super) fn taken_back(reader: &Reader, scope: &Scope, summary: &str) -> Result<Vec<String>> {
    let subject = Subject::of(summary);
    let notes = reader.outlines(scope)?.into_iter();
    let notes = notes.filter(|note| {
        let holds = note.state == State::Active && note.superseded_by.is_none();
        holds
            && subject.may_take_back(&note.summary)
            && contradiction::takes_back(summary, &note.summary)
    });
    Ok(notes.map(|note| note.uuid).collect())
}

/// Returns the note of a scope that says the same. What the person rejected stays so under whatever
/// kind an agent proposes it again.
pub(super) fn same_note(
    reader: &Reader,
    scope: &Scope,
    (written, by): (&Written, Author),
    statements_of: impl Fn(&str) -> Result<Vec<Statement>>,
) -> Result<Option<Known>> {
    for outline in reader.outlines(scope)? {
        let NoteOutline { uuid, kind, summary, .. } = &outline;
        let is_refused = outline.state == State::Rejected && !by.is_persons();
        // Cheap first: the body has to be read from the log.
        let is_alike = *kind == written.kind
            && holds_in(outline.scope, outline.branch.as_ref(), written)
            || is_refused;
        if !is_alike || !notes::is_same_text(summary, &written.summary) {
            continue;
        }
        let known = Known::of(uuid, statements_of(uuid)?);
        let is_same = |known: &Known| {
            is_refused || known.note.says_the_same(&written.kind, &written.summary, &written.body)
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
