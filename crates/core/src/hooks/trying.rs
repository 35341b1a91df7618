//! What a prompt would get: it is searched as its hook would, and nothing is said or recorded.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::message;
use super::prompt_line::{Circumstances, prompt_line};
use super::recalling::{Asked, question, why_skipped};
use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::muted::Muted;
use crate::home::records::line::{PromptLine, RecordLine, lines_of};
use crate::home::records::{Held, RECORD_BYTES_MAX, SessionRecord, end_of};
use crate::index::when::Now;
use crate::memory::Memory;
use crate::recall::Recall;

/// A prompt that is tried out.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TriedPrompt {
    /// Mementor's home.
    pub home: PathBuf,
    /// The text.
    pub prompt: String,
    /// Where its session was started.
    pub directory: String,
    /// Its session; without one it is the first prompt of a new one.
    pub session: Option<String>,
    /// A recorded prompt of the session, by its time: what the context had before it counts.
    pub before_ms: Option<i64>,
    /// The rate, in percent.
    pub rate: f64,
    /// Whether the setting `recall` is on.
    pub recall: bool,
    /// The time, in milliseconds since the epoch.
    pub now_ms: i64,
    /// How far local time is ahead of UTC, in minutes.
    pub utc_offset_min: i32,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TriedOut {
    /// As it would be recorded, but for how long it took. Not masked: a person has just typed it.
    pub line: PromptLine,
    /// What was found.
    pub found: Recall,
    /// Why the hook would not have searched.
    pub skipped: Option<String>,
}

impl Memory {
    /// Searches for a prompt as its hook would, even where the hook would not search.
    pub fn try_prompt(&mut self, tried: &TriedPrompt) -> Result<TriedOut> {
        let home = Home::at(&tried.home);
        let held = held_before(&home, tried)?;
        let muted = Muted::of(&home).unwrap_or_else(|error| {
            home.note(tried.now_ms, &format!("recall: {}", message(&error)));
            Muted::default()
        });
        let asked = Asked {
            prompt: &tried.prompt,
            directory: &tried.directory,
            session: tried.session.as_deref(),
            transcript_path: None,
        };
        let skipped = why_skipped(&asked, &held, &muted, tried.recall).map(str::to_owned);
        let now = Now::ahead(tried.now_ms, tried.utc_offset_min);
        let prompt = question(&asked, &held, muted, tried.rate, now);
        let found = self.recall(&prompt, tried.directory.as_ref())?;
        let about = Circumstances {
            at_ms: tried.now_ms,
            prompt: &tried.prompt,
            transcript: None,
            directory: &tried.directory,
            dismissed: found.dismissed.map(|dismissal| dismissal.name()),
            rate: tried.rate,
            recall_ms: 0.0,
            hook_ms: 0.0,
        };
        Ok(TriedOut { line: prompt_line(&about, &found, None), found, skipped })
    }
}

fn held_before(home: &Home, tried: &TriedPrompt) -> Result<Held> {
    let Some(path) = tried.session.as_deref().and_then(|session| home.record(session)) else {
        return Ok(Held::default());
    };
    let failed = |source| Error::FileUnreadable { path: path.clone(), source };
    let Some(before_ms) = tried.before_ms else {
        return Ok(SessionRecord::read(path.clone()).map_err(failed)?.held);
    };
    let text = end_of(&path, RECORD_BYTES_MAX).map_err(failed)?.unwrap_or_default();
    let lines = lines_of(&text);
    let is_it =
        |line: &RecordLine| matches!(line, RecordLine::Prompt(prompt) if prompt.at_ms == before_ms);
    let end = lines.iter().rposition(is_it).unwrap_or(lines.len());
    Ok(Held::after(&lines[..end]))
}
