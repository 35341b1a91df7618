//! An entry: what one transcript line holds that is worth keeping, in the agent-neutral form that
//! the turn log stores.

mod stored;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json;

/// One kept transcript line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The line's own uuid, or a hash of the line when it has none.
    pub id: String,
    /// Milliseconds since the epoch; the time of the entry before it when the line has none.
    #[serde(rename = "at")]
    pub at_ms: i64,
    /// Byte offset in the file it was read from; the smallest over all copies. Orders entries of
    /// the same millisecond.
    #[serde(rename = "pos")]
    pub position: u64,
    /// Orders what was read under one id: a larger revision replaces a smaller one. 0 where the
    /// agent never changes what it wrote; else the source takes what only grows, such as the place
    /// of the line, the time of the change or the length of the message.
    #[serde(rename = "rev", default, skip_serializing_if = "is_first")]
    pub revision: u64,
    /// Directory the agent worked in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Branch checked out there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The subagent that wrote the line; none for the session's own.
    #[serde(default, rename = "agent", skip_serializing_if = "Option::is_none")]
    pub subagent: Option<String>,
    /// Version of the agent that wrote the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What the line says, in its order.
    pub blocks: Vec<Block>,
    /// The JSON that it was stored as, where this build does not know all of that: it is what is
    /// stored again. The other fields are what of it is known.
    #[serde(skip)]
    pub raw: Option<Box<str>>,
}

/// One piece of an entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// What a person typed. It opens a turn.
    Prompt {
        /// The words.
        text: String,
        /// A slash command: not searchable unless work followed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        command: bool,
    },
    /// What a person typed while the model worked, and the model took in at once. It joins the
    /// turn.
    Steer {
        /// The words.
        text: String,
    },
    /// What the model answered.
    Answer {
        /// Markdown.
        text: String,
    },
    /// A tool the model called.
    ToolUse {
        /// Pairs with the result.
        id: String,
        /// Name of the tool.
        name: String,
        /// Its arguments, verbatim.
        input: Value,
    },
    /// What the tool gave back.
    ToolResult {
        /// The call it belongs to.
        id: String,
        /// Head and tail of the text, the cut marked.
        text: String,
        /// Whether the agent marked it as an error.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        failed: bool,
    },
    /// An attachment that is noted and not stored.
    Omitted {
        /// `image`, `document`.
        kind: String,
        /// Size of what was left out, as it stood in the line.
        bytes: u64,
    },
    /// A person stopped the model.
    Interrupted,
    /// The agent summarised the conversation so far and dropped it from its context.
    Compacted,
    /// The last answer as the Stop hook reported it, until the transcript holds it.
    Reported {
        /// Markdown.
        text: String,
    },
    /// What reached the model as a prompt and no person typed: a finished background task, a
    /// teammate's message, a shell command typed with its output. Head and tail of it.
    Note {
        /// `task-notification`, `teammate-message`, `local-command`, `bash`.
        kind: String,
        /// The text.
        text: String,
    },
    /// A block or line of a form not known here, as it stands.
    Unknown {
        /// The JSON as it was.
        value: Value,
    },
}

/// Beginning of the id of an answer that only a hook reported.
pub const REPORTED: &str = "stop-";

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_first(revision: &u64) -> bool {
    *revision == 0
}

impl Entry {
    /// Whether the entry opens a turn.
    pub fn is_prompt(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Prompt { .. }))
    }

    /// Calls `visit` with every text that the entry holds, whoever said it.
    pub fn each_text(&self, visit: &mut dyn FnMut(&str)) {
        let Some(raw) = &self.raw else {
            return self.blocks.iter().for_each(|block| block.each_text(visit));
        };
        match json::value(raw) {
            Some(value) => each_text_of(&value, visit),
            None => visit(raw),
        }
    }

    /// Returns how many bytes its texts and arguments have: about what it takes to keep it.
    pub fn bytes(&self) -> usize {
        let lengths = self.blocks.iter().map(|block| match block {
            Block::Prompt { text, .. }
            | Block::Steer { text }
            | Block::Answer { text }
            | Block::Reported { text }
            | Block::Note { text, .. }
            | Block::ToolResult { text, .. } => text.len(),
            Block::ToolUse { input, .. } => value_bytes(input),
            Block::Unknown { value } => value_bytes(value),
            Block::Omitted { .. } | Block::Interrupted | Block::Compacted => 0,
        });
        lengths.sum()
    }

    /// Returns how many bytes a person typed or the model answered in it.
    pub fn spoken_bytes(&self) -> usize {
        let lengths = self.blocks.iter().map(|block| match block {
            Block::Prompt { text, .. } | Block::Answer { text } => text.len(),
            _ => 0,
        });
        lengths.sum()
    }
}

impl Block {
    /// Calls `visit` with every text that the block holds.
    pub fn each_text(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Self::Prompt { text, .. }
            | Self::Steer { text }
            | Self::Answer { text }
            | Self::Reported { text }
            | Self::Note { text, .. }
            | Self::ToolResult { text, .. } => visit(text),
            Self::ToolUse { input: value, .. } | Self::Unknown { value } => {
                each_text_of(value, visit);
            }
            Self::Omitted { .. } | Self::Interrupted | Self::Compacted => {}
        }
    }
}

fn each_text_of(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| each_text_of(item, visit)),
        Value::Object(fields) => {
            for (key, field) in fields {
                visit(key);
                each_text_of(field, visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn value_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(value_bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(k, v)| k.len() + value_bytes(v)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}
