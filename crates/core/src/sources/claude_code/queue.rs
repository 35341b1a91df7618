//! Queue of prompts typed while the model works.
//!
//! Clients up to 2.1.59 record a prompt absorbed in the middle of a turn only as queue operations:
//! `enqueue` with its text, then `remove`. Newer clients also write it as an attachment right
//! after. A prompt that waits for the turn to end leaves the queue with `dequeue` and then appears
//! as a user line.

use serde::{Deserialize, Serialize};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};

/// Change that a line makes to the prompt queue.
#[derive(Debug, Clone, PartialEq)]
pub enum QueueOperation {
    /// A prompt was typed.
    Enqueue(Box<ParsedEntry>),
    /// The first queued prompt starts its own turn.
    Dequeue,
    /// The model received the first queued prompt in the middle of a turn.
    Remove,
    /// The person withdrew all queued prompts.
    PopAll,
}

/// Queued prompts, and absorbed prompts that have not been emitted yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<ParsedEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absorbed: Vec<ParsedEntry>,
}

/// Maximum number of queued prompts; real queues are always shorter.
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

    /// Returns the absorbed prompts to insert before a line, except those that the line itself
    /// contains. The model receives absorbed prompts together with tool results, and the line that
    /// contains such a prompt may come after those results, so no prompt is inserted before a
    /// result.
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

    /// Iterates over the entries of all queued and absorbed prompts.
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
