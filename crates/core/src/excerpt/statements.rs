//! The sentences of a turn that may answer a query.

use super::units::{Unit, units};
use super::wanted::Wanted;
use crate::conversation::turn::TurnText;

/// A sentence, an item, a row or a block of code that says something: no question.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The text, whole or with its cuts marked.
    pub text: String,
    /// Share of the query's total rarity in its own words, from 0 to 1.
    pub words: f64,
}

/// What the words of the unit before it count, when statements are chosen.
const BEFORE: f64 = 0.3;
/// Maximum bytes read of a prompt, from its beginning, and of an answer, from its end.
const PROMPT_BYTES_MAX: usize = 16 << 10;
const ANSWER_BYTES_MAX: usize = 128 << 10;

/// Maximum number of statements of a turn. More of them, up to all, hold no more answers.
const STATEMENTS_MAX: usize = 8;

/// Returns the statements of a turn with most of the query's words, the most first.
pub fn statements(text: &TurnText, wanted: &Wanted) -> Vec<Statement> {
    let TurnText { prompt, answer } = text;
    let prompt = &prompt[..prompt.floor_char_boundary(PROMPT_BYTES_MAX)];
    let from = answer.ceil_char_boundary(answer.len().saturating_sub(ANSWER_BYTES_MAX));
    let mut weighed: Vec<(f64, Statement)> = Vec::new();
    for part in [prompt, &answer[from..]] {
        let mut before = 0.0;
        for Unit { text, terms, .. } in units(part, wanted) {
            let words = wanted.worth(terms);
            if !text.trim_end().ends_with(['?', '？', '؟']) {
                weighed.push((words + BEFORE * before, Statement { text, words }));
            }
            before = words;
        }
    }
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed.into_iter().take(STATEMENTS_MAX).map(|(_, statement)| statement).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_with_the_words_of_the_query_come_first_and_questions_do_not_count() {
        let answer = "The cache is warm.\n\nThe staging port is 6543.\n\nIt never changes.";
        let text = TurnText { prompt: "Which staging port is it?".into(), answer: answer.into() };
        let words = ["stage", "port"].map(|word| (word.to_owned(), 1.0));
        let wanted = Wanted::new(words.into_iter().collect(), None);
        let found = statements(&text, &wanted);
        let found: Vec<(&str, f64)> =
            found.iter().map(|statement| (statement.text.as_str(), statement.words)).collect();
        let [first, others @ ..] = &found[..] else { panic!("statements") };
        assert_eq!(*first, ("The staging port is 6543.", 1.0));
        assert!(others.iter().all(|(text, words)| *words == 0.0 && !text.contains('?')));
        assert_eq!(others.len(), 2);
    }
}
