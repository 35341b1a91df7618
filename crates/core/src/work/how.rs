//! `how`: the commands that worked here for something.
//!
//! A command is found by its own words and by what the agent said it was for. Command lines are
//! taken apart, so that what is offered is one command and not its whole line.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use serde::Serialize;

use super::outcome::{is_known, passed};
use super::shell::{self, Simple};
use super::timeline::{Place, Run, What, sessions, timeline};
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::shell::{Joint, words};
use crate::store::{Scope, Store};

/// Maximum number of commands returned.
const FOUND_MAX: usize = 8;
/// Longer commands are scripts: nobody types them again.
const COMMAND_CHARS_MAX: usize = 240;
/// Longer quoted arguments, such as a commit's message, are left out.
const QUOTED_CHARS_MAX: usize = 40;
/// Maximum number of commands of a line whose purpose is that of each of them.
const TOGETHER_MAX: usize = 3;
/// Share of the weight of the words that a command must have.
const COVERED_MIN: f64 = 0.6;

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
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// Terms of the command itself.
    terms: BTreeSet<String>,
    /// Those of them that are in more than its options.
    named: BTreeSet<String>,
    /// What the agent said about it alone.
    own: Purposes,
    /// What the agent said about lines that it shared with other commands.
    together: Vec<Together>,
    times: u64,
    failed: u64,
    last: Option<Rc<Place>>,
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

/// Returns the commands that worked for what the words say.
pub fn how(store: &Store, scope: &Scope, words: &str) -> Result<Ways> {
    let analyzer = Analyzer::default();
    let asked = analyzer.query(words);
    let mut ways = Ways::default();
    if asked.is_empty() {
        return Ok(ways);
    }
    let mut known: HashMap<String, Known> = HashMap::new();
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
                    add(&mut known, run, &analyzer, || timeline.place(event));
                }
            }
        }
        Ok(())
    })?;
    settle(&mut known);
    // Who asks for an option by its name means it.
    if !words.split_whitespace().any(|word| word.starts_with('-')) {
        known.retain(|_, one| one.is_about(&asked));
    }
    ways.commands = best(&known, &asked);
    Ok(ways)
}

fn add(
    known: &mut HashMap<String, Known>,
    run: &Run,
    analyzer: &Analyzer,
    place: impl Fn() -> Place,
) {
    if !is_known(run) {
        return;
    }
    let commands = shell::simple_commands(&run.command);
    let ran_well = passed(run);
    let working: Vec<&Simple> = working(&commands).collect();
    let alone = working.len() == 1;
    let working: Vec<String> = working.into_iter().filter_map(offered).collect();
    let proven_from = proven_from(&commands);
    let place = LazyCell::new(|| Rc::new(place()));
    for (at, simple) in commands.iter().enumerate() {
        let Some(command) = offered(simple) else { continue };
        let one = known.entry(command.clone()).or_default();
        if one.terms.is_empty() {
            one.terms.extend(analyzer.query(&own_words(&command, |_| true)));
            one.named.extend(analyzer.query(&own_words(&command, |word| !word.starts_with('-'))));
        }
        if ran_well && at >= proven_from {
            one.times += 1;
            if one.last.as_ref().is_none_or(|last| last.at_ms <= place.at_ms) {
                one.last = Some(Rc::clone(&place));
            }
            let Some(purpose) = &run.purpose else { continue };
            let terms = analyzer.query(purpose);
            if alone {
                one.own.add(purpose, terms);
            } else if working.len() <= TOGETHER_MAX {
                let others = working.iter().filter(|other| **other != command).cloned().collect();
                one.together.push(Together { purpose: purpose.clone(), terms, others });
            }
        } else if !ran_well && alone {
            one.failed += 1;
        }
    }
}

/// Returns the words by which a command is found: its program with its subcommand or script, its
/// options, and its arguments, but not the names of files that it works on. Of the words behind the
/// program those that are wanted.
fn own_words(command: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let arguments = words(command).into_iter().skip(1).filter(|word| is_wanted(word)).map(|word| {
        // Of an option, the value may be a file.
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match () {
            () if word.starts_with('-') && is_path(value) => name,
            () if is_path(word) => "",
            () => word,
        }
    });
    let key = shell::key(command).unwrap_or_default();
    arguments.fold(key, |all, word| all + " " + word)
}

