//! The form of a prompt: whether it asks, orders, goes on with earlier work, or pastes a plan.

use super::trivial::among;
use crate::terms::{Analyzed, beginning};

/// What the form of a prompt says about its need of the past. The words are English: a prompt in
/// another language has hardly any form, and is judged by words and meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// It is a question.
    pub asks: bool,
    /// It asks why or how something behaves.
    pub wonders: bool,
    /// It begins with an order for new work.
    pub orders: bool,
    /// It is a pasted plan, a document or an element of a client.
    pub pasted: bool,
    /// It speaks of the past.
    pub past: bool,
    /// It goes on with earlier work.
    pub continues: bool,
}

impl Form {
    /// Reads the form of a prompt.
    pub fn of(prompt: &Analyzed) -> Self {
        let words: Vec<&str> = prompt.folded().take(WORDS_MAX).collect();
        let rest = behind_courtesies(&words);
        let begins = |list: &str| rest.first().is_some_and(|word| among(list, word));
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| holds(&words, phrase));
        Self {
            asks: prompt.text.contains(['?', '？', '؟'])
                || words.first().is_some_and(|word| among(ASKING, word)),
            wonders: has(&WONDERING),
            orders: begins(ORDERS),
            pasted: is_pasted(beginning(prompt.text)),
            past: has(&PAST),
            continues: begins(CONTINUING) || has(&AS_BEFORE),
        }
    }
}

/// The form is read off the beginning of a prompt.
const WORDS_MAX: usize = 64;

const ASKING: &str = "what when where which who whom whose why how did do does is are was were \
    can could should have has";

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

const CONTINUING: &str = "continue carry go resume pick finish";

const AS_BEFORE: [&str; 8] = [
    "like we did",
    "like you did",
    "like last time",
    "like before",
    "the same as",
    "again",
    "convention",
    "we agreed",
];

/// Returns the words behind "please", "ok, now", "can you".
fn behind_courtesies<'a, 'b>(words: &'b [&'a str]) -> &'b [&'a str] {
    let courtesies = words.iter().take_while(|word| among(COURTESIES, word)).count();
    &words[courtesies..]
}

/// Whether the words of a phrase stand side by side.
fn holds(words: &[&str], phrase: &str) -> bool {
    let length = phrase.split(' ').count();
    words.windows(length).any(|window| window.iter().copied().eq(phrase.split(' ')))
}

/// A plan or a document with headings, an element of a client, a summary of an earlier session.
fn is_pasted(text: &str) -> bool {
    const BEGINNINGS: [&str; 4] = ["Implement the following plan", "# ", "<", "[Request"];
    BEGINNINGS.iter().any(|beginning| text.trim_start().starts_with(beginning))
        || text.contains("\n## ")
        || text.contains("This session is being continued")
}
