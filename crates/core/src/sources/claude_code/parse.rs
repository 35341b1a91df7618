//! Parser of Claude Code's transcript lines, versions 1.0 to 2.1, into entries. Fields of the wrong
//! type count as absent.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memmem;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::format::{INTERRUPTED, NOTES, QUEUED, omitted};
use super::{Line, QueueOperation, Skip};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry, REPORTED};
use crate::hash::hex_digest;
use crate::json;
use crate::sources::json_lines::{LineAt, Problem};

/// Size limit of an unknown line or block: a larger one is stored as its size only, since it may
/// hold anything.
const UNKNOWN_BYTES_MAX: usize = 64 << 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    subtype: Option<&'a RawValue>,
    #[serde(borrow)]
    uuid: Option<&'a RawValue>,
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<&'a RawValue>,
    #[serde(borrow)]
    cwd: Option<&'a RawValue>,
    #[serde(borrow)]
    git_branch: Option<&'a RawValue>,
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    #[serde(borrow)]
    is_sidechain: Option<&'a RawValue>,
    #[serde(borrow)]
    agent_id: Option<&'a RawValue>,
    #[serde(borrow)]
    is_meta: Option<&'a RawValue>,
    #[serde(borrow)]
    is_compact_summary: Option<&'a RawValue>,
    #[serde(borrow)]
    is_visible_in_transcript_only: Option<&'a RawValue>,
    #[serde(borrow)]
    is_api_error_message: Option<&'a RawValue>,
    #[serde(borrow)]
    origin: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow)]
    attachment: Option<&'a RawValue>,
    #[serde(borrow)]
    operation: Option<&'a RawValue>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
}

/// Parses one line. The rules are in the order in which they apply.
pub(super) fn parse(bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
    // White space around the line's object may be written later than the object itself.
    let bytes = bytes.trim_ascii();
    if bytes.is_empty() {
        return Ok(Line::Skipped(Skip::Blank));
    }
    // One invalid byte in a tool's output must not lose the answer beside it.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    if let Ok(fields) = serde_json::from_str(&text) {
        return line(&fields, &text, bytes, at);
    }
    let readable = json::readable(&text);
    match serde_json::from_str(&readable) {
        Ok(fields) => line(&fields, &readable, bytes, at),
        Err(_) if json::is_json(&readable) => Err(Problem::NotAnEntry),
        Err(_) => Err(Problem::InvalidJson),
    }
}

fn line(fields: &Fields, text: &str, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
    let kind = string(fields.kind).ok_or(Problem::NotAnEntry)?;
    let blocks = match &*kind {
        "user" | "assistant" | "attachment" | "system" if fields.is_housekeeping() => {
            Err(Skip::Housekeeping)
        }
        "user" => user_blocks(fields),
        "assistant" => assistant_blocks(fields),
        "attachment" => attachment_blocks(fields),
        "system" => system_blocks(fields),
        "queue-operation" => return Ok(queue_operation(fields, bytes, at)),
        "progress" => Err(Skip::Progress),
        "summary" => Err(Skip::Summary),
        kind if is_state(kind) => Err(Skip::State),
        _ => Ok(vec![unknown(text)]),
    };
    Ok(match blocks {
        Ok(blocks) if blocks.is_empty() => Line::Skipped(Skip::Empty),
        Ok(blocks) => Line::Entry(fields.entry(blocks, bytes, at)),
        Err(skip) => Line::Skipped(skip),
    })
}

impl Fields<'_> {
    fn entry(&self, blocks: Vec<Block>, bytes: &[u8], at: &LineAt) -> ParsedEntry {
        let owned = |raw| string(raw).filter(|text| !text.is_empty()).map(Cow::into_owned);
        let at_ms = string(self.timestamp)
            .and_then(|text| text.parse::<jiff::Timestamp>().ok())
            .map_or(at.before_ms, jiff::Timestamp::as_millisecond);
        let entry = Entry {
            id: owned(self.uuid).unwrap_or_else(|| format!("line-{}", &hex_digest(bytes)[..32])),
            at_ms,
            position: at.position,
            cwd: owned(self.cwd),
            branch: owned(self.git_branch),
            subagent: self.subagent(),
            version: owned(self.version),
            blocks,
            ..Entry::default()
        };
        ParsedEntry::masked(owned(self.session_id), entry, at.masker)
    }

    /// Returns the subagent's id. Versions before 2.0 mark a subagent's lines but do not name it.
    fn subagent(&self) -> Option<String> {
        let named = || string(self.agent_id).map_or_else(|| "unnamed".into(), Cow::into_owned);
        truth(self.is_sidechain).then(named)
    }

    /// Whether the line belongs to one of the agent's own helpers. A requested subagent has a
    /// hexadecimal id; helpers are named `acompact-…` or `aprompt_suggestion-…`.
    fn is_housekeeping(&self) -> bool {
        let own = |id: &Cow<str>| !id.bytes().all(|byte| byte.is_ascii_hexdigit());
        truth(self.is_sidechain) && string(self.agent_id).as_ref().is_some_and(own)
    }
}

