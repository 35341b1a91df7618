//! Classification of the tool calls of Gemini CLI and Qwen Code by tool name, arguments and result.

use serde_json::Value;

use super::parts::SHELL;
use super::tool_details::in_background;
use crate::conversation::dialect::ToolCall;
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::ran;

/// Returns the action that a tool call performed.
pub(in crate::sources) fn action(call: &ToolCall) -> Action {
    let kind = kind(call.tool);
    let exit_status = match kind {
        ActionKind::Command if !in_background(call) => ran::exit_status(call),
        _ => None,
    };
    let target = target(kind, call.input);
    Action { kind, exit_status, ..Action::of(call).on(target) }.failing(ran::error_line(call))
}

fn kind(tool: &str) -> ActionKind {
    match tool {
        "read_file" | "read_many_files" => ActionKind::Read,
        "write_file" | "replace" | "edit" | "notebook_edit" => ActionKind::Edit,
        SHELL => ActionKind::Command,
        "glob" | "list_directory" | "search_file_content" | "grep_search" | "grep" => {
            ActionKind::Search
        }
        "web_fetch" | "google_web_search" | "web_search" => ActionKind::Web,
        "task" | "agent" | "delegate_to_agent" | "invoke_agent" | "codebase_investigator" => {
            ActionKind::Agent
        }
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["file_path", "absolute_path", "path"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "dir_path", "path"],
        ActionKind::Web => &["url", "query", "prompt"],
        ActionKind::Agent => &["description", "objective", "prompt"],
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            &["file_path", "path", "command", "query", "skill", "fact", "description"]
        }
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}
