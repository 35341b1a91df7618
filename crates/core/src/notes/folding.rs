//! How statements make a note, whatever their order and repetition.

use std::collections::BTreeSet;

use super::line;
use super::note::{Note, key};
use super::state::State;
use super::statement::{Author, Edit, Says, Statement, Written};
use crate::item::hashtags::hashtags;

/// Confidence of what was found and not said by a person as a note.
const CONFIDENCE_NEW: f64 = 0.5;
/// What saying something again leads towards, and the share of what is missing that each adds.
const CONFIDENCE_SAID_MAX: f64 = 0.95;
const CONFIDENCE_SAID_SHARE: f64 = 0.2;
/// What a contradiction takes away, and what remains at least.
const CONFIDENCE_CONTRADICTED: f64 = 0.3;
const CONFIDENCE_MIN: f64 = 0.1;

/// What a note went through, as far as its ageing depends on it. Times are in milliseconds since
/// the epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// When it was last said or changed by anybody but the upkeep; a contradiction is no use of it.
    pub used_ms: i64,
    /// When it came into its state.
    pub moved_ms: i64,
    /// When the last statement about it was made.
    pub last_ms: i64,
    /// Whether a person ever rejected it.
    pub was_rejected: bool,
    /// Whether the upkeep ever made it active.
    pub was_promoted: bool,
}

/// Returns the note that statements make, whatever their order and repetition; `None` when none of
/// them says what was written.
pub fn fold(statements: &[Statement]) -> Option<Note> {
    Some(fold_with_life(statements)?.0)
}

/// Like [`fold`], with what the note went through.
pub fn fold_with_life(statements: &[Statement]) -> Option<(Note, Life)> {
    let mut ordered: Vec<&Statement> = statements.iter().collect();
    ordered.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
    ordered.dedup_by(|a, b| a.id == b.id);
    let written = ordered.iter().filter_map(|statement| match &statement.says {
        Says::Written(written) => Some((*statement, written)),
        _ => None,
    });
    // What the person wrote is the note; what others wrote before it says the same.
    let (first, written) = written.min_by_key(|(statement, _)| !statement.by.is_persons())?;
    let mut folding = Folding::of(first, written);
    for statement in ordered.into_iter().filter(|statement| statement.id != first.id) {
        folding.take(statement);
    }
    Some(folding.finish())
}

/// A note that is being folded.
struct Folding {
    note: Note,
    life: Life,
    /// Whether a person said it: then nothing lowers its confidence.
    is_own: bool,
    /// Sessions in which it was said; a statement without one counts by its own id.
    said_in: BTreeSet<String>,
    /// Turns in which it was marked or found.
    turns: BTreeSet<String>,
}

impl Folding {
    fn of(first: &Statement, written: &Written) -> Self {
        let Written { kind, summary, body, tags, scope, files, .. } = written.clone();
        let is_marked = written.origin.is_some() && !first.by.is_rule();
        let note = Note {
            key: (!is_marked).then(|| key(&kind, &summary)),
            kind,
            summary,
            body,
            line: None,
            tags,
            marks: Vec::new(),
            scope,
            files,
            cwd: written.cwd.clone(),
            branch: written.branch.clone(),
            origin: written.origin.clone(),
            author: first.by,
            state: allowed(first.by, written.state),
            confidence: CONFIDENCE_NEW,
            pinned: written.pinned && first.by == Author::Person,
            supersedes: written.supersedes.clone(),
            relates_to: written.relates_to.clone(),
            superseded_by: None,
            written_ms: first.at_ms,
            changed_ms: first.at_ms,
            said: 1,
            said_ms: first.at_ms,
            turns: Vec::new(),
            merged_into: None,
        };
        let life = Life {
            used_ms: first.at_ms,
            moved_ms: first.at_ms,
            last_ms: first.at_ms,
            was_rejected: written.state == State::Rejected,
            was_promoted: false,
        };
        let mut folding = Self {
            note,
            life,
            is_own: is_own(first),
            said_in: BTreeSet::new(),
            turns: BTreeSet::new(),
        };
        folding.count(first);
        folding
    }

    /// Counts where a statement was said: each turn or session once.
    fn count(&mut self, statement: &Statement) {
        let place = match &statement.says {
            Says::Said { session: Some(session) } => Some(session),
            Says::Written(written) => {
                let turn = written.origin.as_ref().map(|origin| &origin.turn);
                self.turns.extend(turn.cloned());
                turn
            }
            _ => None,
        };
        self.said_in.insert(place.unwrap_or(&statement.id).clone());
    }

    /// Whether it is the person's word so far: then nobody else changes it.
    fn is_persons(&self) -> bool {
        self.is_own || self.note.author.is_persons()
    }

