//! Classifies a value: how it is written, and whether it is only a placeholder for a secret.

use std::ops::Range;
use std::sync::LazyLock;

use super::decode::from_base64;
use super::entropy::{is_gibberish, is_random};
use super::names::{NAME_CHARS_MAX, is_among, words_of};
use super::password::is_password;
use super::{MARKER_START, private};
use crate::word_list::WordList;

const VALUE_CHARS_MAX: usize = 4096;
/// Shorter values may consist of mostly one character by chance.
const MONOTONOUS_CHARS_MIN: usize = 24;
/// Length of a storage account key: 64 bytes in base64.
const STORAGE_CHARS: usize = 88;

/// An assigned value and how it is written.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub text: &'t str,
    pub quoted: bool,
    /// Quoted like code in a sentence, as names are too.
    pub ticked: bool,
    /// The character after the value is one that only code has there.
    pub before_code: bool,
}

/// Parses the value at `start`: up to the closing quote, or to the end of a bare word. Only a bare
/// word of a shell may contain `,` or `)`.
pub(super) fn value_at(text: &str, start: usize, shell: bool) -> Option<(Value<'_>, Range<usize>)> {
    let bytes = text.as_bytes();
    // f"…", b"…", @"…"
    let is_prefix = |b: &u8| matches!(b, b'f' | b'b' | b'r' | b'@' | b'L' | b'u');
    let prefixed = bytes.get(start).is_some_and(is_prefix)
        && bytes.get(start + 1).is_some_and(|b| matches!(b, b'"' | b'\''));
    let open = start + usize::from(prefixed);
    let escapes = bytes[open..].iter().take_while(|b| **b == b'\\').count();
    let quote = bytes.get(open + escapes).copied().filter(|b| matches!(b, b'"' | b'\'' | b'`'));
    let window = |from: usize| bytes[from..].iter().take(VALUE_CHARS_MAX);
    let (from, length) = if let Some(quote) = quote {
        let from = open + escapes + 1;
        (from, quoted_length(window(from), quote, escapes)?)
    } else {
        let plain = |(at, b): &(usize, &u8)| {
            !b.is_ascii_whitespace()
                && !matches!(b, b'"' | b'\'' | b'`' | b'\\' | b';')
                && (shell || !matches!(b, b',' | b')' | b'}' | b']' | b'<' | b'|'))
                && (**b != b'&' || is_inside(&bytes[start + at + 1..]))
        };
        (start, window(start).enumerate().take_while(plain).count())
    };
    let value = text.get(from..from + length).filter(|value| value.len() < VALUE_CHARS_MAX)?;
    let trimmed =
        if quote.is_some() { value } else { value.trim_end_matches([',', ';', ')', '.']) };
    let after = bytes.get(from + trimmed.len()).copied();
    let value = Value {
        text: trimmed,
        quoted: quote.is_some(),
        ticked: quote == Some(b'`'),
        before_code: matches!(after, Some(b',' | b';' | b')' | b']' | b'}' | b'.')),
    };
    Some((value, from..from + trimmed.len()))
}

/// Returns whether an `&` before this text belongs to a value: behind it comes neither the next
/// field of a query nor another command.
fn is_inside(rest: &[u8]) -> bool {
    let part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-[]".contains(byte);
    let name = rest.iter().take(NAME_CHARS_MAX).take_while(part).count();
    name > 0 && !matches!(rest.get(name), Some(b'=' | b';'))
}

/// Returns the number of bytes up to the quote that closes a value whose opening quote was escaped
/// `escapes` times.
fn quoted_length<'b>(
    bytes: impl Iterator<Item = &'b u8>,
    quote: u8,
    escapes: usize,
) -> Option<usize> {
    let mut slashes = 0;
    for (at, byte) in bytes.enumerate() {
        match byte {
            b'\\' => slashes += 1,
            b'\n' => return None,
            _ if *byte == quote && slashes <= escapes => return Some(at - slashes),
            _ => slashes = 0,
        }
    }
    None
}

