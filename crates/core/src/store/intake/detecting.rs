//! Finds notes in turns while these are taken in.
//!
//! What rules find is derived from a turn, and changes with it: an answer is the last one only until
//! the next. A note that was found is known by its project, kind and text, so every turn that says
//! the same adds a statement to the same note, in whatever order turns come.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::note_changes::{NoteChanges, Saying, written_in};
use crate::error::Result;
use crate::hash;
use crate::notes::contradiction::{self, Subject};
use crate::notes::{self, Author, Says, State, Statement, Written};
use crate::signals::{SignalSource, Tier, signals};
use crate::store::{NoteOutline, PreparedNote, PreparedTurn, Reader, Scope, Store};

/// Notes found in one turn, at most.
const FOUND_MAX: usize = 3;

/// Returns what turns change in the notes, given what their prompts mark. Rules read them only where
/// `detects`; what they found before stays then.
///
/// # Errors
/// Errors of the store.
pub(super) fn changes(
    store: &Store,
    turns: &[PreparedTurn],
    marked: Vec<Saying>,
    detects: bool,
) -> Result<NoteChanges> {
    store.read(|reader| {
        let mut changes = Changes::new(reader);
        changes.sayings.extend(marked);
        if detects {
            for turn in turns {
                changes.find(turn)?;
            }
        }
        changes.take_back()?;
        changes.count_for_others()?;
        changes.finish()
    })
}

/// Changes of notes, collected over several turns.
struct Changes<'a> {
    reader: &'a Reader<'a>,
    /// What writes notes.
    sayings: Vec<Saying>,
    /// Other statements, by note.
    others: Vec<(String, Statement)>,
    /// Ids of statements that their turn does not give any more, by note.
    withdrawn: HashMap<String, HashSet<String>>,
    /// The stored notes by their turns: read once a turn that is stored comes again.
    by_turn: OnceCell<HashMap<String, Vec<String>>>,
}

impl<'a> Changes<'a> {
    fn new(reader: &'a Reader<'a>) -> Self {
        Self {
            reader,
            sayings: Vec::new(),
            others: Vec::new(),
            withdrawn: HashMap::new(),
            by_turn: OnceCell::new(),
        }
    }

    /// Adds what is found in a turn, and withdraws what was found in it before.
    fn find(&mut self, turn: &PreparedTurn) -> Result<()> {
        let mut known: HashSet<String> = HashSet::new();
        for found in found_in(turn) {
            let uuid = self.note_for(turn.project_id, &found)?;
            if !known.insert(uuid.clone()) || self.reader.is_forgotten(&uuid)? {
                continue;
            }
            let Found { by, written } = found;
            let at_ms = turn.facts.started_at_ms;
            let statement = Statement::new(&uuid, at_ms, by, Says::Written(Box::new(written)));
            self.sayings.push(Saying { uuid, project_id: turn.project_id, statement });
        }
        if self.reader.turn_id(&turn.uuid)?.is_none() {
            return Ok(());
        }
        let now: HashSet<&String> =
            self.sayings.iter().map(|saying| &saying.statement.id).collect();
        for uuid in self.notes_of(&turn.uuid)? {
            let statements = self.stored(&uuid)?.unwrap_or_default();
            let found = statements.into_iter().filter(|each| each.found_in() == Some(&turn.uuid));
            let old = found.map(|each| each.id).filter(|id| !now.contains(id));
            self.withdrawn.entry(uuid).or_default().extend(old);
        }
        Ok(())
    }

    /// Returns the stored notes of a turn.
    fn notes_of(&self, turn: &str) -> Result<Vec<String>> {
        if self.by_turn.get().is_none() {
            let _ = self.by_turn.set(self.reader.notes_by_turn()?);
        }
        Ok(self.by_turn.get().and_then(|notes| notes.get(turn)).cloned().unwrap_or_default())
    }

    /// Returns the UUID of the note that says what was found.
    fn note_for(&self, project_id: i64, found: &Found) -> Result<String> {
        let key = notes::key(&found.written.kind, &found.written.summary);
        let project = self.reader.project(project_id)?.key;
        let uuid = hash::uuid_of(&format!("note {key} of project {project}"));
        let is_known = self.reader.note_id(&uuid)?.is_some() || self.reader.is_forgotten(&uuid)?;
        if is_known {
            return Ok(uuid);
        }
        // One that a person wrote, or that came here from another project.
        Ok(self.reader.note_with_key(project_id, &key)?.unwrap_or(uuid))
    }

