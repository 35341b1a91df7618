//! Labels of sessions: what an agent keeps of a session beside what was said in it.

use crate::conversation::entry::{Block, Entry, LabelKind};

/// Returns the labels in entries, in order, each with its session and its kind.
pub fn labels(entries: &[Entry]) -> impl Iterator<Item = (&str, LabelKind, &str)> {
    entries.iter().flat_map(|entry| &entry.blocks).filter_map(|block| match block {
        Block::Label { session, kind, text } => Some((session.as_str(), *kind, text.as_str())),
        _ => None,
    })
}

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
