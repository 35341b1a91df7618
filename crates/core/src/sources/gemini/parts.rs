//! Content as the model's API has it: text, calls of functions and their responses, data.

use serde_json::Value;

use crate::conversation::entry::Block;
use crate::sources::ran;
use crate::sources::unknown::unknown_value;

/// Tool that runs commands.
pub(super) const SHELL: &str = "run_shell_command";

/// Returns the parts of a content, which may be a text, a part, or a list of both.
pub(in crate::sources) fn parts(content: &Value) -> Vec<&Value> {
    match content {
        Value::Array(parts) => parts.iter().collect(),
        Value::Null => Vec::new(),
        part => vec![part],
    }
}

/// Returns the text of a part; `None` for any other part and for a thought.
pub(in crate::sources) fn text(part: &Value) -> Option<&str> {
    let thought = part["thought"] == Value::Bool(true);
    part.as_str().or_else(|| part["text"].as_str()).filter(|_| !thought)
}

/// Whether a part is a thought of the model.
pub(in crate::sources) fn is_thought(part: &Value) -> bool {
    part["thought"] == Value::Bool(true)
}

/// Returns the block of a part that is neither text nor a thought.
pub(in crate::sources) fn block(part: &Value) -> Block {
    let (call, response) = (&part["functionCall"], &part["functionResponse"]);
    if call.is_object() {
        let (id, name) = (named(&call["id"]), named(&call["name"]));
        return Block::ToolUse { id, name, input: call["args"].clone() };
    }
    if response.is_object() {
        return response_block(response, false);
    }
    let data = [&part["inlineData"], &part["fileData"]].into_iter().find(|data| data.is_object());
    match data {
        Some(data) => {
            let is_image = data["mimeType"].as_str().is_some_and(|mime| mime.starts_with("image/"));
            let kind = if is_image { "image" } else { "document" };
            Block::Omitted { kind: kind.to_owned(), bytes: part.to_string().len() as u64 }
        }
        None => unknown_value(part.clone()),
    }
}

/// Returns the result in a function's response.
pub(in crate::sources) fn response_block(response: &Value, failed: bool) -> Block {
    let answer = &response["response"];
    let failed = failed || answer["error"].is_string();
    let said = [&answer["error"], &answer["output"]].into_iter().find_map(Value::as_str);
    let said = said.map_or_else(|| answer.to_string(), str::to_owned);
    result(named(&response["id"]), response["name"].as_str().unwrap_or_default(), &said, failed)
}

/// Returns the result of a call with what a tool said.
pub(in crate::sources) fn result(id: String, tool: &str, said: &str, failed: bool) -> Block {
    let said = trusted(said);
    let (text, failed) = match tool {
        SHELL => of_shell(said, failed),
        _ => (said.to_owned(), failed),
    };
    Block::ToolResult { id, text, failed }
}

fn named(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns a text without the element that newer clients put around it.
fn trusted(text: &str) -> &str {
    let inner = text.trim().strip_prefix("<untrusted_context>");
    inner.and_then(|text| text.strip_suffix("</untrusted_context>")).map_or(text, str::trim)
}

/// Fields after the output of a command, from the last to the first.
const AFTER_OUTPUT: [&str; 5] =
    ["Process Group PGID:", "Background PIDs:", "Signal:", "Exit Code:", "Error:"];

/// Returns a command's output with its exit status in front, from the fields that the tool lists:
/// `Command`, `Directory`, `Output`, `Error`, `Exit Code` and others. Newer clients leave out those
/// without content.
fn of_shell(text: &str, failed: bool) -> (String, bool) {
    let Some(mut output) = after_head(text) else { return (text.to_owned(), failed) };
    let mut status = None;
    let mut error = None;
    for field in AFTER_OUTPUT {
        let (before, line) = output.rsplit_once('\n').unwrap_or(("", output));
        let Some(value) = line.strip_prefix(field).map(str::trim) else { continue };
        output = before;
        match field {
            "Exit Code:" => status = value.parse::<i32>().ok(),
            "Error:" => error = Some(value).filter(|error| *error != "(none)"),
            _ => {}
        }
    }
    let output = if output.trim() == "(empty)" { "" } else { output };
    let output = [Some(output), error].into_iter().flatten().filter(|text| !text.is_empty());
    let output = output.collect::<Vec<_>>().join("\n");
    // A newer client leaves the exit status out when it is 0.
    match status.or((!failed).then_some(0)) {
        Some(status) if status != 0 || !failed => ran::stored(&output, status),
        _ => (output, failed),
    }
}

/// Returns what follows the first fields.
fn after_head(text: &str) -> Option<&str> {
    let output = ["Output: ", "Stdout: "];
    if text.starts_with("Command: ") {
        let starts = output.iter().filter_map(|name| text.find(&format!("\n{name}")));
        let start = starts.min()? + 1;
        return Some(&text[start + output[0].len()..]);
    }
    output.iter().find_map(|name| text.strip_prefix(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str, failed: bool) -> (String, bool) {
        match result("c".into(), SHELL, text, failed) {
            Block::ToolResult { text, failed, .. } => (text, failed),
            other => panic!("a result: {other:?}"),
        }
    }

    #[test]
    fn a_command_has_its_output_and_its_exit_status() {
        for (text, expected) in [
            (
                "Command: ls /x\nDirectory: (root)\nOutput: no such file\nError: (none)\nExit Code: 2\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 7",
                ("Exit code 2\nno such file", true),
            ),
            (
                "Command: ls\nDirectory: (root)\nOutput: a\nError: b\nError: (none)\nExit Code: 0\nSignal: 0",
                ("a\nError: b", false),
            ),
            (
                "<untrusted_context>\nOutput: gone\nExit Code: 1\nProcess Group PGID: 7\n</untrusted_context>",
                ("Exit code 1\ngone", true),
            ),
            ("Output: (empty)\nProcess Group PGID: 7", ("", false)),
            (
                "Command: x\nDirectory: /\nStdout: a\nStderr: b\nError: c\nExit Code: 3",
                ("Exit code 3\na\nStderr: b\nc", true),
            ),
        ] {
            assert_eq!(shell(text, false), (expected.0.to_owned(), expected.1), "{text}");
        }
        let denied = "Command rejected because it could not be parsed safely";
        assert_eq!(shell(denied, true), (denied.to_owned(), true));
    }
}
