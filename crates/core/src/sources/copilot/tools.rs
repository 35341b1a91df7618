//! Classification of Copilot CLI's tool calls by tool name, arguments and result.

use serde_json::Value;

use crate::conversation::dialect::ToolCall;
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::codex::patch;
use crate::sources::ran;

/// Returns the action that a tool call performed.
pub(super) fn action(call: &ToolCall) -> Action {
    let kind = kind(call);
    let exit_status = match kind {
        ActionKind::Command if !super::tool_details::in_background(call) => ran::exit_status(call),
        _ => None,
    };
    let target = target(kind, call.input);
    Action { kind, exit_status, ..Action::of(call).on(target) }.failing(ran::error_line(call))
}

fn kind(call: &ToolCall) -> ActionKind {
    match call.tool {
        "bash" | "powershell" => ActionKind::Command,
        "view" => ActionKind::Read,
        "str_replace_editor" if call.input["command"] == "view" => ActionKind::Read,
        "edit" | "create" | "apply_patch" | "str_replace_editor" => ActionKind::Edit,
        "grep" | "rg" | "glob" => ActionKind::Search,
        "web_fetch" | "web_search" => ActionKind::Web,
        "task" => ActionKind::Agent,
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> &str {
    if let Some(patch) = input.as_str() {
        return patch::first_file(patch).unwrap_or_default();
    }
    let names: &[&str] = match kind {
        ActionKind::Read | ActionKind::Edit => &["path"],
        ActionKind::Command => &["command"],
        ActionKind::Search => &["pattern", "path"],
        ActionKind::Web => &["url", "query"],
        ActionKind::Agent => &["description", "prompt"],
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            &["path", "command", "query", "skill", "question", "description"]
        }
    };
    names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_is_an_edit_of_its_first_file() {
        let input =
            json!("*** Begin Patch\n*** Update File: a/b.rs\n@@\n-one\n+two\n*** End Patch");
        let call = ToolCall { tool: "apply_patch", input: &input, result: None, failed: false };
        let found = action(&call);
        assert_eq!((found.kind, found.target.as_str()), (ActionKind::Edit, "a/b.rs"));
    }
}
