//! Which later command shows that an error is over: the same command, one that runs what it ran, or
//! one that shares its target.

use super::command_words::without_messages;
use super::outcome::{is_known, is_shown, passed};
use super::selected_tests::{covers, runs_tests};
use super::shell::{self, Simple};
use super::timeline::Run;
use crate::shell::{Joint, is_told_through, words};

/// A wrapper that is added or left out, such as `npx` and `bundle exec`, has at most so many words.
const WRAPPER_WORDS_MAX: usize = 3;
/// The name of a file that a command shares has at least so many characters.
const FILE_CHARS_MIN: usize = 5;

/// Whether a later run shows that an error is over that `line` names in the output of `met`.
pub(super) fn ends(met: &str, line: &str, run: &Run) -> bool {
    if !is_known(run) || !passed(run) || asks_for_help(&run.command) {
        return false;
    }
    let met_line = Some(met);
    let (met, later) = (shell::simple_commands(met), shell::simple_commands(&run.command));
    let suspects = suspects(&met, line);
    let repeats = |suspect: &&Simple| {
        later.iter().enumerate().any(|(at, own)| {
            // A command that only reads passes with its own status alone.
            let told = || is_told_through(later[at + 1..].iter().map(|after| after.joint));
            let reads = !own.works();
            let is_tried = [Some(own), later.get(at + 1)]
                .into_iter()
                .flatten()
                .any(|near| near.joint == Joint::OrElse);
            let passes = || if reads { told() } else { is_shown(run, &later[at + 1..], met_line) };
            !is_tried && passes() && repeats(own.text, suspect.text, line)
        })
    };
    !suspects.is_empty() && suspects.iter().all(repeats)
}

/// Returns the commands of a line that may have met an error: the one that the error names, else
/// those that do something: the last, and what stands before a `;`. A program that is missing is
/// looked for alone.
pub(crate) fn suspects<'c>(commands: &'c [Simple<'c>], line: &str) -> Vec<&'c Simple<'c>> {
    let program = |simple: &Simple| {
        shell::program_of(&shell::key(simple.text).unwrap_or_default()).to_owned()
    };
    let is_named = |simple: &&Simple| {
        let program = program(simple);
        if let Some(missing) = missing_program(line) {
            return missing == program;
        }
        let mut before = line.split(':').take(3).map(str::trim);
        before.any(|word| word == program || (program == "git" && word == "fatal"))
    };
    // Of a pipe, what comes before is what was wanted.
    let is_own =
        |simple: &&Simple| is_named(simple) && (simple.joint != Joint::Pipe || simple.works());
    let mut meant: Vec<&Simple> = commands.iter().filter(is_own).collect();
    if meant.is_empty() {
        meant = commands.iter().filter(|simple| simple.works()).collect();
    }
    if meant.is_empty() {
        meant = commands.iter().collect();
    }
    let is_last = |at: usize| meant.get(at + 1).is_none_or(|next| next.joint != Joint::AndThen);
    let kept = meant.iter().enumerate().filter(|(at, _)| is_last(*at));
    kept.map(|(_, simple)| *simple).collect()
}

/// Whether a command is the same as another one in what it does and what it does it to.
fn repeats(own: &str, other: &str, line: &str) -> bool {
    if own == other {
        return !matches!(
            shell::key(own).as_deref(),
            Some("cd" | "echo" | "true" | "printf" | "pwd")
        );
    }
    let (Some(key), Some(of_other)) = (shell::key(own), shell::key(other)) else { return false };
    let reads = shell::is_plumbing(&key);
    // What repairs what a check found passes in its place.
    if key == of_other.strip_suffix(":fix").unwrap_or(&of_other) && !reads {
        return if runs_tests(own, &key) {
            covers(own, other, &key)
        } else {
            shares(own, other, &key)
        };
    }
    (!reads && is_wrapped(own, other)) || finds(own, other, line)
}

