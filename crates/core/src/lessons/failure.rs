//! What failed in a session, and what passed.

use super::error_line::{
    Class, ErrorLine, behind_a_pipe, is_a_persons_matter, is_about, of_failure,
};
use super::remedy::{Failed, Way, way};
use crate::digest::{CommandKind, command_kind};
use crate::shell::{Joint, is_told_through, words};
use crate::work::{
    Event, Run, Simple, StartedCommand, What, asks_for_help, is_diagnosis, is_known, is_plumbing,
    key, missing_program, passed, prints, program_of, simple_commands, suspects,
    tells_how_it_ended,
};

/// What then worked, and what the person said, is looked for in so many calls, and prompts.
pub(super) const CALLS_MAX: usize = 14;
pub(super) const PROMPTS_MAX: usize = 2;
/// Length of a person's words that are quoted, in characters.
const SAID_CHARS_MIN: usize = 8;
const SAID_CHARS_MAX: usize = 160;

/// A turn of a session's own agent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turn {
    /// Its uuid.
    pub uuid: String,
    /// Whether the person typed what it was asked.
    pub is_persons: bool,
    /// What happened.
    pub events: Vec<Event>,
}

/// What a session did, as far as lessons are learnt from it.
#[derive(Debug, Clone, Default)]
pub struct SessionCalls {
    /// Id of the session.
    pub session: String,
    /// Its failures; of each shape the first that found a way, else the first.
    pub failures: Vec<Failure>,
    /// The commands that passed.
    pub passed: Vec<String>,
    /// The commands that were left to run, in the order of their runs.
    pub started: Vec<StartedCommand>,
}

/// A command that failed.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Id of its shape.
    pub shape: String,
    /// It, without what differs from one time to the next.
    pub masked: String,
    /// What its error is about.
    pub class: Class,
    /// The words of its error that may be told.
    pub phrase: Option<&'static str>,
    /// What the error quotes of the command.
    pub quoted: Option<String>,
    /// The command without its arguments.
    pub key: String,
    /// The whole command.
    pub command: String,
    /// The word of it that the error calls wrong.
    pub named: Option<String>,
    /// Whether the program itself is missing.
    pub lacks_program: bool,
    /// How often it failed in the session.
    pub times: usize,
    /// When it failed last, in milliseconds since the epoch.
    pub at_ms: i64,
    /// What then worked.
    pub way: Option<Way>,
    /// What the person then said about it.
    pub said: Option<String>,
}

impl SessionCalls {
    /// Returns what a session did.
    pub(crate) fn of(session: String, turns: &[Turn]) -> Self {
        let mut worked = Self { session, ..Self::default() };
        let events: Vec<(bool, &Event)> = turns
            .iter()
            .flat_map(|turn| turn.events.iter().map(|event| (turn.is_persons, event)))
            .collect();
        for (at, (_, event)) in events.iter().enumerate() {
            let What::Ran(run) = &event.what else { continue };
            let commands = simple_commands(&run.command);
            if let Some((line, failed)) = failure(run, &commands) {
                worked.add(found(line, failed, &commands, run, &events[at..]));
            } else {
                let passed = passing(run, &commands).into_iter();
                worked.passed.extend(passed.map(|at| commands[at].text.to_owned()));
            }
        }
        worked.started = turns.iter().flat_map(started).collect();
        worked.passed.sort_unstable();
        worked.passed.dedup();
        worked
    }

    fn add(&mut self, failure: Failure) {
        match self.failures.iter_mut().find(|known| known.shape == failure.shape) {
            Some(known) => {
                known.said = known.said.take().or(failure.said);
                known.way = known.way.take().or(failure.way);
                known.at_ms = failure.at_ms;
                known.times += 1;
            }
            None => self.failures.push(failure),
        }
    }
}

/// Returns what the runs of a turn started. A check that takes long is no server.
fn started(turn: &Turn) -> impl Iterator<Item = StartedCommand> {
    turn.events.iter().filter_map(|event| {
        let What::Ran(run) = &event.what else { return None };
        let started = StartedCommand::of(run, &turn.uuid, event.at_ms)?;
        let kind = command_kind(&started.command);
        kind.is_none_or(|kind| kind == CommandKind::Run).then_some(started)
    })
}

/// Returns what failed of a line, and how it says so.
pub(super) fn failure<'r>(run: &'r Run, commands: &[Simple<'_>]) -> Option<(ErrorLine<'r>, usize)> {
    let output = run.output.as_deref().filter(|_| is_known(run) && !asks_for_help(&run.command))?;
    let has_failed = run.failed || run.exit_status.is_some_and(|status| status != 0);
    let line = if has_failed {
        of_failure(output)?
    } else if tells_how_it_ended(&run.command) || prints_only(commands) {
        return None;
    } else {
        behind_a_pipe(output)?
    };
    let suspect = *suspects(commands, line.text).last()?;
    let at = commands.iter().position(|own| std::ptr::eq(own, suspect))?;
    let key = key(without_continuation(suspect.text))?;
    let program = program_of(&key);
    let is_missing = missing_program(line.text).is_some();
    // What tests, builds and checks fails because of the work, and reading looks about.
    let is_work = is_diagnosis(line.text)
        || (is_check(suspect.text) && line.class != Class::Usage && !is_missing)
        || (is_plumbing(&key) && line.class != Class::Lack)
        || (is_text(suspect.text, program) && line.class == Class::State)
        || line.is_of_another(program, commands)
        || line.advises(program);
    (!is_work).then_some((line, at))
}

