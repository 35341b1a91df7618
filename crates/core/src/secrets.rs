//! Masks secrets in a text before it is written anywhere.
//!
//! Two kinds of knowledge find them: a table of patterns for what is known by its looks (keys with a prefix, tokens,
//! headers, connection strings), and a reader of assignments for what is known by its name (`DB_PASSWORD=…`,
//! `"api_key": "…"`). One automaton over all their literals runs ahead of both, so that a text without a secret costs
//! one pass. A miss leaks, a false alarm spoils search: where they conflict, a value that a machine has drawn is
//! masked, and a word is not.

mod rules;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use rules::{Before, RULES, Shape};

/// Returns the text with each secret replaced by a marker of its kind, such as `[masked:github-token]`.
///
/// Masking a masked text changes nothing.
pub fn mask(text: &str) -> Cow<'_, str> {
    let Some(mut masked) = sweep(text) else { return Cow::Borrowed(text) };
    // What a rule needs around a secret may hold another one: `https://TOKEN:PASSWORD@host`.
    // Each sweep turns some of what is left into markers and never touches those, so this ends.
    while let Some(again) = sweep(&masked) {
        masked = again;
    }
    Cow::Owned(masked)
}

/// Returns the kinds of secrets that are masked, each once.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let all = || RULES.iter().map(|rule| rule.name).chain(KINDS.iter().copied());
    all().enumerate().filter(move |(at, name)| !all().take(*at).any(|n| n == *name)).map(|(_, n)| n)
}

const MARKER_START: &str = "[masked:";
const MARKER_CHARS_MAX: usize = 40;
const NAME_CHARS_MAX: usize = 64;
const CURL_CHARS_MAX: usize = 512;
const VALUE_CHARS_MIN: usize = 8;
const VALUE_CHARS_MAX: usize = 4096;
/// How much of a value is looked at to tell what it is.
const JUDGED_CHARS_MAX: usize = 256;
/// How far a pattern looks, so that no text costs its square. What goes on as a token belongs to the secret still.
const PATTERN_CHARS_MAX: usize = 512;
/// How far the pattern of something long looks, whose parts are never tried again.
const BLOCK_CHARS_MAX: usize = 16 * 1024;

/// Kinds of secrets that are known by their names.
const KINDS: [&str; 6] =
    ["password", "secret", "token", "api-key", "credentials", "aws-secret-key"];

/// Ends of names that may hold a secret. ASCII, like the hallmarks of the rules.
const NAME_ENDS: &str = "\
    password Password PASSWORD passwd Passwd PASSWD passphrase Passphrase PASSPHRASE mnemonic \
    MNEMONIC pwd Pwd PWD _pass _PASS -pass Pass secret Secret SECRET token Token TOKEN key Key \
    KEY credential Credential CREDENTIAL";

/// A secret in a text: what it is, and where.
struct Found {
    kind: &'static str,
    range: Range<usize>,
}

/// Masks what one pass from left to right finds. Returns nothing when that is nothing.
fn sweep(text: &str) -> Option<String> {
    let scanner = &*SCANNER;
    let mut masked = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(hit) = scanner.hallmarks.find_at(text, at) {
        let start = hit.start();
        if let Some(end) = marker_end(text, start) {
            at = end;
            continue;
        }
        at = start + 1;
        if let Some(Found { kind, range }) = scanner.secret_at(text, start, copied) {
            masked.push_str(&text[copied..range.start]);
            masked.push_str(MARKER_START);
            masked.push_str(kind);
            masked.push(']');
            copied = range.end;
            at = range.end;
        }
    }
    (copied > 0).then(|| {
        masked.push_str(&text[copied..]);
        masked
    })
}

/// Returns where the marker ends that starts here.
fn marker_end(text: &str, start: usize) -> Option<usize> {
    let kind = text[start..].strip_prefix(MARKER_START)?;
    let length = kind.bytes().take(MARKER_CHARS_MAX).position(|b| b == b']')?;
    let plain = kind.bytes().take(length).all(|b| b.is_ascii_alphanumeric() || b == b'-');
    plain.then_some(start + MARKER_START.len() + length + 1)
}

// ---------------------------------------------------------------------------------------------- rules

static SCANNER: LazyLock<Scanner> = LazyLock::new(Scanner::new);

