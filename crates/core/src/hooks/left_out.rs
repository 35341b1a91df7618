//! The prompts that records left out: the first one of a session is recorded without its text,
//! because nobody knows yet whether the session will be stored. Its transcript has the text as soon
//! as the client writes it, and its turn once it is stored.

use std::path::Path;

use serde::Deserialize;

use super::recorded::RecordedSession;
use super::settings::KeepingOut;
use crate::capture::typed::{TypedPrompt, typed_prompts};
use crate::home::records::line::{PromptLine, RecordLine};
use crate::memory::Memory;
use crate::search::browse::StepKind;
use crate::sources::Machine;
use crate::surroundings::Surroundings;

/// A turn begins when its prompt is sent; other hooks may delay ours, or the transcript's line.
const APART_MS_MAX: u64 = 60_000;

/// What is needed to find the prompts that records left out.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LeftOut {
    /// Where the agents' files are.
    pub on: Surroundings,
    /// What must be masked, and what must not be read.
    pub keeping_out: KeepingOut,
}

impl LeftOut {
    /// Gives the prompts of a record their texts, as far as their turns or transcripts have them.
    pub(super) fn fill(&self, record: &mut RecordedSession, memory: Option<&Memory>) {
        let times: Vec<i64> = record.prompts().map(|line| line.at_ms).collect();
        let mut stored: Option<Vec<TypedPrompt>> = None;
        for at in record.typed.clone() {
            let RecordLine::Prompt(line) = &mut record.lines[at] else { continue };
            if !line.prompt.is_empty() {
                continue;
            }
            let stored = stored.get_or_insert_with(|| stored_in(&record.session, memory));
            let sent = stored.iter().cloned().chain(self.typed_in(line)).collect::<Vec<_>>();
            let Some(found) = nearest(&sent, line.at_ms, |prompt| prompt.at_ms) else { continue };
            // A line whose turn was forgotten does not get the text of another.
            if nearest(&times, found.at_ms, |at_ms| *at_ms) == Some(&line.at_ms) {
                line.prompt.clone_from(&found.text);
            }
        }
    }

    /// Returns the prompts of the transcript that a line names, masked; none where that must not be
    /// read. One that is gone must not cost the rest of an answer.
    fn typed_in(&self, line: &PromptLine) -> Vec<TypedPrompt> {
        let Some(path) = line.transcript.as_deref().map(Path::new) else { return Vec::new() };
        let Ok(rules) = self.keeping_out.required() else { return Vec::new() };
        if rules.excluded.covers(Path::new(&line.directory)) {
            return Vec::new();
        }
        let source = Machine::of(self.on.clone()).owner(path);
        typed_prompts(source, path, &rules.masker).unwrap_or_default()
    }
}

/// Returns the prompts of a session's stored turns; none if they cannot be read.
fn stored_in(session: &str, memory: Option<&Memory>) -> Vec<TypedPrompt> {
    let turns = memory.and_then(|memory| memory.show(session).ok()).unwrap_or_default();
    let own = turns
        .into_iter()
        .filter(|turn| turn.subagent.is_none() && turn.sessions.iter().any(|each| each == session));
    own.map(|turn| {
        let prompt = turn.steps.into_iter().find(|step| step.kind == StepKind::Prompt);
        let text = prompt.map(|step| step.text).unwrap_or_default();
        TypedPrompt { at_ms: turn.started_at_ms, text }
    })
    .collect()
}

/// Returns the first of the items that are nearest to a time, and near enough.
fn nearest<T>(items: &[T], at_ms: i64, time_of: impl Fn(&T) -> i64) -> Option<&T> {
    let apart = |item: &&T| time_of(item).abs_diff(at_ms);
    items.iter().filter(|item| apart(item) <= APART_MS_MAX).min_by_key(apart)
}
