//! What Claude Code's tool calls say beyond their actions: tasks, refusals, answered questions,
//! changes of files.

use serde_json::Value;

use crate::conversation::dialect::{CallDetail, FileChange, Refused, TaskChange, ToolCall};
use crate::sources::input::{change, questions, quoted_answers, task_state, text, todos};

/// Returns the details of a tool call.
pub(super) fn detail(call: &ToolCall) -> CallDetail {
    let refused = call.result.filter(|_| call.failed).and_then(refused);
    let mut detail = CallDetail { refused, ..CallDetail::default() };
    match call.tool {
        "Bash" | "PowerShell" => {
            detail.command = text(call.input, "command").map(str::to_owned);
            detail.purpose = call.input["description"].as_str().map(str::to_owned);
            detail.in_background = call.input["run_in_background"] == Value::Bool(true)
                || call.result.is_some_and(|text| text.starts_with(IN_BACKGROUND));
        }
        "Write" | "Edit" | "MultiEdit" => detail.changes = changes(call),
        "TodoWrite" => detail.tasks.extend(todos(call.input)),
        "TaskCreate" => detail.tasks.extend(added(call)),
        "TaskUpdate" => detail.tasks.extend(moved(call)),
        "AskUserQuestion" => detail.answered = answered(call),
        "ExitPlanMode" | "exit_plan_mode" => detail.plan = plan(call),
        _ => {}
    }
    if detail.refused.is_some() || call.failed {
        detail.changes.clear();
        detail.tasks.clear();
    }
    detail
}

/// Beginning of the result of a command that runs on.
const IN_BACKGROUND: &str = "Command running in background";

/// Beginnings of results that hold a person's words.
pub(super) const SPOKEN: [&str; 6] = [
    REFUSED[0],
    REFUSED[1],
    REFUSED[2],
    "User has answered your questions",
    "Your questions have been answered",
    APPROVED,
];

/// Beginnings of the result of a call that the person did not allow.
const REFUSED: [&str; 3] = [
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action",
    "The agent proposed a plan that was rejected by the user",
];
/// The texts before the person's words in it.
const SAID: [&str; 3] =
    ["the user said:\n", "The user said:\n", "provided the following reason for the rejection:"];
/// The text before the plan in it.
const REJECTED_PLAN: &str = "Rejected plan:\n";

/// Beginning of the result of a plan that the person approved, and of the heading before it there.
const APPROVED: &str = "User has approved";
const APPROVED_PLAN: &str = "## Approved Plan";
/// Beginning of what the client says there in the person's name.
const WANTS_TO_CLARIFY: &str = "The user wants to clarify these questions";

fn refused(result: &str) -> Option<Refused> {
    if !REFUSED.iter().any(|start| result.trim_start().starts_with(start)) {
        return None;
    }
    let said = SAID.iter().find_map(|before| result.split_once(before));
    let said = said.map(|(_, said)| said.trim());
    // Newer clients add a note after the words.
    let said =
        said.map(|said| said.split("\n\nNote: The user's next message").next().unwrap_or(said));
    let said = said.filter(|said| !said.is_empty() && !said.starts_with(WANTS_TO_CLARIFY));
    Some(Refused { said: said.map(str::to_owned) })
}

/// Names of a text written whole, of the text that is replaced, and of the one in its place.
const TEXTS: [&str; 3] = ["content", "old_string", "new_string"];

fn changes(call: &ToolCall) -> Vec<FileChange> {
    let Some(file) = call.input["file_path"].as_str() else { return Vec::new() };
    let changed = |edit: &Value| change(file, edit, TEXTS, edit["replace_all"] == true);
    match call.input["edits"].as_array().filter(|_| !call.input["content"].is_string()) {
        Some(edits) => edits.iter().filter_map(changed).collect(),
        None => changed(call.input).into_iter().collect(),
    }
}

fn added(call: &ToolCall) -> Option<TaskChange> {
    let title = text(call.input, "subject")?.to_owned();
    let number = |result: &str| {
        let digits = result.split_once('#')?.1;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        Some(digits[..end].to_owned()).filter(|digits| !digits.is_empty())
    };
    Some(TaskChange::Added { id: call.result.and_then(number), title })
}

