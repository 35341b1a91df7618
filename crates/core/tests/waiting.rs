//! Notes that wait: decided on by reading alone, and taken in later, any number of times.

mod sandbox;

use mementor_core::memory::Within;
use mementor_core::note_actions::remember::NewNote;
use mementor_core::note_actions::waiting::{Planned, TakenIn};
use mementor_core::notes::State;
use mementor_core::removal::forget::Selection;
use mementor_core::store::{Access, NoteFilter};
use mementor_core::{Error, Memory};
use sandbox::{NOW_MS, Sandbox};

const RULE: &str = "4fe1c2a0-0000-4000-8000-000000000001";
const OTHER: &str = "9ad3b7c4-0000-4000-8000-000000000002";

fn note(sandbox: &Sandbox, uuid: &str, text: &str) -> NewNote {
    NewNote {
        uuid: uuid.to_owned(),
        text: text.to_owned(),
        kind: "rule".to_owned(),
        directory: sandbox.directory("harbour"),
        ..NewNote::default()
    }
}

fn plan(memory: &Memory, new: &NewNote, waiting: &[String], after_ms: i64) -> Planned {
    let planned = memory.plan_note(new, waiting, NOW_MS + after_ms).expect("it is a note");
    planned.expect("nothing needs to be written to decide")
}

#[test]
fn a_planned_note_is_what_remember_would_have_stored() {
    let (direct, planned) = (Sandbox::without_model(), Sandbox::without_model());
    let mut one = direct.open();
    let mut other = planned.open();
    let stored = one.remember(&note(&direct, RULE, "Use tabs\n\nalways"), NOW_MS).expect("stored");
    let plan = plan(&other, &note(&planned, RULE, "Use tabs\n\nalways"), &[], 0);
    assert!(other.note(RULE).is_err(), "planning writes nothing");
    let taken = other.take_in(&plan.lines).expect("taken in");
    assert_eq!(taken, TakenIn { notes: 1, ..TakenIn::default() });
    let whole = other.note(RULE).expect("stored");
    assert_eq!(whole.row.note.summary, stored.note.row.note.summary);
    assert_eq!(whole.row.note, plan.remembered.note.row.note);
    assert_eq!(whole.statements, plan.remembered.note.statements);
    assert_eq!(whole.row.project, plan.remembered.note.row.project);
}

#[test]
fn taking_in_again_changes_nothing_and_a_reader_can_do_it() {
    let sandbox = Sandbox::without_model();
    drop(sandbox.open());
    let mut reader = sandbox.try_open(Access::Read).expect("there");
    let planned = plan(&reader, &note(&sandbox, RULE, "Use tabs"), &[], 0);
    assert_eq!(reader.take_in(&planned.lines).expect("taken in").notes, 1);
    assert_eq!(reader.take_in(&planned.lines).expect("again").notes, 0);
    let twice = [planned.lines.clone(), planned.lines].concat();
    assert_eq!(sandbox.open().take_in(&twice).expect("twice").notes, 0);
    assert_eq!(reader.note(RULE).expect("stored").statements.len(), 1);
}

#[test]
fn notes_that_wait_are_known_to_the_next_one() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let first = plan(&memory, &note(&sandbox, RULE, "Use tabs"), &[], 0);
    let again = plan(&memory, &note(&sandbox, OTHER, "use tabs."), &first.lines, 5);
    assert!(again.remembered.said_again);
    assert_eq!(again.remembered.note.row.uuid, RULE);
    assert_eq!(again.remembered.note.row.note.said, 2);

    let new = NewNote { supersedes: vec![RULE[..6].to_owned()], ..note(&sandbox, OTHER, "Spaces") };
    let second = plan(&memory, &new, &first.lines, 9);
    assert_eq!(second.remembered.superseded[0].note.superseded_by.as_deref(), Some(OTHER));
    // In any order.
    let lines = [second.lines, again.lines, first.lines].concat();
    assert_eq!(memory.take_in(&lines).expect("taken in").notes, 2);
    let old = memory.note(RULE).expect("stored").row.note;
    assert_eq!((old.said, old.superseded_by.as_deref()), (2, Some(OTHER)));
}

#[test]
fn a_note_that_waits_is_taken_back_by_the_next_one() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let first = plan(&memory, &note(&sandbox, RULE, "Build the mast of oak"), &[], 0);
    let newer = note(&sandbox, OTHER, "Build the mast of pine instead of oak");
    let second = plan(&memory, &newer, &first.lines, 5);
    assert_eq!(second.remembered.superseded.len(), 1);
    memory.take_in(&[second.lines, first.lines].concat()).expect("taken in");
    let old = memory.note(RULE).expect("stored").row.note;
    assert_eq!(old.superseded_by.as_deref(), Some(OTHER));
}

