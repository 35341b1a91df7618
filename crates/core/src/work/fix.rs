//! `fix`: what ended an error when it was met before.
//!
//! An error is met where a command's output, or a pasted prompt, has a line like it. It ended when
//! the same command later passed in the same session, or went on to something else. What was
//! changed between the last time the error appeared and that moment is what ended it.

use serde::Serialize;

use super::error_query::{Error, Mask, SAME, Weights};
use super::outcome::{is_known, passed, tells_of_a_pass, tells_of_failure};
use super::pasted;
use super::timeline::{Event, Place, Run, Timeline, What, sessions, timeline};
use super::{Changed, explained, selected_tests, shell};
use crate::conversation::dialect::FileChange;
use crate::conversation::turn;
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
/// A command that passed meets an error only where its output is as like it as this.
const SURE: f64 = 0.9;

/// How sure it is that the error ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Ending {
    /// The error was pasted, and files were changed in answer; nothing shows that it went away.
    Answered,
    /// The same command ran on to other errors.
    Gone,
    /// The same command passed.
    Passed,
}

/// What ended an error.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solution {
    /// How like the error is to the one asked about, from 0 to 1.
    pub likeness: f64,
    /// How sure it is that it ended.
    pub ending: Ending,
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
    /// The command that passed or ran on.
    pub passed: Option<String>,
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
    /// What ended it, the surest and newest first.
    pub ended: Vec<Solution>,
    /// Whether the text names an error; one that only says that something failed does not.
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
    let Some(error) = Error::of(error) else { return Ok(Fixes::default()) };
    store.read(|reader| fix_in(reader, scope, &error))
}

fn fix_in(reader: &Reader, scope: &Scope, error: &Error) -> Result<Fixes> {
    let sessions = sessions(reader, scope, None)?;
    let mut held: Vec<Vec<Mask>> = Vec::new();
    for turns in &sessions.turns {
        let of = |turn: &i64| {
            let log = turn::json_lines(&reader.stored_turn(*turn)?.log).unwrap_or_default();
            Ok(error.may_hold(&log))
        };
        held.push(turns.iter().map(of).collect::<Result<_>>()?);
    }
    let weights = Weights::of(error, &held.concat());
    let may_meet = |mask: &Mask| weights.likeness(error, *mask) >= SAME;
    let (read, left_out) = (sessions.read, sessions.left_out);
    let mut fixes = Fixes { is_named: true, read, left_out, ..Fixes::default() };
    let mut open: Option<Place> = None;
    for (turns, held) in sessions.turns.iter().zip(&held) {
        let Some(first) = held.iter().position(may_meet) else { continue };
        let last = held.iter().rposition(may_meet).unwrap_or(first);
        let turns = &turns[first..turns.len().min(last + 1 + TURNS_MAX)];
        let timeline = timeline(reader, turns)?;
        let search = Search { error, weights: &weights, timeline: &timeline };
        let (ended, last) = search.ends();
        fixes.sessions += u64::from(last.is_some());
        open = open.into_iter().chain(last).max_by_key(|place| place.at_ms);
        fixes.ended.extend(ended);
    }
    best_first(&mut fixes.ended);
    fixes.open = open.filter(|_| fixes.ended.is_empty());
    Ok(fixes)
}

/// Orders by how sure the end is, likeness and time, and drops what says the same again.
fn best_first(ended: &mut Vec<Solution>) {
    let rank = |one: &Solution| {
        let tells =
            !one.changes.is_empty() || !one.commands.is_empty() || one.command != one.passed;
        (
            one.ending.min(Ending::Passed),
            tells,
            (one.likeness * 10.0).round() as i64,
            (one.coverage * 10.0).round() as i64,
            one.ended.at_ms,
        )
    };
    let likest = ended.iter().map(|one| one.likeness).fold(0.0, f64::max);
    ended.retain(|one| one.likeness >= likest * NEAR);
    ended.sort_by_key(|one| std::cmp::Reverse(rank(one)));
    if ended.first().is_some_and(|first| first.ending != Ending::Answered) {
        ended.retain(|one| one.ending != Ending::Answered);
    }
    let mut seen: Vec<(Vec<Changed>, Vec<String>, Option<String>)> = Vec::new();
    ended.retain(|one| {
        // Where nothing was changed, another command line is what ended it.
        let alone = one.changes.is_empty() && one.commands.is_empty();
        let passed = one.passed.clone().filter(|_| alone);
        let what = (one.changes.clone(), one.commands.clone(), passed);
        let is_new = !seen.contains(&what);
        seen.push(what);
        is_new
    });
    ended.truncate(FOUND_MAX);
}

