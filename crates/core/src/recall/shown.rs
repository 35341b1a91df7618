//! Chooses passages of the turns that passed the gate, and drops the turns that add nothing.

use super::injected_text::{ASKED_CHARS_MAX, EXCERPTS_CHARS_MAX, asked, room};
use super::verdict::Verdict;
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::excerpt::{Excerpts, Wanted};
use crate::search::{Hit, similarities};
use crate::signals::{SignalSource, signals};
use crate::store::Reader;

/// A turn that passed the gate.
pub(super) struct Passed {
    /// Index among the candidates.
    pub at: usize,
    /// The item.
    pub item: i64,
    excerpts: Excerpts,
    /// Similarity of its best chunk.
    similarity: Option<f32>,
    /// Its prompt, as displayed.
    asked: String,
    /// Whether it has no passage at all, and its prompt alone is worth showing.
    alone: bool,
    /// Whether it is injected in the end.
    pub verdict: Verdict,
    /// Its passage, as displayed.
    pub passage: String,
}

impl Passed {
    /// Returns a turn that passed the gate; `None` when there is nothing of it to show.
    pub fn of(
        reader: &Reader,
        at: usize,
        turn: i64,
        (hit, text): (&Hit, TurnText),
        wanted: &Wanted,
    ) -> Result<Option<Self>> {
        let excerpts = Excerpts::of(&text, &similarities(reader, turn, wanted)?, wanted);
        let alone = excerpts.choose(wanted, room(0, 1, EXCERPTS_CHARS_MAX)).is_empty();
        if alone && !tells(reader, turn, &text.prompt)? {
            return Ok(None);
        }
        let asked = asked(&hit.prompt, ASKED_CHARS_MAX);
        let (similarity, passage) = (hit.similarity, String::new());
        let verdict = Verdict::Injected;
        Ok(Some(Self { at, item: turn, excerpts, similarity, asked, alone, verdict, passage }))
    }

    fn is_shown(&self) -> bool {
        self.verdict == Verdict::Injected
    }
}

