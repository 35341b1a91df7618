//! Prompts that a person typed while the model worked: attachments and queue operations.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::fields::{Fields, as_blocks, field, string};
use super::user::{note, prompt};
use crate::conversation::entry::Block;
use crate::hash::hex_digest;
use crate::json;
use crate::sources::claude_code::format::QUEUED;
use crate::sources::claude_code::speech::is_client_command;
use crate::sources::claude_code::{Line, QueueOperation, Skip};
use crate::sources::json_lines::LineAt;

/// Keeps only prompts that a person typed while the model worked; hook context is our own output.
pub(super) fn attachment_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
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

pub(super) fn queue_operation(fields: &Fields, bytes: &[u8], at: &LineAt) -> Line {
    let operation = match string(fields.operation).as_deref() {
        Some("enqueue") => {
            let content = as_blocks(fields.content.and_then(|raw| json::value(raw.get())));
            let Ok(blocks) = prompt(content) else {
                return Line::Queued(QueueOperation::Enqueue(None));
            };
            let is_command = |block: &Block| matches!(block, Block::Prompt { text, .. } if is_client_command(text));
            if blocks.iter().any(is_command) {
                return Line::Queued(QueueOperation::Enqueue(None));
            }
            let mut parsed = fields.entry(blocks, bytes, at);
            // Hash only time and content: the copy of this line in a fork names another session.
            let said = [string(fields.timestamp), string(fields.content)];
            let said = said.map(Option::unwrap_or_default).join("\n");
            parsed.entry.id = format!("{QUEUED}{}", &hex_digest(said.as_bytes())[..32]);
            QueueOperation::Enqueue(Some(Box::new(parsed)))
        }
        Some("dequeue") => QueueOperation::Dequeue,
        Some("remove") => QueueOperation::Remove,
        Some("popAll") => QueueOperation::PopAll,
        _ => return Line::Skipped(Skip::Queue, None),
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
