//! `how`: the commands that worked here for something.
//!
//! A command is found by its own words and by what the agent said it was for. Command lines are
//! taken apart, so that what is offered is one command and not its whole line.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use serde::Serialize;

use super::command_words::{
    folder_in, option_names, own_words, path_words, without_long_quotes, word_weight,
};
use super::outcome::{Shown, shown};
use super::shell::{self, Simple};
use super::timeline::{Place, Run, What, sessions, timeline};
use crate::english::single_spaced;
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::shell::Joint;
use crate::store::{Scope, Store};

/// Maximum number of commands returned.
const FOUND_MAX: usize = 8;
/// Longer commands are scripts: nobody types them again.
const COMMAND_CHARS_MAX: usize = 240;
/// Maximum number of commands of a line whose purpose is that of each of them.
const TOGETHER_MAX: usize = 3;
/// Maximum number of options returned.
const OPTIONS_MAX: usize = 24;
/// Share of the weight of the words that a command must have.
const COVERED_MIN: f64 = 0.6;
/// The same, of the nearest ones where no command has that much, and their maximum number.
const NEAR_MIN: f64 = 0.3;
const NEAR_MAX: usize = 3;

/// A command that worked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Worked {
    /// The command; long quoted arguments are replaced by "…".
    pub command: String,
    /// What the agent said it is for, the last time it did.
    pub purpose: Option<String>,
    /// How often it ran well.
    pub times: u64,
    /// How often it was left to run in the background, as a server is: how it ended is not known.
    pub started: u64,
    /// How often it failed.
    pub failed: u64,
    /// Where it ran well or was started last.
    pub last: Place,
    /// The folder in which it ran then, where its line names one, also on another host.
    pub folder: Option<String>,
    /// Share of the weight of the words that it has, from 0 to 1.
    pub covered: f64,
}

/// The options that a program was used with, or one of its subcommands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UsedOptions {
    /// The program with its subcommand, such as `gh pr create`.
    pub key: String,
    /// How often it ran well.
    pub times: u64,
    /// The options, the most frequent first.
    pub options: Vec<UsedOption>,
}

/// An option that was used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UsedOption {
    /// Its name, such as `--title`.
    pub name: String,
    /// Number of runs that it was given in.
    pub times: u64,
}

/// The commands that worked for something.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ways {
    /// The best first.
    pub commands: Vec<Worked>,
    /// Whether none has most of what the words say: these are the nearest.
    pub only_near: bool,
    /// The options of what the words name: a program, or one with its subcommand.
    pub used: Option<UsedOptions>,
    /// Number of turns read.
    pub read: u64,
    /// Number of older turns that were not.
    pub left_out: u64,
}

#[derive(Default)]
struct Known {
    /// Terms of the command itself.
    terms: BTreeSet<String>,
    /// Those of them that are in more than its options.
    named: BTreeSet<String>,
    /// Terms of the paths that it works on.
    paths: BTreeSet<String>,
    /// What the agent said about it alone.
    own: Purposes,
    /// What the agent said about lines that it shared with other commands.
    together: Vec<Together>,
    times: u64,
    started: u64,
    failed: u64,
    last: Option<Rc<Place>>,
    folder: Option<String>,
}

/// How often the programs ran well with their subcommands, and with each option.
#[derive(Default)]
struct Used(HashMap<String, (u64, BTreeMap<String, u64>)>);

impl Used {
    fn add(&mut self, key: &str, command: &str) {
        let (times, options) = self.0.entry(key.to_owned()).or_default();
        *times += 1;
        let named: BTreeSet<String> = option_names(command).into_iter().collect();
        for name in named {
            *options.entry(name).or_default() += 1;
        }
    }

    /// Returns the options of the longest key that the words name.
    fn of(self, words: &str) -> Option<UsedOptions> {
        let asked = format!(" {} ", single_spaced(words));
        let named = |key: &str| asked.contains(&format!(" {key} "));
        let known = self.0.into_iter().filter(|(key, (_, used))| !used.is_empty() && named(key));
        let (key, (times, used)) = known.max_by_key(|(key, _)| (key.len(), key.clone()))?;
        let options = used.into_iter().map(|(name, times)| UsedOption { name, times });
        let mut options: Vec<UsedOption> = options.collect();
        options.sort_by_key(|option| std::cmp::Reverse(option.times));
        options.truncate(OPTIONS_MAX);
        Some(UsedOptions { key, times, options })
    }
}

/// What the agent said that a command is for.
#[derive(Default)]
struct Purposes {
    last: Option<String>,
    /// How often a term was in it.
    terms: BTreeMap<String, u64>,
    /// How often the agent said it.
    told: u64,
}

