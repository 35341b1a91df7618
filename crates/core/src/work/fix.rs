//! `fix`: what ended an error when it was met before.
//!
//! An error is met where a command's output, or a pasted prompt, has a line like it. It ended when
//! the same command, or one that shares its target, later passed in the same session. What was
//! changed between the last time the error appeared and that moment is what ended it.

use std::collections::HashMap;

use serde::Serialize;

use super::end::{ends, file_name};
use super::error_query::{Error, Mask, SAME, SURE, Weights};
use super::met::{held_by, meeting};
use super::outcome::{is_known, is_of_a_pass, passed, tells_of_a_pass};
use super::pasted;
use super::sign::is_diagnosis;
use super::timeline::{Event, Place, Run, Timeline, What, sessions, timeline};
use super::{Changed, explained, shell};
use crate::conversation::dialect::FileChange;
use crate::english::shortened;
use crate::error::Result;
use crate::store::{Reader, Scope, Store};

/// Maximum number of later events of the session in which an error's end is looked for.
const EVENTS_MAX: usize = 400;
/// Maximum number of later turns of the session.
const TURNS_MAX: usize = 6;
/// Limits on what is shown.
const FOUND_MAX: usize = 3;
const CHANGES_MAX: usize = 4;
const COMMANDS_MAX: usize = 4;
const CHANGE_CHARS_MAX: usize = 400;
const COMMAND_CHARS_MAX: usize = 240;
const ERROR_CHARS_MAX: usize = 240;
/// An answer whose error is less like the one asked about than this share of the likest is left out.
const NEAR: f64 = 0.85;
/// A line of an error that stands in this share of its runs where they passed is none.
const PASSING_MIN: f64 = 0.5;

/// What ended an error.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solution {
    /// How like the error is to the one asked about, from 0 to 1.
    pub likeness: f64,
    /// The line of the output or the prompt.
    pub error: String,
    /// The command that met it; `None` for a pasted one.
    pub command: Option<String>,
    /// Where it was met the last time before it ended.
    pub met: Place,
    /// How often it was met in a row.
    pub times: u64,
    /// The changes that ended it, those that name it first.
    pub changes: Vec<Changed>,
    /// Number of changes that are left out.
    pub more_changes: u64,
    /// Commands that may have ended it.
    pub commands: Vec<String>,
    /// The command that passed.
    pub passed: String,
    /// Where that was.
    pub ended: Place,
    /// What the model said about the cause.
    pub said: Option<String>,
    /// Share of the whole error, by weight, that was found there; from 0 to 1.
    #[serde(skip)]
    pub coverage: f64,
}

/// What is known of an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fixes {
    /// What ended it, the likest and newest first.
    pub ended: Vec<Solution>,
    /// Whether the text names an error: a line of it has the sign of one, says more than that
    /// something failed, and stands in no passing runs.
    pub is_named: bool,
    /// Number of sessions that met it.
    pub sessions: u64,
    /// Where it was met last, when nothing shows that it ever ended.
    pub open: Option<Place>,
    /// Number of turns read.
    pub read: u64,
    /// Number of older turns that were not.
    pub left_out: u64,
}

/// Returns what ended an error before.
pub fn fix(store: &Store, scope: &Scope, error: &str) -> Result<Fixes> {
    let named = Error::of(error).filter(|_| !is_of_a_pass(error));
    let Some(error) = named else { return Ok(Fixes::default()) };
    store.read(|reader| fix_in(reader, scope, error))
}

fn fix_in(reader: &Reader, scope: &Scope, error: Error) -> Result<Fixes> {
    let sessions = sessions(reader, scope, None)?;
    let mut fixes = Fixes { read: sessions.read, left_out: sessions.left_out, ..Fixes::default() };
    let mut held: Vec<Vec<Mask>> = Vec::new();
    for turns in &sessions.turns {
        held.push(turns.iter().map(|turn| held_by(reader, *turn, &error)).collect::<Result<_>>()?);
    }
    let all = held.concat();
    let weights = Weights::of(&error, &all);
    let mut timelines = Vec::new();
    for (turns, held) in sessions.turns.iter().zip(&held) {
        let may_meet = |mask: &Mask| weights.likeness(&error, *mask) >= SAME;
        let Some(first) = held.iter().position(may_meet) else { continue };
        let last = held.iter().rposition(may_meet).unwrap_or(first);
        timelines.push(timeline(reader, &turns[first..turns.len().min(last + 1 + TURNS_MAX)])?);
    }
    let passing = passing_lines(&error, &weights, &timelines);
    let Some(error) = error.without(&passing) else { return Ok(fixes) };
    let weights = Weights::of(&error, &all);
    fixes.is_named = true;
    for timeline in &timelines {
        let (ended, last) = Search { error: &error, weights: &weights, timeline }.ends();
        fixes.sessions += u64::from(last.is_some());
        fixes.open = fixes.open.into_iter().chain(last).max_by_key(|place| place.at_ms);
        fixes.ended.extend(ended);
    }
    best_first(&mut fixes.ended);
    fixes.open = fixes.open.filter(|_| fixes.ended.is_empty());
    Ok(fixes)
}

