//! The lines of a session's record: what it got at each prompt and at its start, and why or why
//! not.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::evidence::RecordedEvidence;
use super::lenient::{exact, items, or_default, short, shorts, whole};
use crate::json;

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum RecordLine {
    /// What happened to the context.
    Mark(ContextMark),
    /// How far an answer used what was added to its prompt.
    Used(UsedLine),
    /// What a session got when it started, or went on after a compaction.
    Told(Box<ToldLine>),
    /// What a prompt got.
    Prompt(Box<PromptLine>),
}

/// What happened to a session's context. Times are in milliseconds since the epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum ContextMark {
    /// The client starts a compaction by itself: a prompt sets it off.
    Compacting {
        /// By whom.
        compacting: ByItself,
        /// When.
        at_ms: i64,
    },
    /// The context was compacted or cleared.
    Compacted {
        /// Always true.
        compacted: bool,
        /// When.
        at_ms: i64,
    },
    /// The context began as that of another session.
    Forked {
        /// Always true.
        forked: bool,
        /// When.
        at_ms: i64,
    },
    /// The session ended.
    Ended {
        /// Always true.
        ended: bool,
        /// When.
        at_ms: i64,
    },
}

/// That the client compacts a context by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ByItself {
    /// Not on a person's request.
    Auto,
}

impl ContextMark {
    /// The client starts a compaction by itself.
    pub fn compacting(at_ms: i64) -> Self {
        Self::Compacting { compacting: ByItself::Auto, at_ms }
    }

    /// The context was compacted or cleared.
    pub fn compacted(at_ms: i64) -> Self {
        Self::Compacted { compacted: true, at_ms }
    }

    /// The context began as that of another session.
    pub fn forked(at_ms: i64) -> Self {
        Self::Forked { forked: true, at_ms }
    }

    /// The session ended.
    pub fn ended(at_ms: i64) -> Self {
        Self::Ended { ended: true, at_ms }
    }
}

/// What a prompt got, and why or why not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PromptLine {
    /// When it was sent, in milliseconds since the epoch.
    #[serde(deserialize_with = "whole")]
    pub at_ms: i64,
    /// Masked and cut; empty if its session had no transcript yet.
    pub prompt: String,
    /// The transcript that will hold the prompt, if the line leaves it out.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// The directory in which it was sent.
    pub directory: String,
    /// Why it was dismissed without a search: a reason of recall, or of the hook.
    #[serde(default, deserialize_with = "or_default")]
    pub dismissed: Option<String>,
    /// Ids of the turns that were added. Without the list it is not our line.
    #[serde(deserialize_with = "items")]
    pub injected: Vec<String>,
    /// The best turns, added or not, best first.
    #[serde(default, deserialize_with = "items")]
    pub candidates: Vec<TurnLine>,
    /// Ids of the notes that were added.
    #[serde(default, deserialize_with = "items")]
    pub notes: Vec<String>,
    /// The nearest notes, added or not, nearest first.
    #[serde(default, deserialize_with = "items")]
    pub note_candidates: Vec<NoteLine>,
    /// Probability that the best turns hold what the prompt needs.
    #[serde(default, deserialize_with = "or_default", serialize_with = "short")]
    pub probability: f64,
    /// Minimum probability for an addition.
    #[serde(default, deserialize_with = "or_default", serialize_with = "short")]
    pub threshold: f64,
    /// What the probability was computed from.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "{ [name in string]: number }"))]
    pub evidence: RecordedEvidence,
    /// The setting `rate`, in percent.
    #[serde(default, deserialize_with = "or_default", serialize_with = "short")]
    pub rate: f64,
    /// Whether the prompt was read together with the last turns of its session.
    #[serde(default, deserialize_with = "or_default")]
    pub with_context: bool,
    /// Number of turns searched.
    #[serde(default, deserialize_with = "whole")]
    pub searched: i64,
    /// Whether vectors were searched, and not words alone.
    #[serde(default, deserialize_with = "or_default")]
    pub semantic: bool,
    /// The added text, masked. None if there was none, if an older build wrote the line, or if it
    /// was removed later because it held what was forgotten or had to be masked again.
    #[serde(default, deserialize_with = "or_default")]
    pub text: Option<String>,
    /// Characters added, as JavaScript counts them.
    #[serde(default, deserialize_with = "whole")]
    pub chars: i64,
    /// Estimated tokens added.
    #[serde(default, deserialize_with = "whole")]
    pub tokens: i64,
    /// How long recall took, in milliseconds.
    #[serde(default, deserialize_with = "whole")]
    pub recall_ms: i64,
    /// Age of the process when the line was written, in milliseconds.
    #[serde(default, deserialize_with = "whole")]
    pub hook_ms: i64,
}

impl PromptLine {
    /// Whether anything was added to the prompt.
    pub fn is_added_to(&self) -> bool {
        !self.injected.is_empty() || !self.notes.is_empty()
    }

    /// Returns how far its answer used what was added, if that is recorded.
    pub fn used<'l>(&self, lines: &'l [RecordLine]) -> Option<&'l UsedLine> {
        lines.iter().find_map(|line| match line {
            RecordLine::Used(used) if used.prompt_at_ms == self.at_ms => Some(used),
            _ => None,
        })
    }
}

