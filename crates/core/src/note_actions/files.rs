//! Notes that were read from files: an export that a person may have edited, or another tool's.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::change::made;
use super::file_note::allowed;
pub use super::file_note::{FileNote, NotesFolder, Taken, TakenNote};
use super::find::statements_of;
use super::remember::{NewNote, is_as_wide, project_of};
use crate::error::{Error, Result};
use crate::hash::uuid_of;
use crate::notes::{self, Author, Edit, Note, NoteScope, Origin, Says, Statement, Written, draft};
use crate::policy::CapturePolicy;
use crate::project::everywhere;
use crate::store::intake::{NotePlan, Under};
use crate::store::{Scope, Store};

/// Number of notes written in one transaction.
const BATCH: usize = 256;

/// Takes in notes of files. Returns what became of each, with its UUID; a note that cannot be stored
/// is an error of its own, and the others come in. Taking the same files in again changes nothing.
///
/// # Errors
/// Errors of the store. Those of a note are [`Error::NoteKindUnknown`], [`Error::NoteExcluded`] and
/// those of [`draft`].
pub fn take_in(
    store: &mut Store,
    notes: &[FileNote],
    place: &NotesFolder,
    policy: &CapturePolicy,
    now_ms: i64,
) -> Result<Vec<Result<(Taken, String)>>> {
    let mut taking = Taking {
        policy,
        plans: Vec::new(),
        waiting: HashSet::new(),
        here: None,
        known: HashMap::new(),
    };
    let mut taken = Vec::with_capacity(notes.len());
    for note in notes {
        let origin = note.origin.as_ref().map(|origin| origin.turn.as_str());
        let note = &allowed(note, place);
        if let Some(uuid) = forgotten(store, note, origin)? {
            taken.push(Ok((Taken::Forgotten, uuid)));
            continue;
        }
        let one = match checked(note, place, policy) {
            Ok(written) => match taking.take(store, note, written, place, now_ms) {
                Err(error @ Error::NoteExcluded { .. }) => Err(error),
                taken => Ok(taken?),
            },
            Err(error) => Err(error),
        };
        taken.push(one);
        if taking.plans.len() >= BATCH {
            taking.flush(store)?;
        }
    }
    taking.flush(store)?;
    Ok(taken)
}

/// Returns what a note of a file says, masked and checked.
fn checked(note: &FileNote, place: &NotesFolder, policy: &CapturePolicy) -> Result<Written> {
    let mask = |text: &str| policy.masker.mask_spoken(text).into_owned();
    let masked = |texts: &[String]| texts.iter().map(|text| mask(text)).collect::<Vec<String>>();
    let (short, long) = draft::fitting(&mask(&note.summary), &mask(&note.body));
    let files = draft::files(&masked(&note.files))?;
    if let Some(path) = policy.excluded_place(&place.directory, &files) {
        return Err(Error::NoteExcluded { path });
    }
    Ok(Written {
        kind: notes::kind_named(&note.kind)?.name.to_owned(),
        summary: draft::summary(&short)?,
        body: draft::body(&long)?,
        tags: draft::tags(&masked(&note.tags))?,
        files,
        relates_to: draft::files(&masked(&note.relates_to))?,
        supersedes: draft::files(&note.supersedes)?,
        scope: note.scope,
        state: note.state,
        pinned: note.pinned,
        branch: note.branch.as_deref().map(mask),
        origin: note
            .origin
            .as_ref()
            .map(|origin| Origin { turn: origin.turn.clone(), words: mask(&origin.words) }),
        // With an id, the same note is the same statement on every machine.
        cwd: note.uuid.is_none().then(|| mask(&place.directory.to_string_lossy())),
    })
}

/// Returns the id of a note that was forgotten, itself or with the turn in which it was found.
fn forgotten(store: &Store, note: &FileNote, turn: Option<&str>) -> Result<Option<String>> {
    let Some(uuid) = &note.uuid else { return Ok(None) };
    store.read(|reader| {
        let is_known = reader.note_id(uuid)?.is_some();
        let is_gone = |id: &str| reader.is_forgotten(id);
        let with_turn = || turn.map_or(Ok(false), is_gone);
        Ok((is_gone(uuid)? || !is_known && with_turn()?).then(|| uuid.clone()))
    })
}

