//! Lines of the assistant's side: answers and tool calls.

use memchr::memmem;
use serde_json::Value;
use serde_json::value::RawValue;

use super::fields::{Fields, content, field, truth};
use super::unknown::attachment_or_unknown;
use super::user::restored;
use crate::conversation::entry::Block;
use crate::sources::claude_code::Skip;
use crate::sources::claude_code::format::omitted;

pub(super) fn assistant_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
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
