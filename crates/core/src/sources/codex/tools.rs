//! Classification of Codex's tool calls by tool name, arguments and result.

use serde_json::Value;

use super::command_line::command_line;
use super::output::RUNNING;
use super::patch;
use crate::conversation::dialect::ToolCall;
use crate::conversation::turn::{Action, ActionKind};
use crate::sources::ran;

/// Returns the action that a tool call performed.
pub(super) fn action(call: &ToolCall) -> Action {
    let kind = kind(call.tool);
    let still_runs = !call.failed && call.result.is_some_and(runs);
    let exit_status = match kind {
        ActionKind::Command if !still_runs => ran::exit_status(call),
        _ => None,
    };
    let target = target(kind, call.input);
    Action { kind, exit_status, ..Action::of(call).on(&target) }.failing(ran::error_line(call))
}

fn kind(tool: &str) -> ActionKind {
    match tool {
        "exec_command" | "shell" | "shell_command" | "local_shell" | "container.exec" => {
            ActionKind::Command
        }
        patch::TOOL => ActionKind::Edit,
        "view_image" | "read_file" => ActionKind::Read,
        "grep_files" | "list_dir" | "tool_search" => ActionKind::Search,
        "web_search" => ActionKind::Web,
        "spawn_agent" => ActionKind::Agent,
        _ => ActionKind::Other,
    }
}

fn target(kind: ActionKind, input: &Value) -> String {
    let named = |names: &[&str]| {
        let found = names.iter().find_map(|name| input[*name].as_str());
        found.unwrap_or_default().to_owned()
    };
    match kind {
        ActionKind::Command => command_line(input).unwrap_or_default(),
        ActionKind::Edit => {
            input.as_str().and_then(patch::file).map(str::to_owned).unwrap_or_default()
        }
        ActionKind::Read => named(&["path", "file_path"]),
        ActionKind::Search => named(&["pattern", "query", "dir_path"]),
        ActionKind::Web => named(&["url", "query", "pattern"]),
        ActionKind::Agent => named(&["message", "task"]),
        ActionKind::Other | ActionKind::Tag | ActionKind::Label | ActionKind::Headless => {
            named(&["path", "query", "description"])
        }
    }
}

/// Whether a command still ran when its result was written.
pub(super) fn runs(result: &str) -> bool {
    result.starts_with(RUNNING)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(tool: &str, input: &Value, result: &str, failed: bool) -> Action {
        action(&ToolCall { tool, input, result: Some(result), failed })
    }

    #[test]
    fn commands_of_all_versions_have_a_line_and_an_exit_status() {
        for (tool, input) in [
            ("exec_command", json!({ "cmd": "ls /none", "workdir": "/srv" })),
            ("shell_command", json!({ "command": "ls /none" })),
            ("shell", json!({ "command": ["bash", "-lc", "ls /none"] })),
            ("shell", json!({ "command": ["ls", "/none"] })),
            ("local_shell", json!({ "type": "exec", "command": ["ls", "/none"] })),
        ] {
            let failed = run(tool, &input, "Exit code 2\nls: no such file", true);
            assert_eq!((failed.kind, failed.exit_status), (ActionKind::Command, Some(2)));
            assert_eq!(failed.target, "ls /none");
            assert_eq!(failed.error.as_deref(), Some("ls: no such file"));
            assert_eq!(run(tool, &input, "a", false).exit_status, Some(0));
            assert_eq!(
                run(tool, &input, "Process running with session ID\n", false).exit_status,
                None
            );
        }
    }

    #[test]
    fn a_patch_edits_its_file() {
        let edit =
            run("apply_patch", &json!("*** Update File: /a/b.rs\n@@\n-a\n+b"), "Success.", false);
        assert_eq!((edit.kind, edit.target.as_str()), (ActionKind::Edit, "/a/b.rs"));
        let refused =
            run("apply_patch", &json!("*** Update File: /a/b.rs"), "patch rejected by user", true);
        assert_eq!(refused.error.as_deref(), Some("patch rejected by user"));
    }
}
