//! Digests: sessions summed up by rule, without a language model.
//!
//! A digest is derived from the stored turns whenever it is asked for. Where a rule is not sure, the
//! digest is silent. docs/decisions/digests.md says why the rules are as they are. A change of what a
//! digest says raises the number in `context::MADE_BY`.

mod bare;
mod command_kind;
mod commands;
mod conclusion;
mod dead_ends;
mod decisions;
mod deliveries;
mod errors;
mod files;
mod gist;
mod history;
mod line;
mod lines;
mod open;
mod outcome;
mod requests;
mod title;

pub use command_kind::CommandKind;
pub use commands::CommandRuns;
pub(crate) use commands::kind as command_kind;
pub use dead_ends::{DeadEnd, DeadEndKind, refusal};
pub use decisions::Decision;
pub use deliveries::{Delivery, DeliveryKind};
pub use errors::{ErrorEnd, MetError};
pub use files::FileUse;
pub use gist::{Gist, gist};
pub use lines::{DigestPart, Line, LinedDigest, WeighedLine, fitting, lines, weighed_lines};
pub use open::{Open, OpenKind, is_under_way};
pub use outcome::CommandOutcome;
pub use requests::DigestRequest;
pub use title::titles;

use serde::Serialize;

use crate::conversation::entry::Entry;
use history::{History, What};

/// A turn of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnEntries {
    /// Its UUID.
    pub uuid: String,
    /// Name of its agent.
    pub agent: String,
    /// The subagent that ran it; `None` for the session's main agent.
    pub subagent: Option<String>,
    /// Its entries, merged.
    pub entries: Vec<Entry>,
}

/// A note that was found or written in a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionNote {
    /// Its UUID.
    pub note: String,
    /// Name of its kind.
    pub kind: String,
    /// Its summary.
    pub summary: String,
}

/// A session summed up. Lists are empty, and options `None`, where nothing is known for sure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DigestFacts"))]
pub struct Digest {
    /// The name that the person gave the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub title: Option<String>,
    /// Start of the first turn, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// End of the last turn.
    pub ended_at_ms: i64,
    /// Number of turns, without those of subagents.
    pub turns: u64,
    /// Number of turns of subagents.
    pub subagent_turns: u64,
    /// How often the conversation was summarised to go on.
    pub compactions: u64,
    /// The requests that led to work, oldest first.
    pub asked: Vec<DigestRequest>,
    /// Files that were changed, most often first.
    pub changed: Vec<FileUse>,
    /// Files that were only read, most often first.
    pub read: Vec<FileUse>,
    /// Commands that mattered, with their outcome, the most important first.
    pub commands: Vec<CommandRuns>,
    /// What was delivered, oldest first.
    pub delivered: Vec<Delivery>,
    /// Errors: first the open ones, then those that ended, the last first.
    pub errors: Vec<MetError>,
    /// Approaches that were not kept, oldest first.
    pub dead_ends: Vec<DeadEnd>,
    /// What the person decided, oldest first.
    pub decisions: Vec<Decision>,
    /// Notes that come from this session.
    pub notes: Vec<SessionNote>,
    /// UUIDs of those of them that newer notes replaced.
    pub superseded: Vec<String>,
    /// What stayed open, the most pressing first.
    pub open: Vec<Open>,
    /// What the last real answer concluded: one or two whole sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub concluded: Option<String>,
    /// UUID of the turn of the request that this concludes; `None` when it answers no request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub concluded_request: Option<String>,
}

impl Digest {
    /// Sums up a session from its turns, in any order, and the notes that come from it.
    pub fn of(turns: &[TurnEntries], notes: Vec<SessionNote>) -> Self {
        let history = History::of(turns);
        let runs = commands::runs(&history);
        let errors = errors::errors(&runs, &history);
        let finals = conclusion::finals(&history);
        let (changed, read) = files::files(&history);
        let own = history.own().count();
        let asked = requests::requests(&history);
        let concluded = conclusion::conclusion(&finals);
        let concluded_request = concluded
            .as_ref()
            .and_then(|concluded| requests::answered(&history, &asked, concluded.at_ms));
        Self {
            title: None,
            started_at_ms: history
                .turns
                .iter()
                .map(|turn| turn.started_at_ms)
                .min()
                .unwrap_or_default(),
            ended_at_ms: history
                .turns
                .iter()
                .map(|turn| turn.ended_at_ms)
                .max()
                .unwrap_or_default(),
            turns: own as u64,
            subagent_turns: (history.turns.len() - own) as u64,
            compactions: compactions(&history),
            asked,
            changed,
            read,
            commands: commands::commands(&runs),
            delivered: deliveries::with_pull_requests(deliveries::deliveries(&runs), &history),
            dead_ends: dead_ends::dead_ends(&history),
            decisions: decisions::decisions(&history, &notes),
            notes,
            superseded: Vec::new(),
            concluded: concluded.map(|concluded| concluded.text),
            concluded_request,
            open: open::open(&history, &errors, &finals),
            errors,
        }
    }

    /// Whether nothing is known about the session beyond its times.
    pub fn is_empty(&self) -> bool {
        let times = Self {
            started_at_ms: self.started_at_ms,
            ended_at_ms: self.ended_at_ms,
            turns: self.turns,
            subagent_turns: self.subagent_turns,
            compactions: self.compactions,
            ..Self::default()
        };
        *self == times
    }
}

fn compactions(history: &History) -> u64 {
    let events = history.own().flat_map(|turn| &turn.events);
    events.filter(|event| matches!(event.what, What::Compacted)).count() as u64
}

#[cfg(test)]
mod tests;
