//! What Codex's tool calls say beyond their actions: command lines, changes of files, plans,
//! answered questions, refusals.

use serde_json::Value;

use super::command_line::command_line;
use super::{patch, tools};
use crate::conversation::dialect::{CallDetail, Refused, TaskChange, ToolCall};
use crate::conversation::turn::ActionKind;
use crate::sources::input::task_state;

/// Returns the details of a tool call.
pub(super) fn detail(call: &ToolCall) -> CallDetail {
    let refused = call.result.filter(|_| call.failed).and_then(refused);
    let mut detail = CallDetail { refused, ..CallDetail::default() };
    if tools::action(call).kind == ActionKind::Command {
        detail.command = command_line(call.input).filter(|line| !line.trim().is_empty());
        detail.purpose = call.input["justification"].as_str().map(str::to_owned);
        detail.in_background = call.result.is_some_and(tools::runs);
    }
    if call.failed {
        return detail;
    }
    match call.tool {
        patch::TOOL => detail.changes = call.input.as_str().map(patch::changes).unwrap_or_default(),
        "update_plan" => detail.tasks.extend(plan(call.input)),
        "request_user_input" => detail.answered = answered(call),
        _ => {}
    }
    detail
}

/// Beginnings of results that hold a person's words.
pub(super) const SPOKEN: [&str; 1] = ["{\"answers\":"];

/// Endings of the first line of a result of a call that the person did not allow.
const REFUSED: [&str; 2] = ["rejected by user", "denied by user"];

fn refused(result: &str) -> Option<Refused> {
    let first = result.lines().next()?.trim_end_matches('.');
    REFUSED.iter().any(|end| first.ends_with(end)).then(Refused::default)
}

fn plan(input: &Value) -> Option<TaskChange> {
    let steps = input["plan"].as_array()?.iter();
    let steps = steps.filter_map(|step| {
        Some((step["step"].as_str()?.to_owned(), task_state(step["status"].as_str()?)))
    });
    Some(TaskChange::List(steps.collect()))
}

/// Returns the questions with their answers: the result has the answers by the questions' ids.
fn answered(call: &ToolCall) -> Vec<(String, String)> {
    let result = call.result.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let Some(answers) = result.map(|mut result| result["answers"].take()) else {
        return Vec::new();
    };
    let questions = call.input["questions"].as_array().into_iter().flatten();
    let pairs = questions.filter_map(|question| {
        let chosen = answers[question["id"].as_str()?]["answers"].as_array()?.iter();
        let chosen: Vec<&str> = chosen.filter_map(Value::as_str).collect();
        Some((question["question"].as_str()?.to_owned(), chosen.join(", ")))
    });
    pairs.filter(|(_, answer)| !answer.is_empty()).collect()
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
    fn a_plan_is_a_list_of_tasks() {
        let input = json!({ "plan": [{ "step": "one", "status": "completed" }, { "step": "two", "status": "in_progress" }] });
        let list = vec![("one".into(), TaskState::Closed), ("two".into(), TaskState::Started)];
        assert_eq!(
            of("update_plan", &input, "Plan updated", false).tasks,
            [TaskChange::List(list)]
        );
        assert_eq!(of("update_plan", &input, "no", true).tasks, []);
    }

    #[test]
    fn answers_stand_beside_their_questions() {
        let input = json!({ "questions": [{ "id": "where", "question": "Where?" }, { "id": "when", "question": "When?" }] });
        let result = r#"{"answers":{"where":{"answers":["In the weir"]}}}"#;
        let found = of("request_user_input", &input, result, false).answered;
        assert_eq!(found, [("Where?".into(), "In the weir".into())]);
    }

    #[test]
    fn a_refused_patch_changed_nothing() {
        let patch = json!("*** Update File: a\n@@\n-x\n+y");
        let found = of("apply_patch", &patch, "patch rejected by user", true);
        assert_eq!((found.refused, found.changes), (Some(Refused::default()), vec![]));
        assert_eq!(of("apply_patch", &patch, "Success.", false).changes.len(), 1);
    }
}
