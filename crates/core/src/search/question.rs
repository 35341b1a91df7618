//! Whether a query is a question, and whether it takes something for a fact.

use super::question_words::{asks_for_cause, asks_for_fact, begins_question};
use crate::index::terms::Analyzed;
use crate::word_list::among;

/// The form of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionForm {
    /// It asks for a fact: "which port does staging use?"
    Plain,
    /// It says that something happened, and asks why, how, when or by whom: "why did we drop redis?"
    /// If it never happened, nothing answers it. English only.
    OfPremise,
}

/// Maximum words of a question. A longer text tells of more than one thing.
const WORDS_MAX: usize = 40;
/// Words before the question itself.
const COURTESIES: &str = "and so but also then ok okay hey please again remind me";
/// Words behind "what" with which it asks for the cause of an event.
const HAPPENED: &str = "made broke caused went led";
const WE: &str = "we i you they";
/// Maximum words between "which" and "did we".
const CHOICE_WORDS_MAX: usize = 4;

impl QuestionForm {
    /// Returns the form of a query; `None` for one that is no question.
    pub fn of(query: &Analyzed) -> Option<Self> {
        let words: Vec<&str> = query.folded().take(WORDS_MAX + 1).collect();
        let courtesies = words.iter().take_while(|word| among(COURTESIES, word)).count();
        let asked = &words[courtesies..];
        let first = *asked.first()?;
        let asks = begins_question(first) || asks_for_fact(first) || asks_for_cause(first);
        if !asks || words.len() > WORDS_MAX {
            return None;
        }
        Some(if takes_for_fact(asked) { Self::OfPremise } else { Self::Plain })
    }
}

fn takes_for_fact(asked: &[&str]) -> bool {
    let second = asked.get(1).copied().unwrap_or_default();
    match asked[0] {
        "who" | "since" => true,
        // What happens now is seen by whoever asks; what happened is only said.
        "why" => among("did was were had have", second),
        "how" => among("did was were come", second),
        "what" => among(HAPPENED, second),
        "when" => among("did was were", second),
        "which" => {
            let pairs = asked.windows(2).skip(1).take(CHOICE_WORDS_MAX);
            pairs.into_iter().any(|pair| pair[0] == "did" && among(WE, pair[1]))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_takes_an_event_for_a_fact_is_told_from_others() {
        for question in [
            "why did we drop redis",
            "and why was the port changed?",
            "how did we fix the leak in the pool",
            "who asked to rename it?",
            "what made us move the logs?",
            "which compression did we choose for exports",
            "when did we leave the old host?",
        ] {
            assert_eq!(
                QuestionForm::of(&Analyzed::of(question)),
                Some(QuestionForm::OfPremise),
                "{question}"
            );
        }
        for question in [
            "which port does staging use",
            "where do the logs go?",
            "how many retries are there",
            "what is the limit",
            "wo liegen die Protokolle",
            "does it retry?",
            "why does it retry?",
        ] {
            assert_eq!(
                QuestionForm::of(&Analyzed::of(question)),
                Some(QuestionForm::Plain),
                "{question}"
            );
        }
        for text in ["staging port?", "add a retry", "", "retry queue timeout"] {
            assert_eq!(QuestionForm::of(&Analyzed::of(text)), None, "{text}");
        }
    }
}
