//! Classification of the tool calls of Cursor's agent, by tool name and arguments: results are
//! mostly left out.

use serde_json::Value;

use crate::conversation::dialect::{CallDetail, FileChange, TaskChange, ToolCall};
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::input::{change, text, todos};

/// Returns the action that a tool call performed.
pub(super) fn action(call: &ToolCall) -> Action {
    let kind = kind(call.tool);
    Action { kind, ..Action::of(call).on(target(kind, call.input)) }
}

fn kind(tool: &str) -> ActionKind {
    match tool {
        "Shell" | "run_terminal_cmd" => ActionKind::Command,
        "Read" | "read_file" => ActionKind::Read,
        "Write" | "StrReplace" | "Delete" | "EditNotebook" | "edit_file" | "search_replace" => {
            ActionKind::Edit
        }
        "Grep" | "Glob" | "LS" | "SemanticSearch" | "codebase_search" | "grep" | "list_dir" => {
            ActionKind::Search
        }
        "WebSearch" | "WebFetch" | "web_search" => ActionKind::Web,
        "Task" => ActionKind::Agent,
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["path", "target_file", "file_path"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "glob_pattern", "query", "path"],
        ActionKind::Web => &["url", "search_term", "query"],
        ActionKind::Agent => &["description", "prompt"],
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            &["path", "command", "query", "description"]
        }
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}

/// Returns the details of a tool call.
pub(super) fn detail(call: &ToolCall) -> CallDetail {
    let mut detail = CallDetail::default();
    match call.tool {
        "Shell" | "run_terminal_cmd" => {
            detail.command = text(call.input, "command").map(str::to_owned);
            detail.purpose = text(call.input, "description").map(str::to_owned);
            detail.in_background = call.input["is_background"] == Value::Bool(true);
        }
        "Write" | "StrReplace" | "search_replace" if !call.failed => {
            detail.changes.extend(changed(call.input));
        }
        "TodoWrite" if !call.failed => detail.tasks.extend(list(call.input)),
        _ => {}
    }
    detail
}

fn changed(input: &Value) -> Option<FileChange> {
    let file = text(input, "path").or_else(|| text(input, "file_path"))?;
    let everywhere = input["replace_all"] == Value::Bool(true);
    change(file, input, ["contents", "old_string", "new_string"], everywhere)
}

/// Returns the list of tasks. A call that merges names only those that it changes.
fn list(input: &Value) -> Option<TaskChange> {
    if input["merge"] == Value::Bool(true) { None } else { todos(input) }
}
