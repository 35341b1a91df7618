//! Secrets assigned to a telling name, in the syntax of any language.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::entropy::is_random;
use super::looks::{Look, look_of};
use super::names::{Claim, Suffix, claim_of, name_before, suffix_of};
use super::password::is_password;
use super::passwords_in_prose::Prose;
use super::pieces::unfolded;
use super::set_by::{follows_user, is_configured, is_of_option, is_property};
use super::values::{Value, value_at};
use super::verdict::{Bond, TELLING_CHARS_MIN, is_listed_secret, is_secret};
use super::{Found, compiled};

/// Maximum length of a cloud resource name up to its kind.
const RESOURCE_CHARS_MAX: usize = 80;
/// Maximum length of a value joined from pieces.
const PIECES_CHARS_MAX: usize = 4096;

/// The text between a name and its value: the rest of the name, its closing quote, a type, `=` or
/// `:`.
const JOINT: &str = concat!(
    r"\A(?:[sS]|[_ ]?[0-9]{1,2}|Value|String|B64|Base64)?(?P<suffix>(?:_[A-Z0-9]{1,16}){1,3}|(?:_[a-z0-9]{1,16}){1,2})?",
    r"(?P<quote>\\*['\x22`])?\]?(?:\[\])?(?:\*\*)?[ \t]{0,40}",
    r"(?P<sign>",
    // {"name": "API_KEY", "value": "…"}, <add key="ApiKey" value="…"/>, variable "x" { default = "…" }
    r"(?:,|>|:?[ \t]?\{)?(?:\s|\\n)*",
    // Other fields may stand between the two. Nothing is counted here: what is looked at is short,
    // and each count would be compiled anew.
    r"(?:[a-z_]+[ \t]*=[ \t]*(?:[a-z0-9]+|\\*\x22[^\x22\n]*\x22)(?:\s|\\n)+)*",
    r"(?:android:)?\\*['\x22]?(?:[vV]alue|default)\\*['\x22]?[ \t]{0,8}[:=]",
    r"|</key>(?:\s|\\n)*<string>",
    r"|:[ \t]*(?:&(?:'static )?str|[Ss]tring|str|bytes|any|const char ?\*|Optional\[str\])[ \t]*=| (?:string|String|As String) =",
    r"|:=|=>|={1,3}|\|\|=|\?\?=|:[ \t]*[|>][+-]?(?:\n|\\n)|:|：|%3[Dd]|%3[Aa]|\\u003[dD]",
    r"|\)?[ \t]{0,2}(?:\|\||\?\?)|\)[ \t]{0,2}(?:or|\{)|<-|>|,|\(|\{|\||[ \t])",
    r"(?:\*\*)?[ \t]{0,40}",
    // YAML anchors and tags before a value, and the start of a heredoc.
    r"(?:(?:&[A-Za-z0-9_-]{1,40}|!![a-z]{1,12})[ \t]{1,8}|<<[-~]?[A-Z]{2,12}(?:\n|\\n)[ \t]{0,40})?",
);

/// How far the text between a name and its value reaches.
const JOINT_CHARS_MAX: usize = 512;

/// The text before a name whose value comes first.
const AHEAD: &str = concat!(
    r"[vV]alue\\*\x22\s*:\s*\\*\x22([^\x22\\]{8,})\\*\x22\s*,\s*",
    r"\\*\x22[nN]ame\\*\x22\s*:\s*\\*\x22\z",
);

/// The key of a value in a list.
macro_rules! label {
    () => {
        r"(?:\\*['\x22][A-Za-z0-9_.-]{1,40}\\*['\x22][ \t]{0,4}[:=][ \t]{0,4})?"
    };
}

/// The start of a list of values after a plural name.
const LIST: &str = concat!(
    r"\A[sS]\\*['\x22]?[ \t]{0,8}[:=][ \t]{0,8}(?:[\[{](?:\s|\\n){0,20}|\r?\n[ \t]{0,20}- )",
    label!(),
);

/// The separator between two values of a list.
const ITEM: &str = concat!(r"\A(?:,(?:\s|\\n){0,20}|\r?\n[ \t]{0,20}- )", label!());

