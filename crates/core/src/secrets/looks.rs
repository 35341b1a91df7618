//! How strongly a word in a sentence looks like a password; the context decides how strongly it
//! must.

use std::sync::LazyLock;

use super::entropy::{has_unlikely_letters, is_gibberish, is_random};
use super::names::words_of;
use super::password::is_password;
use super::values::{is_numbered_name, is_path_or_url, is_placeholder, is_state};
use crate::word_list::WordList;

/// How strongly a word looks like a password, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// A word that is common in sentences about passwords, or that cannot be a password.
    Ordinary,
    /// A plain word that is not about passwords: `swordfish`.
    Word,
    /// More than a plain word: `Swordfish7`, `red-horse-tree`.
    Suspicious,
    /// Can only be a password or a key: `Sw0rd!fish`.
    Strong,
}

/// Minimum length of a password.
const CHARS_MIN: usize = 5;
/// Minimum length of a password of only letters or only digits.
const PLAIN_CHARS_MIN: usize = 6;

/// Returns how strongly a word looks like a password.
pub(super) fn look_of(word: &str) -> Look {
    let drawn = is_random(word) || is_gibberish(word) || is_scrambled(word);
    if word.len() < CHARS_MIN
        || is_other_thing(word, drawn)
        || is_path_or_url(word)
        || is_numbered_name(word)
        || is_state(word)
        || is_placeholder(word)
    {
        return Look::Ordinary;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let signs = word.bytes().filter(|byte| SIGNS.contains(byte)).count();
    let signed = signs > 0 && !word.ends_with(['?', '*', '%']);
    if drawn || signed && digits > 0 && letters > 1 {
        return Look::Strong;
    }
    if is_password(word) {
        let cased = word.bytes().any(|b| b.is_ascii_lowercase())
            && word.bytes().any(|b| b.is_ascii_uppercase());
        let strong =
            cased && digits > 1 && letters > 3 && word.bytes().all(|b| b.is_ascii_alphanumeric());
        return if strong { Look::Strong } else { Look::Suspicious };
    }
    let parts: Vec<&str> = word.split(['-', '_', '.']).collect();
    let plain =
        |part: &&&str| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let counted = |part: &&&str| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let (bare, tail) = word.split_at(word.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let numbered = !tail.is_empty()
        && bare.contains(['-', '_'])
        && bare.split(['-', '_']).all(|part| plain(&&part));
    let words = parts.iter().filter(plain).count();
    let listed = words > 1 && words + parts.iter().filter(counted).count() == parts.len();
    let sign_inside = signed
        && letters > 3
        && word.as_bytes()[1..word.len() - 1].iter().any(|b| SIGNS.contains(b));
    let humps = words_of(word);
    let humped = humps.len() > 2
        && letters == word.len()
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && humps.iter().all(|hump| hump.len() > 2);
    if sign_inside || humped || numbered || listed && parts.len() > 2 {
        return Look::Suspicious;
    }
    let state = letters == word.len() && STATES.iter().any(|ending| word.ends_with(ending));
    let lone = word.len() >= PLAIN_CHARS_MIN
        && !state
        && (letters == word.len() || digits == word.len() || listed || signed && letters > 4);
    if lone { Look::Word } else { Look::Ordinary }
}

/// Returns whether the word is of letters of both cases that form no words.
fn is_scrambled(word: &str) -> bool {
    let capitals = word.bytes().skip(1).filter(u8::is_ascii_uppercase).count();
    word.len() >= SCRAMBLED_CHARS_MIN
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && capitals > 1
        && capitals + 1 < word.len()
        && (has_unlikely_letters(word)
            || words_of(word).iter().any(|part| part.len() < 3 && !is_ordinary(part)))
}

/// Minimum length of a word whose letters tell by their case alone.
const SCRAMBLED_CHARS_MIN: usize = 8;

/// Special characters that neither names nor punctuation contain.
const SIGNS: &[u8] = b"!@#$%^&*+~?";

/// Returns whether a word is an e-mail address, a number, code or a file name, or has a part that
/// is common in sentences about passwords. In a `drawn` word such a part is chance.
fn is_other_thing(word: &str, drawn: bool) -> bool {
    let address = word.split_once('@').is_some_and(|(name, host)| {
        let domain = |host: &str| {
            host.rsplit('.')
                .next()
                .is_some_and(|end| end.len() < 8 && end.bytes().all(|b| b.is_ascii_alphabetic()))
        };
        !name.is_empty() && host.contains('.') && domain(host)
    });
    let odd = |c: char| {
        c.is_whitespace()
            || "(){}[]<>\"'`\\|;:/,=…".contains(c)
            || !c.is_ascii() && c.is_alphabetic()
    };
    let number =
        word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_' | b'%' | b'+'));
    let short_number =
        number && !(word.len() >= PLAIN_CHARS_MIN && word.bytes().all(|b| b.is_ascii_digit()));
    address
        || short_number
        || word.contains(odd)
        || word.starts_with(['$', '%', '@', '&', '-', '.', '_', '*', '+', '~'])
        || is_ordinary(&word.to_ascii_lowercase())
        || !drawn
            && word
                .split(['-', '_', '.', '!', '?', '+'])
                .flat_map(words_of)
                .any(|part| part.len() > 2 && is_ordinary(&part))
}

/// Returns whether a lower-case word is common in sentences about passwords or in code.
fn is_ordinary(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    ORDINARY_WORDS.contains(stem)
        || stem.len() > 5 && stem == word && ENDINGS.iter().any(|ending| stem.ends_with(ending))
        || stem.len() > 6 && stem.starts_with("ge") && stem.ends_with('t')
}

/// Endings of adjectives, participles and abstract nouns in several languages.
const ENDINGS: [&str; 34] = [
    "ed", "ing", "ly", "able", "ible", "less", "tive", "tion", "sion", "ment", "ness", "ity",
    "ous", "ical", "ized", "ised", "lich", "ung", "iert", "isch", "ado", "ada", "ido", "ida",
    "ción", "ato", "ata", "uto", "uta", "wane", "wany", "ione", "zione", "ança",
];

/// More endings, of single words that say how something is.
const STATES: [&str; 9] = ["ic", "al", "text", "ent", "ant", "ary", "ory", "ful", "some"];

/// Words that often take the place of a password in a sentence, a form or a program.
static ORDINARY_WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/ordinary_words.txt")));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_begin_and_end_with_any_character() {
        for word in ["│&quot", "quot&│", "é!"] {
            assert!(!matches!(look_of(word), Look::Strong), "{word}");
        }
    }
}
