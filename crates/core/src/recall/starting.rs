//! A prompt that asks to start something: "launch the desktop app", "start the dev server". It gets
//! the command that started it here before, in one line.

use std::collections::BTreeSet;

use super::harmless::harmless_line;
use super::injected_text::{Occasion, said};
use super::verdict::{Known, Verdict};
use super::{Candidate, Prompt, Recall};
use crate::english::shortened;
use crate::error::Result;
use crate::index::terms::{Analyzer, is_stop_word};
use crate::index::when::Now;
use crate::search::rank::Ranked;
use crate::search::{Hit, hit};
use crate::store::Reader;
use crate::word_list::among;
use crate::work::{StartedCommand, word_weight};

/// Words that a request may begin with.
const BEFORE: &str = "a again ahead also and can cool could feel first free go great help i just let lets me maybe \
    need now ok okay please quickly ready right should so sure the then to try us want we well will would yeah yes \
    you";
/// Verbs that ask to start what follows.
const STARTS: &str = "boot launch relaunch restart serve start";
/// The same, with an "up" behind them or behind what follows.
const STARTS_UP: &str = "boot bring fire spin start";
/// What follows is read so far, in words.
const OBJECT_WORDS_MAX: usize = 12;
/// Only the beginning of a prompt is read, in characters: who pastes more asks for something else.
const READ_CHARS_MAX: usize = 1_000;
/// Share of the weight of the words that a command must have.
const COVERED_MIN: f64 = 0.5;
/// Maximum number of commands that are told: a project may have two servers.
const TOLD_MAX: usize = 2;
const COMMAND_CHARS_MAX: usize = 240;
const FOLDER_CHARS_MAX: usize = 80;

/// Returns the terms of what a prompt asks to start; `None` if it asks for nothing of the kind.
pub(super) fn object(prompt: &str) -> Option<Vec<String>> {
    if prompt.chars().nth(READ_CHARS_MAX).is_some() {
        return None;
    }
    let clauses = prompt.split(['.', '!', '?', ';', '\n']).flat_map(|part| part.split(" - "));
    let terms = clauses.filter_map(started).map(|words| Analyzer::default().query(&words));
    terms.into_iter().find(|terms| !terms.is_empty())
}

/// Returns the words behind the verb of a clause that asks to start something.
fn started(clause: &str) -> Option<String> {
    let small = clause.to_lowercase().replace("let's", "lets");
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut words = small.split_whitespace().map(word).filter(|word| !word.is_empty());
    let verb = words.find(|word| !among(BEFORE, word))?;
    let behind: Vec<String> = words.take(OBJECT_WORDS_MAX).collect();
    let is_up = among(STARTS_UP, &verb) && behind.iter().any(|word| word == "up");
    let says = |word: &String| word != "up" && !is_stop_word(word);
    let object = behind.into_iter().filter(says).collect::<Vec<_>>().join(" ");
    (is_up || among(STARTS, &verb)).then_some(object)
}

/// Returns the commands that started what is asked for: of those that have most of its words the
/// last ones, the last one first.
fn meant<'s>(object: &[String], commands: &'s [StartedCommand]) -> Vec<&'s StartedCommand> {
    let asked: BTreeSet<&String> = object.iter().collect();
    let has = |term| commands.iter().filter(|command| command.terms.contains(term)).count();
    let weigh = |term| word_weight(has(term), commands.len());
    let weights: Vec<(&String, f64)> = asked.into_iter().map(|term| (term, weigh(term))).collect();
    let whole: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let covered = |command: &StartedCommand| {
        let held = weights.iter().filter(|(term, _)| command.terms.contains(*term));
        held.map(|(_, weight)| weight).sum::<f64>() / whole
    };
    let best = commands.iter().map(covered).fold(COVERED_MIN, f64::max);
    commands.iter().rev().filter(|command| covered(command) >= best).take(TOLD_MAX).collect()
}

/// What was started before and is asked for again, and the line that tells it.
pub(super) struct Started {
    pub line: String,
    hit: Hit,
}

