//! Whether a single word is a password.

use super::names::is_among;

/// Words for a kind of thing, not for one of them: `the password is sha256`.
const TERMS: &str = "\
    base64 base32 base58 sha1 sha256 sha384 sha512 md5 utf8 utf-8 utf8mb4 utf16 ed25519 x25519 secp256k1 p256 rs256 hs256 es256 aes128 aes256 \
    aes-256 aes-128 argon2 argon2id pbkdf2 scrypt oauth2 oauth1 http2 http1 ipv4 ipv6 x509 pkcs8 pkcs12 rsa2048 rsa4096 \
    win32 linux64 python3 node20 latin1 webauthn2 fido2 tls12 tls13 k8s";

/// Whether a word in a sentence is a password and no other thing: letters with a digit or a sign inside.
pub(super) fn is_password(word: &str) -> bool {
    let plain =
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!@#$%^&*+=~?-_.".contains(&byte));
    if !plain {
        return false;
    }
    let lower = word.to_ascii_lowercase();
    if lower.split(['-', '_', '/']).any(|part| is_among(part, TERMS)) || is_standard(word) {
        return false;
    }
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let signed = |pair: &[u8]| b"!@#$%^&*~".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
    let signs = word.as_bytes().windows(2).any(signed);
    let cased = word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    // `12-character`, `8+`, `v1.2.3`, `2fa`
    let counted = word.starts_with(|c: char| c.is_ascii_digit())
        && word
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b == b'-');
    let shouted = digits > 0 && word.ends_with(['!', '#', '$', '%', '&']);
    !counted
        && letters >= 3
        && (signs || shouted || digits > 0 && (cased || !word.contains(['-', '_', '.', '='])))
}

/// Returns whether the word begins with the name of a standard, a few capitals and a number, and
/// has nothing but words or two capitals behind it: `UTF-8`, `UTF-16LE`.
fn is_standard(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - number.len();
    let number = number.strip_prefix('-').unwrap_or(number);
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = number.len() - rest.len();
    let ends = rest.len() <= 2 && rest.bytes().all(|byte| byte.is_ascii_uppercase());
    (2..=5).contains(&letters) && (1..=4).contains(&digits) && (ends || rest.starts_with('-'))
}
