//! Fields of a tool call's input that several agents write alike.

use serde_json::Value;

use crate::conversation::dialect::{FileChange, Refused, TaskChange, TaskState};

/// Returns the text of a field that is neither missing nor blank.
pub(super) fn text<'v>(input: &'v Value, name: &str) -> Option<&'v str> {
    input[name].as_str().filter(|text| !text.trim().is_empty())
}

/// Returns the refusal that a result tells which begins so, with the person's words behind `before`.
pub(super) fn refused(result: &str, begins: &str, before: &str) -> Option<Refused> {
    let rest = result.trim_start().strip_prefix(begins)?;
    let said = rest.split_once(before).map(|(_, said)| said.trim().to_owned());
    Some(Refused { said: said.filter(|said| !said.is_empty()) })
}

/// Returns the state of a task by its name; any other name ends it.
pub(super) fn task_state(name: &str) -> TaskState {
    match name {
        "pending" => TaskState::Pending,
        "in_progress" => TaskState::Started,
        _ => TaskState::Closed,
    }
}

/// Returns the change that a call or one edit of it makes to a file: the whole text of it, or a text
/// and what takes its place. `names` are those of the three fields.
pub(super) fn change(
    file: &str,
    edit: &Value,
    names: [&str; 3],
    everywhere: bool,
) -> Option<FileChange> {
    let [whole, old, new] = names.map(|name| edit[name].as_str());
    let file = file.to_owned();
    if let Some(content) = whole {
        return Some(FileChange { file, old: None, new: content.to_owned(), everywhere: false });
    }
    Some(FileChange { file, old: Some(old?.to_owned()), new: new?.to_owned(), everywhere })
}

/// Returns the list of tasks of a call that names all of them.
pub(super) fn todos(input: &Value) -> Option<TaskChange> {
    let tasks = input["todos"].as_array()?.iter().filter_map(|task| {
        let state = task_state(task["status"].as_str()?);
        Some((text(task, "content")?.to_owned(), state))
    });
    Some(TaskChange::List(tasks.collect()))
}

/// What follows the answers in a result that quotes them.
const GO_ON: &str = ". You can now continue";

/// Returns questions with their answers, where the result quotes both: `"question"="answer", …`. An
/// answer may have quotation marks in it. A remark of the person's follows its answer.
pub(super) fn quoted_answers(result: &str, questions: &[&str]) -> Vec<(String, String)> {
    let result = result.rsplit_once(GO_ON).map_or(result, |(answers, _)| answers);
    let quoted = |question: &str| format!("\"{question}\"=\"");
    let pairs = questions.iter().filter_map(|question| {
        let (_, rest) = result.split_once(&quoted(question))?;
        let next = questions.iter().filter_map(|other| rest.find(&format!(", {}", quoted(other))));
        let rest = &rest[..next.min().unwrap_or(rest.len())];
        let (answer, remark) = with_remark(rest.trim_end());
        let said = [answer, remark].join("\n");
        Some(((*question).to_owned(), said.trim().to_owned()))
    });
    pairs.filter(|(_, said)| !said.is_empty()).collect()
}

/// What may stand behind a quoted answer: what was shown beside the choice, and the person's remark.
const PREVIEW: &str = "\" selected preview:";
const REMARK: &str = " user notes:";

fn with_remark(rest: &str) -> (&str, &str) {
    let (rest, remark) = rest.rsplit_once(REMARK).unwrap_or((rest, ""));
    let (answer, _) =
        rest.split_once(PREVIEW).or_else(|| rest.rsplit_once('"')).unwrap_or((rest, ""));
    (answer, remark.trim())
}

/// Returns the texts of the questions of a call.
pub(super) fn questions(input: &Value) -> Vec<&str> {
    let questions = input["questions"].as_array().into_iter().flatten();
    questions.filter_map(|question| text(question, "question")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_may_hold_what_separates_answers() {
        let asked = ["Which?", "When?"];
        let result = r#"User has answered: "Which?"="the "red", "old" one". Not blue", "When?"="now" selected preview:
a: b user notes: but slowly. You can now continue with the user's answers in mind."#;
        let pair = |question: &str, answer: &str| (question.to_owned(), answer.to_owned());
        let wanted = [
            pair("Which?", r#"the "red", "old" one". Not blue"#),
            pair("When?", "now\nbut slowly"),
        ];
        assert_eq!(quoted_answers(result, &asked), wanted);
        for told in [r#""When?"="now""#, r#""Which?"="", "When?"="now". Go on."#] {
            assert_eq!(quoted_answers(told, &asked), [pair("When?", "now")], "{told}");
        }
        assert_eq!(quoted_answers(r#""When?"="". You can now continue"#, &asked), []);
    }
}
