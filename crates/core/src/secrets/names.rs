//! Names that say what their value is.

use std::sync::LazyLock;

use memchr::memmem;

use crate::word_list::{WordList, lines, words};

/// How long a name is at most.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// Returns the ends of names that may hold a secret, as they are written in code and by people of other languages: single
/// words, then several words.
pub(super) fn ends() -> impl Iterator<Item = &'static str> {
    let words = words(include_str!("../../data/secrets/name_ends.txt"));
    words.chain(lines(include_str!("../../data/secrets/name_phrases.txt")))
}

/// Ambiguous endings: the value counts as a secret when it is machine-generated and at least this
/// long.
const DRAWN: [(&str, usize); 16] = [
    ("pat", 32),
    ("_PAT", 20),
    ("_PK", 64),
    ("_PRIVATE", 32),
    ("HMAC", 32),
    ("SEED", 32),
    ("WEBHOOK", 24),
    ("APPID", 24),
    ("_API", 24),
    ("_SESSION", 32),
    ("encrypt", 24),
    ("sonar.login", 32),
    ("secret_id", 32),
    ("SECRET_ID", 32),
    ("SecretID", 32),
    ("Secret ID", 32),
];

/// How strongly a name announces a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// `password`: the value is a secret unless it is code or a placeholder.
    Clear,
    /// `token`: the value is a secret when it looks like one.
    Likely,
    /// `SEED`: the value is a secret when it is machine-generated and at least this long.
    Drawn(usize),
    /// `_CREDS`: the value is a secret when it holds a name and a password.
    Pair,
    /// `RESET_PASSWORD`: perhaps an action, so the value must look like a password.
    Act,
    /// `PIN`: the value is a secret when it is a few digits.
    Digits,
    /// `primaryKey`: the value is a secret when it has the format of a storage account key.
    Storage,
}

/// Words before `key` that make it something to find a thing by, or something to show.
static OPEN_KEYS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/open_keys.txt")));

/// Words before `key` that are ambiguous: in an environment variable, a long machine-generated
/// value is a secret.
const DOUBTFUL_KEYS: &str =
    "session storage routing hash host table local event site data content field";

/// Minimum length of a secret after an ambiguous name.
const DOUBTFUL_CHARS_MIN: usize = 32;

/// Words before `key` and `token` that together mean a public value.
const DISCLOSED: [&str; 2] = ["public key", "application server"];

/// Prefixes that make a glued `key` a credential: `apikey`, `secretkey`.
const GLUED_KEYS: &str = "api access secret private priv auth master encryption account";

/// Prefixes that make a glued `pass` a password: `storepass`.
const GLUED_PASS: &str = "store key db user ssh smtp mail ftp ldap admin root proxy ks";

/// Words after a name that only distinguish several of a kind.
const PLAIN_SUFFIXES: &str = "string wo plain raw default initial new old main primary base prod dev test live staging value b64 base64";

/// Words behind a name that make it one of another thing: `TOKEN_URL`, `PASSWORD_MIN_LENGTH`.
static OTHER_SUFFIXES: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/other_suffixes.txt")));

/// Effect of the words after a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// None, or a plain one: the meaning of the name is unchanged.
    Plain,
    /// `_EU`: the value must look like a secret by itself.
    Unknown,
    /// `_URL`: the name is that of another thing.
    Other,
}

