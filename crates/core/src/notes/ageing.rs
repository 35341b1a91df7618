//! How notes age: which moves of the upkeep are due, and why.
//!
//! A move is dated by the day on which it became due, not by the day on which somebody looked. So
//! two machines that tidy the same note make the same statements.

use serde::{Serialize, Serializer};

use super::folding::{Life, fold_with_life};
use super::kinds::kind_named;
use super::note::Note;
use super::state::State;
use super::statement::{Author, Says, Statement};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// Relevance halves in this many days.
const HALVES_DAYS: f64 = 30.0;
/// A note that was not used for so long is archived,
const UNUSED_DAYS: i64 = 90;
/// and so is one whose relevance falls below this.
const RELEVANCE_MIN: f64 = 0.1;
/// Days from the archive to a tombstone, and from there until the note is gone.
const ARCHIVED_DAYS: i64 = 180;
const TOMBSTONE_DAYS: i64 = 365;
/// From this importance on, a proposal that was said in so many sessions becomes active.
const IMPORTANCE_MIN: f64 = 0.65;
const SESSIONS_MIN: u64 = 3;
/// A text of this many bytes is brief, and one of the second many is not brief at all.
const BRIEF_BYTES: f64 = 200.0;
const LONG_BYTES: f64 = 2_000.0;

/// Why a move is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TidyReason {
    /// A proposal was said in several sessions and is important enough.
    SaidOften,
    /// Nobody said or used it for long.
    Unused,
    /// It is not sure, and nobody said or used it meanwhile.
    Faint,
    /// It was in the archive for long.
    ArchivedLong,
    /// It was a tombstone for long.
    TombstoneLong,
}

/// Writes a state; `gone` for none.
#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde calls"
)]
fn state_or_gone<S: Serializer>(to: &Option<State>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(to.map_or("gone", State::name))
}

/// A move of the upkeep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TidiedStep {
    /// The state before.
    pub from: State,
    /// The state afterwards; `None` when the note is to be gone.
    #[serde(serialize_with = "state_or_gone")]
    #[cfg_attr(test, ts(type = "NoteState | \"gone\""))]
    pub to: Option<State>,
    /// When it became due, in milliseconds since the epoch.
    pub at_ms: i64,
    /// When the note was last used, or came into its state.
    pub since_ms: i64,
    /// Why it is due.
    pub because: TidyReason,
}

/// Returns how important a note is at a time, 0 to 1: its kind, when and how often it was said, and
/// how brief it is.
pub fn importance(note: &Note, now_ms: i64) -> f64 {
    let kind = kind_named(&note.kind).map_or(0.5, |kind| f64::from(kind.worth) / 100.0);
    let days = (now_ms - note.said_ms).max(0) as f64 / DAY_MS as f64;
    let recency = (-days / HALVES_DAYS).exp2();
    let repetition = 1.0 - 0.5_f64.powi(note.said.clamp(1, 64) as i32 - 1);
    let bytes = (note.summary.len() + note.body.len()) as f64;
    let brevity = ((LONG_BYTES - bytes) / (LONG_BYTES - BRIEF_BYTES)).clamp(0.0, 1.0);
    0.45 * kind + 0.25 * recency + 0.20 * repetition + 0.10 * brevity
}

/// What this machine knows of a note beside its statements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LocalUse {
    /// When it was last shown to use, in milliseconds since the epoch.
    pub shown_ms: Option<i64>,
    /// In how many sessions it was said; when unknown, each statement counts as one.
    pub sessions: Option<u64>,
}

/// Returns the moves of a note that are due at `now_ms`, in order, and the statements that make
/// them. A note is gone only when it was a tombstone before: no run both puts a note away and
/// removes it.
pub fn due(
    uuid: &str,
    statements: &[Statement],
    known: LocalUse,
    now_ms: i64,
) -> (Vec<TidiedStep>, Vec<Statement>) {
    let (mut steps, mut added) = (Vec::new(), Vec::new());
    let mut all = statements.to_vec();
    while let Some((note, life)) = fold_with_life(&all) {
        let Some(step) = next(&note, life, known) else { break };
        if step.at_ms > now_ms {
            break;
        }
        let Some(to) = step.to else {
            if steps.is_empty() {
                steps.push(step);
            }
            break;
        };
        let says = Says::Tidied { to, since_ms: step.since_ms };
        let statement = Statement::new(uuid, step.at_ms, Author::Upkeep, says);
        all.push(statement.clone());
        steps.push(step);
        added.push(statement);
    }
    (steps, added)
}