#[test]
fn mistakes_are_told_at_once() {
    let sandbox = Sandbox::without_model();
    let memory = sandbox.open();
    let told = |new: NewNote| memory.plan_note(&new, &[], NOW_MS).expect_err("refused");
    let unknown = NewNote { kind: "decison".to_owned(), ..note(&sandbox, RULE, "x") };
    assert!(matches!(told(unknown), Error::NoteKindUnknown { .. }));
    let long = NewNote {
        author: mementor_core::notes::Author::Agent,
        ..note(&sandbox, RULE, &"x".repeat(101))
    };
    assert!(matches!(told(long), Error::NoteSummary(_)));
    let missing = NewNote { supersedes: vec!["abcdef".to_owned()], ..note(&sandbox, RULE, "x") };
    assert!(matches!(told(missing), Error::NoteUnknown { .. }));
}

#[test]
fn secrets_are_masked_before_a_line_is_made() {
    let sandbox = Sandbox::without_model();
    let memory = sandbox.open();
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let lines = plan(&memory, &note(&sandbox, RULE, &format!("Use {token}")), &[], 0).lines;
    assert!(!lines.concat().contains("0123456789abcdefghij"), "{lines:?}");
}

#[test]
fn what_was_forgotten_stays_away_and_what_is_no_note_is_counted() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let planned = plan(&memory, &note(&sandbox, RULE, "Use tabs"), &[], 0);
    memory.take_in(&planned.lines).expect("taken in");
    let selection = Selection { ids: vec![RULE.to_owned()], ..Selection::default() };
    assert_eq!(memory.select(selection, None).expect("found").len(), 1);
    memory.forget(&[RULE.to_owned()]).expect("forgotten");
    let lines = [planned.lines, vec!["{".to_owned()]].concat();
    let taken = memory.take_in(&lines).expect("taken in");
    assert_eq!(taken, TakenIn { unreadable: 1, ..TakenIn::default() });
    assert!(memory.note(RULE).is_err());
}

#[test]
fn two_notes_written_at_the_same_instant_are_one() {
    type Order = fn(&[String], &[String]) -> Vec<Vec<String>>;
    let text = "Use tabs in Makefiles";
    let orders: [Order; 4] = [
        |one, other| vec![[one, other].concat()],
        |one, other| vec![[other, one].concat()],
        |one, other| vec![one.to_vec(), other.to_vec()],
        |one, other| vec![other.to_vec(), one.to_vec()],
    ];
    let harbour = Sandbox::without_model();
    let writing = harbour.open();
    // Neither of them sees the other's.
    let one = plan(&writing, &note(&harbour, RULE, text), &[], 0);
    let other = plan(&writing, &note(&harbour, OTHER, text), &[], 0);
    let mut all = Vec::new();
    for order in orders {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        for lines in order(&one.lines, &other.lines) {
            memory.take_in(&lines).expect("taken in");
        }
        let again =
            memory.take_in(&[one.lines.clone(), other.lines.clone()].concat()).expect("again");
        assert_eq!(again.notes, 0, "taking in again changes nothing");
        let (kept, twin) = (memory.note(RULE).expect("there"), memory.note(OTHER).expect("there"));
        assert_eq!(kept.row.note.state, State::Active);
        assert_eq!(kept.row.note.said, 2);
        assert_eq!(twin.row.note.merged_into.as_deref(), Some(RULE));
        let listed = memory.notes(&Within::Everything, &NoteFilter::default(), &[State::Active]);
        assert_eq!(listed.expect("a list").len(), 1);
        all.push((kept.statements, twin.statements));
    }
    assert!(all.iter().all(|each| *each == all[0]), "whatever the order");
}

#[test]
fn notes_of_the_same_words_stay_two_where_they_mean_two() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let rule = note(&sandbox, RULE, "Use tabs");
    let decision = NewNote { kind: "decision".to_owned(), ..note(&sandbox, OTHER, "Use tabs") };
    let lines = [rule, decision].map(|new| plan(&memory, &new, &[], 0).lines).concat();
    memory.take_in(&lines).expect("taken in");
    assert_eq!(memory.note(OTHER).expect("there").row.note.merged_into, None);
}
