//! Fields of a tool call's input that several agents write alike.

use serde_json::Value;

use crate::conversation::dialect::TaskState;

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
