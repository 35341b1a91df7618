//! Parser of a rollout's lines. Fields of the wrong type count as absent.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::message::{answer_blocks, directory_in, user_blocks};
use super::output::result_text;
use super::tool_details::SPOKEN;
use super::{Skip, patch};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry, LabelKind};
use crate::hash::hex_digest;
use crate::json;
use crate::sources::json_lines::{LineAt, Problem};
use crate::sources::raw::{field, string};
use crate::sources::record;
use crate::sources::unknown::unknown;

/// A parsed line.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a line is used as soon as it is read, and most are entries"
)]
pub enum Line {
    /// Which session it is, and where it works.
    Header {
        /// Id of the thread that the file holds.
        id: Option<String>,
        /// An entry without blocks: the session, and the place of the entries that follow.
        place: ParsedEntry,
        /// Time of the line, in milliseconds since the epoch.
        at_ms: Option<i64>,
    },
    /// A turn begins, or its directory is named.
    Turn {
        /// Id of the turn.
        id: Option<String>,
        /// An entry without blocks that names the directory.
        place: Option<ParsedEntry>,
    },
    /// An entry to store.
    Item(Item),
    /// The conversation so far was replaced by a summary.
    Compacted {
        /// The line itself.
        item: Item,
        /// The summary, behind an introduction.
        summary: String,
    },
    /// The person went back to before the last turns.
    RolledBack {
        /// How many turns.
        turns: usize,
        /// An entry without blocks.
        item: Item,
    },
    /// The person named the session: an entry without a time.
    Named(ParsedEntry),
    /// A line of a known kind that is not stored.
    Skipped {
        /// Why.
        why: Skip,
        /// An entry without blocks that names the directory, in versions whose header does not.
        place: Option<ParsedEntry>,
    },
}

/// An entry whose id and place depend on the lines before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Time of the line, in milliseconds since the epoch.
    pub at_ms: Option<i64>,
    /// The turn that it names.
    pub turn: Option<String>,
    /// Hash of its content: copies of a line in another file have the same.
    pub digest: String,
    /// Length and hash of its text, when it is an answer that could be a summary.
    pub answer: Option<(usize, String)>,
    /// The masked entry, without an id.
    pub parsed: ParsedEntry,
}

#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
    #[serde(borrow, rename = "record_type")]
    state: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Parses one line.
pub(super) fn parse(bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
    let read = |text: &str| line(&serde_json::from_str(text).ok()?, text, at);
    record::record(bytes, read).map(|line| line.unwrap_or_else(|| skipped(Skip::Blank)))
}

/// What shows that a line which was cut off is no prompt.
const NO_PROMPT: [&str; 8] = [
    "\"type\":\"event_msg\"",
    "\"type\":\"turn_context\"",
    "\"type\":\"session_meta\"",
    "\"type\":\"compacted\"",
    "\"type\":\"reasoning\"",
    "\"type\":\"function_call",
    "\"type\":\"custom_tool_call",
    "\"role\":\"assistant\"",
];

/// Whether a line that was cut off may be a prompt: not where it shows what else it is.
pub(super) fn may_hide_prompt(damaged: &[u8]) -> bool {
    let has = |text: &str| memchr::memmem::find(damaged, text.as_bytes()).is_some();
    let is_cut_record = damaged.trim_ascii_start().first() == Some(&b'{') && !damaged.contains(&0);
    !is_cut_record || has("\"role\":\"user\"") || !NO_PROMPT.iter().any(|text| has(text))
}

