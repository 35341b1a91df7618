//! Classification of the tool calls of Cursor's agent, by tool name and arguments: results are
//! mostly left out.

use serde_json::Value;

use crate::conversation::dialect::{CallDetail, FileChange, TaskChange, ToolCall};
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::input::{task_state, text};

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
        ActionKind::Other | ActionKind::Tag => &["path", "command", "query", "description"],
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
            detail.changes.extend(change(call.input));
        }
        "TodoWrite" if !call.failed => detail.tasks.extend(list(call.input)),
        _ => {}
    }
    detail
}

fn change(input: &Value) -> Option<FileChange> {
    let file = text(input, "path").or_else(|| text(input, "file_path"))?.to_owned();
    if let Some(content) = input["contents"].as_str() {
        return Some(FileChange { file, old: None, new: content.to_owned(), everywhere: false });
    }
    let (old, new) = (input["old_string"].as_str()?, input["new_string"].as_str()?);
    let everywhere = input["replace_all"] == Value::Bool(true);
    Some(FileChange { file, old: Some(old.to_owned()), new: new.to_owned(), everywhere })
}

/// Returns the list of tasks. A call that merges names only those that it changes.
fn list(input: &Value) -> Option<TaskChange> {
    if input["merge"] == Value::Bool(true) {
        return None;
    }
    let tasks = input["todos"].as_array()?.iter().filter_map(|task| {
        let state = task_state(task["status"].as_str()?);
        Some((text(task, "content")?.to_owned(), state))
    });
    Some(TaskChange::List(tasks.collect()))
}
