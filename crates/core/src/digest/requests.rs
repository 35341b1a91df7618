//! What was asked: the requests that led to work, in the person's words.

use std::sync::LazyLock;

use super::history::{History, Turn, What};
use super::line::{flat, key, short};
use crate::conversation::turn::ActionKind;
use crate::recall;
use crate::signals::statements;
use crate::word_list::WordList;
use regex::Regex;

const APPROVALS: &str = include_str!("../../data/digest/approvals.txt");

/// A request of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// UUID of its turn.
    pub turn: String,
    /// When it was made, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The person's words, on one line.
    pub text: String,
    /// Whether it names its subject; "can you fix the comments?" does not.
    pub is_clear: bool,
    /// Number of files that its turn changed.
    pub edits: u64,
}

/// Maximum characters of a request.
const REQUEST_CHARS_MAX: usize = 160;
/// Maximum number of requests.
const REQUESTS_MAX: usize = 40;
/// Maximum words of a prompt that only lets the agent go on.
const APPROVAL_WORDS_MAX: usize = 8;
/// Bytes of a prompt that are read; what is longer was pasted.
const PROMPT_BYTES_MAX: usize = 64 << 10;

/// Returns the requests that led to work, oldest first. A request that was made twice counts once.
pub(super) fn requests(history: &History) -> Vec<Request> {
    let mut found: Vec<Request> = Vec::new();
    for turn in history.own().filter(|turn| turn.led_to_work()) {
        for (at_ms, text) in said(turn) {
            let is_known = |known: &Request| key(&known.text) == key(&text);
            if !found.iter().any(is_known) {
                let is_clear = is_clear(&text);
                let request = Request {
                    turn: turn.uuid.to_owned(),
                    at_ms,
                    text,
                    is_clear,
                    edits: edits(turn),
                };
                found.push(request);
            }
        }
    }
    // Of very many, the last count most; the first says what it was about.
    if found.len() > REQUESTS_MAX {
        let many = found.len() - REQUESTS_MAX;
        found.drain(1..=many);
    }
    found
}

fn edits(turn: &Turn) -> u64 {
    let edits = turn.calls().filter(|call| !call.failed);
    edits.filter(|call| call.action.kind == ActionKind::Edit).count() as u64
}

/// Returns the requests of a turn, with their times.
fn said(turn: &Turn) -> Vec<(i64, String)> {
    let of = turn.events.iter().filter_map(|event| match &event.what {
        What::Said { text, command: false } => Some((event.at_ms, request(text)?)),
        What::Said { text, command: true } => Some((event.at_ms, of_command(text)?)),
        _ => None,
    });
    of.collect()
}

/// Returns what a text asks for, on one line; `None` for an approval or a pasted text.
pub(super) fn request(text: &str) -> Option<String> {
    let text = &text[..text.floor_char_boundary(PROMPT_BYTES_MAX)];
    let text = text.trim();
    if is_approval(text) {
        return None;
    }
    titled(text).or_else(|| stated(text))
}

/// Returns the arguments of a slash command that says something by them.
fn of_command(text: &str) -> Option<String> {
    let (_, words) = text.trim().split_once(char::is_whitespace)?;
    let words = request(words)?;
    (words.split(' ').count() > 2).then_some(words)
}

/// Returns "Implement the following plan: its title" for a prompt that hands over a document.
fn titled(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('\n')?;
    let first = first.trim();
    if !first.ends_with(':') || first.len() > 120 {
        return None;
    }
    let next = rest.lines().map(str::trim).find(|line| !line.is_empty())?;
    let title = next.strip_prefix('#')?.trim_start_matches('#').trim();
    let title = title.strip_prefix("Plan:").unwrap_or(title).trim();
    Some(short(&format!("{first} {title}"), REQUEST_CHARS_MAX)).filter(|_| !title.is_empty())
}

