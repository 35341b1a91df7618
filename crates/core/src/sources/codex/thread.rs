//! What the lines of a rollout pass on to later lines: the session, the place, the turn, and the
//! ids of entries.
//!
//! Many lines have no id. An entry's id is therefore a hash of everything said since its turn
//! began, or since the session began in versions that do not name turns: a fork that copies the
//! lines of its parent gets the parent's ids.

use serde::{Deserialize, Serialize};

use super::parse::{Item, Line};
use super::{Skip, patch};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::sources::is_uuid;
use crate::sources::json_lines::{Fate, verdict};
use crate::sources::labels::Labels;

/// State of a rollout.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    /// An entry without blocks: the session, and the place of the entries that follow.
    place: Option<ParsedEntry>,
    /// The session whose lines these are: the parent's, when its lines are copied.
    origin: String,
    /// Time of the last line that has one.
    at_ms: i64,
    /// Id of the current turn; empty in versions that do not name turns.
    turn: String,
    /// The turns before it.
    left: Vec<String>,
    /// Whether the person has spoken in it.
    prompted: bool,
    /// Hash of what was said since the turn began, or since the session began.
    said: String,
    /// The last entry, when it is an answer: a compaction may show that it is a summary.
    answer: Option<LastAnswer>,
    /// Ids of the prompts to which the person may go back, the last one last.
    prompts: Vec<String>,
    /// The names that the session was given.
    labels: Labels,
    /// Calls that were stored as several, one for each file: id and number.
    split: Vec<(String, usize)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LastAnswer {
    entry: ParsedEntry,
    bytes: usize,
    hash: String,
}

/// Number of turns that can be taken back.
const PROMPTS_MAX: usize = 512;

/// Number of earlier turns that are remembered.
const LEFT_MAX: usize = 16;

/// Maximum number of calls that wait for their result.
const SPLIT_MAX: usize = 64;

impl Thread {
    /// Appends the line's entries to `to`, and returns how to count the line.
    /// `file` is the thread that the file is named after.
    pub(super) fn take(
        &mut self,
        line: Line,
        file: Option<&str>,
        to: &mut Vec<ParsedEntry>,
    ) -> Fate {
        let why = match line {
            Line::Header { id, place, at_ms } => {
                self.begin(id, place, at_ms, file);
                Skip::Header
            }
            Line::Turn { id, place } => {
                self.enter(id);
                self.go_to(place);
                Skip::Turn
            }
            Line::Skipped { why, place } => {
                if self.place.as_ref().is_none_or(|known| known.entry.cwd.is_none()) {
                    self.go_to(place);
                }
                why
            }
            Line::RolledBack { turns, item } => {
                to.extend(self.go_back(turns, item));
                Skip::Event
            }
            Line::Item(item) => {
                self.begin_without_header(&item, file);
                to.push(self.add(item));
                self.labels.release(to);
                return Fate::Kept;
            }
            Line::Named(label) => {
                let label = match &self.place {
                    Some(place) => label.placed_as(place),
                    None => label,
                };
                if self.labels.take(label, !self.said.is_empty(), to) {
                    return Fate::Kept;
                }
                Skip::Event
            }
            Line::Compacted { item, summary } => {
                self.begin_without_header(&item, file);
                let boundary = self.summarised(&summary).unwrap_or_else(|| self.add(item));
                self.answer = None;
                to.push(boundary);
                return Fate::Kept;
            }
        };
        Fate::skipped(why)
    }

    /// Returns the entries that name the place.
    pub(super) fn held(&mut self) -> Vec<&mut Entry> {
        let answer = self.answer.as_mut().map(|answer| &mut answer.entry);
        let entries = self.place.iter_mut().chain(answer).map(|parsed| &mut parsed.entry);
        entries.chain(self.labels.entries_mut()).collect()
    }

    /// The first header counts: it comes again when a session is resumed. A second one of another
    /// session, before anything was said, is that of the parent whose lines a fork copied.
    ///
    /// Where the first line is lost, that of the parent comes first, or none: the session is then the
    /// one that the file is named after.
    fn begin(
        &mut self,
        id: Option<String>,
        mut place: ParsedEntry,
        at_ms: Option<i64>,
        file: Option<&str>,
    ) {
        self.at_ms = at_ms.unwrap_or(self.at_ms);
        let is_parents = file.is_some_and(|file| id.as_deref().is_some_and(|id| id != file));
        if self.said.is_empty() {
            self.origin = id.unwrap_or_default();
        }
        if self.place.as_ref().is_some_and(|known| known.session.is_some()) {
            return;
        }
        if is_parents {
            place.session = file.map(str::to_owned);
            place.entry.subagent = None;
        }
        self.place = Some(match self.place.take() {
            Some(known) => place.working_in(&known),
            None => place,
        });
    }

    fn begin_without_header(&mut self, item: &Item, file: Option<&str>) {
        let Some(file) = file else { return };
        if self.place.as_ref().is_some_and(|place| place.session.is_some()) {
            return;
        }
        let place = self.place.get_or_insert_with(|| item.parsed.without_blocks());
        place.session = Some(file.to_owned());
        if self.said.is_empty() && self.origin.is_empty() {
            file.clone_into(&mut self.origin);
        }
    }

