//! Errors that were met, and what ended them.

use serde::Serialize;

use super::command_kind::CommandKind;
use super::commands::Run;
use super::history::History;
use super::outcome::{CommandOutcome, error_line};
use crate::conversation::turn::ActionKind;
use crate::path_spelling::inside;

/// A command that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MetError {
    /// When it first failed, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The command.
    pub command: String,
    /// The line that says what was wrong, if one does.
    pub error: Option<String>,
    /// How often it failed before it passed.
    pub failures: u64,
    /// What ended it; `None` when the session ended with it.
    pub ended: Option<ErrorEnd>,
}

/// The end of an error: the same command passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorEnd {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The files that were changed between the first failure and the success, the last first.
    pub changed: Vec<String>,
}

/// Maximum number of errors.
const ERRORS_MAX: usize = 10;
/// Maximum number of files that ended an error.
const CHANGED_MAX: usize = 4;

/// Returns the errors: first those that are open, then those that ended, the last first. An error
/// whose fate is not known is left out.
pub(super) fn errors(runs: &[Run], history: &History) -> Vec<MetError> {
    let mut found: Vec<MetError> = Vec::new();
    let mut waiting: Vec<MetError> = Vec::new();
    for run in runs {
        let known = waiting.iter().position(|error| error.command == run.command);
        match (run.outcome, known) {
            (CommandOutcome::Failed, Some(known)) => {
                let known = &mut waiting[known];
                known.failures += 1;
                known.error = known.error.take().or_else(|| error_line(run.call));
            }
            (CommandOutcome::Failed, None) => waiting.push(MetError {
                command: run.command.clone(),
                error: error_line(run.call),
                failures: 1,
                at_ms: run.at_ms,
                ended: None,
            }),
            (CommandOutcome::Passed, Some(known)) => {
                let error = waiting.remove(known);
                let changed = changed(history, error.at_ms, run.at_ms);
                found.push(MetError {
                    ended: Some(ErrorEnd { at_ms: run.at_ms, changed }),
                    ..error
                });
            }
            (CommandOutcome::Unknown, _) | (CommandOutcome::Passed, None) => {}
        }
    }
    // What ended without a change, or had nothing to say, taught nothing.
    found.retain(|error| {
        error.error.is_some() && error.ended.as_ref().is_some_and(|end| !end.changed.is_empty())
    });
    found.reverse();
    waiting.retain(|error| is_open(error, runs));
    waiting.reverse();
    waiting.extend(found);
    waiting.truncate(ERRORS_MAX);
    waiting
}

/// Whether an error was open when the session ended: no later run of its kind passed, or ended in
/// a way that is not known.
fn is_open(error: &MetError, runs: &[Run]) -> bool {
    let of = |run: &&Run| run.command == error.command;
    let Some(last) = runs.iter().rfind(of) else { return false };
    let after = runs.iter().skip_while(|run| run.at_ms <= last.at_ms);
    let later = |run: &Run| {
        let is_same = run.kind == last.kind || holds(&run.command, &last.command);
        is_same && run.outcome != CommandOutcome::Failed
    };
    let is_told = match last.kind {
        CommandKind::Test | CommandKind::Build | CommandKind::Lint => true,
        // Deleting what is gone already is no failure that anyone minds.
        CommandKind::Deliver => !last.call.action.target.contains("--delete"),
        CommandKind::Run | CommandKind::Install => false,
    };
    is_told && last.outcome == CommandOutcome::Failed && !after.into_iter().any(later)
}

/// Whether a line runs all the commands of another: `fmt && lint && test` runs `fmt && lint`.
fn holds(line: &str, other: &str) -> bool {
    other.split(" && ").all(|command| line.split(" && ").any(|own| own == command))
}

fn changed(history: &History, from_ms: i64, until_ms: i64) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, event, call) in history.calls().into_iter().rev() {
        let is_edit = call.action.kind == ActionKind::Edit && !call.failed;
        if is_edit && (from_ms..=until_ms).contains(&event.at_ms) {
            let path = inside(&call.action.target, history.cwd).to_owned();
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found.truncate(CHANGED_MAX);
    found
}
