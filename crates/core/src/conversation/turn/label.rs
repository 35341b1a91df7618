//! Labels of sessions: what an agent keeps of a session beside what was said in it.

use super::action::ActionKind;
use crate::conversation::dialect::{Dialect, ToolCall};
use crate::conversation::entry::{Block, Entry, LabelKind};

/// Returns the labels in entries, in order, each with its session and its kind.
pub fn labels(entries: &[Entry]) -> impl Iterator<Item = (&str, LabelKind, &str)> {
    entries.iter().flat_map(|entry| &entry.blocks).filter_map(|block| match block {
        Block::Label { session, kind, text } => Some((session.as_str(), *kind, text.as_str())),
        _ => None,
    })
}

/// Returns the address of the pull request that a command opened, as its output names it.
pub(super) fn opened<'c>(call: &ToolCall<'c>, dialect: &Dialect) -> Option<&'c str> {
    let result = call.result.filter(|result| PLACES.iter().any(|place| result.contains(place)))?;
    let action = (dialect.action)(call);
    let opens = || OPENING.iter().any(|opening| action.target.contains(opening));
    if action.kind != ActionKind::Command || !opens() {
        return None;
    }
    let is_around = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | '"' | '\'');
    let is_address = |text: &&str| {
        let number = PLACES.iter().find_map(|place| text.split_once(place)).map(|(_, rest)| rest);
        let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
        text.starts_with("http") && number.is_some_and(is_number)
    };
    result.split(is_around).find(is_address)
}

/// What the commands of forges open a pull request with.
const OPENING: [&str; 2] = ["pr create", "mr create"];
/// What stands before its number in its address.
const PLACES: [&str; 2] = ["/pull/", "/merge_requests/"];

/// Returns a label as a line of text that is searched.
pub(super) fn line(kind: LabelKind, text: &str) -> String {
    match kind {
        LabelKind::Title | LabelKind::AgentTitle => format!("Title of the session: {text}"),
        LabelKind::PullRequest => match text.rsplit('/').next() {
            Some(number) if number.len() < text.len() => format!("Pull request #{number}: {text}"),
            _ => format!("Pull request #{text}"),
        },
    }
}
