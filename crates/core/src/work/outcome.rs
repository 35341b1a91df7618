//! The outcome of a command, as far as its status and its output show it.

use super::shell;
use super::timeline::Run;

/// Exit statuses of a command that a signal or a time limit ended: whether it did its work is not
/// known.
const KILLED: [i32; 4] = [124, 130, 137, 143];

/// Whether it is known how a command ended: its output is there, and nobody stopped it.
pub(super) fn is_known(run: &Run) -> bool {
    run.output.is_some() && !run.exit_status.is_some_and(|status| KILLED.contains(&status))
}

/// Whether a command ran well, as far as its status or its output shows it.
pub(super) fn passed(run: &Run) -> bool {
    let ended_well = !run.failed && run.exit_status.is_none_or(|status| status == 0);
    let output = run.output.as_deref().unwrap_or_default();
    ended_well && (shell::tells_how_it_ended(&run.command) || !tells_of_failure(output))
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
        let is_code = |code: &str| {
            let bracketed = code.starts_with('[') && code.ends_with(']');
            let spaced = code.starts_with(' ') && code.contains(|c: char| c.is_ascii_digit());
            code.len() <= CODE_BYTES_MAX && (code.is_empty() || bracketed || spaced)
        };
        after.split_once(':').is_some_and(|(code, _)| is_code(code))
    })
}

/// Whether a line of a test runner only says that a test began or passed: it names no error.
pub(super) fn names_no_error(line: &str) -> bool {
    let begins = ["=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- SKIP:"];
    let line = line.trim_start();
    begins.iter().any(|mark| line.starts_with(mark)) || tells_of_a_pass(line)
}

/// Whether a line of a test runner says that a test, or all of them, passed.
pub(super) fn tells_of_a_pass(line: &str) -> bool {
    let line = line.trim();
    let begins = ["--- PASS:", "✓ ", "✔ ", "ok  ", "ok\t", "PASS ", "test result: ok"];
    let is_tap = line.strip_prefix("ok ").is_some_and(|rest| rest.starts_with(char::is_numeric));
    line == "PASS"
        || is_tap
        || begins.iter().any(|mark| line.starts_with(mark))
        || (line.starts_with("test ") && line.ends_with("... ok"))
        || (line.contains("::") && line.contains(" PASSED"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_line_of_a_test_that_began_or_passed_names_no_error() {
        for line in [
            "=== RUN   TestBoat",
            "    --- PASS: TestBoat/anchor (0.00s)",
            "ok  \texample.com/boat\t0.2s",
            "ok 3 - the boat floats",
            "test boat::floats ... ok",
            "tests/test_boat.py::test_floats PASSED [ 50%]",
            " ✓ test/boat.test.ts (3 tests)",
        ] {
            assert!(names_no_error(line), "{line}");
        }
        for line in [
            "--- FAIL: TestBoat (0.01s)",
            "test boat::floats ... FAILED",
            "not ok 3 - the boat floats",
            "okay: no such boat",
        ] {
            assert!(!names_no_error(line), "{line}");
        }
    }
}