/// Whether two commands with the same key have an argument in common, or the first, or the second, has
/// none. Of a program alone, half of the arguments.
pub(crate) fn shares(own: &str, other: &str, key: &str) -> bool {
    let (own, other) = (arguments(own, key), arguments(other, key));
    let both = other.iter().filter(|word| own.contains(word)).count();
    if key.contains(' ') {
        return both > 0 || own.is_empty() || other.is_empty();
    }
    both * 2 >= other.len()
}

/// Returns the arguments of a command that are no options and no messages, of paths the last names.
pub(crate) fn arguments(command: &str, key: &str) -> Vec<String> {
    let command = without_messages(command);
    let names = words(&command).into_iter().map(|word| word.trim_end_matches('/'));
    let names = names.filter(|word| !word.is_empty() && !word.starts_with(['-', '>', '<']));
    let names = names.map(|word| word.rsplit('/').next().unwrap_or(word));
    names.filter(|word| !key.split(' ').any(|part| part == *word)).map(str::to_owned).collect()
}

/// Whether one of two commands is the other one behind a wrapper.
fn is_wrapped(own: &str, other: &str) -> bool {
    let (own, other) = (words(own), words(other));
    let (short, long) = if own.len() < other.len() { (own, other) } else { (other, own) };
    short.len() > 1 && long.len() - short.len() <= WRAPPER_WORDS_MAX && long.ends_with(&short)
}

/// Whether a command works on the file that the other one did not find, at another place.
fn finds(own: &str, other: &str, line: &str) -> bool {
    let small = line.to_lowercase();
    let lacks = ["no such file", "not found", "cannot find", "can't read", "does not exist"];
    lacks.iter().any(|words| small.contains(words)) && {
        let others = words(other);
        let mut paths = words(own).into_iter().filter(|word| !others.contains(word));
        let mut missing =
            others.iter().filter(|word| line.contains(**word)).map(|word| file_name(word));
        missing.any(|name| {
            let is_file = name.len() >= FILE_CHARS_MIN && name.contains('.');
            is_file && paths.any(|path| path.contains('/') && path.ends_with(name))
        })
    }
}

/// Returns the name of a file by its path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns the program that a line calls unknown.
pub(crate) fn missing_program(line: &str) -> Option<&str> {
    let behind = line.split_once("command not found: ").map(|(_, name)| name);
    let before = line.trim_end().strip_suffix(": command not found");
    let before = before.and_then(|rest| rest.rsplit(' ').next());
    behind.or(before).map(str::trim)
}

