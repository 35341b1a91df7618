//! What the lines of a transcript say of their session, kept once: agents write it again and again.

use serde::{Deserialize, Serialize};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry, LabelKind};

/// The labels of one transcript.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Labels {
    /// Those that came before anything was said: they wait for a turn.
    waiting: Vec<ParsedEntry>,
    /// Ids of those that hold: one title of each kind, and the last pull requests.
    last: Vec<(LabelKind, String)>,
}

/// Maximum number of labels that are remembered.
const LAST_MAX: usize = 64;

impl Labels {
    /// Appends a label to `to`, or keeps it until something was said. Returns whether it is new.
    pub fn take(&mut self, label: ParsedEntry, begun: bool, to: &mut Vec<ParsedEntry>) -> bool {
        let [Block::Label { kind, .. }] = label.entry.blocks[..] else { return false };
        let known = (kind, label.entry.id.clone());
        if self.last.contains(&known) {
            return false;
        }
        if kind != LabelKind::PullRequest {
            self.last.retain(|(other, _)| *other != kind);
            self.waiting.retain(|other| !is_of(&other.entry, kind));
        }
        self.last.push(known);
        self.last.drain(..self.last.len().saturating_sub(LAST_MAX));
        if begun {
            to.push(label);
        } else {
            self.waiting.push(label);
            self.waiting.drain(..self.waiting.len().saturating_sub(LAST_MAX));
        }
        true
    }

    /// Appends the labels that waited for what was just said.
    pub fn release(&mut self, to: &mut Vec<ParsedEntry>) {
        let at_ms = to.last().map(|said| said.entry.at_ms).unwrap_or_default();
        for mut label in self.waiting.drain(..) {
            label.entry.at_ms = label.entry.at_ms.max(at_ms);
            to.push(label);
        }
    }

    /// Iterates over the entries that wait.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.waiting.iter_mut().map(|label| &mut label.entry)
    }
}

fn is_of(entry: &Entry, kind: LabelKind) -> bool {
    matches!(entry.blocks[..], [Block::Label { kind: other, .. }] if other == kind)
}