/// What the agent said about a line of several commands.
struct Together {
    purpose: String,
    terms: Vec<String>,
    /// The other commands of the line, as they are counted.
    others: Vec<String>,
}

impl Purposes {
    fn add(&mut self, purpose: &str, terms: impl IntoIterator<Item = String>) {
        self.told += 1;
        for term in terms {
            *self.terms.entry(term).or_default() += 1;
        }
        self.last = Some(purpose.to_owned());
    }
}

impl Known {
    /// Whether the term is the command's own: in its words, or in what was said about it alone.
    fn owns(&self, term: &str) -> bool {
        self.terms.contains(term) || self.own.terms.contains_key(term)
    }

    /// Whether it is about one of the terms. `--format short` makes no command one for formatting.
    fn is_about(&self, asked: &[String]) -> bool {
        let is_told = |term| self.named.contains(term) || self.own.terms.contains_key(term);
        asked.iter().any(is_told)
    }

    /// Returns how much a command has of a term, from 0 to 1: all of it in its own words, else as
    /// often as the agent said it.
    fn share(&self, term: &String) -> f64 {
        if self.terms.contains(term) {
            return 1.0;
        }
        let said = self.own.terms.get(term).copied().unwrap_or_default();
        said as f64 / self.own.told.max(1) as f64
    }
}

/// Gives commands about which nothing was said alone what was said about their lines, without what
/// belongs to another command of the line: "format and test" is about both, "test" about one.
fn settle(known: &mut HashMap<String, Known>) {
    let mut settled: Vec<(String, Purposes)> = Vec::new();
    for (command, one) in known.iter().filter(|(_, one)| one.own.told == 0) {
        let mut purposes = Purposes::default();
        for Together { purpose, terms, others } in &one.together {
            let is_other = |term: &&String| {
                let mut others = others.iter().filter_map(|other| known.get(other));
                !one.terms.contains(*term) && others.any(|other| other.owns(term))
            };
            let left: Vec<String> = terms.iter().filter(|term| !is_other(term)).cloned().collect();
            if !left.is_empty() {
                purposes.add(purpose, left);
            }
        }
        settled.push((command.clone(), purposes));
    }
    for (command, purposes) in settled {
        known.entry(command).or_default().own = purposes;
    }
}

/// A command whose paths have a term that no command owns is about them: `test/tide.test.ts` finds the
/// run of one test.
fn find_by_paths(known: &mut HashMap<String, Known>, asked: &[String]) {
    let is_owned = |term: &&String| known.values().any(|one| one.share(term) > 0.0);
    let unowned: Vec<&String> = asked.iter().filter(|term| !is_owned(term)).collect();
    for one in known.values_mut() {
        if unowned.iter().any(|term| one.paths.contains(*term)) {
            let paths = std::mem::take(&mut one.paths);
            one.named.extend(paths.iter().cloned());
            one.terms.extend(paths);
        }
    }
}

/// Returns the commands that worked for what the words say.
pub fn how(store: &Store, scope: &Scope, words: &str) -> Result<Ways> {
    let analyzer = Analyzer::default();
    let asked = analyzer.query(words);
    let mut ways = Ways::default();
    if asked.is_empty() {
        return Ok(ways);
    }
    let (mut known, mut used) = (HashMap::new(), Used::default());
    let mut seen = HashSet::new();
    store.read(|reader| {
        let sessions = sessions(reader, scope, None)?;
        (ways.read, ways.left_out) = (sessions.read, sessions.left_out);
        for turns in &sessions.turns {
            let timeline = timeline(reader, turns)?;
            for event in &timeline.events {
                let What::Ran(run) = &event.what else { continue };
                // A resumed session may hold the calls of the one before.
                if seen.insert((run.call.clone(), event.at_ms)) {
                    add(&mut known, &mut used, run, &analyzer, || timeline.place(event));
                }
            }
        }
        Ok(())
    })?;
    settle(&mut known);
    find_by_paths(&mut known, &asked);
    // Who asks for an option by its name means it.
    if !words.split_whitespace().any(|word| word.starts_with('-')) {
        known.retain(|_, one| one.is_about(&asked));
    }
    ways.commands = best(&known, &asked, COVERED_MIN);
    if ways.commands.is_empty() {
        ways.commands = best(&known, &asked, NEAR_MIN);
        ways.commands.truncate(NEAR_MAX);
        ways.only_near = !ways.commands.is_empty();
    }
    ways.used = used.of(words);
    Ok(ways)
}

