//! What Copilot CLI's tool calls say beyond their actions.

use serde_json::Value;

use crate::conversation::dialect::{CallDetail, FileChange, TaskChange, TaskState, ToolCall};
use crate::sources::codex::patch;
use crate::sources::input::{refused, text};

/// Returns the details of a tool call.
pub(super) fn detail(call: &ToolCall) -> CallDetail {
    let refused = call.result.and_then(|result| match call.tool {
        "exit_plan_mode" => refused(result, REFUSED_PLAN, SAID),
        _ if call.failed => refused(result, REFUSED, SAID),
        _ => None,
    });
    let mut detail = CallDetail { refused, ..CallDetail::default() };
    match call.tool {
        "bash" | "powershell" => {
            detail.command = text(call.input, "command").map(str::to_owned);
            detail.purpose = text(call.input, "description").map(str::to_owned);
            detail.in_background = in_background(call);
        }
        "apply_patch" => {
            detail.changes = call.input.as_str().map(patch::all_changes).unwrap_or_default();
        }
        "edit" | "create" | "str_replace_editor" => detail.changes.extend(change(call.input)),
        "update_todo" => detail.tasks.extend(list(call.input)),
        "ask_user" => detail.answered.extend(answered(call)),
        "exit_plan_mode" => detail.plan = text(call.input, "summary").map(str::to_owned),
        _ => {}
    }
    if call.failed {
        detail.changes.clear();
        detail.tasks.clear();
    }
    detail
}

/// Whether a command still ran when its result was written.
pub(super) fn in_background(call: &ToolCall) -> bool {
    let running = |text: &str| {
        let last = text.trim_end().lines().next_back().unwrap_or_default();
        last.starts_with("<command ") && (last.contains("running") || last.contains("started"))
    };
    call.input["mode"] == "async" || call.result.is_some_and(running)
}

/// Beginning of the result of a call that the person did not allow, and the text before their
/// words in it.
const REFUSED: &str = "The user rejected this tool call";
const SAID: &str = "eedback:";

/// Beginning of the result of a plan that the person did not approve.
const REFUSED_PLAN: &str = "Plan not approved";

/// Beginnings of the result of a question that the person answered.
const ANSWERED: [&str; 2] = ["User selected: ", "User responded: "];

/// Beginnings of results that hold a person's words.
pub(super) const SPOKEN: [&str; 4] = [REFUSED, REFUSED_PLAN, ANSWERED[0], ANSWERED[1]];

fn change(input: &Value) -> Option<FileChange> {
    let file = text(input, "path")?.to_owned();
    let of = |old: Option<&str>, new: &str| FileChange {
        file,
        old: old.map(str::to_owned),
        new: new.to_owned(),
        everywhere: false,
    };
    match (input["file_text"].as_str(), input["old_str"].as_str()) {
        (Some(content), _) => Some(of(None, content)),
        (None, Some(old)) => Some(of(Some(old), input["new_str"].as_str().unwrap_or_default())),
        (None, None) => None,
    }
}

/// Returns the list of tasks, which is written as a list of check boxes.
fn list(input: &Value) -> Option<TaskChange> {
    let tasks = input["todos"].as_str()?.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches(['-', '*']).trim_start();
        let (mark, title) = line.strip_prefix('[')?.split_once(']')?;
        let state = match mark.trim() {
            "" => TaskState::Pending,
            "x" | "X" => TaskState::Closed,
            _ => TaskState::Started,
        };
        Some((title.trim().to_owned(), state))
    });
    let tasks: Vec<_> = tasks.collect();
    (!tasks.is_empty()).then_some(TaskChange::List(tasks))
}

fn answered(call: &ToolCall) -> Option<(String, String)> {
    let result = call.result.filter(|_| !call.failed)?;
    let answer = ANSWERED.iter().find_map(|begin| result.strip_prefix(*begin))?.trim();
    Some((text(call.input, "question")?.to_owned(), answer.to_owned()))
        .filter(|(_, said)| !said.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::conversation::dialect::Refused;

    fn of(tool: &str, input: &Value, result: &str, failed: bool) -> CallDetail {
        detail(&ToolCall { tool, input, result: Some(result), failed })
    }

    #[test]
    fn a_change_names_the_file_and_both_texts_unless_it_failed() {
        let edit = json!({ "path": "/a/b.rs", "old_str": "one", "new_str": "two" });
        let change = FileChange {
            file: "/a/b.rs".into(),
            old: Some("one".into()),
            new: "two".into(),
            everywhere: false,
        };
        assert_eq!(of("edit", &edit, "updated", false).changes, [change]);
        assert_eq!(of("edit", &edit, "No match found", true).changes, []);
        let create = json!({ "path": "/a/c.rs", "file_text": "three\n" });
        let changes = of("create", &create, "Created", false).changes;
        assert_eq!((changes[0].old.as_deref(), changes[0].new.as_str()), (None, "three\n"));
    }

    #[test]
    fn a_patch_changes_all_its_files() {
        let patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: b.rs\n@@\n-two\n+three\n*** End Patch";
        let found = of("apply_patch", &json!(patch), "Done", false).changes;
        let files: Vec<_> =
            found.iter().map(|change| (change.file.as_str(), change.new.as_str())).collect();
        assert_eq!(files, [("a.txt", "one"), ("b.rs", "three")]);
    }

    #[test]
    fn a_refused_call_has_the_words_of_the_person() {
        let input = json!({ "command": "rm a" });
        let said = "The user rejected this tool call. User feedback: keep it";
        let refused = of("bash", &input, said, true).refused;
        assert_eq!(refused, Some(Refused { said: Some("keep it".into()) }));
        let silent = of("bash", &input, "The user rejected this tool call.", true).refused;
        assert_eq!(silent, Some(Refused::default()));
        assert_eq!(of("bash", &input, "Exit code 1\nno", true).refused, None);
    }

    #[test]
    fn an_answer_stands_beside_its_question() {
        let input = json!({ "question": "Which one?", "choices": ["red", "blue"] });
        let pair = [("Which one?".to_owned(), "red".to_owned())];
        assert_eq!(of("ask_user", &input, "User selected: red", false).answered, pair);
        assert_eq!(of("ask_user", &input, "Nobody was there", false).answered, []);
    }

    #[test]
    fn tasks_are_check_boxes() {
        let input = json!({ "todos": "- [x] one\n- [ ] two\nnothing" });
        let list =
            vec![("one".to_owned(), TaskState::Closed), ("two".to_owned(), TaskState::Pending)];
        assert_eq!(of("update_todo", &input, "ok", false).tasks, [TaskChange::List(list)]);
    }

    #[test]
    fn a_command_that_runs_on_has_no_outcome() {
        let input = json!({ "command": "serve", "mode": "async" });
        assert!(of("bash", &input, "<command started in background>", false).in_background);
        let input = json!({ "command": "make", "mode": "sync" });
        let text = "half\n<command with shellId: 3 is still running after 30 seconds>";
        assert!(of("bash", &input, text, false).in_background);
        assert!(!of("bash", &input, "all", false).in_background);
    }
}