/// Whether the line holds the agent's own state. `api-request-blob` repeats prompts under
/// `message.role`; that is why lines are classified by type, never by the shape of a message.
fn is_state(kind: &str) -> bool {
    matches!(
        kind,
        "file-history-snapshot"
            | "last-prompt"
            | "mode"
            | "permission-mode"
            | "atis-latch"
            | "cost-state"
            | "tools-used"
            | "custom-title"
            | "ai-title"
            | "agent-name"
            | "agent-setting"
            | "pr-link"
            | "api-request"
            | "api-request-shape"
            | "api-request-blob"
    )
}

fn user_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
    if truth(fields.is_meta) {
        return Err(Skip::Meta);
    }
    if truth(fields.is_compact_summary) {
        return Err(Skip::CompactSummary);
    }
    if truth(fields.is_visible_in_transcript_only) {
        return Err(Skip::TranscriptOnly);
    }
    let content = content(fields.message);
    if content.iter().any(|block| block["type"] == "tool_result") {
        return Ok(content.into_iter().map(result_block).collect());
    }
    match field(fields.origin, "kind").filter(|kind| kind != "human") {
        Some(kind) => Ok(note(&kind, content)),
        None => Ok(restored(fields, prompt(content)?)),
    }
}

/// Restores the block types of a reconstructed line from the prefix of its id.
fn restored(fields: &Fields, blocks: Vec<Block>) -> Vec<Block> {
    let id = string(fields.uuid).unwrap_or_default();
    let form = |block| match block {
        Block::Prompt { text, .. } if id.starts_with(QUEUED) => Block::Steer { text },
        Block::Answer { text } if id.starts_with(REPORTED) => Block::Reported { text },
        other => other,
    };
    blocks.into_iter().map(form).collect()
}

fn note(kind: &str, content: Vec<Value>) -> Vec<Block> {
    let texts = content.into_iter().map(|block| match block["text"].as_str() {
        Some(text) if omitted(text).is_some() => attachment_or_unknown(block),
        Some(text) => Block::Note { kind: kind.to_owned(), text: text.to_owned() },
        None => attachment_or_unknown(block),
    });
    texts.collect()
}

/// Builds a prompt: its texts joined in one block, followed by its other blocks.
fn prompt(content: Vec<Value>) -> Result<Vec<Block>, Skip> {
    let mut texts: Vec<String> = Vec::new();
    let mut rest = Vec::new();
    let mut reason = Skip::Empty;
    for block in content {
        match block["text"].as_str().filter(|_| block["type"] == "text") {
            Some(text) => match spoken(text) {
                Ok(Block::Prompt { text, command: false }) => texts.push(text),
                Ok(other) => rest.push(other),
                Err(skip) => reason = skip,
            },
            None => rest.push(attachment_or_unknown(block)),
        }
    }
    let only_attachments =
        !rest.is_empty() && rest.iter().all(|block| matches!(block, Block::Omitted { .. }));
    // A picture without text is also a prompt.
    if !texts.is_empty() || only_attachments {
        rest.insert(0, Block::Prompt { text: texts.join("\n"), command: false });
    }
    if rest.is_empty() { Err(reason) } else { Ok(rest) }
}

/// Classifies a text of a user line: a person's words, or text that the agent wrote in their name.
fn spoken(text: &str) -> Result<Block, Skip> {
    let start = text.trim_start();
    if start.is_empty() {
        return Err(Skip::Empty);
    }
    if start.starts_with(INTERRUPTED) {
        return Ok(Block::Interrupted);
    }
    if let Some(block) = omitted(text) {
        return Ok(block);
    }
    if start.starts_with("<command-name>") || start.starts_with("<command-message>") {
        return command(start);
    }
    for (prefix, reason) in WRITTEN_BY_THE_AGENT {
        if start.starts_with(prefix) {
            return Err(*reason);
        }
    }
    for (prefix, kind) in NOTES {
        if start.starts_with(prefix) {
            return Ok(Block::Note { kind: (*kind).to_owned(), text: text.to_owned() });
        }
    }
    Ok(Block::Prompt { text: text.to_owned(), command: false })
}