fn add(
    known: &mut HashMap<String, Known>,
    used: &mut Used,
    run: &Run,
    analyzer: &Analyzer,
    place: impl Fn() -> Place,
) {
    let commands = shell::simple_commands(&run.command);
    let Some(shown) = shown(run, &commands) else { return };
    let working: Vec<&Simple> = commands.iter().filter(|simple| simple.works()).collect();
    let alone = working.len() == 1;
    let working: Vec<String> = working.into_iter().filter_map(offered).collect();
    let place = LazyCell::new(|| Rc::new(place()));
    let mut folder = None;
    for (simple, shown) in commands.iter().zip(shown) {
        folder = folder_in(simple.text).or(folder);
        if shown == Some(Shown::Worked)
            && let Some(key) = shell::key(simple.text).filter(|key| !shell::is_plumbing(key))
        {
            used.add(&key, simple.text);
        }
        let Some(command) = offered(simple) else { continue };
        let one = known.entry(command.clone()).or_default();
        if one.terms.is_empty() {
            one.terms.extend(analyzer.query(&own_words(&command, |_| true)));
            one.named.extend(analyzer.query(&own_words(&command, |word| !word.starts_with('-'))));
            one.paths.extend(analyzer.query(&path_words(&command)));
        }
        if matches!(shown, Some(Shown::Worked | Shown::Started)) {
            one.times += u64::from(shown == Some(Shown::Worked));
            one.started += u64::from(shown == Some(Shown::Started));
            if one.last.as_ref().is_none_or(|last| last.at_ms <= place.at_ms) {
                one.last = Some(Rc::clone(&place));
                one.folder.clone_from(&folder);
            }
            let Some(purpose) = &run.purpose else { continue };
            let terms = analyzer.query(purpose);
            if alone {
                one.own.add(purpose, terms);
            } else if working.len() <= TOGETHER_MAX {
                let others = working.iter().filter(|other| **other != command).cloned().collect();
                one.together.push(Together { purpose: purpose.clone(), terms, others });
            }
        } else if shown == Some(Shown::Failed) {
            one.failed += 1;
        }
    }
}

/// Returns a command in the form in which it is counted and offered; `None` for what nobody asks
/// for: plumbing, and lines that are scripts.
pub(super) fn offered(simple: &Simple) -> Option<String> {
    let key = shell::key(simple.text)?;
    if shell::is_plumbing(&key) || simple.joint == Joint::OrElse || simple.text.contains("<<") {
        return None;
    }
    // A text of several lines may be an argument.
    let command = without_long_quotes(simple.text);
    let is_script = command.contains('\n') || command.chars().count() > COMMAND_CHARS_MAX;
    (!is_script).then(|| single_spaced(&command))
}

fn best(known: &HashMap<String, Known>, asked: &[String], covered_min: f64) -> Vec<Worked> {
    let held = |term: &String| known.values().filter(|one| one.share(term) > 0.0).count();
    let weights = asked.iter().map(|term| word_weight(held(term), known.len()));
    let weights: Vec<f64> = weights.collect();
    let whole: f64 = weights.iter().sum();
    let covered = |one: &Known| {
        let shares = asked.iter().zip(&weights).map(|(term, weight)| one.share(term) * weight);
        shares.sum::<f64>() / whole
    };
    let mut found: Vec<Worked> = known
        .iter()
        .filter_map(|(command, one)| {
            Some(Worked {
                command: command.clone(),
                purpose: one.own.last.clone(),
                times: one.times,
                started: one.started,
                failed: one.failed,
                last: Place::clone(one.last.as_ref()?),
                folder: one.folder.clone(),
                covered: covered(one),
            })
        })
        .filter(|one| one.covered >= covered_min && one.failed <= one.times + one.started)
        .collect();
    found.sort_by(|a, b| {
        let score = |one: &Worked| one.covered * (1.0 + ((one.times + one.started) as f64).ln_1p());
        let by_score = score(b).total_cmp(&score(a));
        by_score.then(b.last.at_ms.cmp(&a.last.at_ms)).then(a.command.cmp(&b.command))
    });
    found.truncate(FOUND_MAX);
    found
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_line_of_many_commands_takes_linear_time_and_is_placed_once() {
        let many = 1 << 20;
        let run = Run {
            call: String::new(),
            command: vec!["make"; many].join(" && "),
            purpose: None,
            output: Some(String::new()),
            exit_status: Some(0),
            failed: false,
            in_background: false,
        };
        let (mut known, placed) = (HashMap::new(), Cell::new(0));
        add(&mut known, &mut Used::default(), &run, &Analyzer::default(), || {
            placed.set(placed.get() + 1);
            Place::default()
        });
        assert_eq!((known["make"].times, placed.get()), (many as u64, 1));
    }
}
