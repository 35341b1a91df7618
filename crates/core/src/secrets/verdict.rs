//! Decides whether a value is the secret that its name announces.

use super::entropy::{is_gibberish, is_mixed, is_random};
use super::looks::{Look, look_of};
use super::names::Claim;
use super::password::is_password;
use super::values::{
    Value, is_app_password, is_code, is_identifier, is_login, is_numbered_name, is_path_or_url,
    is_placeholder, is_publishable, is_state, is_storage_key,
};

/// Minimum length of a value.
const VALUE_CHARS_MIN: usize = 8;
/// Minimum length of a value after a name with an unknown suffix.
pub(super) const TELLING_CHARS_MIN: usize = 16;
/// Minimum length of a password that is more than a word.
const PASSWORD_CHARS_MIN: usize = 5;
/// Maximum number of bytes of a value that are inspected.
const JUDGED_CHARS_MAX: usize = 256;

/// How a name is connected to its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bond {
    /// `NAME=value`, `--name value`: as in a shell, a `.env` file or a compose file. Any value
    /// counts.
    Environment,
    /// `name = value`.
    Assigned,
    /// `("name", "value")`, `| name | value |`: the text beside the name need not be its value.
    Beside,
}

/// Returns whether the value of a name that ends with `end` is a secret.
pub(super) fn is_secret(value: &Value, claim: Claim, bond: Bond, end: &str) -> bool {
    let text = &value.text[..value.text.floor_char_boundary(JUDGED_CHARS_MAX)];
    if text.len() < PASSWORD_CHARS_MIN && !(claim == Claim::Digits && is_pin(text))
        || is_placeholder(text)
        || is_path_or_url(text)
        || is_publishable(text)
    {
        return false;
    }
    if text.contains(char::is_whitespace) || text.contains("\\n") {
        let phrase = matches!(end.to_ascii_lowercase().as_str(), "passphrase" | "mnemonic");
        return value.quoted && (phrase || are_secret_words(text, claim, bond));
    }
    let drawn = || is_random(text) || is_gibberish(text);
    let literal = value.quoted || !is_code(text);
    match claim {
        Claim::Storage => is_storage_key(text),
        Claim::Pair => is_login(text),
        Claim::Digits => bond == Bond::Environment && is_pin(text),
        Claim::Act => {
            let least = if bond == Bond::Environment { Look::Word } else { Look::Strong };
            literal && look_of(text) >= least
        }
        Claim::Drawn(chars_min) => text.len() >= chars_min && drawn() && literal,
        Claim::Likely => {
            let told = if end == "_AUTH" {
                let password = text.rsplit(':').next().unwrap_or_default();
                is_login(text) || bond == Bond::Environment && look_of(password) >= Look::Suspicious
            } else {
                bond == Bond::Environment && !is_state(text)
            };
            text.len() >= VALUE_CHARS_MIN && literal && (drawn() || told)
        }
        Claim::Clear => is_clear_secret(value, text, bond, end),
    }
}

/// Whether a value of several words is a secret.
fn are_secret_words(text: &str, claim: Claim, bond: Bond) -> bool {
    claim == Claim::Clear
        && (bond == Bond::Environment || is_app_password(text) || are_password_words(text))
        || text.split_whitespace().count() <= 2 && is_random(text)
}

/// Whether a few words are together a password, as one of them looks like one and none is of a
/// sentence.
fn are_password_words(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().count() <= PASSWORD_WORDS_MAX
        && words().any(|word| look_of(word) >= Look::Suspicious)
        && words().all(|word| {
            !word.bytes().all(|b| b.is_ascii_lowercase()) || look_of(word) >= Look::Word
        })
}

/// Maximum number of words of a password in quotes.
const PASSWORD_WORDS_MAX: usize = 4;

/// Whether a value without spaces is a secret, as its name clearly says. `text` is its beginning.
fn is_clear_secret(value: &Value, text: &str, bond: Bond, end: &str) -> bool {
    let drawn = is_random(text) || is_gibberish(text);
    let digit = text.contains(|c: char| c.is_ascii_digit());
    let sign = |pair: &[u8]| b"!@#$%^*+~".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
    let strong = digit || text.as_bytes().windows(2).any(sign) || text.ends_with('!');
    if text.len() < VALUE_CHARS_MIN && !strong && bond != Bond::Environment {
        return false;
    }
    match bond {
        Bond::Beside => {
            let told = strong && (!is_identifier(text) || digit)
                || !text.contains('_') && look_of(text) >= Look::Suspicious;
            let told = told && (!value.ticked || look_of(text) >= Look::Suspicious);
            value.quoted && told || drawn && !is_code(text)
        }
        _ if value.ticked => look_of(text) >= Look::Suspicious,
        _ if value.quoted => text.len() >= VALUE_CHARS_MIN || strong || !is_state(text),
        _ if is_code(text) => false,
        Bond::Environment => !is_state(text),
        Bond::Assigned if is_identifier(text) => {
            drawn || digit && !value.before_code || is_listed_words(text, end)
        }
        // Not an identifier, so a password when it has a digit or a special character inside.
        Bond::Assigned => strong,
    }
}

/// Returns whether the value of a password is several words with dashes, which is no name in code.
fn is_listed_words(text: &str, end: &str) -> bool {
    let named = end.eq_ignore_ascii_case("secret");
    !named && text.contains('-') && look_of(text) >= Look::Suspicious
}

/// Returns whether the value is a PIN: four to eight digits, not all the same.
fn is_pin(value: &str) -> bool {
    let repeated = value.bytes().all(|byte| Some(byte) == value.bytes().next());
    (4..=8).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit()) && !repeated
}

/// Returns whether one value of a list is a secret. It must look like one by itself.
pub(super) fn is_listed_secret(value: &str, claim: Claim) -> bool {
    let value = &value[..value.floor_char_boundary(JUDGED_CHARS_MAX)];
    let drawn = value.len() >= TELLING_CHARS_MIN && is_random(value) && !is_code(value);
    let told = match claim {
        Claim::Clear => drawn || value.len() >= VALUE_CHARS_MIN && is_password(value),
        Claim::Likely => drawn,
        _ => false,
    };
    told && !is_placeholder(value) && !is_path_or_url(value)
}

/// Returns whether a value in a sentence is a secret.
pub(super) fn is_secret_in_prose(text: &str, quoted: bool, claim: Claim) -> bool {
    if claim == Claim::Digits {
        return is_pin(text);
    }
    if text.len() < PASSWORD_CHARS_MIN {
        return false;
    }
    let drawn = || is_random(text) || is_gibberish(text);
    let told = match claim {
        Claim::Likely => text.len() >= VALUE_CHARS_MIN && drawn(),
        Claim::Drawn(chars_min) => text.len() >= chars_min && drawn(),
        Claim::Pair => is_login(text),
        Claim::Storage | Claim::Digits => false,
        Claim::Act => look_of(text) >= Look::Strong || quoted && look_of(text) >= Look::Suspicious,
        Claim::Clear => {
            let long = text.len() >= VALUE_CHARS_MIN;
            let told = quoted && !is_state(text) && (long || is_mixed(text));
            drawn() || is_password(text) || told
        }
    };
    // The exclusions are the slowest checks, so they come last.
    told && !is_placeholder(text)
        && !is_path_or_url(text)
        && !is_code(text)
        && !is_numbered_name(text)
}
