//! The outcome of a command, as far as its status and its output show it.

use super::shell::{self, Simple};
use super::timeline::Run;
use crate::shell::Joint;
use crate::word_list::among;

/// Exit statuses of a command that a signal or a time limit ended: whether it did its work is not
/// known.
const KILLED: [i32; 4] = [124, 130, 137, 143];

/// Whether it is known how a command ended: its output is there, and nobody stopped it.
pub(crate) fn is_known(run: &Run) -> bool {
    run.output.is_some() && !run.exit_status.is_some_and(|status| KILLED.contains(&status))
}

/// Whether a command ran well, as far as its status or its output shows it.
pub(crate) fn passed(run: &Run) -> bool {
    let ended_well = !run.failed && run.exit_status.is_none_or(|status| status == 0);
    let output = run.output.as_deref().unwrap_or_default();
    ended_well && (shell::tells_how_it_ended(&run.command) || !tells_of_failure(output))
}

/// Whether a command wrote nothing; a client may say so in its place.
pub(crate) fn is_silent(output: &str) -> bool {
    let output = output.trim();
    output.is_empty() || output.starts_with('(') && output.ends_with("no output)")
}

/// Filters that print what they read, or its beginning or end: where they print nothing, nothing was
/// printed.
const SHOWING: &[&str] = &["cat", "head", "less", "more", "sort", "tail", "tee"];

/// Whether the output shows that a command of a run passed, where a pipe to the commands behind it
/// hides its exit status: it tells of a pass and of no failure, or nothing was printed. `met` is the
/// command line that printed the error: the same one shows by its silence that the error is gone,
/// whatever its filters select.
pub(super) fn is_shown(run: &Run, behind: &[Simple], met: Option<&str>) -> bool {
    let is_piped = |simple: &&Simple| simple.joint == Joint::Pipe;
    let mut filters = behind.iter().take_while(is_piped).peekable();
    let tells_all = run.command.contains("o pipefail") && !run.command.contains("+o pipefail");
    if filters.peek().is_none() || tells_all {
        return true;
    }
    let output = run.output.as_deref().unwrap_or_default();
    if is_silent(output) {
        let shows = |simple: &Simple| {
            shell::key(simple.text).is_some_and(|key| SHOWING.contains(&shell::program_of(&key)))
        };
        return met == Some(run.command.as_str()) || filters.all(shows);
    }
    let counts = counts(output);
    let tells = |line: &str| tells_of_a_pass(line) || is_all_well(line);
    (counts.pass || counts.no_failure || output.lines().any(tells))
        && !counts.failure
        && !tells_of_failure(output)
}

/// What a run shows of one of its commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Worked,
    /// It was left to run.
    Started,
    Failed,
}

/// Returns what a run shows of each of its commands; `None` for a run that shows nothing.
pub(super) fn shown(run: &Run, commands: &[Simple]) -> Option<Vec<Option<Shown>>> {
    let mut shown = vec![None; commands.len()];
    if run.in_background {
        let last = commands.iter().rposition(Simple::works).filter(|_| !run.failed)?;
        shown[last] = Some(Shown::Started);
        return Some(shown);
    }
    if !is_known(run) {
        return None;
    }
    if passed(run) {
        let proven_from = proven_from(commands);
        for (at, simple) in commands.iter().enumerate() {
            shown[at] = if simple.is_detached {
                Some(Shown::Started)
            } else {
                (at >= proven_from).then_some(Shown::Worked)
            };
        }
    } else if commands.iter().filter(|simple| simple.works()).count() == 1 {
        shown.fill(Some(Shown::Failed));
    }
    Some(shown)
}

/// Returns the first command that the status of the line also covers: no `;` or `||` follows it.
fn proven_from(commands: &[Simple]) -> usize {
    let hides = |simple: &Simple| !matches!(simple.joint, Joint::AndThen | Joint::Pipe);
    commands.iter().rposition(hides).unwrap_or_default()
}

