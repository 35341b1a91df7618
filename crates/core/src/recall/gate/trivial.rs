//! Detects prompts without a subject of their own: "ok, go on", "run the tests".

use std::collections::HashSet;

use super::workflow_words::{is_workflow_word, phrases, sayings};
use crate::index::terms::{Analyzed, Word, is_stop_word, is_unspaced};
use crate::search::question_words::{asks_for_fact, asks_for_fact_cjk, asks_why};
use crate::word_list::among;

/// Minimum number of content words: fewer say too little for a search.
const CONTENT_WORDS_MIN: usize = 2;

/// Minimum words of the workflow that name a subject together.
const WORKFLOW_WORDS_MIN: usize = 3;

/// Maximum content words of a prompt that refers to its session. With more, it names its subject
/// itself.
const POINTING_WORDS_MAX: usize = 2;

/// Maximum words of a prompt that may consist of a saying or two.
const SAYINGS_WORDS_MAX: usize = 24;

/// Minimum letters of an unknown word that is a subject by itself: "Kundenmigration",
/// "authentication". Shorter words need a second one.
const LONG_WORD: usize = 11;

/// Whether a prompt names nothing to search for.
pub fn is_trivial(prompt: &Analyzed) -> bool {
    if wonders_about_the_workflow(prompt) {
        return false;
    }
    let least = if asks(prompt) { 1 } else { CONTENT_WORDS_MIN };
    if content(prompt.words.iter(), least) < least {
        return true;
    }
    prompt.words.len() <= SAYINGS_WORDS_MAX
        && content(without_sayings(prompt).iter().copied(), least) < least
}

/// Whether a prompt asks why, about several things of the workflow itself: "why does explain show
/// nothing on main".
fn wonders_about_the_workflow(prompt: &Analyzed) -> bool {
    if !prompt.folded().any(asks_why) {
        return false;
    }
    let named: HashSet<&str> =
        prompt.folded().filter(|word| !is_stop_word(word) && is_workflow_word(word)).collect();
    named.len() >= WORKFLOW_WORDS_MIN
}

/// Whether a prompt asks about something that only its session can name: "why was this changed?". A
/// prompt that asks for work on it, or whether that is done, does not: "did that work?", "do it
/// again".
pub fn refers(prompt: &Analyzed) -> bool {
    const POINTING: &str = "this that it these those here its \
        esto eso este isso isto das dies diese dieser cela ceci questo quello это этот эта эти";
    const PAST: &str = "did was were had used came ended happened ago earlier before last \
        fue fueron hicimos cambiamos decidimos foi foram fizemos mudamos \
        wurde wurden war waren hatten hatte ete etait avions avait stato stata abbiamo era \
        был была было были решили сделали изменили поменяли";
    const LONG_PAST: &str = "earlier previously yesterday remember decided decide";
    let has = |list: &str| prompt.folded().any(|word| among(list, word));
    let own = || prompt.words.iter().map(weight).sum::<usize>();
    prompt.words.len() < 16
        && has(POINTING)
        && own() <= POINTING_WORDS_MAX
        && (has(LONG_PAST) || asks(prompt) && has(PAST))
}

/// Whether a prompt asks for a fact: one content word is then enough.
fn asks(prompt: &Analyzed) -> bool {
    let mut words = prompt.folded();
    let first = words.next().unwrap_or_default();
    asks_for_fact(first)
        || matches!((first, words.next()), ("por", Some("que")))
        || prompt.folded().take(3).any(|word| word.contains(is_unspaced) && asks_for_fact_cjk(word))
}

/// Counts the distinct content words, and stops at `enough`.
fn content<'a>(words: impl Iterator<Item = &'a Word<'a>>, enough: usize) -> usize {
    let mut seen: Vec<&str> = Vec::new();
    let mut total = 0;
    for word in words {
        if !seen.contains(&word.folded.as_str()) {
            total += weight(word);
            seen.push(&word.folded);
        }
        // A long prompt has enough of them soon.
        if total >= enough {
            break;
        }
    }
    total
}