    /// Begins a turn. Ids that are no UUIDs begin anew in every session and mean nothing; a turn
    /// that was left is named again by lines that come late.
    fn enter(&mut self, turn: Option<String>) {
        let Some(turn) = turn.filter(|turn| is_uuid(turn) && *turn != self.turn) else { return };
        if self.left.contains(&turn) {
            return;
        }
        self.said = hash(&[&turn]);
        self.prompted = false;
        self.left.push(std::mem::replace(&mut self.turn, turn));
        self.left.drain(..self.left.len().saturating_sub(LEFT_MAX));
    }

    fn go_to(&mut self, other: Option<ParsedEntry>) {
        let Some(other) = other else { return };
        self.place = Some(match self.place.take() {
            Some(place) => place.working_in(&other),
            None => other,
        });
    }

    /// Returns what is said of the last turns when the person takes them back.
    fn go_back(&mut self, turns: usize, item: Item) -> Vec<ParsedEntry> {
        self.at_ms = item.at_ms.unwrap_or(self.at_ms);
        let mut back = match &self.place {
            Some(place) => item.parsed.placed_as(place),
            None => item.parsed,
        };
        back.entry.at_ms = self.at_ms;
        let taken = self.prompts.drain(self.prompts.len().saturating_sub(turns)..);
        taken.map(|prompt| verdict(&back, &prompt, true)).collect()
    }

    fn add(&mut self, item: Item) -> ParsedEntry {
        let is_prompt = item.parsed.entry.is_prompt();
        // What another process writes for an earlier turn names that.
        let earlier = item.turn.clone().filter(|turn| !is_prompt && self.left.contains(turn));
        if is_prompt {
            self.enter(item.turn);
        }
        self.at_ms = item.at_ms.unwrap_or(self.at_ms);
        let before = if self.said.is_empty() { &self.origin } else { &self.said };
        self.said = hash(&[before, &item.digest]);
        let mut parsed = match &self.place {
            Some(place) => item.parsed.placed_as(place),
            None => item.parsed,
        };
        parsed.answers = earlier;
        let entry = &mut parsed.entry;
        entry.at_ms = self.at_ms;
        entry.id = format!("line-{}", &self.said[..32]);
        self.prompt(entry);
        if entry.is_prompt() {
            self.prompts.push(entry.id.clone());
            self.prompts.drain(..self.prompts.len().saturating_sub(PROMPTS_MAX));
        }
        self.remember_split(entry);
        self.repeat_result(entry);
        self.answer = item.answer.map(|(bytes, hash)| LastAnswer {
            entry: parsed.without_blocks(),
            bytes,
            hash,
        });
        parsed
    }

    /// The first prompt of a turn has the turn's id. Those after it were typed while the model
    /// worked.
    fn prompt(&mut self, entry: &mut Entry) {
        if !entry.is_prompt() || self.turn.is_empty() {
            return;
        }
        if !self.prompted {
            self.prompted = true;
            entry.id.clone_from(&self.turn);
            return;
        }
        for block in &mut entry.blocks {
            if let Block::Prompt { text, .. } = block {
                *block = Block::Steer { text: std::mem::take(text) };
            }
        }
    }

    fn remember_split(&mut self, entry: &Entry) {
        let uses = entry.blocks.iter().filter(|block| matches!(block, Block::ToolUse { .. }));
        let (Some(Block::ToolUse { id, .. }), number) = (entry.blocks.first(), uses.count()) else {
            return;
        };
        if number > 1 && self.split.len() < SPLIT_MAX {
            self.split.push((id.clone(), number));
        }
    }

    /// A call that was stored as several has as many results.
    fn repeat_result(&mut self, entry: &mut Entry) {
        let Some(Block::ToolResult { id, text, failed }) = entry.blocks.first() else { return };
        let Some(at) = self.split.iter().position(|(call, _)| call == id) else { return };
        let (_, number) = self.split.remove(at);
        let (id, text, failed) = (id.clone(), text.clone(), *failed);
        entry.blocks.extend((1..number).map(|at| Block::ToolResult {
            id: patch::part_id(&id, at),
            text: text.clone(),
            failed,
        }));
    }

    /// Turns the last answer into a boundary, when it is the summary that replaces the
    /// conversation: it answers no prompt.
    fn summarised(&self, summary: &str) -> Option<ParsedEntry> {
        let LastAnswer { entry, bytes, hash } = self.answer.as_ref()?;
        let summary = summary.trim();
        let tail = summary.get(summary.len().checked_sub(*bytes)?..)?;
        if *bytes == 0 || hex_digest(tail.as_bytes()) != *hash {
            return None;
        }
        let mut boundary = entry.clone();
        boundary.entry.revision = 1;
        boundary.entry.blocks = vec![Block::Compacted];
        Some(boundary)
    }
}

fn hash(parts: &[&str]) -> String {
    hex_digest(parts.join("\n").as_bytes())
}