/// Maximum number of values read from a list.
const LISTED_MAX: usize = 16;

/// Calls and brackets that code puts around a value.
const WRAPPERS: [&str; 5] =
    ["[]byte(", "String::from(", "SecretString::from(", "std::string(", "("];

/// Keywords that export a name with only a space before its value: Dockerfile, fish, Windows, web
/// servers.
const EXPORTERS: [&str; 11] = [
    "ENV ",
    "ARG ",
    "setx ",
    "set -x ",
    "set -gx ",
    "set -Ux ",
    "secret set ",
    "env add ",
    "config:set ",
    "SetEnv ",
    "fastcgi_param ",
];

/// Keywords that declare a name in languages with only a space before the value.
const DECLARERS: [&str; 5] = ["#define ", "(setq ", "(def ", "(define ", "(defvar "];

/// The compiled patterns for assignments and prose.
pub(super) struct Assignments {
    joint: LazyLock<Regex>,
    ahead: LazyLock<Regex>,
    list: LazyLock<Regex>,
    item: LazyLock<Regex>,
    prose: Prose,
}

impl Assignments {
    pub fn new() -> Self {
        Self {
            joint: LazyLock::new(|| compiled(JOINT)),
            ahead: LazyLock::new(|| compiled(AHEAD)),
            list: LazyLock::new(|| compiled(LIST)),
            item: LazyLock::new(|| compiled(ITEM)),
            prose: Prose::new(),
        }
    }

    /// Finds the secret assigned to a name. `start` is the start of `end`, the telling end of the
    /// name.
    pub fn find(&self, end: &str, text: &str, start: usize, copied: usize) -> Option<Found> {
        let name_end = start + end.len();
        let next = text.as_bytes().get(name_end).copied().unwrap_or(b'\n');
        if next.is_ascii_lowercase() && next != b's' || next == b'.' || next == b'-' {
            return None;
        }
        let name = name_before(&text[copied..name_end]);
        let before = &text[copied..name_end - name.len()];
        if is_in_resource_name(before) {
            return None;
        }
        let (kind, claim) = claim_of(before, name.trim_start_matches('-'), end)?;
        let named = Named { before, name, end, at: name_end, claim };
        if let Some((range, quote)) = self.assigned(text, &named) {
            return Some(Found { kind, range, quote });
        }
        if let Some(range) = self.value_ahead(text, copied, &named) {
            return Some(Found::new(kind, range));
        }
        if is_pass(name) && !is_told(before, &text[name_end..]) {
            return None;
        }
        if let Some(range) = self.listed(text, &named) {
            return Some(Found::new(kind, range));
        }
        let range = self.prose.value_near(text, copied, name, name_end, claim)?;
        Some(Found::new(kind, range))
    }

    fn assigned(&self, text: &str, named: &Named) -> Option<(Range<usize>, &'static str)> {
        let window = &text[named.at..text.floor_char_boundary(named.at + JOINT_CHARS_MAX)];
        let joint = self.joint.captures(window)?;
        let (sign, whole) = (joint.name("sign")?.as_str(), joint.get(0)?);
        let suffix = suffix_of(joint.name("suffix").map_or("", |suffix| suffix.as_str()));
        let in_quotes = joint.name("quote").map(|quote| quote.as_str());
        let bond = bond(named, sign, whole.as_str(), in_quotes.is_some())?;
        let value_start = after_bracket(text, named.at + whole.end());
        let shell = bond == Bond::Environment && !named.before.ends_with(['&', '?']);
        let (mut value, mut range) = value_at(text, value_start, shell)?;
        if sign == "("
            && is_address(value.text)
            && let Some(next) = argument_after(text, range.end)
        {
            (value, range) = next;
        }
        if !value.quoted
            && (sign.starts_with(')')
                || NEEDS_QUOTES.contains(&sign)
                || sign.trim().is_empty() && bond == Bond::Assigned)
        {
            return None;
        }
        value.quoted |= sign == ">" && text[range.end..].starts_with("</");
        let constant = named.is_upper()
            && value.quoted
            && sign == "="
            && !named.end.eq_ignore_ascii_case("key");
        let bond = if constant { Bond::Environment } else { bond };
        // `pass` alone is usually a count of tests, unless it is a field.
        let field = value.quoted && !is_number(value.text) && !text[..range.start].ends_with('`');
        if is_pass(named.name) && !field && !is_bare_pass(named, sign, value.text) {
            return None;
        }
        let claim = named.claim_with(suffix, value.text)?;
        let pieces = unfolded(text, range.start, PIECES_CHARS_MAX);
        if let Some(pieces) = &pieces {
            range = pieces.original(&(0..pieces.text.len()));
            value.text = if value.quoted { &pieces.text } else { value.text };
        }
        if !is_secret(&value, claim, bond, named.end) {
            return None;
        }
        // JSON has a number here, and a bare word would be invalid: quote the marker.
        let number = sign == ":" && is_number(value.text) && !value.quoted;
        let quote = in_quotes.filter(|_| number);
        let quote = quote.and_then(|quote| QUOTES.into_iter().find(|each| *each == quote));
        Some((range, quote.unwrap_or_default()))
    }

