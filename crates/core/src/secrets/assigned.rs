//! Secrets that are assigned to a telling name, in any language's way to do so.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::entropy::{is_gibberish, is_mixed, is_random};
use super::join::unfolded;
use super::names::{Claim, claim_of, name_before};
use super::prose::{Prose, is_password};
use super::values::{
    Value, is_code, is_identifier, is_path_or_url, is_placeholder, is_state, value_at,
};
use super::{Found, compiled};

/// A value that is shorter tells nothing.
const VALUE_CHARS_MIN: usize = 8;
/// A password may be shorter, when it is more than a word.
const PASSWORD_CHARS_MIN: usize = 5;
/// How much of a value is looked at to tell what it is.
const JUDGED_CHARS_MAX: usize = 256;
/// How much of a value in pieces is put together.
const PIECES_CHARS_MAX: usize = 4096;

/// What may stand between a name and its value: the rest of the name, its closing quote, a type, `=` or `:`.
const JOINT: &str = concat!(
    r"\A(?:[sS]|_?[0-9]{1,2}|_BASE|_base|_PROD|_DEV|_TEST|_LIVE|_STAGING|_VALUE|Value|_B64|_BASE64|Base64)?",
    r"(\\*['\x22`])?\]?(?:\*\*)?[ \t]{0,40}",
    r"(:[ \t]*(?:&(?:'static )?str|[Ss]tring|str|bytes|any|const char ?\*|Optional\[str\])[ \t]*=| (?:string|String) =",
    r"|:=|=>|={1,3}|:[ \t]*[|>][+-]?(?:\n|\\n)|:|：|%3[Dd]|%3[Aa]|\\u003[dD]",
    // {"name": "API_KEY", "value": "…"}, <add key="ApiKey" value="…"/>, variable "x" { default = "…" }
    r"|(?:,|>|\{)?(?:\s|\\n){0,40}(?:type = string(?:\s|\\n){0,40})?\\*['\x22]?(?:[vV]alue|default)\\*['\x22]?[ \t]{0,8}[:=]",
    r"|\|\||\?\?|>|,|\(|\||[ \t])",
    r"(?:\*\*)?[ \t]{0,40}",
);

/// How a name is bound to its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bond {
    /// `NAME=value`, `--name value`: as a shell, a `.env` file or a compose file has it. Any value counts.
    Environment,
    /// `name = value`.
    Assigned,
    /// `("name", "value")`, `| name | value |`: what stands beside the name, and need not be its value.
    Beside,
}

/// The compiled patterns of assignments and sentences.
pub(super) struct Assignments {
    joint: LazyLock<Regex>,
    prose: Prose,
}

impl Assignments {
    pub fn new() -> Self {
        Self { joint: LazyLock::new(|| compiled(JOINT)), prose: Prose::new() }
    }

    /// Finds the secret that is assigned to a name, given where its telling end starts, and the quotes its marker needs.
    pub fn find(
        &self,
        end: &str,
        text: &str,
        start: usize,
        copied: usize,
    ) -> Option<(Found, &'static str)> {
        let name_end = start + end.len();
        let next = *text.as_bytes().get(name_end)?;
        if next.is_ascii_lowercase() && next != b's' || next == b'.' || next == b'-' {
            return None;
        }
        let name = name_before(&text[copied..name_end]);
        let before = &text[copied..name_end - name.len()];
        let (kind, claim) = claim_of(before, name.trim_start_matches('-'), end)?;
        let assigned = self.assigned(end, text, name_end, (before, name), claim);
        if let Some((range, quote)) = assigned {
            return Some((Found { kind, range }, quote));
        }
        if is_pass(name) {
            return None;
        }
        let range = self.prose.value_after(text, name_end, name, claim)?;
        Some((Found { kind, range }, ""))
    }

    fn assigned(
        &self,
        end: &str,
        text: &str,
        name_end: usize,
        (before, name): (&str, &str),
        claim: Claim,
    ) -> Option<(Range<usize>, &'static str)> {
        let window = &text[name_end..text.floor_char_boundary(name_end + 256)];
        let joint = self.joint.captures(window)?;
        let (sign, whole) = (joint.get(2)?.as_str(), joint.get(0)?);
        let named_in_quotes = joint.get(1);
        let bond = bond(before, name, sign, whole.as_str(), named_in_quotes.is_some())?;
        let value_start = after_bracket(text, name_end + whole.end());
        let (value, mut range) = value_at(text, value_start, bond == Bond::Environment)?;
        if matches!(sign, "=>" | "," | "(" | "||" | "??") && !value.quoted {
            return None;
        }
        let upper = !name.contains(|c: char| c.is_lowercase());
        let constant = upper && value.quoted && sign == "=" && !end.eq_ignore_ascii_case("key");
        let bond = if constant { Bond::Environment } else { bond };
        // `pass` alone counts tests, unless it is a field.
        let field = value.quoted && !is_number(value.text) && !text[..range.start].ends_with('`');
        if is_pass(name) && !field {
            return None;
        }
        if value.quoted
            && let Some(pieces) = unfolded(text, range.start, PIECES_CHARS_MAX)
        {
            range = pieces.original(&(0..pieces.text.len()));
            let value = Value { text: &pieces.text, ..value };
            return is_secret(&value, claim, bond, end).then_some((range, ""));
        }
        if !value.quoted
            && let Some(pieces) = unfolded(text, range.start, PIECES_CHARS_MAX)
        {
            range = pieces.original(&(0..pieces.text.len()));
        }
        if !is_secret(&value, claim, bond, end) {
            return None;
        }
        // JSON has a number here, and no bare words.
        let number = sign == ":" && is_number(value.text);
        let quote = match named_in_quotes.map(|quote| quote.as_str()) {
            Some(quote) if number && !value.quoted => QUOTES.into_iter().find(|q| *q == quote),
            _ => None,
        };
        Some((range, quote.unwrap_or_default()))
    }
}