/// Returns the first sentences that the person typed.
fn stated(text: &str) -> Option<String> {
    let mut line = String::new();
    for range in statements(text).ranges {
        let sentence = flat(&text[range]);
        if line.is_empty() && (is_approval(&sentence) || is_machine(&sentence)) {
            continue;
        }
        let room = REQUEST_CHARS_MAX.saturating_sub(line.chars().count() + 1);
        if !line.is_empty() && sentence.chars().count() > room {
            break;
        }
        line = [line.as_str(), sentence.as_str()].join(" ").trim().to_owned();
    }
    let line = if line.is_empty() { lead_in(text)? } else { line };
    Some(short(&line, REQUEST_CHARS_MAX))
}

/// Returns the first line of a prompt whose words all introduce what was pasted below, or whose only
/// sentence is very long.
fn lead_in(text: &str) -> Option<String> {
    let line = flat(text.lines().map(str::trim).find(|line| !line.is_empty())?);
    let is_prose =
        line.split(' ').filter(|word| word.chars().all(char::is_alphabetic)).count() >= 3;
    (is_prose && !is_machine(&line) && !is_approval(&line)).then_some(line)
}

/// Whether a line is output of a program, or code.
pub(super) fn is_machine(line: &str) -> bool {
    static MARKS: LazyLock<Regex> = LazyLock::new(|| {
        let marks = r"^(?:={3,}|-{3,}|[A-Z]+:|[a-z-]+@[a-z-]+[:~ ]|[$❯➜%] |Error\b|error\b|fatal:|warning:|\S+:[0-9]+|at |FAIL\b|ok\b +\S+/|\[|\{|<|\||/\S+$|[0-9:. -]+ )";
        Regex::new(marks).expect("the pattern is tested")
    });
    MARKS.is_match(line)
}

/// Whether a prompt only lets the agent go on: "yes", "ok, commit and push", "2".
pub(super) fn is_approval(text: &str) -> bool {
    static WORDS: LazyLock<WordList> = LazyLock::new(|| WordList::of(APPROVALS));
    let folded = text.to_lowercase();
    let words =
        folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let words: Vec<String> =
        words.take(APPROVAL_WORDS_MAX + 1).map(|word| word.replace('\'', "")).collect();
    words.len() <= APPROVAL_WORDS_MAX
        && words
            .iter()
            .all(|word| WORDS.contains(word) || word.chars().count() == 1 || is_number(word))
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

/// Whether a request names its subject.
pub(super) fn is_clear(text: &str) -> bool {
    recall::dismissal(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approvals_are_no_requests() {
        for text in
            ["yes", "Ok, go ahead", "commit this", "push", "2", "y", "let's do it", "continue", ""]
        {
            assert_eq!(request(text), None, "{text}");
        }
        assert_eq!(
            request("yes. rename the flag to --dry").as_deref(),
            Some("rename the flag to --dry")
        );
    }

    #[test]
    fn pasted_text_is_no_request() {
        let log = "=== Step 6: check ===\nERROR: no branch entire/55935f6\nAvailable:\n* main\n";
        assert_eq!(request(log), None);
        let both = format!("why does the check fail?\n\n{log}");
        assert_eq!(request(&both).as_deref(), Some("why does the check fail?"));
    }

    #[test]
    fn a_plan_is_known_by_its_title() {
        let plan =
            "Implement the following plan:\n\n# Plan: Two lamps\n\n## Context\n\nIt is dark.\n";
        assert_eq!(request(plan).as_deref(), Some("Implement the following plan: Two lamps"));
    }

    #[test]
    fn a_long_prompt_is_cut() {
        let text = "please look at the export of the yearly archive ".repeat(9);
        let found = request(&text).unwrap();
        assert!(found.ends_with('…') && found.chars().count() <= REQUEST_CHARS_MAX, "{found}");
    }

    #[test]
    fn the_words_are_sorted() {
        let words: Vec<&str> = crate::word_list::words(APPROVALS).collect();
        assert!(words.is_sorted(), "{words:?}");
    }
}
