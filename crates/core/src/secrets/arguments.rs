//! Commands whose words stand in a list: `["mysql", "-p", "…"]` in JSON, code and Dockerfiles, a
//! word a line in YAML.
//!
//! What parts the words is read as a space, and the rules of commands find the rest.

use std::sync::LazyLock;

use memchr::memmem;
use regex::{Captures, Regex};

use super::undressed::Undressed;
use super::{Found, compiled};

/// How far before an option its command is searched for, in bytes.
const BEFORE_CHARS: usize = 256;
/// How much of a list is read behind its first option, in bytes.
const BEHIND_CHARS: usize = 1024;

/// How far before a list its name is searched for, in bytes.
const RUNNER_CHARS: usize = 16;

/// What an option begins with in a list, and a list of words.
const BEGINNINGS: [&[u8]; 7] = [b"\"-", b"'-", b"- -", b"[\"", b"['", b"(\"", b"('"];

/// The ends of what names a list of arguments or takes it.
const RUNNERS: [&str; 13] = [
    "command",
    "cmd",
    "args",
    "argv",
    "entrypoint",
    "test",
    "run",
    "exec",
    "spawn",
    "popen",
    "call",
    "output",
    "builder",
];

/// What parts two words of a list.
static PARTED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(concat!(
        r"\\*[\x22'](?:\s|\\n){0,40},(?:\s|\\n){0,40}(?:[\[(](?:\s|\\n){0,40})?\\*[\x22']",
        r"|\\*[\x22']?(?:\n|\\n)[ \t]{0,40}- {1,3}\\*[\x22']?",
    ))
});

/// Finds the secrets of commands that stand as lists.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    for beginning in BEGINNINGS {
        let mut done = 0;
        for start in memmem::find_iter(text.as_bytes(), beginning) {
            let told = || {
                let opens = beginning.starts_with(b"[") || beginning.starts_with(b"(");
                if opens {
                    is_run(&text[..start])
                } else {
                    is_listed(text, start + beginning.len())
                }
            };
            if start < done || !told() {
                continue;
            }
            let from = text.ceil_char_boundary(start.saturating_sub(BEFORE_CHARS)).max(done);
            let part = from..list_end(text, start);
            done = part.end;
            all.extend(
                Undressed::new(text, part, &PARTED, |_: &Captures| [Some(' '), None]).secrets(),
            );
        }
    }
    all
}

/// Returns whether a list behind this text is run as a command.
fn is_run(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(RUNNER_CHARS))..];
    let near = near.trim_end_matches([' ', ':', '=', '(', '"', '\'', '\\']).as_bytes();
    let ends = |runner: &str| near.len().checked_sub(runner.len()).map(|at| &near[at..]);
    RUNNERS
        .iter()
        .any(|runner| ends(runner).is_some_and(|end| end.eq_ignore_ascii_case(runner.as_bytes())))
}

/// Returns whether the word of a list ends behind the option that goes on here.
fn is_listed(text: &str, at: usize) -> bool {
    let is_word = |byte: &u8| !byte.is_ascii_whitespace() && !b"\"',\\".contains(byte);
    let rest = &text.as_bytes()[at..];
    let word = rest.iter().take(BEFORE_CHARS).take_while(|byte| is_word(byte)).count();
    let end = rest[word..].iter().take_while(|byte| b"\\\"'".contains(byte)).count();
    let behind = rest[word + end..].trim_ascii_start();
    word > 0 && behind.first().is_some_and(|byte| b",])-}".contains(byte) || behind.is_empty())
}

/// Returns the end of the list that goes on at `start`.
fn list_end(text: &str, start: usize) -> usize {
    let near = &text[start..text.floor_char_boundary(start + BEHIND_CHARS)];
    // The rest of a line of YAML belongs to its word.
    let end = PARTED.find_iter(near).last().map_or(0, |parted| parted.end());
    let rest = near[end..].find(['\n', ']']).unwrap_or(near.len() - end);
    start + end + rest
}
