//! Results of tools: the client writes some lines about the call before its output.

use serde_json::Value;

use crate::sources::ran;

/// Beginning of the result of a command that runs on.
pub(super) const RUNNING: &str = "Process running with session ID";

/// What the client's lines about a call begin with.
const HEADER: [&str; 8] = [
    "Command: ",
    "Chunk ID: ",
    "Wall time: ",
    "Original token count: ",
    "Total output lines: ",
    "Process exited with code ",
    "Exit code: ",
    RUNNING,
];

/// Beginnings of the client's own errors.
const ERRORS: [&str; 10] = [
    "unsupported call: ",
    "apply_patch verification failed",
    "write_stdin failed",
    "exec_command failed",
    "execution error",
    "failed to parse function arguments",
    "failed in sandbox",
    "aborted by user",
    "exec command rejected by user",
    "patch rejected by user",
];

/// Returns the text of a result without the client's lines about the call, and whether the call
/// failed. The text of a failed command begins with its exit code, and that of one that runs on
/// says so.
pub(super) fn result_text(output: Value) -> (String, bool) {
    match output {
        Value::String(text) => match wrapped(&text) {
            Some((text, code)) => told(&text, Some(code), false),
            None => plain(&text),
        },
        Value::Array(parts) => {
            let texts = parts.iter().map(|part| match part["text"].as_str() {
                Some(text) => text.to_owned(),
                None => format!("[{}]", part["type"].as_str().unwrap_or("unknown")),
            });
            plain(&texts.collect::<Vec<_>>().join("\n"))
        }
        Value::Object(fields) => {
            let failed = fields.get("success") == Some(&Value::Bool(false));
            let text = fields.get("content").and_then(Value::as_str).unwrap_or_default();
            (text.to_owned(), failed)
        }
        _ => (String::new(), false),
    }
}

/// Returns output and exit code of a result in the form of old versions, and of patches.
fn wrapped(text: &str) -> Option<(String, i32)> {
    if !text.starts_with('{') || !text.contains("\"exit_code\"") {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let code = i32::try_from(value["metadata"]["exit_code"].as_i64()?).ok()?;
    Some((value["output"].as_str()?.to_owned(), code))
}

fn plain(text: &str) -> (String, bool) {
    let mut rest = text;
    let (mut code, mut runs) = (None, false);
    while let Some((line, after)) = rest.split_once('\n') {
        if line.trim_end() == "Output:" {
            return told(after, code, runs);
        }
        let Some(start) = HEADER.iter().find(|start| line.starts_with(**start)) else { break };
        match *start {
            "Process exited with code " | "Exit code: " => {
                code = line[start.len()..].trim().parse().ok();
            }
            RUNNING => runs = true,
            _ => {}
        }
        rest = after;
    }
    // Output that is empty ends with the last line about the call.
    if rest.trim_end() == "Output:" {
        return told("", code, runs);
    }
    let failed = ERRORS.iter().any(|start| text.starts_with(start));
    (text.to_owned(), failed)
}

fn told(output: &str, code: Option<i32>, runs: bool) -> (String, bool) {
    match code.filter(|code| *code != 0) {
        Some(code) => ran::stored(output, code),
        None if runs => (format!("{RUNNING}\n{output}"), false),
        None => (output.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_forms_of_all_versions_say_what_a_command_printed_and_how_it_ended() {
        let failed = ("Exit code 2\nls: no such file\n".to_owned(), true);
        for form in [
            "Chunk ID: 7d67fb\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 16\nOutput:\nls: no such file\n",
            "Command: /bin/bash -lc 'ls /none'\nChunk ID: 1\nProcess exited with code 2\nOutput:\nls: no such file\n",
            "Exit code: 2\nWall time: 0 seconds\nOutput:\nls: no such file\n",
            "{\"output\":\"ls: no such file\\n\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.1}}",
            "{\"metadata\":{\"exit_code\":2},\"output\":\"ls: no such file\\n\"}",
        ] {
            assert_eq!(result_text(json!(form)), failed, "{form}");
        }
    }

    #[test]
    fn output_without_a_header_stays_as_it_is() {
        for text in
            ["plain text\nOutput:\nmore", "Wall time: is a word here", "", "{\"output\": 1}"]
        {
            assert_eq!(result_text(json!(text)), (text.to_owned(), false));
        }
        let parts = json!([{ "type": "input_text", "text": "Wall time: 8 seconds\nOutput:" },
            { "type": "input_text", "text": "ok" }, { "type": "input_image", "image_url": "data:" }]);
        assert_eq!(result_text(parts), ("ok\n[input_image]".to_owned(), false));
    }

    #[test]
    fn a_command_that_runs_on_and_an_error_of_the_client_are_told() {
        let runs =
            "Chunk ID: 1\nWall time: 10 seconds\nProcess running with session ID 42\nOutput:\nhalf";
        assert_eq!(result_text(json!(runs)), (format!("{RUNNING}\nhalf"), false));
        assert!(result_text(json!("apply_patch verification failed: no such line")).1);
        assert!(!result_text(json!("Exit code: 0\nOutput:\n")).1);
    }
}
