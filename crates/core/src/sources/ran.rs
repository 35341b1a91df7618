//! Results of commands in one form, for agents whose clients each word them in their own way.

use crate::conversation::dialect::ToolCall;

/// Beginning of the result of a command that failed.
pub(super) const EXIT_CODE: &str = "Exit code ";

/// Returns a command's result as it is stored, and whether it failed: its output, and before it a
/// line with the exit status when that is not 0.
pub(super) fn stored(output: &str, exit_status: i32) -> (String, bool) {
    match exit_status {
        0 => (output.to_owned(), false),
        status => (format!("{EXIT_CODE}{status}\n{output}"), true),
    }
}

/// Returns the exit status of a command's stored result; `None` when it is not known.
pub(super) fn exit_status(call: &ToolCall) -> Option<i32> {
    let result = call.result?;
    if !call.failed {
        return Some(0);
    }
    result.strip_prefix(EXIT_CODE)?.lines().next()?.trim().parse().ok()
}

/// Returns the line of a failed call's stored result that states the error.
pub(super) fn error_line<'c>(call: &ToolCall<'c>) -> Option<&'c str> {
    stated(call.result.filter(|_| call.failed)?)
}

/// Returns the line of a failed call's result that states the error: not the exit status, when
/// more follows.
pub(super) fn stated(result: &str) -> Option<&str> {
    let mut lines = result.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with(EXIT_CODE) { lines.next().or(Some(first)) } else { Some(first) }
}