/// Whether an output has a line by which tools report that they failed.
pub(super) fn tells_of_failure(output: &str) -> bool {
    let marks = [
        "fatal:",
        "panic:",
        "panicked at",
        "traceback (most recent",
        "unknown flag",
        "unknown option",
        "unknown shorthand flag",
        "unknown json field",
        "command not found",
        "error task failed",
    ];
    let words = ["FAIL", "--- FAIL:", "not ok", "✗", "✘", "ELIFECYCLE"];
    output.lines().any(|line| {
        let small = line.to_lowercase();
        let line = line.trim_start();
        marks.iter().any(|mark| small.contains(mark))
            || words.iter().any(|word| line.starts_with(word))
            || names_an_error(&small)
    })
}

/// Maximum length of an error's code, such as ` TS2339` or `[E0308]`, in bytes.
const CODE_BYTES_MAX: usize = 16;

/// Whether a line in lower case has `error:`, or a code between the two, but not `0 errors:`.
fn names_an_error(line: &str) -> bool {
    line.match_indices("error").any(|(at, word)| {
        let after = &line[at + word.len()..];
        let after = &after[..after.floor_char_boundary(CODE_BYTES_MAX + 1)];
        let is_code = |code: &str| {
            let bracketed = code.starts_with('[') && code.ends_with(']');
            let spaced = code.starts_with(' ') && code.contains(|c: char| c.is_ascii_digit());
            code.len() <= CODE_BYTES_MAX && (code.is_empty() || bracketed || spaced)
        };
        after.split_once(':').is_some_and(|(code, _)| is_code(code))
    })
}

/// Whether a line of a tool only says that a test began or passed, how many did, or that all is well:
/// it names no error.
pub(super) fn names_no_error(line: &str) -> bool {
    let begins = ["=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- SKIP:"];
    let line = line.trim_start();
    begins.iter().any(|mark| line.starts_with(mark))
        || tells_of_a_pass(line)
        || only_counts(line)
        || is_all_well(line)
}

/// Words beside the numbers of a summary such as `Tests  1 failed, 14 passed (15)`.
const COUNTED: &str = "across all and assertions calls checks done duration error errors examples expect fail failed \
    failing failures file files filtered finished found ignored in issues m measured min ms ok out \
    pass passed passes passing pending per problems ran result run s sec second seconds skipped \
    snapshots specs start at suite suites test tests time took todo total updated vulnerabilities \
    warning warnings written xfailed xpassed";

/// Whether a line is no more than a count of what passed and failed.
fn only_counts(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut numbers, mut others) = (0, 0);
    for word in words {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        numbers += usize::from(rest.len() < word.len());
        others += usize::from(!rest.is_empty());
        if !rest.is_empty() && !among(COUNTED, &rest.to_lowercase()) {
            return false;
        }
    }
    numbers > 0 && others > 0
}

/// Whether a text counts tests that passed, and none that failed, and names no failure beside.
pub(super) fn is_of_a_pass(text: &str) -> bool {
    let counts = counts(text);
    counts.pass && !counts.failure && !tells_of_failure(text)
}

/// What the lines of a text count that are no more than a count: anything that passed, or failed, or
/// that nothing failed.
#[derive(Default)]
struct Counts {
    pass: bool,
    failure: bool,
    no_failure: bool,
}

fn counts(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines().filter(|line| only_counts(line)) {
        let mut before = "";
        for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let number = before.parse::<u64>().ok();
            let small = word.to_lowercase();
            let names = |words: &[&str]| words.iter().any(|begin| small.starts_with(begin));
            let some = number.is_some_and(|number| number > 0);
            counts.pass |= some && names(&["pass"]);
            counts.failure |= some && names(&["fail", "error"]);
            counts.no_failure |= number == Some(0) && names(&["fail", "error", "issue", "problem"]);
            before = word;
        }
    }
    counts
}

