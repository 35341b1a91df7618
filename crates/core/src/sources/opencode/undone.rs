//! What a person undid. `/undo` names in `session.revert` the message from which on nothing counts,
//! `/redo` clears it again, and the next prompt removes those messages. So a message is undone when
//! it was read and the session no longer shows it; a message that is shown again is read again.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::message::Session;
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Entry;
use crate::json;
use crate::secrets::Masker;
use crate::sources::taken_back;

/// Maximum number of sessions whose messages are remembered. Those with undone messages stay.
const SESSIONS_MAX: usize = 8;

/// Maximum number of messages of a session that can be undone.
const MESSAGES_MAX: usize = 128;

/// The messages that were read, by session. The session that was read last is the last one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Said(Vec<(String, Vec<Message>)>);

/// A message that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Message {
    id: String,
    entry: String,
    is_prompt: bool,
    pub at_ms: i64,
    bytes: u64,
    undone: bool,
    /// When it was undone or shown again, in milliseconds since the epoch; 0 when it never was.
    turned_ms: i64,
}

/// The messages of a session: those that it shows, and those that it hides until they are shown
/// again or removed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Shown {
    shown: HashSet<String>,
    hidden: HashSet<String>,
}

impl Shown {
    /// Sorts the messages of a session. `revert` is the column of that name: a part in it hides the
    /// end of its message, which counts as shown, and all messages after that.
    pub fn of<'m>(all: impl Iterator<Item = &'m str>, revert: Option<&str>) -> Self {
        let revert = revert.and_then(json::value).unwrap_or_default();
        let hides = |id: &str| match (revert["messageID"].as_str(), revert["partID"].as_str()) {
            (Some(first), None) => id >= first,
            (Some(first), Some(_)) => id > first,
            (None, _) => false,
        };
        let (hidden, shown) = all.map(str::to_owned).partition(|id| hides(id));
        Self { shown, hidden }
    }

    fn exists(&self, id: &str) -> bool {
        self.has(id) || self.hidden.contains(id)
    }

    /// Whether a message is shown.
    pub fn has(&self, id: &str) -> bool {
        self.shown.contains(id)
    }
}

/// Above every revision of a message that was never undone.
const TURNED: u64 = 1 << 41;

/// Returns the revision of a message that was undone or shown again then.
fn revision(turned_ms: i64) -> u64 {
    TURNED + turned_ms.unsigned_abs()
}

impl Said {
    fn of(&self, session: &str) -> &[Message] {
        self.0.iter().find(|(id, _)| id == session).map_or(&[], |(_, said)| said)
    }

    /// Returns the id of the entry of a prompt that was read.
    pub fn prompt(&self, session: &str, id: &str) -> Option<String> {
        let mut said = self.of(session).iter().filter(|message| message.is_prompt);
        said.find(|message| message.id == id).map(|message| message.entry.clone())
    }

    fn of_mut(&mut self, session: &str) -> &mut Vec<Message> {
        let at = self.0.iter().position(|(id, _)| id == session);
        let read = at.map_or_else(|| (session.to_owned(), Vec::new()), |at| self.0.remove(at));
        let has_undone = |said: &[Message]| said.iter().any(|message| message.undone);
        if self.0.len() >= SESSIONS_MAX
            && let Some(oldest) = self.0.iter().position(|(_, said)| !has_undone(said))
        {
            self.0.remove(oldest);
        }
        self.0.push(read);
        let last = self.0.len() - 1;
        &mut self.0[last].1
    }

    /// Whether messages of a session are undone.
    pub fn has_undone(&self, session: &str) -> bool {
        self.of(session).iter().any(|message| message.undone)
    }

    /// Takes over a message that was read, and returns whether it is shown. One that is shown again
    /// gets a revision above the one of its trace.
    pub fn read(
        &mut self,
        session: &str,
        id: &str,
        parsed: &mut ParsedEntry,
        shown: &Shown,
        now_ms: i64,
    ) -> bool {
        let is_shown = shown.has(id);
        let said = self.of_mut(session);
        let known = said.iter().position(|message| message.id == id);
        let mut turned_ms = known.map_or(0, |at| said[at].turned_ms);
        let was_undone = known.is_some_and(|at| said[at].undone);
        if was_undone && is_shown && turned_ms > 0 {
            turned_ms = now_ms.max(turned_ms + 1);
        }
        if turned_ms > 0 {
            parsed.entry.revision = revision(turned_ms);
        }
        let message = Message {
            id: id.to_owned(),
            entry: parsed.entry.id.clone(),
            is_prompt: parsed.entry.is_prompt(),
            at_ms: parsed.entry.at_ms,
            bytes: parsed.entry.bytes() as u64,
            undone: !is_shown,
            turned_ms,
        };
        match known {
            Some(at) => said[at] = message,
            None => said.push(message),
        }
        said.drain(..said.len().saturating_sub(MESSAGES_MAX));
        is_shown
    }

    /// Returns an undone message of a session that is shown again.
    pub fn shown_again(&self, session: &str, shown: &Shown) -> Option<&str> {
        let mut undone = self.of(session).iter().filter(|message| message.undone);
        undone.find(|message| shown.has(&message.id)).map(|message| message.id.as_str())
    }

    /// Marks the messages as undone that a session no longer shows, and returns them, each turn from
    /// its prompt on. What `stays` is left as it was said.
    pub fn undo(
        &mut self,
        session: &str,
        shown: &Shown,
        now_ms: i64,
        stays: impl Fn(&Message) -> bool,
    ) -> Vec<Message> {
        if self.of(session).iter().all(|message| shown.has(&message.id)) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut prompt: Option<Message> = None;
        for message in self.of_mut(session) {
            if message.undone || shown.has(&message.id) {
                prompt = Some(message.clone()).filter(|_| message.is_prompt).or(prompt);
                continue;
            }
            message.undone = true;
            if stays(message) {
                continue;
            }
            message.turned_ms = now_ms.max(message.turned_ms + 1);
            if message.is_prompt {
                prompt = None;
            } else if let Some(prompt) = prompt.take() {
                found.push(prompt);
            } else if found.is_empty() {
                // What was said before any prompt stays: no prompt names its turn.
                continue;
            }
            found.push(message.clone());
        }
        // What is removed never comes back.
        self.of_mut(session).retain(|message| !message.undone || shown.exists(&message.id));
        found
    }
}

impl Message {
    /// Returns the entry in place of this message, or, for one that stays, a prompt without words
    /// that any copy of it replaces.
    pub fn taken_back(&self, session: &Session, masker: &Masker) -> ParsedEntry {
        let blocks = if self.undone {
            taken_back::blocks(self.is_prompt, self.bytes)
        } else {
            vec![taken_back::unsaid()]
        };
        let entry = Entry {
            id: self.entry.clone(),
            at_ms: self.at_ms,
            position: self.at_ms.unsigned_abs(),
            revision: if self.undone { revision(self.turned_ms) } else { 0 },
            cwd: session.directory.clone(),
            subagent: session.subagent.clone(),
            blocks,
            ..Entry::default()
        };
        ParsedEntry::masked(Some(session.id.clone()), entry, masker)
    }
}
