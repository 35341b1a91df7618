//! What the beginning of a prompt shows, in the form that the agents share.

/// Whether a prompt is a slash command. A path is none.
pub(super) fn is_slash_command(prompt: &str) -> bool {
    let first = prompt.split_whitespace().next().unwrap_or_default();
    first.strip_prefix('/').is_some_and(|name| !name.contains(['/', '.']))
}

/// Whether a prompt begins with an element whose name has one of these prefixes.
pub(super) fn begins_with_element(prompt: &str, names: &[&str]) -> bool {
    let name = prompt.trim_start().strip_prefix('<');
    name.is_some_and(|name| names.iter().any(|prefix| name.starts_with(prefix)))
}
