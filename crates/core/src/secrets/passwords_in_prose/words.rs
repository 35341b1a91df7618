//! What kind of word names a password.

use crate::secrets::names::Claim;

/// Returns whether the name is a plain word for a password, as prose has it.
pub(super) fn stands_alone(name: &str, claim: Claim) -> bool {
    claim == Claim::Clear
        && !name.contains(['_', '-', '.'])
        && is_word(name)
        && !is_secret_word(name)
}

/// Returns whether a sentence may mention a key by this name.
pub(super) fn is_mentioned(name: &str, claim: Claim) -> bool {
    matches!(claim, Claim::Likely | Claim::Drawn(_)) || is_secret_word(name)
}

const ENGLISH: [&str; 7] = ["password", "passphrase", "passcode", "passwd", "pwd", "pass", "pw"];

/// Returns whether the name is a word for a secret in the everyday sense: `the secret is patience`.
pub(super) fn is_secret_word(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["secret", "geheimnis"].iter().any(|word| lower.ends_with(word))
}

/// Returns whether the name ends with an English word for a password.
pub(super) fn is_english(name: &str) -> bool {
    let lower = name.to_lowercase();
    ENGLISH.iter().any(|word| lower.ends_with(word))
}

/// Returns whether the name is in a non-Latin script, so that a Latin word beside it is no part of
/// its sentence.
pub(super) fn is_foreign(name: &str) -> bool {
    name.chars().all(|c| c > '\u{36F}')
}

/// Returns whether the name is not a compound of English words as in code. Other languages write
/// compounds as one word.
pub(super) fn is_word(name: &str) -> bool {
    let lower = name.to_lowercase();
    let joined = |word: &&str| {
        lower
            .strip_suffix(*word)
            .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric()))
    };
    !ENGLISH.iter().any(joined)
}