/// Returns the words that belong to no saying.
fn without_sayings<'a>(prompt: &'a Analyzed) -> Vec<&'a Word<'a>> {
    let mut words: Vec<&Word> = prompt.words.iter().collect();
    for saying in sayings() {
        let length = saying.split(' ').count();
        let is_here = |at: &usize| {
            let here = words[*at..*at + length].iter().map(|word| word.folded.as_str());
            here.eq(saying.split(' '))
        };
        let places = 0..(words.len() + 1).saturating_sub(length);
        if let Some(at) = places.into_iter().find(is_here) {
            words.drain(at..at + length);
        }
    }
    words
}

/// Returns how many content words a word counts as. In scripts without spaces a sentence is one
/// word: there, each two adjacent characters that remain count as a word.
fn weight(word: &Word) -> usize {
    let folded = word.folded.as_str();
    if folded.contains(is_unspaced) {
        return left_of(folded).split(|c| !is_unspaced(c)).map(|run| run.chars().count() / 2).sum();
    }
    // `C#` is a single letter too, and a picture says no more.
    let single = folded.chars().filter(|c| c.is_alphanumeric()).nth(1).is_none();
    if single || spellings(folded).any(|spelling| is_known(&spelling)) {
        return 0;
    }
    // An identifier is a subject by itself.
    if word.is_identifier() || folded.chars().count() >= LONG_WORD { 2 } else { 1 }
}

fn is_known(word: &str) -> bool {
    is_stop_word(word) || is_workflow_word(word)
}

/// Returns a run of a script without spaces, with the known phrases removed.
fn left_of(word: &str) -> String {
    let mut rest = word.to_owned();
    for phrase in phrases() {
        if rest.contains(phrase) {
            // A space keeps the text on both sides apart.
            rest = rest.replace(phrase, " ");
        }
    }
    rest
}

/// Returns a word as it is, and without drawn-out letters ("yesss", "спасибоо").
fn spellings(word: &str) -> impl Iterator<Item = String> {
    let squeezed = |most: usize| {
        let mut short = String::new();
        let mut run = 0;
        for c in word.chars() {
            run = if short.ends_with(c) { run + 1 } else { 1 };
            if run <= most {
                short.push(c);
            }
        }
        short
    };
    let twice = squeezed(2);
    let is_drawn_out = twice != word;
    let ends_twice = word.chars().rev().nth(1).is_some_and(|c| word.ends_with(c));
    let cut = word.char_indices().next_back().map_or(word, |(at, _)| &word[..at]).to_owned();
    [
        Some(word.to_owned()),
        is_drawn_out.then(|| squeezed(1)),
        is_drawn_out.then_some(twice),
        ends_twice.then_some(cut),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_out_or_said_every_day_is_trivial() {
        for prompt in [
            "yesss plzzz",
            "jaaa biiitte",
            "спасибоо",
            "tut mir leid",
            "понятия не имею, продолжай",
            "davai, prodolzhay",
        ] {
            assert!(is_trivial(&Analyzed::of(prompt)), "{prompt:?}");
        }
    }

    #[test]
    fn a_question_needs_one_subject() {
        for prompt in ["why redis?", "warum redis?", "где токен?", "なぜredisをやめた？"]
        {
            assert!(!is_trivial(&Analyzed::of(prompt)), "{prompt:?}");
        }
        let of_workflow = "why does explain show nothing on main";
        assert!(!is_trivial(&Analyzed::of(of_workflow)), "{of_workflow:?}");
        for prompt in ["redis", "what next?", "why?", "как дела?", "为什么？"] {
            assert!(is_trivial(&Analyzed::of(prompt)), "{prompt:?}");
        }
    }

    #[test]
    fn a_question_that_only_its_session_can_name_refers() {
        for prompt in [
            "why was this changed?",
            "what did we decide about that?",
            "warum wurde das entschieden?",
            "do you remember this?",
        ] {
            assert!(refers(&Analyzed::of(prompt)), "{prompt:?}");
        }
        let named = "why did this retry queue stall during the nightly migration?";
        for prompt in [
            "ok do it",
            "change this",
            "does it work?",
            "did that work?",
            "run it again",
            "that did it",
            "tu es sûr ?",
            "klappt es jetzt?",
            named,
        ] {
            assert!(!refers(&Analyzed::of(prompt)), "{prompt:?}");
        }
    }
}