    /// Returns the stored statements of a note; `None` when there is none, or its log is damaged.
    fn stored(&self, uuid: &str) -> Result<Option<Vec<Statement>>> {
        Ok(self.reader.note_log(uuid)?.and_then(|log| log.statements))
    }

    /// Adds what newer choices take back. Each pair of sayings is compared once the later of them is
    /// taken in, so their order does not matter.
    fn take_back(&mut self) -> Result<()> {
        let mut projects: Vec<i64> = self.sayings.iter().map(|saying| saying.project_id).collect();
        projects.sort_unstable();
        projects.dedup();
        for project in projects {
            let mut new: Vec<Spoken> = Vec::new();
            for each in self.spoken_now(project) {
                if !self.is_rejected(&each.uuid)? {
                    new.push(each);
                }
            }
            let subjects: Vec<Subject> =
                new.iter().map(|each| Subject::of(&each.summary)).collect();
            let mut all = new.clone();
            let scope = Scope { projects: Some(vec![project]), ..Scope::default() };
            for NoteOutline { uuid, summary: stored, state, .. } in &self.reader.outlines(&scope)? {
                if *state == State::Rejected {
                    continue;
                }
                let is_about = |(each, subject): (&Spoken, &Subject)| {
                    let (new, old) = (each.summary.as_str(), stored.as_str());
                    subject.may_take_back(old) && contradiction::takes_back(new, old)
                        || subject.may_be_taken_back_by(old) && contradiction::takes_back(old, new)
                };
                let mut others = new.iter().zip(&subjects).filter(|(each, _)| each.uuid != *uuid);
                if others.any(is_about) {
                    let statements = self.stored(uuid)?.unwrap_or_default();
                    let spoken = statements.iter().filter_map(|each| Spoken::of(uuid, each));
                    let summary = || stored.clone();
                    all.extend(spoken.map(|spoken| Spoken { summary: summary(), ..spoken }));
                }
            }
            for one in &new {
                for other in all.iter().filter(|other| other.uuid != one.uuid) {
                    self.others.extend(one.taken_back_by(other));
                    self.others.extend(other.taken_back_by(one));
                }
            }
        }
        Ok(())
    }

    fn is_rejected(&self, uuid: &str) -> Result<bool> {
        let note = self.stored(uuid)?.and_then(|statements| notes::fold(&statements));
        Ok(note.is_some_and(|note| note.state == State::Rejected))
    }

    fn spoken_now(&self, project: i64) -> Vec<Spoken> {
        let of_project = self.sayings.iter().filter(|saying| saying.project_id == project);
        of_project.filter_map(|saying| Spoken::of(&saying.uuid, &saying.statement)).collect()
    }

    /// Lets a note that counts another one count what is said of that one now.
    fn count_for_others(&mut self) -> Result<()> {
        for Saying { uuid, statement, .. } in &self.sayings {
            let Some(turn) = statement.found_in() else { continue };
            let Some(known) = self.stored(uuid)? else { continue };
            if known.iter().any(|each| each.id == statement.id) {
                continue;
            }
            let into = notes::fold(&known).and_then(|note| note.merged_into);
            let says = Says::Said { session: Some(turn.to_owned()) };
            self.others.extend(into.map(|other| {
                let said = Statement::new(&other, statement.at_ms, statement.by, says);
                (other, said)
            }));
        }
        Ok(())
    }

