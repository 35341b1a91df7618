//! What a session's records become, in file order. A newer record may repeat what an earlier one
//! said: a resumed session begins with a snapshot of all its messages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::tool_details::SPOKEN;
use super::{Skip, message};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::secrets::Masker;
use crate::sources::record::{number_ms, written_ms};
use crate::sources::taken_back;

/// What records pass on to later ones.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fold {
    session: Option<String>,
    is_subagent: bool,
    /// Keys of the messages that were read, and of the calls whose results were.
    seen: BTreeSet<u64>,
    /// The last messages, in order.
    said: Vec<Said>,
}

/// A message that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Said {
    /// The id that it has in the file.
    id: String,
    /// Its entry; `None` when it has none.
    entry: Option<SaidEntry>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SaidEntry {
    id: String,
    is_prompt: bool,
    at_ms: i64,
    position: u64,
    bytes: u64,
}

/// Maximum number of messages that can be taken back.
const SAID_MAX: usize = 1_024;

/// Maximum number of messages and results of a session that are remembered as read. Beyond it, a
/// snapshot repeats them.
const SEEN_MAX: usize = 16_384;

/// What is known of a message beside what it says.
#[derive(Debug, Clone, Copy)]
pub(super) struct At<'a> {
    /// Orders messages of the same time.
    pub position: u64,
    /// The later of two messages with one id has the larger revision.
    pub revision: u64,
    /// Time for a message without one.
    pub before_ms: i64,
    /// Directory of the session.
    pub directory: Option<&'a str>,
    /// Masks the entry.
    pub masker: &'a Masker,
}

/// A message that is ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    named: String,
    key: u64,
    parsed: Result<ParsedEntry, Skip>,
}

impl Message {
    /// Parses a message. The id of one without an id is a hash of it.
    pub(super) fn of(message: &Value, at: &At) -> Self {
        let named = message["id"].as_str().filter(|id| !id.is_empty()).map(str::to_owned);
        let id = named.unwrap_or_else(|| {
            format!("line-{}", &hex_digest(message.to_string().as_bytes())[..32])
        });
        let side = if message["type"] == "user" { "user" } else { "model" };
        let parsed = message::blocks(message).map(|blocks| {
            let has_prompt = blocks.iter().any(|block| matches!(block, Block::Prompt { .. }));
            // After a resume, a prompt and a reply may have one id.
            let id = match (side, has_prompt) {
                ("user", true) => id.clone(),
                ("user", false) => format!("{id}-results"),
                _ => format!("{id}-reply"),
            };
            let time = &message["timestamp"];
            let at_ms = time.as_str().and_then(written_ms).or_else(|| number_ms(time.as_f64()?));
            let entry = Entry {
                id,
                at_ms: at_ms.unwrap_or(at.before_ms),
                position: at.position,
                revision: at.revision,
                cwd: at.directory.map(str::to_owned),
                blocks,
                ..Entry::default()
            };
            ParsedEntry::masked_keeping(None, entry, at.masker, &SPOKEN)
        });
        Self { key: key(side, &id), named: id, parsed }
    }
}

/// Returns an entry that opens the turn of a prompt and that any other copy of the prompt replaces.
fn opener(prompt: &SaidEntry, back: &ParsedEntry) -> ParsedEntry {
    let mut parsed = made(prompt, back);
    parsed.entry.revision = 0;
    parsed.entry.blocks = vec![taken_back::unsaid()];
    parsed
}

fn replacement(said: &SaidEntry, back: &ParsedEntry) -> ParsedEntry {
    let mut parsed = made(said, back);
    parsed.entry.blocks = taken_back::blocks(said.is_prompt, said.bytes);
    parsed
}

fn made(said: &SaidEntry, back: &ParsedEntry) -> ParsedEntry {
    let mut parsed = back.clone();
    parsed.entry.id.clone_from(&said.id);
    (parsed.entry.at_ms, parsed.entry.position) = (said.at_ms, said.position);
    parsed
}

fn key(side: &str, id: &str) -> u64 {
    let digest = hex_digest(format!("{side} {id}").as_bytes());
    // JSON readers are exact up to 53 bits.
    u64::from_str_radix(&digest[..12], 16).unwrap_or_default()
}

