//! Which turns must be removed with a turn: its other parts, the turns of its subagents, and copies.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::Because;
use crate::conversation::entry::{Block, Entry as LogEntry};
use crate::conversation::turn;
use crate::error::Result;
use crate::store::{Reader, SessionTurn};

/// Minimum length of a task: many agents may be given the same shorter one.
const TASK_CHARS_MIN: usize = 16;
/// Number of characters at the start of a subagent's answer that are searched for in what its
/// caller received.
const ANSWER_CHARS: usize = 200;
const ANSWER_CHARS_MIN: usize = 24;

/// Returns the turns of `meant` and all that must go with them, by id, with the reason for each.
pub fn with_dependents(reader: &Reader, meant: &[i64]) -> Result<BTreeMap<i64, Because>> {
    let found = meant.iter().map(|id| (*id, Because::Meant)).collect();
    let mut company = Company { reader, sessions: HashMap::new(), found };
    let mut open = meant.to_vec();
    while let Some(id) = open.pop() {
        for (other, because) in company.of(id)? {
            if let Entry::Vacant(place) = company.found.entry(other) {
                place.insert(because);
                open.push(other);
            }
        }
    }
    Ok(company.found)
}

struct Company<'r, 't> {
    reader: &'r Reader<'t>,
    /// Turns of each session read so far.
    sessions: HashMap<i64, Vec<SessionTurn>>,
    found: BTreeMap<i64, Because>,
}

impl Company<'_, '_> {
    fn of(&mut self, id: i64) -> Result<Vec<(i64, Because)>> {
        let entries = self.entries(id)?;
        let copies = self.reader.copies_of(id)?;
        let mut found: Vec<(i64, Because)> =
            copies.into_iter().map(|copy| (copy, Because::Copy)).collect();
        for session in self.reader.sessions_of(id)? {
            if !self.sessions.contains_key(&session) {
                self.sessions.insert(session, self.reader.turns_in_session(session)?);
            }
            let turns = &self.sessions[&session];
            let Some(own) = turns.iter().find(|turn| turn.id == id) else { continue };
            for part in self.parts(own, &entries, turns)? {
                found.push((part, Because::Part));
            }
            for turn in self.subagents(own, &entries, turns)? {
                found.push((turn, Because::Subagent));
            }
        }
        Ok(found)
    }

    /// Returns the adjacent turns in the transcript that are parts of the same turn. Within a
    /// transcript, only a turn that was too long is followed by one without a prompt.
    fn parts(
        &self,
        own: &SessionTurn,
        entries: &[LogEntry],
        turns: &[SessionTurn],
    ) -> Result<Vec<i64>> {
        let same: Vec<i64> =
            turns.iter().filter(|turn| turn.subagent == own.subagent).map(|turn| turn.id).collect();
        let Some(at) = same.iter().position(|id| *id == own.id) else { return Ok(Vec::new()) };
        let mut parts = Vec::new();
        if let Some(&next) = same.get(at + 1)
            && turn::may_be_continued(entries)
            && !has_prompt(&self.entries(next)?)
        {
            parts.push(next);
        }
        if let Some(&before) = at.checked_sub(1).and_then(|before| same.get(before))
            && !has_prompt(entries)
            && turn::may_be_continued(&self.entries(before)?)
        {
            parts.push(before);
        }
        Ok(parts)
    }

    /// Returns the turns of subagents that began during this turn, and those that share its text:
    /// the task it gave, or the answer it received.
    fn subagents(
        &self,
        own: &SessionTurn,
        entries: &[LogEntry],
        turns: &[SessionTurn],
    ) -> Result<Vec<i64>> {
        let began = own.started_at_ms;
        let later =
            turns.iter().filter(|turn| turn.subagent.is_none() && turn.started_at_ms > began);
        let until = later.map(|turn| turn.started_at_ms).min().unwrap_or(i64::MAX);
        let (tasks, given) = (tasks(entries), given(entries));
        let mut found = Vec::new();
        let subagents = turns.iter().filter(|turn| turn.subagent.is_some() && turn.id != own.id);
        for turn in subagents.filter(|turn| !self.found.contains_key(&turn.id)) {
            let is_within = own.subagent.is_none() && (began..until).contains(&turn.started_at_ms);
            if is_within || self.carries(turn.id, &tasks, &given)? {
                found.push(turn.id);
            }
        }
        Ok(found)
    }

    /// Returns whether a turn was started with one of these tasks, or its last answer is among the
    /// texts received.
    fn carries(&self, turn: i64, tasks: &[&str], given: &[&str]) -> Result<bool> {
        if tasks.is_empty() && given.is_empty() {
            return Ok(false);
        }
        let entries = self.entries(turn)?;
        let (mut prompt, mut answer) = (None, None);
        for block in entries.iter().flat_map(|entry| &entry.blocks) {
            match block {
                Block::Prompt { text, .. } => prompt = prompt.or(Some(text.trim())),
                Block::Answer { text } => answer = Some(text.trim()),
                _ => {}
            }
        }
        if prompt.is_some_and(|prompt| tasks.contains(&prompt)) {
            return Ok(true);
        }
        let beginning: String = answer.unwrap_or_default().chars().take(ANSWER_CHARS).collect();
        let is_telling = beginning.chars().count() >= ANSWER_CHARS_MIN;
        Ok(is_telling && given.iter().any(|text| text.contains(&beginning)))
    }

    fn entries(&self, id: i64) -> Result<Vec<LogEntry>> {
        Ok(turn::decode(&self.reader.stored_turn(id)?.log))
    }
}

fn has_prompt(entries: &[LogEntry]) -> bool {
    entries.iter().any(LogEntry::is_prompt)
}

/// Returns what tools and agents gave back.
fn given(entries: &[LogEntry]) -> Vec<&str> {
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    let texts = blocks.filter_map(|block| match block {
        Block::ToolResult { text, .. } | Block::Note { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Returns the texts that a subagent may have been started with.
fn tasks(entries: &[LogEntry]) -> Vec<&str> {
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    let inputs = blocks.filter_map(|block| match block {
        Block::ToolUse { input, .. } => input.as_object(),
        _ => None,
    });
    let texts = inputs.flat_map(|fields| fields.values()).filter_map(|value| value.as_str());
    texts.map(str::trim).filter(|text| text.chars().count() >= TASK_CHARS_MIN).collect()
}
