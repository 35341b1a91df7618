//! The command line of a call of Codex's shell.

use serde_json::Value;

/// Returns the command line that a shell is given: a text, or the words of a program. A shell that
/// is only there to run a script is left out.
pub(super) fn command_line(input: &Value) -> Option<String> {
    let command = [&input["cmd"], &input["command"]].into_iter().find(|value| !value.is_null())?;
    if let Some(line) = command.as_str() {
        return Some(line.to_owned());
    }
    let words: Vec<&str> = command.as_array()?.iter().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [_, flag, script] if matches!(*flag, "-lc" | "-c" | "-ic" | "-Command" | "/c") => {
            Some((*script).to_owned())
        }
        words => Some(words.join(" ")),
    }
}