/// Whether the working commands of a line only ask how their programs are used.
pub(crate) fn asks_for_help(line: &str) -> bool {
    let commands = shell::simple_commands(line);
    let working = commands.iter().filter(|simple| simple.works());
    let mut texts = working.map(|simple| simple.text).peekable();
    let asks = |text: &str| text.split_whitespace().any(|word| matches!(word, "--help" | "help"));
    texts.peek().is_some() && texts.all(asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str) -> Run {
        Run {
            call: "c".to_owned(),
            command: command.to_owned(),
            purpose: None,
            output: Some(String::new()),
            exit_status: Some(0),
            failed: false,
            in_background: false,
        }
    }

    #[test]
    fn a_pipe_to_a_filter_passes_only_by_its_output() {
        let cases = [
            ("npm test | grep -E 'passed|failed'", "3 failed", false),
            ("npm test | grep -E 'passed|failed'", "1 failed, 3 passed", false),
            ("npm test | grep -E 'passed|failed'", "20 passed (17.8s)", true),
            ("npm test 2>&1 | grep -v keel", "the keel is new", false),
            ("npm test 2>&1 | grep keel", "", false),
            ("npm test 2>&1 | tail -3 | wc -l", "3", false),
            ("npm test | sed -n 1,5p", "", false),
            ("npm test 2>&1 | tail -3", "three boats", false),
            ("npm test 2>&1 | tail -3", "0 errors", true),
            ("npm test 2>&1 | tail -3", "Tests  3 passed (3)", true),
            ("npm test 2>&1 | tee test.txt | head", "(Bash completed with no output)", true),
            ("npm test | python3 -c 'x'", "three boats", false),
            ("npm test | head && npm run paint", "three boats", false),
            ("set -euo pipefail; npm test | tail -3", "three boats", true),
            ("set +o pipefail; npm test | tail -3", "three boats", false),
            ("npm test", "three boats", true),
            // The same line printed the error before.
            ("npm test 2>&1 | grep keel | head", "", true),
            ("npm test 2>&1 | grep keel | head", "keel 2", false),
        ];
        for (later, output, expected) in cases {
            let run = Run { output: Some(output.to_owned()), ..run(later) };
            let met = "npm test 2>&1 | grep keel | head";
            assert_eq!(ends(met, "Error: no keel", &run), expected, "{later}: {output}");
        }
    }

    #[test]
    fn an_end_is_the_same_command_or_shares_its_target() {
        let cases = [
            // The same command, with other messages and options.
            ("cd app && npx tsc --noEmit 2>&1 | head", "error: x", "npx tsc --noEmit", true),
            ("git add a && git commit -m 'one'", "husky failed", "git commit -m 'two'", true),
            ("gh pr diff 88 --stat", "unknown flag: --stat", "gh pr diff 88 | head", true),
            ("gh pr diff 88 --stat", "unknown flag: --stat", "gh pr view 88", false),
            ("gh pr checks 1", "error: x", "gh pr checks 2", false),
            ("git checkout -b boat", "fatal: it already exists", "git checkout main", false),
            ("npm run lint:fix", "error: x", "npm run lint", true),
            ("docker ps", "command not found: docker", "which x || docker ps || echo no", false),
            ("npm run build -- --fast", "error: x", "npm run build -- --slow", true),
            // The one that failed, not another one of its line.
            ("fmt && lint", "error: x", "fmt", false),
            ("fmt && lint", "error: x", "lint", true),
            ("npx tsc; npx eslint .", "error: x", "npx eslint .", false),
            (
                "rm a.lock && git checkout main",
                "rm: a.lock: no such file",
                "git checkout main",
                false,
            ),
            ("git fetch && npm test", "fatal: no route", "npm test", false),
            // A wrapper more or less.
            ("box bun run test", "error: unrecognized subcommand 'bun'", "bun run test", true),
            ("mill x", "mill: command not found", "npx mill x", true),
            ("lint-all", "zsh: command not found: biome", "npm i && lint-all", true),
            ("rope check && crane", "zsh: command not found: rope", "crane", false),
            // A program with other work.
            ("ssh boat 'cd /a && up'", "cd: /a: no such directory", "ssh boat 'find / -x'", false),
            ("node a.js", "Error: x", "node b.js", false),
            ("sed -n 1p a/keel.ts", "sed: a/keel.ts: No such file", "cat b/c/keel.ts", true),
            ("ls /boat", "ls: /boat: No such file", "ls /shed", false),
            ("ls /boat", "ls: /boat: No such file", "ls /boat || echo none", false),
            ("ls /boat", "ls: /boat: No such file", "ls /boat", true),
            ("echo ---; ls /boat", "ls: /boat: No such file", "echo ---; ls /shed", false),
            ("go test ./boat", "boat.go:1: it sank", "go test ./shed", false),
            ("go test ./boat", "boat.go:1: it sank", "go test ./...", true),
            (
                "pnpm --filter e2e test -- t/a.ts",
                "Error: x",
                "pnpm --filter e2e test -- t/b.ts",
                false,
            ),
            ("pnpm --filter e2e test -- t/a.ts", "Error: x", "pnpm --filter e2e test", true),
            ("crane lift", "error: x", "crane lift --help", false),
        ];
        for (met, line, later, expected) in cases {
            assert_eq!(ends(met, line, &run(later)), expected, "{met} ({line}), then {later}");
        }
    }
}
