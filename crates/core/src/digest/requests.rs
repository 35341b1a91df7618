//! What was asked: the requests that led to work, in the person's words.

use std::sync::LazyLock;

use super::history::{History, Turn, What};
use super::line::{joined, key, short};
use crate::ascii_regex::ascii_regex;
use crate::english::flat;
use crate::recall;
use crate::signals::statements;
use crate::word_list::WordList;
use regex::bytes::Regex;
use serde::Serialize;

const APPROVALS: &str = include_str!("../../data/digest/approvals.txt");

/// A request of the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DigestRequest {
    /// When it was made, in milliseconds since the epoch.
    pub at_ms: i64,
    /// UUID of its turn.
    pub turn: String,
    /// The person's words, on one line.
    pub text: String,
    /// Whether it names its subject; "can you fix the comments?" does not.
    pub is_clear: bool,
    /// Number of files that its turn changed.
    pub edits: u64,
}

/// Maximum characters of a request.
const REQUEST_CHARS_MAX: usize = 160;
/// Characters up to which a first sentence is too short to be the request.
const LEADING_CHARS_MAX: usize = 48;
/// Maximum characters before a request that comes later.
const PREAMBLE_CHARS_MAX: usize = 60;
/// Maximum number of requests.
const REQUESTS_MAX: usize = 40;
/// Minimum characters of what is said with a slash command.
const COMMAND_CHARS_MIN: usize = 12;
/// Maximum words of a prompt that only lets the agent go on.
const APPROVAL_WORDS_MAX: usize = 8;
/// Bytes of a prompt that are read; what is longer was pasted.
const PROMPT_BYTES_MAX: usize = 64 << 10;

