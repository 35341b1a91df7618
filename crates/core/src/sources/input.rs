//! Fields of a tool call's input that several agents write alike.

use serde_json::Value;

use crate::conversation::dialect::{FileChange, TaskChange, TaskState};

/// Returns the text of a field that is neither missing nor blank.
pub(super) fn text<'v>(input: &'v Value, name: &str) -> Option<&'v str> {
    input[name].as_str().filter(|text| !text.trim().is_empty())
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
