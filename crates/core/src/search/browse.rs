//! Reads whole turns, and lists sessions.

use serde::Serialize;

use crate::conversation::dialect::Dialect;
use crate::conversation::entry::{Block, Entry, LabelKind};
use crate::conversation::turn::{self, Action, Results, Said};
use crate::error::Result;
use crate::search::Mark;
use crate::sources;
use crate::store::{Scope, SessionRow, Store, StoredTurn};
use crate::terminal::plain;

/// A turn with everything stored about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WholeTurn {
    /// Uuid of its prompt, which identifies the turn.
    pub turn: String,
    /// Sessions that contain it.
    pub sessions: Vec<String>,
    /// Name of the project.
    pub project: String,
    /// Key of the project: several projects may have the same name.
    pub project_key: String,
    /// Name of the coding agent whose conversation it is.
    pub coding_agent: String,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// Tags in its answers and edits, such as `POISON_PATH`.
    pub tags: Vec<String>,
    /// Which of them say that the agent was not sure of its work.
    pub suspect: Vec<String>,
    /// Start, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// End, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// The subagent that ran the turn.
    #[serde(rename = "agent")]
    pub subagent: Option<String>,
    /// What happened to it since, the most important first.
    pub marks: Vec<Mark>,
    /// Messages and actions, in order.
    pub steps: Vec<Step>,
}

/// One message, action or event of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// Kind of the step.
    pub kind: StepKind,
    /// The text; for an action, its target.
    pub text: String,
    /// Tool of an action; kind of a note, of an omitted attachment or of an unknown block.
    pub label: Option<String>,
    /// Exit status of a command.
    pub exit_status: Option<i32>,
    /// Error message of a failed action.
    pub error: Option<String>,
    /// What an action returned, as far as it is kept: the head and the tail of a long text, with
    /// the cut marked. `None` when nothing is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<String>,
}

/// Kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StepKind {
    /// Text typed by the user.
    Prompt,
    /// Answer of the agent.
    Answer,
    /// Tool call of the agent.
    Action,
    /// Note recorded by the client.
    Note,
    /// An attachment that is not stored.
    Omitted,
    /// The user interrupted the turn.
    Interrupted,
    /// The context was compacted.
    Compacted,
    /// A block of an unknown kind.
    Unknown,
}

/// Maximum number of turns returned at once.
const TURNS_MAX: usize = 500;

/// Returns the turns whose uuid or session id begins with `prefix`.
pub fn show(store: &Store, prefix: &str) -> Result<Vec<WholeTurn>> {
    store.read(|reader| {
        let turns = reader.turns_of(&[prefix.to_owned()], &Scope::default())?;
        turns.into_iter().take(TURNS_MAX).map(|id| Ok(whole(reader.stored_turn(id)?))).collect()
    })
}

/// Returns the sessions in scope, the most recently active first.
pub fn sessions(store: &Store, scope: &Scope, limit: usize) -> Result<Vec<SessionRow>> {
    store.read(|reader| reader.sessions(scope, limit))
}

fn whole(stored: StoredTurn) -> WholeTurn {
    let entries = turn::decode(&stored.log);
    let facts = turn::facts(&entries);
    let dialect = sources::dialect(&stored.agent);
    let tags = turn::tags(&entries, dialect);
    WholeTurn {
        turn: stored.uuid,
        sessions: stored.sessions,
        project: stored.project,
        project_key: stored.project_key,
        started_at_ms: facts.started_at_ms,
        ended_at_ms: facts.ended_at_ms,
        cwd: facts.cwd,
        branch: facts.branch,
        coding_agent: stored.agent.clone(),
        subagent: facts.subagent,
        interrupted: facts.interrupted,
        tags: tags.into_iter().map(|tag| tag.target).collect(),
        suspect: Vec::new(),
        marks: Vec::new(),
        steps: steps(&entries, dialect),
    }
}

fn steps(entries: &[Entry], dialect: &Dialect) -> Vec<Step> {
    let mut actions = turn::actions(entries, dialect).into_iter();
    let results = turn::results(entries);
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    blocks
        .flat_map(|block| {
            let call = turn::call(block, &results);
            let said = call.map(|call| turn::said(&call, dialect)).unwrap_or_default();
            let step = step(block, &mut actions, &results);
            step.into_iter().chain(said.into_iter().map(said_step))
        })
        .collect()
}

fn said_step(said: Said) -> Step {
    match said {
        Said::ByPerson(text) => spoken(StepKind::Prompt, &text, None),
        Said::ByAgent(text) => spoken(StepKind::Answer, &text, None),
    }
}

fn spoken(kind: StepKind, text: &str, label: Option<&str>) -> Step {
    Step {
        kind,
        text: plain(text).into_owned(),
        label: label.map(str::to_owned),
        exit_status: None,
        error: None,
        result: None,
    }
}

fn kept_result(results: &Results, id: &str) -> Option<String> {
    let (text, _) = results.get(id)?;
    (!text.trim().is_empty()).then(|| plain(text).into_owned())
}

/// Converts a block to a step. `actions` are in the order of their tool uses.
fn step(
    block: &Block,
    actions: &mut impl Iterator<Item = Action>,
    results: &Results,
) -> Option<Step> {
    match block {
        Block::Prompt { text, .. } | Block::Steer { text } => {
            Some(spoken(StepKind::Prompt, text, None))
        }
        Block::Answer { text } | Block::Reported { text } => {
            Some(spoken(StepKind::Answer, text, None))
        }
        Block::ToolUse { id, .. } => actions.next().map(|action| Step {
            kind: StepKind::Action,
            text: action.target,
            label: Some(action.tool),
            exit_status: action.exit_status,
            error: action.error,
            result: kept_result(results, id),
        }),
        Block::ToolResult { .. } | Block::TakenBack { .. } => None,
        Block::Label { kind, text, .. } => {
            let label = match kind {
                LabelKind::Title | LabelKind::AgentTitle => "title",
                LabelKind::PullRequest => "pull-request",
            };
            Some(spoken(StepKind::Note, text, Some(label)))
        }
        Block::Note { kind, text } => Some(spoken(StepKind::Note, text, Some(kind))),
        Block::Omitted { kind, bytes } => {
            Some(spoken(StepKind::Omitted, &format!("{bytes} bytes"), Some(kind)))
        }
        Block::Interrupted => Some(spoken(StepKind::Interrupted, "", None)),
        Block::Compacted => Some(spoken(StepKind::Compacted, "", None)),
        Block::Unknown { value } => {
            Some(spoken(StepKind::Unknown, &value.to_string(), value["type"].as_str()))
        }
    }
}