const WRITTEN_BY_THE_AGENT: &[(&str, Skip)] = &[
    ("<local-command-caveat", Skip::LocalCommand),
    ("<command-", Skip::LocalCommand),
    ("Caveat: The messages below were generated by the user while running", Skip::LocalCommand),
    ("<user-prompt-submit-hook", Skip::HookOutput),
    ("<session-start-hook", Skip::HookOutput),
    ("Stop hook feedback:", Skip::HookOutput),
    ("Operation stopped by hook:", Skip::HookOutput),
    ("<system-reminder", Skip::Harness),
    ("<ide_", Skip::Harness),
    ("This session is being continued from a previous conversation", Skip::CompactSummary),
];

/// Parses a slash command as it was typed. Its expansion follows as a meta line.
fn command(text: &str) -> Result<Block, Skip> {
    let tag = |name: &str| {
        let open = format!("<{name}>");
        let start = text.find(&open)? + open.len();
        let end = text[start..].find(&format!("</{name}>"))? + start;
        Some(text[start..end].trim())
    };
    let name = tag("command-name").filter(|name| !name.is_empty()).ok_or(Skip::LocalCommand)?;
    let args = tag("command-args").unwrap_or_default();
    Ok(Block::Prompt { text: format!("{name} {args}").trim_end().to_owned(), command: true })
}

fn result_block(mut block: Value) -> Block {
    match block["type"].as_str() {
        Some("tool_result") => Block::ToolResult {
            id: block["tool_use_id"].as_str().unwrap_or_default().to_owned(),
            text: result_text(block["content"].take()),
            failed: block["is_error"].as_bool().unwrap_or(false),
        },
        Some("text") if interrupted(&block) => Block::Interrupted,
        _ => attachment_or_unknown(block),
    }
}

fn interrupted(block: &Value) -> bool {
    block["text"].as_str().is_some_and(|text| text.starts_with(INTERRUPTED))
}

fn result_text(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Array(items) => {
            let texts = items.iter().map(|item| match item["text"].as_str() {
                Some(text) => text.to_owned(),
                None => format!("[{}]", item["type"].as_str().unwrap_or("unknown")),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

fn assistant_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
    if truth(fields.is_api_error_message) || is_synthetic(fields.message) {
        return Err(Skip::ApiError);
    }
    let content = content(fields.message);
    let thinking =
        |block: &Value| matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking"));
    if !content.is_empty() && content.iter().all(thinking) {
        return Err(Skip::Thinking);
    }
    let said = content.into_iter().filter(|block| !thinking(block));
    Ok(restored(fields, said.filter_map(answer_block).collect()))
}

/// Whether the client wrote the message in the model's name.
fn is_synthetic(message: Option<&RawValue>) -> bool {
    // A substring search is cheaper than parsing the fields of every answer.
    message.is_some_and(|raw| memmem::find(raw.get().as_bytes(), b"synthetic").is_some())
        && field(message, "model").as_deref() == Some("<synthetic>")
}

fn answer_block(mut block: Value) -> Option<Block> {
    let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match block["type"].as_str() {
        Some("text") => {
            let text = text_of(&block["text"]);
            if let Some(block) = omitted(&text) {
                return Some(block);
            }
            (!text.trim().is_empty()).then_some(Block::Answer { text })
        }
        Some("tool_use") => Some(Block::ToolUse {
            id: text_of(&block["id"]),
            name: text_of(&block["name"]),
            input: block["input"].take(),
        }),
        _ => Some(attachment_or_unknown(block)),
    }
}

/// Keeps only prompts that a person typed while the model worked; hook context is our own output.
fn attachment_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
    let kind = field(fields.attachment, "type").unwrap_or_default();
    match kind.as_str() {
        "queued_command" => queued_prompt(fields.attachment),
        "hook_additional_context"
        | "hook_success"
        | "hook_system_message"
        | "hook_blocking_error"
        | "hook_non_blocking_error"
        | "hook_error_during_execution"
        | "hook_cancelled"
        | "hook_stopped_continuation"
        | "async_hook_response" => Err(Skip::HookOutput),
        // Files, environment and tool lists: dozens of kinds, more with each version, none of them
        // part of the conversation.
        _ => Err(Skip::Harness),
    }
}

fn queue_operation(fields: &Fields, bytes: &[u8], at: &LineAt) -> Line {
    let operation = match string(fields.operation).as_deref() {
        Some("enqueue") => {
            let content = as_blocks(fields.content.and_then(|raw| json::value(raw.get())));
            let Ok(blocks) = prompt(content) else { return Line::Skipped(Skip::Queue) };
            let mut parsed = fields.entry(blocks, bytes, at);
            // Hash only time and content: the copy of this line in a fork names another session.
            let said = [string(fields.timestamp), string(fields.content)];
            let said = said.map(Option::unwrap_or_default).join("\n");
            parsed.entry.id = format!("{QUEUED}{}", &hex_digest(said.as_bytes())[..32]);
            QueueOperation::Enqueue(Box::new(parsed))
        }
        Some("dequeue") => QueueOperation::Dequeue,
        Some("remove") => QueueOperation::Remove,
        Some("popAll") => QueueOperation::PopAll,
        _ => return Line::Skipped(Skip::Queue),
    };
    Line::Queued(operation)
}

fn queued_prompt(attachment: Option<&RawValue>) -> Result<Vec<Block>, Skip> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Queued {
        prompt: Option<Box<RawValue>>,
        command_mode: Option<Box<RawValue>>,
        origin: Option<Box<RawValue>>,
    }
    let queued = attachment.and_then(|raw| json::read::<Queued>(raw.get()));
    let Some(queued) = queued else { return Err(Skip::Empty) };
    let content = as_blocks(queued.prompt.and_then(|raw| json::value(raw.get())));
    let mode = string(queued.command_mode.as_deref()).filter(|mode| mode != "prompt");
    let origin = field(queued.origin.as_deref(), "kind").filter(|kind| kind != "human");
    match (mode, origin) {
        (Some(mode), _) if mode != "task-notification" => Err(Skip::Synthetic),
        (Some(kind), _) => Ok(note(&kind, content)),
        (None, Some(kind)) => Ok(note(&kind, content)),
        (None, None) => prompt(content),
    }
}

fn system_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
    match string(fields.subtype).as_deref() {
        Some("compact_boundary") => Ok(vec![Block::Compacted]),
        _ => Err(Skip::System),
    }
}