/// The automaton of all hallmarks, and what to try at each.
struct Scanner {
    hallmarks: Regex,
    by_first_byte: Vec<Vec<(&'static str, Attempt)>>,
    /// One for each rule, compiled when its hallmark is first met.
    patterns: Vec<OnceLock<Regex>>,
    joint: Regex,
}

#[derive(Clone, Copy)]
enum Attempt {
    Rule(usize),
    Assignment,
}

impl Scanner {
    fn new() -> Self {
        let mut attempts: Vec<(&'static str, Attempt)> = Vec::new();
        for (at, rule) in RULES.iter().enumerate() {
            attempts.extend(rule.hallmarks.iter().map(|hallmark| (*hallmark, Attempt::Rule(at))));
        }
        attempts.extend(NAME_ENDS.split(' ').map(|end| (end, Attempt::Assignment)));
        let mut by_first_byte = vec![Vec::new(); 256];
        for attempt in &attempts {
            by_first_byte[usize::from(attempt.0.as_bytes()[0])].push(*attempt);
        }
        let literals: Vec<String> = std::iter::once(MARKER_START)
            .chain(attempts.iter().map(|attempt| attempt.0))
            .map(regex::escape)
            .collect();
        Self {
            hallmarks: compiled(&literals.join("|")),
            by_first_byte,
            patterns: RULES.iter().map(|_| OnceLock::new()).collect(),
            joint: compiled(JOINT),
        }
    }

    /// Finds the secret whose hallmark starts here. What is left of `copied` is masked already.
    fn secret_at(&self, text: &str, start: usize, copied: usize) -> Option<Found> {
        let rest = &text[start..];
        let first = *rest.as_bytes().first()?;
        let attempts = self.by_first_byte[usize::from(first)].iter();
        attempts.filter(|(hallmark, _)| rest.starts_with(hallmark)).find_map(
            |(hallmark, attempt)| {
                let found = match attempt {
                    Attempt::Rule(rule) => self.rule_at(*rule, text, start, copied),
                    Attempt::Assignment => self.assigned_at(hallmark, text, start, copied),
                }?;
                let untouched = !text[start..found.range.end].contains(MARKER_START);
                (untouched && !found.range.is_empty()).then_some(found)
            },
        )
    }

    fn rule_at(&self, rule: usize, text: &str, start: usize, copied: usize) -> Option<Found> {
        let (rule, pattern) = (&RULES[rule], &self.patterns[rule]);
        let allowed = match rule.before {
            Before::Anything => true,
            Before::Boundary => starts_word(&text[copied..start]),
            Before::Gap => starts_run(&text[copied..start]),
            Before::BotId => ends_with_bot_id(&text[..start]),
            Before::Curl => ends_with_space(&text[..start]) && follows_curl(&text[..start]),
            Before::Login => follows_login(&text[..start]),
        };
        if !allowed {
            return None;
        }
        let pattern = pattern.get_or_init(|| compiled(&format!(r"\A(?:{})", rule.pattern)));
        let reach = match (rule.before, rule.shape) {
            (Before::Gap, _) | (_, Shape::Certain) => BLOCK_CHARS_MAX,
            _ => PATTERN_CHARS_MAX,
        };
        let window = &text[start..text.floor_char_boundary(start + reach)];
        let captures = pattern.captures(window)?;
        let secret = captures.get(1).or_else(|| captures.get(0))?;
        let judged = &secret.as_str()[..secret.as_str().floor_char_boundary(JUDGED_CHARS_MAX)];
        let fits = match rule.shape {
            Shape::Certain => true,
            Shape::Filled => !is_placeholder(judged),
            Shape::Mixed => !is_placeholder(judged) && is_mixed(judged),
            Shape::Random => !is_placeholder(judged) && is_random(judged),
        };
        if !fits {
            return None;
        }
        let mut range = start + secret.start()..start + secret.end();
        if secret.end() == window.len() {
            let more = text.as_bytes()[range.end..].iter().take_while(|b| is_token_byte(**b));
            range.end += more.count();
        }
        Some(Found { kind: rule.name, range })
    }
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("patterns are constants that the tests compile")
}

/// Whether a word starts after this text. An escape (`\n`, `%20`, a colour's `[0m`) is no part of the word.
fn starts_word(before: &str) -> bool {
    let bytes = before.as_bytes();
    match bytes {
        [] | [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f'] => true,
        [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
        [.., b'[' | b';' | b'0'..=b'9', b'm'] => {
            let digits = |b: &u8| b.is_ascii_digit() || *b == b';';
            bytes[..bytes.len() - 1].iter().rev().find(|b| !digits(b)) == Some(&b'[')
        }
        [.., last] => !last.is_ascii_alphanumeric(),
    }
}

/// Whether nothing of a token stands at the end of this text: stricter than [`starts_word`].
fn starts_run(before: &str) -> bool {
    starts_word(before) && !before.ends_with(['-', '_'])
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'=' | b'.')
}

fn ends_with_bot_id(before: &str) -> bool {
    (8..=10).contains(&before.bytes().rev().take(11).take_while(u8::is_ascii_digit).count())
}

fn ends_with_space(before: &str) -> bool {
    before.ends_with([' ', '\t', '\n'])
}

fn follows_curl(before: &str) -> bool {
    let start = before.len().saturating_sub(CURL_CHARS_MAX);
    before.as_bytes()[start..].windows(5).any(|word| word == b"curl ")
}

fn follows_login(before: &str) -> bool {
    let mut words = before.rsplit(char::is_whitespace).filter(|word| !word.is_empty());
    ends_with_space(before) && words.next().is_some() && words.next() == Some("login")
}

// ---------------------------------------------------------------------------------------- assignments

/// What may stand between a name and its value: the rest of the name, its closing quote, a type, `=` or `:`.
const JOINT: &str = concat!(
    r"\A(?:[sS]|_?[0-9]{1,2}|_BASE|_base|_PROD|_DEV|_TEST|_LIVE|_STAGING|_VALUE|Value|_B64|_BASE64)?",
    r"(\\*['\x22`])?\]?(?:\*\*)?[ \t]{0,40}",
    r"(:[ \t]*(?:&(?:'static )?str|[Ss]tring|str|bytes|any|const char ?\*)[ \t]*=|:=|=>|={1,3}|:|>|[ \t])",
    r"(?:\*\*)?[ \t]{0,40}",
);

/// How sure a name is about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// `password`: the value is one, unless it is code or a placeholder.
    Clear,
    /// `token`: the value is one when it looks like one.
    Likely,
}

/// An assigned value and the way it is written.
struct Value<'t> {
    text: &'t str,
    quoted: bool,
    /// `NAME=value` or `MY_NAME: value`, as a shell, a `.env` file or a compose file has it.
    environment: bool,
    /// Right behind it stands what only code has there.
    before_code: bool,
}

impl Scanner {
    /// Finds the secret that is assigned to a name, given where its telling end starts.
    fn assigned_at(&self, end: &str, text: &str, start: usize, copied: usize) -> Option<Found> {
        let name_end = start + end.len();
        let next = *text.as_bytes().get(name_end)?;
        if next.is_ascii_lowercase() && next != b's' || next == b'.' || next == b'-' {
            return None;
        }
        let joint = self.joint.captures(&text[name_end..])?;
        let name = name_before(&text[copied..name_end]);
        let sign = joint.get(2)?.as_str();
        let tag = text[..name_end - name.len()].ends_with('<');
        let flag = name.starts_with("--");
        if (sign == ">" && !tag) || (sign.trim().is_empty() && !flag) {
            return None;
        }
        let (kind, claim) = claim_of(name.trim_start_matches('-'), end)?;
        let value_start = name_end + joint.get(0)?.end();
        let upper = !name.contains(|c: char| c.is_ascii_lowercase());
        let tight = sign == "=" && joint.get(0)?.as_str().ends_with('=');
        let yaml = sign == ":" && name.contains('_');
        let environment = upper && (tight || yaml) || flag;
        let (value, range) = value_at(text, value_start, environment)?;
        let quoted_enough = sign != "=>" || value.quoted;
        (quoted_enough && is_secret(&value, claim, end)).then_some(Found { kind, range })
    }
}

/// Returns the name that this text ends with.
fn name_before(text: &str) -> &str {
    let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let length = text.bytes().rev().take(NAME_CHARS_MAX).take_while(part).count();
    let (before, name) = text.split_at(text.len() - length);
    // The `n` of an escaped line break is no part of the name.
    if before.ends_with('\\') { name.strip_prefix(['n', 'r', 't']).unwrap_or(name) } else { name }
}

/// Words before `key` that make it something to find a thing by, or something to show.
const OPEN_KEYS: &str = "\
    action block cache chunk column commit composite config content data dedup dedupe event \
    field file fingerprint foreign group hash host hot i18n idempotency index issue item job key \
    known list lookup map message metadata natural node object parent partition primary project \
    pub public publishable query react registry route routing row s3 shard shortcut site sort \
    state step surrogate table tool translation tree unique version";

/// Words before `password` and its like that make it an act or a question.
const ACTS: &str = "\
    allow change check enable forgot forgotten has hash hashed hide invalid is max min no page \
    require required reset show toggle update use validate verify wrong";

/// Returns what a value under this name is, and how sure that is. Nothing for a name like `sort_key`.
fn claim_of(name: &str, end: &str) -> Option<(&'static str, Claim)> {
    let name = name.rsplit('.').next().unwrap_or(name);
    let qualifier = name.get(..name.len().saturating_sub(end.len())).unwrap_or_default();
    let words = words_of(qualifier);
    let last = words.last().map_or("", String::as_str);
    let end = end.to_ascii_lowercase();
    match end.trim_start_matches(['_', '-']) {
        _ if is_among(last, ACTS) => None,
        "secret" => Some(("secret", Claim::Clear)),
        "token" => Some(("token", Claim::Likely)),
        "credential" => Some(("credentials", Claim::Likely)),
        "key" => {
            let glued = ["api", "access", "secret", "private", "auth", "master", "encryption"];
            let parted = qualifier.ends_with(['_', '-']) || name.ends_with("Key");
            let known = parted && !last.is_empty() && !is_among(last, OPEN_KEYS);
            let aws = words.iter().any(|w| w == "secret") && words.iter().any(|w| w == "access");
            let kind = if aws { "aws-secret-key" } else { "api-key" };
            (known || glued.iter().any(|word| last.ends_with(word)))
                .then_some((kind, Claim::Likely))
        }
        // `pass` alone counts tests.
        "pass" if words.is_empty() => None,
        _ => Some(("password", Claim::Clear)),
    }
}

/// Whether this is one of the words of a list.
fn is_among(word: &str, list: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Splits a name at `_`, `-` and where a capital follows a small letter, in lower case.
fn words_of(name: &str) -> Vec<String> {
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

/// Reads the value that starts here: to the quote that closes it, or as far as a bare word goes.
fn value_at(text: &str, start: usize, environment: bool) -> Option<(Value<'_>, Range<usize>)> {
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
        let plain = |b: &&u8| {
            !b.is_ascii_whitespace()
                && !matches!(b, b'"' | b'\'' | b'`' | b'\\')
                && (environment
                    || !matches!(b, b',' | b';' | b')' | b'}' | b']' | b'&' | b'<' | b'|'))
        };
        (start, window(start).take_while(plain).count())
    };
    let value = text.get(from..from + length).filter(|value| value.len() < VALUE_CHARS_MAX)?;
    let trimmed =
        if quote.is_some() { value } else { value.trim_end_matches([',', ';', ')', '.']) };
    let after = bytes.get(from + trimmed.len()).copied();
    let value = Value {
        text: trimmed,
        quoted: quote.is_some(),
        environment,
        before_code: matches!(after, Some(b',' | b';' | b')' | b']' | b'}' | b'.')),
    };
    Some((value, from..from + trimmed.len()))
}

/// Counts the bytes up to the quote that closes a value, where the opening one was escaped `escapes` times.
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

/// Whether the value of a name with this end is a secret.
fn is_secret(value: &Value, claim: Claim, end: &str) -> bool {
    let text = &value.text[..value.text.floor_char_boundary(JUDGED_CHARS_MAX)];
    if text.len() < VALUE_CHARS_MIN || is_placeholder(text) || is_path_or_url(text) {
        return false;
    }
    if text.contains(char::is_whitespace) || text.contains("\\n") {
        let phrase = matches!(end.to_ascii_lowercase().as_str(), "passphrase" | "mnemonic");
        return phrase || text.split_whitespace().count() <= 2 && is_random(text);
    }
    match claim {
        Claim::Likely => (value.quoted || !is_code(text)) && is_random(text),
        Claim::Clear if value.quoted => true,
        Claim::Clear if is_code(text) => false,
        Claim::Clear if value.environment => true,
        Claim::Clear if is_identifier(text) => {
            is_random(text) || text.contains(|c: char| c.is_ascii_digit()) && !value.before_code
        }
        // Not a name, so a password when it has a digit, or a sign inside.
        Claim::Clear => {
            let sign =
                |pair: &[u8]| b"!@#$%^*+~".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
            text.contains(|c: char| c.is_ascii_digit()) || text.as_bytes().windows(2).any(sign)
        }
    }
}

// --------------------------------------------------------------------------------------------- values

/// Words that stand where a secret should, when nothing else does.
const DUMMY_WORDS: &str = "\
    access admin api app auth bar bearer change client credential credentials default enter fake \
    foo github here hidden invalid it key me mock must my new not null old openai pass passwd \
    password passwort postgres private pw pwd required root sample secret service set some \
    string super test testing the this to token undefined user username value webhook wrong";

/// Whether the value only keeps the place of one.
fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let told = [
        "your",
        "example",
        "placeholder",
        "changeme",
        "change-me",
        "change_me",
        "replace",
        "redacted",
        "insert",
        "dummy",
    ];
    let template =
        ["${", "$(", "{{", "#{", "%{", "%(", "xxxx", "****", "...", "…", "<%", MARKER_START];
    let variable = |name: &str| is_identifier(name) && !is_random(name);
    let opened = value.starts_with(['<', '{', '['])
        || value.strip_prefix('$').is_some_and(variable)
        || matches!(value.as_bytes(), [b'%', b's' | b'v' | b'd'] | [b'%', .., b'%']);
    let mut chars = value.bytes();
    let first = chars.next();
    let repeated = chars.all(|b| Some(b) == first || matches!(b, b'-' | b'_' | b'.'));
    opened
        || repeated
        || template.iter().any(|mark| lower.contains(mark))
        || told.iter().any(|word| lower.contains(word))
        || value.split(|c: char| !c.is_ascii_alphanumeric()).all(is_dummy)
}

fn is_dummy(part: &str) -> bool {
    part.len() <= NAME_CHARS_MAX && words_of(part).iter().all(|word| is_among(word, DUMMY_WORDS))
}

/// Whether the value names a place: a URL (whose password has its own rule) or a path of plain names.
fn is_path_or_url(value: &str) -> bool {
    let path = value.starts_with(['/', '~']) || value.starts_with("./") || value.starts_with("../");
    let plain = |segment: &str| segment.len() < 16 || !is_random(segment);
    value.contains("://") || value.starts_with("data:") || path && value.split('/').all(plain)
}

/// Whether an unquoted value is an expression, a type or a reference.
fn is_code(value: &str) -> bool {
    let referenced =
        ["process.env", "os.environ", "import.meta", "self.", "this.", "env.", "secrets."];
    value.starts_with(['&', ':', '@', '?', '(', '[', '{', '*'])
        || value.starts_with('!') && is_identifier(&value[1..])
        || value.contains(['(', '{'])
        || value.contains("::")
        || value.contains("->")
        || value.contains("=>")
        || value.contains('[') && is_identifier(value.split('[').next().unwrap_or_default())
        || value.contains('<') && is_identifier(value.split('<').next().unwrap_or_default())
        || referenced.iter().any(|start| value.starts_with(start))
}

/// Whether the value is a name or names joined by dots, as code and prose have them.
fn is_identifier(value: &str) -> bool {
    value.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && value.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '?' | '!' | '-' | '/' | ':')
        })
}

