//! The course of a session: what was asked, said, run and changed, in order.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::conversation::dialect::{Dialect, FileChange, ToolCall};
use crate::conversation::entry::{Block, Entry};
use crate::conversation::turn::{self, ActionKind, Results};
use crate::error::Result;
use crate::sources;
use crate::store::{Reader, Scope};
use crate::terminal::plain;

/// Maximum number of turns that one question reads, the newest first: about a second's work.
pub const TURNS_MAX: usize = 4_000;

/// Where something was done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// Uuid of the prompt, which identifies the turn.
    pub turn: String,
    /// The first session that the turn was stored under.
    pub session: String,
    /// Name of the project.
    pub project: String,
    /// Name of the agent that wrote it.
    pub agent: String,
    /// When it was done, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// Directory that its turn worked in.
    pub cwd: Option<String>,
    /// The person's words that led there.
    pub prompt: String,
}

/// A command with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// Id of the call.
    pub call: String,
    /// The whole command line.
    pub command: String,
    /// What the agent said it is for.
    pub purpose: Option<String>,
    /// Head and tail of its output; `None` while there is none, and for a command that still ran
    /// when its result was written.
    pub output: Option<String>,
    /// Exit status, when known.
    pub exit_status: Option<i32>,
    /// Whether the agent marked the result as an error.
    pub failed: bool,
    /// Whether it was left to run in the background.
    pub in_background: bool,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// The person wrote this.
    Asked(String),
    /// The model wrote this.
    Said(String),
    /// A command ran.
    Ran(Run),
    /// Files were changed, and the change was not refused.
    Changed(Vec<FileChange>),
    /// The person stopped the model, or refused a call of it.
    Stopped,
}

/// One thing that happened, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    /// Index of its turn in [`Timeline::turns`].
    pub turn: usize,
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    pub what: What,
}

/// The course of a session, or of the newest part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Timeline {
    /// Its turns, oldest first.
    pub turns: Vec<Place>,
    /// What happened, oldest first.
    pub events: Vec<Event>,
}

impl Timeline {
    /// Returns where an event happened.
    pub fn place(&self, event: &Event) -> Place {
        Place { at_ms: event.at_ms, ..self.turns[event.turn].clone() }
    }
}

/// The turns of a scope by their first session.
#[derive(Debug)]
pub(super) struct Sessions {
    /// Row ids of the turns of each session, oldest first.
    pub turns: Vec<Vec<i64>>,
    /// Number of turns that are read.
    pub read: u64,
    /// Number of older turns that are not.
    pub left_out: u64,
}

/// Returns the newest turns of a scope by session; with `among`, only those.
pub(super) fn sessions(
    reader: &Reader,
    scope: &Scope,
    among: Option<&HashSet<i64>>,
) -> Result<Sessions> {
    let mut ids = reader.turns_of(&[], scope)?;
    if let Some(among) = among {
        ids.retain(|id| among.contains(id));
    }
    let left_out = ids.len().saturating_sub(TURNS_MAX);
    let mut by_session: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for id in &ids[left_out..] {
        let session = reader.sessions_of(*id)?.into_iter().min().unwrap_or_default();
        by_session.entry(session).or_default().push(*id);
    }
    let turns = by_session.into_values().collect();
    Ok(Sessions { turns, read: (ids.len() - left_out) as u64, left_out: left_out as u64 })
}

/// Reads the course of some turns of one session.
pub(super) fn timeline(reader: &Reader, turns: &[i64]) -> Result<Timeline> {
    let mut timeline = Timeline::default();
    let mut seen = HashSet::new();
    for id in turns {
        let stored = reader.stored_turn(*id)?;
        let entries = turn::decode(&stored.log);
        let facts = turn::facts(&entries);
        let place = Place {
            turn: stored.uuid,
            session: stored.sessions.into_iter().next().unwrap_or_default(),
            project: stored.project,
            agent: stored.agent.clone(),
            at_ms: facts.started_at_ms,
            branch: facts.branch,
            cwd: facts.cwd,
            prompt: prompt(&entries),
        };
        let index = timeline.turns.len();
        timeline.turns.push(place);
        let dialect = sources::dialect(&stored.agent);
        add(&mut timeline.events, index, &entries, dialect, &mut seen);
    }
    // Turns of subagents run beside the main agent's. The sort is stable.
    timeline.events.sort_by_key(|event| event.at_ms);
    Ok(timeline)
}

fn prompt(entries: &[Entry]) -> String {
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    let mut prompts = blocks.filter_map(|block| match block {
        Block::Prompt { text, .. } => Some(text.clone()),
        _ => None,
    });
    prompts.next().unwrap_or_default()
}

/// Returns what happened in a turn.
pub(crate) fn events(
    entries: &[Entry],
    dialect: &Dialect,
    seen: &mut HashSet<(String, i64)>,
) -> Vec<Event> {
    let mut events = Vec::new();
    add(&mut events, 0, entries, dialect, seen);
    events
}

/// Adds what happened in a turn. A session may hold its history twice, under other ids of entries:
/// a call counts once, by its own id and time.
fn add(
    events: &mut Vec<Event>,
    turn: usize,
    entries: &[Entry],
    dialect: &Dialect,
    seen: &mut HashSet<(String, i64)>,
) {
    let results = turn::results(entries);
    for entry in entries {
        let at_ms = entry.at_ms;
        for block in &entry.blocks {
            let is_new = match block {
                Block::ToolUse { id, .. } => seen.insert((id.clone(), at_ms)),
                _ => true,
            };
            let what = event(block, &results, dialect).filter(|_| is_new);
            events.extend(what.map(|what| Event { turn, at_ms, what }));
        }
    }
}

fn event(block: &Block, results: &Results, dialect: &Dialect) -> Option<What> {
    match block {
        Block::Prompt { text, .. } | Block::Steer { text } => Some(What::Asked(text.clone())),
        Block::Answer { text } | Block::Reported { text } => Some(What::Said(text.clone())),
        Block::Interrupted => Some(What::Stopped),
        Block::ToolUse { id, .. } => called(id, &turn::call(block, results)?, dialect),
        _ => None,
    }
}

fn called(id: &str, call: &ToolCall, dialect: &Dialect) -> Option<What> {
    let action = (dialect.action)(call);
    let detail = (dialect.detail)(call);
    if detail.refused.is_some() {
        return Some(What::Stopped);
    }
    match action.kind {
        ActionKind::Command => Some(What::Ran(Run {
            call: id.to_owned(),
            command: detail.command.unwrap_or(action.target),
            purpose: detail.purpose,
            output: call
                .result
                .filter(|_| !detail.in_background)
                .map(|text| plain(text).into_owned()),
            exit_status: action.exit_status,
            failed: call.failed,
            in_background: detail.in_background,
        })),
        ActionKind::Edit if !call.failed && call.result.is_some() => {
            (!detail.changes.is_empty()).then_some(What::Changed(detail.changes))
        }
        _ => None,
    }
}
