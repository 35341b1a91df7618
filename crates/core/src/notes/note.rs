//! A note as the fold of its statements.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::kinds::kind_named;
use super::line;
use super::state::State;
use super::statement::{Author, Edit, NoteScope, Origin, Says, Statement, Written};
use crate::hash::hex_digest;
use crate::item::Fields;
use crate::item::hashtags::hashtags;

/// Confidence of what was found and not said by a person as a note.
const CONFIDENCE_NEW: f64 = 0.5;
/// What saying something again leads towards, and the share of what is missing that each adds.
const CONFIDENCE_SAID_MAX: f64 = 0.95;
const CONFIDENCE_SAID_SHARE: f64 = 0.2;
/// What a contradiction takes away, and what remains at least.
const CONFIDENCE_CONTRADICTED: f64 = 0.3;
const CONFIDENCE_MIN: f64 = 0.1;

/// A note, as people see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Name of its kind. A newer version may know others than [`super::KINDS`].
    pub kind: String,
    /// One line.
    pub summary: String,
    /// The rest, in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// The whole line, where the summary is only its beginning; see [`super::line`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Tags in its text, such as `POISON_PATH`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Where it holds.
    pub scope: NoteScope,
    /// Files that it is about.
    pub files: Vec<String>,
    /// Directory in which it was written.
    pub cwd: Option<String>,
    /// Branch that was checked out there.
    pub branch: Option<String>,
    /// Where it was found.
    pub origin: Option<Origin>,
    /// Who wrote it first.
    pub author: Author,
    /// Its state.
    pub state: State,
    /// How sure it is, 0.1 to 1.
    pub confidence: f64,
    /// Whether a person pinned it.
    pub pinned: bool,
    /// Ids of the notes that it replaces.
    pub supersedes: Vec<String>,
    /// What it is related to: ids of notes, or names that another tool used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relates_to: Vec<String>,
    /// Id of the note that replaces it.
    pub superseded_by: Option<String>,
    /// When it was written, in milliseconds since the epoch.
    pub written_ms: i64,
    /// When the last statement about it was made.
    pub changed_ms: i64,
    /// How often it was said, each session counted once.
    pub said: u64,
    /// When it was last said.
    pub said_ms: i64,
    /// Turns in which it was marked or found, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// Id of the note that says the same and counts this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<String>,
    /// What a note is recognised by that is found again: see [`key`]. `None` for one that a person
    /// marked, which is known by its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Returns what two notes share that were first written as the same: a hash of the kind and the