/// Returns a command without the end of the line before it.
fn without_continuation(command: &str) -> &str {
    command.trim_start_matches(['\\', '\n', ' '])
}

/// Whether a command runs a program that the agent wrote on its line: what fails there is that.
fn is_text(command: &str, program: &str) -> bool {
    const INTERPRETERS: [&str; 6] = ["bun", "deno", "node", "perl", "python", "ruby"];
    let is_given = [" -c ", " -e ", " --eval ", "<<"].iter().any(|mark| command.contains(mark));
    is_given && INTERPRETERS.iter().any(|own| program.starts_with(own))
}

fn prints_only(commands: &[Simple<'_>]) -> bool {
    commands.iter().filter_map(|own| key(own.text)).all(|key| prints(&key))
}

/// Whether a command tests, builds or checks the work.
pub(super) fn is_check(command: &str) -> bool {
    use CommandKind::{Build, Lint, Test};
    matches!(command_kind(command), Some(Build | Lint | Test))
}

/// Returns which commands of a line ran, whether they passed or not.
pub(super) fn ran(run: &Run, commands: &[Simple<'_>]) -> Vec<usize> {
    let output = run.output.as_deref().unwrap_or_default();
    let line = of_failure(output).or_else(|| behind_a_pipe(output));
    let is_refused = line.is_some_and(|line| matches!(line.class, Class::Usage | Class::Lack));
    let ran =
        |at: &usize| commands[*at].joint != Joint::OrElse && !asks_for_help(commands[*at].text);
    if is_refused || !is_known(run) {
        Vec::new()
    } else {
        (0..commands.len()).filter(ran).collect()
    }
}

/// Returns which commands of a line passed.
pub(super) fn passing(run: &Run, commands: &[Simple<'_>]) -> Vec<usize> {
    let is_silent = !tells_how_it_ended(&run.command) && run.command.contains("2>/dev/null");
    let output = run.output.as_deref().unwrap_or_default();
    if !is_known(run) || !passed(run) || is_silent || behind_a_pipe(output).is_some() {
        return Vec::new();
    }
    let is_tried = |at: usize| {
        let near = [Some(&commands[at]), commands.get(at + 1)];
        near.into_iter().flatten().any(|own| own.joint == Joint::OrElse)
    };
    let is_told = |at: usize| {
        if asks_for_help(commands[at].text) {
            return false;
        }
        let works = key(commands[at].text).is_some_and(|key| !is_plumbing(&key));
        works || is_told_through(commands[at + 1..].iter().map(|own| own.joint))
    };
    (0..commands.len()).filter(|at| !is_tried(*at) && is_told(*at)).collect()
}

/// Returns a failure with what came of it. `events` begin with it.
fn found(
    line: ErrorLine,
    at: usize,
    commands: &[Simple<'_>],
    run: &Run,
    events: &[(bool, &Event)],
) -> Failure {
    let command = without_continuation(commands[at].text);
    let key = key(command).unwrap_or_default();
    let program = program_of(&key).to_owned();
    let named = line.named(command).map(str::to_owned);
    let failed = Failed { line: &line, commands, at, run, named: named.as_deref() };
    let said = is_a_persons_matter(line.class).then(|| said(&program, events)).flatten();
    Failure {
        masked: line.masked(command),
        shape: line.shape(&program, command),
        class: line.class,
        phrase: line.phrase,
        quoted: line.quoted(command),
        way: way(&failed, events),
        lacks_program: missing_program(line.text) == Some(program.as_str()),
        times: 1,
        at_ms: events[0].1.at_ms,
        command: command.to_owned(),
        key,
        named,
        said,
    }
}

/// Returns what the person said soon after a failure, if it may be about it.
fn said(program: &str, events: &[(bool, &Event)]) -> Option<String> {
    let mut calls = 0;
    for (is_persons, event) in &events[1..] {
        match &event.what {
            What::Ran(_) | What::Changed(_) => calls += 1,
            What::Asked(text) if *is_persons => {
                let text = text.trim();
                let length = text.chars().count();
                let is_short = (SAID_CHARS_MIN..=SAID_CHARS_MAX).contains(&length);
                if is_short && !text.starts_with('/') && is_about(text, program) {
                    return Some(text.to_owned());
                }
            }
            _ => {}
        }
        if calls > CALLS_MAX {
            break;
        }
    }
    None
}

impl Failure {
    /// Returns what may be told of its error: words of the table, and of the command.
    pub fn told(&self) -> String {
        let Some(phrase) = self.phrase else { return String::new() };
        let quoted = self.quoted.as_ref().map(|quoted| format!(" '{quoted}'"));
        format!("{phrase}{}", quoted.unwrap_or_default())
    }

    /// Whether a command is what failed, unchanged, and passed: of a missing program its plain name, of
    /// a wrong word that word at its place.
    pub fn is_unchanged(&self, passed: &str) -> bool {
        // Most commands are of another program, and need not be taken apart.
        if !passed.contains(program_of(&self.key)) {
            return false;
        }
        let (own, other) = (words(&self.command), words(passed));
        if self.lacks_program {
            return other.first() == own.first();
        }
        if self.class == Class::Usage
            && let Some(named) = self.named.as_deref()
        {
            if named.starts_with('-') {
                return key(passed).as_deref() == Some(self.key.as_str()) && other.contains(&named);
            }
            let place = own.iter().position(|word| *word == named);
            return own.first() == other.first()
                && place.is_some_and(|at| other.get(at) == Some(&named));
        }
        key(passed).as_deref() == Some(self.key.as_str())
    }
}