/// Returns the effect of the words after a name.
pub(super) fn suffix_of(suffix: &str) -> Suffix {
    let words = words_of(suffix);
    let other = |word: &String| {
        OTHER_SUFFIXES.contains(word) || word.starts_with("expir") || word.starts_with("reset")
    };
    let plain = |word: &String| {
        is_among(word, PLAIN_SUFFIXES) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    if words.iter().all(plain) {
        Suffix::Plain
    } else if words.iter().any(other) {
        Suffix::Other
    } else {
        Suffix::Unknown
    }
}

/// Words before `token` that make it a place in a list, a part of a text, or a design.
static OPEN_TOKENS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/open_tokens.txt")));

/// Words before a name that make it a question, a number or a switch.
const QUESTIONS: &str = "\
    allow enable has hash hashed hide is max min no page require required show toggle use validate invalid wrong";

/// Words before `password` that make the name an action.
const ACTS: &str = "change check forgot forgotten reset update verify";

/// Words that are separated from `key` by a space in sentences and headings: `API key: …`.
const SPACED: [&str; 17] = [
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "master",
    "encryption",
    "signing",
    "license",
    "deploy",
    "account",
    "bearer",
    "shared",
    "service",
    "app",
    "unseal",
    "jwt",
];

/// Minimum length of a secret after a plain `key` whose meaning only the context tells.
const BARE_KEY_CHARS_MIN: usize = 24;

/// Words in a sentence that say whose key follows.
const OWNERS: &str = "my our your this the new old";

/// Words before `key` in sentences about public keys.
const SHOWN_KEYS: &str = "ssh gpg pgp rsa dsa ed25519 cache same";

/// Returns the name at the end of this text.
pub(super) fn name_before(text: &str) -> &str {
    let part =
        |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || !b.is_ascii();
    let length = text.bytes().rev().take(NAME_CHARS_MAX).take_while(part).count();
    let (before, name) = text.split_at(text.ceil_char_boundary(text.len() - length));
    // The `n` of an escaped line break does not belong to the name.
    if before.ends_with('\\') { name.strip_prefix(['n', 'r', 't']).unwrap_or(name) } else { name }
}

/// Returns the kind of secret that this name announces and how strongly, or `None` for a name like
/// `sort_key`. `before` is the text left of the name.
pub(super) fn claim_of(before: &str, name: &str, end: &str) -> Option<(&'static str, Claim)> {
    let (owner, name) = name.rsplit_once('.').unwrap_or(("", name));
    let qualifier = name.get(..name.len().saturating_sub(end.len())).unwrap_or_default();
    let words = words_of(qualifier);
    let last = words.last().map_or("", String::as_str);
    let joined = qualifier.ends_with(|c: char| c.is_alphanumeric());
    let lower = end.to_lowercase();
    if DISCLOSED.iter().any(|disclosed| words.join(" ").ends_with(disclosed)) {
        return None;
    }
    if let Some((_, length)) = DRAWN.iter().find(|(drawn, _)| *drawn == end) {
        let apart = end.starts_with('_') || !joined;
        return apart.then_some(("secret", Claim::Drawn(*length)));
    }
    match lower.trim_start_matches(['_', '-']) {
        _ if is_among(last, QUESTIONS) => None,
        "pin" | "pin code" => (!joined).then_some(("pin", Claim::Digits)),
        "pass" if GLUED_PASS.split(' ').any(|word| last.ends_with(word)) => {
            Some(("password", Claim::Clear))
        }
        // `bypass`, `compass`: only a separate word counts.
        "pass" | "pw" | "mdp" | "jwt" | "clave" | "salt" | "parola" | "senha"
            if joined && !end.starts_with(|c: char| c.is_ascii_uppercase()) =>
        {
            None
        }
        "secret" | "geheimnis" => Some(("secret", Claim::Clear)),
        "token" | "jwt" | "auth" => {
            (!OPEN_TOKENS.contains(last)).then_some(("token", Claim::Likely))
        }
        "salt" => Some(("secret", Claim::Likely)),
        "creds" | "login" | "npmauthident" => Some(("credentials", Claim::Pair)),
        "credential" | "credentials" => Some(("credentials", Claim::Likely)),
        "key" | "secretaccesskey" => key_claim(before, (owner, name), qualifier, &words),
        _ if is_among(last, ACTS) => Some(("password", Claim::Act)),
        _ => Some(("password", Claim::Clear)),
    }
}

/// Like [`claim_of`], for the label of a form or table: `Admin password`.
pub(super) fn claim_of_label(label: &str) -> Option<(&'static str, Claim)> {
    if label.len() > NAME_CHARS_MAX || label.len() < 2 {
        return None;
    }
    let end = ends().find(|end| label.ends_with(end))?;
    let name = name_before(label);
    let name = if name.len() < end.len() { end } else { name };
    claim_of(&label[..label.len() - name.len()], name, end)
}

/// Like [`claim_of`], for a name that ends with `key`.
fn key_claim(
    before: &str,
    (owner, name): (&str, &str),
    qualifier: &str,
    words: &[String],
) -> Option<(&'static str, Claim)> {
    let last = words.last().map_or("", String::as_str);
    let has = |word: &str| words.iter().any(|each| each == word);
    if name.ends_with("SecretAccessKey") || has("secret") && has("access") {
        return Some(("aws-secret-key", Claim::Likely));
    }
    if has("preshared") || has("pre") && last == "shared" {
        return Some(("secret", Claim::Clear));
    }
    let parted = qualifier.ends_with(['_', '-']) || name.ends_with("Key");
    let known = parted && !last.is_empty() && !OPEN_KEYS.contains(last);
    let upper = !name.contains(|c: char| c.is_lowercase());
    let claim = if known || GLUED_KEYS.split(' ').any(|word| last.ends_with(word)) {
        Claim::Likely
    } else if upper && parted && is_among(last, DOUBTFUL_KEYS) {
        Claim::Drawn(DOUBTFUL_CHARS_MIN)
    } else if words.is_empty() {
        bare_key_claim(before, owner)?
    } else if parted && !last.starts_with("pub") {
        Claim::Storage
    } else {
        return None;
    };
    Some(("api-key", claim))
}

/// Like [`key_claim`], for `key` alone: the text before it says what it opens.
fn bare_key_claim(before: &str, owner: &str) -> Option<Claim> {
    if before.strip_suffix(' ').is_some_and(ends_qualified) {
        return Some(Claim::Likely);
    }
    let told =
        ends_qualified(owner) || parent(before).is_some_and(ends_qualified) || is_owned(before);
    told.then_some(Claim::Drawn(BARE_KEY_CHARS_MIN))
}

/// Returns whether this text ends with a word that makes a following `key` a credential.
fn ends_qualified(before: &str) -> bool {
    let length = before.bytes().rev().take(12).take_while(u8::is_ascii_alphabetic).count();
    let word = before[before.len() - length..].to_ascii_lowercase();
    SPACED.contains(&word.as_str())
}

/// Returns the text up to the name of the enclosing object: `api` in `"api": {"`, or in `api:` on
/// the line above.
fn parent(before: &str) -> Option<&str> {
    let inside = before.trim_end_matches(['"', '\'', '\\']);
    let outside = inside.trim_end();
    let opened = outside.strip_suffix('{').map(str::trim_end);
    let above = || inside[outside.len()..].contains('\n').then_some(outside);
    let named = opened.or_else(above)?.trim_end_matches([':', '=', ' ']);
    (named.len() < outside.len()).then(|| named.trim_end_matches(['"', '\'', '\\']))
}

/// Returns whether a sentence says whose key comes next: `my key`, `this datadog key`.
fn is_owned(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(32))..];
    let Some(near) = near.strip_suffix(' ') else { return false };
    let mut words = near.rsplit([' ', '\n', '"']).map(str::to_ascii_lowercase);
    let last = words.next().unwrap_or_default();
    let owner = |word: &str| is_among(word, OWNERS);
    let open = OPEN_KEYS.contains(&last) || is_among(&last, SHOWN_KEYS);
    owner(&last) || !open && words.next().is_some_and(|word| owner(&word))
}

/// Returns whether the word is in a whitespace-separated list.
pub(super) fn is_among(word: &str, list: &str) -> bool {
    let parted = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let (bytes, listed) = (word.as_bytes(), list.as_bytes());
    (1..=NAME_CHARS_MAX).contains(&word.len())
        && !word.contains(char::is_whitespace)
        && memmem::find_iter(listed, bytes).any(|at| {
            parted(at.checked_sub(1).map(|before| &listed[before]))
                && parted(listed.get(at + bytes.len()))
        })
}

/// Splits a name at `_`, `-` and before a capital after a lower-case letter. The words are in lower
/// case.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        let parts = matches!(c, '_' | '-');
        if parts || (small && c.is_ascii_uppercase()) {
            words.push(String::new());
        }
        if !parts && let Some(word) = words.last_mut() {
            word.push(c.to_ascii_lowercase());
        }
        small = c.is_ascii_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
