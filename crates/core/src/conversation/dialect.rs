//! What an agent's entries mean where agents differ: the names of its tools, and what it puts
//! between a person's words.
//!
//! Texts and actions of a turn are derived here for every agent alike. What only the agent's source
//! knows is asked of its [`Dialect`].

use serde_json::Value;

use super::turn::Action;

/// A tool that the model called, and what came back.
#[derive(Debug, Clone, Copy)]
pub struct ToolCall<'a> {
    /// Name of the tool, as the agent has it.
    pub tool: &'a str,
    /// Its arguments.
    pub input: &'a Value,
    /// Head and tail of the result; `None` while there is none.
    pub result: Option<&'a str>,
    /// Whether the agent marked the result as an error.
    pub failed: bool,
}

/// How one agent writes.
pub trait Dialect {
    /// Returns what a tool call did: kind, target (file, command, pattern, address or task), exit
    /// status and the line that says what went wrong. See [`Action::of`].
    fn action(&self, call: &ToolCall) -> Action;

    /// Returns the names of the elements (`<name …>…</name>`) that the agent puts into what a
    /// person or the model says. They are cut out of what is searched.
    fn injected(&self) -> &'static [&'static str];

    /// Whether the client greets its subagents with this prompt. Such a turn says nothing.
    fn is_greeting(&self, _prompt: &str) -> bool {
        false
    }
}

/// An agent of which nothing is known: a newer version stored its turns.
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
