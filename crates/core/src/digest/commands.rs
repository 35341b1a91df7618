//! The commands that mattered: tests, builds, checks and what was delivered, with their outcomes.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Serialize;

use super::bare::{Part, is_decisive, parts};
use super::command_kind::CommandKind;
use super::history::{Call, History};
use super::line::short;
use super::outcome::{self, CommandOutcome};
use crate::conversation::turn::ActionKind;
use crate::english::flat;
use crate::shell::{Joint, words};
use crate::word_list::among;

const COMMANDS: &str = include_str!("../../data/digest/commands.txt");

/// A command that mattered, all of its runs together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommandRuns {
    /// When it last ran, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The command, without directory changes, redirections and filters.
    pub command: String,
    /// What it is for.
    pub kind: CommandKind,
    /// How often it ran.
    pub runs: u64,
    /// How often it failed, as far as that is known.
    pub failed: u64,
    /// Outcome of its last run.
    pub outcome: CommandOutcome,
}

/// A run of a command that mattered.
pub(super) struct Run<'h> {
    /// The command, as in [`CommandRuns::command`].
    pub command: String,
    /// What it is for.
    pub kind: CommandKind,
    /// Its outcome.
    pub outcome: CommandOutcome,
    /// When it ran, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The call, with all that its line has.
    pub call: &'h Call<'h>,
    /// The commands of the line.
    pub parts: Vec<Part>,
}

/// Maximum characters of a command.
const COMMAND_CHARS_MAX: usize = 160;

/// Returns the runs of commands that mattered, by time. A line counts as one run; what it delivers is
/// read from it by [`super::deliveries`].
pub(super) fn runs<'h>(history: &'h History<'h>) -> Vec<Run<'h>> {
    let calls = history.calls().into_iter();
    let commands = calls.filter(|(_, _, call)| call.action.kind == ActionKind::Command);
    commands.filter_map(|(_, event, call)| run(call, event.at_ms)).collect()
}

/// Returns a command call as the run of a command that mattered; `None` for any other.
pub(super) fn run<'h>(call: &'h Call<'h>, at_ms: i64) -> Option<Run<'h>> {
    if call.detail.refused.is_some() {
        return None;
    }
    let line = call.detail.command.as_deref().unwrap_or(&call.action.target);
    let parts = parts(line);
    let kinds: Vec<Option<CommandKind>> = parts.iter().map(|part| kind(&part.text)).collect();
    let kind = kinds.iter().flatten().copied().min_by_key(|kind| weight(*kind))?;
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for (part, own) in parts.iter().zip(&kinds) {
        let Some(own) = *own else { continue };
        let is_told = own != CommandKind::Deliver || kind == CommandKind::Deliver;
        let name = name(&part.text, own);
        if is_told && seen.insert(name.clone()) {
            names.push(name);
        }
    }
    // What hides how the first of them ended hides no less of the others.
    let is_told = kinds.iter().position(Option::is_some).is_some_and(|at| is_decisive(&parts, at));
    // Where another command of the line may have failed, a failure may not be that of these.
    let is_safe = |part: &Part| part.joint == Joint::Pipe || is_harmless(&part.text);
    let is_alone = parts.iter().zip(&kinds).all(|(part, own)| own.is_some() || is_safe(part));
    let outcome = match outcome::of(call, kind, is_told) {
        CommandOutcome::Failed if !is_alone => CommandOutcome::Unknown,
        outcome => outcome,
    };
    let command = short(&names.join(" && "), COMMAND_CHARS_MAX);
    Some(Run { command, kind, outcome, at_ms, call, parts })
}

/// Whether a command does not fail in practice.
fn is_harmless(command: &str) -> bool {
    const HARMLESS: &str = "cd echo export source set sleep true pwd mkdir date unset tail head cat tee \
        printf wc sort rm";
    let first = words(command).first().copied().unwrap_or_default();
    among(HARMLESS, first) || ["git add", "git status"].iter().any(|git| command.starts_with(git))
}

