//! Which later run shows that an error is over that a person pasted into a prompt.
//!
//! It is a run of a command that the prompt names, or one in which the test passes that the text
//! calls failed. The latter counts for an output too.

use super::outcome::{is_shown, passed, tells_of_a_pass};
use super::shell::{self, Simple};
use super::timeline::Run;

/// Maximum length of a line or a span of code that may be a command, in bytes.
const COMMAND_BYTES_MAX: usize = 240;

/// Whether a prompt is a document, such as a plan: it names errors, and none was met. One `#` also
/// comes before the packages in what Go prints.
pub(super) fn is_document(prompt: &str) -> bool {
    prompt.lines().any(|line| line.starts_with("## "))
}

/// Whether a run shows that an error is over that a prompt holds in `line`.
pub(super) fn shows_the_end(prompt: &str, line: &str, run: &Run) -> bool {
    let commands = shell::simple_commands(&run.command);
    let behind = commands.iter().rposition(Simple::works).map_or(0, |last| last + 1);
    let ran_well = || passed(run) && is_shown(run, &commands[behind..], None);
    passes_its_tests(prompt, line, run) || (ran_well() && is_named(prompt, &run.command))
}

/// Whether a prompt names one of the commands of a line, without their arguments.
fn is_named(prompt: &str, line: &str) -> bool {
    let keys = shell::keys(line);
    let mut telling = keys.iter().filter(|key| !shell::prints(key)).peekable();
    telling.peek().is_some() && {
        let named: Vec<String> = code(prompt).flat_map(shell::keys).collect();
        // One word, such as "make", may be prose; two are a command.
        telling.any(|key| named.contains(key) || (key.contains(' ') && has_words(prompt, key)))
    }
}

/// Returns what a prompt marks as code: spans in backticks, and lines behind the sign of a shell.
fn code(prompt: &str) -> impl Iterator<Item = &str> {
    let spans = prompt.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let typed = prompt.lines().filter_map(|line| line.trim_start().strip_prefix(['$', '❯', '%']));
    spans.chain(typed).map(str::trim).filter(|text| text.len() <= COMMAND_BYTES_MAX)
}

/// Whether a run passes the test that the line calls failed, or all that the text calls so when the
/// line names none.
pub(super) fn passes_its_tests(text: &str, line: &str, run: &Run) -> bool {
    let tests: Vec<&str> = match failed_test(line) {
        Some(name) => vec![name],
        None => text.lines().filter_map(failed_test).collect(),
    };
    let output = run.output.as_deref().unwrap_or_default();
    let ran_some = !output.contains("no tests to run") && output.lines().any(tells_of_a_pass);
    let shows = |test: &str| {
        let mut lines = output.lines().filter(|line| tells_of_a_pass(line));
        has_words(&run.command, test) || lines.any(|line| has_words(line, test))
    };
    passed(run) && ran_some && !tests.is_empty() && tests.into_iter().all(shows)
}

/// Returns the name of the test that a line calls failed.
fn failed_test(line: &str) -> Option<&str> {
    let line = line.trim();
    let first = |text: &'_ str| text.split_whitespace().next().unwrap_or_default().len();
    if let Some(rest) = line.strip_prefix("--- FAIL: ") {
        return Some(&rest[..first(rest)]).filter(|name| !name.is_empty());
    }
    if let Some(rest) = line.strip_prefix("test ") {
        return rest.strip_suffix(" ... FAILED");
    }
    let path = line.strip_prefix("FAILED ")?;
    path[..first(path)].rsplit_once("::").map(|(_, name)| name)
}

/// Whether a text has these words unchanged, and not as a part of longer ones.
fn has_words(text: &str, words: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    text.match_indices(words).any(|(at, _)| {
        !text[..at].ends_with(goes_on) && !text[at + words.len()..].starts_with(goes_on)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str, output: &str) -> Run {
        Run {
            call: "c".to_owned(),
            command: command.to_owned(),
            purpose: None,
            output: Some(output.to_owned()),
            exit_status: None,
            failed: false,
            in_background: false,
        }
    }

    #[test]
    fn a_command_that_the_prompt_names_shows_the_end() {
        let prompt = "when I run `just sail:ci` I get this:\n\nboat.go:7: cannot use rope as Rope";
        let line = "boat.go:7: cannot use rope as Rope";
        assert!(shows_the_end(prompt, line, &run("just sail:ci", "all fine")));
        assert!(shows_the_end(prompt, line, &run("just sail:ci 2>&1 | head -5", "3 passed")));
        assert!(!shows_the_end(prompt, line, &run("just sail:ci 2>&1 | head -5", "all fine")));
        assert!(!shows_the_end(prompt, line, &run("just paint", "all fine")));
        assert!(!shows_the_end(prompt, line, &run("just sail:ci | head", "fatal: no rope")));
        // A word of the prose is no command, and git proves nothing.
        assert!(!shows_the_end("make it sail, then git commit", "x", &run("make", "built")));
        assert!(!shows_the_end("make it sail, then git commit", "x", &run("git commit", "done")));
    }

    #[test]
    fn the_pasted_test_that_passes_shows_the_end() {
        let prompt = "--- FAIL: TestBoat (3.40s)\n    boat.go:209: it sank\nFAIL";
        let passing = "=== RUN   TestBoat\n--- PASS: TestBoat (3.84s)\nPASS\nok  \tboat\t5.2s";
        let verbose = run("go test -v ./...", passing);
        assert!(shows_the_end(prompt, "--- FAIL: TestBoat (3.40s)", &verbose));
        assert!(shows_the_end(prompt, "    boat.go:209: it sank", &verbose));
        let named = run("go test ./... -run 'TestBoat'", "ok  \tboat\t5.2s");
        assert!(shows_the_end(prompt, "--- FAIL: TestBoat (3.40s)", &named));
        let none = run("go test ./... -run TestBoat", "ok  \tboat\t0.1s [no tests to run]");
        let other = run("go test -v ./...", "--- PASS: TestBoatHouse (0.1s)\nPASS");
        let part = run("go test -v ./...", "--- PASS: TestBoat/anchor (0.1s)\nPASS");
        for run in [none, other, part] {
            assert!(!shows_the_end(prompt, "--- FAIL: TestBoat (3.40s)", &run), "{run:?}");
        }
    }
}
