//! What worked after a failure, and what was different about it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error_line::{Class, ErrorLine};
use super::failure::{CALLS_MAX, PROMPTS_MAX, failure, is_check, passing, ran};
use crate::shell::words;
use crate::word_list::among;
use crate::work::{
    Event, Run, Simple, What, arguments, is_plumbing, key, option_names, program_of, shares,
    simple_commands, without_messages,
};

/// What was different when it worked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Remedy {
    /// The program ran without the words before it.
    LeaveOut(String),
    /// It ran behind these words.
    Behind(String),
    /// It ran by its path.
    Path(String),
    /// Another program or subcommand did it.
    Use(String),
    /// Another option did it, or none.
    Option {
        /// The one that failed.
        not: String,
        /// The one that took its place.
        but: Option<String>,
    },
    /// It ran in this folder.
    Folder(String),
    /// It ran with this variable set.
    Variable(String),
    /// This step came first.
    After(String),
    /// Only the person did something.
    Person,
}

/// How a session went on after a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// What was different; `None` when nothing was that can be told.
    pub remedy: Option<Remedy>,
    /// Number of calls in between.
    pub calls: usize,
}

/// A command that failed, in its line.
pub(super) struct Failed<'f> {
    pub line: &'f ErrorLine<'f>,
    pub commands: &'f [Simple<'f>],
    pub at: usize,
    pub run: &'f Run,
    /// The word that the error calls wrong.
    pub named: Option<&'f str>,
}

/// What came between a failure and a success.
#[derive(Default)]
struct Between {
    calls: usize,
    /// The last step that may have made the difference.
    step: Option<String>,
    has_changed_files: bool,
    person_spoke: bool,
}

/// A wrapper has at most so many words.
const WRAPPER_WORDS_MAX: usize = 2;
/// Two purposes are the same when they share this part of their words.
const PURPOSE_MIN: f64 = 0.6;
/// Longer steps are told by nobody.
const STEP_CHARS_MAX: usize = 80;

/// Returns the first success of the same intent. `events` begin with the failure.
pub(super) fn way(failed: &Failed, events: &[(bool, &Event)]) -> Option<Way> {
    let (mut between, mut prompts) = (Between::default(), 0);
    for (is_persons, event) in &events[1..] {
        match &event.what {
            What::Asked(_) => {
                prompts += 1;
                between.person_spoke |= is_persons;
            }
            What::Changed(_) => {
                between.calls += 1;
                between.has_changed_files = true;
            }
            What::Ran(run) => {
                if let Some(way) = failed.solved_by(run, &between) {
                    return Some(way);
                }
                between.calls += 1;
                let commands = simple_commands(&run.command);
                if failure(run, &commands).is_none() {
                    let steps = passing(run, &commands).into_iter();
                    let step = steps.rev().find_map(|at| failed.step(commands[at].text));
                    between.step = step.or(between.step);
                }
            }
            What::Said(_) | What::Stopped => {}
        }
        if between.calls > CALLS_MAX || prompts > PROMPTS_MAX {
            break;
        }
    }
    None
}

impl Between {
    /// Returns that it worked, with what was different.
    fn way(&self, remedy: Option<Remedy>) -> Way {
        Way { remedy, calls: self.calls }
    }
}