/// normalised text.
pub fn key(kind: &str, summary: &str) -> String {
    hex_digest(format!("{kind}\n{}", normalised(summary)).as_bytes())[..32].to_owned()
}

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
    /// Whether it is the person's word so far: then nobody else changes it.
    is_persons: bool,
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
            is_persons: first.by.is_persons(),
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

    fn take(&mut self, statement: &Statement) {
        self.is_own |= is_own(statement);
        let is_refused = self.is_persons && !statement.by.may_change_a_persons(&statement.says);
        self.is_persons |= is_own(statement);
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
        let Self { note, life, is_persons, .. } = self;
        life.last_ms = life.last_ms.max(statement.at_ms);
        match &statement.says {
            Says::Tidied { to, since_ms } => {
                life.was_promoted |= *to == State::Active;
                let is_lasting = *to != State::Active && note.is_lasting();
                let is_allowed = *to != State::Active || *is_persons;
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
        let Self { mut note, life, is_own, is_persons: _, said_in, turns } = self;
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

impl Note {
    /// Whether a search shows it. What an agent proposes is found by whoever asks, marked as such.
    pub fn is_searched(&self) -> bool {
        let is_agents = self.state == State::Proposed && self.author == Author::Agent;
        is_agents || self.state.is_searched()
    }

    /// Returns the text that is searched; empty where no search shows it.
    pub fn fields(&self) -> Fields<'_> {
        if self.is_searched() {
            Fields { head: &self.summary, body: &self.body }
        } else {
            Fields::default()
        }
    }

    /// Returns the line that shows it where it must say everything.
    pub fn whole_line(&self) -> &str {
        self.line.as_ref().unwrap_or(&self.summary)
    }

    /// Returns its tags, with those in its text.
    pub fn all_tags(&self) -> impl Iterator<Item = &String> {
        self.tags.iter().chain(&self.marks)
    }

    /// Whether it does not age: it is pinned, or of a kind that lasts. A kind of a newer version is
    /// taken for one that lasts.
    pub fn is_lasting(&self) -> bool {
        self.pinned || !kind_named(&self.kind).is_ok_and(|kind| kind.ages)
    }

    /// Whether two notes say the same: kind, and text without case, spaces and final marks.
    pub fn says_the_same(&self, kind: &str, summary: &str, body: &str) -> bool {
        self.kind == kind && is_same_text(&self.summary, summary) && is_same_text(&self.body, body)
    }
}

/// Whether two texts are the same apart from case, spaces and marks at the end.
pub fn is_same_text(one: &str, other: &str) -> bool {
    // Most pairs of many differ in their first letter.
    let first = |text: &str| text.trim_start().chars().flat_map(char::to_lowercase).next();
    let differ = match (first(one), first(other)) {
        (Some(a), Some(b)) => a != b && a.is_alphanumeric() && b.is_alphanumeric(),
        _ => false,
    };
    !differ && normalised(one) == normalised(other)
}

/// Returns a text in lower case with single spaces, without marks at its end.
fn normalised(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches(['.', '!', ';', ',', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::notes::{encode, merge, read};

    fn statement(at_ms: i64, by: Author, says: Says) -> Statement {
        Statement::new("note", at_ms, by, says)
    }

    fn written(by: Author, state: State) -> Statement {
        let written = Written {
            kind: "rule".into(),
            summary: "Tabs, not spaces".into(),
            state,
            ..Written::default()
        };
        statement(1, by, Says::Written(Box::new(written)))
    }

    fn folded(statements: &[Statement]) -> Note {
        fold(statements).expect("it was written")
    }

    const SAID: Says = Says::Said { session: None };

    #[test]
    fn what_was_found_gains_by_being_said_again_and_loses_by_a_contradiction() {
        let mut all = vec![written(Author::Answer, State::Proposed)];
        assert!((folded(&all).confidence - 0.5).abs() < 1e-9);
        all.push(statement(2, Author::Answer, SAID));
        assert!((folded(&all).confidence - 0.59).abs() < 1e-9);
        for at in 3..200 {
            all.push(statement(at, Author::Answer, SAID));
        }
        let sure = folded(&all).confidence;
        assert!(sure > 0.94 && sure <= 0.95, "{sure}");
        for at in 200..210 {
            all.push(statement(at, Author::Answer, Says::Contradicted { other: "n".into() }));
        }
        assert!((folded(&all).confidence - 0.1).abs() < 1e-9);
    }

    #[test]
    fn nothing_lowers_what_a_person_said_or_accepted() {
        let against = statement(3, Author::Prompt, Says::Contradicted { other: "n".into() });
        let own = [written(Author::Person, State::Active), against.clone()];
        assert!((folded(&own).confidence - 1.0).abs() < 1e-9);
        assert_eq!(folded(&own).superseded_by.as_deref(), Some("n"));
        let accept = statement(2, Author::Person, Says::Moved { to: State::Active });
        let accepted = [written(Author::Answer, State::Proposed), accept, against];
        assert!((folded(&accepted).confidence - 1.0).abs() < 1e-9);
        let proposed = [written(Author::Person, State::Proposed)];
        assert!((folded(&proposed).confidence - 0.5).abs() < 1e-9);
    }

    #[test]
    fn nothing_holds_and_nothing_is_changed_without_the_person() {
        let text = |by, at_ms, summary: &str, state| {
            let written = Written {
                kind: "rule".into(),
                summary: summary.into(),
                state,
                pinned: true,
                ..Written::default()
            };
            statement(at_ms, by, Says::Written(Box::new(written)))
        };
        let to = |by, at_ms, to| statement(at_ms, by, Says::Moved { to });
        let edit = |by, at_ms| {
            let edit = Edit { summary: Some("forged".into()), ..Edit::default() };
            statement(at_ms, by, Says::Edited(edit))
        };
        let others = [Author::Agent, Author::Answer, Author::Import];
        for by in others {
            for wanted in State::ALL {
                let all = [text(by, 1, "theirs", wanted), to(by, 2, wanted)];
                let pin = statement(3, by, Says::Pinned { pinned: true });
                let note = folded(&[&all[..], &[pin]].concat());
                assert!(note.state != State::Active && !note.pinned, "{by:?} {wanted:?}");
            }
            let said = (2..400).map(|at| statement(at, by, SAID));
            let all: Vec<Statement> =
                [text(by, 1, "theirs", State::Active)].into_iter().chain(said).collect();
            assert_eq!(folded(&all).state, State::Proposed, "said {} times", all.len());
            let tidied = Says::Tidied { to: State::Active, since_ms: 400 };
            let all = [all, vec![statement(400, Author::Upkeep, tidied)]].concat();
            assert_eq!(folded(&all).state, State::Proposed);
            for own in [Author::Person, Author::Prompt] {
                // Whatever its time, and whoever wrote first.
                for at_ms in [0, 5] {
                    let all = [
                        text(own, 2, "mine", State::Active),
                        text(by, at_ms, "forged", State::Active),
                        edit(by, 6),
                        to(by, 7, State::Rejected),
                        statement(8, by, Says::Pinned { pinned: false }),
                        statement(9, by, Says::Same { other: "n".into() }),
                        statement(10, by, Says::Contradicted { other: "n".into() }),
                    ];
                    let note = folded(&all);
                    assert_eq!((note.summary.as_str(), note.author), ("mine", own));
                    assert_eq!((note.state, note.superseded_by), (State::Active, None));
                }
            }
            let accepted =
                [text(by, 1, "theirs", State::Active), to(Author::Person, 2, State::Active)];
            assert_eq!(folded(&accepted).state, State::Active);
            let edited = [&accepted[..], &[edit(by, 3)]].concat();
            assert_eq!(folded(&edited).summary, "theirs");
        }
    }

    #[test]
    fn a_session_counts_once_however_often_it_says_so() {
        let said = |at, session: &str| {
            statement(at, Author::Person, Says::Said { session: Some(session.into()) })
        };
        let all =
            [written(Author::Person, State::Active), said(2, "a"), said(3, "a"), said(4, "b")];
        assert_eq!((folded(&all).said, folded(&all).said_ms), (3, 4));
    }

    #[test]
    fn the_last_word_counts_and_a_restored_note_is_superseded_no_more() {
        let edit = |at, summary: &str| {
            let edit = Edit { summary: Some(summary.into()), ..Edit::default() };
            statement(at, Author::Person, Says::Edited(edit))
        };
        let against = statement(5, Author::Person, Says::Contradicted { other: "n".into() });
        let restored = statement(6, Author::Person, Says::Moved { to: State::Active });
        let all =
            [edit(3, "late"), written(Author::Person, State::Active), edit(2, "early"), against];
        assert_eq!(folded(&all).summary, "late");
        let all = [all.to_vec(), vec![restored]].concat();
        assert_eq!(folded(&all).superseded_by, None);
        assert_eq!(fold(&all[..1]), None, "an edit alone makes no note");
    }

    #[test]
    fn the_same_text_is_the_same_whatever_its_case_and_spaces() {
        let note = folded(&[written(Author::Person, State::Active)]);
        assert!(note.says_the_same("rule", "  tabs,  not SPACES.", ""));
        assert!(!note.says_the_same("decision", "Tabs, not spaces", ""));
        assert!(!note.says_the_same("rule", "Tabs, not spaces", "but in YAML"));
        assert!(!note.says_the_same("rule", "Tabs not spaces?", ""));
    }

    fn author() -> impl Strategy<Value = Author> {
        prop_oneof![
            Just(Author::Person),
            Just(Author::Prompt),
            Just(Author::Answer),
            Just(Author::Agent),
            Just(Author::Import)
        ]
    }

    fn says() -> impl Strategy<Value = Says> {
        let text = "[a-c]{0,3}";
        let written = (text, any::<bool>()).prop_map(|(summary, pinned)| {
            let kind = "rule".to_owned();
            Says::Written(Box::new(Written { kind, summary, pinned, ..Written::default() }))
        });
        let edit = (proptest::option::of(text), proptest::option::of(text))
            .prop_map(|(summary, body)| Says::Edited(Edit { summary, body, ..Edit::default() }));
        prop_oneof![
            2 => written,
            2 => proptest::option::of("[ab]").prop_map(|session| Says::Said { session }),
            2 => edit,
            2 => proptest::sample::select(&State::ALL[..]).prop_map(|to| Says::Moved { to }),
            2 => (proptest::sample::select(&State::ALL[..]), 0_i64..6)
                .prop_map(|(to, since_ms)| Says::Tidied { to, since_ms }),
            1 => "[a-c]".prop_map(|other| Says::Contradicted { other }),
            1 => "[a-c]".prop_map(|other| Says::Same { other }),
            1 => any::<bool>().prop_map(|pinned| Says::Pinned { pinned }),
        ]
    }

    /// Statements at few times, so that many are made at the same one; some of a newer version.
    fn statements() -> impl Strategy<Value = Vec<Statement>> {
        let known = (0_i64..6, author(), says());
        let known = known.prop_map(|(at_ms, by, says)| statement(at_ms, by, says));
        let newer = (0_i64..6, "[a-c]").prop_map(|(at, id)| {
            Statement::from_json(&format!(r#"{{"id":"{id}","at":{at},"says":"sung","k":{at}}}"#))
        });
        vec(prop_oneof![8 => known, 1 => newer], 1..12)
    }

    proptest! {
        #[test]
        fn any_order_and_any_repetition_give_the_same_note(
            all in statements(),
            shuffled in statements().prop_flat_map(Just),
            order in vec(any::<prop::sample::Index>(), 24),
        ) {
            let all = merge(all, shuffled);
            let mut others: Vec<Statement> = order.iter().map(|at| at.get(&all).clone()).collect();
            others.extend(all.iter().rev().cloned());
            prop_assert_eq!(fold(&others), fold(&all));
            prop_assert_eq!(merge(others, vec![]), all);
        }

        #[test]
        fn two_machines_that_merge_either_way_have_the_same_note(
            common in statements(),
            here in statements(),
            there in statements(),
            cut in any::<prop::sample::Index>(),
        ) {
            let mine = merge(common.clone(), here);
            let theirs = merge(common, there);
            let merged = merge(mine.clone(), theirs.clone());
            prop_assert_eq!(&merge(theirs.clone(), mine.clone()), &merged);
            // In parts, and through the stored form.
            let (first, rest) = theirs.split_at(cut.index(theirs.len() + 1));
            let stored = |statements: Vec<Statement>| read(&encode(&statements)).expect("whole");
            let parts = stored(merge(stored(merge(mine, rest.to_vec())), first.to_vec()));
            prop_assert_eq!(&parts, &merged);
            prop_assert_eq!(fold(&parts), fold(&merged));
        }
    }
}