/// Returns the text in which an event can meet an error.
fn meeting(what: &What) -> Option<&str> {
    match what {
        What::Ran(run) => {
            let keys = shell::keys(&run.command);
            // What is only printed or searched is no error.
            let printed = !run.failed && keys.iter().all(|key| shell::prints(key));
            run.output.as_deref().filter(|_| !printed && !asks_for_help(&run.command))
        }
        What::Asked(prompt) => Some(prompt.as_str()).filter(|prompt| !pasted::is_document(prompt)),
        What::Said(_) | What::Changed(_) | What::Stopped => None,
    }
}

struct Search<'s> {
    error: &'s Error,
    weights: &'s Weights,
    timeline: &'s Timeline,
}

/// A check that an error was met by: its keys, or the prompt that it was pasted into.
struct Met<'s> {
    at: usize,
    run: Option<&'s Run>,
    /// The line of the output or the prompt that is like the error.
    line: String,
    /// The keys of its command; empty for a prompt.
    keys: Vec<String>,
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
                        let keys = run.map_or_else(Vec::new, |run| shell::keys(&run.command));
                        met = Some(Met { at, run, line, keys, likeness, coverage, times });
                    }
                }
                continue;
            }
            let Some(open) = &met else { continue };
            if self.is_too_late(open, at) {
                ended.extend(self.answered(open));
                met = None;
            } else if let Some(ending) = proven_by(open, event).or_else(|| self.shown(open, at)) {
                // What only went on to other errors may still pass within its bounds.
                let at =
                    if ending == Ending::Gone { self.passing(open, at).unwrap_or(at) } else { at };
                let ending = proven_by(open, &self.events()[at]).unwrap_or(ending);
                ended.push(self.ended(open, at, ending));
                met = None;
            }
        }
        ended.extend(met.as_ref().and_then(|open| self.answered(open)));
        (ended, last)
    }

    /// Whether an event whose text is like the error meets it. A command that passed only prints
    /// such a line, unless the line says by itself that something failed.
    fn is_met(&self, what: &What, likeness: f64) -> bool {
        let What::Ran(run) = what else { return true };
        if !passed(run) {
            return true;
        }
        let output = run.output.as_deref().unwrap_or_default();
        let line = self.error.line_in(output, self.weights).unwrap_or_default();
        // Where tests report that they passed, a pipe hides no failure.
        let passes = output.lines().any(tells_of_a_pass);
        let may_hide = !passes && !shell::tells_how_it_ended(&run.command);
        likeness >= SURE && (may_hide || tells_of_failure(line))
    }

    fn is_too_late(&self, open: &Met, at: usize) -> bool {
        let events = self.events();
        at - open.at > EVENTS_MAX || events[at].turn > events[open.at].turn + TURNS_MAX
    }

    /// Returns the next event after `from` that passes what met the error, unless the error comes
    /// back before.
    fn passing(&self, open: &Met, from: usize) -> Option<usize> {
        let later = self.events().iter().enumerate().skip(from);
        let later = later.take_while(|(at, event)| {
            !self.is_too_late(open, *at) && self.likeness(&event.what) < SAME
        });
        let mut passing = later.filter(|(_, event)| proven_by(open, event) == Some(Ending::Passed));
        passing.next().map(|(at, _)| at)
    }

    /// Whether an event shows by the names of its tests that an error is over: of a pasted one, an
    /// event of the same turn, after something was changed.
    fn shown(&self, open: &Met, at: usize) -> Option<Ending> {
        let events = self.events();
        let What::Ran(run) = &events[at].what else { return None };
        let shows = is_known(run)
            && match &events[open.at].what {
                What::Asked(prompt) => {
                    let within = events[at].turn == events[open.at].turn;
                    let between = &events[open.at + 1..at];
                    let changed =
                        between.iter().any(|event| matches!(event.what, What::Changed(_)));
                    within && changed && pasted::shows_the_end(prompt, &open.line, run)
                }
                met => meeting(met)
                    .is_some_and(|output| pasted::passes_its_tests(output, &open.line, run)),
            };
        shows.then_some(Ending::Passed)
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

    fn ended(&self, open: &Met, at: usize, ending: Ending) -> Solution {
        let events = self.events();
        let between = &events[open.at + 1..at];
        let (changes, more_changes) = self.changes(open, between);
        let passed = match &events[at].what {
            What::Ran(run) => Some(shortened(&run.command, COMMAND_CHARS_MAX)),
            _ => None,
        };
        Solution {
            likeness: open.likeness,
            ending,
            error: open.line.clone(),
            command: open.run.map(|run| shortened(&run.command, COMMAND_CHARS_MAX)),
            met: self.timeline.place(&events[open.at]),
            times: open.times,
            changes,
            more_changes,
            commands: commands(between),
            passed,
            ended: self.timeline.place(&events[at]),
            said: self.said(open, at),
            coverage: open.coverage,
        }
    }

    /// What was changed in the turn that an error was pasted into.
    fn answered(&self, open: &Met) -> Option<Solution> {
        if open.run.is_some() {
            return None;
        }
        let events = self.events();
        let turn = events[open.at].turn;
        let length = events[open.at..].iter().take_while(|event| event.turn == turn).count();
        let within = &events[open.at + 1..open.at + length];
        let (changes, more_changes) = self.changes(open, within);
        let said = explained::concluded(within, turn).or_else(|| explained::said(within));
        let asked = Place::clone(&self.timeline.place(&events[open.at]));
        (!changes.is_empty()).then(|| Solution {
            likeness: open.likeness,
            ending: Ending::Answered,
            error: open.line.clone(),
            command: None,
            met: asked.clone(),
            times: open.times,
            changes,
            more_changes,
            commands: Vec::new(),
            passed: None,
            ended: asked,
            said,
            coverage: open.coverage,
        })
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

/// Returns what an event proves about the end of an error.
fn proven_by(open: &Met, event: &Event) -> Option<Ending> {
    let What::Ran(run) = &event.what else { return None };
    if !is_known(run) || asks_for_help(&run.command) {
        return None;
    }
    let keys = shell::keys(&run.command);
    // Of a command that was not found, only that command shows that it is there now.
    let missing = missing_program(&open.line);
    let is_it = |key: &str| missing.is_none_or(|name| key.split(' ').next() == Some(name));
    let met = open.run.map_or("", |run| run.command.as_str());
    let is_same = |key: &String| {
        keys.contains(key) && is_it(key) && selected_tests::covers(&run.command, met, key)
    };
    if !open.keys.iter().any(is_same) {
        return None;
    }
    Some(if passed(run) { Ending::Passed } else { Ending::Gone })
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns the program that a line calls unknown.
fn missing_program(line: &str) -> Option<&str> {
    let behind = line.split_once("command not found: ").map(|(_, name)| name);
    let before = line.strip_suffix(": command not found").and_then(|rest| rest.rsplit(' ').next());
    behind.or(before).map(str::trim)
}

/// Whether the working commands of a line only ask how their programs are used.
fn asks_for_help(line: &str) -> bool {
    let commands = shell::simple_commands(line);
    let working = commands
        .iter()
        .filter(|simple| shell::key(simple.text).is_some_and(|key| !shell::is_plumbing(&key)));
    let mut texts = working.map(|simple| simple.text).peekable();
    let asks = |text: &str| text.split_whitespace().any(|word| matches!(word, "--help" | "help"));
    texts.peek().is_some() && texts.all(asks)
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