/// What a line is for is what it does besides delivering: "test && commit" is a test.
fn weight(kind: CommandKind) -> (bool, CommandKind) {
    (kind == CommandKind::Deliver, kind)
}

/// Returns how a command is shown: a commit without its message.
fn name(command: &str, kind: CommandKind) -> String {
    match kind {
        CommandKind::Deliver => subcommand(command),
        _ => flat(command.split("<<").next().unwrap_or(command)),
    }
}

/// Returns the words of a command up to its first option or argument: "git commit".
fn subcommand(command: &str) -> String {
    let words = significant(command);
    words
        .into_iter()
        .take(if command.starts_with("gh ") { 3 } else { 2 })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Programs that only start another.
const RUNNERS: [&str; 18] = [
    "npx",
    "pnpx",
    "bunx",
    "pnpm exec",
    "pnpm dlx",
    "npm exec",
    "yarn dlx",
    "uv run",
    "poetry run",
    "pipenv run",
    "bundle exec",
    "mise exec",
    "mise x",
    "python -m",
    "python3 -m",
    "rtk",
    "direnv exec",
    "doppler run",
];

/// Returns the words of a command without runners and options.
fn significant(command: &str) -> Vec<&str> {
    let mut words = words(command);
    for _ in 0..2 {
        let runner = RUNNERS.iter().map(|runner| runner.split(' ').collect::<Vec<_>>());
        let length =
            runner.filter(|runner| words.starts_with(runner)).map(|runner| runner.len()).max();
        let Some(length) = length else { break };
        words.drain(..length);
    }
    let mut found = Vec::new();
    let mut skips = false;
    for word in words {
        if std::mem::take(&mut skips) {
            continue;
        }
        // Options of git, npm and make that take a directory.
        skips = matches!(word, "-C" | "-c" | "--prefix" | "--filter" | "--git-dir" | "--work-tree");
        let is_option = word.starts_with(['-', '+']);
        // "node --test" is another command than "node".
        if !is_option || word == "--test" {
            found.push(word);
        }
    }
    found
}

/// Returns what a command is for; `None` for one that did not matter, such as `ls`.
pub(crate) fn kind(command: &str) -> Option<CommandKind> {
    static RULES: LazyLock<Vec<(Vec<&str>, CommandKind)>> = LazyLock::new(rules);
    let words = significant(command);
    let first = words.first()?;
    // A program given as text, and a question about a version, are no runs of the project's own.
    let is_inline = command.contains(" -c ") || command.contains(" -e ") || command.contains("<<");
    let matches = |pattern: &[&str]| {
        pattern.len() <= words.len()
            && pattern.iter().zip(&words).all(|(pattern, word)| match pattern.strip_suffix('*') {
                Some(beginning) => word.starts_with(beginning),
                None => pattern == word,
            })
    };
    let mut found = RULES.iter().filter(|(pattern, _)| matches(pattern)).map(|(_, kind)| *kind);
    let found = found.next()?;
    let asks = words.len() <= 1 && (command.ends_with("--version") || command.ends_with("--help"));
    let is_shown = command.contains("--help") || asks;
    let runs_text =
        found == CommandKind::Run && (is_inline || words.len() < 2 && !first.contains('/'));
    (!is_shown && !runs_text).then_some(found)
}

fn rules() -> Vec<(Vec<&'static str>, CommandKind)> {
    let mut kind = None;
    let mut rules = Vec::new();
    for line in COMMANDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            kind = CommandKind::named(name.trim_end_matches(']'));
        } else if let Some(kind) = kind {
            rules.push((line.split(' ').collect(), kind));
        }
    }
    // The longer beginning is the more exact one.
    rules.sort_by_key(|(words, _): &(Vec<&str>, CommandKind)| {
        let letters: usize = words.iter().map(|word| word.len()).sum();
        let ends_open = words.last().is_some_and(|word| *word == "*" || *word == "./*");
        (ends_open, std::cmp::Reverse((words.len(), letters)))
    });
    rules
}

