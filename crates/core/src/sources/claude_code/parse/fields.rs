//! The fields of a line, each parsed only when it is needed.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json;
pub(super) use crate::sources::raw::{field, string, truth};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fields<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) subtype: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) uuid: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) parent_uuid: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) forked_from: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) session_id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) cwd: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) git_branch: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) version: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) is_sidechain: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) agent_id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) is_meta: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) is_compact_summary: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) is_visible_in_transcript_only: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) is_api_error_message: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) prompt_source: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) entrypoint: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) lost_turn: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) origin: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) message: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) attachment: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) operation: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) content: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) custom_title: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) ai_title: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) pr_url: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) pr_number: Option<&'a RawValue>,
}

pub(super) fn content(message: Option<&RawValue>) -> Vec<Value> {
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

pub(super) fn as_blocks(content: Option<Value>) -> Vec<Value> {
    match content {
        Some(Value::String(text)) => vec![serde_json::json!({ "type": "text", "text": text })],
        Some(Value::Array(blocks)) => blocks,
        _ => Vec::new(),
    }
}
