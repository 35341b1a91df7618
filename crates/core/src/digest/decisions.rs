//! Decisions: the person's answers to the agent's questions. What the person said that holds is a
//! note.

use super::SessionNote;
use super::history::{History, What};
use super::line::{key, short};

/// Something that was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The question of the agent.
    pub question: String,
    /// The person's words.
    pub text: String,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// Maximum characters of a question and of an answer.
const TEXT_CHARS_MAX: usize = 120;
/// Maximum number of decisions.
const DECISIONS_MAX: usize = 12;

/// Returns the decisions of a session, oldest first, without those that are notes.
pub(super) fn decisions(history: &History, notes: &[SessionNote]) -> Vec<Decision> {
    let mut found: Vec<Decision> = Vec::new();
    for event in history.own().flat_map(|turn| &turn.events) {
        let at_ms = event.at_ms;
        let What::Called(call) = &event.what else { continue };
        found.extend(call.detail.answered.iter().map(|(question, answer)| {
            let question = short(question, TEXT_CHARS_MAX);
            Decision { question, text: short(answer, TEXT_CHARS_MAX), at_ms }
        }));
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
