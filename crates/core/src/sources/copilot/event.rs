//! Parser of Copilot CLI's events, versions 1.0.40 to 1.0.102. Fields of the wrong type count as
//! absent.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::message::{answer_blocks, note_blocks, prompt_blocks, result_blocks, typed_command};
use super::tool_details::SPOKEN;
use super::{Line, Place, Skip};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::json;
use crate::sources::json_lines::{LineAt, Link, Problem};
use crate::sources::raw::string;
use crate::sources::record::{record, text, time_ms};
use crate::sources::unknown::unknown;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    parent_id: Option<&'a RawValue>,
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    agent_id: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// Parses one line.
pub(super) fn parse(bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
    let read = |text: &str| {
        let event: Event = serde_json::from_str(text).ok()?;
        Some(line(&event, &string(event.kind)?, text, at))
    };
    record(bytes, read).map(|line| line.unwrap_or(Line::Skipped(Skip::Blank, None)))
}

fn line(event: &Event, kind: &str, text: &str, at: &LineAt) -> Line {
    let data = || event.data.and_then(|raw| json::value(raw.get())).unwrap_or_default();
    let blocks = match kind {
        "session.start" | "session.resume" | "session.context_changed" => {
            return event.place(kind, at);
        }
        "user.message" => prompt_blocks(&data()),
        "assistant.message" => answer_blocks(&data()),
        "tool.execution_complete" => Ok(result_blocks(&data())),
        "system.notification" => note_blocks(&data()),
        "abort" => Ok(vec![Block::Interrupted]),
        "session.compaction_complete" => compacted(&data()),
        "tool.user_requested" => Ok(typed_command(&data())),
        kind => match family(kind) {
            Some(skip) => Err(skip),
            None => Ok(vec![unknown(text)]),
        },
    };
    match blocks {
        Ok(blocks) => Line::Entry(event.entry(blocks, text, at), event.link()),
        Err(skip) => Line::Skipped(skip, event.link()),
    }
}

/// Returns why a family of events is not stored; `None` for a family that is not known. The more
/// particular rules of [`line`] come first.
fn family(kind: &str) -> Option<Skip> {
    match kind.split('.').next()? {
        "hook" => Some(Skip::HookOutput),
        "system" | "skill" => Some(Skip::Harness),
        "assistant" | "tool" => Some(Skip::Progress),
        "session"
        | "subagent"
        | "permission"
        | "mcp"
        | "command"
        | "commands"
        | "elicitation"
        | "user_input"
        | "exit_plan_mode"
        | "external_tool"
        | "tool_search"
        | "model"
        | "pending_messages"
        | "capabilities"
        | "sampling"
        | "auto_mode_switch"
        | "session_limits_exhausted" => Some(Skip::State),
        _ => None,
    }
}

fn compacted(data: &Value) -> Result<Vec<Block>, Skip> {
    if data["success"] == Value::Bool(false) {
        Err(Skip::State)
    } else {
        Ok(vec![Block::Compacted])
    }
}

impl Event<'_> {
    fn link(&self) -> Option<Link> {
        Some(Link::of(&string(self.id)?, string(self.parent_id).as_deref()))
    }

    fn entry(&self, blocks: Vec<Block>, line: &str, at: &LineAt) -> ParsedEntry {
        let entry = Entry {
            id: text(self.id)
                .unwrap_or_else(|| format!("line-{}", &hex_digest(line.as_bytes())[..32])),
            at_ms: time_ms(self.timestamp).unwrap_or(at.before_ms),
            position: at.position,
            subagent: self.subagent(),
            blocks,
            ..Entry::default()
        };
        ParsedEntry::masked_keeping(None, entry, at.masker, &SPOKEN)
    }

    /// Returns the subagent's id. Older versions name only the call that started it, and not on its
    /// task.
    fn subagent(&self) -> Option<String> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Origin<'a> {
            #[serde(borrow)]
            parent_tool_call_id: Option<&'a RawValue>,
            #[serde(borrow)]
            source: Option<&'a RawValue>,
        }
        text(self.agent_id).or_else(|| {
            let origin: Origin = serde_json::from_str(self.data?.get()).ok()?;
            let by_agent = |source: &Cow<str>| source.starts_with(super::message::BY_AGENT);
            text(origin.parent_tool_call_id)
                .or_else(|| string(origin.source).filter(by_agent).map(|_| "unnamed".to_owned()))
        })
    }

    fn place(&self, kind: &str, at: &LineAt) -> Line {
        let data = self.data.and_then(|raw| json::value(raw.get())).unwrap_or_default();
        let context = if kind == "session.context_changed" { &data } else { &data["context"] };
        let named =
            |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let directory = named(&context["cwd"]);
        let entry = Entry {
            cwd: directory.clone(),
            branch: named(&context["branch"]),
            version: named(&data["copilotVersion"]),
            ..Entry::default()
        };
        let at = ParsedEntry::masked(None, entry, at.masker).entry;
        let place = Place { session: named(&data["sessionId"]), at };
        Line::Place { place, directory, link: self.link() }
    }
}
