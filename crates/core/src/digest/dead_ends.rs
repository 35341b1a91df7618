//! Dead ends: what the person refused or did not allow, and edits that were taken back.

use std::sync::LazyLock;

use super::history::{Call, History, What};
use super::line::{key, short};
use super::requests::is_machine;
use crate::ascii_regex::ascii_regex;
use crate::conversation::turn::ActionKind;
use crate::english::{flat, sentences};
use crate::path_spelling::inside;
use regex::bytes::Regex;
use serde::Serialize;

/// Why something is a dead end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DeadEndKind {
    /// The person refused it.
    Refused,
    /// A command that the person did not allow.
    NotAllowed,
    /// An edit was taken back.
    Reverted,
}

/// An approach that was not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeadEnd {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Why it is one.
    pub kind: DeadEndKind,
    /// The person's words, or the command, or the file and the beginning of what was taken back.
    pub text: String,
}

/// Maximum characters of a dead end.
const TEXT_CHARS_MAX: usize = 160;
/// Maximum characters of a command.
const COMMAND_CHARS_MAX: usize = 80;
/// Maximum number of dead ends.
const DEAD_ENDS_MAX: usize = 10;
/// Minimum letters and digits that an edit had added: imports and single words come and go.
const REVERTED_LETTERS_MIN: usize = 60;

/// Returns the dead ends of a session, oldest first.
pub(super) fn dead_ends(history: &History) -> Vec<DeadEnd> {
    let mut found = refused(history);
    found.extend(not_allowed(history));
    found.extend(reverted(history));
    found.sort_by(|a, b| a.at_ms.cmp(&b.at_ms).then_with(|| a.text.cmp(&b.text)));
    found.dedup_by(|a, b| key(&a.text) == key(&b.text));
    let many = found.len().saturating_sub(DEAD_ENDS_MAX);
    found.drain(..many);
    found
}

fn refused(history: &History) -> Vec<DeadEnd> {
    let mut found = Vec::new();
    let mut answered = false;
    for event in history.own().flat_map(|turn| &turn.events) {
        let words = match &event.what {
            What::Said { text, command: false } if answered => refusal(text),
            What::Called(call) => refused_call(call),
            _ => None,
        };
        answered |= matches!(event.what, What::Answered(_) | What::Called(_));
        if let Some(text) = words {
            found.push(DeadEnd { kind: DeadEndKind::Refused, text, at_ms: event.at_ms });
        }
    }
    found
}

/// Returns the sentence that refuses what the agent did; `None` when a prompt refuses nothing.
pub fn refusal(text: &str) -> Option<String> {
    static REFUSES: LazyLock<Regex> = LazyLock::new(|| {
        let refuses = r"(?i)^(?:no[,.;:!]+ *(?:(?:please|that|this|it|the|we|i|you|don'?t|do not|revert|undo|not|instead|use|just|keep|it'?s)\b)|nope[,. ]|(?:please |can you |could you |let'?s |we should |we need to |ok,? |hm+,? |actually,? |wait,? |stop[,.!]? |no[,.!]? )*(?:revert|undo|roll(?: |-)?back|back out|get rid of|throw away|discard)\b|(?:that'?s|this is|it'?s|that is) (?:wrong|not (?:right|correct|what|how|it)|incorrect|the wrong|worse|overkill|too complicated)|i (?:don'?t|do not|didn'?t) (?:want|like|mean)|not what i|(?:please )?(?:don'?t|do not) (?:do|use|add|change|touch|commit|create|write|remove|delete|modify|make) (?:that|this|it|any|the|a|an)\b|we (?:don'?t|do not) (?:want|need) )";
        ascii_regex(refuses)
    });
    let first = sentences(text).into_iter().next()?;
    let sentence = flat(&text[first]);
    let is_question = sentence.ends_with('?');
    let refuses = REFUSES.is_match(sentence.as_bytes()) && !is_question && !is_machine(&sentence);
    let words = sentence.split(' ').count();
    (refuses && words > 1).then(|| short(&sentence, TEXT_CHARS_MAX))
}

/// Words by which a person who stops a change says what is wrong with it.
static OBJECTS: LazyLock<Regex> = LazyLock::new(|| {
    let objects = r"(?i)\b(?:instead|rather|avoid|prefer|don'?t|do not|not|drop|keep|already|no|wrong|too|without|should|simpler)\b";
    ascii_regex(objects)
});