/// Returns the lines of an error that stand in the output of commands that passed as well.
fn passing_lines(error: &Error, weights: &Weights, timelines: &[Timeline]) -> Vec<Mask> {
    let mut counts: HashMap<Mask, (u32, u32)> = HashMap::new();
    for event in timelines.iter().flat_map(|timeline| &timeline.events) {
        let What::Ran(run) = &event.what else { continue };
        let Some(output) = meeting(&event.what) else { continue };
        let is_proven = passed(run)
            && (shell::tells_how_it_ended(&run.command) || output.lines().any(tells_of_a_pass));
        for line in weights.repeated(error, &error.masks(output)) {
            let (runs, passing) = counts.entry(line).or_default();
            *runs += 1;
            *passing += u32::from(is_proven);
        }
    }
    let counts = counts
        .into_iter()
        .filter(|(_, (runs, passing))| f64::from(*passing) >= PASSING_MIN * f64::from(*runs));
    counts.map(|(line, _)| line).collect()
}

/// Orders by whether the end tells something, likeness and time, and drops what says the same.
fn best_first(ended: &mut Vec<Solution>) {
    let rank = |one: &Solution| {
        let is_other = one.command.as_ref() != Some(&one.passed);
        (
            !one.changes.is_empty() || !one.commands.is_empty() || is_other,
            (one.likeness * 10.0).round() as i64,
            (one.coverage * 10.0).round() as i64,
            one.ended.at_ms,
        )
    };
    let likest = ended.iter().map(|one| one.likeness).fold(0.0, f64::max);
    ended.retain(|one| one.likeness >= likest * NEAR);
    ended.sort_by_key(|one| std::cmp::Reverse(rank(one)));
    let mut seen: Vec<(Vec<Changed>, Vec<String>, Option<String>)> = Vec::new();
    ended.retain(|one| {
        // Where nothing was changed, another command line is what ended it.
        let alone = one.changes.is_empty() && one.commands.is_empty();
        let passed = alone.then(|| one.passed.clone());
        let what = (one.changes.clone(), one.commands.clone(), passed);
        let is_new = !seen.contains(&what);
        seen.push(what);
        is_new
    });
    ended.truncate(FOUND_MAX);
}

struct Search<'s> {
    error: &'s Error,
    weights: &'s Weights,
    timeline: &'s Timeline,
}

/// Where an error was met: the run, or the prompt that it was pasted into.
struct Met<'s> {
    at: usize,
    run: Option<&'s Run>,
    /// The line of the output or the prompt that is like the error.
    line: String,
    likeness: f64,
    coverage: f64,
    times: u64,
}