/// A turn that was added, or nearly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnLine {
    /// Its id.
    pub turn: String,
    /// `injected`, or the rule that stopped it.
    pub verdict: String,
    /// Similarity in meaning, if that was searched.
    #[serde(default, deserialize_with = "or_default", serialize_with = "shorts")]
    pub similarity: Option<f64>,
    /// Score of the words, if they match.
    #[serde(default, deserialize_with = "or_default", serialize_with = "shorts")]
    pub text_score: Option<f64>,
    /// Score of the ranking.
    #[serde(default, deserialize_with = "or_default", serialize_with = "short")]
    pub score: f64,
}

/// A note that was added, or nearly. Without words: a note may be forgotten later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NoteLine {
    /// Its id.
    pub note: String,
    /// `injected`, or the rule that stopped it.
    pub verdict: String,
    /// Similarity in meaning, if that was searched.
    #[serde(default, deserialize_with = "or_default", serialize_with = "shorts")]
    pub similarity: Option<f64>,
    /// Rarity of the words that it shares with the prompt.
    #[serde(default, deserialize_with = "or_default", serialize_with = "short")]
    pub shared: f64,
}

/// How far an answer used the turns and notes that were added to its prompt, once it was complete.
/// It has no words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UsedLine {
    /// When the answer was looked at, in milliseconds since the epoch.
    #[serde(deserialize_with = "whole")]
    pub at_ms: i64,
    /// The prompt: the time of its line.
    #[serde(deserialize_with = "exact")]
    pub prompt_at_ms: i64,
    /// The id of the turn that answers.
    pub turn: String,
    /// Rare words of what was added that were new to the session.
    #[serde(deserialize_with = "exact")]
    pub brought: i64,
    /// How many of them are in the answer or in its tool calls.
    #[serde(deserialize_with = "exact")]
    pub used: i64,
}

/// What a session got when it started, or went on after a compaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ToldLine {
    /// When, in milliseconds since the epoch.
    #[serde(deserialize_with = "whole")]
    pub at_ms: i64,
    /// Whether it started, or was compacted.
    pub told: ToldAt,
    /// The directory in which it started.
    #[serde(default, deserialize_with = "or_default")]
    pub directory: String,
    /// The text, masked. None if it was removed later because something was forgotten or had to be
    /// masked again.
    #[serde(default, deserialize_with = "or_default")]
    pub text: Option<String>,
    /// Estimated tokens.
    #[serde(default, deserialize_with = "whole")]
    pub tokens: i64,
    /// The layers of the text.
    #[serde(default, deserialize_with = "items")]
    pub layers: Vec<LayerLine>,
    /// Ids of the notes in the text.
    #[serde(default, deserialize_with = "items")]
    pub notes: Vec<String>,
    /// The lessons in the text.
    #[serde(default, deserialize_with = "items")]
    pub lessons: Vec<ToldLesson>,
    /// Age of the process when the line was written, in milliseconds.
    #[serde(default, deserialize_with = "whole")]
    pub hook_ms: i64,
}

/// A lesson in what a session got: what it is learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToldLesson {
    /// The id of its shape.
    pub id: String,
    /// The last sessions that failed.
    #[serde(default, deserialize_with = "items")]
    pub sessions: Vec<String>,
}

/// At which point a session got a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ToldAt {
    /// When it started.
    Start,
    /// After a compaction.
    Compaction,
}

/// A layer of what a session got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LayerLine {
    /// Its name.
    pub name: String,
    /// Entries shown.
    #[serde(default, deserialize_with = "whole")]
    pub shown: i64,
    /// Entries known.
    #[serde(default, deserialize_with = "whole")]
    pub known: i64,
    /// Estimated tokens.
    #[serde(default, deserialize_with = "whole")]
    pub tokens: i64,
}

/// Returns the lines that can be read; a damaged or foreign line is skipped.
pub fn lines_of(text: &str) -> Vec<RecordLine> {
    text.lines().filter_map(line_of).collect()
}

/// What tells of which kind a line is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    at_ms: f64,
    compacting: Option<Value>,
    compacted: Option<Value>,
    forked: Option<Value>,
    ended: Option<Value>,
    told: Option<Value>,
    prompt_at_ms: Option<Value>,
    #[serde(default)]
    injected: Option<Vec<IgnoredAny>>,
}

/// Reads a line; `None` if it is none of ours.
pub(super) fn line_of(text: &str) -> Option<RecordLine> {
    // Most lines that cannot be read are empty.
    let head: Head = text.starts_with('{').then(|| json::read(text))??;
    let at_ms = head.at_ms as i64;
    let is = |value: Option<Value>, expected: Value| value.is_some_and(|value| value == expected);
    if is(head.compacting, "auto".into()) {
        return Some(RecordLine::Mark(ContextMark::compacting(at_ms)));
    }
    if is(head.compacted, true.into()) {
        return Some(RecordLine::Mark(ContextMark::compacted(at_ms)));
    }
    if is(head.forked, true.into()) {
        return Some(RecordLine::Mark(ContextMark::forked(at_ms)));
    }
    if is(head.ended, true.into()) {
        return Some(RecordLine::Mark(ContextMark::ended(at_ms)));
    }
    let used = head.prompt_at_ms.and_then(|_| json::read(text)).map(RecordLine::Used);
    let told = || head.told.and_then(|_| json::read(text)).map(RecordLine::Told);
    // Without the list it would hide what an earlier prompt got.
    let prompt = || head.injected.and_then(|_| json::read(text)).map(RecordLine::Prompt);
    used.or_else(told).or_else(prompt)
}