/// Returns what the person said in place of letting the agent make a change.
fn refused_call(call: &Call) -> Option<String> {
    let said = call.detail.refused.as_ref()?.said.as_ref()?;
    if call.action.kind != ActionKind::Edit || said.contains('?') {
        return None;
    }
    let sentence = flat(&said[sentences(said).into_iter().next()?]);
    OBJECTS.is_match(sentence.as_bytes()).then(|| short(&sentence, TEXT_CHARS_MAX))
}

/// Returns the commands that the person did not allow, and what was said instead. One that ran later
/// was allowed after all.
fn not_allowed(history: &History) -> Vec<DeadEnd> {
    let calls = history.calls();
    let commands = calls.iter().filter(|(_, _, call)| call.action.kind == ActionKind::Command);
    let mut found: Vec<DeadEnd> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for (_, event, call) in commands {
        let line = call.detail.command.as_deref().unwrap_or(&call.action.target);
        let known = lines.iter().position(|known| *known == line);
        if let Some(at) = known {
            lines.remove(at);
            found.remove(at);
        }
        let Some(refused) = &call.detail.refused else { continue };
        let said = refused.said.as_ref().and_then(|said| sentences(said).into_iter().next());
        let said = said.and_then(|range| Some(flat(&refused.said.as_ref()?[range])));
        let command = short(line, COMMAND_CHARS_MAX);
        let text = match said {
            Some(said) => short(&format!("`{command}`: “{said}”"), TEXT_CHARS_MAX),
            None => format!("`{command}`"),
        };
        lines.push(line);
        found.push(DeadEnd { kind: DeadEndKind::NotAllowed, text, at_ms: event.at_ms });
    }
    found
}

/// An edit that was not taken back.
struct Edit<'h> {
    file: &'h str,
    old: &'h str,
    new: &'h str,
}

/// Returns the edits that a later edit of the same file took back.
fn reverted(history: &History) -> Vec<DeadEnd> {
    let mut standing: Vec<Edit> = Vec::new();
    let mut found = Vec::new();
    let calls = history.calls();
    for (_, event, call) in calls.iter().filter(|(_, _, call)| !call.failed) {
        let file = call.action.target.as_str();
        for change in &call.detail.changes {
            let Some(old) = &change.old else { continue };
            let edit = Edit { file, old, new: &change.new };
            let takes_back = |before: &Edit| before.file == file && is_inverse(before, &edit);
            match standing.iter().rposition(takes_back) {
                Some(at) => {
                    let edit = standing.remove(at);
                    let text = taken_back(&edit, history.cwd);
                    found.extend(text.map(|text| DeadEnd {
                        kind: DeadEndKind::Reverted,
                        text,
                        at_ms: event.at_ms,
                    }));
                }
                None => standing.push(edit),
            }
        }
    }
    found
}

fn is_inverse(one: &Edit, other: &Edit) -> bool {
    one.old != one.new && one.old.trim() == other.new.trim() && one.new.trim() == other.old.trim()
}

/// Returns the first line that an edit had added; `None` for one that added little, or only traces for
/// debugging.
fn taken_back(edit: &Edit, cwd: Option<&str>) -> Option<String> {
    static TRACE: LazyLock<Regex> = LazyLock::new(|| {
        let trace = r"(?i)\b(?:debug|dbg!|console\.log|print(?:ln|f)?|stderr|TODO|FIXME|XXX)\b";
        ascii_regex(trace)
    });
    let known: Vec<&str> = edit.old.lines().map(str::trim).collect();
    let added = edit.new.lines().map(str::trim).filter(|line| !known.contains(line));
    let added: Vec<&str> = added.filter(|line| line.contains(char::is_alphanumeric)).collect();
    let letters =
        added.iter().flat_map(|line| line.chars()).filter(|c| c.is_alphanumeric()).count();
    let is_small = letters < REVERTED_LETTERS_MIN;
    let first = added.first()?;
    let file = inside(edit.file, cwd);
    (!is_small && !TRACE.is_match(added.join("\n").as_bytes()))
        .then(|| short(&format!("{file}: {first}"), TEXT_CHARS_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_refuses_in_the_first_sentence() {
        for text in [
            "no, revert that and keep the old name",
            "No. That is not what I meant.",
            "please undo the last change",
            "that's wrong, the port is 80",
            "I don't want a new file for this",
            "don't add a comment there",
        ] {
            assert!(refusal(text).is_some(), "{text}");
        }
        for text in [
            "no",
            "no worries, go on",
            "don't you think it is slow?",
            "do we revert it?",
            "now add a lamp",
            "nothing works",
            "do not forget the manual",
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
    }
}