/// Returns the requests that led to work, oldest first. A request that was made twice counts once.
pub(super) fn requests(history: &History) -> Vec<DigestRequest> {
    let mut found: Vec<DigestRequest> = Vec::new();
    for turn in history.own().filter(|turn| turn.led_to_work()) {
        for (at_ms, Asked { text, is_clear }) in said(turn) {
            let is_known = |known: &DigestRequest| key(&known.text) == key(&text);
            if !found.iter().any(is_known) {
                let request = DigestRequest {
                    turn: turn.uuid.to_owned(),
                    at_ms,
                    text,
                    is_clear,
                    edits: turn.edits(),
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

/// Returns the requests of a turn, with their times.
fn said(turn: &Turn) -> Vec<(i64, Asked)> {
    let of = turn.events.iter().filter_map(|event| match &event.what {
        What::Said { text, command } => {
            let typed =
                || typed_command(text).filter(|_| *command && turn.calls().next().is_some());
            Some((event.at_ms, request(text).or_else(typed)?))
        }
        _ => None,
    });
    of.collect()
}

/// Returns the UUID of the turn of the request that an answer of this time belongs to: the last one
/// before it. `None` when what was said last before it is no request, such as a pasted log.
pub(super) fn answered(history: &History, asked: &[DigestRequest], at_ms: i64) -> Option<String> {
    let mut before = history.own().rev().filter(|turn| turn.started_at_ms <= at_ms);
    let turn = before.find(|turn| !only_goes_on(turn))?;
    let (_, last) = said(turn).into_iter().rfind(|(said_ms, _)| *said_ms <= at_ms)?;
    let is_same = |request: &&DigestRequest| key(&request.text) == key(&last.text);
    asked.iter().find(is_same).map(|request| request.turn.clone())
}

/// Whether what was said in a turn only lets the agent go on.
fn only_goes_on(turn: &Turn) -> bool {
    let mut texts = turn.events.iter().filter_map(|event| match &event.what {
        What::Said { text, .. } => Some(text.trim()),
        _ => None,
    });
    texts.all(|text| is_approval(text) || of_command(text).is_some() || is_element(text))
        && said(turn).is_empty()
}

/// Returns a slash command that asks for work by its name: "/review 12", but not "/commit".
fn typed_command(text: &str) -> Option<Asked> {
    let text = text.trim();
    of_command(text)
        .filter(|_| !is_approval(text.split_whitespace().next().unwrap_or_default()))?;
    Some(Asked { text: short(text, REQUEST_CHARS_MAX), is_clear: true })
}

/// What a prompt asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// The words, on one line.
    pub text: String,
    /// Whether they name their subject.
    pub is_clear: bool,
}

/// Returns what a text asks for; `None` for an approval, a bare slash command or a pasted text.
pub(super) fn request(text: &str) -> Option<Asked> {
    let text = text[..text.floor_char_boundary(PROMPT_BYTES_MAX)].trim();
    // A prompt that was copied from a terminal.
    let text = text.trim_start_matches(['❯', '›']).trim_start();
    if let Some(words) = of_command(text) {
        let said = request(words).filter(|said| said.text.chars().count() >= COMMAND_CHARS_MIN);
        // A name with a colon is a command of a plugin or a project, and no command of the client.
        let is_made = |text: &&str| text[..text.len() - words.len()].contains(':');
        return said.or_else(|| Some(text).filter(is_made).and_then(typed_command));
    }
    if is_approval(text) || is_element(text) {
        return None;
    }
    if let Some(text) = titled(text) {
        return Some(Asked { text, is_clear: true });
    }
    let text = stated(text)?;
    let is_clear = recall::dismissal(&text).is_none();
    Some(Asked { text, is_clear })
}

/// Whether a text is one element of markup from end to end: a program wrote it.
fn is_element(text: &str) -> bool {
    let name = text.strip_prefix('<').and_then(|rest| rest.split([' ', '>', '\n']).next());
    let name = name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    name.is_some_and(|name| {
        let end = text.strip_suffix('>').and_then(|text| text.strip_suffix(name));
        end.is_some_and(|text| text.ends_with("</"))
    })
}

/// Returns the words after the name of a slash command; `None` when a text is none.
fn of_command(text: &str) -> Option<&str> {
    let name = text.strip_prefix('/')?;
    let end = name.find(char::is_whitespace).unwrap_or(name.len());
    let is_name = !name[..end].contains(['/', '.']) && end > 0;
    is_name.then(|| &name[end..])
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

/// Returns the first sentences that the person typed. What was pasted ends them; behind it,
/// only prose, a paragraph of its own or the last line is typed.
fn stated(text: &str) -> Option<String> {
    let mut line = String::new();
    let mut end = 0;
    for range in statements(text).ranges {
        let pasted = holds_machine(&text[end..range.start]);
        end = range.end;
        let sentence = flat(&text[range.clone()]);
        let sentence = without_approval(&sentence);
        let is_machine = |sentence: &str| is_machine(sentence) && !counts(text, sentence);
        if line.is_empty() && (is_approval(sentence) || is_machine(sentence)) {
            continue;
        }
        if line.is_empty() && holds_machine(&text[..range.start]) && !is_prose(sentence) {
            continue;
        }
        if is_machine(sentence) || (pasted && !line.is_empty()) {
            break;
        }
        let room = REQUEST_CHARS_MAX.saturating_sub(line.chars().count() + 1);
        let fits = sentence.chars().count() <= room;
        // A first sentence that is short only leads to the request.
        if !fits && line.chars().count() >= LEADING_CHARS_MAX {
            break;
        }
        line = joined(&line, sentence);
        if !fits {
            break;
        }
    }
    let line = if line.is_empty() { lead_in(text)? } else { line };
    Some(match asked_later(text, &line) {
        Some(asked) => {
            let first = short(&line, PREAMBLE_CHARS_MAX);
            joined(&first, &short(&asked, REQUEST_CHARS_MAX - first.chars().count() - 1))
        }
        None => short(&line, REQUEST_CHARS_MAX),
    })
}

/// Returns the first sentence that asks for something, when the first sentences of a prompt are a
/// preamble that asks for nothing.
fn asked_later(text: &str, preamble: &str) -> Option<String> {
    static ASKS: LazyLock<Regex> = LazyLock::new(|| {
        let asks = r"(?i)^(?:(?:so|and|then|now|also|but|ok|okay|first|instead|hence|therefore|for now|in that case)[, ]+)*(?:(?:should|do|does|is|are|what|how|why|where|which)\b[^.]*\?|(?:(?:can|could|would|will) (?:you|we|i)|please|pls|kindly|let'?s|let us|i(?:'d like| would like| want| need) (?:you|to|us)|i think\b.*\b(?:we|you) (?:should|could|can|need to)|(?:we|you) (?:should|must|need to|have to)|make sure)\b)|^(?:(?:so|then|now|also|but|instead|therefore)[, ]+)*(?:add|fix|write|create|update|change|remove|delete|rename|refactor|replace|check|look (?:at|into)|review|investigate|find out|explain|implement|move|use|run|test|verify|keep|take|propose|analy[sz]e|compare|document|revert)\b";
        ascii_regex(asks)
    });
    let ranges = statements(text).ranges;
    let asks = |sentence: &str| ASKS.is_match(sentence.as_bytes());
    let mut own = ranges.iter().map(|range| flat(&text[range.clone()]));
    // Of a sentence that is cut itself, nothing behind it is known to be left out.
    if own
        .by_ref()
        .take_while(|sentence| preamble.contains(sentence.as_str()))
        .any(|own| asks(&own))
    {
        return None;
    }
    let later = ranges.iter().filter(|range| !holds_machine(&text[..range.start]));
    let later = later.map(|range| flat(&text[range.clone()]));
    let mut later = later.filter(|sentence| !preamble.contains(sentence.as_str()));
    later.find(|sentence| asks(sentence) && !is_machine(sentence) && !is_approval(sentence))
}

/// Whether a sentence of a prompt of one line begins with a number, as a person counts: "5 empty
/// lines between them".
fn counts(text: &str, sentence: &str) -> bool {
    !text.contains('\n') && sentence.starts_with(|c: char| c.is_ascii_digit()) && is_prose(sentence)
}

/// Whether a text has a line that is output of a program.
fn holds_machine(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| !line.is_empty() && is_machine(line))
}

/// Removes an approval before a request: "yes. ", "ok, ".
fn without_approval(sentence: &str) -> &str {
    static APPROVAL: LazyLock<Regex> = LazyLock::new(|| {
        let approval = r"(?i)^(?:(?:yes|yeah|yep|ok|okay|sure|great|perfect|thanks|thank you|cool|nice|good|alright)[.!,;]+ +)+";
        ascii_regex(approval)
    });
    APPROVAL.find(sentence.as_bytes()).map_or(sentence, |found| &sentence[found.end()..])
}

/// Returns the first line of a prompt whose words all introduce what was pasted below, or whose only
/// sentence is very long.
fn lead_in(text: &str) -> Option<String> {
    let line = flat(text.lines().map(str::trim).find(|line| !line.is_empty())?);
    (is_prose(&line)
        && !line.ends_with(['}', ';', '{'])
        && !is_machine(&line)
        && !is_approval(&line))
    .then_some(line)
}

/// Whether a line has some words as people type them.
fn is_prose(line: &str) -> bool {
    let words = line.split(' ').filter(|word| word.chars().all(char::is_alphabetic)).count();
    // Some scripts put no spaces between words.
    let letters = line.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
    words >= 3 || letters >= 6
}

/// Whether a line is output of a program, or code.
pub(super) fn is_machine(line: &str) -> bool {
    static MARKS: LazyLock<Regex> = LazyLock::new(|| {
        let marks = r"^(?:https?://|={3,}|-{3,}|[A-Z]+:|[a-z-]+@[a-z-]+[:~ ]|(?:[$%]|❯|➜) |Error\b|error\b|fatal:|warning:|\S+:[0-9]+|at |FAIL\b|ok\b +\S+/|\[|\{|<|[A-Z][a-z]+(?: [a-z]+)?:(?: \*)?(?: [a-z0-9/._-]+)?$|\||/\S+$|[0-9:. -]+ )";
        ascii_regex(marks)
    });
    MARKS.is_match(line.as_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> String {
        request(text).expect("a request").text
    }

    #[test]
    fn approvals_are_no_requests() {
        for text in
            ["yes", "Ok, go ahead", "commit this", "push", "2", "y", "let's do it", "continue", ""]
        {
            assert_eq!(request(text), None, "{text}");
        }
        assert_eq!(asked("yes. rename the flag to --dry"), "rename the flag to --dry");
        assert_eq!(asked("/plan rename the flag to --dry"), "rename the flag to --dry");
        assert_eq!(request("/clear"), None);
    }

    #[test]
    fn pasted_text_is_no_request() {
        let log = "=== Step 6: check ===\nERROR: no branch entire/55935f6\nAvailable:\n* main\n";
        assert_eq!(request(log), None);
        let both = format!("why does the check fail?\n\n{log}");
        assert_eq!(asked(&both), "why does the check fail?");
        let log = "--- FAIL: TestLamp (3.40s)\n    hooks.go:2: started\n      Files of the session (2):\n\
            \u{20}       - lamp.go\n        - hall.go\n        - door.go\n    lamp_test.go:7: it is dark\nFAIL";
        assert_eq!(request(log), None);
        assert_eq!(asked(&format!("fix this test\n\n{log}")), "fix this test");
        assert_eq!(
            asked(&format!("{log}\n\nmake the lamp brighter here")),
            "make the lamp brighter here"
        );
    }

    #[test]
    fn a_command_of_a_plugin_is_a_request_and_a_message_of_a_program_is_none() {
        let review = "/crew:review https://example.com/pull/2";
        assert_eq!(asked(review), review);
        let message = "<agent-message>\n<id>7</id>\nRead the output file.\n</agent-message>";
        assert_eq!(request(message), None);
        assert_eq!(asked("make it one, like <lamp>on</lamp>"), "make it one, like <lamp>on</lamp>");
    }

    #[test]
    fn a_plan_is_known_by_its_title() {
        let plan =
            "Implement the following plan:\n\n# Plan: Two lamps\n\n## Context\n\nIt is dark.\n";
        assert_eq!(asked(plan), "Implement the following plan: Two lamps");
    }

    #[test]
    fn a_request_behind_a_preamble_is_found() {
        let text = "The yearly archive has grown a lot since the spring, mostly by pictures of the quay. \
            The export of it now takes the better part of an hour on the old machine. \
            Nobody has looked at it so far. Can you find out which step is the slow one?";
        let found = asked(text);
        let expected = "The yearly archive has grown a lot since the spring… Can you find out \
            which step is the slow one?";
        assert_eq!(found, expected);
        let first = format!("Please look at the export. {text}");
        assert!(asked(&first).starts_with("Please look at the export. The yearly"), "{first}");
    }

    #[test]
    fn a_number_begins_a_sentence_of_a_person_and_a_line_of_a_log() {
        let text = "3 empty lines below the lamp. paint the hall too";
        assert_eq!(asked(text), text);
        assert_eq!(request("12:30:01 INFO lamp is on\n12:30:02 INFO lamp is off\n"), None);
    }

    #[test]
    fn a_long_prompt_is_cut() {
        let text = "please look at the export of the yearly archive ".repeat(9);
        let found = asked(&text);
        assert!(found.ends_with('…') && found.chars().count() <= REQUEST_CHARS_MAX, "{found}");
    }

    #[test]
    fn the_words_are_sorted() {
        let words: Vec<&str> = crate::word_list::words(APPROVALS).collect();
        assert!(words.is_sorted(), "{words:?}");
    }
}