/// Notes that are being taken in.
struct Taking<'p> {
    /// What must not be stored.
    policy: &'p CapturePolicy,
    /// Notes that wait to be written.
    plans: Vec<NotePlan>,
    waiting: HashSet<String>,
    /// Where notes belong that do not say so.
    here: Option<(i64, String)>,
    /// The ids of a project's notes by their summaries in lower case, once they were asked for.
    known: HashMap<i64, HashMap<String, Vec<String>>>,
}

impl Taking<'_> {
    fn flush(&mut self, store: &mut Store) -> Result<()> {
        let plans = std::mem::take(&mut self.plans);
        self.waiting.clear();
        store.write(|writer| writer.write_notes(&plans)).map(drop)
    }

    fn take(
        &mut self,
        store: &mut Store,
        note: &FileNote,
        written: Written,
        place: &NotesFolder,
        now_ms: i64,
    ) -> Result<(Taken, String)> {
        let (project, key) = self.project(store, note, place)?;
        // An id of a file of others is only looked for: it may be one that another note will get.
        let named = match &note.uuid {
            Some(uuid) if place.trusted || store.read(|reader| reader.note_id(uuid))?.is_some() => {
                Some(uuid.clone())
            }
            _ => None,
        };
        let uuid = named.clone().unwrap_or_else(|| derived_uuid(&key, &written));
        if self.waiting.contains(&uuid) {
            self.flush(store)?;
        }
        if store.read(|reader| reader.is_forgotten(&uuid))? {
            return Ok((Taken::Forgotten, uuid));
        }
        let log = store.read(|reader| reader.note_log(&uuid))?;
        if log.is_some() {
            let statements = store.read(|reader| statements_of(reader, &uuid))?;
            if let Some(known) = notes::fold(&statements) {
                if !place.trusted {
                    let is_same =
                        known.says_the_same(&written.kind, &written.summary, &written.body);
                    return Ok((if is_same { Taken::Known } else { Taken::Kept }, uuid));
                }
                return self.update(store, &known, &statements, (note, uuid, written), now_ms);
            }
        } else if named.is_none()
            && let Some(same) = self.same(store, project, &written)?
        {
            return Ok((Taken::Known, same));
        }
        let by = note.author.unwrap_or(Author::Import);
        let at_ms = note.written_ms.unwrap_or(now_ms);
        let (state, pinned) = (written.state, written.pinned);
        let mut statements = made(&uuid, at_ms, by, vec![Says::Written(Box::new(written))]);
        if place.trusted {
            // The person vouches for it, and for what became of it.
            let mut says = Vec::new();
            says.extend((!by.is_persons()).then_some(Says::Moved { to: state }));
            says.extend((pinned && by != Author::Person).then_some(Says::Pinned { pinned }));
            statements.extend(
                says.into_iter().map(|says| Statement::new(&uuid, at_ms, Author::Person, says)),
            );
            let other = note.superseded_by.clone().map(|other| Says::Contradicted { other });
            statements.extend(made(&uuid, at_ms + 1, by, other.into_iter().collect()));
        }
        self.put(store, &uuid, project, statements)?;
        Ok((Taken::Written, uuid))
    }

    fn put(
        &mut self,
        store: &Store,
        uuid: &str,
        project: i64,
        statements: Vec<Statement>,
    ) -> Result<()> {
        let under = Under::Id(project);
        self.plans.extend(NotePlan::adding(store, uuid, under, statements, self.policy)?);
        self.waiting.insert(uuid.to_owned());
        Ok(())
    }

    /// Gives a known note what the file says, unless it was changed here after the file was written.
    fn update(
        &mut self,
        store: &Store,
        known: &Note,
        statements: &[Statement],
        (note, uuid, written): (&FileNote, String, Written),
        now_ms: i64,
    ) -> Result<(Taken, String)> {
        let says = differences(known, &written);
        // Without an id, the file has no versions: the id stands for the text.
        if says.is_empty() || note.uuid.is_none() {
            return Ok((Taken::Known, uuid));
        }
        if note.changed_ms.or(note.written_ms).unwrap_or(i64::MIN) < known.changed_ms {
            return Ok((Taken::Kept, uuid));
        }
        let last_ms = statements.iter().map(|each| each.at_ms).max().unwrap_or_default();
        let added = made(&uuid, (last_ms + 1).max(now_ms), Author::Person, says);
        let project = store.read(|reader| Ok(reader.note_log(&uuid)?.map(|log| log.project_id)))?;
        self.put(store, &uuid, project.unwrap_or_default(), added)?;
        Ok((Taken::Changed, uuid))
    }

    /// Returns id and key of the project of a note.
    fn project(
        &mut self,
        store: &mut Store,
        note: &FileNote,
        place: &NotesFolder,
    ) -> Result<(i64, String)> {
        let own = match (note.scope, &note.project) {
            (NoteScope::Person, _) => Some(everywhere()),
            (_, Some(project)) if place.project.is_none() => Some(project.clone()),
            _ => None,
        };
        if let Some(project) = own {
            let id = store.write(|writer| writer.project_id(&project))?;
            return Ok((id, project.key));
        }
        if self.here.is_none() {
            let (directory, project) = (place.directory.clone(), place.project.clone());
            let new = NewNote { directory, project, ..NewNote::default() };
            let id = project_of(store, &new)?;
            self.here = Some((id, store.read(|reader| reader.project(id))?.key));
        }
        Ok(self.here.clone().unwrap_or_default())
    }

    /// Returns the note of a project with this text.
    fn same(&mut self, store: &Store, project: i64, written: &Written) -> Result<Option<String>> {
        let key = notes::key(&written.kind, &written.summary);
        if let Entry::Vacant(vacant) = self.known.entry(project) {
            let scope = Scope { projects: Some(vec![project]), ..Scope::default() };
            let mut by_key: HashMap<String, Vec<String>> = HashMap::new();
            for row in store.read(|reader| reader.notes(&scope))? {
                let key = notes::key(&row.note.kind, &row.note.summary);
                by_key.entry(key).or_default().push(row.uuid);
            }
            vacant.insert(by_key);
        }
        let candidates = self.known.get(&project).and_then(|known| known.get(&key));
        for uuid in candidates.into_iter().flatten() {
            let note = notes::fold(&store.read(|reader| statements_of(reader, uuid))?);
            let is_same = |note: &Note| {
                is_as_wide(note, written)
                    && note.says_the_same(&written.kind, &written.summary, &written.body)
            };
            if note.as_ref().is_some_and(is_same) {
                return Ok(Some(uuid.clone()));
            }
        }
        Ok(None)
    }
}

/// Returns what a known note lacks to say what a file says.
fn differences(known: &Note, written: &Written) -> Vec<Says> {
    fn other<T: Clone + PartialEq>(now: &T, then: &T) -> Option<T> {
        (now != then).then(|| then.clone())
    }
    let edit = Edit {
        kind: other(&known.kind, &written.kind),
        summary: other(&known.summary, &written.summary),
        body: other(&known.body, &written.body),
        tags: other(&known.tags, &written.tags),
        files: other(&known.files, &written.files),
    };
    let mut says = Vec::new();
    if edit != Edit::default() {
        says.push(Says::Edited(edit));
    }
    if known.state != written.state {
        says.push(Says::Moved { to: written.state });
    }
    if known.pinned != written.pinned {
        says.push(Says::Pinned { pinned: written.pinned });
    }
    says
}

/// Returns the id of a note that a file gives none: the same text gets the same one.
fn derived_uuid(project: &str, written: &Written) -> String {
    let Written { kind, summary, body, .. } = written;
    uuid_of(&format!("note of a file\n{project}\n{kind}\n{summary}\n{body}"))
}
