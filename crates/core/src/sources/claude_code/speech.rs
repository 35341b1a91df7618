//! Client-written text in prompts: injected elements, reserved names and commands.

use crate::sources::prompts::{behind_elements, is_slash_command};

/// Elements that the client injects into a text.
pub(super) const INJECTED: [&str; 3] = ["system-reminder", "ide_selection", "ide_opened_file"];

/// Name prefixes of elements that have a meaning to the client.
pub(super) const RESERVED: [&str; 7] = [
    "command-",
    "local-command-",
    "task-notification",
    "bash-",
    "session-start-hook",
    "persisted-output",
    "ide_",
];

/// Prefixes of prompts that the client writes in the person's name.
const WRITTEN_BY_THE_CLIENT: [&str; 7] = [
    "<command-",
    "<local-command-",
    "<task-notification",
    "<teammate-message",
    "<bash-",
    "<user-memory-input",
    "<system-reminder",
];

/// Name prefixes of elements that the client puts in front of a person's words.
pub(super) const IN_FRONT: [&str; 5] = [
    "system-reminder",
    "ide_",
    "user-prompt-submit-hook",
    "session-start-hook",
    "local-command-caveat",
];

/// Whether what was typed is a command for the client or a shell, and no words for the model.
pub(super) fn is_client_command(prompt: &str) -> bool {
    is_slash_command(prompt) || prompt.starts_with('!')
}

/// Whether a prompt is a slash command, a shell command, a `#` memory note of older clients, or
/// written by the client. An ordinary prompt may also start with a path, a number or a program's
/// own element.
pub(super) fn is_command(prompt: &str) -> bool {
    let prompt = match behind_elements(prompt, &IN_FRONT) {
        "" => prompt,
        words => words,
    };
    is_client_command(prompt)
        || prompt.split_whitespace().next() == Some("#")
        || WRITTEN_BY_THE_CLIENT.iter().any(|element| prompt.starts_with(element))
}

/// Whether a prompt is the warm-up that 2.0 clients send to their subagents at every start.
pub(super) fn is_greeting(prompt: &str) -> bool {
    prompt == "Warmup"
}
