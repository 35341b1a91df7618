//! The sentences of a turn that may answer a query.

use super::units::{Unit, bounded, units};
use super::wanted::Wanted;
use crate::conversation::turn::TurnText;
use crate::english::is_question;

/// A sentence, an item, a row or a block of code that says something: no question.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The text, whole or with its cuts marked.
    pub text: String,
    /// Share of the query's total rarity in its own words, from 0 to 1.
    pub words: f64,
    /// Whether it stands behind what was asked for: an answer often leaves out what its prompt says.
    pub with_prompt: bool,
}

/// What the words of the unit before it count, when claims are chosen.
const BEFORE: f64 = 0.3;
/// Maximum number of claims of a turn. More of them, up to all, hold no more answers.
const CLAIMS_MAX: usize = 4;
/// Maximum bytes of a prompt before a claim.
const ASKED_BYTES_MAX: usize = 160;

/// Returns the claims of a turn with most of the query's words, those of the answer also with the
/// beginning of the prompt before them.
pub fn claims(text: &TurnText, wanted: &Wanted) -> Vec<Claim> {
    let (prompt, answer) = bounded(text);
    let of_answer = weighed(answer, wanted);
    let mut all = weighed(prompt, wanted);
    let asked = prompt[..prompt.floor_char_boundary(ASKED_BYTES_MAX)].trim();
    let with_prompt = |(_, Claim { text, .. }): &(f64, Claim)| {
        let text = [asked, "\n", text].concat();
        Claim { words: wanted.worth(wanted.terms(&text)), text, with_prompt: true }
    };
    let mut claims: Vec<Claim> = match asked {
        "" => Vec::new(),
        _ => of_answer.iter().take(CLAIMS_MAX).map(with_prompt).collect(),
    };
    all.extend(of_answer);
    sort(&mut all);
    claims.extend(all.into_iter().take(CLAIMS_MAX).map(|(_, claim)| claim));
    claims
}

/// Returns the claims of a part of a turn, each with the weight by which it is chosen, best first.
fn weighed(part: &str, wanted: &Wanted) -> Vec<(f64, Claim)> {
    let mut before = 0.0;
    let mut claims = Vec::new();
    for Unit { text, terms, .. } in units(part, wanted) {
        let words = wanted.worth(terms);
        if !is_question(&text) {
            claims.push((words + BEFORE * before, Claim { text, words, with_prompt: false }));
        }
        before = words;
    }
    sort(&mut claims);
    claims
}

fn sort(claims: &mut [(f64, Claim)]) {
    claims.sort_by(|(one, _), (other, _)| other.total_cmp(one));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_with_the_words_of_the_query_come_first_and_questions_do_not_count() {
        let answer = "The cache is warm.\n\nThe staging port is 6543.\n\nIt never changes.";
        let text = TurnText { prompt: "Which staging port is it?".into(), answer: answer.into() };
        let words = ["stage", "port"].map(|word| (word.to_owned(), 1.0));
        let wanted = Wanted::new(words.into_iter().collect(), None);
        let (pairs, alone): (Vec<Claim>, Vec<Claim>) =
            claims(&text, &wanted).into_iter().partition(|claim| claim.with_prompt);
        let texts = |claims: &[Claim]| -> Vec<(String, f64)> {
            claims.iter().map(|claim| (claim.text.clone(), claim.words)).collect()
        };
        let alone = texts(&alone);
        assert_eq!(alone[0], ("The staging port is 6543.".to_owned(), 1.0));
        assert!(
            alone[1..].iter().all(|(text, words)| *words < f64::EPSILON && !text.contains('?'))
        );
        assert_eq!(alone.len(), 3);
        let first = "Which staging port is it?\nThe staging port is 6543.";
        assert_eq!(texts(&pairs)[0], (first.to_owned(), 1.0));
        let unasked = TurnText { prompt: String::new(), ..text };
        assert!(claims(&unasked, &wanted).iter().all(|claim| !claim.with_prompt));
    }
}