/// Records only the size of images and documents; keeps any other block as it is.
fn attachment_or_unknown(block: Value) -> Block {
    if let Some(block) = block["text"].as_str().and_then(omitted) {
        return block;
    }
    match block["type"].as_str() {
        Some(kind @ ("image" | "document")) => {
            Block::Omitted { kind: kind.to_owned(), bytes: block.to_string().len() as u64 }
        }
        _ => unknown_value(block),
    }
}

fn unknown(text: &str) -> Block {
    json::value(text)
        .map_or(Block::Omitted { kind: "unknown".into(), bytes: text.len() as u64 }, unknown_value)
}

fn unknown_value(value: Value) -> Block {
    let bytes = value.to_string().len();
    if bytes > UNKNOWN_BYTES_MAX {
        Block::Omitted { kind: "unknown".into(), bytes: bytes as u64 }
    } else {
        Block::Unknown { value }
    }
}

fn content(message: Option<&RawValue>) -> Vec<Value> {
    #[derive(Deserialize)]
    struct Message {
        content: Option<Value>,
    }
    let Some(text) = message.map(RawValue::get) else { return Vec::new() };
    let of = |text: &str| json::read::<Message>(text).and_then(|message| message.content);
    match of(text) {
        Some(content) if json::is_too_deep(&content) => as_blocks(of(&json::readable(text))),
        content => as_blocks(content),
    }
}

fn as_blocks(content: Option<Value>) -> Vec<Value> {
    match content {
        Some(Value::String(text)) => vec![serde_json::json!({ "type": "text", "text": text })],
        Some(Value::Array(blocks)) => blocks,
        _ => Vec::new(),
    }
}

/// Parses one string field of an object without building the others.
fn field(raw: Option<&RawValue>, name: &str) -> Option<String> {
    let text = raw?.get();
    let of = |text: &str| {
        let fields: HashMap<Cow<str>, &RawValue> = serde_json::from_str(text).ok()?;
        Some(string(fields.get(name).copied()).map(Cow::into_owned))
    };
    of(text).or_else(|| of(&json::readable(text)))?
}

fn string<'a>(raw: Option<&'a RawValue>) -> Option<Cow<'a, str>> {
    let text = raw?.get();
    match serde_json::from_str::<&'a str>(text) {
        Ok(text) => Some(Cow::Borrowed(text)),
        // A string with escapes must be owned.
        Err(_) => json::read(text).map(Cow::Owned),
    }
}

fn truth(raw: Option<&RawValue>) -> bool {
    raw.is_some_and(|raw| raw.get() == "true")
}