/// Whether a word is the path of a file or a folder. `/name` may be a command of an agent.
fn is_path(word: &str) -> bool {
    let begins = ["./", "../", "~/"].iter().any(|start| word.starts_with(start));
    let is_absolute = word.starts_with('/') && word[1..].contains('/');
    let name = word.rsplit('/').next().unwrap_or(word);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
    });
    begins || is_absolute || has_ending
}

fn working<'c>(commands: &'c [Simple<'c>]) -> impl Iterator<Item = &'c Simple<'c>> {
    commands
        .iter()
        .filter(|simple| shell::key(simple.text).is_some_and(|key| !shell::is_plumbing(&key)))
}

/// Returns the first command that the status of the line also covers: no `;` or `||` follows it.
fn proven_from(commands: &[Simple]) -> usize {
    let hides = |simple: &Simple| !matches!(simple.joint, Joint::AndThen | Joint::Pipe);
    commands.iter().rposition(hides).unwrap_or_default()
}

/// Returns a command in the form in which it is counted and offered; `None` for what nobody asks
/// for: plumbing, and lines that are scripts.
fn offered(simple: &Simple) -> Option<String> {
    let key = shell::key(simple.text)?;
    if shell::is_plumbing(&key) || simple.joint == Joint::OrElse || simple.text.contains("<<") {
        return None;
    }
    // A text of several lines may be an argument.
    let command = without_long_quotes(simple.text);
    let is_script = command.contains('\n') || command.chars().count() > COMMAND_CHARS_MAX;
    (!is_script).then(|| command.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Replaces quoted arguments that are long, or of several lines.
fn without_long_quotes(command: &str) -> String {
    let mut plain = String::new();
    let mut rest = command;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
        let inside = &rest[start + 1..];
        let Some(end) = closing(inside, quote) else { break };
        plain.push_str(&rest[..=start]);
        let text = &inside[..end];
        let is_long = text.chars().count() > QUOTED_CHARS_MAX || text.contains('\n');
        plain.push_str(if is_long { "…" } else { text });
        plain.push(quote);
        rest = &inside[end + 1..];
    }
    plain.push_str(rest);
    plain
}

/// Returns where a quote ends. In double quotes, a backslash takes the next sign's meaning.
fn closing(inside: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    inside.char_indices().find_map(|(at, c)| {
        let closes = c == quote && !escaped;
        escaped = quote == '"' && c == '\\' && !escaped;
        closes.then_some(at)
    })
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
                purpose: one.own.last.clone(),
                times: one.times,
                failed: one.failed,
                last: Place::clone(one.last.as_ref()?),
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_files_that_a_command_works_on_are_not_its_words() {
        let own_words = |command| super::own_words(command, |_| true);
        assert_eq!(own_words("gofmt -e ./cmd/boat_test.go").trim(), "gofmt -e");
        assert_eq!(own_words("bash scripts/sail.sh --all"), "bash sail.sh  --all");
        assert_eq!(
            own_words("crew --dir=./a -p \"/boat:sail\" --print"),
            "crew --dir -p /boat:sail --print"
        );
    }

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
        };
        let (mut known, placed) = (HashMap::new(), Cell::new(0));
        add(&mut known, &run, &Analyzer::default(), || {
            placed.set(placed.get() + 1);
            Place::default()
        });
        assert_eq!((known["make"].times, placed.get()), (many as u64, 1));
    }

    #[test]
    fn a_status_speaks_for_what_no_other_command_can_hide() {
        let from = |line| proven_from(&shell::simple_commands(line));
        assert_eq!(
            [
                from("a && b | c"),
                from("a; b && c"),
                from("a || b; c"),
                from("a && b || c"),
                from("")
            ],
            [0, 1, 2, 2, 0]
        );
    }

    #[test]
    fn a_text_of_several_lines_is_left_out_of_the_command() {
        let command = "bd create --title=\"Sail\" --text=\"# One\n\n- two \\\"three\\\"\n\" --all";
        assert_eq!(without_long_quotes(command), "bd create --title=\"Sail\" --text=\"…\" --all");
    }
}
