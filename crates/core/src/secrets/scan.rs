//! The single pass over a text: a filter of all literals, and what to try where one of them occurs.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::Regex;

use super::assigned::Assignments;
use super::entropy::{is_gibberish, is_mixed, is_random};
use super::hallmarks::Hallmarks;
use super::looks::{Look, look_of};
use super::pieces::{unfolded, unwrapped, wrapped_end};
use super::rules::{Before, Rule, Shape};
use super::tables::columns;
use super::values::{is_disclosed, is_pair, is_path_or_url, is_phrase, is_placeholder};
use super::{Found, MARKER_START, marker_end, names, pairs, pem, places, private, providers};
use crate::ascii_regex::ascii_regex;

/// Maximum number of bytes of a value that are inspected.
const JUDGED_CHARS_MAX: usize = 256;
/// How far a pattern looks, so that no text takes quadratic time. The rest of a longer token still
/// belongs to the secret.
const PATTERN_CHARS_MAX: usize = 512;
/// How far the pattern of a long secret looks, whose parts are never tried again.
const BLOCK_CHARS_MAX: usize = 16 * 1024;
/// How far left of an option its command is searched for.
const COMMAND_CHARS_MAX: usize = 256;

/// Returns all rules with a pattern. Of two that match at one position, the first wins.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    let tables = [
        pem::RULES,
        &providers::RULES,
        places::commands::RULES,
        places::urls::RULES,
        places::calls::RULES,
        places::sql::RULES,
        places::RULES,
    ];
    tables.into_iter().flatten()
}

/// Finds the secrets of one left-to-right pass, in order and without overlaps.
pub(super) fn find(text: &str) -> Vec<Found> {
    find_with_heads(text).0
}

/// Like [`find`], with the ends of the names that may stand at the head of a column.
pub(super) fn find_with_heads(text: &str) -> (Vec<Found>, Vec<usize>) {
    let scanner = &*SCANNER;
    let (mut all, mut heads) = (Vec::new(), Vec::new());
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = scanner.hallmarks.next(text.as_bytes(), at) {
        if let Some(end) = marker_end(text, start) {
            at = end;
            continue;
        }
        at = start + 1;
        heads.extend(scanner.head_at(text, start));
        if let Some(found) = scanner.secret_at(text, start, copied) {
            copied = found.range.end;
            at = copied.max(at);
            all.push(found);
        }
    }
    (all, heads)
}

static SCANNER: LazyLock<Scanner> = LazyLock::new(Scanner::new);

