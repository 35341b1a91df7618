//! Reconstructs lines that Claude Code can resume from entries. This is the inverse of `parse`,
//! which parses every line written here back into its original entry.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::format::{INTERRUPTED, NOTES, PROMPT_LOST, omission};
use crate::conversation::entry::{Block, Entry, LabelKind};
use crate::conversation::turn;
use crate::hash::hex_digest;
use crate::sources::Reconstructed;

/// Placeholder for a tool result that is not stored: the model's API rejects a tool use without
/// one.
const RESULT_NOT_KEPT: &str = "[not kept]";
/// Opening line of a conversation whose first prompt is not stored: it must start with a prompt.
const BEGINNING_NOT_KEPT: &str = "[The beginning of this conversation was not kept.]";
/// Placeholder for the model name, which is not stored; the client accepts any name.
const MODEL: &str = "unknown";

/// Returns the transcript of a session with these turns, each as its id and its entries in order.
/// Every tool use is followed by its result, or by a placeholder when the result is not stored.
/// Compactions are left out, so that the whole conversation is resumed.
pub(super) fn transcript(session: &str, turns: &[(String, Vec<Entry>)]) -> Reconstructed {
    let mut writer = LineWriter { session, ..LineWriter::default() };
    let mut before: &[Entry] = &[];
    for (id, entries) in turns {
        // The rest of a full turn follows it without a prompt.
        if !entries.iter().any(Entry::is_prompt) && !turn::may_be_continued(before) {
            writer.lost_prompt(id, entries);
        }
        writer.turn(id, entries);
        before = entries;
    }
    writer.written
}

/// Author of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    User,
    Assistant,
}

#[derive(Default)]
struct LineWriter<'a> {
    session: &'a str,
    written: Reconstructed,
    /// UUID of the previous line.
    parent: Option<String>,
    /// Whether the conversation has a line yet.
    begun: bool,
    /// Id of the current message of the model; `None` after a user line.
    message: Option<String>,
    /// Ids of tool uses without a result so far.
    asked: Vec<String>,
}