/// Returns the next move of a note, however far away; `None` for one that stays.
fn next(note: &Note, life: Life, known: LocalUse) -> Option<TidiedStep> {
    let since_ms = life.used_ms.max(life.moved_ms).max(known.shown_ms.unwrap_or(i64::MIN));
    let step = |to, days: i64, because| TidiedStep {
        from: note.state,
        to,
        // Never before a statement that is there: it would not be the last word.
        at_ms: since_ms.saturating_add(days * DAY_MS).max(life.last_ms + 1),
        since_ms,
        because,
    };
    if is_promoted(note, life, known) {
        return Some(TidiedStep {
            at_ms: life.last_ms + 1,
            ..step(Some(State::Active), 0, TidyReason::SaidOften)
        });
    }
    if note.is_lasting() {
        return None;
    }
    match note.state {
        State::Proposed | State::Active | State::Resolved => {
            let faint = faint_days(note.confidence);
            let is_faint = faint < UNUSED_DAYS;
            let because = if is_faint { TidyReason::Faint } else { TidyReason::Unused };
            Some(step(Some(State::Archived), faint.min(UNUSED_DAYS), because))
        }
        State::Archived => {
            Some(step(Some(State::Tombstone), ARCHIVED_DAYS, TidyReason::ArchivedLong))
        }
        State::Tombstone => Some(step(None, TOMBSTONE_DAYS, TidyReason::TombstoneLong)),
        // It is kept so that it is not proposed again, or so that it counts for the other note.
        State::Rejected | State::Merged => None,
    }
}

/// Whether a proposal becomes active: only what the person typed does. It is weighed as of the day on
/// which it was said last, so that it does not matter when somebody looks. What was taken back once is
/// left to the person.
fn is_promoted(note: &Note, life: Life, known: LocalUse) -> bool {
    note.state == State::Proposed
        && note.author.is_persons()
        && known.sessions.unwrap_or(note.said) >= SESSIONS_MIN
        && note.superseded_by.is_none()
        && !life.was_rejected
        && !life.was_promoted
        && importance(note, note.said_ms) >= IMPORTANCE_MIN
}

