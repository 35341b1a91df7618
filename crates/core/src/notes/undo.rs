//! Taking back what was said about a note: new statements that restore what was.

use serde::Deserialize;

use super::folding::fold;
use super::log::merge;
use super::note::Note;
use super::state::State;
use super::statement::{Edit, Says, Statement};

/// What to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteUndo"))]
pub enum Undo {
    /// The last edit or move.
    Last,
    /// Everything after the statement with this number; the oldest one is 1.
    To(usize),
}

/// Returns what has to be said so that a note is as it was; empty when it is so already. `None` when
/// there is nothing to take back, or the note was not written yet at that time.
pub fn undone(statements: &[Statement], undo: Undo) -> Option<Vec<Says>> {
    let all = merge(statements.to_vec(), Vec::new());
    let now = fold(&all)?;
    let kept = match undo {
        Undo::To(number) => (1..=all.len()).contains(&number).then_some(number)?,
        Undo::Last => last_change(&all)?,
    };
    Some(restoring(&now, &fold(&all[..kept])?))
}

/// Returns how many statements there are before the last one that changed the note. Saying a note
/// again is no change.
fn last_change(all: &[Statement]) -> Option<usize> {
    let changes = |at: &usize| match &all[*at].says {
        Says::Written(_) | Says::Said { .. } | Says::Unknown => false,
        _ => changed(fold(&all[..*at]), fold(&all[..=*at])),
    };
    (1..all.len()).rev().find(changes)
}

fn changed(before: Option<Note>, after: Option<Note>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    !restoring(&after, &before).is_empty()
}

/// Returns what makes one note say what another one says.
fn restoring(now: &Note, then: &Note) -> Vec<Says> {
    fn other<T: Clone + PartialEq>(now: &T, then: &T) -> Option<T> {
        (now != then).then(|| then.clone())
    }
    let edit = Edit {
        kind: other(&now.kind, &then.kind),
        summary: other(&now.summary, &then.summary),
        body: other(&now.body, &then.body),
        tags: other(&now.tags, &then.tags),
        files: other(&now.files, &then.files),
    };
    let mut says = Vec::new();
    if edit != Edit::default() {
        says.push(Says::Edited(edit));
    }
    let is_freed = now.superseded_by.is_some() && then.superseded_by.is_none();
    if is_freed && then.state != State::Active {
        // Only becoming active frees a note.
        says.push(Says::Moved { to: State::Active });
    }
    if is_freed || now.state != then.state {
        says.push(Says::Moved { to: then.state });
    }
    let was_freed = says.contains(&Says::Moved { to: State::Active });
    let left = now.superseded_by.as_ref().filter(|_| !was_freed);
    if let Some(other) = then.superseded_by.as_ref().filter(|other| left != Some(*other)) {
        says.push(Says::Contradicted { other: other.clone() });
    }
    if now.pinned != then.pinned {
        says.push(Says::Pinned { pinned: then.pinned });
    }
    says
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notes::{Author, Written};

    fn log(says: Vec<Says>) -> Vec<Statement> {
        let written = Written { kind: "fact".into(), summary: "a".into(), ..Written::default() };
        let first = Says::Written(Box::new(written));
        let all = std::iter::once(first).chain(says).zip(0..);
        all.map(|(says, at)| Statement::new("n", at, Author::Person, says)).collect()
    }

    fn edit(summary: &str) -> Says {
        Says::Edited(Edit { summary: Some(summary.into()), ..Edit::default() })
    }

    fn after(mut all: Vec<Statement>, says: Vec<Says>) -> Vec<Statement> {
        for says in says {
            let at = all.len() as i64;
            all.push(Statement::new("n", at, Author::Person, says));
        }
        all
    }

    const SAID: Says = Says::Said { session: None };

    #[test]
    fn the_last_change_is_taken_back_and_doing_it_again_brings_it_back() {
        let all = log(vec![edit("b"), Says::Moved { to: State::Archived }, SAID]);
        let back = undone(&all, Undo::Last).expect("a move");
        assert_eq!(back, [Says::Moved { to: State::Active }]);
        let all = after(all, back);
        assert_eq!(undone(&all, Undo::Last), Some(vec![Says::Moved { to: State::Archived }]));
        assert_eq!(undone(&all, Undo::To(1)), Some(vec![edit("a")]));
    }

    #[test]
    fn a_move_of_the_upkeep_is_taken_back_to_the_state_before() {
        let written = Written { kind: "fact".into(), state: State::Proposed, ..Written::default() };
        let all = vec![
            Statement::new("n", 0, Author::Answer, Says::Written(Box::new(written))),
            Statement::new(
                "n",
                9,
                Author::Upkeep,
                Says::Tidied { to: State::Archived, since_ms: 0 },
            ),
        ];
        assert_eq!(undone(&all, Undo::Last), Some(vec![Says::Moved { to: State::Proposed }]));
    }

    #[test]
    fn where_nothing_was_changed_nothing_can_be_taken_back() {
        assert_eq!(undone(&log(vec![SAID]), Undo::Last), None);
        // It is pinned already: that changed nothing.
        let pin = Says::Pinned { pinned: true };
        let all = log(vec![pin.clone(), pin]);
        assert_eq!(undone(&all, Undo::Last), Some(vec![Says::Pinned { pinned: false }]));
        assert_eq!((undone(&all, Undo::To(0)), undone(&all, Undo::To(9))), (None, None));
        assert_eq!(undone(&all, Undo::To(3)), Some(vec![]));
    }

    proptest! {
        #[test]
        fn whatever_was_said_a_note_comes_back_as_it_was(
            says in proptest::collection::vec(
                prop_oneof![
                    "[a-c]".prop_map(|summary| edit(&summary)),
                    proptest::sample::select(&State::ALL[..]).prop_map(|to| Says::Moved { to }),
                    Just(Says::Contradicted { other: "m".into() }),
                    any::<bool>().prop_map(|pinned| Says::Pinned { pinned }),
                    Just(SAID),
                ],
                0..8,
            ),
            to in any::<prop::sample::Index>(),
        ) {
            let all = log(says);
            let number = to.index(all.len()) + 1;
            let then = fold(&all[..number]).expect("written");
            let says = undone(&all, Undo::To(number)).expect("written then");
            let now = fold(&after(all, says)).expect("written");
            let seen = |note: Note| (note.summary, note.state, note.superseded_by, note.pinned);
            prop_assert_eq!(seen(now), seen(then));
        }
    }
}
