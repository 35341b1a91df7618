//! Classification of OpenCode's tool calls by tool name, arguments and result.

use serde_json::Value;

use crate::conversation::dialect::ToolCall;
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::codex::patch;
use crate::sources::ran;

/// Returns the action that a tool call performed.
pub(super) fn action(call: &ToolCall) -> Action {
    let kind = kind(call.tool);
    let exit_status = (kind == ActionKind::Command).then(|| ran::exit_status(call)).flatten();
    let action = Action { kind, exit_status, ..Action::of(call) };
    let patched = patch_text(call).and_then(patch::first_file);
    let target = patched.unwrap_or_else(|| target(kind, call.input));
    action.on(target).failing(ran::error_line(call))
}

/// Returns the patch that a call applies.
pub(super) fn patch_text<'c>(call: &ToolCall<'c>) -> Option<&'c str> {
    if matches!(call.tool, "apply_patch" | "patch") {
        call.input["patchText"].as_str()
    } else {
        None
    }
}

fn kind(tool: &str) -> ActionKind {
    match tool {
        "bash" => ActionKind::Command,
        "read" => ActionKind::Read,
        "edit" | "multiedit" | "write" | "apply_patch" | "patch" => ActionKind::Edit,
        "grep" | "glob" | "list" | "codesearch" => ActionKind::Search,
        "webfetch" | "websearch" => ActionKind::Web,
        "task" => ActionKind::Agent,
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["filePath"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "path", "query"],
        ActionKind::Web => &["url", "query"],
        ActionKind::Agent => &["description", "prompt"],
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            &["filePath", "path", "command", "query", "name", "description"]
        }
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}
