//! The fold of statements: any order, any repetition, and whose word counts.

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
        let accepted = [text(by, 1, "theirs", State::Active), to(Author::Person, 2, State::Active)];
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
    let all = [written(Author::Person, State::Active), said(2, "a"), said(3, "a"), said(4, "b")];
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
    let all = [edit(3, "late"), written(Author::Person, State::Active), edit(2, "early"), against];
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