/// Returns after how many whole days without use the relevance of a note is too low.
fn faint_days(confidence: f64) -> i64 {
    (HALVES_DAYS * (confidence / RELEVANCE_MIN).log2()).ceil().max(0.0) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notes::{Edit, Move, Written, fold, merge};

    fn written(kind: &str, by: Author, state: State) -> Vec<Statement> {
        let written = Written {
            kind: kind.into(),
            summary: "Oak for the mast".into(),
            state,
            ..Written::default()
        };
        vec![Statement::new("n", 0, by, Says::Written(Box::new(written)))]
    }

    fn own(kind: &str) -> Vec<Statement> {
        written(kind, Author::Person, State::Active)
    }

    fn with(mut all: Vec<Statement>, day: i64, by: Author, says: Says) -> Vec<Statement> {
        all.push(Statement::new("n", day * DAY_MS, by, says));
        all
    }

    /// The states that a note passes until a day, each with the day on which it comes there.
    fn path(all: &[Statement], shown: Option<i64>, day: i64) -> Vec<(Option<State>, i64)> {
        let shown_ms = shown.map(|day| day * DAY_MS);
        let known = LocalUse { shown_ms, sessions: None };
        let (steps, _) = due("n", all, known, day * DAY_MS);
        steps.into_iter().map(|step| (step.to, step.at_ms / DAY_MS)).collect()
    }

    /// The log after a run of the upkeep, and whether the note is to be gone.
    fn tidied(all: &[Statement], day: i64) -> (Vec<Statement>, bool) {
        let (steps, added) = due("n", all, LocalUse::default(), day * DAY_MS);
        let is_gone = steps.iter().any(|step| step.to.is_none());
        (merge(all.to_vec(), added), is_gone)
    }

    fn state(all: &[Statement]) -> State {
        fold(all).expect("written").state
    }

    const ARCHIVED: Option<State> = Some(State::Archived);

    #[test]
    fn a_note_that_nobody_uses_is_archived_then_a_tombstone_then_gone() {
        let all = own("decision");
        assert_eq!(path(&all, None, 89), []);
        assert_eq!(path(&all, None, 90), [(ARCHIVED, 90)]);
        let twice = [(ARCHIVED, 90), (Some(State::Tombstone), 270)];
        assert_eq!(path(&all, None, 5_000), twice, "no run puts a note away and removes it");
        let (all, is_gone) = tidied(&all, 300);
        assert!(!is_gone && state(&all) == State::Tombstone);
        assert_eq!(path(&all, None, 634), []);
        assert_eq!(path(&all, None, 635), [(None, 635)]);
    }

    #[test]
    fn what_is_said_shown_or_edited_ages_anew() {
        let said = with(own("fact"), 80, Author::Answer, Says::Said { session: None });
        assert_eq!(path(&said, None, 200), [(ARCHIVED, 170)]);
        assert_eq!(path(&own("fact"), Some(50), 200), [(ARCHIVED, 140)]);
        let edit = Says::Edited(Edit { body: Some("b".into()), ..Edit::default() });
        assert_eq!(path(&with(own("fact"), 10, Author::Person, edit), None, 99), []);
        let shown_in_the_archive = tidied(&own("fact"), 90).0;
        assert_eq!(path(&shown_in_the_archive, Some(200), 379), []);
        assert_eq!(path(&shown_in_the_archive, Some(200), 380), [(Some(State::Tombstone), 380)]);
    }

    #[test]
    fn an_unsure_note_is_archived_sooner() {
        let found = written("learning", Author::Answer, State::Proposed);
        assert_eq!(path(&found, None, 80), [(ARCHIVED, 70)]);
        let against = Says::Contradicted { other: "m".into() };
        let against = with(found, 65, Author::Answer, against);
        // .2 of confidence: 30 days, but not before the contradiction itself.
        assert_eq!(path(&against, None, 80), [(ARCHIVED, 65)]);
    }

    #[test]
    fn rules_preferences_pinned_and_rejected_notes_and_newer_kinds_do_not_age() {
        for kind in ["rule", "preference", "prophecy"] {
            assert_eq!(path(&own(kind), None, 9_999), [], "{kind}");
        }
        let pinned = with(own("fact"), 1, Author::Person, Says::Pinned { pinned: true });
        assert_eq!(path(&pinned, None, 9_999), []);
        let rejected = Says::Moved { to: State::Rejected };
        assert_eq!(path(&with(own("fact"), 1, Author::Person, rejected), None, 9_999), []);
    }

    fn proposed(kind: &str, sessions: &[&str]) -> Vec<Statement> {
        let mut all = written(kind, Author::Prompt, State::Proposed);
        for (day, session) in (1..).zip(sessions) {
            let session = Some((*session).to_owned());
            all = with(all, day, Author::Prompt, Says::Said { session });
        }
        all
    }

    #[test]
    fn a_proposal_said_in_three_sessions_becomes_active_when_it_is_important() {
        let active = [(Some(State::Active), 2)];
        assert_eq!(path(&proposed("decision", &["a", "b"]), None, 3), active);
        assert_eq!(
            path(&proposed("decision", &["a", "b"]), None, 60),
            active,
            "whenever one looks"
        );
        assert_eq!(path(&proposed("decision", &["a", "a"]), None, 3), []);
        let important = fold(&proposed("decision", &["a", "b"])).expect("written");
        let at_once = importance(&important, important.said_ms);
        assert!((at_once - 0.95).abs() < 1e-9, "{at_once}");
        assert!(importance(&important, important.said_ms + 90 * DAY_MS) < at_once);
    }

    #[test]
    fn a_rejected_proposal_never_becomes_active_and_one_taken_back_not_twice() {
        let reject = Says::Moved { to: State::Rejected };
        let back = Says::Moved { to: State::Proposed };
        let rejected = with(proposed("decision", &["a"]), 5, Author::Person, reject.clone());
        let again = with(rejected.clone(), 6, Author::Person, back.clone());
        let again = with(again, 7, Author::Prompt, Says::Said { session: Some("b".into()) });
        assert_eq!(path(&again, None, 8), []);
        // Another machine that did not know of the rejection made it active.
        let there = tidied(&proposed("decision", &["a", "b"]), 9).0;
        assert_eq!(state(&there), State::Active);
        let earlier = with(proposed("decision", &[]), 1, Author::Person, reject);
        assert_eq!(state(&merge(there.clone(), earlier)), State::Rejected);
        assert_eq!(path(&with(there, 9, Author::Person, back), None, 10), []);
    }

    #[test]
    fn a_move_gives_way_to_what_another_machine_said_meanwhile() {
        let common = own("fact");
        let here = tidied(&common, 100).0;
        assert_eq!(state(&here), State::Archived);
        for says in [
            Says::Said { session: None },
            Says::Moved { to: Move::Resolve.after(State::Active, false).expect("allowed") },
            Says::Pinned { pinned: true },
        ] {
            let there = with(common.clone(), 60, Author::Person, says);
            let expected = state(&there);
            assert_eq!(state(&merge(here.clone(), there)), expected);
        }
    }

    fn said() -> impl Strategy<Value = Vec<(i64, Says)>> {
        let says = prop_oneof![
            4 => proptest::option::of("[a-d]").prop_map(|session| Says::Said { session }),
            2 => proptest::sample::select(&State::ALL[..]).prop_map(|to| Says::Moved { to }),
            1 => Just(Says::Contradicted { other: "m".into() }),
            1 => any::<bool>().prop_map(|pinned| Says::Pinned { pinned }),
        ];
        proptest::collection::vec((0_i64..400, says), 0..6)
    }

    fn log(first: Vec<Statement>, said: Vec<(i64, Says)>) -> Vec<Statement> {
        let by = |says: &Says| match says {
            Says::Moved { .. } | Says::Pinned { .. } => Author::Person,
            _ => Author::Answer,
        };
        said.into_iter().fold(first, |all, (day, says)| {
            let by = by(&says);
            with(all, day, by, says)
        })
    }

    proptest! {
        #[test]
        fn machines_that_tidy_at_different_times_have_the_same_note_after_a_merge(
            kind in proptest::sample::select(vec!["decision", "note", "rule"]),
            common in said(),
            here in said(),
            there in said(),
            (day, other) in (0_i64..900, 0_i64..900),
        ) {
            let common = log(written(kind, Author::Answer, State::Proposed), common);
            let mine = tidied(&log(common.clone(), here), day).0;
            let theirs = tidied(&log(common, there), other).0;
            let (one, two) = (merge(mine.clone(), theirs.clone()), merge(theirs, mine));
            prop_assert_eq!(fold(&one), fold(&two));
            let late = day.max(other) + 1;
            prop_assert_eq!(tidied(&one, late), tidied(&two, late));
        }

        #[test]
        fn the_same_log_gives_the_same_moves_however_often_and_late_one_looks(
            said in said(),
            days in proptest::collection::vec(0_i64..900, 1..6),
        ) {
            let all = log(written("decision", Author::Answer, State::Proposed), said);
            let last = days.iter().copied().max().unwrap_or_default();
            let mut often = all.clone();
            for day in days {
                // A run with a clock that was set back changes nothing.
                often = tidied(&often, day).0;
            }
            let once = tidied(&all, last).0;
            prop_assert_eq!(&often, &once);
            let (again, _) = tidied(&once, last);
            prop_assert_eq!(again, once);
        }
    }
}