fn moved(call: &ToolCall) -> Option<TaskChange> {
    let id = &call.input["taskId"];
    let id = id.as_str().map(str::to_owned).or_else(|| id.as_u64().map(|id| id.to_string()))?;
    Some(TaskChange::Moved { id, to: task_state(call.input["status"].as_str()?) })
}

/// Returns the questions with their answers: the result quotes them, also of a person who then wanted
/// to clarify the questions.
fn answered(call: &ToolCall) -> Vec<(String, String)> {
    let Some(result) = call.result else { return Vec::new() };
    let questions = questions(call.input);
    if !call.failed {
        return quoted_answers(result, &questions);
    }
    let before = |question: &str| format!("- \"{question}\"\n  Answer: ");
    let pairs = questions.iter().filter_map(|question| {
        let (_, rest) = result.split_once(&before(question))?;
        let answer = rest.split("\n- \"").next().unwrap_or(rest).trim();
        Some(((*question).to_owned(), answer.to_owned())).filter(|_| !answer.is_empty())
    });
    pairs.collect()
}

/// Returns the plan of a call: as the agent wrote it, or as the person edited it before approving.
fn plan(call: &ToolCall) -> Option<String> {
    let approved = call.result.filter(|_| !call.failed).and_then(|result| {
        let (heading, plan) = result.split_once(APPROVED_PLAN)?.1.split_once('\n')?;
        Some((heading.contains("edited"), plan))
    });
    let rejected = call.result.and_then(|result| Some(result.split_once(REJECTED_PLAN)?.1));
    let written = text(call.input, "plan").or(rejected);
    let plan = match (written, approved) {
        (Some(_), Some((true, edited))) => edited,
        (Some(written), _) => written,
        (None, approved) => approved?.1,
    };
    Some(plan.trim().to_owned()).filter(|plan| !plan.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::conversation::dialect::TaskState;

    fn of(tool: &str, input: &Value, result: &str, failed: bool) -> CallDetail {
        detail(&ToolCall { tool, input, result: Some(result), failed })
    }

    #[test]
    fn a_refused_call_has_the_words_of_the_person() {
        let text = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell \
            you how to proceed, the user said:\nkeep the old name\n";
        let edit = json!({ "old_string": "a", "new_string": "b" });
        let found = of("Edit", &edit, text, true);
        assert_eq!(found.refused.unwrap().said.as_deref(), Some("keep the old name"));
        assert_eq!(found.changes, [], "a refused edit replaced nothing");
        let silent = "The user doesn't want to proceed with this tool use. STOP what you are doing";
        assert_eq!(of("Bash", &json!({}), silent, true).refused, Some(Refused::default()));
        assert_eq!(of("Bash", &json!({}), "Exit code 1", true).refused, None);
    }

    #[test]
    fn tasks_are_listed_added_and_moved() {
        let todos = json!({ "todos": [
            { "content": "one", "status": "completed" }, { "content": "two", "status": "in_progress" },
        ] });
        let list =
            vec![("one".to_owned(), TaskState::Closed), ("two".to_owned(), TaskState::Started)];
        assert_eq!(of("TodoWrite", &todos, "ok", false).tasks, [TaskChange::List(list)]);
        let create = json!({ "subject": "three" });
        let added = TaskChange::Added { id: Some("12".into()), title: "three".into() };
        let text = "Task #12 created successfully: three";
        assert_eq!(of("TaskCreate", &create, text, false).tasks, [added]);
        let update = json!({ "taskId": "12", "status": "completed" });
        let moved = TaskChange::Moved { id: "12".into(), to: TaskState::Closed };
        assert_eq!(of("TaskUpdate", &update, "ok", false).tasks, [moved]);
        assert_eq!(of("TaskUpdate", &json!({ "taskId": "12" }), "ok", false).tasks, []);
    }

    #[test]
    fn answers_stand_beside_their_questions() {
        let input =
            json!({ "questions": [{ "question": "Which one?" }, { "question": "And when?" }] });
        let text = "User has answered your questions: \"Which one?\"=\"The red one\", \
            \"And when?\"=\"Now\". You can now continue with the user's answers in mind.";
        let found = of("AskUserQuestion", &input, text, false).answered;
        let pair = |q: &str, a: &str| (q.to_owned(), a.to_owned());
        assert_eq!(found, [pair("Which one?", "The red one"), pair("And when?", "Now")]);
    }
}