/// Whether a prompt without an answer is worth showing: files were changed for it, or it says
/// something that is worth a note. What was only asked, or pasted and then stopped, tells nothing.
fn tells(reader: &Reader, turn: i64, prompt: &str) -> Result<bool> {
    Ok(!signals(prompt, SignalSource::Prompt).is_empty() || reader.changes_files(turn)?)
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

/// Chooses the passage of each turn, best first, in at most `room` characters together, and drops the
/// turns that add nothing or find no room.
pub(super) fn shown(mut passed: Vec<Passed>, wanted: &Wanted, room: usize) -> Vec<Passed> {
    let count = |passed: &[Passed]| passed.iter().filter(|turn| turn.is_shown()).count();
    loop {
        let before = count(&passed);
        choose_passages(&mut passed, wanted, room);
        drop_some(&mut passed, wanted);
        // The fewer turns there are, the longer each passage.
        if count(&passed) == before {
            return passed;
        }
    }
}

/// Minimum characters of room for a further passage.
const LEFT_CHARS_MIN: usize = 80;

/// Chooses the passage of each turn that is shown.
fn choose_passages(passed: &mut [Passed], wanted: &Wanted, mut left: usize) {
    let count = passed.iter().filter(|turn| turn.is_shown()).count();
    for (at, turn) in passed.iter_mut().filter(|turn| turn.is_shown()).enumerate() {
        // What is left may be too little for a sentence that says something.
        let room = room(at, count, if left < LEFT_CHARS_MIN { 0 } else { left });
        turn.passage = turn.excerpts.choose(wanted, room);
        left = left.saturating_sub(turn.passage.chars().count());
    }
}

/// Drops the turns that find no room, and those that add nothing.
fn drop_some(passed: &mut [Passed], wanted: &Wanted) {
    let shown = || passed.iter().filter(|turn| turn.is_shown());
    let nearest = shown().filter_map(|turn| turn.similarity).fold(f32::NEG_INFINITY, f32::max);
    let mut seen = 0;
    let mut kept: Vec<String> = Vec::new();
    for turn in passed.iter_mut().filter(|turn| turn.is_shown()) {
        let held = wanted.terms(&turn.passage) | wanted.terms(&turn.asked);
        let is_far = turn.similarity.is_some_and(|it| it < nearest - NEAR_SIMILARITY);
        let adds_little = is_far && wanted.worth(held & !seen) < FRESH_MIN;
        turn.verdict = match () {
            () if turn.passage.is_empty() && !turn.alone => Verdict::Enough,
            () if repeats(&turn.passage, &kept) => Verdict::AddsNothing,
            () if kept.len() >= KEPT_MIN && adds_little => Verdict::AddsNothing,
            () => Verdict::Injected,
        };
        if turn.is_shown() {
            // A term that occurs only in the question is not answered yet.
            seen |= wanted.terms(&turn.passage);
            kept.push(turn.passage.clone());
        }
    }
}

/// Minimum characters of a passage that repeats another: beside a shorter one the prompt is shown,
/// which may hold what counts.
const REPEATED_CHARS_MIN: usize = 120;

/// Whether a passage before it holds all of a passage, word by word.
fn repeats(passage: &str, kept: &[String]) -> bool {
    let passage = passage.trim_matches(['…', ' ', '\n']);
    passage.chars().count() >= REPEATED_CHARS_MIN
        && kept.iter().any(|other| other.contains(passage))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Wanted {
        let words = ["port", "stage", "bouncer"].map(|word| (word.to_owned(), 1.0));
        Wanted::new(words.into_iter().collect(), None)
    }

    fn turn(at: usize, answer: &str, similarity: f32) -> Passed {
        let text = TurnText { prompt: String::new(), answer: answer.to_owned() };
        Passed {
            at,
            item: at as i64,
            excerpts: Excerpts::of(&text, &[], &wanted()),
            similarity: Some(similarity),
            asked: String::new(),
            alone: false,
            verdict: Verdict::Injected,
            passage: String::new(),
        }
    }

    fn injected(turns: Vec<Passed>) -> impl Iterator<Item = Passed> {
        turns.into_iter().filter(Passed::is_shown)
    }

    fn kept(turns: Vec<Passed>) -> Vec<usize> {
        injected(shown(turns, &wanted(), EXCERPTS_CHARS_MAX)).map(|turn| turn.at).collect()
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
            injected(shown(turns, &wanted(), EXCERPTS_CHARS_MAX))
                .map(|turn| turn.passage)
                .collect::<Vec<_>>()
        };
        let three = two().into_iter().chain([turn(2, "The port.", 0.1)]).collect();
        assert_eq!(passages(three), passages(two()));
    }

    #[test]
    fn a_turn_for_which_no_room_is_left_is_left_out_unless_its_prompt_tells_something() {
        let long = "The staging port is 6543, which the pool of the service knows by heart. ";
        let verdicts = |alone, room| {
            let last = Passed { alone, ..turn(1, if alone { "" } else { long }, 0.6) };
            let turns = shown(vec![turn(0, long, 0.6), last], &wanted(), room);
            turns.into_iter().map(|turn| turn.verdict).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(false, 100), [Verdict::Injected, Verdict::Enough]);
        assert_eq!(verdicts(true, 100), [Verdict::Injected; 2]);
        assert_eq!(verdicts(false, 0), [Verdict::Enough; 2]);
        let brief = || turn(1, "The port was moved.", 0.6);
        let with_brief = |room| {
            let turns = shown(vec![turn(0, long, 0.6), brief()], &wanted(), room);
            turns.into_iter().map(|turn| turn.verdict).collect::<Vec<_>>()
        };
        assert_eq!(
            with_brief(long.len() + LEFT_CHARS_MIN / 2),
            [Verdict::Injected, Verdict::Enough]
        );
        assert_eq!(with_brief(long.len() + LEFT_CHARS_MIN), [Verdict::Injected; 2]);
    }
}