impl Failed<'_> {
    fn command(&self) -> &str {
        self.commands[self.at].text
    }

    /// Returns what was different about a run that did what failed; `None` for any other.
    fn solved_by(&self, run: &Run, between: &Between) -> Option<Way> {
        let commands = simple_commands(&run.command);
        // Who is called in the right way may fail in another one.
        let done = match self.line.class {
            Class::Usage => ran(run, &commands),
            Class::Lack | Class::Access | Class::Missing | Class::State => passing(run, &commands),
        };
        done.into_iter().find_map(|at| self.difference(run, &commands, at, between))
    }

    fn difference(
        &self,
        run: &Run,
        commands: &[Simple<'_>],
        at: usize,
        between: &Between,
    ) -> Option<Way> {
        let (own, other) = (self.command(), commands[at].text);
        let (own_key, other_key) = (key(own)?, key(other)?);
        let is_same = own == other || without_messages(own) == without_messages(other);
        let (program, other_program) = (first_word(own)?, first_word(other)?);
        if is_same || (own_key == other_key && program == other_program) {
            let options = self.other_options(own, other);
            if is_same || shares(own, other, &own_key) || options.is_some() {
                let remedy = options.or_else(|| self.around(commands, at, is_same, between));
                return Some(between.way(remedy));
            }
            return None;
        }
        if let Some(wrapper) = wrapper(own, other) {
            return Some(between.way(Some(Remedy::LeaveOut(wrapper))));
        }
        if let Some(wrapper) = wrapper(other, own) {
            return Some(between.way(Some(Remedy::Behind(wrapper))));
        }
        let is_by_path = |path: &str, name: &str| {
            path.contains('/') && !name.contains('/') && path.rsplit('/').next() == Some(name)
        };
        if is_by_path(other_program, program) {
            return Some(between.way(Some(Remedy::Path(other_program.to_owned()))));
        }
        if is_by_path(program, other_program) {
            return Some(between.way(None));
        }
        let other_way = self.other_way(run, (&own_key, own), (&other_key, other));
        other_way.map(|remedy| between.way(Some(remedy)))
    }

    /// Returns the option that the error names, and what took its place.
    fn other_options(&self, own: &str, other: &str) -> Option<Remedy> {
        let named = self.named.filter(|word| word.starts_with('-'))?;
        let (own, other) = (option_names(own), option_names(other));
        let not = named.split('=').next().unwrap_or(named);
        if self.line.class != Class::Usage || other.iter().any(|option| option == not) {
            return None;
        }
        let mut new = other.into_iter().filter(|option| !own.contains(option));
        let (but, more) = (new.next(), new.next());
        Some(Remedy::Option { not: not.to_owned(), but: but.filter(|_| more.is_none()) })
    }

    /// Returns what was different around the same command: its folder, its variables, a step before.
    fn around(
        &self,
        commands: &[Simple<'_>],
        at: usize,
        is_same: bool,
        between: &Between,
    ) -> Option<Remedy> {
        if self.line.class == Class::Usage {
            return None;
        }
        let folder = |commands: &[Simple<'_>]| {
            let folders = commands.iter().rev().filter_map(|own| own.text.strip_prefix("cd "));
            folders.map(|folder| folder.trim().to_owned()).next()
        };
        if let Some(new) = folder(&commands[..at])
            && folder(&self.commands[..self.at]).as_ref() != Some(&new)
        {
            return Some(Remedy::Folder(new));
        }
        let own = variables(self.command());
        if let Some(new) = variables(commands[at].text).difference(&own).next() {
            return Some(Remedy::Variable(new.clone()));
        }
        let is_new = |step: &&Simple<'_>| !self.commands.iter().any(|own| own.text == step.text);
        let beside = commands[..at].iter().rev().filter(is_new);
        let mut beside = beside.filter_map(|step| self.step(step.text));
        if let Some(step) = beside.next().or_else(|| between.step.clone()) {
            return Some(Remedy::After(step));
        }
        let is_persons = between.person_spoke && is_same && !between.has_changed_files;
        (is_persons && self.line.class == Class::Access).then_some(Remedy::Person)
    }

    /// Returns a command as a step that may have made the difference; `None` for one that only reads,
    /// checks the work, or is what failed.
    fn step(&self, command: &str) -> Option<String> {
        const CHANGING: &str = ". chmod cp export kill mkdir mv pkill rm source touch unset";
        const READING: &str = "--version -v get help info list log ls show status version view";
        let step = key(command)?;
        let program = program_of(&step);
        let changes = among(CHANGING, program)
            || !(is_plumbing(&step) || matches!(program, "gh" | "curl" | "sqlite3" | "mementor"));
        let reads = words(command).into_iter().any(|word| among(READING, word));
        let is_own = reads || key(self.command()).is_some_and(|own| own == step);
        let is_told = command.chars().count() <= STEP_CHARS_MAX && !command.contains('\n');
        (changes && is_told && !is_own && !is_check(command)).then(|| command.to_owned())
    }

    /// Returns the other subcommand or program that did the same.
    fn other_way(
        &self,
        run: &Run,
        (own_key, own): (&str, &str),
        (other_key, other): (&str, &str),
    ) -> Option<Remedy> {
        let is_same_program = program_of(own_key) == program_of(other_key);
        let is_named = self.named.is_some_and(|named| own_key.split(' ').any(|word| word == named));
        let is_meant = match self.line.class {
            Class::Usage => is_same_program && is_named,
            Class::Lack => !is_same_program && !is_plumbing(other_key),
            Class::Access | Class::Missing | Class::State => false,
        };
        let (args, others) = (arguments(own, own_key), arguments(other, other_key));
        let both = args.iter().filter(|word| others.contains(word)).count();
        // Another program does the same only where it is told the same.
        let is_same = match self.line.class {
            Class::Lack => both > 0 && both == args.len(),
            _ => (both > 0 && both * 2 >= args.len()) || has_same_purpose(self.run, run),
        };
        let used = if is_same_program { other_key } else { program_of(other_key) };
        (is_meant && is_same).then(|| Remedy::Use(used.to_owned()))
    }
}

/// Returns the words that a command has before what the other one does.
fn wrapper(long: &str, short: &str) -> Option<String> {
    let (long, short_key) = (words(long), key(short)?);
    (1..=WRAPPER_WORDS_MAX.min(long.len().saturating_sub(1))).find_map(|count| {
        let rest = long[count..].join(" ");
        let is_same = key(&rest).as_deref() == Some(short_key.as_str());
        let is_same = is_same && (rest == short || shares(&rest, short, &short_key));
        (is_same && !is_plumbing(&short_key)).then(|| long[..count].join(" "))
    })
}

fn first_word(command: &str) -> Option<&str> {
    words(command).into_iter().find(|word| !word.contains('='))
}

/// Returns the variables that a command sets for itself.
fn variables(command: &str) -> BTreeSet<String> {
    let words = words(command).into_iter();
    let set = words.map_while(|word| word.split_once('=').map(|(name, _)| name.to_owned()));
    set.filter(|name| !name.starts_with('-')).collect()
}

fn has_same_purpose(own: &Run, other: &Run) -> bool {
    let words = |run: &Run| -> BTreeSet<String> {
        let purpose = run.purpose.as_deref().unwrap_or_default().to_lowercase();
        purpose.split_whitespace().map(str::to_owned).collect()
    };
    let (own, other) = (words(own), words(other));
    let both = own.intersection(&other).count();
    both > 1 && both as f64 >= PURPOSE_MIN * own.len().max(other.len()) as f64
}