impl LineWriter<'_> {
    fn turn(&mut self, id: &str, entries: &[Entry]) {
        // A turn without a prompt takes its id from the entry that came first in the file.
        let first = entries.iter().position(|entry| entry.id == id);
        let order = first.into_iter().chain((0..entries.len()).filter(|at| Some(*at) != first));
        let mut done: HashSet<usize> = HashSet::new();
        for at in order {
            let entry = &entries[at];
            if entry.is_label() {
                self.label(entry);
                done.insert(at);
                continue;
            }
            if entry.is_withdrawn() {
                done.insert(at);
                continue;
            }
            if entry.blocks.iter().any(|block| matches!(block, Block::ToolResult { .. })) {
                self.confirm_pending(entry.at_ms, entries, &mut done);
                continue;
            }
            match role(entry) {
                Some(Role::Assistant) => self.assistant(entry),
                Some(Role::User) => {
                    self.confirm_pending(entry.at_ms, entries, &mut done);
                    self.user(entry);
                }
                None if Some(at) == first => self.opening(entry),
                None => continue,
            }
            done.insert(at);
        }
        let ended_at_ms = entries.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        self.confirm_pending(ended_at_ms, entries, &mut done);
        let verdicts = entries.iter().filter(|entry| entry.is_verdict()).count();
        self.written.left_out += (entries.len() - verdicts - done.len()) as u64;
    }

    /// Says before a turn without a prompt which one it is: it answers none of those before it, and
    /// the entry that its id is of may have no line.
    fn lost_prompt(&mut self, id: &str, entries: &[Entry]) {
        let is_compaction = |entry: &Entry| entry.blocks == [Block::Compacted];
        let has_line = |entry: &Entry| {
            entry.id == id
                && (is_compaction(entry)
                    || role(entry).is_some() && results(entry).next().is_none())
        };
        if self.begun || !entries.iter().any(has_line) {
            let at_ms = entries.iter().map(|entry| entry.at_ms).min().unwrap_or_default();
            let mut line = self.meta(&format!("lost {id}"), at_ms, &json!(PROMPT_LOST));
            line["lostTurn"] = json!(id);
            self.put_meta(&line);
        }
    }

    /// Writes results for the pending tool uses, in order, from the entries of their turn.
    fn confirm_pending(&mut self, at_ms: i64, entries: &[Entry], done: &mut HashSet<usize>) {
        while let Some(tool) = self.asked.first().cloned() {
            let result = entries
                .iter()
                .enumerate()
                .find(|(at, entry)| !done.contains(at) && results(entry).any(|id| id == tool));
            if let Some((at, entry)) = result {
                done.insert(at);
                for id in results(entry) {
                    if let Some(place) = self.asked.iter().position(|asked| asked == id) {
                        self.asked.remove(place);
                    }
                }
                self.user(entry);
            } else {
                self.asked.remove(0);
                let block = json!({
                    "type": "tool_result", "tool_use_id": tool, "content": RESULT_NOT_KEPT,
                    "is_error": true,
                });
                self.put_meta(&self.meta(&tool, at_ms, &json!([block])));
            }
        }
    }

    fn user(&mut self, entry: &Entry) {
        let mut line = self.envelope(entry);
        line["type"] = json!("user");
        line["message"] = json!({ "role": "user", "content": user_content(&entry.blocks) });
        if entry.is_foreign {
            line["promptSource"] = json!("sdk");
        }
        if let Some(kind) = origin(&entry.blocks) {
            line["origin"] = json!({ "kind": kind });
        }
        self.message = None;
        self.begun = true;
        self.put(&line);
    }

    fn assistant(&mut self, entry: &Entry) {
        if !self.begun {
            self.put_meta(&self.meta("beginning", entry.at_ms, &json!(BEGINNING_NOT_KEPT)));
        }
        // The client merges lines that share a message id into one message.
        let digest = || format!("msg_{}", &hex_digest(entry.id.as_bytes())[..24]);
        let message = self.message.get_or_insert_with(digest).clone();
        self.asked.extend(entry.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { id, .. } => Some(id.clone()),
            _ => None,
        }));
        let calls = entry.blocks.iter().any(|block| matches!(block, Block::ToolUse { .. }));
        let mut line = self.envelope(entry);
        line["type"] = json!("assistant");
        line["message"] = json!({
            "id": message,
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": entry.blocks.iter().map(content).collect::<Vec<_>>(),
            "stop_reason": if calls { "tool_use" } else { "end_turn" },
            "stop_sequence": null,
            "usage": { "input_tokens": 0, "output_tokens": 0 },
        });
        self.put(&line);
    }

    /// Writes a compaction that opens the conversation: it gives its turn its id, and there are no
    /// earlier lines that the boundary could make a client drop.
    fn opening(&mut self, entry: &Entry) {
        if entry.blocks != [Block::Compacted] || !self.written.lines.is_empty() {
            return;
        }
        let mut line = self.envelope(entry);
        line["type"] = json!("system");
        line["subtype"] = json!("compact_boundary");
        line["content"] = json!("Conversation compacted");
        self.put(&line);
    }

    /// Writes a label of this session as the client does. It stands in no chain of messages.
    fn label(&mut self, entry: &Entry) {
        let [Block::Label { session, kind, text }] = &entry.blocks[..] else { return };
        if session != self.session {
            return;
        }
        let (kind, field) = match kind {
            LabelKind::Title => ("custom-title", "customTitle"),
            LabelKind::AgentTitle => ("ai-title", "aiTitle"),
            LabelKind::PullRequest => ("pr-link", "prUrl"),
        };
        let at = timestamp(entry.at_ms);
        let line = json!({ "type": kind, "sessionId": session, "timestamp": at, field: text });
        self.written.lines.push(line.to_string());
    }

    /// Returns a line of our own: the model sees it, and the parser skips it as meta.
    fn meta(&self, name: &str, at_ms: i64, content: &Value) -> Value {
        let place = self.parent.as_deref().unwrap_or(self.session);
        let digest = hex_digest(format!("{place} {name}").as_bytes());
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digest[group]);
        json!({
            "parentUuid": self.parent,
            "isSidechain": false,
            "userType": "external",
            "sessionId": self.session,
            "type": "user",
            "isMeta": true,
            "message": { "role": "user", "content": content },
            "uuid": groups.join("-"),
            "timestamp": timestamp(at_ms),
        })
    }

    fn put_meta(&mut self, line: &Value) {
        self.message = None;
        self.begun = true;
        self.put(line);
    }

    /// Returns the fields that every line has besides its message.
    fn envelope(&self, entry: &Entry) -> Value {
        let mut line = json!({
            "parentUuid": self.parent,
            "isSidechain": false,
            "userType": "external",
            "sessionId": self.session,
            "uuid": entry.id,
            "timestamp": timestamp(entry.at_ms),
        });
        let facts =
            [("cwd", &entry.cwd), ("version", &entry.version), ("gitBranch", &entry.branch)];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                line[name] = json!(fact);
            }
        }
        line
    }

    fn put(&mut self, line: &Value) {
        self.parent = line["uuid"].as_str().map(str::to_owned);
        self.written.lines.push(line.to_string());
    }
}

