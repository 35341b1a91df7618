//! Secrets in sentences: "my password is hunter2!".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::compiled;
use super::entropy::is_random;
use super::judged::is_secret_in_prose;
use super::names::Claim;

/// What a sentence has between the name and the value: whose it is, a verb, and what comes before the value.
const JOINT: &str = concat!(
    r"\A[sS]?\\*['\x22`]?(?:\*\*)?(?: (?:for|of|to|on|in|at|zum|zur|für|de|du|pour|para) [^\n.,:;\x22'`]{1,48}?)?",
    r"(?: (?:от|для|к) [^\n.,:;\x22'`]{1,48}?| is generated for [^\s:]{1,60})?",
    // Chinese, Japanese and Korean have no space before the value.
    r"(?:\s{0,2}(?:是|为|為|は|は、|는|은|：)[:：]?\s{0,4}",
    r"|\s{0,2}(?:is|was|are|=|:|to|ist|lautet|—|–|war|est|es|é|è|är|je|on|to|jest|becomes|should be|will be|must be)",
    r"(?: (?:now|set to|currently|still|just|simply|always|this))?:?\s{1,4}| - )(?:\*\*)?([`'\x22“「])?(\S{5,256})",
);

/// What stands between a name that ends its line, or the sentence that it is in, and a value on a line of its own.
const NEXT_LINE: &str = concat!(
    r"\A[sS]?(?:(?P<told>[^\n:]{0,80}:)(?:\*\*)?|(?:\*\*)?)[ \t]*(?:\r?\n){1,2}",
    r"(?:(?P<fence>```)[a-z]{0,12}\r?\n)?[ \t]{0,16}[`'\x22]?(?P<value>[^\s`'\x22]{8,256})[`'\x22]?[ \t]*(?:\r?\n|\z)",
);

/// A commit is told by so many digits.
const COMMIT_CHARS: usize = 40;

/// Words for a kind of thing, not for one of them: `the password is sha256`.
const TERMS: &str = "\
    base64 base32 base58 sha1 sha256 sha384 sha512 md5 utf8 utf-8 utf16 ed25519 x25519 secp256k1 p256 rs256 hs256 es256 aes128 aes256 \
    aes-256 aes-128 argon2 argon2id pbkdf2 scrypt oauth2 oauth1 http2 http1 ipv4 ipv6 x509 pkcs8 pkcs12 rsa2048 rsa4096 \
    win32 linux64 python3 node20 latin1";

/// The compiled pattern of sentences.
pub(super) struct Prose {
    joint: LazyLock<Regex>,
    next_line: LazyLock<Regex>,
}

impl Prose {
    pub fn new() -> Self {
        Self {
            joint: LazyLock::new(|| compiled(JOINT)),
            next_line: LazyLock::new(|| compiled(NEXT_LINE)),
        }
    }

    /// Returns where the secret stands that a sentence names before.
    pub fn value_after(
        &self,
        text: &str,
        name_end: usize,
        name: &str,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let window = &text[name_end..text.floor_char_boundary(name_end + 400)];
        if let Some(below) = self.value_below(window, claim) {
            return Some(name_end + below.start..name_end + below.end);
        }
        let found = self.joint.captures(window);
        let value = match &found {
            Some(found) => found.get(2)?,
            None => return value_beside(window, name_end, name, claim),
        };
        let quote = found.as_ref().and_then(|found| found.get(1)).map(|quote| quote.as_str());
        let range = trimmed(value.as_str(), quote);
        let secret = &value.as_str()[..range];
        let start = name_end + value.start();
        is_secret_in_prose(secret, quote.is_some(), claim).then_some(start..start + range)
    }

    /// Returns where the value stands alone on the line below the name.
    fn value_below(&self, window: &str, claim: Claim) -> Option<Range<usize>> {
        let found = self.next_line.captures(window)?;
        let value = found.name("value")?;
        let told = found.name("told").is_some() || found.name("fence").is_some();
        let commit =
            value.len() == COMMIT_CHARS && value.as_str().bytes().all(|b| b.is_ascii_hexdigit());
        let password = claim == Claim::Clear && (told || is_signed(value.as_str()));
        let telling = is_random(value.as_str()) || password && is_password(value.as_str());
        // `API_KEY=…` is an assignment of its own.
        let alone = !value.as_str().trim_end_matches('=').contains('=');
        (alone && telling && (told || !commit) && is_secret_in_prose(value.as_str(), false, claim))
            .then(|| value.range())
    }
}

/// Whether a sign stands among letters and digits, as no name has it.
fn is_signed(value: &str) -> bool {
    value.contains(['!', '#', '$', '%', '^', '&', '*', '@'])
        && value.contains(|c: char| c.is_ascii_digit())
}

/// `log in as admin, password hunter2`.
fn value_beside(window: &str, name_end: usize, name: &str, claim: Claim) -> Option<Range<usize>> {
    let rest = window.strip_prefix(' ')?;
    let quote = rest.chars().next().filter(|c| matches!(c, '`' | '\'' | '"' | '“'));
    let value = &rest[quote.map_or(0, char::len_utf8)..];
    let value = value.split(char::is_whitespace).next()?;
    let length = trimmed(value, quote.map(|_| "`"));
    let secret = &value[..length];
    let whole = !name.contains(['_', '-', '.']);
    let start = name_end + 1 + quote.map_or(0, char::len_utf8);
    let sure = match claim {
        Claim::Clear => is_password(secret),
        _ => secret.len() >= 16,
    };
    // `passwd deploy2` is a command.
    let whole = whole && !name.eq_ignore_ascii_case("passwd") && !name.ends_with("pass");
    ((whole || claim == Claim::Likely) && sure && is_secret_in_prose(secret, false, claim))
        .then_some(start..start + length)
}

/// Returns how long a value is without the marks that end it or its sentence.
fn trimmed(value: &str, quote: Option<&str>) -> usize {
    let closing = |c: char| matches!(c, '`' | '\'' | '"' | '”' | '」' | '\\' | '<');
    let end = match quote {
        Some(_) => value.find(closing).unwrap_or(value.len()),
        None => value
            .find(['`', '"', '”', '\\', '<', '。', '，', 'で', '입', '이'])
            .unwrap_or(value.len()),
    };
    let mark =
        |c: char| matches!(c, '.' | ',' | ';' | ':' | ')' | '\'' | '*' | '?' | ']' | '}' | '|');
    value[..end].trim_end_matches(mark).len()
}

/// Whether a word in a sentence is a password and no other thing: letters with a digit or a sign inside.
pub(super) fn is_password(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if lower.split(['-', '_', '/']).any(|part| super::names::is_among(part, TERMS)) {
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
    let plain =
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!@#$%^&*+=~?-_.".contains(&byte));
    plain
        && !counted
        && letters >= 3
        && (signs || shouted || digits > 0 && (cased || !word.contains(['-', '_', '.', '='])))
}