/// Returns `None` for what is no line of a rollout.
fn line(record: &Record, text: &str, at: &LineAt) -> Option<Line> {
    let kind = string(record.kind);
    let payload = record.payload.map_or(text, RawValue::get);
    let at_ms = record::time_ms(record.timestamp);
    let found = match (kind.as_deref(), record.payload.is_some()) {
        (Some("session_meta"), true) => header(payload, at_ms, at),
        (Some("turn_context"), true) => turn_context(payload, at),
        (Some("response_item"), true) => item(payload, text, at_ms, at),
        (Some("event_msg"), true) => event(payload, text, at_ms, at),
        (Some("compacted"), true) => compacted(payload, at_ms, at),
        (Some("world_state" | "token_usage_record"), true) => skipped(Skip::State),
        // Until 0.3x the lines were bare items, after a header without a type.
        (Some(kind), false) if is_item(kind) => item(payload, text, at_ms, at),
        (Some(_), _) => entry(vec![unknown(text)], None, at_ms, at),
        (None, _) if record.state.is_some() => skipped(Skip::State),
        (None, _) if record.id.is_some() && at_ms.is_some() => header(text, at_ms, at),
        (None, _) => return None,
    };
    Some(found)
}

fn skipped(why: Skip) -> Line {
    Line::Skipped { why, place: None }
}

fn is_item(kind: &str) -> bool {
    matches!(
        kind,
        "message"
            | "reasoning"
            | "function_call"
            | "function_call_output"
            | "custom_tool_call"
            | "custom_tool_call_output"
            | "local_shell_call"
            | "web_search_call"
    )
}

#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<&'a RawValue>,
    #[serde(borrow)]
    parent_thread_id: Option<&'a RawValue>,
    #[serde(borrow)]
    thread_source: Option<&'a RawValue>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
    #[serde(borrow)]
    cwd: Option<&'a RawValue>,
    #[serde(borrow)]
    cli_version: Option<&'a RawValue>,
    #[serde(borrow)]
    git: Option<&'a RawValue>,
}

fn header(payload: &str, at_ms: Option<i64>, at: &LineAt) -> Line {
    let Ok(fields) = serde_json::from_str::<Header>(payload) else { return skipped(Skip::Header) };
    let id = record::text(fields.id);
    let parent = record::text(fields.parent_thread_id).or_else(|| parent_in(fields.source));
    // Other threads than a person's are those of subagents, and of reviewers of approvals.
    let is_subagent = parent.is_some()
        || record::text(fields.thread_source).is_some_and(|source| source != "user")
        || source_of(fields.source).is_some_and(|source| !source["subagent"].is_null());
    let session = if is_subagent {
        // The root's, though the parent may be a subagent itself.
        let root = record::text(fields.session_id).filter(|root| Some(root) != id.as_ref());
        root.or(parent).or_else(|| id.clone())
    } else {
        id.clone()
    };
    let entry = Entry {
        cwd: record::text(fields.cwd),
        branch: field(fields.git, "branch").filter(|branch| !branch.is_empty()),
        subagent: id.clone().filter(|_| is_subagent),
        version: record::text(fields.cli_version),
        ..Entry::default()
    };
    Line::Header { id, place: ParsedEntry::masked(session, entry, at.masker), at_ms }
}

/// Returns where a thread comes from, when that is no name.
fn source_of(source: Option<&RawValue>) -> Option<Value> {
    json::value(source.filter(|raw| raw.get().starts_with('{'))?.get())
}

/// Returns the parent that a subagent's source names: `{"subagent":{"thread_spawn":{…}}}`.
fn parent_in(source: Option<&RawValue>) -> Option<String> {
    let source = source_of(source)?;
    let mut spawned = source["subagent"].as_object()?.values();
    spawned.find_map(|by| by["parent_thread_id"].as_str().map(str::to_owned))
}

#[derive(Deserialize)]
struct Turn<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, rename = "turn_id")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    cwd: Option<&'a RawValue>,
    #[serde(borrow)]
    reason: Option<&'a RawValue>,
    #[serde(borrow)]
    num_turns: Option<&'a RawValue>,
    #[serde(borrow)]
    thread_id: Option<&'a RawValue>,
    #[serde(borrow)]
    thread_name: Option<&'a RawValue>,
}