    /// Merges everything with what is stored.
    fn finish(self) -> Result<NoteChanges> {
        let Self { reader, sayings, others, mut withdrawn, by_turn: _ } = self;
        let mut added: BTreeMap<String, (i64, Vec<Statement>)> = BTreeMap::new();
        for Saying { uuid, project_id, statement } in sayings {
            added.entry(uuid).or_insert((project_id, Vec::new())).1.push(statement);
        }
        for (uuid, statement) in others {
            added.entry(uuid).or_insert((0, Vec::new())).1.push(statement);
        }
        for uuid in withdrawn.keys() {
            added.entry(uuid.clone()).or_default();
        }
        let mut changes = NoteChanges::default();
        for (uuid, (project_id, added)) in added {
            if reader.is_forgotten(&uuid)? {
                continue;
            }
            let stored = reader.note_log(&uuid)?;
            let project_id = stored.as_ref().map_or(project_id, |log| log.project_id);
            let is_new = stored.is_none();
            let before = match stored {
                None => Vec::new(),
                Some(log) => match log.statements {
                    Some(statements) => statements,
                    // Not the turn's fault: `doctor` names the note.
                    None => continue,
                },
            };
            let old = withdrawn.remove(&uuid).unwrap_or_default();
            let left = without(before.clone(), &old);
            let merged = notes::merge(left, added);
            let prepared = PreparedNote::of(&uuid, project_id, &merged);
            match prepared.note {
                Some(_) if merged != before => changes.put.push(prepared),
                None if !is_new => changes.gone.push(uuid),
                _ => {}
            }
        }
        Ok(changes)
    }
}

/// Removes statements that their turn does not give any more. What somebody accepted, rejected or
/// changed stays as it was.
fn without(statements: Vec<Statement>, old: &HashSet<String>) -> Vec<Statement> {
    if statements.iter().any(|each| !each.by.is_rule()) {
        return statements;
    }
    statements.into_iter().filter(|each| !old.contains(&each.id)).collect()
}

/// When a note was said, and whether a person surely said it.
#[derive(Debug, Clone)]
struct Spoken {
    uuid: String,
    summary: String,
    at_ms: i64,
    by: Author,
    is_sure: bool,
}

impl Spoken {
    fn of(uuid: &str, statement: &Statement) -> Option<Self> {
        let Says::Written(written) = &statement.says else { return None };
        let is_sure = written.state == State::Active
            && matches!(statement.by, Author::Person | Author::Prompt);
        Some(Self {
            uuid: uuid.to_owned(),
            summary: written.summary.clone(),
            at_ms: statement.at_ms,
            by: statement.by,
            is_sure,
        })
    }

    /// Returns the statement that a later saying of another note takes this note back.
    fn taken_back_by(&self, later: &Self) -> Option<(String, Statement)> {
        let is_later = later.is_sure && later.at_ms > self.at_ms;
        if !is_later || !contradiction::takes_back(&later.summary, &self.summary) {
            return None;
        }
        let says = Says::Contradicted { other: later.uuid.clone() };
        // A rule found it out, whoever said the later one.
        let by = if later.by == Author::Person { Author::Prompt } else { later.by };
        Some((self.uuid.clone(), Statement::new(&self.uuid, later.at_ms, by, says)))
    }
}

/// What rules found in a turn.
struct Found {
    by: Author,
    written: Written,
}

/// Returns what rules find in a turn: in what a person typed, and in the answer that ended it. What
/// a subagent was told or says is not a person's, and what a person took back does not hold.
fn found_in(turn: &PreparedTurn) -> Vec<Found> {
    if turn.facts.subagent.is_some() || turn.facts.is_taken_back() {
        return Vec::new();
    }
    let typed = turn
        .spoken
        .typed
        .iter()
        .flat_map(|typed| found(turn, &notes::unmarked(typed), SignalSource::Prompt));
    let answered = found(turn, &turn.spoken.last_answer, SignalSource::Answer);
    typed.take(FOUND_MAX).chain(answered).collect()
}

fn found(turn: &PreparedTurn, text: &str, source: SignalSource) -> Vec<Found> {
    let found = signals(text, source).into_iter().filter_map(|signal| {
        let words = &text[signal.span];
        // What was kept out leaves no sentence that is worth keeping.
        if ["[masked:", "[private]"].iter().any(|marker| words.contains(marker)) {
            return None;
        }
        let (by, state) = match (source, signal.tier) {
            (SignalSource::Prompt, _) if turn.facts.is_foreign => (Author::Import, State::Proposed),
            (SignalSource::Prompt, Tier::Auto) => (Author::Prompt, State::Active),
            (SignalSource::Prompt, Tier::Suggest) => (Author::Prompt, State::Proposed),
            (SignalSource::Answer, _) => (Author::Answer, State::Proposed),
        };
        let written = Written {
            kind: signal.kind.name.to_owned(),
            summary: signal.summary,
            state,
            ..written_in(turn, words.to_owned())
        };
        Some(Found { by, written })
    });
    found.collect()
}