/// Placeholders: words that are written in place of a secret.
static DUMMY_WORDS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/dummy_words.txt")));

/// Parts of a value that say that it only keeps the place of another.
const TELLING_PARTS: [&str; 18] = [
    "your",
    "example",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "change-this",
    "change_this",
    "changethis",
    "replace",
    "redacted",
    "insert",
    "dummy",
    "todo",
    "fixme",
    "-here",
    "_here",
    "deadbeefdeadbeef",
];

/// Signs of templates and of what is left out.
const TEMPLATES: [&str; 13] = [
    "${",
    "$(",
    "{{",
    "#{",
    "%{",
    "%(",
    "****",
    "...",
    "…",
    "••",
    "<%",
    MARKER_START,
    private::MARKER,
];

/// Returns whether the value is only a placeholder.
pub(super) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let variable = |name: &str| is_identifier(name) && !is_random(name);
    let opened = value.starts_with(['<', '{', '['])
        || value.strip_prefix('$').is_some_and(variable)
        || matches!(value.as_bytes(), [b'%', b's' | b'v' | b'd'] | [b'%', .., b'%']);
    let mut chars = value.bytes();
    let first = chars.next();
    let repeated = chars.all(|b| Some(b) == first || matches!(b, b'-' | b'_' | b'.'));
    opened
        || repeated
        || ["xxxx", "XXXX"].iter().any(|mark| value.contains(mark))
        || ["-xxx", "_xxx", "-XXX", "_XXX"].iter().any(|end| value.ends_with(end))
        || is_monotonous(value)
        || TEMPLATES.iter().any(|mark| lower.contains(mark))
        || TELLING_PARTS.iter().any(|word| lower.contains(word))
        || value.split(|c: char| !c.is_ascii_alphanumeric()).all(is_dummy)
}

/// Returns whether a long value is almost entirely one character: `0x000…01`.
fn is_monotonous(value: &str) -> bool {
    let most = value.chars().take(4).map(|one| value.matches(one).count()).max();
    value.len() >= MONOTONOUS_CHARS_MIN && most.is_some_and(|most| most * 8 >= value.len() * 7)
}

fn is_dummy(part: &str) -> bool {
    part.len() <= NAME_CHARS_MAX && words_of(part).iter().all(|word| DUMMY_WORDS.contains(word))
}

/// Words for a secret and for the things that hold one.
const NUMBERED: &str = "\
    password passphrase passcode passkey passwd secret token key credential manager field policy hash vault version user account";

/// Words for a state or an amount.
const STATES: &str = "\
    true false yes no on off null none nil undefined disabled enabled disable enable inherit include same-origin omit \
    development production staging testing automatic manual internal external incorrect correct unknown available \
    configured required optional supported deprecated refreshed stored encrypted rejected";

/// Returns whether a value describes a state, or is a name of several words: `access_token_secret`.
pub(super) fn is_state(value: &str) -> bool {
    let words = words_of(value);
    let plain =
        |word: &String| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let named = value.contains(['_', '-']) || words.len() > 1;
    is_among(&value.to_ascii_lowercase(), STATES)
        || named
            && is_identifier(value)
            && words.iter().all(plain)
            && words.iter().any(|w| DUMMY_WORDS.contains(w))
}

/// Returns whether the value is a storage account key: no hash and no identifier is this long.
pub(super) fn is_storage_key(value: &str) -> bool {
    let body = value.strip_suffix("==").unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    value.len() == STORAGE_CHARS && body.bytes().all(plain) && is_random(body)
}

/// Returns whether the value is `name:password`.
pub(super) fn is_login(value: &str) -> bool {
    let word = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.@-".contains(&b));
    let telling = |password: &str| is_password(password) || is_random(password);
    value.split_once(':').is_some_and(|(name, password)| word(name) && telling(password))
}

