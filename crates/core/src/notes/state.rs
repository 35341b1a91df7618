//! The states of a note, and the moves between them that are allowed, in one table.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// State of a note. Names are stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteState"))]
pub enum State {
    /// Found by a rule; nobody has accepted it yet.
    Proposed,
    /// It holds.
    #[default]
    Active,
    /// It held and is done with: a blocker that is gone, a plan that was carried out.
    Resolved,
    /// No longer of use; not searched.
    Archived,
    /// Archived for long; it is kept so that it is not learned anew.
    Tombstone,
    /// A person said no. It is kept so that it is not proposed again.
    Rejected,
    /// Another note says the same and counts it. It is kept so that it is not found anew.
    Merged,
}

/// What a person or the upkeep does with a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteMove"))]
pub enum Move {
    /// A proposal holds.
    Accept,
    /// It does not hold and never did.
    Reject,
    /// It is done with.
    Resolve,
    /// It is of no more use.
    Archive,
    /// It holds again.
    Restore,
}

/// Each allowed move: what is done, in which state, and the state afterwards.
const MOVES: &[(Move, State, State)] = &[
    (Move::Accept, State::Proposed, State::Active),
    (Move::Accept, State::Rejected, State::Active),
    (Move::Reject, State::Proposed, State::Rejected),
    (Move::Reject, State::Active, State::Rejected),
    (Move::Resolve, State::Active, State::Resolved),
    (Move::Archive, State::Active, State::Archived),
    (Move::Resolve, State::Proposed, State::Resolved),
    (Move::Archive, State::Proposed, State::Archived),
    (Move::Archive, State::Resolved, State::Archived),
    (Move::Restore, State::Resolved, State::Active),
    (Move::Restore, State::Archived, State::Active),
    (Move::Restore, State::Tombstone, State::Active),
    (Move::Restore, State::Rejected, State::Active),
    (Move::Restore, State::Merged, State::Active),
];

/// Each move of the upkeep: the state before, and the state afterwards.
const TIDIED: &[(State, State)] = &[
    (State::Proposed, State::Active),
    (State::Proposed, State::Archived),
    (State::Active, State::Archived),
    (State::Resolved, State::Archived),
    (State::Archived, State::Tombstone),
];

const VERBS: [(Move, &str, &str); 5] = [
    (Move::Accept, "accept", "accepted"),
    (Move::Reject, "reject", "rejected"),
    (Move::Resolve, "resolve", "resolved"),
    (Move::Archive, "archive", "archived"),
    (Move::Restore, "restore", "restored"),
];

impl State {
    /// Every state.
    pub const ALL: [Self; 7] = [
        Self::Proposed,
        Self::Active,
        Self::Resolved,
        Self::Archived,
        Self::Tombstone,
        Self::Rejected,
        Self::Merged,
    ];

    /// Returns the stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Active => "active",
            Self::Resolved => "resolved",
            Self::Archived => "archived",
            Self::Tombstone => "tombstone",
            Self::Rejected => "rejected",
            Self::Merged => "merged",
        }
    }

    /// Returns the state with this name.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] that lists the states.
    pub fn named(name: &str) -> Result<Self> {
        let wanted = name.trim().to_lowercase();
        Self::ALL.into_iter().find(|state| state.name() == wanted).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Error::InvalidArgument(format!("no state is called {name:?}: there are {known}"))
        })
    }

    /// Whether the upkeep may move a note from this state to another one.
    pub(super) fn can_be_tidied_to(self, to: Self) -> bool {
        TIDIED.contains(&(self, to))
    }

    /// Whether a search shows notes in this state.
    pub fn is_searched(self) -> bool {
        matches!(self, Self::Active | Self::Resolved)
    }
}

impl Move {
    /// Returns the state that follows. A superseded note that is active may be restored, which
    /// makes it hold again.
    ///
    /// # Errors
    /// [`Error::NoteMove`] with the moves that are allowed.
    pub fn after(self, from: State, is_superseded: bool) -> Result<State> {
        let allowed = |each: Self| {
            let row = MOVES.iter().find(|(done, before, _)| (*done, *before) == (each, from));
            let again = each == Self::Restore && from == State::Active && is_superseded;
            row.map(|(_, _, to)| *to).or_else(|| again.then_some(State::Active))
        };
        allowed(self).ok_or_else(|| {
            let may = VERBS.iter().filter(|(each, _, _)| allowed(*each).is_some());
            let may: Vec<&str> = may.map(|(_, _, done)| *done).collect();
            Error::NoteMove { state: from.name(), done: self.participle(), may: may.join(" or ") }
        })
    }

    fn participle(self) -> &'static str {
        VERBS.iter().find(|(each, _, _)| *each == self).map_or("moved", |(_, _, done)| done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_can_be_left_and_every_move_leads_somewhere_else() {
        for state in State::ALL {
            assert!(MOVES.iter().any(|(_, from, _)| *from == state), "{state:?}");
            assert_eq!(State::named(state.name()).expect("its own name"), state);
        }
        assert!(MOVES.iter().all(|(_, from, to)| from != to));
    }

    #[test]
    fn what_was_done_can_be_undone() {
        for (_, _, to) in MOVES.iter().filter(|(_, _, to)| *to != State::Active) {
            assert_eq!(Move::Restore.after(*to, false).expect("undone"), State::Active);
        }
    }

    #[test]
    fn a_move_that_is_not_allowed_tells_which_are() {
        let refused = Move::Accept.after(State::Archived, false).expect_err("it is no proposal");
        assert_eq!(
            refused.to_string(),
            "a note that is archived cannot be accepted: it can be restored"
        );
        assert!(Move::Restore.after(State::Active, false).is_err());
        assert_eq!(Move::Restore.after(State::Active, true).expect("superseded"), State::Active);
    }

    #[test]
    fn an_unknown_state_tells_which_there_are() {
        let refused = State::named("open").expect_err("unknown").to_string();
        assert!(refused.contains("proposed, active, resolved"), "{refused}");
    }
}
