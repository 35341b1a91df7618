//! Whether two notes say the same in other words.
//!
//! Vectors of sentences are near when their subjects are: "use tabs" and "use spaces", or "always"
//! and "never", are as near as a paraphrase. So the words decide first whether two sentences can mean
//! the same, and the cosine decides whether they do. A pair that is missed costs a line in a list; a
//! pair that is merged by mistake costs a note.

use std::collections::BTreeSet;

use super::contradiction;

/// Cosine of two summaries from which they say the same. Chosen by the pairs of `tests/again`.
pub const COSINE_MIN: f32 = 0.85;

/// Words that carry no meaning of their own here.
const FILLER: &str = "a an the this that these those of to in on at for with by from as is are be been \
    was were it its we you i they he she our your my me us please so and or but then than just \
    really very also too now here there when where which who what how do does did done doing can \
    could will would shall should must may might have has had having get gets got let lets let's \
    always every each any all ever sure make makes making use uses used using want wants need \
    needs remember note that's it's i'm we're you're out up into onto about over because since \
    project repository repo codebase least own both been being became become gets";

/// Words that turn a sentence into its opposite, or into a part of it.
const NEGATIONS: &str = "not no never don't dont doesn't didn't isn't aren't won't can't cannot without \
    nothing none neither nor stop avoid instead except unless only no-longer wouldn't shouldn't mustn't";

/// A sentence, prepared to be compared with many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    text: String,
    /// The other words that carry meaning, without endings, in order.
    content: Vec<String>,
    /// Words with a digit or a sign inside, in capitals, or in code: these are the same or mean
    /// something else.
    names: BTreeSet<String>,
    negations: usize,
}

impl Phrase {
    /// Whether the words of two sentences allow that they mean the same: the same names, numbers and
    /// other words, as many negations, and no choice that one makes and the other drops. Parts may
    /// have changed places ("never log a name", "a name is never logged"), single words may not ("the
    /// client asks the server").
    pub fn can_be_the_same(&self, other: &Self) -> bool {
        self.negations == other.negations
            && self.names == other.names
            && !self.content.is_empty()
            && is_rotation(&self.content, &other.content)
            && !contradiction::takes_back(&self.text, &other.text)
            && !contradiction::takes_back(&other.text, &self.text)
    }

    /// Reads a sentence.
    pub fn of(text: &str) -> Self {
        let (filler, negations) = (listed(FILLER), listed(NEGATIONS));
        let mut words = Self {
            text: text.to_owned(),
            content: Vec::new(),
            names: BTreeSet::new(),
            negations: 0,
        };
        for (at, word) in text.split_whitespace().enumerate() {
            let is_code = word.contains('`');
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).replace('’', "'");
            let lower = bare.to_lowercase();
            if negations.contains(lower.as_str()) {
                words.negations += 1;
            } else if is_code || is_name(&bare, at == 0) {
                words.names.insert(lower);
            } else if !lower.is_empty() && !filler.contains(lower.as_str()) {
                words.content.push(stem(&lower));
            }
        }
        words
    }
}

fn listed(words: &'static str) -> BTreeSet<&'static str> {
    words.split_whitespace().collect()
}

/// Whether a word names one thing: it has a digit, a sign or a capital inside, or begins with one
/// though it is not the first.
fn is_name(word: &str, is_first: bool) -> bool {
    let inner = word.chars().skip(1);
    let has_sign = inner.clone().any(|c| matches!(c, '_' | '/' | '.' | ':' | '#' | '@'));
    let has_capital = inner.clone().any(char::is_uppercase);
    let begins = word.chars().next().is_some_and(char::is_uppercase) && !is_first && word != "I";
    has_sign || has_capital || begins || word.chars().any(|c| c.is_ascii_digit())
}

/// Whether one list is the other one with its beginning moved to the end.
fn is_rotation(one: &[String], other: &[String]) -> bool {
    one.len() == other.len()
        && (0..one.len()).any(|at| one[at..].iter().chain(&one[..at]).eq(other.iter()))
}

/// Returns a word without a common ending.
fn stem(word: &str) -> String {
    const STEM_BYTES_MIN: usize = 3;
    let endings = ["ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e"];
    let cut = endings.iter().filter_map(|ending| word.strip_suffix(ending));
    let stem = cut.into_iter().find(|stem| stem.len() >= STEM_BYTES_MIN).unwrap_or(word);
    let mut letters: Vec<char> = stem.chars().collect();
    // "logged" and "log".
    if let [.., a, b] = letters[..]
        && a == b
        && stem.len() < word.len()
        && stem.len() > STEM_BYTES_MIN
    {
        letters.pop();
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_must_allow_it() {
        let can_be_the_same =
            |one: &str, other: &str| Phrase::of(one).can_be_the_same(&Phrase::of(other));
        assert!(can_be_the_same(
            "always run the linter before pushing",
            "run linters before a push"
        ));
        assert!(can_be_the_same("never log a name", "a name must never be logged"));
        for (one, other) in [
            ("always squash before a merge", "never squash before a merge"),
            ("wait 30 seconds for the lock", "wait 60 seconds for the lock"),
            ("use `npm ci` in CI", "use `npm install` in CI"),
            ("the API of Stripe is slow", "the API of Paypal is slow"),
            ("use tabs, not spaces", "use spaces, not tabs"),
            ("the client asks the server", "the server asks the client"),
            ("never push on Friday", "never push to main on Friday"),
            ("the lamp is red", "oak is hard"),
            ("", ""),
        ] {
            assert!(!can_be_the_same(one, other), "{one} | {other}");
        }
    }
}
