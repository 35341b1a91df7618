//! Passwords and keys in sentences: "my password is hunter2!", "hunter2! ist das Passwort".

mod clauses;
mod patterns;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::compiled;
use super::entropy::is_random;
use super::looks::{Look, look_of};
use super::names::Claim;
use super::password::is_password;
use super::verdict::is_secret_in_prose;
use clauses::{
    BEFORE_CHARS, ends_line, follows_user, is_asked, is_changed, is_label, sentence_of, sets,
};
pub(super) use clauses::{ends_clause, trimmed};
use patterns::{BEHIND, JOINT, LOOSE, NEXT_LINE};
use words::{is_english, is_foreign, is_mentioned, is_secret_word, is_word, stands_alone};

/// How far after a name its value is searched for, in bytes.
const REACH_CHARS: usize = 400;

/// Length of a full commit hash, in hex digits.
const COMMIT_CHARS: usize = 40;

/// The compiled patterns of sentences.
pub(super) struct Prose {
    joint: LazyLock<Regex>,
    loose: LazyLock<Regex>,
    behind: LazyLock<Regex>,
    next_line: LazyLock<Regex>,
}

impl Prose {
    pub fn new() -> Self {
        Self {
            joint: LazyLock::new(|| compiled(JOINT)),
            loose: LazyLock::new(|| compiled(LOOSE)),
            behind: LazyLock::new(|| compiled(BEHIND)),
            next_line: LazyLock::new(|| compiled(NEXT_LINE)),
        }
    }

    /// Returns the range of the secret that a sentence gives for a name, after the name or before
    /// it. Text before `copied` was already scanned.
    pub fn value_near(
        &self,
        text: &str,
        copied: usize,
        name: &str,
        name_end: usize,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let window = &text[name_end..text.floor_char_boundary(name_end + REACH_CHARS)];
        let before = &text[copied..name_end - name.len()];
        let behind = |range: Range<usize>| name_end + range.start..name_end + range.end;
        self.value_below(window, claim)
            .or_else(|| self.value_joined(before, name, window, claim))
            .or_else(|| value_beside(before, window, name, claim))
            .or_else(|| self.value_told(name, window, claim))
            .map(behind)
            .or_else(|| {
                let range = self.value_before(before, window, name, claim)?;
                Some(copied + range.start..copied + range.end)
            })
    }

    /// Returns the range of the value that a verb or sign connects to the name.
    fn value_joined(
        &self,
        before: &str,
        name: &str,
        window: &str,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let found = self.joint.captures(window)?;
        // `password manager is …` names another thing. In other languages these words say whose
        // password it is.
        let foreign = claim == Claim::Clear && !is_english(name) && !is_secret_word(name);
        if found.name("owner").is_some() && !foreign {
            return None;
        }
        let value = found.name("value")?;
        let quote = found.name("quote").map(|quote| quote.as_str());
        let length = trimmed(value.as_str(), quote);
        let secret = &value.as_str()[..length];
        let range = value.start()..value.start() + length;
        // In a sentence names are quoted like code, too.
        let quoted = quote.is_some_and(|quote| quote != "`");
        if is_secret_in_prose(secret, quoted, claim) {
            return Some(range);
        }
        if claim != Claim::Clear || !is_word(name) || is_secret_word(name) {
            return None;
        }
        let sign = found.name("sign").map_or("", |sign| sign.as_str());
        let verb = found.name("verb").map_or("", |verb| verb.as_str());
        let least = match (sign, verb) {
            (":" | "-", _)
                if is_label(before)
                    && ends_line(&window[range.end..])
                    && (quoted || quote.is_none() || follows_user(before)) =>
            {
                Look::Word
            }
            ("→" | "—" | "–", _) if ends_clause(&window[range.end..]) => Look::Word,
            ("=" | "->" | "=>" | "-", _) => Look::Strong,
            ("", "to" | "on" | "e" | "er" | "auf" | "à" | "into")
                if is_english(name) && !is_changed(before) =>
            {
                Look::Suspicious
            }
            // After "is" a plain word says how the password is; a number does not.
            ("", _) if quoted || is_foreign(name) => Look::Word,
            ("", verb)
                if ends_clause(&window[range.end..])
                    && (sets(verb) || secret.bytes().all(|byte| byte.is_ascii_digit())) =>
            {
                Look::Word
            }
            _ => Look::Suspicious,
        };
        (look_of(secret) >= least).then_some(range)
    }

    /// Returns the range of a word after the name, in the same sentence, that can only be a
    /// password.
    fn value_told(&self, name: &str, window: &str, claim: Claim) -> Option<Range<usize>> {
        if !stands_alone(name, claim) && !is_mentioned(name, claim) {
            return None;
        }
        let closed = window.trim_start_matches(['"', '\'', '`', '”', '*', ',']);
        if !closed.starts_with([' ', '：', ':']) {
            return None;
        }
        if let Some(found) = self.loose.captures(window)
            && let Some(value) = found.name("value")
        {
            let length = trimmed(value.as_str(), None);
            let end = value.start() + length;
            let secret = &value.as_str()[..length];
            if !stands_alone(name, claim) {
                return is_drawn(secret).then_some(value.start()..end);
            }
            let typed = ![" use", " try", " using", " tried", " trying"]
                .iter()
                .any(|verb| window[..value.start()].contains(verb));
            let least =
                if typed && ends_clause(&window[end..]) { Look::Word } else { Look::Suspicious };
            if look_of(&value.as_str()[..length]) >= least {
                return Some(value.start()..end);
            }
        }
        if !stands_alone(name, claim) {
            return None;
        }
        let sentence = sentence_of(window);
        let words = sentence.split([' ', '\t']).filter(|word| word.len() >= STRONG_CHARS_MIN);
        words.into_iter().find_map(|word| {
            let start = word.as_ptr() as usize - window.as_ptr() as usize;
            let bare = word.trim_start_matches(['`', '\'', '"', '“', '(', '*', '«']);
            let start = start + word.len() - bare.len();
            let length = trimmed(bare, None);
            let hash = bare[..length].bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
            (!hash && look_of(&bare[..length]) == Look::Strong).then_some(start..start + length)
        })
    }