fn role(entry: &Entry) -> Option<Role> {
    entry.blocks.iter().find_map(|block| match block {
        Block::ToolUse { .. } | Block::Answer { .. } | Block::Reported { .. } => {
            Some(Role::Assistant)
        }
        Block::Prompt { .. }
        | Block::Steer { .. }
        | Block::ToolResult { .. }
        | Block::Interrupted
        | Block::Note { .. } => Some(Role::User),
        Block::Omitted { .. }
        | Block::Compacted
        | Block::TakenBack { .. }
        | Block::Label { .. }
        | Block::Unknown { .. } => None,
    })
}

fn results(entry: &Entry) -> impl Iterator<Item = &str> {
    entry.blocks.iter().filter_map(|block| match block {
        Block::ToolResult { id, .. } => Some(id.as_str()),
        _ => None,
    })
}

/// Writes a single text as a plain string, as the client does.
fn user_content(blocks: &[Block]) -> Value {
    // A picture without text has an empty prompt block.
    let said = blocks
        .iter()
        .filter(|block| !matches!(block, Block::Prompt { text, .. } if text.is_empty()));
    let contents: Vec<Value> = said.map(content).collect();
    match contents.as_slice() {
        [one] if one["type"] == "text" => one["text"].clone(),
        _ => json!(contents),
    }
}

fn content(block: &Block) -> Value {
    let text = |text: &str| json!({ "type": "text", "text": text });
    match block {
        Block::Prompt { text: words, command: true } => text(&command(words)),
        Block::Prompt { text: words, .. }
        | Block::Steer { text: words }
        | Block::Answer { text: words }
        | Block::Reported { text: words }
        | Block::Note { text: words, .. } => text(words),
        Block::ToolUse { id, name, input } => {
            json!({ "type": "tool_use", "id": id, "name": name, "input": input })
        }
        Block::ToolResult { id, text, failed } => {
            json!({ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed })
        }
        Block::Omitted { kind, bytes } => text(&omission(kind, *bytes)),
        Block::Interrupted => text(&format!("{INTERRUPTED}]")),
        // Never written: none has a place in a message.
        Block::Compacted | Block::TakenBack { .. } | Block::Label { .. } => text(""),
        Block::Unknown { value } => value.clone(),
    }
}

/// Formats a slash command as the client does.
fn command(words: &str) -> String {
    let (name, args) = words.split_once(' ').unwrap_or((words, ""));
    let bare = name.trim_start_matches('/');
    format!(
        "<command-message>{bare}</command-message>\n<command-name>{name}</command-name>\n\
         <command-args>{args}</command-args>"
    )
}

/// Returns the origin that a line needs so that its notes parse as notes. Most notes are recognised
/// by their text and need none.
fn origin(blocks: &[Block]) -> Option<&str> {
    blocks.iter().find_map(|block| match block {
        Block::Note { kind, text } => {
            let shown = |(prefix, known): &(&str, &str)| {
                known == kind && text.trim_start().starts_with(prefix)
            };
            (!NOTES.iter().any(shown)).then_some(kind.as_str())
        }
        _ => None,
    })
}

fn timestamp(at_ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}
