//! Decisions: the person's answers to the agent's questions, and a bare yes to the question that an
//! answer ended with. What the person said that holds is a note.

use serde::Serialize;

use super::SessionNote;
use super::conclusion::asked_back;
use super::history::{History, What};
use super::line::{key, short};
use super::requests::is_approval;
use crate::word_list::among;

/// Something that was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Decision {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The question of the agent.
    pub question: String,
    /// The person's words.
    pub text: String,
}

/// Maximum characters of a question and of an answer.
const TEXT_CHARS_MAX: usize = 120;
/// Maximum number of decisions.
const DECISIONS_MAX: usize = 12;

/// Returns the decisions of a session, oldest first, without those that are notes.
pub(super) fn decisions(history: &History, notes: &[SessionNote]) -> Vec<Decision> {
    let mut found: Vec<Decision> = Vec::new();
    let mut answer: Option<&str> = None;
    for event in history.own().flat_map(|turn| &turn.events) {
        let at_ms = event.at_ms;
        let of = |question: &str, answer: &str| Decision {
            question: short(question, TEXT_CHARS_MAX),
            text: short(answer, TEXT_CHARS_MAX),
            at_ms,
        };
        match &event.what {
            What::Called(call) => {
                let answered = call.detail.answered.iter();
                let telling = answered.filter(|(asked, said)| !agrees(said) || names_choice(asked));
                found.extend(telling.map(|(asked, said)| of(asked, said)));
                answer = None;
            }
            What::Answered(text) => answer = Some(text),
            What::Said { text, .. } => {
                let asked = answer.take().filter(|_| agrees(text)).and_then(asked_back);
                let asked = asked.filter(|asked| !asks_to_go_on(asked) && names_choice(asked));
                found.extend(asked.map(|asked| of(&asked, text)));
            }
            What::Noted | What::Interrupted | What::Compacted => {}
        }
    }
    let mut seen: Vec<String> = notes.iter().map(|note| key(&note.summary)).collect();
    found.retain(|decision| {
        let own = key(&format!("{}{}", decision.question, decision.text));
        let is_new = !seen.contains(&own);
        seen.push(own);
        is_new
    });
    // A question in return decides nothing.
    found.retain(|decision| !decision.text.contains(['?', '？']));
    // What to do next is no decision about the work.
    found.retain(|decision| !asks_for_next(&decision.question));
    let many = found.len().saturating_sub(DECISIONS_MAX);
    found.drain(..many);
    found
}

/// Whether a prompt only says yes to what the answer before it asked.
fn agrees(text: &str) -> bool {
    const YES: &str = "yes yeah yep yea y sure ok okay agreed please correct exactly";
    let text = text.to_lowercase();
    let first = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    is_approval(&text) && first.is_some_and(|word| among(YES, word))
}

/// Whether a question only asks to go on, or to deliver what is done.
fn asks_to_go_on(question: &str) -> bool {
    const GO_ON: &str = "commit push continue proceed start begin go next";
    let question = question.to_lowercase();
    question.split(|c: char| !c.is_alphabetic()).any(|word| among(GO_ON, word))
}

/// Whether a yes to a question says what was chosen: the question names it by itself, and offers no
/// other choice. "Want me to implement this approach?" and "Tests for these cases?" name nothing
/// without what was said before.
fn names_choice(question: &str) -> bool {
    const POINTS: &str = "both it that them these this those";
    let folded = question.to_lowercase();
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut telling, mut pointed, mut of_pointed) = (0, false, 0);
    for word in words {
        if word == "or" {
            return false;
        }
        if among(POINTS, word) {
            (pointed, of_pointed) = (true, POINTED_WORDS);
        } else if of_pointed > 0 {
            of_pointed -= 1;
        } else {
            telling += usize::from(!among(EMPTY, word));
        }
    }
    question.contains('`') || telling >= if pointed { POINTING_WORDS_MIN } else { WORDS_MIN }
}

/// Words of questions that name nothing.
const EMPTY: &str = "a add all also an and any apply approach change changes could d do does edit \
    edits first fix fixes for go handle help how i idea if implement in into is like look make me \
    now of on one plan please proposal should shall so solution some something sound sounds \
    suggestion the then to too try update use want way we with work would write you your";

/// Words behind one that points back which belong to it: "these edge cases".
const POINTED_WORDS: usize = 3;
/// Minimum words that name what a question is about, without and with one that points back.
const WORDS_MIN: usize = 1;
const POINTING_WORDS_MIN: usize = 4;

fn asks_for_next(question: &str) -> bool {
    let question = question.to_lowercase();
    [
        "what next",
        "do next",
        "ready to implement",
        "like to proceed",
        "shall i proceed",
        "ready to proceed",
        "plan updated",
        "plan ready",
        "next step",
    ]
    .iter()
    .any(|phrase| question.contains(phrase))
}
