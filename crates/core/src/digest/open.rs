//! What stayed open when a session ended.

use serde::Serialize;

use super::TurnEntries;
use super::commands::run;
use super::conclusion::{Final, Since, announced, next_steps, question};
use super::errors::MetError;
use super::history::{Event, History, Turn, What};
use super::line::{key, short};
use super::outcome::CommandOutcome;
use super::requests::{is_approval, request};
use crate::conversation::dialect::{TaskChange, TaskState};
use crate::conversation::turn::ActionKind;

/// Why something is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpenKind {
    /// The person stopped the last prompt, or it got no answer.
    Interrupted,
    /// A command failed, and nothing ended that.
    Error,
    /// A task of the agent's list was not done.
    Task,
    /// The last answer says that it is still to be done.
    Next,
    /// The last answer asked it, and nobody answered.
    Question,
}

/// Something that stayed open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OpenItem"))]
pub struct Open {
    /// Why.
    pub kind: OpenKind,
    /// What, on one line.
    pub text: String,
}

/// Maximum characters of an open item.
const TEXT_CHARS_MAX: usize = 160;
/// Maximum number of tasks.
const TASKS_MAX: usize = 6;

/// Returns what stayed open, the most pressing first.
pub(super) fn open(history: &History, errors: &[MetError], finals: &[Final]) -> Vec<Open> {
    let of = |kind, text| Open { kind, text };
    let mut found: Vec<Open> = Vec::new();
    found.extend(interrupted(history).map(|text| of(OpenKind::Interrupted, text)));
    found.extend(under_way(history).map(|text| of(OpenKind::Next, text)));
    let last =
        finals.first().filter(|last| last.since == Since::Nothing).map_or("", |last| last.text);
    let failing = errors.iter().filter(|error| error.ended.is_none() && !says_passed(last));
    found.extend(failing.map(|error| of(OpenKind::Error, failing_text(error))));
    found.extend(tasks(history, last).into_iter().map(|text| of(OpenKind::Task, text)));
    found.extend(next_steps(finals).into_iter().map(|text| of(OpenKind::Next, text)));
    found.extend(question(finals).map(|text| of(OpenKind::Question, text)));
    let mut seen: Vec<String> = Vec::new();
    found.retain(|open| {
        let own = key(&open.text);
        let is_new = !seen.contains(&own);
        seen.push(own);
        is_new
    });
    found
}

fn failing_text(error: &MetError) -> String {
    match &error.error {
        Some(line) => short(&format!("{} fails: {line}", error.command), TEXT_CHARS_MAX),
        None => short(&format!("{} fails", error.command), TEXT_CHARS_MAX),
    }
}

/// Whether the last answer claims that all is well again.
fn says_passed(answer: &str) -> bool {
    let answer = answer.to_lowercase();
    ["pass", "fixed", "resolved", "green", "succeed", "all clean", "works now"]
        .iter()
        .any(|word| answer.contains(word))
}

/// Returns the last request, when the person stopped it, or nothing has answered it so far.
fn interrupted(history: &History) -> Option<String> {
    let turn = last_turn(history)?;
    let said = turn.events.iter().rev().find_map(|event| match &event.what {
        What::Said { text, .. } => Some(text.as_str()),
        _ => None,
    })?;
    let ends = turn.events.iter().rev().find(|event| !matches!(event.what, What::Noted));
    let is_answered = matches!(ends.map(|event| &event.what), Some(What::Answered(_)));
    // Who types "exit" wants to leave.
    let leaves = !turn.led_to_work() && (is_approval(said) || said.split_whitespace().count() < 2);
    if is_answered || leaves {
        return None;
    }
    // "yes" alone does not name what it went on with.
    request(said).map(|asked| short(&asked.text, TEXT_CHARS_MAX))
}

/// Returns the last turn in which anything happened.
fn last_turn<'h>(history: &'h History) -> Option<&'h Turn<'h>> {
    history.own().rev().find(|turn| !turn.events.is_empty())
}

/// Whether the last turn is in the middle of its work: nothing has answered the person so far, and
/// the person did not stop it.
pub fn is_under_way(turns: &[TurnEntries]) -> bool {
    let history = History::of(turns);
    let Some(turn) = last_turn(&history) else { return false };
    let mut events = turn.events.iter().rev();
    let last = events.find(|event| !matches!(event.what, What::Noted | What::Compacted));
    matches!(last.map(|event| &event.what), Some(What::Called(_) | What::Said { .. }))
}

