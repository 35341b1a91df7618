//! Actions: what the model did in a turn, derived from its tool uses and their results.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::label::labels;
use crate::conversation::dialect::{Dialect, TaskChange, ToolCall};
use crate::conversation::entry::{Block, Entry};
use crate::item::hashtags::hashtags;
use crate::terminal::plain;

/// A tool use with its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Action {
    /// Name of the tool, as the agent spells it.
    pub tool: String,
    /// What the tool does.
    pub kind: ActionKind,
    /// The file, command, pattern, address or task of the call; cut to 500 characters.
    pub target: String,
    /// Exit status of a command, when known.
    pub exit_status: Option<i32>,
    /// First line of the error, when the call failed; cut to 500 characters.
    pub error: Option<String>,
}

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// Reads a file.
    Read,
    /// Creates or changes a file.
    Edit,
    /// Runs a command.
    Command,
    /// Looks for files or text.
    Search,
    /// Reads the web.
    Web,
    /// Starts another agent.
    Agent,
    /// No call, but a tag in an answer or in an edit, such as `POISON_PATH`.
    Tag,
    /// No call, but a label of a session: its title, a pull request.
    Label,
    /// No call, but the mark of a turn whose prompt a program sent.
    Headless,
    /// Anything else.
    Other,
}

/// Maximum length of a target and of an error, in characters.
const TEXT_CHARS_MAX: usize = 500;

impl ActionKind {
    /// Kinds that stand for a fact of the turn, and for no call.
    pub const WITHOUT_CALL: [Self; 3] = [Self::Tag, Self::Label, Self::Headless];

    /// Returns the kind with this name; any other name gives [`Self::Other`].
    pub fn named(name: &str) -> Self {
        use ActionKind::{Agent, Command, Edit, Headless, Label, Other, Read, Search, Tag, Web};
        let kinds = [Read, Edit, Command, Search, Web, Agent, Tag, Label, Headless];
        kinds.into_iter().find(|kind| kind.name() == name).unwrap_or(Other)
    }

    /// Returns the name that is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Command => "command",
            Self::Search => "search",
            Self::Web => "web",
            Self::Agent => "agent",
            Self::Tag => "tag",
            Self::Label => "label",
            Self::Headless => "headless",
            Self::Other => "other",
        }
    }
}

/// Results of tool calls by the id of the call: the kept text, and whether the call failed.
pub type Results<'e> = HashMap<&'e str, (&'e str, bool)>;

/// Returns the results of the tool calls of a turn; of several with one id, the first.
pub fn results(entries: &[Entry]) -> Results<'_> {
    let mut results = Results::new();
    for block in entries.iter().flat_map(|entry| &entry.blocks) {
        if let Block::ToolResult { id, text, failed } = block {
            results.entry(id).or_insert((text, *failed));
        }
    }
    results
}

/// Returns the actions of a turn, one for each tool use, in call order.
pub fn actions(entries: &[Entry], dialect: &Dialect) -> Vec<Action> {
    let results = results(entries);
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    let calls = blocks.filter_map(|block| call(block, &results));
    calls.map(|call| acted(&call, dialect)).collect()
}

/// Returns the action of a call. One that changes the agent's list of tasks is about those tasks.
fn acted(call: &ToolCall, dialect: &Dialect) -> Action {
    let action = (dialect.action)(call);
    if action.kind != ActionKind::Other || !action.target.is_empty() {
        return action;
    }
    let tasks = (dialect.detail)(call).tasks.into_iter();
    let titles = tasks.flat_map(|task| match task {
        TaskChange::List(tasks) => tasks.into_iter().map(|(title, _)| title).collect(),
        TaskChange::Added { title, .. } => vec![title],
        TaskChange::Moved { .. } => Vec::new(),
    });
    let target = short(&titles.collect::<Vec<_>>().join("; "));
    Action { target, ..action }
}

/// Returns the tags in the answers and edits of a turn, each once, as actions of their own kind.
pub fn tags(entries: &[Entry], dialect: &Dialect) -> Vec<Action> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        for name in hashtags(text) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    };
    for block in entries.iter().flat_map(|entry| &entry.blocks) {
        match block {
            Block::Answer { text } | Block::Reported { text } => add(text),
            Block::ToolUse { name, input, .. } => {
                let call = ToolCall { tool: name, input, result: None, failed: false };
                if (dialect.action)(&call).kind == ActionKind::Edit {
                    each_text(input, &mut add);
                }
            }
            _ => {}
        }
    }
    names.iter().map(|name| Action::without_call(ActionKind::Tag, name)).collect()
}

/// Returns the labels in a turn, each once, as actions of their own kind.
pub fn label_actions(entries: &[Entry]) -> Vec<Action> {
    let texts: BTreeSet<_> = labels(entries).map(|(_, _, text)| plain(text)).collect();
    texts.iter().map(|text| Action::without_call(ActionKind::Label, text)).collect()
}

fn each_text(value: &Value, take: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, take)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, take)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the tool call of a block, with its result; `None` for a block that is no call.
pub fn call<'e>(block: &'e Block, results: &Results<'e>) -> Option<ToolCall<'e>> {
    let Block::ToolUse { id, name, input } = block else { return None };
    let result = results.get(id.as_str());
    let failed = result.is_some_and(|(_, failed)| *failed);
    Some(ToolCall { tool: name, input, result: result.map(|(text, _)| *text), failed })
}

impl Action {
    /// Returns an action that stands for a fact of the turn.
    pub fn without_call(kind: ActionKind, target: &str) -> Self {
        let (tool, target) = (String::new(), target.to_owned());
        Self { tool, kind, target, exit_status: None, error: None }
    }

    /// Returns a default action for a call, with kind [`ActionKind::Other`]. A source fills in what
    /// it knows.
    pub fn of(call: &ToolCall) -> Self {
        Self {
            tool: call.tool.to_owned(),
            kind: ActionKind::Other,
            target: String::new(),
            exit_status: None,
            error: None,
        }
    }

    /// Sets the target (file, command, pattern, address or task), cut to 500 characters.
    #[must_use]
    pub fn on(self, target: &str) -> Self {
        Self { target: short(target), ..self }
    }

    /// Sets the line that states the error, cut to 500 characters.
    #[must_use]
    pub fn failing(self, error: Option<&str>) -> Self {
        Self { error: error.map(|line| short(&plain(line))), ..self }
    }
}

fn short(text: &str) -> String {
    text.chars().take(TEXT_CHARS_MAX).collect()
}