/// Whether a line says that all went well, in the words of a tool.
fn is_all_well(line: &str) -> bool {
    const WORDS_MAX: usize = 6;
    let phrases = [
        "all tests passed",
        "all checks passed",
        "all tests pass",
        "compiled successfully",
        "build succeeded",
        "build successful",
        "build success",
        "no errors",
        "no issues found",
        "no problems found",
        "no warnings",
    ];
    let small = line.to_lowercase();
    let small = small.trim_start_matches(|c: char| !c.is_alphanumeric());
    let small = small
        .strip_prefix("info")
        .map_or(small, |rest| rest.trim_start_matches(|c: char| !c.is_alphanumeric()));
    small.split_whitespace().count() <= WORDS_MAX
        && phrases.iter().any(|phrase| small.starts_with(phrase))
}

/// Whether a line of a test runner says that a test, or all of them, passed.
pub(super) fn tells_of_a_pass(line: &str) -> bool {
    let line = line.trim();
    let begins = [
        "--- PASS:",
        "✓ ",
        "✔ ",
        "√ ",
        "✅",
        "ok  ",
        "ok\t",
        "ok ✓",
        "PASS ",
        "[PASS]",
        "(pass) ",
        "[COMPLETED]",
        "test result: ok",
    ];
    let is_tap = line.strip_prefix("ok ").is_some_and(|rest| rest.starts_with(char::is_numeric));
    matches!(line, "PASS" | "PASSED")
        || is_tap
        || begins.iter().any(|mark| line.starts_with(mark))
        || (line.starts_with("test ") && line.ends_with("... ok"))
        || (line.contains("::") && line.contains(" PASSED"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_failure_is_told_by_the_line_that_names_it() {
        for output in [
            "src/a.ts(1,2): error TS2339: no",
            "error[E0308]: mismatched types",
            "  Error: no such host",
            "--- FAIL: TestBoat (0.01s)",
            "fatal: not a git repository",
        ] {
            assert!(tells_of_failure(output), "{output}");
        }
        for output in ["0 errors: all good", "ok  ./boat 0.2s", "added error handling: done", ""] {
            assert!(!tells_of_failure(output), "{output}");
        }
    }

    #[test]
    fn an_output_that_counts_no_failure_is_of_a_pass() {
        let noise = "[Radio] the call failed as expected";
        for text in ["15 passed", " 1274 pass\n 0 fail\n", "Tests:  15 passed, 15 total"] {
            assert!(is_of_a_pass(&format!("{noise}\n{text}")), "{text}");
        }
        for text in
            ["1 failed, 14 passed", " 3 pass\n 1 fail", "15 passed\nfatal: no", "0 passed", ""]
        {
            assert!(!is_of_a_pass(text), "{text}");
        }
    }

    #[test]
    fn the_line_of_a_test_that_began_or_passed_names_no_error() {
        for line in [
            "=== RUN   TestBoat",
            "    --- PASS: TestBoat/anchor (0.00s)",
            "ok  \texample.com/boat\t0.2s",
            "ok 3 - the boat floats",
            "test boat::floats ... ok",
            "tests/test_boat.py::test_floats PASSED [ 50%]",
            " ✓ test/boat.test.ts (3 tests)",
            "15 passed",
            "1 failed, 14 passed",
            "Tests  1 failed | 14 passed (15)",
            "Test Files  3 passed (3)",
            "===== 5 passed in 0.12s =====",
            "Tests: 15 passed, 15 total",
            "12 examples, 0 failures",
            "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
            "Ran 3 tests in 0.1s",
            "Found 0 errors.",
            "[INFO] BUILD SUCCESS",
            "All checks passed!",
        ] {
            assert!(names_no_error(line), "{line}");
        }
        for line in [
            "--- FAIL: TestBoat (0.01s)",
            "test boat::floats ... FAILED",
            "not ok 3 - the boat floats",
            "okay: no such boat",
            "14 boats sank",
            "expected no errors",
            "TS2345",
            "TestBoat failed",
        ] {
            assert!(!names_no_error(line), "{line}");
        }
    }
}