/// Returns what the agent announced last, when the last turn stopped in the middle of its work.
fn under_way(history: &History) -> Option<String> {
    let turn = last_turn(history)?;
    let mut events = turn.events.iter().rev();
    let last = events.find(|event| !matches!(event.what, What::Noted | What::Compacted))?;
    if !matches!(last.what, What::Called(_)) {
        return None;
    }
    // What was announced before another message is done, or given up.
    let ends = |event: &Event| {
        matches!(event.what, What::Answered(_) | What::Said { .. } | What::Interrupted)
    };
    let at = turn.events.iter().rposition(ends)?;
    let What::Answered(text) = &turn.events[at].what else { return None };
    announced(text).filter(|_| !is_done(&turn.events[at + 1..]))
}

/// Whether what was done since a step was announced shows that the step is over: all calls have
/// ended, and a command has passed since the last change.
fn is_done(since: &[Event]) -> bool {
    let calls = || {
        since.iter().rev().filter_map(|event| match &event.what {
            What::Called(call) => Some((&**call, event.at_ms)),
            _ => None,
        })
    };
    if calls().any(|(call, _)| call.result.is_none()) {
        return false;
    }
    let last = calls().find_map(|(call, at_ms)| match call.action.kind {
        ActionKind::Edit if !call.failed => Some(false),
        ActionKind::Command => run(call, at_ms).map(|run| run.outcome == CommandOutcome::Passed),
        _ => None,
    });
    last == Some(true)
}

/// A task of the agent's list.
struct Task {
    id: Option<String>,
    title: String,
    state: TaskState,
}

/// Returns the tasks that were not done. Agents forget to close the last one: a started task is only
/// open when others wait behind it, or when there is no answer that ends the work.
fn tasks(history: &History, last: &str) -> Vec<String> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut changed_ms = 0;
    for (turn, event, call) in history.calls() {
        // Subagents have lists of their own.
        if turn.is_own && !call.detail.tasks.is_empty() {
            call.detail.tasks.iter().for_each(|change| take(change, &mut tasks));
            changed_ms = event.at_ms;
        }
    }
    if worked_on(history, changed_ms) {
        return Vec::new();
    }
    let waiting = tasks.iter().filter(|task| task.state == TaskState::Pending).count();
    let is_over = !last.is_empty();
    // A list of which nothing was begun is a plan that another way replaced.
    let began = tasks.iter().any(|task| task.state != TaskState::Pending);
    let open = tasks.into_iter().filter(|task| match task.state {
        TaskState::Pending => began,
        TaskState::Started => waiting > 0 || !is_over,
        TaskState::Closed => false,
    });
    let mut titles: Vec<String> = open.map(|task| short(&task.title, TEXT_CHARS_MAX)).collect();
    let many = titles.len().saturating_sub(TASKS_MAX);
    titles.truncate(TASKS_MAX);
    if many > 0 {
        titles.push(format!("and {many} more tasks"));
    }
    titles
}

/// Whether later turns changed files without a look at the list, so that it no longer holds.
fn worked_on(history: &History, list_ms: i64) -> bool {
    let mut later = history.own().filter(|turn| turn.started_at_ms > list_ms);
    later.any(|turn| turn.edits() > 0)
}

fn take(change: &TaskChange, tasks: &mut Vec<Task>) {
    match change {
        TaskChange::List(list) => {
            let of = |(title, state): &(String, TaskState)| Task {
                id: None,
                title: title.clone(),
                state: *state,
            };
            *tasks = list.iter().map(of).collect();
        }
        TaskChange::Added { id, title } => {
            let known = |task: &Task| task.id.is_some() && task.id == *id;
            tasks.retain(|task| !known(task));
            tasks.push(Task { id: id.clone(), title: title.clone(), state: TaskState::Pending });
        }
        TaskChange::Moved { id, to } => {
            let named = tasks.iter_mut().filter(|task| task.id.as_ref() == Some(id));
            named.for_each(|task| task.state = *to);
        }
    }
}