fn turn_context(payload: &str, at: &LineAt) -> Line {
    let Ok(fields) = serde_json::from_str::<Turn>(payload) else { return skipped(Skip::Turn) };
    Line::Turn {
        id: record::text(fields.id),
        place: record::text(fields.cwd).map(|cwd| place(cwd, at)),
    }
}

/// Returns an entry without blocks that names a directory.
fn place(cwd: String, at: &LineAt) -> ParsedEntry {
    ParsedEntry::masked(None, Entry { cwd: Some(cwd), ..Entry::default() }, at.masker)
}

/// Kinds of events: marks, and second copies of what the items say.
const EVENTS: [&str; 20] = [
    "user_message",
    "agent_message",
    "agent_reasoning",
    "agent_reasoning_raw_content",
    "agent_reasoning_section_break",
    "token_count",
    "task_complete",
    "turn_complete",
    "thread_settings_applied",
    "thread_goal_updated",
    "context_compacted",
    "exec_command_end",
    "patch_apply_end",
    "mcp_tool_call_end",
    "web_search_end",
    "view_image_tool_call",
    "item_completed",
    "entered_review_mode",
    "exited_review_mode",
    "error",
];

fn event(payload: &str, text: &str, at_ms: Option<i64>, at: &LineAt) -> Line {
    let Ok(fields) = serde_json::from_str::<Turn>(payload) else { return skipped(Skip::Event) };
    match string(fields.kind).as_deref() {
        Some("task_started" | "turn_started") => {
            Line::Turn { id: record::text(fields.id), place: None }
        }
        Some("turn_aborted") if string(fields.reason).as_deref() == Some("interrupted") => {
            entry(vec![Block::Interrupted], record::text(fields.id), at_ms, at)
        }
        Some("turn_aborted") => skipped(Skip::Event),
        Some("thread_name_updated") => {
            let text = |raw| string(raw).unwrap_or_default();
            let said = (&*text(fields.thread_id), LabelKind::Title, &*text(fields.thread_name));
            let place = (at_ms.unwrap_or(at.before_ms), at.position);
            ParsedEntry::label(said, place, at.masker)
                .map_or_else(|| skipped(Skip::Event), Line::Named)
        }
        Some("thread_rolled_back") => {
            let turns = fields.num_turns.and_then(|raw| raw.get().parse().ok());
            let item = made(Vec::new(), None, at_ms, at);
            Line::RolledBack { turns: turns.unwrap_or_default(), item }
        }
        Some(kind) if EVENTS.contains(&kind) || kind.starts_with("collab_") => skipped(Skip::Event),
        _ => entry(vec![unknown(text)], None, at_ms, at),
    }
}

#[derive(Deserialize)]
struct Summary<'a> {
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

fn compacted(payload: &str, at_ms: Option<i64>, at: &LineAt) -> Line {
    // What replaces the conversation repeats it, and is not built.
    let message = serde_json::from_str::<Summary>(payload).ok().and_then(|of| string(of.message));
    let summary = message
        .map(Cow::into_owned)
        .or_else(|| Some(json::value(payload)?["message"].as_str()?.to_owned()));
    let summary = summary.unwrap_or_default();
    Line::Compacted { item: made(vec![Block::Compacted], None, at_ms, at), summary }
}

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
}

fn item(payload: &str, text: &str, at_ms: Option<i64>, at: &LineAt) -> Line {
    let kind = serde_json::from_str::<Kind>(payload).ok();
    if kind.is_some_and(|of| string(of.kind).as_deref() == Some("reasoning")) {
        return skipped(Skip::Thinking);
    }
    let Some(mut value) = json::value(payload) else { return skipped(Skip::Empty) };
    let turn = &value["internal_chat_message_metadata_passthrough"]["turn_id"];
    let turn = turn.as_str().filter(|id| !id.is_empty()).map(str::to_owned);
    match blocks(&mut value, text) {
        Ok(blocks) if blocks.is_empty() => skipped(Skip::Empty),
        Ok(blocks) => entry(blocks, turn, at_ms, at),
        Err(Skip::Harness) => {
            let place = directory_in(&value).map(|cwd| place(cwd, at));
            Line::Skipped { why: Skip::Harness, place }
        }
        Err(why) => skipped(why),
    }
}