    /// `apiKeys: ["…", "…"]`, `"tokens": {"prod": "…"}`, and YAML lists: the range from the first
    /// secret to the last.
    fn listed(&self, text: &str, named: &Named) -> Option<Range<usize>> {
        let window = |at: usize| &text[at..text.floor_char_boundary(at + 128)];
        let mut separator = self.list.find(window(named.at));
        let (mut at, mut whole) = (named.at, None::<Range<usize>>);
        for _ in 0..LISTED_MAX {
            let Some((value, range)) = value_at(text, at + separator?.end(), false) else { break };
            if is_listed_secret(value.text, named.claim) {
                whole = Some(whole.map_or(range.start, |whole| whole.start)..range.end);
            }
            let closing = text[range.end..].bytes().take(4).take_while(|b| b"\\\"'`".contains(b));
            at = range.end + closing.count();
            separator = self.item.find(window(at));
            if separator.is_none() {
                break;
            }
        }
        whole
    }

    /// `{"value": "…", "name": "API_KEY"}`.
    fn value_ahead(&self, text: &str, copied: usize, named: &Named) -> Option<Range<usize>> {
        let quoted = named.before.ends_with('"') && text[named.at..].starts_with(['"', '\\']);
        let from = named.before.ceil_char_boundary(named.before.len().saturating_sub(320));
        let near = &named.before[from..];
        let label = near.ceil_char_boundary(near.len().saturating_sub(16));
        if !quoted || !near[label..].contains("ame") {
            return None;
        }
        let value = self.ahead.captures(near)?.get(1)?;
        let judged =
            Value { text: value.as_str(), quoted: true, ticked: false, before_code: false };
        let start = copied + from + value.start();
        is_secret(&judged, named.claim, Bond::Assigned, named.end)
            .then_some(start..start + value.len())
    }
}

/// A name that announces a secret, and the text before it.
struct Named<'t> {
    before: &'t str,
    name: &'t str,
    /// The end of the name that announces a secret.
    end: &'t str,
    /// Byte offset of the end of the name.
    at: usize,
    claim: Claim,
}

impl Named<'_> {
    fn is_upper(&self) -> bool {
        !self.name.contains(|c: char| c.is_lowercase())
    }

    /// Returns what the name announces together with the words after it, or `None` for another
    /// thing.
    fn claim_with(&self, suffix: Suffix, value: &str) -> Option<Claim> {
        let password = self.claim == Claim::Clear && !self.end.eq_ignore_ascii_case("secret");
        match suffix {
            Suffix::Other => None,
            Suffix::Unknown if !(password && self.is_upper() && is_password(value)) => {
                Some(Claim::Drawn(TELLING_CHARS_MIN))
            }
            _ => Some(self.claim),
        }
    }
}

/// Signs after a name that only connect a quoted literal to it.
const NEEDS_QUOTES: [&str; 7] = ["=>", ",", "(", "{", "||", "??", "<-"];

fn is_address(value: &str) -> bool {
    value.split_once('@').is_some_and(|(_, host)| host.contains('.'))
}

