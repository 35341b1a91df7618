//! What is shown of the turns that passed the gate, and which of them add something.

use super::said::{ASKED_CHARS_MAX, EXCERPTS_CHARS_MAX, asked, room};
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::excerpt::{Similar, Wanted, choose};
use crate::search::{Hit, similarities};
use crate::store::Reader;

/// A turn that passed the gate.
pub(super) struct Passed {
    /// Its place among the candidates.
    pub at: usize,
    text: TurnText,
    /// How similar each of its chunks is to the prompt.
    similar: Vec<Similar>,
    /// That of the best.
    similarity: Option<f32>,
    /// What was asked, as it is shown.
    asked: String,
    /// What is shown of it.
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

/// So many stay in any case: the second best is about as likely to help as the best.
const KEPT_MIN: usize = 2;
/// A turn adds something when the words that only it holds have this share of all rarity.
const FRESH_MIN: f64 = 0.1;
/// It also adds something when it is nearly as similar as the most similar one: it may say the same
/// in other words, or answer where that one only asks.
const NEAR_SIMILARITY: f32 = 0.05;

/// Chooses what is shown of each turn, best first, and leaves out turns that add nothing.
pub(super) fn shown(mut passed: Vec<Passed>, wanted: &Wanted) -> Vec<Passed> {
    choose_passages(&mut passed, wanted);
    let count = passed.len();
    let mut adding = adding(passed, wanted);
    if adding.len() < count {
        choose_passages(&mut adding, wanted);
    }
    adding
}

/// The fewer turns, the more of each.
fn choose_passages(passed: &mut [Passed], wanted: &Wanted) {
    let count = passed.len();
    let mut left = EXCERPTS_CHARS_MAX;
    for (at, turn) in passed.iter_mut().enumerate() {
        let room = room(at, count, left);
        turn.passage = choose(&turn.text, &turn.similar, wanted, room);
        left = left.saturating_sub(turn.passage.chars().count());
    }
}

fn adding(passed: Vec<Passed>, wanted: &Wanted) -> Vec<Passed> {
    let similarities = passed.iter().filter_map(|turn| turn.similarity);
    let nearest = similarities.fold(f32::NEG_INFINITY, f32::max);
    let is_far = |turn: &Passed| turn.similarity.is_some_and(|it| it < nearest - NEAR_SIMILARITY);
    let mut seen = 0;
    let mut kept = Vec::with_capacity(passed.len());
    for turn in passed {
        let held = wanted.terms(&turn.passage) | wanted.terms(&turn.asked);
        let adds_little = is_far(&turn) && wanted.worth(held & !seen) < FRESH_MIN;
        if kept.len() < KEPT_MIN || !adds_little {
            // What only stands in what was asked is not answered by that.
            seen |= wanted.terms(&turn.passage);
            kept.push(turn);
        }
    }
    kept
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
        shown(turns, &wanted).iter().map(|turn| turn.at).collect()
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
            shown(turns, &wanted).into_iter().map(|turn| turn.passage).collect::<Vec<_>>()
        };
        let three = two().into_iter().chain([turn(2, "The port.", 0.1)]).collect();
        assert_eq!(passages(three), passages(two()));
    }
}
