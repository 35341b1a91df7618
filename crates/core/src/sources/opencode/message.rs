//! Messages with their parts as entries.
//!
//! The rows of a fork are copied under new ids, but keep their times. So the id of a prompt is a
//! hash of its time and its words, and the id of an answer a hash of its time: a copy of a turn is
//! the same turn. A message that grows has the size of what it says as its revision, and the largest
//! once it is complete.

use serde_json::Value;

use super::tool_details::SPOKEN;
use super::{Skip, speech};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::json;
use crate::secrets::Masker;
use crate::sources::ran;
use crate::sources::unknown::unknown_value;

/// What is known of a session beside its messages.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Session {
    /// The session, or the one that called this subagent.
    pub id: String,
    /// The subagent's own session.
    pub subagent: Option<String>,
    /// Directory that it was started in.
    pub directory: Option<String>,
}

impl Session {
    /// Returns a session with the one that called it, if it is a subagent's.
    pub fn of(id: String, parent: Option<String>, directory: Option<String>) -> Self {
        match parent.filter(|parent| !parent.is_empty()) {
            Some(parent) => Self { id: parent, subagent: Some(id), directory },
            None => Self { id, subagent: None, directory },
        }
    }
}

/// Returns the value of a part; one that is no JSON counts as an unknown part.
pub(super) fn part(text: &str) -> Value {
    json::value(text).unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Returns when a message was complete, in milliseconds since the epoch; `None` while it is
/// written.
pub(super) fn completed_ms(info: &Value) -> Option<i64> {
    let time = if is_prompt(info) { "created" } else { "completed" };
    info["time"][time].as_i64()
}

/// Whether a message is one of the person's side.
pub(super) fn is_prompt(info: &Value) -> bool {
    info["role"] == "user"
}

/// Whether a message opens a turn.
pub(super) fn opens_turn(info: &Value, parts: &[Value]) -> bool {
    let is_typed = |block: &Block| matches!(block, Block::Prompt { .. });
    is_prompt(info) && user_blocks(parts).is_ok_and(|blocks| blocks.iter().any(is_typed))
}

/// Returns the entry of a message with its parts.
///
/// # Errors
/// The reason when it has none.
pub(super) fn entry(
    info: &Value,
    parts: &[Value],
    session: &Session,
    before_ms: i64,
    masker: &Masker,
) -> Result<ParsedEntry, Skip> {
    let at_ms = info["time"]["created"].as_i64().unwrap_or(before_ms);
    let blocks = match info["role"].as_str() {
        Some("user") => user_blocks(parts)?,
        Some("assistant") => model_blocks(info, parts)?,
        _ => vec![unknown_value(info.clone())],
    };
    let there = info["path"]["cwd"].as_str().map(str::to_owned);
    let entry = Entry {
        id: id(info, at_ms, &blocks),
        at_ms,
        position: at_ms.unsigned_abs(),
        revision: revision(info, &blocks),
        cwd: session.directory.clone().or(there),
        subagent: session.subagent.clone(),
        blocks,
        ..Entry::default()
    };
    Ok(ParsedEntry::masked_keeping(Some(session.id.clone()), entry, masker, &SPOKEN))
}

fn id(info: &Value, at_ms: i64, blocks: &[Block]) -> String {
    let words = blocks.iter().find_map(|block| match block {
        Block::Prompt { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let role = info["role"].as_str().unwrap_or_default();
    let said = format!("opencode\n{role}\n{at_ms}\n{}", words.unwrap_or_default());
    format!("line-{}", &hex_digest(said.as_bytes())[..32])
}

/// Larger than the size of any message.
const COMPLETE: u64 = 1 << 40;

fn revision(info: &Value, blocks: &[Block]) -> u64 {
    let size = blocks.iter().map(|block| 1 + size_of(block)).sum::<u64>();
    if completed_ms(info).is_some() { COMPLETE + size } else { size }
}

fn size_of(block: &Block) -> u64 {
    let mut size = 0;
    block.each_text(&mut |text| size += text.len() as u64);
    size
}

/// Returns a prompt with its attachments.
fn user_blocks(parts: &[Value]) -> Result<Vec<Block>, Skip> {
    let is_added = |part: &&Value| {
        part["synthetic"] == Value::Bool(true) || part["ignored"] == Value::Bool(true)
    };
    let texts = parts.iter().filter(|part| part["type"] == "text");
    let texts = texts.filter(|part| !is_added(part)).filter_map(|part| part["text"].as_str());
    let prompt = speech::typed(&texts.collect::<Vec<_>>());
    let mut blocks: Vec<Block> =
        parts.iter().filter(|part| part["type"] != "text").filter_map(beside_text).collect();
    let is_attachment = |block: &Block| matches!(block, Block::Omitted { .. });
    match prompt {
        Some(text) => {
            let command = speech::is_command(&text);
            blocks.insert(0, Block::Prompt { text, command });
        }
        None if blocks.iter().any(is_attachment) => {
            blocks.insert(0, Block::Prompt { text: String::new(), command: false });
        }
        None if blocks.is_empty() => {
            return Err(if parts.iter().any(|part| is_added(&part)) {
                Skip::Harness
            } else {
                Skip::Empty
            });
        }
        None => {}
    }
    Ok(blocks)
}

/// Returns the block of a part of a prompt that is no text; `None` for what adds nothing.
fn beside_text(part: &Value) -> Option<Block> {
    match part["type"].as_str() {
        Some("file") => Some(attachment(part)),
        Some("compaction") => Some(Block::Compacted),
        // The text has the names of agents and the tasks of commands too.
        Some("agent" | "subtask" | "snapshot" | "patch") => None,
        _ => Some(unknown_value(part.clone())),
    }
}

fn attachment(part: &Value) -> Block {
    let is_image = part["mime"].as_str().is_some_and(|mime| mime.starts_with("image/"));
    let kind = if is_image { "image" } else { "document" };
    Block::Omitted { kind: kind.to_owned(), bytes: part.to_string().len() as u64 }
}

/// Returns an answer with its tool calls and their results.
fn model_blocks(info: &Value, parts: &[Value]) -> Result<Vec<Block>, Skip> {
    if info["summary"] == Value::Bool(true) {
        return Err(Skip::Summary);
    }
    let mut blocks: Vec<Block> = parts.iter().flat_map(said).collect();
    let error = &info["error"];
    if error["name"] == ABORTED {
        blocks.push(Block::Interrupted);
    }
    let is_thought = |part: &Value| part["type"] == "reasoning";
    match blocks.is_empty() {
        false => Ok(blocks),
        true if error.is_object() => Err(Skip::ApiError),
        true if parts.iter().any(is_thought) => Err(Skip::Thinking),
        true => Err(Skip::Empty),
    }
}

/// Name of the error when a person stopped the model.
const ABORTED: &str = "MessageAbortedError";

fn said(part: &Value) -> Vec<Block> {
    match part["type"].as_str() {
        Some("text") => match part["text"].as_str() {
            Some(text) if !text.trim().is_empty() => vec![Block::Answer { text: text.to_owned() }],
            _ => Vec::new(),
        },
        Some("tool") => call(part),
        Some("file") => vec![attachment(part)],
        Some("compaction") => vec![Block::Compacted],
        Some(
            "reasoning" | "step-start" | "step-finish" | "snapshot" | "patch" | "retry" | "agent"
            | "subtask",
        ) => Vec::new(),
        _ => vec![unknown_value(part.clone())],
    }
}

/// Returns a tool call with its result, if it has one yet.
fn call(part: &Value) -> Vec<Block> {
    let (state, tool) = (&part["state"], part["tool"].as_str().unwrap_or_default());
    let id = part["callID"].as_str().unwrap_or_default().to_owned();
    let asked =
        Block::ToolUse { id: id.clone(), name: tool.to_owned(), input: state["input"].clone() };
    let output = state["output"].as_str().unwrap_or_default();
    let result = match state["status"].as_str() {
        Some("completed") => {
            let (text, failed) = match state["metadata"]["exit"].as_i64() {
                Some(status) => ran::stored(output, status as i32),
                None => (output.to_owned(), false),
            };
            Some((text, failed))
        }
        Some("error") => Some((state["error"].as_str().unwrap_or(output).to_owned(), true)),
        _ => None,
    };
    let answered = result.map(|(text, failed)| Block::ToolResult { id, text, failed });
    [asked].into_iter().chain(answered).collect()
}