/// All hallmarks, and what to try at each.
struct Scanner {
    hallmarks: Hallmarks<Attempt>,
    rules: Vec<(&'static Rule, OnceLock<Regex>)>,
    assignments: Assignments,
}

#[derive(Clone, Copy)]
enum Attempt {
    Rule(usize),
    Assignment,
    Pair,
    /// None: a marker starts here.
    None,
}

impl Scanner {
    fn new() -> Self {
        let rules: Vec<_> = rules().map(|rule| (rule, OnceLock::new())).collect();
        let mut attempts: Vec<(&'static str, Attempt)> = Vec::new();
        for (at, (rule, _)) in rules.iter().enumerate() {
            attempts.extend(rule.hallmarks.iter().map(|hallmark| (*hallmark, Attempt::Rule(at))));
        }
        attempts.extend(names::ends().map(|end| (end, Attempt::Assignment)));
        attempts.extend(pairs::HALLMARKS.iter().map(|hallmark| (*hallmark, Attempt::Pair)));
        let markers = [MARKER_START, private::MARKER].map(|marker| (marker, Attempt::None));
        Self {
            hallmarks: Hallmarks::new(attempts.into_iter().chain(markers)),
            rules,
            assignments: Assignments::new(),
        }
    }

    /// Returns the end of a name that starts at `start` if its cell of a table may end there.
    fn head_at(&self, text: &str, start: usize) -> Option<usize> {
        let mut names = self.hallmarks.at(&text.as_bytes()[start..]);
        names.find_map(|(name, attempt)| {
            let end = start + name.len();
            let told = matches!(attempt, Attempt::Assignment) && columns::ends_cell(&text[end..]);
            told.then_some(end)
        })
    }

    /// Finds the secret whose hallmark starts at `start`. Text before `copied` was already scanned.
    fn secret_at(&self, text: &str, start: usize, copied: usize) -> Option<Found> {
        let mut attempts = self.hallmarks.at(&text.as_bytes()[start..]);
        attempts.find_map(|(hallmark, attempt)| {
            let mut found = match attempt {
                Attempt::None => return None,
                Attempt::Rule(rule) => self.rule_at(*rule, hallmark, text, start, copied)?,
                Attempt::Pair => pairs::find(text, hallmark, start)?,
                Attempt::Assignment => self.assignments.find(hallmark, text, start, copied)?,
            };
            found.range.start = unescaped(text, found.range.start, copied);
            let seen = &text[found.range.start.min(start)..found.range.end];
            let untouched = !seen.contains(MARKER_START) && !seen.contains(private::MARKER);
            (untouched && !found.range.is_empty()).then_some(found)
        })
    }

    fn rule_at(
        &self,
        rule: usize,
        hallmark: &str,
        text: &str,
        start: usize,
        copied: usize,
    ) -> Option<Found> {
        let (rule, pattern) = &self.rules[rule];
        let from = start_allowed(rule.before, text, start, copied)?;
        let pattern = pattern.get_or_init(|| ascii_regex(&format!(r"\A(?:{})", rule.pattern)));
        let reach = match (rule.before, rule.shape) {
            (Before::Gap, _) | (_, Shape::Certain) => BLOCK_CHARS_MAX,
            _ => PATTERN_CHARS_MAX,
        };
        // The lines of a key come before the hallmark; a run belongs to the pattern.
        let looked = if matches!(rule.before, Before::KeyLines) { start } else { from };
        let window = &text[looked..text.floor_char_boundary(start + reach)];
        if let Some(secret) = matched(pattern, rule, window) {
            let mut range = looked + secret.start..looked + secret.end;
            if secret.end == window.len() {
                let more = text.as_bytes()[range.end..].iter().take_while(|b| is_token_byte(**b));
                range.end += more.count();
            }
            if matches!(rule.before, Before::KeyLines) {
                range.start = from;
            }
            range.end = wrapped_end(text, &range);
            return (range.end >= start + hallmark.len()).then(|| Found::new(rule.name, range));
        }
        // A token that source code or a shell joins from pieces, or that a terminal wrapped.
        let pieces = unfolded(text, from, PATTERN_CHARS_MAX);
        let joined = pieces.or_else(|| unwrapped(text, from, PATTERN_CHARS_MAX))?;
        let secret = matched(pattern, rule, &joined.text)?;
        Some(Found::new(rule.name, joined.original(&secret)))
    }
}

/// Returns the range of the secret in a window that starts with the rule's match.
fn matched(pattern: &Regex, rule: &Rule, window: &str) -> Option<Range<usize>> {
    let captures = pattern.captures(window.as_bytes())?;
    let range = captures.iter().skip(1).flatten().next().or_else(|| captures.get(0))?.range();
    // A pattern counts bytes, so it may end within a letter.
    let range = window.floor_char_boundary(range.start)..window.ceil_char_boundary(range.end);
    let secret = &window[range.clone()];
    let judged = &secret[..secret.floor_char_boundary(JUDGED_CHARS_MAX)];
    let filled = || !is_placeholder(judged);
    let fits = match rule.shape {
        Shape::Certain => true,
        Shape::Filled => filled(),
        Shape::Mixed => filled() && (is_mixed(judged) || is_gibberish(judged)),
        Shape::Random => filled() && is_random(judged),
        Shape::Undisclosed => filled() && is_random(judged) && !is_disclosed(judged),
        Shape::Drawn => {
            filled() && is_random(judged) && has_three_classes(judged) && !is_disclosed(judged)
        }
        Shape::Password => filled() && is_password(judged),
        Shape::Telling => filled() && look_of(judged) >= Look::Suspicious,
        Shape::Word => {
            // Some commands read `root:hunter2`.
            let password = judged.rsplit(':').next().unwrap_or(judged);
            filled() && (look_of(password) >= Look::Word || is_password(judged))
        }
        Shape::Pair => is_pair(judged),
        Shape::Phrase => is_phrase(secret),
    };
    fits.then_some(range)
}

/// Whether a value has lower-case letters, capitals and digits.
pub(super) fn has_three_classes(value: &str) -> bool {
    let classes: [fn(&u8) -> bool; 3] =
        [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
    classes.iter().all(|class| value.as_bytes().iter().any(class))
}

/// Returns whether a command would take this as a password: ports, files and variables occur in the
/// same positions.
fn is_password(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b':');
    let elsewhere =
        value.starts_with(['$', '/', '~', '%', '@', ':', '-', '<', '(']) || is_path_or_url(value);
    !number
        && !elsewhere
        && (is_mixed(value) || is_gibberish(value) || look_of(value) >= Look::Suspicious)
}

/// Returns the start of a rule's match, or `None` when the text before its hallmark does not allow
/// the rule.
fn start_allowed(before: Before, text: &str, start: usize, copied: usize) -> Option<usize> {
    let left = &text[copied..start];
    let allowed = match before {
        Before::Anything => true,
        Before::Boundary => starts_word(left),
        Before::Gap => starts_run(left),
        Before::Digits { min, max } => {
            let digits = left.bytes().rev().take(max + 1).take_while(u8::is_ascii_digit).count();
            (min..=max).contains(&digits)
        }
        Before::Run { bytes, min, max } => {
            let run = left.bytes().rev().take(max + 1).take_while(|byte| bytes(*byte)).count();
            let escaped = usize::from(left[..left.len() - run].ends_with('\\'));
            return ((min..=max).contains(&(run - escaped))).then_some(start - run + escaped);
        }
        Before::KeyLines => return pem::key_lines_start(left).map(|at| copied + at),
        Before::Command(commands) => ends_with_space(left) && follows_command(left, commands),
        Before::Login => follows_login(left),
    };
    allowed.then_some(start)
}

/// Moves a start out of an escape that it would cut: a marker after a lone backslash is invalid in
/// JSON.
fn unescaped(text: &str, start: usize, copied: usize) -> usize {
    let slashes = text.as_bytes()[copied..start].iter().rev().take_while(|b| **b == b'\\').count();
    start - slashes % 2
}

/// Returns whether a word may start after this text. An escape (`\n`, `%20`, the `[0m` of a colour)
/// does not belong to the word.
pub(super) fn starts_word(before: &str) -> bool {
    let bytes = before.as_bytes();
    match bytes {
        [] | [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f'] => true,
        [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
        [.., b'\\', b'u', a, b, c, d] if [a, b, c, d].iter().all(|h| h.is_ascii_hexdigit()) => true,
        [.., b'[' | b';' | b'0'..=b'9', b'm'] => {
            let digits = |b: &u8| b.is_ascii_digit() || *b == b';';
            bytes[..bytes.len() - 1].iter().rev().find(|b| !digits(b)) == Some(&b'[')
        }
        [.., last] => !last.is_ascii_alphanumeric(),
    }
}

/// Returns whether no token ends at the end of this text: stricter than [`starts_word`].
fn starts_run(before: &str) -> bool {
    starts_word(before) && !before.ends_with(['-', '_'])
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'=' | b'.')
}

fn ends_with_space(before: &str) -> bool {
    before.ends_with([' ', '\t', '\n', '"', '\''])
}

fn follows_command(before: &str, commands: &[&str]) -> bool {
    let start = before.ceil_char_boundary(before.len().saturating_sub(COMMAND_CHARS_MAX));
    let line = before[start..].rsplit("; ").next().unwrap_or_default();
    // Any mark may stand right before a command, also the minus of a diff; behind a name with a
    // colon is its value.
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut words = line.split_inclusive(|c: char| !part(c));
    words.any(|word| {
        let name = word.trim_end_matches(|c: char| !part(c));
        let name = if name.starts_with("--") { "" } else { name.trim_start_matches('-') };
        !word.ends_with(':') && commands.contains(&name)
    })
}

fn follows_login(before: &str) -> bool {
    let mut words = before.rsplit(char::is_whitespace).filter(|word| !word.is_empty());
    ends_with_space(before) && words.next().is_some() && words.next() == Some("login")
}