impl<'s> Search<'s> {
    fn events(&self) -> &'s [Event] {
        &self.timeline.events
    }

    fn likeness(&self, what: &What) -> f64 {
        let Some(output) = meeting(what) else { return 0.0 };
        let masks = self.error.masks(output);
        masks.iter().map(|mask| self.weights.likeness(self.error, *mask)).fold(0.0, f64::max)
    }

    /// Returns what ended the error each time it was met, and where it was met last.
    fn ends(&self) -> (Vec<Solution>, Option<Place>) {
        let mut ended = Vec::new();
        let mut last: Option<Place> = None;
        let mut met: Option<Met> = None;
        for (at, event) in self.events().iter().enumerate() {
            let likeness = self.likeness(&event.what);
            if likeness >= SAME && self.is_met(&event.what, likeness) {
                let output = meeting(&event.what).unwrap_or_default();
                let coverage = self.weights.coverage(self.error, &self.error.masks(output));
                let run = match &event.what {
                    What::Ran(run) => Some(run),
                    _ => None,
                };
                let times = met.as_ref().map_or(0, |met| met.times) + 1;
                last = Some(self.timeline.place(event));
                // A run is better evidence than a prompt that quotes it.
                match met {
                    Some(ref before) if run.is_none() && before.run.is_some() => {}
                    _ => {
                        let line = self.error.line_in(output, self.weights).unwrap_or_default();
                        let line = shortened(line.trim(), ERROR_CHARS_MAX);
                        met = Some(Met { at, run, line, likeness, coverage, times });
                    }
                }
                continue;
            }
            let Some(open) = &met else { continue };
            if self.is_too_late(open, at) {
                met = None;
            } else if let Some(run) = self.end(open, at) {
                ended.push(self.ended(open, at, run));
                met = None;
            }
        }
        (ended, last)
    }

    /// Whether an event whose text is like the error meets it. A command that passed only prints such
    /// a line, unless a pipe hides how it ended and the line is what a compiler or a linter finds.
    fn is_met(&self, what: &What, likeness: f64) -> bool {
        let What::Ran(run) = what else { return true };
        if !passed(run) {
            return true;
        }
        let output = run.output.as_deref().unwrap_or_default();
        let line = self.error.line_in(output, self.weights).unwrap_or_default();
        let is_hidden = !shell::tells_how_it_ended(&run.command);
        likeness >= SURE && is_hidden && is_diagnosis(line)
    }

    fn is_too_late(&self, open: &Met, at: usize) -> bool {
        let events = self.events();
        at - open.at > EVENTS_MAX || events[at].turn > events[open.at].turn + TURNS_MAX
    }

    /// Returns the run of an event that shows that an error is over: by its command, or by the names
    /// of its tests. Of a pasted one, it is in the same turn, after something was changed.
    fn end(&self, open: &Met, at: usize) -> Option<&'s Run> {
        let events = self.events();
        let What::Ran(run) = &events[at].what else { return None };
        let met = &events[open.at];
        let shows = match &met.what {
            What::Asked(prompt) => {
                let mut between = events[open.at + 1..at].iter();
                events[at].turn == met.turn
                    && between.any(|event| matches!(event.what, What::Changed(_)))
                    && pasted::shows_the_end(prompt, &open.line, run)
            }
            What::Ran(before) => {
                let output = before.output.as_deref().unwrap_or_default();
                ends(&before.command, &open.line, run)
                    || pasted::passes_its_tests(output, &open.line, run)
            }
            _ => false,
        };
        (shows && is_known(run)).then_some(run)
    }

    /// Returns what the model said about an error that ended: of a pasted one, its turn is about
    /// it, so that the turn's conclusion counts first.
    fn said(&self, open: &Met, at: usize) -> Option<String> {
        let events = self.events();
        let between = || explained::said(&events[open.at + 1..at]);
        let concluded = || explained::concluded(events, events[at].turn);
        if open.run.is_none() {
            return concluded().or_else(between);
        }
        // The end of a long turn may be about something else.
        let names_a_file = |text: &String| {
            let changes = events[open.at + 1..at].iter().filter_map(|event| match &event.what {
                What::Changed(changes) => Some(changes),
                _ => None,
            });
            changes.flatten().any(|change| text.contains(file_name(&change.file)))
        };
        between().or_else(|| concluded().filter(names_a_file))
    }

    fn ended(&self, open: &Met, at: usize, run: &Run) -> Solution {
        let events = self.events();
        let between = &events[open.at + 1..at];
        let (changes, more_changes) = self.changes(open, between);
        Solution {
            likeness: open.likeness,
            error: open.line.clone(),
            command: open.run.map(|run| shortened(&run.command, COMMAND_CHARS_MAX)),
            met: self.timeline.place(&events[open.at]),
            times: open.times,
            changes,
            more_changes,
            commands: commands(between),
            passed: shortened(&run.command, COMMAND_CHARS_MAX),
            ended: self.timeline.place(&events[at]),
            said: self.said(open, at),
            coverage: open.coverage,
        }
    }

    /// Returns the changes, those of files that the output names first, and how many are left out.
    fn changes(&self, open: &Met, between: &[Event]) -> (Vec<Changed>, u64) {
        let output = meeting(&self.events()[open.at].what).unwrap_or_default();
        let all = between.iter().filter_map(|event| match &event.what {
            What::Changed(changes) => Some(changes),
            _ => None,
        });
        let mut all: Vec<&FileChange> = all.flatten().collect();
        all.sort_by_key(|change| !output.contains(file_name(&change.file)));
        let more = all.len().saturating_sub(CHANGES_MAX) as u64;
        (
            all.into_iter()
                .take(CHANGES_MAX)
                .map(|change| Changed::of(change, CHANGE_CHARS_MAX))
                .collect(),
            more,
        )
    }
}

/// Returns the commands that ran well and may have changed something, in order.
fn commands(between: &[Event]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for event in between {
        let What::Ran(run) = &event.what else { continue };
        let working = shell::keys(&run.command).iter().any(|key| !shell::prints(key));
        let command = shortened(&run.command, COMMAND_CHARS_MAX);
        if working && passed(run) && !found.contains(&command) {
            found.push(command);
        }
    }
    let first = found.len().saturating_sub(COMMANDS_MAX);
    found.split_off(first)
}
