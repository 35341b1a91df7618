//! Which words are spelled right: those of the model's vocabulary, those of a list of words, and what
//! both make together.

use std::sync::LazyLock;

use crate::index::spelling::inflections;
use crate::index::terms::Word;
use crate::search::Lexicon;
use crate::word_list::WordList;

static WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/search/known_words.txt")));

/// Endings of words that a list of words need not have: "nicer", "spotless".
const ENDINGS: &[&str] =
    &["s", "r", "er", "st", "est", "ly", "less", "ful", "ness", "ates", "ate", "ating"];
/// Endings of a verb or a noun, with what each replaces, as they are spelled.
const REGULAR: &[(&str, &str)] = &[
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("oes", "o"),
    ("ies", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("er", "e"),
    ("ers", ""),
    ("ers", "e"),
];
/// Those before which the last letter is doubled.
const AFTER_DOUBLED: &[&str] = &["ed", "ing", "er", "ers"];
/// Beginnings that make a word of another one: "unstash", "subtest".
const PREFIXES: &[&str] = &[
    "un", "re", "de", "dis", "non", "sub", "pre", "post", "over", "under", "out", "multi", "auto",
    "inter", "micro", "super", "anti", "meta", "mis",
];
/// Shorter words make no other one: too much would begin or end with them.
const PART_LETTERS_MIN: usize = 4;

/// Whether a word, or another form of it, is in the lexicon; `None` without one.
pub(super) fn is_usual(word: &Word, lexicon: &mut Lexicon) -> Option<bool> {
    lexicon(&word.folded)?;
    Some(other_forms(word).any(|form| lexicon(&form) == Some(true)))
}

/// Whether a word that no turn holds is a word all the same, and no typing error.
pub(super) fn is_known(word: &Word, lexicon: &mut Lexicon) -> bool {
    let folded = word.folded.as_str();
    other_forms(word).any(|form| stands(&form, lexicon))
        || is_spelled(folded, lexicon)
        || PREFIXES
            .iter()
            .filter_map(|prefix| folded.strip_prefix(prefix))
            .any(|rest| rest.len() >= PART_LETTERS_MIN && is_spelled(rest, lexicon))
        || is_compound(folded, lexicon)
}

/// Whether a form of a stem is none that people write, though another form of the stem is a word:
/// "blockes" of "block". A stem without any word is a name, and may have any form.
pub(super) fn is_invented(form: &str, stem: &str, lexicon: &mut Lexicon) -> bool {
    !is_spelled(form, lexicon) && inflections(stem).iter().any(|other| stands(other, lexicon))
}

/// Returns a word and what it may be a form of; most of these are no words.
fn other_forms(word: &Word) -> impl Iterator<Item = String> {
    let shorter = ENDINGS.iter().filter_map(|ending| word.folded.strip_suffix(ending));
    let shorter = shorter.filter(|form| form.len() > 2).map(str::to_owned);
    let forms = word.terms.iter().flat_map(|stem| inflections(stem));
    std::iter::once(word.folded.clone()).chain(forms).chain(shorter)
}

/// Whether a word is listed as it is.
fn stands(word: &str, lexicon: &mut Lexicon) -> bool {
    WORDS.contains(word) || lexicon(word) == Some(true)
}

/// Whether a word is listed, or a regular form of a listed one.
fn is_spelled(word: &str, lexicon: &mut Lexicon) -> bool {
    stands(word, lexicon)
        || REGULAR.iter().any(|(ending, replaced)| {
            let Some(base) = word.strip_suffix(ending) else { return false };
            base.len() > 2 && stands(&format!("{base}{replaced}"), lexicon)
                || undoubled(base)
                    .is_some_and(|base| AFTER_DOUBLED.contains(ending) && stands(base, lexicon))
        })
}

/// Returns a word without its last letter, which was doubled behind a vowel: "run" of "runn".
fn undoubled(base: &str) -> Option<&str> {
    let mut letters = base.chars().rev();
    let last = letters.next()?;
    let is_doubled = letters.next() == Some(last) && letters.next().is_some_and(is_vowel);
    is_doubled.then(|| &base[..base.len() - last.len_utf8()])
}

fn is_vowel(letter: char) -> bool {
    "aeiou".contains(letter)
}

/// Whether a word is two words written as one: "checkpointstore".
fn is_compound(word: &str, lexicon: &mut Lexicon) -> bool {
    let ends = word.char_indices().map(|(at, _)| at);
    let long = ends.filter(|at| *at >= PART_LETTERS_MIN && word.len() - at >= PART_LETTERS_MIN);
    let mut splits = long.map(|at| word.split_at(at));
    splits.any(|(first, second)| stands(first, lexicon) && stands(second, lexicon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::terms::Analyzed;

    /// A vocabulary such as a model's, without the words that only developers use.
    const VOCABULARY: [&str; 8] =
        ["block", "call", "merge", "point", "check", "store", "run", "test"];

    fn known(text: &str) -> bool {
        let mut lexicon = |word: &str| Some(VOCABULARY.contains(&word));
        is_known(&Analyzed::of(text).words[0], &mut lexicon)
    }

    #[test]
    fn words_of_english_and_of_software_are_known_with_their_forms() {
        for word in [
            "backend",
            "frontends",
            "snippet",
            "struct",
            "ctrl",
            "rewritten",
            "blockers",
            "overwriting",
            "stashed",
            "summarise",
            "unmerged",
            "subtests",
            "checkpoint",
            "runs",
            "running",
            "propagate",
        ] {
            assert!(known(word), "{word}");
        }
    }

    #[test]
    fn typing_errors_are_not_known() {
        for word in ["brnach", "shaddow", "callling", "mergge", "blcok", "backned", "snipet"] {
            assert!(!known(word), "{word}");
        }
    }

    #[test]
    fn a_form_that_nobody_writes_is_invented_unless_its_stem_is_a_name() {
        for (form, stem, invented) in [
            ("blockes", "block", true),
            ("blocks", "block", false),
            ("calling", "call", false),
            ("grafana", "grafana", false),
        ] {
            let mut lexicon = |word: &str| Some(VOCABULARY.contains(&word));
            assert_eq!(is_invented(form, stem, &mut lexicon), invented, "{form}");
        }
    }
}