/// Returns whether the value is an app password as mail providers generate them: four groups of
/// four letters that form no words.
pub(super) fn is_app_password(value: &str) -> bool {
    let part = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let letters: String = value.split(' ').collect();
    letters.len() == 16 && value.split(' ').all(part) && is_gibberish(&letters)
}

/// Returns whether the value is a numbered name: `passphrase2`.
pub(super) fn is_numbered_name(value: &str) -> bool {
    let name = value.trim_end_matches(|c: char| c.is_ascii_digit());
    value.len() == name.len() + 1 && is_among(&name.to_ascii_lowercase(), NUMBERED)
}

/// Returns whether the value is a publishable key, made to be embedded in a web page.
pub(super) fn is_publishable(value: &str) -> bool {
    ["pk_live_", "pk_test_", "sb_publishable_"].iter().any(|start| value.starts_with(start))
}

/// Returns whether the value's prefix says that it is public.
pub(super) fn is_disclosed(value: &str) -> bool {
    ["pk_", "pub_", "public_", "client_", "price_", "prod_", "cus_"]
        .iter()
        .any(|start| value.starts_with(start))
}

/// Returns whether the value is a URL (whose password has a rule of its own) or a path of plain
/// names.
pub(super) fn is_path_or_url(value: &str) -> bool {
    let path = value.starts_with(['/', '~']) || value.starts_with("./") || value.starts_with("../");
    let plain = |segment: &str| segment.len() < 16 || !is_random(segment);
    value.contains("://")
        || ["data:", "arn:", "projects/", "vault:", "ssm:"]
            .iter()
            .any(|start| value.starts_with(start))
        || path && value.split('/').all(plain)
}

/// Prefixes of expressions that read a value from elsewhere.
const REFERENCES: [&str; 39] = [
    "process.env",
    "os.environ",
    "os.getenv",
    "import.meta",
    "self.",
    "this.",
    "env.",
    "secrets.",
    "arn:",
    "projects/",
    "vault:",
    "env:",
    "ssm:",
    "file:",
    "var.",
    "local.",
    "data.",
    "module.",
    "ENV[",
    "ENC[",
    "$env:",
    "System.",
    "Deno.env",
    "Bun.env",
    "inputs.",
    "steps.",
    "github.",
    "config.",
    "settings.",
    "options.",
    "opts.",
    "args.",
    "argv.",
    "req.",
    "ctx.",
    "props.",
    "state.",
    "user.",
    "valueFrom",
];

/// Returns whether an unquoted value is an expression, a type or a reference.
pub(super) fn is_code(value: &str) -> bool {
    value.starts_with(['&', ':', '@', '?', '(', '[', '{', '*'])
        || value.starts_with('!') && is_identifier(value.trim_start_matches('!'))
        || value.contains(['(', '{'])
        || value.contains("::") && !value.split("::").any(is_random)
        || value.contains("->")
        || value.contains("=>")
        || value.contains('[') && is_identifier(value.split('[').next().unwrap_or_default())
        || value.contains('<') && is_identifier(value.split('<').next().unwrap_or_default())
        || REFERENCES.iter().any(|start| value.starts_with(start))
}

/// Returns whether the value is an identifier or several joined by dots, as in code and prose.
pub(super) fn is_identifier(value: &str) -> bool {
    value.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && value.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '?' | '!' | '-' | '/' | ':')
        })
}

/// Returns whether the value is `name:password` in base64.
pub(super) fn is_pair(value: &str) -> bool {
    let decoded = from_base64(value);
    decoded.contains(&b':') && decoded.iter().all(|byte| (0x20..0x7F).contains(byte))
}

/// Words that occur in sentences but not in wallet seed phrases.
const SENTENCE_WORDS: &str =
    "the and for with that this from are was not but have has its into which been were will would";

/// Returns whether these are the words of a wallet seed phrase rather than of a sentence.
pub(super) fn is_phrase(value: &str) -> bool {
    let words = value.split(|c: char| !c.is_ascii_lowercase()).filter(|word| word.len() > 1);
    !words.into_iter().any(|word| is_among(word, SENTENCE_WORDS))
}
