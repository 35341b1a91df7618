//! Classification of Claude Code's tool calls by tool name, arguments and result.

use serde_json::Value;

use crate::conversation::dialect::ToolCall;
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::ran::{self, EXIT_CODE};

/// Returns the action that a tool call performed.
pub(super) fn action(call: &ToolCall) -> Action {
    let kind = kind(call.tool);
    let exit_status = match (kind, call.result) {
        (ActionKind::Command, Some(text)) if call.failed => exit_code(text),
        (ActionKind::Command, Some(_)) => Some(0),
        _ => None,
    };
    let error = call.result.filter(|_| call.failed).and_then(error_line);
    Action { kind, exit_status, ..Action::of(call).on(target(kind, call.input)).failing(error) }
}

fn kind(tool: &str) -> ActionKind {
    match tool {
        "Read" | "NotebookRead" => ActionKind::Read,
        "Edit" | "MultiEdit" | "Write" | "NotebookEdit" => ActionKind::Edit,
        "Bash" | "PowerShell" => ActionKind::Command,
        "Grep" | "Glob" | "LS" => ActionKind::Search,
        "WebFetch" | "WebSearch" => ActionKind::Web,
        "Agent" | "Task" => ActionKind::Agent,
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["file_path", "notebook_path", "path"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "path"],
        ActionKind::Web => &["url", "query"],
        ActionKind::Agent => &["description", "prompt"],
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            &["file_path", "path", "command", "query", "skill", "description"]
        }
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}

fn exit_code(text: &str) -> Option<i32> {
    let rest = text.trim_start().strip_prefix(EXIT_CODE)?;
    rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
}

fn error_line(text: &str) -> Option<&str> {
    ran::stated(text.trim_start().trim_start_matches("<tool_use_error>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tool: &str, input: &Value, result: &str, failed: bool) -> Action {
        action(&ToolCall { tool, input, result: Some(result), failed })
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