fn blocks(item: &mut Value, line: &str) -> Result<Vec<Block>, Skip> {
    let of = |item: &Value, name: &str| item[name].as_str().unwrap_or_default().to_owned();
    // Old versions, and tools that write rollouts, leave the type out.
    let kind = item["type"].as_str().or(item["role"].as_str().map(|_| "message"));
    match kind.unwrap_or_default() {
        "message" => match item["role"].as_str() {
            Some("user") => user_blocks(item),
            Some("assistant") => Ok(answer_blocks(item)),
            Some("developer" | "system") => Err(Skip::Harness),
            _ => Ok(vec![unknown(line)]),
        },
        "function_call" => {
            let name = name_of(item);
            let input = arguments(item["arguments"].take());
            Ok(patch::calls(&of(item, "call_id"), &name, input))
        }
        "custom_tool_call" => {
            let name = name_of(item);
            Ok(patch::calls(&of(item, "call_id"), &name, item["input"].take()))
        }
        "function_call_output" | "custom_tool_call_output" => {
            let (text, failed) = result_text(item["output"].take());
            Ok(vec![Block::ToolResult { id: of(item, "call_id"), text, failed }])
        }
        "local_shell_call" => {
            let (id, input) = (of(item, "call_id"), item["action"].take());
            Ok(vec![Block::ToolUse { id, name: "local_shell".into(), input }])
        }
        "web_search_call" => {
            let (id, input) = (of(item, "id"), item["action"].take());
            Ok(vec![Block::ToolUse { id, name: "web_search".into(), input }])
        }
        "tool_search_call" => {
            let (id, input) = (of(item, "call_id"), item["arguments"].take());
            Ok(vec![Block::ToolUse { id, name: "tool_search".into(), input }])
        }
        "image_generation_call" => {
            Ok(vec![Block::Omitted { kind: "image".into(), bytes: line.len() as u64 }])
        }
        "reasoning" => Err(Skip::Thinking),
        // The tools that a search found are no words and no work.
        "ghost_snapshot" | "compaction" | "compaction_summary" | "tool_search_output" => {
            Err(Skip::State)
        }
        _ => Ok(vec![unknown(line)]),
    }
}

/// Returns the name of a tool; the name of a server's tool begins with its server.
fn name_of(item: &Value) -> String {
    let name = item["name"].as_str().unwrap_or_default();
    match item["namespace"].as_str().filter(|space| space.starts_with("mcp__")) {
        Some(space) => format!("{space}__{name}"),
        None => name.to_owned(),
    }
}

/// Parses arguments, which are JSON in a string.
fn arguments(value: Value) -> Value {
    match value {
        Value::String(text) => json::value(&text).unwrap_or(Value::String(text)),
        other => other,
    }
}

fn entry(blocks: Vec<Block>, turn: Option<String>, at_ms: Option<i64>, at: &LineAt) -> Line {
    Line::Item(made(blocks, turn, at_ms, at))
}

fn made(blocks: Vec<Block>, turn: Option<String>, at_ms: Option<i64>, at: &LineAt) -> Item {
    // Cannot fail: blocks consist of strings, numbers and JSON values.
    let digest = hex_digest(&serde_json::to_vec(&blocks).unwrap_or_default());
    let answer = match blocks.as_slice() {
        [Block::Answer { text }] => Some(text.trim()),
        _ => None,
    };
    let answer = answer.map(|text| (text.len(), hex_digest(text.as_bytes())));
    let entry = Entry { position: at.position, blocks, ..Entry::default() };
    let parsed = ParsedEntry::masked_keeping(None, entry, at.masker, &SPOKEN);
    Item { at_ms, turn, digest, answer, parsed }
}
