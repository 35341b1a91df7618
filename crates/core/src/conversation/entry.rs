//! Stored transcript entries, in the agent-neutral form of the turn log.

mod stored;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hash::hex_digest;
use crate::json;

/// One stored transcript line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The line's own uuid, or a hash of the line when it has none.
    pub id: String,
    /// Milliseconds since the epoch. A line without a time takes the time of the previous entry.
    #[serde(rename = "at")]
    pub at_ms: i64,
    /// Byte offset in the source file; the smallest over all copies. Orders entries of the same
    /// millisecond.
    #[serde(rename = "pos")]
    pub position: u64,
    /// Version of an entry: among entries with the same id, the larger revision replaces the
    /// smaller. It is 0 for agents that never change what they wrote; otherwise the source uses a
    /// value that only grows, such as the line's offset, the time of the change or the length of
    /// the message.
    #[serde(rename = "rev", default, skip_serializing_if = "is_first")]
    pub revision: u64,
    /// How far the clock that gave the time is known to have been wrong, in milliseconds: added to
    /// the time, it gives one that fits the order of the transcript and does not lie ahead of its
    /// reading. Only prompts have it, and it holds for their turns.
    #[serde(rename = "clock", default, skip_serializing_if = "is_right")]
    pub clock_ms: i64,
    /// Directory the agent worked in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Branch checked out there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The subagent that wrote the line; `None` for the session's main agent.
    #[serde(default, rename = "agent", skip_serializing_if = "Option::is_none")]
    pub subagent: Option<String>,
    /// Version of the agent that wrote the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether it is not known that the person typed its prompt here: a program sent it, or it was
    /// read from a file that its agent does not keep. What it says is no word of the person's.
    #[serde(default, rename = "foreign", skip_serializing_if = "std::ops::Not::not")]
    pub is_foreign: bool,
    /// Content of the line, in order.
    pub blocks: Vec<Block>,
    /// Original JSON, when this build does not understand all of it. It is stored again unchanged;
    /// the other fields hold the part that was understood.
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
    /// What a person typed while the model worked, absorbed by the model at once. It joins the
    /// current turn.
    Steer {
        /// The words.
        text: String,
    },
    /// An answer of the model.
    Answer {
        /// Markdown.
        text: String,
    },
    /// A tool call of the model.
    ToolUse {
        /// Call id, which pairs it with its result.
        id: String,
        /// Name of the tool.
        name: String,
        /// Its arguments, verbatim.
        input: Value,
    },
    /// The result of a tool call.
    ToolResult {
        /// Id of the tool call.
        id: String,
        /// Head and tail of the text, with the cut marked.
        text: String,
        /// Whether the agent marked it as an error.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        failed: bool,
    },
    /// An attachment of which only kind and size are recorded.
    Omitted {
        /// `image`, `document`.
        kind: String,
        /// Size of the omitted content, as it was in the line.
        bytes: u64,
    },
    /// A person stopped the model.
    Interrupted,
    /// The agent summarised the conversation so far and dropped it from its context.
    Compacted,
    /// The last answer as reported by the Stop hook, until the transcript contains it.
    Reported {
        /// Markdown.
        text: String,
    },
    /// Text that reached the model as a prompt but that no person typed: a finished background
    /// task, a teammate's message, a typed shell command with its output. Only head and tail are
    /// kept.
    Note {
        /// `task-notification`, `teammate-message`, `command`, `bash`.
        kind: String,
        /// The text.
        text: String,
    },
    /// The person went back to before this turn, and the conversation went on without it. Its
    /// entry's id begins with [`TAKEN_BACK`].
    TakenBack {
        /// The session in which they did.
        session: String,
        /// The turn with which it went on, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// What the agent keeps of a session beside what was said in it. Its entry stands alone, see
    /// [`Entry::label`].
    Label {
        /// The session: a fork has the turn too, and not the label.
        session: String,
        /// What it is.
        kind: LabelKind,
        /// The words of a title; the address of a pull request, or its number.
        text: String,
    },
    /// A block or line of unknown form, unchanged.
    Unknown {
        /// The original JSON.
        value: Value,
    },
}

/// Kind of a label of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    /// The name that the person gave it.
    Title,
    /// The name that the agent gave it.
    AgentTitle,
    /// A pull request that came of it.
    PullRequest,
}

