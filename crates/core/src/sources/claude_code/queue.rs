//! Queue of prompts typed while the model works.
//!
//! A queue operation is often the only record of such a prompt: clients up to 2.1.59 write nothing
//! else of one that the model receives in the middle of a turn, and any client may be stopped, or
//! drop the prompt, before it is written again. So a queued prompt is an entry of the turn in which
//! it was typed. When a line repeats it (the user line of the turn that it starts, or an attachment),
//! or the person withdraws it, an entry without blocks replaces it.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};

/// Change that a line makes to the prompt queue.
#[derive(Debug, Clone, PartialEq)]
pub enum QueueOperation {
    /// A prompt was typed; `None` for a command of the client.
    Enqueue(Option<Box<ParsedEntry>>),
    /// The first queued prompt starts its own turn.
    Dequeue,
    /// The model received the first queued prompt in the middle of a turn.
    Remove,
    /// The person withdrew all queued prompts.
    PopAll,
}

/// Queued prompts that a later line may repeat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Queue {
    /// Whether the session's own agent has an entry yet: a turn that a prompt can join.
    begun: bool,
    queued: Vec<Queued>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Queued {
    /// `None` for a command of the client. Without blocks once it is in a turn: the turn has its
    /// words, and may be forgotten with them.
    prompt: Option<ParsedEntry>,
    /// How a line that repeats it is known then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    words: Option<Words>,
    /// Whether it is in no turn yet.
    held: bool,
    /// Whether it left the queue: the line that repeats it comes next, or none does.
    left: bool,
}

/// Maximum number of queued prompts; real queues are always shorter.
const QUEUED_MAX: usize = 64;

impl Queue {
    /// Applies an operation, and appends the entries that it makes to `to`.
    pub fn apply(&mut self, operation: QueueOperation, to: &mut Vec<ParsedEntry>) {
        match operation {
            QueueOperation::Enqueue(_) if self.queued.len() >= QUEUED_MAX => {}
            QueueOperation::Enqueue(prompt) => {
                let prompt = prompt.map(|prompt| *prompt);
                let mut queued = Queued { prompt, words: None, held: true, left: false };
                if self.begun {
                    to.extend(queued.join());
                }
                self.queued.push(queued);
            }
            QueueOperation::Dequeue | QueueOperation::Remove => {
                if let Some(first) = self.queued.iter_mut().find(|queued| !queued.left) {
                    first.left = true;
                }
            }
            QueueOperation::PopAll => {
                let (withdrawn, left) = self.queued.drain(..).partition(|queued| !queued.left);
                self.queued = left;
                to.extend(Vec::into_iter(withdrawn).filter_map(Queued::withdrawn));
            }
        }
    }

    /// Appends a line's entry to `to`, with the entries of queued prompts before and after it.
    pub fn take(&mut self, line: ParsedEntry, to: &mut Vec<ParsedEntry>) {
        if line.entry.subagent.is_some() || line.entry.is_command_of_client() {
            to.push(line);
            return;
        }
        let said: Vec<String> = texts(&line).map(|text| text.trim().to_owned()).collect();
        let (repeated, mut rest) =
            self.queued.drain(..).partition::<Vec<_>, _>(|queued| queued.is_in(&said));
        to.extend(repeated.into_iter().filter_map(Queued::withdrawn));
        let of = |is: fn(&Block) -> bool| line.entry.blocks.iter().any(is);
        let is_prompt = of(|block| matches!(block, Block::Prompt { .. }));
        let goes_on = of(|block| matches!(block, Block::Answer { .. } | Block::ToolUse { .. }));
        // The prompt of this answer is only in the queue.
        if goes_on && !self.begun && !rest.is_empty() {
            to.extend(rest.remove(0).prompt);
        }
        to.push(line);
        if is_prompt || goes_on {
            self.begun = true;
            for queued in rest.iter_mut().filter(|queued| queued.held) {
                to.extend(queued.join());
            }
            rest.retain(|queued| !queued.left);
        }
        self.queued = rest;
    }

    /// Whether there is a turn that something can join.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Iterates over the entries of all queued prompts.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        let prompts = self.queued.iter_mut().filter_map(|queued| queued.prompt.as_mut());
        prompts.map(|prompt| &mut prompt.entry)
    }
}

impl Queued {
    /// Returns the prompt as a part of the turn in which it was typed, and keeps its words no more.
    fn join(&mut self) -> Option<ParsedEntry> {
        self.held = false;
        let prompt = self.prompt.take()?;
        self.words = texts(&prompt).next().and_then(Words::of);
        self.prompt = Some(prompt.without_blocks());
        Some(steering(prompt))
    }

    /// Whether a line with these texts repeats it. Several prompts may become one.
    fn is_in(&self, said: &[String]) -> bool {
        let of_text = || self.prompt.as_ref().and_then(|prompt| texts(prompt).next());
        let words = self.words.or_else(|| of_text().and_then(Words::of));
        words.is_some_and(|words| said.iter().any(|text| words.are_in(text)))
    }

    /// Returns the entry that replaces the prompt's, if it is in a turn.
    fn withdrawn(self) -> Option<ParsedEntry> {
        let mut replacement = self.prompt.filter(|_| !self.held)?.without_blocks();
        replacement.entry.revision = 1;
        Some(replacement)
    }
}

/// What is kept of a prompt's words: enough to know them again, too little to confirm a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Words {
    lines: usize,
    bytes: usize,
    hash: [u8; 2],
}

impl Words {
    /// Returns those of a text; `None` if it has none.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let hash = Sha256::digest(text);
        let lines = text.split('\n').count();
        let own = Self { lines, bytes: text.len(), hash: [hash[0], hash[1]] };
        (!text.is_empty()).then_some(own)
    }

    /// Whether some lines of a text are these words.
    fn are_in(&self, text: &str) -> bool {
        let mut ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        ends.push(text.len());
        let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
        let mut ranges = starts.zip(ends.iter().skip(self.lines.saturating_sub(1)));
        ranges.any(|(start, end)| {
            end - start == self.bytes && Self::of(&text[start..*end]).as_ref() == Some(self)
        })
    }
}

/// Returns a queued prompt as a part of the turn in which it was typed.
fn steering(mut prompt: ParsedEntry) -> ParsedEntry {
    for block in &mut prompt.entry.blocks {
        if let Block::Prompt { text, .. } = block {
            *block = Block::Steer { text: std::mem::take(text) };
        }
    }
    prompt
}

fn texts(line: &ParsedEntry) -> impl Iterator<Item = &str> {
    line.entry.blocks.iter().filter_map(|block| match block {
        Block::Prompt { text, .. } | Block::Steer { text } | Block::Note { text, .. } => {
            Some(text.as_str())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_known_again_as_whole_lines() {
        let words = Words::of(" use the rope\nnot the wire \n").expect("words");
        for text in [
            "use the rope\nnot the wire",
            "first\nuse the rope\nnot the wire",
            "use the rope\nnot the wire\nlast",
        ] {
            assert!(words.are_in(text), "{text}");
        }
        for text in
            ["", "use the rope", "use the rope\nnot the wire too", "so use the rope\nnot the wire"]
        {
            assert!(!words.are_in(text), "{text}");
        }
        assert_eq!(Words::of(" \n"), None);
    }
}
