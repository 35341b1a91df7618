//! What a session's context has, according to its record.

use super::line::{ContextMark, PromptLine, RecordLine, line_of};

/// What was added to a session's context and is still there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// Added turns, except those before the last compaction; those of the prompt that set it off
    /// stay.
    pub recalled: Vec<String>,
    /// Notes that were added, or given at the session's start or after the last compaction.
    pub notes: Vec<String>,
    /// When the context was last compacted, in milliseconds since the epoch.
    pub compacted_at_ms: Option<i64>,
    /// Whether it began as the context of another session.
    pub is_forked: bool,
}

impl Held {
    /// Returns what the context has after these lines.
    pub fn after(lines: &[RecordLine]) -> Self {
        let mut held = Self::default();
        let mut last: Option<&PromptLine> = None;
        let mut sets_off = false;
        for line in lines {
            match line {
                RecordLine::Used(_) | RecordLine::Mark(ContextMark::Ended { .. }) => {}
                RecordLine::Told(told) => add(&mut held.notes, &told.notes),
                RecordLine::Mark(ContextMark::Compacting { .. }) => sets_off = true,
                RecordLine::Mark(ContextMark::Forked { .. }) => held.is_forked = true,
                RecordLine::Mark(ContextMark::Compacted { at_ms, .. }) => {
                    // The prompt that set the compaction off is sent after the summary, with what
                    // was added to it.
                    let stays = last.filter(|_| sets_off);
                    held.recalled =
                        stays.map(|prompt| unique(&prompt.injected)).unwrap_or_default();
                    held.notes = stays.map(|prompt| unique(&prompt.notes)).unwrap_or_default();
                    held.compacted_at_ms = Some(*at_ms);
                    sets_off = false;
                }
                RecordLine::Prompt(prompt) => {
                    add(&mut held.recalled, &prompt.injected);
                    add(&mut held.notes, &prompt.notes);
                    last = Some(prompt);
                }
            }
        }
        held
    }
}

fn add(ids: &mut Vec<String>, more: &[String]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
}

fn unique(ids: &[String]) -> Vec<String> {
    let mut unique = Vec::new();
    add(&mut unique, ids);
    unique
}

/// Returns the lines of a text that affect what the context has: the others are not read.
pub(super) fn lines(text: &str) -> Vec<RecordLine> {
    let mut lines = Vec::new();
    // The last prompt before a compaction matters even if nothing was added to it.
    let mut is_last = false;
    for each in text.lines().rev() {
        let is_prompt = || lists(each, "\"injected\"").next().is_some();
        if !may_hold(each) && (!is_last || !is_prompt()) {
            continue;
        }
        let Some(line) = line_of(each) else { continue };
        match line {
            RecordLine::Prompt(_) => is_last = false,
            RecordLine::Mark(ContextMark::Forked { .. } | ContextMark::Ended { .. }) => {}
            RecordLine::Mark(_) | RecordLine::Used(_) | RecordLine::Told(_) => is_last = true,
        }
        lines.push(line);
    }
    lines.reverse();
    lines
}

/// Whether a line may tell of something that was added, or of a change of the context.
fn may_hold(line: &str) -> bool {
    let marks = ["\"compacting\"", "\"compacted\"", "\"forked\""];
    adds(line) || marks.into_iter().any(|key| values(line, key).next().is_some())
}

/// Whether a line may tell of something that was added.
pub(super) fn adds(line: &str) -> bool {
    let holds = |key| lists(line, key).any(|rest| rest.trim_start().starts_with('"'));
    ["\"injected\"", "\"notes\""].into_iter().any(holds)
}

/// Returns what stands after each beginning of a list with this key.
fn lists<'l>(line: &'l str, key: &'l str) -> impl Iterator<Item = &'l str> {
    values(line, key).filter_map(|value| value.strip_prefix('['))
}

/// Returns what stands after each `key:`.
fn values<'l>(line: &'l str, key: &'l str) -> impl Iterator<Item = &'l str> {
    line.match_indices(key).filter_map(move |(at, _)| {
        let rest = line[at + key.len()..].trim_start().strip_prefix(':')?;
        Some(rest.trim_start())
    })
}