fn is_pass(name: &str) -> bool {
    name.eq_ignore_ascii_case("pass")
}

fn is_number(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Skips the bracket that source code puts around a value in pieces.
fn after_bracket(text: &str, start: usize) -> usize {
    let inner = text[start..].strip_prefix('(').map(str::trim_start);
    let quoted = inner.filter(|inner| inner.starts_with(['"', '\'', '\\']));
    quoted.map_or(start, |inner| text.len() - inner.len())
}

/// The quotes of a name, and so of the marker that replaces a number.
const QUOTES: [&str; 4] = ["\"", "\\\"", "\\\\\\\"", "'"];

/// Returns how a name is bound to what stands behind it; nothing when it is not.
fn bond(before: &str, name: &str, sign: &str, joint: &str, in_quotes: bool) -> Option<Bond> {
    let tag = before.ends_with('<');
    let flag = name.starts_with("--")
        || name.starts_with('-') && before.ends_with([' ', '"', '\'']) && name.len() > 3;
    let upper = !name.contains(|c: char| c.is_lowercase());
    let blank = sign.trim().is_empty();
    if flag && (blank && joint == " " || sign == "," && in_quotes || sign == "=") {
        return Some(Bond::Environment);
    }
    // Dockerfile, fish, Windows.
    let exported = upper
        && [
            "ENV ",
            "ARG ",
            "setx ",
            "set -x ",
            "set -gx ",
            "set -Ux ",
            "secret set ",
            "env add ",
            "config:set ",
        ]
        .iter()
        .any(|verb| before.ends_with(verb));
    if blank {
        return exported.then_some(Bond::Environment);
    }
    let connection = before.ends_with([';', '&', '?'])
        || before.ends_with("; ")
        || before.ends_with("--from-literal=")
        || before.ends_with(' ') && follows_user(before);
    let tight = sign == "=" && joint.ends_with('=');
    match sign {
        ">" => (tag || in_quotes).then_some(if tag { Bond::Assigned } else { Bond::Beside }),
        "," => in_quotes.then_some(Bond::Beside),
        "(" | "|" | "||" | "??" => Some(Bond::Beside),
        "=" if tight && connection => Some(Bond::Environment),
        "=" | ":" if upper && (tight || sign == ":" && name.contains('_')) => {
            Some(Bond::Environment)
        }
        "=" if upper && before.ends_with("$env:") => Some(Bond::Environment),
        _ => Some(Bond::Assigned),
    }
}

/// Whether a user or a server is told in front of the password, as in `host=db user=app password=…`.
fn follows_user(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(80))..];
    ["user=", "username=", "host=", "server=", "User Id=", "Uid="]
        .iter()
        .any(|key| near.contains(key))
}

/// Whether the value of a name with this end is a secret.
fn is_secret(value: &Value, claim: Claim, bond: Bond, end: &str) -> bool {
    let text = &value.text[..value.text.floor_char_boundary(JUDGED_CHARS_MAX)];
    if text.len() < PASSWORD_CHARS_MIN || is_placeholder(text) || is_path_or_url(text) {
        return false;
    }
    if text.contains(char::is_whitespace) || text.contains("\\n") {
        let phrase = matches!(end.to_ascii_lowercase().as_str(), "passphrase" | "mnemonic");
        let sentence = claim == Claim::Clear && bond == Bond::Environment;
        return value.quoted
            && (phrase || sentence || text.split_whitespace().count() <= 2 && is_random(text));
    }
    let drawn = is_random(text) || is_gibberish(text);
    if claim == Claim::Likely {
        return text.len() >= VALUE_CHARS_MIN
            && (value.quoted || !is_code(text))
            && (drawn || bond == Bond::Environment && end != "_AUTH" && !is_state(text));
    }
    let digit = text.contains(|c: char| c.is_ascii_digit());
    let sign = |pair: &[u8]| b"!@#$%^*+~".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
    let strong = digit || text.as_bytes().windows(2).any(sign) || text.ends_with('!');
    if text.len() < VALUE_CHARS_MIN && !strong && bond != Bond::Environment {
        return false;
    }
    match bond {
        Bond::Beside => {
            value.quoted && strong && (!is_identifier(text) || digit) || drawn && !is_code(text)
        }
        _ if value.quoted => text.len() >= VALUE_CHARS_MIN || strong || !is_state(text),
        _ if is_code(text) => false,
        Bond::Environment => !is_state(text),
        Bond::Assigned if is_identifier(text) => drawn || digit && !value.before_code,
        // Not a name, so a password when it has a digit, or a sign inside.
        Bond::Assigned => strong,
    }
}

/// Whether a value that stands in a sentence is a secret.
pub(super) fn is_secret_in_prose(text: &str, quoted: bool, claim: Claim) -> bool {
    if text.len() < PASSWORD_CHARS_MIN
        || is_placeholder(text)
        || is_path_or_url(text)
        || is_code(text)
    {
        return false;
    }
    let drawn = is_random(text) || is_gibberish(text);
    match claim {
        Claim::Likely => text.len() >= VALUE_CHARS_MIN && drawn,
        Claim::Clear => {
            let long = text.len() >= VALUE_CHARS_MIN;
            let told = quoted && !is_state(text) && (long || is_mixed(text));
            drawn || is_password(text) || told
        }
    }
}
