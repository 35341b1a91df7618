//! Agent-specific interpretation of entries: tool names, and elements injected into text.
//!
//! The texts and actions of a turn are derived by shared code for every agent. Its [`Dialect`]
//! provides the agent-specific parts.

use serde_json::Value;

use super::turn::Action;

/// A tool call of the model, with its result.
#[derive(Debug, Clone, Copy)]
pub struct ToolCall<'a> {
    /// Name of the tool, as the agent spells it.
    pub tool: &'a str,
    /// Its arguments.
    pub input: &'a Value,
    /// Head and tail of the result; `None` while there is no result.
    pub result: Option<&'a str>,
    /// Whether the agent marked the result as an error.
    pub failed: bool,
}

/// A change that a tool call makes to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Path of the file, as the agent wrote it.
    pub file: String,
    /// The text that is replaced; `None` when the whole content is.
    pub old: Option<String>,
    /// The text that takes its place.
    pub new: String,
    /// Whether every occurrence of the old text is replaced, not only the first.
    pub everywhere: bool,
}

/// Agent-specific rules for interpreting entries.
pub trait Dialect {
    /// Returns the action of a tool call: kind, target (file, command, pattern, address or task),
    /// exit status and the line that states the error. See [`Action::of`].
    fn action(&self, call: &ToolCall) -> Action;

    /// Returns what the agent said that a call is for ("Run the unit tests"), if its format holds
    /// such words.
    fn purpose<'a>(&self, _call: &ToolCall<'a>) -> Option<&'a str> {
        None
    }

    /// Returns the changes that a call makes to files, in order; empty when it makes none, or when
    /// its arguments do not tell.
    fn changes(&self, _call: &ToolCall) -> Vec<FileChange> {
        Vec::new()
    }

    /// Returns the names of the elements (`<name …>…</name>`) that the agent injects into prompts
    /// and answers. They are removed from the searchable text.
    fn injected(&self) -> &'static [&'static str];

    /// Whether the client sends this prompt to warm up its subagents. Such a turn has no searchable
    /// text.
    fn is_greeting(&self, _prompt: &str) -> bool {
        false
    }
}

/// Fallback for an agent unknown to this build, whose turns a newer version stored.
#[derive(Debug, Clone, Copy)]
pub struct Unknown;

impl Dialect for Unknown {
    fn action(&self, call: &ToolCall) -> Action {
        Action::of(call)
    }

    fn injected(&self) -> &'static [&'static str] {
        &[]
    }
}