    fn take(&mut self, statement: &Statement) {
        let is_refused = self.is_persons() && !statement.by.may_change_a_persons(&statement.says);
        self.is_own |= is_own(statement);
        if is_refused {
            return;
        }
        self.live(statement);
        let note = &mut self.note;
        note.changed_ms = note.changed_ms.max(statement.at_ms);
        match &statement.says {
            // Written twice is said again.
            Says::Written(_) | Says::Said { .. } => {
                if is_sure(statement) {
                    held_again(note);
                }
                note.said_ms = note.said_ms.max(statement.at_ms);
                let missing = (CONFIDENCE_SAID_MAX - note.confidence).max(0.0);
                note.confidence += CONFIDENCE_SAID_SHARE * missing;
                self.count(statement);
            }
            Says::Edited(edit) => edited(note, edit),
            Says::Moved { to } => {
                // Rules lift what a note was superseded by, and make none hold.
                let to = if note.state == *to { *to } else { allowed(statement.by, *to) };
                note.state = to;
                note.merged_into = None;
                if to == State::Active {
                    note.superseded_by = None;
                }
            }
            Says::Same { other } => {
                note.state = State::Merged;
                note.merged_into = Some(other.clone());
            }
            Says::Contradicted { other } => {
                let lowered = note.confidence - CONFIDENCE_CONTRADICTED;
                note.confidence = lowered.max(CONFIDENCE_MIN);
                note.superseded_by = Some(other.clone());
            }
            Says::Pinned { pinned } => note.pinned = *pinned && statement.by == Author::Person,
            // `live` takes it.
            Says::Tidied { .. } | Says::Unknown => {}
        }
    }

    /// Takes from a statement what the ageing depends on. A move of the upkeep counts only where
    /// the note was not used after the time that the upkeep knew of: another machine may have said
    /// it again meanwhile.
    fn live(&mut self, statement: &Statement) {
        let is_persons = self.is_persons();
        let Self { note, life, .. } = self;
        life.last_ms = life.last_ms.max(statement.at_ms);
        match &statement.says {
            Says::Tidied { to, since_ms } => {
                life.was_promoted |= *to == State::Active;
                let is_lasting = *to != State::Active && note.is_lasting();
                let is_allowed = *to != State::Active || is_persons;
                let is_due = life.used_ms <= *since_ms && !is_lasting && is_allowed;
                if is_due && note.state.can_be_tidied_to(*to) {
                    note.state = *to;
                    life.moved_ms = statement.at_ms;
                }
            }
            Says::Contradicted { .. } | Says::Same { .. } => {}
            says => {
                life.used_ms = life.used_ms.max(statement.at_ms);
                if let Says::Moved { to } = says {
                    life.moved_ms = life.moved_ms.max(statement.at_ms);
                    life.was_rejected |= *to == State::Rejected;
                }
            }
        }
    }

    fn finish(self) -> (Note, Life) {
        let Self { mut note, life, is_own, said_in, turns } = self;
        note.turns = turns.into_iter().collect();
        note.said = said_in.len() as u64;
        note.marks = hashtags(&format!("{}\n{}", note.summary, note.body));
        note.line = line::whole(&note);
        if is_own {
            note.confidence = 1.0;
        }
        (note, life)
    }
}

/// Returns the state that a note gets from somebody who wants it to have this one: what nobody but
/// others said is proposed.
fn allowed(by: Author, wanted: State) -> State {
    match wanted {
        State::Active if !by.is_persons() => State::Proposed,
        wanted => wanted,
    }
}

/// Whether a person surely said what is written.
fn is_sure(statement: &Statement) -> bool {
    statement.by.is_persons()
        && matches!(&statement.says, Says::Written(written) if written.state == State::Active)
}

/// What a person surely says holds, even if it was only proposed, put away by age or superseded
/// before. What a person rejected stays so.
fn held_again(note: &mut Note) {
    if matches!(note.state, State::Proposed | State::Archived | State::Tombstone) {
        note.state = State::Active;
    }
    note.superseded_by = None;
}

/// Whether a person vouches for the note by this statement.
fn is_own(statement: &Statement) -> bool {
    statement.by == Author::Person
        && match &statement.says {
            Says::Written(written) => written.state != State::Proposed,
            Says::Said { .. } | Says::Edited(_) | Says::Moved { to: State::Active } => true,
            _ => false,
        }
}

fn edited(note: &mut Note, edit: &Edit) {
    let Edit { kind, summary, body, tags, files } = edit.clone();
    note.kind = kind.unwrap_or_else(|| std::mem::take(&mut note.kind));
    note.summary = summary.unwrap_or_else(|| std::mem::take(&mut note.summary));
    note.body = body.unwrap_or_else(|| std::mem::take(&mut note.body));
    note.tags = tags.unwrap_or_else(|| std::mem::take(&mut note.tags));
    note.files = files.unwrap_or_else(|| std::mem::take(&mut note.files));
}

#[cfg(test)]
mod tests;