/// Kinds of notes about commands that a person typed for the client or a shell.
const COMMANDS: [&str; 2] = ["command", "bash"];

/// Id prefix of an answer that only a hook reported.
pub const REPORTED: &str = "stop-";

/// Id prefix of an entry that says whether its turn is taken back in a session. The rest of the id
/// is the session's.
pub const TAKEN_BACK: &str = "taken-back-";

/// Kind of the attachment in place of words that a person took back, of agents whose records of them
/// are gone.
pub const UNSAID: &str = "taken-back";

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_right(clock_ms: &i64) -> bool {
    *clock_ms == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_first(revision: &u64) -> bool {
    *revision == 0
}

impl Entry {
    /// Returns an entry that holds a label. Its id stands for what it says: an agent writes the same
    /// label again and again.
    pub(super) fn label(session: &str, kind: LabelKind, text: &str) -> Self {
        let said = format!("{session}\n{kind:?}\n{text}");
        let (session, text) = (session.to_owned(), text.to_owned());
        Self {
            id: format!("label-{}", &hex_digest(said.as_bytes())[..32]),
            blocks: vec![Block::Label { session, kind, text }],
            ..Self::default()
        }
    }

    /// Whether the entry is a label of its session: no part of what was said.
    pub fn is_label(&self) -> bool {
        matches!(self.blocks[..], [Block::Label { .. }])
    }

    /// Whether the entry opens a turn.
    pub fn is_prompt(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Prompt { .. }))
    }

    /// Whether the entry only says what became of its turn.
    pub fn is_verdict(&self) -> bool {
        self.id.starts_with(TAKEN_BACK)
    }

    /// Whether the entry says nothing any more: it replaces one that turned out to be of another turn,
    /// or was withdrawn.
    pub fn is_withdrawn(&self) -> bool {
        let is_empty = self.blocks.is_empty() && self.raw.is_none();
        is_empty && self.revision > 0 && !self.is_verdict()
    }

    /// Whether the entry only tells of commands for the client or a shell, and what they printed.
    pub fn is_command_of_client(&self) -> bool {
        let is_command = |block: &Block| matches!(block, Block::Note { kind, .. } if COMMANDS.contains(&&**kind));
        !self.blocks.is_empty() && self.blocks.iter().all(is_command)
    }

    /// Calls `visit` with every text in the entry, whoever wrote it.
    pub fn each_text(&self, visit: &mut dyn FnMut(&str)) {
        let Some(raw) = &self.raw else {
            return self.blocks.iter().for_each(|block| block.each_text(visit));
        };
        match json::value(raw) {
            Some(value) => each_text_of(&value, visit),
            None => visit(raw),
        }
    }

    /// Returns the number of bytes in the entry's texts and arguments: an estimate of its storage
    /// size.
    pub fn bytes(&self) -> usize {
        let lengths = self.blocks.iter().map(|block| match block {
            Block::Prompt { text, .. }
            | Block::Steer { text }
            | Block::Answer { text }
            | Block::Reported { text }
            | Block::Note { text, .. }
            | Block::Label { text, .. }
            | Block::ToolResult { text, .. } => text.len(),
            Block::ToolUse { input, .. } => value_bytes(input),
            Block::Unknown { value } => value_bytes(value),
            Block::Omitted { .. }
            | Block::Interrupted
            | Block::Compacted
            | Block::TakenBack { .. } => 0,
        });
        lengths.sum()
    }

    /// Returns the number of bytes of prompts and answers.
    pub fn spoken_bytes(&self) -> usize {
        let lengths = self.blocks.iter().map(|block| match block {
            Block::Prompt { text, .. } | Block::Answer { text } => text.len(),
            _ => 0,
        });
        lengths.sum()
    }
}

impl Block {
    /// Calls `visit` with every text in the block.
    pub fn each_text(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Self::Prompt { text, .. }
            | Self::Steer { text }
            | Self::Answer { text }
            | Self::Reported { text }
            | Self::Note { text, .. }
            | Self::Label { text, .. }
            | Self::ToolResult { text, .. } => visit(text),
            Self::ToolUse { input: value, .. } | Self::Unknown { value } => {
                each_text_of(value, visit);
            }
            Self::Omitted { .. } | Self::Interrupted | Self::Compacted | Self::TakenBack { .. } => {
            }
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
