//! How agents call our hooks, and what they expect back. Each agent's form is beside its source.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{claude_code, codex, copilot, cursor_agent, gemini, opencode, qwen};
use crate::json;
use crate::surroundings::Surroundings;

/// The input and output of one agent's hooks.
pub trait HookFormat: Sync {
    /// Returns the agent's name.
    fn agent(&self) -> &'static str;

    /// Returns the environment variables that hold paths and that the worker needs too.
    fn paths(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the agent wrote a prompt itself, which begins so.
    fn wrote(&self, prompt: &str) -> bool;

    /// Whether a hook's input is from this agent. The variables that an agent sets do not tell:
    /// others set them too.
    fn owns(&self, fields: &Fields) -> bool;

    /// Reads a hook's input.
    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput;

    /// Whether the agent shows a notice to the person, and not to the model.
    fn shows_notices(&self) -> bool {
        false
    }

    /// Returns the output of a prompt's hook that adds text to the prompt's context.
    fn reply(&self, addition: &str, notice: Option<&str>) -> String;

    /// Returns the output of a session's start that adds text to the session's context; `None` if
    /// the agent must not be told anything then.
    fn reply_at_start(&self, addition: &str, notice: Option<&str>) -> Option<String>;
}

/// A hook's input, in one form for every agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HookInput {
    /// The id of the session.
    pub session: Option<String>,
    /// Its transcript.
    pub transcript_path: Option<String>,
    /// Where the session was started. It does not follow every `cd`.
    pub directory: String,
    /// Where the session works now, if that is another directory.
    pub works_in: Option<String>,
    /// The directory of its start, from an agent whose transcript may name none.
    pub started_in: Option<String>,
    /// What was typed.
    pub prompt: Option<String>,
    /// Identifies this prompt among all; newer agents send it.
    pub prompt_id: Option<String>,
    /// The last text of the turn.
    pub last_answer: Option<String>,
    /// What happened to the context before, when the session started.
    pub start: Option<StartedAs>,
    /// Whether the agent compacts the context by itself, not on a person's request.
    pub compacts_by_itself: bool,
    /// Set inside a subagent.
    pub subagent: Option<String>,
}

/// Whether an agent wrote a prompt itself: no person typed it.
pub fn is_written_by_agent(prompt: &str) -> bool {
    let text = prompt.trim_start();
    std::iter::once(DEFAULT).chain(others()).any(|format| format.wrote(text))
}

/// What happened to the context before a session started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartedAs {
    /// It was compacted.
    Compacted,
    /// It was cleared.
    Cleared,
    /// It is that of another session.
    Forked,
    /// It is as it was: the session goes on.
    Resumed,
}

/// A hook's call: whose it is, and what it says.
pub struct HookCall {
    /// The form of the agent that calls.
    pub format: &'static dyn HookFormat,
    /// What it says.
    pub input: HookInput,
}

impl HookCall {
    /// Reads a hook's input; `None` if it is no object.
    pub fn read(text: &str, around: &Surroundings) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(Value::Object(fields)) = json::value(text) else { return None };
        let fields = Fields(fields);
        let format = others().find(|format| format.owns(&fields)).unwrap_or(DEFAULT);
        Some(Self { format, input: format.input(&fields, around) })
    }
}

/// Other agents call hooks in much the same form: each knows its own, and the rest is this one's.
const DEFAULT: &dyn HookFormat = &claude_code::hook::Format;

/// Returns the environment variables that hold paths of agents.
pub fn paths() -> impl Iterator<Item = &'static str> {
    std::iter::once(DEFAULT).chain(others()).flat_map(|format| format.paths()).copied()
}

/// Returns the forms of the others. Of several that know a call the first counts: the fields of
/// Cursor are added to those of the hook that it runs.
fn others() -> impl Iterator<Item = &'static dyn HookFormat> {
    let others: [&dyn HookFormat; 6] = [
        &cursor_agent::hook::Format,
        &codex::hook::Format,
        &copilot::hook::Format,
        &gemini::hook::Format,
        &qwen::hook::Format,
        &opencode::hook::Format,
    ];
    others.into_iter()
}

/// A hook's input as its JSON has it: any field may be missing, or of any type.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Returns a field's text, which may be empty.
    pub(in crate::sources) fn text_of(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Returns a field's text; `None` if it is missing, empty or of another type.
    pub(in crate::sources) fn text(&self, name: &str) -> Option<String> {
        self.text_of(name).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// Returns a field's list.
    pub(in crate::sources) fn list(&self, name: &str) -> Option<&Vec<Value>> {
        self.0.get(name).and_then(Value::as_array)
    }

    /// Reads an input in the form that Claude Code introduced and others took over.
    pub(in crate::sources) fn common_input(&self, around: &Surroundings) -> HookInput {
        HookInput {
            session: self.text("session_id"),
            transcript_path: self.text("transcript_path"),
            directory: self
                .text("cwd")
                .unwrap_or_else(|| around.cwd.to_string_lossy().into_owned()),
            works_in: None,
            started_in: None,
            prompt: self.text("prompt"),
            // Only Claude Code has a server that could answer a prompt a second time.
            prompt_id: None,
            last_answer: self.text("last_assistant_message"),
            // `startup` and `new` begin with an empty context.
            start: match self.text_of("source") {
                Some("compact") => Some(StartedAs::Compacted),
                Some("clear") => Some(StartedAs::Cleared),
                Some("fork") => Some(StartedAs::Forked),
                Some("resume") => Some(StartedAs::Resumed),
                _ => None,
            },
            compacts_by_itself: self.text_of("trigger") == Some("auto"),
            subagent: self.text("agent_id"),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommonReply<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<SpecificOutput<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SpecificOutput<'a> {
    hook_event_name: &'a str,
    additional_context: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainReply<'a> {
    additional_context: &'a str,
}

/// Returns the output that adds text to the context, or shows a notice alone, in the form that Claude
/// Code introduced.
pub(in crate::sources) fn common_reply(
    event: &str,
    addition: &str,
    notice: Option<&str>,
) -> String {
    let hook_specific_output = (!addition.is_empty())
        .then_some(SpecificOutput { hook_event_name: event, additional_context: addition });
    written(&CommonReply { system_message: notice, hook_specific_output })
}

/// Returns the output that adds text to the context, of a client that reads this field alone.
pub(in crate::sources) fn plain_reply(addition: &str) -> String {
    written(&PlainReply { additional_context: addition })
}

fn written(reply: &impl Serialize) -> String {
    serde_json::to_string(reply).unwrap_or_default()
}

#[cfg(test)]
mod tests;