/// Whether the value is more than a word: it has a digit, or a capital inside.
fn is_mixed(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit())
        || value.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

/// Whether the value looks drawn by a machine: its letters and digits change places as words don't have it.
fn is_random(value: &str) -> bool {
    let mut counts = [0u32; 256];
    let (mut digit_turns, mut turns, mut case_turns, mut pairs) = (0, 0, 0, 0);
    let mut previous = None;
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
        let class = match byte {
            b'0'..=b'9' => Some(0),
            b'a'..=b'z' => Some(1),
            b'A'..=b'Z' => Some(2),
            _ => None,
        };
        if let (Some(a), Some(b)) = (previous, class) {
            pairs += 1;
            turns += u32::from(a != b);
            digit_turns += u32::from(a != b && (a == 0 || b == 0));
            case_turns += u32::from(a != b && a != 0 && b != 0);
        }
        previous = class;
    }
    if value.len() < VALUE_CHARS_MIN || entropy_bits(&counts, value.len()) < 2.4 {
        return false;
    }
    let has_digit = counts[usize::from(b'0')..=usize::from(b'9')].iter().any(|n| *n > 0);
    digit_turns >= 4
        || digit_turns >= 3 && pairs < 16
        || has_digit && turns >= 4 && turns * 2 >= pairs
        || case_turns >= 7 && turns * 2 >= pairs
}

/// Returns the Shannon entropy of a text, in bits for each byte.
fn entropy_bits(counts: &[u32; 256], length: usize) -> f64 {
    let share = |count: &u32| f64::from(*count) / length as f64;
    counts.iter().filter(|count| **count > 0).map(|count| -share(count) * share(count).log2()).sum()
}

#[cfg(test)]
mod tests;