/// Maximum number of commands.
const COMMANDS_MAX: usize = 12;

/// Returns the commands of the runs, the most important first.
pub(super) fn commands(runs: &[Run]) -> Vec<CommandRuns> {
    let mut found: Vec<CommandRuns> = Vec::new();
    for run in runs {
        let failed = u64::from(run.outcome == CommandOutcome::Failed);
        match found.iter_mut().find(|known| known.command == run.command) {
            Some(known) => {
                known.runs += 1;
                known.failed += failed;
                (known.outcome, known.at_ms) = (run.outcome, run.at_ms);
            }
            None => found.push(CommandRuns {
                command: run.command.clone(),
                kind: run.kind,
                runs: 1,
                failed,
                outcome: run.outcome,
                at_ms: run.at_ms,
            }),
        }
    }
    // What was delivered has its own line, unless the last try failed, or only another form of the
    // command worked.
    found.retain_mut(|each| match (each.kind, each.outcome) {
        (CommandKind::Deliver, CommandOutcome::Failed) => true,
        (CommandKind::Deliver, _) => match form_that_worked(runs, &each.command) {
            Some(form) => {
                each.command = form;
                true
            }
            None => false,
        },
        _ => true,
    });
    found.sort_by(|a, b| {
        (a.kind, b.runs, b.at_ms).cmp(&(b.kind, a.runs, a.at_ms)).then(a.command.cmp(&b.command))
    });
    found.truncate(COMMANDS_MAX);
    found
}

/// Whether a command can be shown with all its arguments.
fn is_shown_whole(command: &str) -> bool {
    let is_plain = !command.contains(['"', '\'', '\n', '$', '<']);
    is_plain && command.chars().count() <= FORM_CHARS_MAX
}

/// Maximum characters of a delivering command that is shown in full.
const FORM_CHARS_MAX: usize = 80;

/// Returns the exact form in which a delivering command passed at last, when it had failed in
/// another: `git push --set-upstream origin lamp`. One with a message in quotes is no such form.
fn form_that_worked(runs: &[Run], command: &str) -> Option<String> {
    let form = |run: &Run| {
        let mut forms =
            run.parts.iter().filter(|part| kind(&part.text) == Some(CommandKind::Deliver));
        let only = forms.next().filter(|_| forms.next().is_none())?;
        Some(only.text.clone())
    };
    let of = |outcome| {
        let same = |run: &&Run| run.command == command && run.outcome == outcome;
        runs.iter().rev().find(same).and_then(form)
    };
    let (passed, failed) = (of(CommandOutcome::Passed)?, of(CommandOutcome::Failed)?);
    // A commit is described by its message.
    let is_told = subcommand(&passed) == "git commit";
    (passed != failed && is_shown_whole(&passed) && !is_told).then_some(passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_by_their_beginning() {
        for (command, expected) in [
            ("cargo test -p core", Some(CommandKind::Test)),
            ("cargo +nightly test", Some(CommandKind::Test)),
            ("npx vitest run", Some(CommandKind::Test)),
            ("mise run test:integration", Some(CommandKind::Test)),
            ("python -m pytest -x", Some(CommandKind::Test)),
            ("npm run build", Some(CommandKind::Build)),
            ("npm run lint:fix", Some(CommandKind::Lint)),
            ("npm run seed", Some(CommandKind::Run)),
            ("git -C /a/b commit -m x", Some(CommandKind::Deliver)),
            ("git status", None),
            ("ls -la", None),
            ("python3 -c 'print(1)'", None),
            ("node", None),
            ("cargo --version", None),
            ("./scripts/import.sh --dry", Some(CommandKind::Run)),
            ("npm install left-pad", Some(CommandKind::Install)),
        ] {
            assert_eq!(kind(command), expected, "{command}");
        }
    }
}
