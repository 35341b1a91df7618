//! What the tool calls of Gemini CLI and Qwen Code say beyond their actions.

use serde_json::Value;

use super::parts::SHELL;
use crate::conversation::dialect::{
    CallDetail, FileChange, Refused, TaskChange, TaskState, ToolCall,
};
use crate::sources::input::{change, task_state, text};

/// Returns the details of a tool call.
pub(in crate::sources) fn detail(call: &ToolCall) -> CallDetail {
    let refused = call.result.and_then(|result| match call.tool {
        PLAN => refused_plan(result),
        _ => (call.failed && result.starts_with(REFUSED)).then(Refused::default),
    });
    let mut detail = CallDetail { refused, ..CallDetail::default() };
    match call.tool {
        SHELL => {
            detail.command = text(call.input, "command").map(str::to_owned);
            detail.purpose = text(call.input, "description").map(str::to_owned);
            detail.in_background = in_background(call);
        }
        "write_file" | "replace" | "edit" => detail.changes.extend(changed(call.input)),
        "write_todos" | "todo_write" => detail.tasks.extend(list(call.input)),
        "ask_user" | "ask_user_question" => detail.answered = answered(call),
        PLAN => detail.plan = text(call.input, "plan").map(str::to_owned),
        _ => {}
    }
    if call.failed {
        detail.changes.clear();
        detail.tasks.clear();
    }
    detail
}

/// Beginning of the result of a call that the person did not allow or stopped.
const REFUSED: &str = "[Operation Cancelled]";

/// Tool by which the agent asks the person to approve a plan.
const PLAN: &str = "exit_plan_mode";

/// Beginnings of the result of a plan that the person did not approve, and the text before their words
/// in it.
const REFUSED_PLAN: [&str; 2] = ["Plan rejected", "Plan execution was not approved"];
const SAID: &str = "User feedback:";
/// What the client adds behind them.
const AFTER: [&str; 2] = ["\n\nThe plan is stored at:", "\n\nRevise the plan"];

/// Beginning of the result of questions that the person answered, in Qwen Code.
const ANSWERED: &str = "User has provided the following answers";

/// Beginnings of results that hold a person's words.
pub(in crate::sources) const SPOKEN: [&str; 4] =
    ["{\"answers\":", ANSWERED, REFUSED_PLAN[0], REFUSED_PLAN[1]];

fn refused_plan(result: &str) -> Option<Refused> {
    let is_refused = REFUSED_PLAN.iter().any(|start| result.trim_start().starts_with(start));
    let said = result.split_once(SAID).map(|(_, said)| said);
    let said = said.map(|said| {
        let ends = AFTER.iter().filter_map(|after| said.find(after));
        said[..ends.min().unwrap_or(said.len())].trim().to_owned()
    });
    is_refused.then(|| Refused { said: said.filter(|said| !said.is_empty()) })
}

/// Beginnings of the result of a command that runs on.
const IN_BACKGROUND: [&str; 2] = ["Command moved to background", "Background shell"];

/// Whether a command still ran when its result was written.
pub(super) fn in_background(call: &ToolCall) -> bool {
    call.input["is_background"] == Value::Bool(true)
        || call.result.is_some_and(|text| IN_BACKGROUND.iter().any(|start| text.starts_with(start)))
}

fn changed(input: &Value) -> Option<FileChange> {
    let file = text(input, "file_path").or_else(|| text(input, "absolute_path"))?;
    let everywhere = input["allow_multiple"] == Value::Bool(true)
        || input["replace_all"] == Value::Bool(true)
        || input["expected_replacements"].as_u64().is_some_and(|count| count > 1);
    change(file, input, ["content", "old_string", "new_string"], everywhere)
}

fn list(input: &Value) -> Option<TaskChange> {
    let tasks = input["todos"].as_array()?.iter().filter_map(|task| {
        let title = text(task, "description").or_else(|| text(task, "content"))?;
        let state = match task["status"].as_str()? {
            "blocked" => TaskState::Pending,
            name => task_state(name),
        };
        Some((title.to_owned(), state))
    });
    Some(TaskChange::List(tasks.collect()))
}

/// Returns the questions with their answers: the result is JSON with the answers by the number of
/// their question, or a list of them by the heading of their question.
fn answered(call: &ToolCall) -> Vec<(String, String)> {
    let result = call.result.filter(|_| !call.failed).unwrap_or_default();
    let answers = serde_json::from_str::<Value>(result).unwrap_or_default();
    let questions = call.input["questions"].as_array().into_iter().flatten().enumerate();
    let pairs = questions.filter_map(|(number, question)| {
        let by_number = spelled(&answers["answers"][number.to_string()]);
        let heading = text(question, "header").unwrap_or_default();
        let answer = by_number.or_else(|| listed(result, heading)).unwrap_or_default();
        let answer = answer.trim();
        Some((text(question, "question")?.to_owned(), answer.to_owned()))
            .filter(|_| !answer.is_empty())
    });
    pairs.collect()
}

/// Returns an answer, which is a text or a list of choices.
fn spelled(answer: &Value) -> Option<String> {
    let chosen = || answer.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
    answer.as_str().map(str::to_owned).or_else(|| chosen().map(|chosen| chosen.join(", ")))
}

fn listed(result: &str, heading: &str) -> Option<String> {
    let list = result.strip_prefix(ANSWERED)?;
    let (_, rest) = list.split_once(&format!("**{heading}**:"))?;
    Some(rest.split("\n**").next().unwrap_or(rest).to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(tool: &str, input: &Value, result: &str, failed: bool) -> CallDetail {
        detail(&ToolCall { tool, input, result: Some(result), failed })
    }

    #[test]
    fn a_change_names_the_file_and_both_texts_unless_it_failed() {
        let input = json!({ "file_path": "/a/b.rs", "old_string": "one", "new_string": "two" });
        let found = &of("replace", &input, "ok", false).changes[0];
        assert_eq!((found.file.as_str(), found.old.as_deref()), ("/a/b.rs", Some("one")));
        assert!(!found.everywhere);
        assert_eq!(of("replace", &input, "not found", true).changes, []);
        let whole = json!({ "file_path": "/a/c.rs", "content": "three\n" });
        let found = &of("write_file", &whole, "ok", false).changes[0];
        assert_eq!((found.old.as_deref(), found.new.as_str()), (None, "three\n"));
    }

    #[test]
    fn a_cancelled_call_was_refused() {
        let input = json!({ "command": "rm a", "description": "tidy" });
        let text = "[Operation Cancelled] Reason: User denied execution.";
        let found = of(SHELL, &input, text, true);
        assert_eq!(
            (found.refused, found.purpose.as_deref()),
            (Some(Refused::default()), Some("tidy"))
        );
        assert_eq!(of(SHELL, &input, "Exit code 1\nno", true).refused, None);
    }

    #[test]
    fn tasks_and_answers_are_read() {
        let todos = json!({ "todos": [
            { "description": "one", "status": "completed" },
            { "id": "2", "content": "two", "status": "in_progress" },
        ] });
        let list =
            vec![("one".to_owned(), TaskState::Closed), ("two".to_owned(), TaskState::Started)];
        assert_eq!(of("write_todos", &todos, "ok", false).tasks, [TaskChange::List(list)]);
        let asked = json!({ "questions": [{ "question": "Red?" }, { "question": "When?" }] });
        let answered = of("ask_user", &asked, r#"{"answers":{"1":"now"}}"#, false).answered;
        assert_eq!(answered, [("When?".to_owned(), "now".to_owned())]);
    }
}