impl Started {
    /// Returns what a prompt asks to start, without commands whose turn is in its session's context,
    /// muted or taken back.
    pub fn of(
        reader: &Reader,
        object: &[String],
        (prompt, known): (&Prompt, &Known),
        commands: &[StartedCommand],
    ) -> Result<Vec<Self>> {
        let mut told = Vec::new();
        for command in meant(object, commands) {
            let Some(item) = reader.turn_id(&command.turn)? else { continue };
            if known.verdict_of_turn(item).is_none() {
                let (hit, _) = hit(reader, &Ranked::unsearched(item))?;
                told.push(Self { line: line(command, prompt.now), hit });
            }
        }
        Ok(told)
    }

    /// Returns what is said to a prompt that deserves nothing else; `None` without commands.
    pub fn alone(started: Vec<Self>, prompt: &Prompt) -> Option<Recall> {
        let lines: Vec<String> = started.iter().map(|started| started.line.clone()).collect();
        let (text, now) = (&prompt.text, prompt.now);
        let said = said([], Occasion { prompt: text, notes: &lines, now, ..Occasion::default() });
        let mut candidates = Vec::new();
        Self::add(started, &mut candidates);
        (!said.is_empty()).then(|| Recall { candidates, said, ..Recall::default() })
    }

    /// Puts their turns before the candidates, as injected ones.
    pub fn add(started: Vec<Self>, candidates: &mut Vec<Candidate>) {
        for Self { hit, .. } in started.into_iter().rev() {
            match candidates.iter_mut().find(|other| other.hit.turn == hit.turn) {
                Some(known) => known.verdict = Verdict::Injected,
                None => candidates.insert(0, Candidate { verdict: Verdict::Injected, hit }),
            }
        }
    }
}

/// Returns the line that tells a command.
fn line(started: &StartedCommand, now: Now) -> String {
    let StartedCommand { command, times, folder, at_ms, .. } = started;
    let command = harmless_line(&shortened(command, COMMAND_CHARS_MAX));
    let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
    let folder = folder
        .as_deref()
        .map(|folder| format!(" in `{}`", harmless_line(&shortened(folder, FOLDER_CHARS_MAX))));
    let folder = folder.unwrap_or_default();
    format!("- started here before ({times}, last {}): `{command}`{folder}", now.day(*at_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(command: &str, purpose: &str) -> StartedCommand {
        let terms = Analyzer::default().query(&format!("{command} {purpose}"));
        StartedCommand {
            command: command.to_owned(),
            terms: terms.into_iter().collect(),
            times: 1,
            folder: None,
            turn: command.to_owned(),
            at_ms: 0,
        }
    }

    #[test]
    fn a_request_to_start_something_names_it() {
        for prompt in [
            "start the ferry server",
            "ok, can you please launch the ferry server?",
            "The tests pass. Now spin the ferry server up - the pier is there",
            "thanks!\nlet's fire up the ferry server",
            "restart ferry server",
        ] {
            assert_eq!(
                object(prompt),
                Some(vec!["ferri".to_owned(), "server".to_owned()]),
                "{prompt}"
            );
        }
        for prompt in [
            "the ferry server does not start",
            "why did you start the ferry server",
            "spin the winch",
            "start it",
            "we should not start the ferry server",
            "run the tests",
        ] {
            assert_eq!(object(prompt), None, "{prompt}");
        }
        assert_eq!(object(&format!("start the ferry server\n{}", "x ".repeat(600))), None);
    }

    #[test]
    fn the_last_command_that_has_most_of_the_words_is_meant() {
        let commands = [
            command("mill dev", "Start the winch server"),
            command("PIER=1 ferry dev", "Start the ferry on the old pier"),
            command("ferry dev", "Start the ferry"),
            command("ferry dev --deep", "Restart the ferry"),
        ];
        let found = |asked: &str| {
            let object = object(asked).expect("an object");
            let found = meant(&object, &commands).into_iter();
            found.map(|command| command.command.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(found("start the ferry"), ["ferry dev --deep", "ferry dev"]);
        assert_eq!(found("start the ferry on the old pier"), ["PIER=1 ferry dev"]);
        assert_eq!(found("start my winch server"), ["mill dev"]);
        assert!(found("start a new discussion about oysters and the ferry").is_empty());
        assert!(found("start implementing").is_empty());
        assert!(meant(&["ferri".to_owned()], &[]).is_empty());
    }
}