/// Parses the next argument of a call: `signIn('me@example.com', '…')`.
fn argument_after(text: &str, end: usize) -> Option<(Value<'_>, Range<usize>)> {
    let rest = text[end..].trim_start_matches(['"', '\'', '`', '\\']);
    let next = rest.strip_prefix(',')?.trim_start();
    value_at(text, text.len() - next.len(), false)
}

/// Returns whether the value of `pass=…` or `pass: …` is a password rather than a count or the name
/// of a test.
fn is_bare_pass(named: &Named, sign: &str, value: &str) -> bool {
    let starts_line = || {
        let line = named.before.trim_end_matches([' ', '\t']);
        line.ends_with('\n') || line.ends_with("\\n")
    };
    match sign {
        "=" => is_password(value) || is_random(value) || look_of(value) >= Look::Suspicious,
        ":" if named.name == "PASS" => false,
        ":" => is_random(value) || starts_line() && look_of(value) >= Look::Suspicious,
        _ => false,
    }
}

/// Returns whether the name is part of a cloud resource name: `arn:aws:secretsmanager:…:secret:…`.
fn is_in_resource_name(before: &str) -> bool {
    let near =
        &before[before.ceil_char_boundary(before.len().saturating_sub(RESOURCE_CHARS_MAX))..];
    let word = near.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.ends_with(':') && word.contains("arn:")
}

fn is_pass(name: &str) -> bool {
    name.eq_ignore_ascii_case("pass")
}

/// Returns whether a sentence uses `pass` for a password: "pass is …", "user: root, pass: …".
fn is_told(before: &str, rest: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(64))..];
    let near = near.to_ascii_lowercase();
    [" is ", " for "].iter().any(|verb| rest.starts_with(verb))
        || rest.starts_with(": ") && ["user", "login"].iter().any(|word| near.contains(word))
}

fn is_number(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Skips the bracket or call that source code puts around a value.
fn after_bracket(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let inner = WRAPPERS.iter().find_map(|wrapper| rest.strip_prefix(wrapper)).map(str::trim_start);
    let quoted = inner.filter(|inner| inner.starts_with(['"', '\'', '\\']));
    quoted.map_or(start, |inner| text.len() - inner.len())
}

/// The quotes around a name, which are also put around the marker that replaces a number.
const QUOTES: [&str; 4] = ["\"", "\\\"", "\\\\\\\"", "'"];

/// Returns how a name is connected to the text after it, or `None` when it is not.
fn bond(named: &Named, sign: &str, joint: &str, in_quotes: bool) -> Option<Bond> {
    let Named { before, name, .. } = *named;
    let upper = named.is_upper();
    let follows = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
    let tag = before.ends_with('<');
    let flag = name.starts_with("--")
        || name.starts_with('-') && follows(&[" ", "\"", "'"]) && name.len() > 3;
    let blank = sign.trim().is_empty();
    if flag && (blank && joint == " " || sign == "," && in_quotes || sign == "=") {
        return Some(Bond::Environment);
    }
    if blank {
        let declared = follows(&DECLARERS).then_some(Bond::Assigned);
        return if upper && follows(&EXPORTERS) || is_configured(before) {
            Some(Bond::Environment)
        } else {
            declared
        };
    }
    let connection = follows(&[";", "&", "?", "; ", "--from-literal="])
        || before.ends_with(' ') && follows_user(before);
    let tight = sign == "=" && joint.ends_with('=');
    match sign {
        ">" if tag || in_quotes && follows(&["name=\"", "key=\""]) => Some(Bond::Assigned),
        ">" | "," => in_quotes.then_some(Bond::Beside),
        "(" | "{" | "|" | "||" | "??" => Some(Bond::Beside),
        _ if sign.starts_with(')') => Some(Bond::Beside),
        "=" if tight && (connection || is_property(before, name) || is_of_option(before)) => {
            Some(Bond::Environment)
        }
        _ if upper && sign.contains("alue") => Some(Bond::Environment),
        "=" | ":" if upper && (tight || sign == ":" && name.contains('_')) => {
            Some(Bond::Environment)
        }
        "=" if upper && before.ends_with("$env:") => Some(Bond::Environment),
        _ => Some(Bond::Assigned),
    }
}
