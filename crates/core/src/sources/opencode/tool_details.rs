//! What OpenCode's tool calls say beyond their actions.

use serde_json::Value;

use super::tools::patch_text;
use crate::conversation::dialect::{CallDetail, FileChange, ToolCall};
use crate::sources::codex::patch;
use crate::sources::input::{self, change, questions, quoted_answers, text, todos};

/// Returns the details of a tool call.
pub(super) fn detail(call: &ToolCall) -> CallDetail {
    let refused = call.result.filter(|_| call.failed);
    let refused = refused.and_then(|result| input::refused(result, REFUSED, SAID));
    let mut detail = CallDetail { refused, ..CallDetail::default() };
    match call.tool {
        "bash" => {
            detail.command = text(call.input, "command").map(str::to_owned);
            detail.purpose = text(call.input, "description").map(str::to_owned);
        }
        "edit" | "write" => detail.changes.extend(changed(call.input, call.input)),
        "multiedit" => {
            let edits = call.input["edits"].as_array().into_iter().flatten();
            detail.changes.extend(edits.filter_map(|edit| changed(call.input, edit)));
        }
        "apply_patch" | "patch" => {
            detail.changes = patch_text(call).map(patch::all_changes).unwrap_or_default();
        }
        "todowrite" => detail.tasks.extend(todos(call.input)),
        "question" => detail.answered = answered(call),
        _ => {}
    }
    if call.failed {
        detail.changes.clear();
        detail.tasks.clear();
    }
    detail
}

/// Beginning of the error of a call that the person did not allow, and the text before their
/// words in it.
const REFUSED: &str = "The user rejected permission to use this specific tool call";
const SAID: &str = "with the following feedback:";

/// Beginnings of results that hold a person's words.
pub(super) const SPOKEN: [&str; 2] = [REFUSED, "User has answered your questions"];

fn changed(input: &Value, edit: &Value) -> Option<FileChange> {
    let everywhere = edit["replaceAll"] == Value::Bool(true);
    change(text(input, "filePath")?, edit, ["content", "oldString", "newString"], everywhere)
}

/// Returns the questions with their answers, which the result quotes.
fn answered(call: &ToolCall) -> Vec<(String, String)> {
    let result = call.result.filter(|_| !call.failed).unwrap_or_default();
    quoted_answers(result, &questions(call.input))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::conversation::dialect::{Refused, TaskChange, TaskState};

    fn of(tool: &str, input: &Value, result: &str, failed: bool) -> CallDetail {
        detail(&ToolCall { tool, input, result: Some(result), failed })
    }

    #[test]
    fn a_change_names_the_file_and_both_texts_unless_it_failed() {
        let edit = json!({ "filePath": "/a/b.rs", "oldString": "one", "newString": "two" });
        let found = &of("edit", &edit, "Edit applied.", false).changes[0];
        assert_eq!((found.file.as_str(), found.old.as_deref()), ("/a/b.rs", Some("one")));
        assert_eq!(of("edit", &edit, "Could not find oldString", true).changes, []);
        let write = json!({ "filePath": "/a/c.rs", "content": "three\n" });
        let found = &of("write", &write, "Wrote file", false).changes[0];
        assert_eq!((found.old.as_deref(), found.new.as_str()), (None, "three\n"));
        let edits = json!([{ "oldString": "a", "newString": "b", "replaceAll": true }]);
        let many = json!({ "filePath": "/a/d.rs", "edits": edits });
        assert!(of("multiedit", &many, "ok", false).changes[0].everywhere);
    }

    #[test]
    fn a_patch_changes_all_its_files() {
        let patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: b.rs\n@@\n-two\n+three\n*** End Patch";
        let found = of("apply_patch", &json!({ "patchText": patch }), "Success.", false).changes;
        let files: Vec<_> = found.iter().map(|change| change.file.as_str()).collect();
        assert_eq!(files, ["a.txt", "b.rs"]);
    }

    #[test]
    fn a_refused_call_has_the_words_of_the_person() {
        let input = json!({ "command": "rm a" });
        let silent = format!("{REFUSED}.");
        assert_eq!(of("bash", &input, &silent, true).refused, Some(Refused::default()));
        let told = format!("{REFUSED} {SAID} keep it");
        let said = Refused { said: Some("keep it".into()) };
        assert_eq!(of("bash", &input, &told, true).refused, Some(said));
        assert_eq!(of("bash", &input, "Exit code 1\nno", true).refused, None);
    }

    #[test]
    fn tasks_and_answers_are_read() {
        let todos = json!({ "todos": [{ "content": "one", "status": "in_progress" }] });
        let list = vec![("one".to_owned(), TaskState::Started)];
        assert_eq!(of("todowrite", &todos, "ok", false).tasks, [TaskChange::List(list)]);
        let asked = json!({ "questions": [{ "question": "Red?" }, { "question": "When?" }] });
        let said = "User has answered your questions: \"Red?\"=\"\", \"When?\"=\"now\". Go on.";
        let answered = of("question", &asked, said, false).answered;
        assert_eq!(answered, [("When?".to_owned(), "now".to_owned())]);
    }
}
