//! The form of a prompt: whether it asks, orders, continues earlier work, or pastes a plan.

use crate::english::QUESTION_MARKS;
use crate::index::terms::{Analyzed, beginning};
use crate::search::question_words::{asks_for_cause, begins_question};
use crate::word_list::among;

/// The form of a prompt, which shows whether it needs the past. Most known words are English; of
/// other languages only why, how and the commonest words of the past are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a prompt has any of these forms, or several")]
pub struct Form {
    /// It is a question.
    pub asks: bool,
    /// It asks why or how something behaves.
    pub wonders: bool,
    /// It begins with an order for new work.
    pub orders: bool,
    /// It is a pasted plan, a document or an element of a client.
    pub pasted: bool,
    /// It refers to the past.
    pub past: bool,
    /// It continues earlier work.
    pub continues: bool,
}

impl Form {
    /// Detects the form of a prompt.
    pub fn of(prompt: &Analyzed) -> Self {
        let words: Vec<&str> = prompt.folded().take(WORDS_MAX).collect();
        let rest = behind_courtesies(&words);
        let begins = |list: &str| rest.first().is_some_and(|word| among(list, word));
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| holds(&words, phrase));
        Self {
            asks: prompt.text.contains(QUESTION_MARKS)
                || words.first().is_some_and(|word| begins_question(word)),
            wonders: has(&WONDERING) || words.iter().any(|word| asks_for_cause(word)),
            orders: begins(ORDERS),
            pasted: is_pasted(beginning(prompt.text)),
            past: has(&PAST) || is_among(&words, PAST_ELSEWHERE, &PAST_CJK),
            continues: begins(CONTINUING) || has(&AS_BEFORE),
        }
    }
}

/// Maximum words read, from the beginning of a prompt.
const WORDS_MAX: usize = 64;

const COURTESIES: &str = "please can could would you let us lets s now ok okay then also and so";

const WONDERING: [&str; 20] = [
    "why",
    "reason",
    "how come",
    "how do",
    "how does",
    "how did",
    "how is",
    "how are",
    "how can",
    "what happens",
    "what would happen",
    "what is the",
    "what are the",
    "what was",
    "what were",
    "what did",
    "could it be",
    "could this be",
    "supposed to",
    "what settings",
];

const ORDERS: &str = "add create implement write update fix remove rename change refactor move make \
    run commit push delete replace use set bump generate extract convert improve simplify clean \
    merge rebase open format do";

const PAST: [&str; 32] = [
    "last time",
    "last week",
    "last month",
    "last session",
    "yesterday",
    "we did",
    "we had",
    "we have",
    "we decided",
    "we agreed",
    "we chose",
    "we used",
    "we built",
    "we made",
    "we said",
    "we discussed",
    "we fixed",
    "we changed",
    "we added",
    "we ended",
    "you did",
    "you said",
    "you made",
    "did we",
    "did you",
    "did i",
    "remember",
    "same as",
    "like we",
    "earlier",
    "previously",
    "ago",
];

const PAST_ELSEWHERE: &str = "ayer fue fueron hicimos cambiamos movimos decidimos acordamos quedamos \
    ontem foi fizemos mudamos trocamos combinamos gestern damals wurde wurden hatte hatten wollte \
    wollten avons avait etait ieri abbiamo avevamo вчера было были решили сделали изменили";
const PAST_CJK: [&str; 11] =
    ["上次", "之前", "当时", "當時", "最后", "前回", "っけ", "했지", "더라", "였어", "였지"];

const CONTINUING: &str = "continue carry go resume pick finish";

const AS_BEFORE: [&str; 16] = [
    "like we did",
    "like you did",
    "like last time",
    "like before",
    "the same as",
    "again",
    "convention",
    "we agreed",
    "as before",
    "as last time",
    "as we did",
    "as you did",
    "once more",
    "just like the",
    "do the same",
    "the same way",
];

/// Returns the words after courtesies such as "please", "ok, now", "can you".
fn behind_courtesies<'a, 'b>(words: &'b [&'a str]) -> &'b [&'a str] {
    let courtesies = words.iter().take_while(|word| among(COURTESIES, word)).count();
    &words[courtesies..]
}

/// Whether any word is in the list, or contains one of the pieces of a script without spaces.
fn is_among(words: &[&str], list: &str, pieces: &[&str]) -> bool {
    words.iter().any(|word| among(list, word) || pieces.iter().any(|piece| word.contains(piece)))
}

/// Whether the words of a phrase occur side by side.
fn holds(words: &[&str], phrase: &str) -> bool {
    let length = phrase.split(' ').count();
    words.windows(length).any(|window| window.iter().copied().eq(phrase.split(' ')))
}

/// Whether a text is a plan or document with headings, an element of a client, or a summary of an
/// earlier session.
fn is_pasted(text: &str) -> bool {
    const BEGINNINGS: [&str; 4] = ["Implement the following plan", "# ", "<", "[Request"];
    BEGINNINGS.iter().any(|beginning| text.trim_start().starts_with(beginning))
        || text.contains("\n## ")
        || text.contains("This session is being continued")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        Form::of(&Analyzed::of(text))
    }

    #[test]
    fn an_order_may_stand_behind_a_courtesy() {
        assert!(form("ok, can you please add a flag for the port").orders);
        assert!(!form("the port flag should add a default").orders);
    }

    #[test]
    fn questions_about_causes_and_the_past_are_known_in_several_languages() {
        for text in [
            "why does the queue stall?",
            "warum bleibt die Queue stehen",
            "¿porque se para la cola?",
            "キューはなぜ止まった？",
        ] {
            assert!(form(text).wonders, "{text}");
        }
        for text in ["as we decided last week", "was hatten wir entschieden", "上次怎么修的"]
        {
            assert!(form(text).past, "{text}");
        }
        assert!(!form("add a comment to the queue").wonders);
        assert!(!form("hier ist der Fehler").past);
    }

    #[test]
    fn continued_work_is_named_by_its_verb_or_its_model() {
        for text in [
            "carry on with the import",
            "now go on with the parser",
            "do it like we did for the queue",
            "the same as for the other hook",
        ] {
            assert!(form(text).continues, "{text}");
        }
        assert!(!form("the parser should not go past the end").continues);
    }

    #[test]
    fn plans_and_documents_are_pasted() {
        for text in ["# Plan\nfirst", "Implement the following plan:\n1.", "x\n## Steps\ny"] {
            assert!(form(text).pasted, "{text}");
        }
        assert!(!form("#123 fails again").pasted);
    }
}
