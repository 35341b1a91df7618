//! The content of events: prompts, answers with their tool calls, results, notes.

use serde_json::Value;

use super::Skip;
use crate::conversation::entry::Block;
use crate::sources::prompts::{begins_with_element, is_slash_command};
use crate::sources::ran;

/// Elements that the client adds to a text.
pub(super) const INJECTED: [&str; 3] =
    ["system_reminder", "system_notification", "current_datetime"];

/// Name prefixes of elements that have a meaning to the client.
pub(super) const RESERVED: [&str; 3] = ["system_", "current_datetime", "skill-context"];

/// Beginning of the source of a prompt that an agent wrote for a subagent.
pub(super) const BY_AGENT: &str = "agent-";

/// Kind of a note about something that ended in the background.
const NOTIFICATION: &str = "task-notification";
/// Kind of a note about a command that the person ran.
const TYPED: &str = "bash";

/// Whether a prompt is a slash command, a shell command, or written by the client.
pub(super) fn is_command(prompt: &str) -> bool {
    let first = prompt.split_whitespace().next().unwrap_or_default();
    let written = begins_with_element(prompt, &RESERVED);
    is_slash_command(prompt) || first == "?" || prompt.starts_with('!') || written
}

/// Returns a prompt that a person typed, or an agent's task for its subagent. Any other source is
/// the client: a skill's text, a schedule, its own going on.
pub(super) fn prompt_blocks(data: &Value) -> Result<Vec<Block>, Skip> {
    let source = data["source"].as_str().unwrap_or_default();
    let typed = source.is_empty() || source == "user";
    if !typed && !source.starts_with(BY_AGENT) {
        return Err(if source.starts_with("skill-") { Skip::Harness } else { Skip::Automatic });
    }
    if data["isAutopilotContinuation"] == Value::Bool(true) {
        return Err(Skip::Automatic);
    }
    let text = data["content"].as_str().unwrap_or_default().to_owned();
    let attachments = data["attachments"].as_array().into_iter().flatten();
    let attachments: Vec<Block> = attachments.map(attachment).collect();
    if text.trim().is_empty() && attachments.is_empty() {
        return Err(Skip::Empty);
    }
    let command = is_command(&text);
    let said = match data["delivery"].as_str() {
        Some("steering") => Block::Steer { text },
        _ => Block::Prompt { text, command },
    };
    Ok([said].into_iter().chain(attachments).collect())
}

fn attachment(attachment: &Value) -> Block {
    let mime = attachment["mimeType"].as_str().unwrap_or_default();
    let kind = if mime.starts_with("image/") { "image" } else { "document" };
    Block::Omitted { kind: kind.to_owned(), bytes: attachment.to_string().len() as u64 }
}

/// Returns an answer and its tool calls.
pub(super) fn answer_blocks(data: &Value) -> Result<Vec<Block>, Skip> {
    let text = data["content"].as_str().unwrap_or_default();
    let answer = (!text.trim().is_empty()).then(|| Block::Answer { text: text.to_owned() });
    let named = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let requests = data["toolRequests"].as_array().into_iter().flatten();
    let calls = requests.map(|request| Block::ToolUse {
        id: named(&request["toolCallId"]),
        name: named(&request["name"]),
        input: request["arguments"].clone(),
    });
    let blocks: Vec<Block> = answer.into_iter().chain(calls).collect();
    match blocks.is_empty() {
        false => Ok(blocks),
        true if data["reasoningText"].is_string() || data["reasoningOpaque"].is_string() => {
            Err(Skip::Thinking)
        }
        true => Err(Skip::Empty),
    }
}

/// Returns the result of a tool call. Of a command it has the exit status in front, and not the
/// line that the client adds to its output.
pub(super) fn result_blocks(data: &Value) -> Vec<Block> {
    let id = data["toolCallId"].as_str().unwrap_or_default().to_owned();
    let said = [&data["result"]["content"], &data["error"]["message"]];
    let text = said.into_iter().find_map(Value::as_str).unwrap_or_default();
    let failed = data["success"] == Value::Bool(false);
    let (output, told) = without_exit_line(text);
    let status = data["shellExecution"]["exitCode"].as_i64().map(|status| status as i32);
    let (text, failed) = match status.or(told) {
        Some(status) if !failed => ran::stored(output, status),
        _ => (text.to_owned(), failed),
    };
    vec![Block::ToolResult { id, text, failed }]
}

/// Splits the last line from a command's output if it states the exit status, as in
/// `<shellId: 3 completed with exit code 0>`.
fn without_exit_line(text: &str) -> (&str, Option<i32>) {
    let (output, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    let status = last.strip_prefix('<').and_then(|line| line.strip_suffix('>'));
    let status = status.and_then(|line| line.rsplit_once(" with exit code ")?.1.parse().ok());
    if status.is_some() { (output, status) } else { (text, None) }
}

/// Returns what the client told the model about something that ended in the background.
pub(super) fn note_blocks(data: &Value) -> Result<Vec<Block>, Skip> {
    let text = data["content"].as_str().unwrap_or_default().trim();
    let inner = text.strip_prefix("<system_notification>");
    let inner = inner.and_then(|text| text.strip_suffix("</system_notification>"));
    let text = inner.unwrap_or(text).trim().to_owned();
    if text.is_empty() {
        return Err(Skip::Empty);
    }
    Ok(vec![Block::Note { kind: NOTIFICATION.to_owned(), text }])
}

/// Returns a command that the person ran without the model.
pub(super) fn typed_command(data: &Value) -> Vec<Block> {
    let text = data["arguments"]["command"].as_str().or(data["toolName"].as_str());
    vec![Block::Note { kind: TYPED.to_owned(), text: text.unwrap_or_default().to_owned() }]
}