    /// Returns the range of a value that comes before the name in its sentence.
    fn value_before(
        &self,
        before: &str,
        window: &str,
        name: &str,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let alone = stands_alone(name, claim);
        if !alone && !is_mentioned(name, claim) || !before.ends_with(' ') {
            return None;
        }
        let from = before.ceil_char_boundary(before.len().saturating_sub(BEFORE_CHARS));
        let line = before[from..].rfind('\n').map_or(from, |newline| from + newline + 1);
        let found = self.behind.captures(&before[line..])?;
        let value = found.name("value")?;
        let ends = ends_clause(window)
            || [
                " for ", " of ", " on ", " für ", " pour ", " de ", " di ", " do ", " para ",
                " van ",
            ]
            .iter()
            .any(|link| window.starts_with(link));
        let least = if found.name("asked").is_some() { Look::Word } else { Look::Suspicious };
        let verb = found.name("verb").map_or("", |verb| verb.as_str());
        let loose = matches!(verb, "for" | "to" | "on" | "er" | "come" | "es");
        let least = if loose && verb != "es" { Look::Strong } else { least };
        let told = if alone { look_of(value.as_str()) >= least } else { is_drawn(value.as_str()) };
        (ends && told).then(|| line + value.start()..line + value.end())
    }

    /// Returns the range of a value that is alone on the line below the name.
    fn value_below(&self, window: &str, claim: Claim) -> Option<Range<usize>> {
        memchr::memchr(b'\n', window.as_bytes())?;
        let found = self.next_line.captures(window)?;
        let value = found.name("value")?;
        let told = found.name("told").is_some() || found.name("fence").is_some();
        let commit =
            value.len() == COMMIT_CHARS && value.as_str().bytes().all(|b| b.is_ascii_hexdigit());
        let password = claim == Claim::Clear && (told || is_signed(value.as_str()));
        let telling = is_random(value.as_str()) || password && is_password(value.as_str());
        // `API_KEY=…` is an assignment, which is handled elsewhere.
        let alone = !value.as_str().trim_end_matches('=').contains('=');
        (alone && telling && (told || !commit) && is_secret_in_prose(value.as_str(), false, claim))
            .then(|| value.range())
    }
}

/// Minimum length of a word searched for in a sentence.
const STRONG_CHARS_MIN: usize = 7;

/// Minimum length of a key in a sentence that only mentions what it is.
const DRAWN_CHARS_MIN: usize = 20;

/// Returns whether a word can only be a key, in a sentence that only mentions one.
fn is_drawn(word: &str) -> bool {
    word.len() >= DRAWN_CHARS_MIN
        && is_random(word)
        && is_secret_in_prose(word, false, Claim::Likely)
}

/// Returns whether the value has both a digit and a special character, which names do not have.
fn is_signed(value: &str) -> bool {
    value.contains(['!', '#', '$', '%', '^', '&', '*', '@'])
        && value.contains(|c: char| c.is_ascii_digit())
}

/// The value follows the name directly: `log in as admin, password hunter2`.
fn value_beside(before: &str, window: &str, name: &str, claim: Claim) -> Option<Range<usize>> {
    let near = window.trim_start_matches(['"', '*', '_']);
    let spaced = near.strip_prefix([' ', '\t']).map(|rest| (rest, true));
    // Chinese and similar scripts have no space here.
    let (rest, spaced) = spaced.or_else(|| (!name.is_ascii()).then_some((near, false)))?;
    let quote = rest.chars().next().filter(|c| matches!(c, '`' | '\'' | '"' | '“' | '('));
    let value = &rest[quote.map_or(0, char::len_utf8)..];
    let start = window.len() - value.len();
    let value = value.split(char::is_whitespace).next()?;
    let length = trimmed(value, quote.map(|_| "`"));
    let secret = &value[..length];
    let whole = !name.contains(['_', '-', '.']);
    let ends = ends_clause(&window[start + length..]);
    let sure = match claim {
        Claim::Clear if is_secret_word(name) => {
            (is_password(secret) || is_drawn(secret)) && is_secret_in_prose(secret, false, claim)
        }
        Claim::Clear => {
            let look = look_of(secret);
            is_password(secret) && is_secret_in_prose(secret, false, claim)
                || look >= Look::Strong
                || look == Look::Suspicious && (ends || quote.is_some())
                || look == Look::Word
                    && ends
                    && (quote.is_some() || !spaced || is_foreign(name) || is_asked(before))
        }
        _ => secret.len() >= 16 && is_secret_in_prose(secret, false, claim),
    };
    // `passwd deploy2` is a command.
    let whole = whole && !name.eq_ignore_ascii_case("passwd") && !name.ends_with("pass");
    ((whole || claim == Claim::Likely) && sure).then_some(start..start + length)
}
