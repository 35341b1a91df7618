//! Actions: what the model did in a turn, read off its tool uses and their results.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use crate::conversation::entry::{Block, Entry};

/// A tool use with its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Action {
    /// Name of the tool, as the agent has it.
    pub tool: String,
    /// What it does.
    pub kind: ActionKind,
    /// The file, command, pattern, address or task it was given; cut to 500 characters.
    pub target: String,
    /// Exit status of a command, when it is known.
    pub exit_status: Option<i32>,
    /// The first line of the error, when it failed; cut to 500 characters.
    pub error: Option<String>,
}

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// Reads a file.
    Read,
    /// Creates or changes a file.
    Edit,
    /// Runs a command.
    Command,
    /// Looks for files or text.
    Search,
    /// Reads the web.
    Web,
    /// Starts another agent.
    Agent,
    /// Anything else.
    Other,
}

const TARGET_CHARS_MAX: usize = 500;

impl ActionKind {
    /// Returns the kind with this name; other names are [`Self::Other`].
    pub fn named(name: &str) -> Self {
        use ActionKind::{Agent, Command, Edit, Other, Read, Search, Web};
        let kinds = [Read, Edit, Command, Search, Web, Agent];
        kinds.into_iter().find(|kind| kind.name() == name).unwrap_or(Other)
    }

    /// Returns the name that is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Command => "command",
            Self::Search => "search",
            Self::Web => "web",
            Self::Agent => "agent",
            Self::Other => "other",
        }
    }

    fn of(tool: &str) -> Self {
        match tool {
            "Read" | "NotebookRead" => Self::Read,
            "Edit" | "MultiEdit" | "Write" | "NotebookEdit" => Self::Edit,
            "Bash" | "PowerShell" => Self::Command,
            "Grep" | "Glob" | "LS" => Self::Search,
            "WebFetch" | "WebSearch" => Self::Web,
            "Agent" | "Task" => Self::Agent,
            _ => Self::Other,
        }
    }
}

/// Returns the actions of a turn, in the order in which the tools were called.
pub fn actions(entries: &[Entry]) -> Vec<Action> {
    let blocks = || entries.iter().flat_map(|entry| &entry.blocks);
    let mut results: HashMap<&str, (&String, bool)> = HashMap::new();
    for block in blocks() {
        if let Block::ToolResult { id, text, failed } = block {
            results.entry(id).or_insert((text, *failed));
        }
    }
    let uses = blocks().filter_map(|block| match block {
        Block::ToolUse { id, name, input } => Some((id, name, input)),
        _ => None,
    });
    uses.map(|(id, name, input)| action(name, input, results.get(id.as_str()).copied())).collect()
}

fn action(tool: &str, input: &Value, result: Option<(&String, bool)>) -> Action {
    let kind = ActionKind::of(tool);
    let failed = result.filter(|(_, failed)| *failed).map(|(text, _)| text.as_str());
    let exit_status = match (kind, result) {
        (ActionKind::Command, Some((text, true))) => exit_code(text),
        (ActionKind::Command, Some((_, false))) => Some(0),
        _ => None,
    };
    Action {
        tool: tool.to_owned(),
        kind,
        target: short(target(kind, input)),
        exit_status,
        error: failed.and_then(error_line).map(short),
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["file_path", "notebook_path", "path"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "path"],
        ActionKind::Web => &["url", "query"],
        ActionKind::Agent => &["description", "prompt"],
        ActionKind::Other => &["file_path", "path", "command", "query", "skill", "description"],
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}

/// A failed command's result begins with `Exit code N`.
fn exit_code(text: &str) -> Option<i32> {
    let rest = text.trim_start().strip_prefix("Exit code ")?;
    rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
}

fn error_line(text: &str) -> Option<&str> {
    let text = text.trim_start().trim_start_matches("<tool_use_error>");
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with("Exit code ") { lines.next().or(Some(first)) } else { Some(first) }
}

fn short(text: &str) -> String {
    text.chars().take(TARGET_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tool: &str, input: &Value, result: &str, failed: bool) -> Action {
        action(tool, input, Some((&result.to_owned(), failed)))
    }

    #[test]
    fn commands_have_an_exit_status_and_the_line_that_says_why() {
        let input = serde_json::json!({ "command": "ls /none" });
        let failed = run("Bash", &input, "Exit code 2\nls: /none: No such file", true);
        assert_eq!((failed.exit_status, failed.target.as_str()), (Some(2), "ls /none"));
        assert_eq!(failed.error.as_deref(), Some("ls: /none: No such file"));
        assert_eq!(run("Bash", &input, "a\nb", false).exit_status, Some(0));
    }

    #[test]
    fn files_are_known_by_their_path() {
        let edit = run("Edit", &serde_json::json!({ "file_path": "/a/b.rs" }), "ok", false);
        assert_eq!((edit.kind, edit.target.as_str()), (ActionKind::Edit, "/a/b.rs"));
        assert_eq!(edit.error, None);
    }
}