impl Fold {
    /// Takes over what the head of a session, or a change of it, says.
    pub(super) fn head(&mut self, fields: &Value) {
        if let Some(session) = fields["sessionId"].as_str() {
            self.session = Some(session.to_owned());
        }
        if let Some(kind) = fields["kind"].as_str() {
            self.is_subagent = kind == "subagent";
        }
    }

    /// Returns the entry of a message, or why there is none, and remembers it for what may repeat it
    /// or take it back.
    pub(super) fn message(
        &mut self,
        message: Message,
        parent: Option<&str>,
    ) -> Result<ParsedEntry, Skip> {
        self.see(message.key);
        let named = message.named.clone();
        let found = self.entry(message, parent);
        let entry = found.as_ref().ok().map(|parsed| SaidEntry {
            id: parsed.entry.id.clone(),
            is_prompt: parsed.entry.is_prompt(),
            at_ms: parsed.entry.at_ms,
            position: parsed.entry.position,
            bytes: parsed.entry.bytes() as u64,
        });
        self.said.push(Said { id: named, entry });
        self.said.drain(..self.said.len().saturating_sub(SAID_MAX));
        found
    }

    /// Returns the entry of a message, or why there is none. A result that was read is left out.
    pub(super) fn entry(
        &mut self,
        message: Message,
        parent: Option<&str>,
    ) -> Result<ParsedEntry, Skip> {
        let mut parsed = message.parsed?;
        let said_before = parsed.entry.blocks.len();
        let is_answer = parsed
            .entry
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Answer { .. } | Block::ToolUse { .. }));
        parsed.entry.blocks.retain(|block| match block {
            Block::ToolResult { id, .. } => self.see(key("result", id)) || is_answer,
            _ => true,
        });
        if parsed.entry.blocks.is_empty() && said_before > 0 {
            return Err(Skip::Repeated);
        }
        self.place(&mut parsed, parent);
        Ok(parsed)
    }

    fn place(&self, parsed: &mut ParsedEntry, parent: Option<&str>) {
        let is_child = self.is_subagent || parent.is_some();
        parsed.entry.subagent = is_child.then(|| self.session.clone()).flatten();
        parsed.session = parent.map(str::to_owned).or_else(|| self.session.clone());
    }

    /// Takes back a message and all after it, or all when no message has this id, as the client
    /// does. Returns the entries that replace them: they tell only that something was said, at the
    /// place of `back`. The prompt of a turn comes before them, and at the end that of the turn
    /// which goes on.
    pub(super) fn take_back(
        &mut self,
        id: &str,
        back: &ParsedEntry,
        parent: Option<&str>,
    ) -> Vec<ParsedEntry> {
        let start = self.said.iter().position(|said| said.id == id).unwrap_or_default();
        let mut taken: Vec<SaidEntry> =
            self.said.drain(start..).filter_map(|said| said.entry).collect();
        let mut left = self.said.iter().rev().filter_map(|said| said.entry.as_ref());
        let goes_on = left.find(|entry| entry.is_prompt).map(|prompt| opener(prompt, back));
        if goes_on.is_none() {
            // What was said before any prompt stays: no prompt names its turn.
            let prompt = taken.iter().position(|entry| entry.is_prompt);
            taken.drain(..prompt.unwrap_or(taken.len()));
        }
        let Some(first) = taken.first() else { return Vec::new() };
        let before = goes_on.clone().filter(|_| !first.is_prompt);
        let replaced = taken.iter().map(|said| replacement(said, back));
        let found = before.into_iter().chain(replaced).chain(goes_on).map(|mut parsed| {
            self.place(&mut parsed, parent);
            parsed
        });
        found.collect()
    }

    /// Returns the entry of a message in a snapshot; `None` when it was read before.
    pub(super) fn in_snapshot(
        &mut self,
        message: Message,
        parent: Option<&str>,
    ) -> Option<ParsedEntry> {
        if self.seen.contains(&message.key) {
            return None;
        }
        self.message(message, parent).ok()
    }

    /// Remembers a key, and returns whether it is new.
    fn see(&mut self, key: u64) -> bool {
        !self.seen.contains(&key) && (self.seen.len() >= SEEN_MAX || self.seen.insert(key))
    }
}
