//! Chooses passages of the turns that passed the gate, and drops the turns that add nothing.

use super::said::{ASKED_CHARS_MAX, EXCERPTS_CHARS_MAX, asked, room};
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::excerpt::{Similar, Wanted, choose};
use crate::search::{Hit, similarities};
use crate::store::Reader;

/// A turn that passed the gate.
pub(super) struct Passed {
    /// Index among the candidates.
    pub at: usize,
    text: TurnText,
    /// Similarity of each of its chunks to the prompt.
    similar: Vec<Similar>,
    /// Similarity of its best chunk.
    similarity: Option<f32>,
    /// Its prompt, as displayed.
    asked: String,
    /// Its passage, as displayed.
    pub passage: String,
}

impl Passed {
    pub fn of(
        reader: &Reader,
        at: usize,
        turn: i64,
        (hit, text): (&Hit, TurnText),
        wanted: &Wanted,
    ) -> Result<Self> {
        let similar = similarities(reader, turn, wanted)?;
        let asked = asked(&hit.prompt, ASKED_CHARS_MAX);
        let passage = String::new();
        Ok(Self { at, text, similar, similarity: hit.similarity, asked, passage })
    }
}

/// Number of turns that are kept whatever they add: the second best is about as likely to help as
/// the best, and may say that the best was overturned.
const KEPT_MIN: usize = 2;
/// Minimum share of the query's rarity in the terms that only this turn holds, for a turn that adds
/// something.
const FRESH_MIN: f64 = 0.1;
/// Maximum distance from the highest similarity for a turn that adds something without new terms:
/// it may say the same in other words, or answer where the other turn only asks.
const NEAR_SIMILARITY: f32 = 0.05;

/// Chooses the passage of each turn, best first, and drops the turns that add nothing. Something
/// else takes `taken` characters of the room.
pub(super) fn shown(mut passed: Vec<Passed>, wanted: &Wanted, taken: usize) -> Vec<Passed> {
    let room = EXCERPTS_CHARS_MAX.saturating_sub(taken);
    choose_passages(&mut passed, wanted, room);
    let count = passed.len();
    let mut adding = adding(passed, wanted);
    if adding.len() < count {
        choose_passages(&mut adding, wanted, room);
    }
    adding
}

/// Chooses the passage of each turn. The fewer turns there are, the longer each passage.
fn choose_passages(passed: &mut [Passed], wanted: &Wanted, mut left: usize) {
    let count = passed.len();
    for (at, turn) in passed.iter_mut().enumerate() {
        let room = room(at, count, left);
        turn.passage = choose(&turn.text, &turn.similar, wanted, room);
        left = left.saturating_sub(turn.passage.chars().count());
    }
}

fn adding(passed: Vec<Passed>, wanted: &Wanted) -> Vec<Passed> {
    let similarities = passed.iter().filter_map(|turn| turn.similarity);
    let nearest = similarities.fold(f32::NEG_INFINITY, f32::max);
    let mut seen = 0;
    let mut kept = Vec::with_capacity(passed.len());
    for turn in passed {
        let held = wanted.terms(&turn.passage) | wanted.terms(&turn.asked);
        let is_far = turn.similarity.is_some_and(|it| it < nearest - NEAR_SIMILARITY);
        let adds_little = is_far && wanted.worth(held & !seen) < FRESH_MIN;
        if !repeats(&turn, &kept) && (kept.len() < KEPT_MIN || !adds_little) {
            // A term that occurs only in the question is not answered yet.
            seen |= wanted.terms(&turn.passage);
            kept.push(turn);
        }
    }
    kept
}

/// Minimum characters of a passage that repeats another: beside a shorter one the prompt is shown,
/// which may hold what counts.
const REPEATED_CHARS_MIN: usize = 120;

/// Whether the passage of an earlier turn holds all of this one's, word by word.
fn repeats(turn: &Passed, kept: &[Passed]) -> bool {
    let passage = turn.passage.trim_matches(['…', ' ', '\n']);
    passage.chars().count() >= REPEATED_CHARS_MIN
        && kept.iter().any(|other| other.passage.contains(passage))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(at: usize, answer: &str, similarity: f32) -> Passed {
        Passed {
            at,
            text: TurnText { prompt: String::new(), answer: answer.to_owned() },
            similar: Vec::new(),
            similarity: Some(similarity),
            asked: String::new(),
            passage: String::new(),
        }
    }

    fn kept(turns: Vec<Passed>) -> Vec<usize> {
        let words = ["port", "stage", "bouncer"].map(|word| (word.to_owned(), 1.0));
        let wanted = Wanted::new(words.into_iter().collect(), None);
        shown(turns, &wanted, 0).iter().map(|turn| turn.at).collect()
    }

    #[test]
    fn a_turn_that_would_be_shown_with_the_same_words_is_left_out() {
        let same = "The staging port is 6543, behind the bouncer, which every service of the cluster \
                    asks for it when it starts, and never later than that.";
        assert_eq!(kept(vec![turn(0, same, 0.6), turn(1, same, 0.6)]), [0]);
        assert_eq!(kept(vec![turn(0, "Noted: 6543.", 0.6), turn(1, "Noted: 6543.", 0.6)]), [0, 1]);
    }

    #[test]
    fn a_third_turn_that_holds_no_new_word_and_is_less_similar_is_left_out() {
        let two =
            || [turn(0, "The staging port is 6543.", 0.6), turn(1, "The port was moved.", 0.2)];
        let with = |third| kept(two().into_iter().chain([third]).collect());
        assert_eq!(with(turn(2, "The port was moved for staging.", 0.5)), [0, 1]);
        assert_eq!(with(turn(2, "The port was moved for staging.", 0.58)), [0, 1, 2]);
        assert_eq!(with(turn(2, "Ask the bouncer for its port.", 0.5)), [0, 1, 2]);
        let asked =
            |at| Passed { asked: "which port?".into(), ..turn(at, "As noted before.", 0.6) };
        let answers = turn(2, "The port is 6543.", 0.5);
        assert_eq!(kept(vec![asked(0), asked(1), answers]), [0, 1, 2]);
        let by_words =
            Passed { similarity: None, ..turn(2, "The port was moved for staging.", 0.0) };
        assert_eq!(with(by_words), [0, 1, 2]);
    }

    #[test]
    fn the_two_that_stay_have_the_room_of_the_third() {
        let long = "The staging port is 6543, which the pool knows. ".repeat(20);
        let two = || vec![turn(0, &long, 0.6), turn(1, &long, 0.6)];
        let passages = |turns| {
            let wanted = Wanted::new([("port".to_owned(), 1.0)].into(), None);
            shown(turns, &wanted, 0).into_iter().map(|turn| turn.passage).collect::<Vec<_>>()
        };
        let three = two().into_iter().chain([turn(2, "The port.", 0.1)]).collect();
        assert_eq!(passages(three), passages(two()));
    }
}
