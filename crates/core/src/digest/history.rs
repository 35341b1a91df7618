//! The history of a session: what was said and done, in order.

use crate::conversation::dialect::{CallDetail, Dialect};
use crate::conversation::entry::{Block, LabelKind};
use crate::conversation::turn::{self, Action, ActionKind, Results, searchable};
use crate::sources;

use super::TurnEntries;

/// The turns of a session, oldest first.
pub(super) struct History<'e> {
    /// The turns.
    pub turns: Vec<Turn<'e>>,
    /// Directory in which the session began.
    pub cwd: Option<&'e str>,
    /// Pull requests that the agent says came of it, each with its time.
    pub pull_requests: Vec<(i64, &'e str)>,
}

/// A turn as a list of events.
pub(super) struct Turn<'e> {
    /// Its UUID.
    pub uuid: &'e str,
    /// Whether it is a turn of the session's main agent, so that its prompts are the person's.
    pub is_own: bool,
    /// Time of its first entry, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Time of its last entry.
    pub ended_at_ms: i64,
    /// What happened in it.
    pub events: Vec<Event<'e>>,
}

/// Something that happened.
pub(super) struct Event<'e> {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// What.
    pub what: What<'e>,
}

/// What happened.
pub(super) enum What<'e> {
    /// A prompt. `command` marks a slash command.
    Said { text: String, command: bool },
    /// An answer, or a message between two tool calls.
    Answered(String),
    /// A tool call.
    Called(Box<Call<'e>>),
    /// Text that reached the model but that no person typed.
    Noted,
    /// A person stopped the model.
    Interrupted,
    /// The conversation so far was summarised.
    Compacted,
}

/// A tool call with its result.
pub(super) struct Call<'e> {
    /// The action.
    pub action: Action,
    /// What it says beyond that.
    pub detail: CallDetail,
    /// Head and tail of the result; `None` without a result.
    pub result: Option<&'e str>,
    /// Whether the agent marked the result as an error.
    pub failed: bool,
}

impl<'e> History<'e> {
    /// Reads the turns of a session, in any order.
    pub fn of(turns: &'e [TurnEntries]) -> Self {
        let mut read: Vec<Turn> = turns.iter().map(Turn::of).collect();
        read.sort_by(|a, b| (a.started_at_ms, a.uuid).cmp(&(b.started_at_ms, b.uuid)));
        let first = |own: bool| {
            let of = turns.iter().filter(|turn| turn.subagent.is_none() == own);
            let first =
                of.min_by_key(|turn| (turn::facts(&turn.entries).started_at_ms, &turn.uuid));
            first?.entries.iter().find_map(|entry| entry.cwd.as_deref())
        };
        let cwd = first(true).or_else(|| first(false));
        let entries = || turns.iter().flat_map(|turn| &turn.entries);
        let labels = entries().flat_map(|entry| {
            turn::labels(std::slice::from_ref(entry)).map(|label| (entry.at_ms, label))
        });
        let pull_requests = labels.filter_map(|(at_ms, (_, kind, text))| {
            (kind == LabelKind::PullRequest).then_some((at_ms, text))
        });
        Self { turns: read, cwd, pull_requests: pull_requests.collect() }
    }

    /// Returns the turns of the session's main agent.
    pub fn own(&self) -> impl DoubleEndedIterator<Item = &Turn<'e>> {
        self.turns.iter().filter(|turn| turn.is_own)
    }

    /// Returns the tool calls of all turns, by time.
    pub fn calls(&self) -> Vec<(&Turn<'e>, &Event<'e>, &Call<'e>)> {
        let of = |turn: &'_ Turn<'e>| turn.events.len();
        let mut calls = Vec::with_capacity(self.turns.iter().map(of).sum());
        for turn in &self.turns {
            for event in &turn.events {
                if let What::Called(call) = &event.what {
                    calls.push((turn, event, &**call));
                }
            }
        }
        // Stable: calls of the same millisecond keep the order of their turns.
        calls.sort_by_key(|(_, event, _)| event.at_ms);
        calls
    }
}

impl<'e> Turn<'e> {
    fn of(turn: &'e TurnEntries) -> Self {
        let dialect = sources::dialect(&turn.agent);
        let results = turn::results(&turn.entries);
        let facts = turn::facts(&turn.entries);
        // An entry without a time of its own happened when its turn began.
        let events = turn.entries.iter().flat_map(|entry| {
            entry.blocks.iter().filter_map(|block| {
                let what = what(block, &results, dialect)?;
                let at_ms = entry.at_ms.saturating_add(facts.clock_ms);
                Some(Event { at_ms: at_ms.max(facts.started_at_ms), what })
            })
        });
        Self {
            uuid: &turn.uuid,
            is_own: turn.subagent.is_none(),
            started_at_ms: facts.started_at_ms,
            ended_at_ms: facts.ended_at_ms,
            events: events.collect(),
        }
    }

    /// Returns the calls of the turn.
    pub fn calls(&self) -> impl Iterator<Item = &Call<'e>> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Called(call) => Some(&**call),
            _ => None,
        })
    }

    /// Returns how often the turn changed a file.
    pub fn edits(&self) -> u64 {
        let edits = self.calls().filter(|call| call.action.kind == ActionKind::Edit);
        edits.filter(|call| !call.failed).count() as u64
    }

    /// Whether the model did or said anything.
    pub fn led_to_work(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::Called(_) | What::Answered(_)))
    }
}

fn what<'e>(block: &'e Block, results: &Results<'e>, dialect: &Dialect) -> Option<What<'e>> {
    let said = |text: &str| searchable(text, dialect.injected);
    Some(match block {
        Block::Prompt { text, .. } if (dialect.is_greeting)(text.trim()) => return None,
        Block::Prompt { text, command } => What::Said { text: said(text), command: *command },
        Block::Steer { text } => What::Said { text: said(text), command: false },
        Block::Answer { text } | Block::Reported { text } => {
            Some(said(text)).filter(|text| !text.is_empty()).map(What::Answered)?
        }
        Block::ToolUse { .. } => {
            let call = turn::call(block, results)?;
            let (result, failed) = (call.result, call.failed);
            let (action, detail) = ((dialect.action)(&call), (dialect.detail)(&call));
            What::Called(Box::new(Call { action, detail, result, failed }))
        }
        Block::Note { .. } => What::Noted,
        Block::Interrupted => What::Interrupted,
        Block::Compacted => What::Compacted,
        Block::ToolResult { .. }
        | Block::Label { .. }
        | Block::Omitted { .. }
        | Block::TakenBack { .. }
        | Block::Unknown { .. } => return None,
    })
}
