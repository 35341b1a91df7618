//! What stands among a person's words and is none of them.

/// Elements that the client puts into a text.
pub(super) const INJECTED: [&str; 3] = ["system-reminder", "ide_selection", "ide_opened_file"];

/// Elements to which the client gives a meaning: how their names begin.
pub(super) const RESERVED: [&str; 7] = [
    "command-",
    "local-command-",
    "task-notification",
    "bash-",
    "session-start-hook",
    "persisted-output",
    "ide_",
];

/// How a prompt begins that the client writes in a person's name.
const WRITTEN_BY_THE_CLIENT: [&str; 7] = [
    "<command-",
    "<local-command-",
    "<task-notification",
    "<teammate-message",
    "<bash-",
    "<user-memory-input",
    "<system-reminder",
];

/// Whether a prompt is a slash command, a shell command, a note to the memory of older clients, or
/// written by the client. A path, a number or an element of a program may begin a prompt too.
pub(super) fn is_command(prompt: &str) -> bool {
    let first = prompt.split_whitespace().next().unwrap_or_default();
    let slash = first.strip_prefix('/').is_some_and(|name| !name.contains(['/', '.']));
    slash
        || first == "#"
        || prompt.starts_with('!')
        || WRITTEN_BY_THE_CLIENT.iter().any(|element| prompt.starts_with(element))
}

/// Clients of 2.0 greet their subagents so at every start.
pub(super) fn is_greeting(prompt: &str) -> bool {
    prompt == "Warmup"
}
