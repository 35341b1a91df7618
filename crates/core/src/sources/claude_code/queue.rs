//! Prompts typed while the model works.
//!
//! Clients up to 2.1.59 note one that is absorbed in the middle of a turn as a queue operation only:
//! `enqueue` with its text, then `remove`. Newer ones write it as an attachment right after. One
//! that waits for the turn to end is taken out with `dequeue` and comes as a user line.

use serde::{Deserialize, Serialize};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};

/// What a line does to the queue of typed prompts.
#[derive(Debug, Clone, PartialEq)]
pub enum QueueOperation {
    /// A prompt was typed.
    Enqueue(Box<ParsedEntry>),
    /// The first one begins a turn of its own.
    Dequeue,
    /// The model was given the first one in the middle of a turn.
    Remove,
    /// The person took all of them back.
    PopAll,
}

/// The prompts that wait, and the one that was absorbed last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<ParsedEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absorbed: Vec<ParsedEntry>,
}

/// More are never typed ahead.
const WAITING_MAX: usize = 64;

impl Queue {
    /// Applies an operation.
    pub fn apply(&mut self, operation: QueueOperation) {
        match operation {
            QueueOperation::Enqueue(prompt) if self.waiting.len() < WAITING_MAX => {
                self.waiting.push(*prompt);
            }
            QueueOperation::Enqueue(_) => {}
            QueueOperation::Dequeue => drop(self.first()),
            QueueOperation::Remove => {
                let first = self.first();
                self.absorbed.extend(first);
            }
            QueueOperation::PopAll => self.waiting.clear(),
        }
    }

    /// Returns the absorbed prompts that stand before a line of the conversation: all but those
    /// that the line itself holds. The model is given them with the results of its tools, and the
    /// line that holds one may follow those, so that none stands before a result.
    pub fn before(&mut self, line: &ParsedEntry) -> Vec<ParsedEntry> {
        if line.entry.blocks.iter().all(|block| matches!(block, Block::ToolResult { .. })) {
            return Vec::new();
        }
        let mut absorbed = std::mem::take(&mut self.absorbed);
        absorbed.retain(|prompt| text_of(prompt) != text_of(line));
        for block in absorbed.iter_mut().flat_map(|prompt| &mut prompt.entry.blocks) {
            if let Block::Prompt { text, .. } = block {
                *block = Block::Steer { text: std::mem::take(text) };
            }
        }
        absorbed
    }

    /// Returns the entries of the prompts that wait.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.waiting.iter_mut().chain(&mut self.absorbed).map(|prompt| &mut prompt.entry)
    }

    fn first(&mut self) -> Option<ParsedEntry> {
        (!self.waiting.is_empty()).then(|| self.waiting.remove(0))
    }
}

fn text_of(line: &ParsedEntry) -> Option<&str> {
    line.entry.blocks.iter().find_map(|block| match block {
        Block::Prompt { text, .. } | Block::Note { text, .. } => Some(text.trim()),
        _ => None,
    })
}
