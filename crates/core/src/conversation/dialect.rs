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
    /// The text that is replaced: empty when the file is created so, `None` when the whole content
    /// is written.
    pub old: Option<String>,
    /// The text that takes its place.
    pub new: String,
    /// Whether every occurrence of the old text is replaced, not only the first.
    pub everywhere: bool,
}

/// What a tool call says beyond its action.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallDetail {
    /// The whole command line, for a command.
    pub command: Option<String>,
    /// What the agent said that it is for ("Run the unit tests"), for a command.
    pub purpose: Option<String>,
    /// The changes that it made to files, in order; empty for a call that failed, or whose arguments
    /// do not tell.
    pub changes: Vec<FileChange>,
    /// Changes of the agent's list of tasks.
    pub tasks: Vec<TaskChange>,
    /// Set when the person did not let the agent make this call.
    pub refused: Option<Refused>,
    /// Questions of the agent, each with the person's answer.
    pub answered: Vec<(String, String)>,
    /// The plan that the agent asked the person to approve.
    pub plan: Option<String>,
    /// Whether the command still ran when the result was written, so its outcome is unknown.
    pub in_background: bool,
}

/// A call that the person refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refused {
    /// What the person said instead.
    pub said: Option<String>,
}

/// A change of the agent's list of tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskChange {
    /// The whole list: each task's title and state.
    List(Vec<(String, TaskState)>),
    /// A task was added. The id is `None` when the call was not answered.
    Added {
        /// Id of the task.
        id: Option<String>,
        /// Its title.
        title: String,
    },
    /// A task has this state now.
    Moved {
        /// Id of the task.
        id: String,
        /// Its state.
        to: TaskState,
    },
}

/// State of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskState {
    /// Not begun.
    Pending,
    /// Being worked on.
    Started,
    /// Done, or dropped.
    Closed,
}

/// Agent-specific rules for interpreting entries.
pub struct Dialect {
    /// Returns the action of a tool call: kind, target (file, command, pattern, address or task),
    /// exit status and the line that states the error. See [`Action::of`].
    pub action: fn(&ToolCall) -> Action,
    /// Returns what a call says beyond its action; nothing for an agent whose tools are not known
    /// so well.
    pub detail: fn(&ToolCall) -> CallDetail,
    /// The names of the elements (`<name …>…</name>`) that the agent injects into prompts and
    /// answers. They are removed from the searchable text.
    pub injected: &'static [&'static str],
    /// Whether the client sends this prompt to warm up its subagents. Such a turn has no searchable
    /// text.
    pub is_greeting: fn(prompt: &str) -> bool,
    /// Whether entries have the time at which they were written, to the millisecond: then no two
    /// prompts of a person have the same.
    pub has_precise_times: bool,
}

impl Dialect {
    /// That of an agent unknown to this build, whose turns a newer version stored.
    pub const UNKNOWN: Self = Self {
        action: |call| Action::of(call),
        detail: |_| CallDetail::default(),
        injected: &[],
        is_greeting: |_| false,
        has_precise_times: false,
    };
}
