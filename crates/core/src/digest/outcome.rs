//! The outcome of a command, from its exit status, and where a pipe hides that, from its output.

use std::sync::LazyLock;

use super::command_kind::CommandKind;
use super::history::Call;
use super::line::short;
use crate::ascii_regex::ascii_regex;
use crate::terminal::plain;
use crate::work::is_silent;
use regex::bytes::Regex;
use serde::Serialize;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommandOutcome {
    /// It succeeded.
    Passed,
    /// It failed.
    Failed,
    /// Unknown: it still ran, or its output was cut off.
    Unknown,
}

/// Returns a call's outcome. `is_decisive` says whether its exit status is that of the commands
/// that mattered.
pub(super) fn of(call: &Call, kind: CommandKind, is_decisive: bool) -> CommandOutcome {
    let Some(result) = call.result.filter(|_| !call.detail.in_background) else {
        return CommandOutcome::Unknown;
    };
    match (call.failed, is_decisive) {
        (true, true) => CommandOutcome::Failed,
        (false, true) => CommandOutcome::Passed,
        // A build that prints nothing found no error.
        (false, false) if is_silent(result) && is_quiet(kind) => CommandOutcome::Passed,
        (_, false) => said(result),
    }
}

fn is_quiet(kind: CommandKind) -> bool {
    matches!(kind, CommandKind::Build | CommandKind::Lint)
}

static FAILED: LazyLock<Regex> = LazyLock::new(|| {
    let marks = [
        r"^\s*--- FAIL",
        r"^FAIL\b",
        r"^FAILED\b",
        r"\bFAILED\s*$",
        r"test result: FAILED",
        r"(?:^|[^0-9.,:-])[1-9][0-9]* (?:tests? )?(?:failed|failures?|failing)\b",
        r"(?:^|[^0-9.,:-])[1-9][0-9]* errors?\b",
        r"^(?:\x1b\[[0-9;]*m)*error(?:\[[A-Z0-9]+\])?:",
        r"^(?:ERROR|Error|fatal|panic): ",
        r"\berror TS[0-9]+:",
        r"could not compile",
        r"^Traceback \(most recent call last\)",
        r"^npm (?:ERR!|error)",
        r"^\s*(?:✗|✖|❌|×) ",
        r"(?i)\bbuild failed\b",
        r"^make: \*\*\* ",
        r"exit (?:status|code) [1-9]",
    ];
    ascii_regex(&format!("(?m){}", marks.join("|")))
});

static PASSED: LazyLock<Regex> = LazyLock::new(|| {
    let marks = [
        r"test result: ok",
        r"^ok\s+\S",
        r"^PASS\b",
        r"^\s*--- PASS",
        r"\b[1-9][0-9]* (?:tests? )?(?:passed|passing)\b",
        r"\b[1-9][0-9]* tests?, 0 failures",
        r"(?i)\ball (?:\S+ )?(?:tests|checks) pass",
        r"\b0 (?:errors|issues|failures|failed|warnings)\b",
        r"^\s*Finished ",
        r"\bBUILD SUCCESSFUL\b",
        r"(?i)\b(?:built|compiled|done) (?:successfully |in [0-9])",
        r"(?i)\bno (?:issues|errors|problems)(?: found)?\b",
    ];
    ascii_regex(&format!("(?m){}", marks.join("|")))
});

/// Returns what an output says.
pub(super) fn said(output: &str) -> CommandOutcome {
    if FAILED.is_match(output.as_bytes()) {
        CommandOutcome::Failed
    } else if PASSED.is_match(output.as_bytes()) {
        CommandOutcome::Passed
    } else {
        CommandOutcome::Unknown
    }
}

/// Maximum characters of a line that states an error.
const ERROR_CHARS_MAX: usize = 160;

/// Lines that state an error, the clearest first.
static STATES: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    let each = ascii_regex;
    [
        each(
            r"^(?:error(?:\[[A-Z0-9]+\])?:|\S*(?:Error|Exception):? |fatal: |panic: |E   \S|\*\* \(|.*\berror TS[0-9]+:|.*: error: |thread '.*' panicked|remote: error|! \[rejected\])",
        ),
        each(
            r"^(?:--- FAIL: |FAILED? +\S|✗ |✖ |× |not ok |test \S+ \.\.\. FAILED|.*: assertion |Assertion| *[0-9]+\) test )",
        ),
        each(r"^\S+\.[a-z]{1,5}:[0-9]+(?::[0-9]+)?: \S"),
        each(
            r"(?i)\b(?:cannot|can't|could not|undefined|not found|no such|denied|refused|unexpected|expected|failed|invalid|missing|timed out)\b",
        ),
    ]
});

/// Lines that only announce what runs.
static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    let noise = r"^(?:Exit code|\[[\w:.-]+\] (?:[$|]|ERROR|WARN)|==>|> |\$ |Compiling|Checking|Downloading|Running|Finished|Getting |# |=== RUN|=+$|-+$|ok\b|PASS\b|warning:|npm warn|npm notice|\s*at |error: could not compile|error: aborting|error: recipe|error: test failed|make: \*\*\*|.*: exit (?:status|code)|FAIL$|FAIL\t|FAIL:? ?$|.*\b(?:INFO|DEBUG)\b|.*: : #)";
    ascii_regex(noise)
});

/// Returns the line of a failed call that says what was wrong; `None` when no line does.
pub(super) fn error_line(call: &Call) -> Option<String> {
    let output = plain(call.result?);
    let lines = || {
        output
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !NOISE.is_match(line.as_bytes()))
    };
    let stated =
        STATES.iter().find_map(|state| lines().find(|line| state.is_match(line.as_bytes())));
    Some(short(stated?, ERROR_CHARS_MAX)).filter(|line| line.chars().any(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_says_what_became_of_its_command() {
        for (output, expected) in [
            ("running 3 tests\ntest result: ok. 3 passed; 0 failed", CommandOutcome::Passed),
            ("test result: FAILED. 2 passed; 1 failed", CommandOutcome::Failed),
            ("--- FAIL: TestA (0.01s)\nok  \tb\t0.2s", CommandOutcome::Failed),
            ("ok  \texample.com/a\t0.2s", CommandOutcome::Passed),
            ("Tests  4 passed (4)", CommandOutcome::Passed),
            ("Tests  1 failed | 3 passed (4)", CommandOutcome::Failed),
            ("12 tests, 0 failures", CommandOutcome::Passed),
            ("a.ts(1,2): error TS2322: Type", CommandOutcome::Failed),
            ("0 issues.", CommandOutcome::Passed),
            ("some text", CommandOutcome::Unknown),
        ] {
            assert_eq!(said(output), expected, "{output}");
        }
    }
}
