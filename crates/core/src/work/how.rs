//! `how`: the commands that worked here for something.
//!
//! A command is found by its own words and by what the agent said it was for. Command lines are
//! taken apart, so that what is offered is one command and not the line that it stood in.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::fix::passed;
use super::shell::{self, Simple};
use super::timeline::{Place, Run, What, sessions, timeline};
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::shell::Joint;
use crate::store::{Scope, Store};

/// Maximum number of commands returned.
const FOUND_MAX: usize = 8;
/// Longer commands are scripts: nobody types them again.
const COMMAND_CHARS_MAX: usize = 240;
/// Longer quoted arguments, such as a commit's message, are left out.
const QUOTED_CHARS_MAX: usize = 40;
/// Share of the weight of the words that a command must have.
const COVERED_MIN: f64 = 0.6;

/// A command that worked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Worked {
    /// The command; long quoted arguments are replaced by "…".
    pub command: String,
    /// What the agent said it is for, the last time it did.
    pub purpose: Option<String>,
    /// How often it ran well.
    pub times: u64,
    /// How often it failed.
    pub failed: u64,
    /// Where it ran well last.
    pub last: Place,
    /// Share of the weight of the words that it has, from 0 to 1.
    pub covered: f64,
}

/// The commands that worked for something.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ways {
    /// The best first.
    pub commands: Vec<Worked>,
    /// Number of turns read.
    pub read: u64,
    /// Number of older turns that were not.
    pub left_out: u64,
}

#[derive(Default)]
struct Known {
    purpose: Option<String>,
    /// Terms of the command itself.
    terms: BTreeSet<String>,
    /// How often a term was in what the agent said it is for.
    purposes: BTreeMap<String, u64>,
    /// How often the agent said what it is for.
    told: u64,
    times: u64,
    failed: u64,
    last: Option<Place>,
}

impl Known {
    /// Returns how much a command has of a term, from 0 to 1: all of it in its own words, else as
    /// often as the agent said it.
    fn share(&self, term: &String) -> f64 {
        if self.terms.contains(term) {
            return 1.0;
        }
        let said = self.purposes.get(term).copied().unwrap_or_default();
        said as f64 / self.told.max(1) as f64
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
    let mut known: HashMap<String, Known> = HashMap::new();
    store.read(|reader| {
        let sessions = sessions(reader, scope, None)?;
        (ways.read, ways.left_out) = (sessions.read, sessions.left_out);
        for turns in &sessions.turns {
            let timeline = timeline(reader, turns)?;
            for event in &timeline.events {
                if let What::Ran(run) = &event.what {
                    add(&mut known, run, &analyzer, || timeline.place(event));
                }
            }
        }
        Ok(())
    })?;
    ways.commands = best(&known, &asked);
    Ok(ways)
}

fn add(
    known: &mut HashMap<String, Known>,
    run: &Run,
    analyzer: &Analyzer,
    place: impl Fn() -> Place,
) {
    if run.output.is_none() {
        return;
    }
    let commands = shell::simple_commands(&run.command);
    // What the agent said is about the whole line: of several commands it may mean any.
    let alone = working(&commands).count() == 1;
    let ran_well = passed(run);
    for (at, simple) in commands.iter().enumerate() {
        let Some(command) = offered(simple) else { continue };
        let one = known.entry(command).or_default();
        if ran_well && is_proven(&commands[at + 1..]) {
            one.times += 1;
            let place = place();
            if one.last.as_ref().is_none_or(|last| last.at_ms <= place.at_ms) {
                one.last = Some(place);
            }
            if let Some(purpose) = run.purpose.as_ref().filter(|_| alone) {
                one.told += 1;
                for term in analyzer.query(purpose) {
                    *one.purposes.entry(term).or_default() += 1;
                }
                one.purpose = Some(purpose.clone());
            }
        } else if !ran_well && alone {
            one.failed += 1;
        }
        if one.terms.is_empty() {
            one.terms.extend(analyzer.query(simple.text));
        }
    }
}

fn working<'c>(commands: &'c [Simple<'c>]) -> impl Iterator<Item = &'c Simple<'c>> {
    commands
        .iter()
        .filter(|simple| shell::key(simple.text).is_some_and(|key| !shell::is_plumbing(&key)))
}

/// Whether the status of the line also speaks for a command, given those after it.
fn is_proven(after: &[Simple]) -> bool {
    after.iter().all(|simple| matches!(simple.joint, Joint::AndThen | Joint::Pipe))
}

/// Returns a command in the form in which it is counted and offered; `None` for what nobody asks
/// for: plumbing, and lines that are scripts.
fn offered(simple: &Simple) -> Option<String> {
    let key = shell::key(simple.text)?;
    let is_script = simple.text.contains("<<") || simple.text.contains('\n');
    if shell::is_plumbing(&key) || simple.joint == Joint::OrElse || is_script {
        return None;
    }
    let command =
        without_long_quotes(&simple.text.split_whitespace().collect::<Vec<_>>().join(" "));
    (command.chars().count() <= COMMAND_CHARS_MAX).then_some(command)
}

fn without_long_quotes(command: &str) -> String {
    let mut plain = String::new();
    let mut rest = command;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
        let inside = &rest[start + 1..];
        let Some(end) = inside.find(quote) else { break };
        plain.push_str(&rest[..=start]);
        let text = &inside[..end];
        plain.push_str(if text.chars().count() > QUOTED_CHARS_MAX { "…" } else { text });
        plain.push(quote);
        rest = &inside[end + 1..];
    }
    plain.push_str(rest);
    plain
}

fn best(known: &HashMap<String, Known>, asked: &[String]) -> Vec<Worked> {
    let held = |term: &String| known.values().filter(|one| one.share(term) > 0.0).count();
    let weigh = |held: usize| (1.0 + (known.len() as f64 + 1.0) / (held as f64 + 1.0)).ln();
    let weights: Vec<f64> = asked.iter().map(|term| weigh(held(term))).collect();
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
                purpose: one.purpose.clone(),
                times: one.times,
                failed: one.failed,
                last: one.last.clone()?,
                covered: covered(one),
            })
        })
        .filter(|one| one.covered >= COVERED_MIN && one.failed <= one.times)
        .collect();
    found.sort_by(|a, b| {
        let score = |one: &Worked| one.covered * (1.0 + (one.times as f64).ln_1p());
        let by_score = score(b).total_cmp(&score(a));
        by_score.then(b.last.at_ms.cmp(&a.last.at_ms)).then(a.command.cmp(&b.command))
    });
    found.truncate(FOUND_MAX);
    found
}
