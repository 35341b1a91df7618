//! What stands before a name whose value any word may be: a command, an option, a file of settings.

use super::names::NAME_CHARS_MAX;

/// Returns whether a command sets the name to the word behind it: `npm config set …:_authToken x`.
pub(super) fn is_configured(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(NAME_CHARS_MAX))..];
    ["config set ", "configure set "].iter().any(|command| {
        let words = near.rsplit_once(command).map(|(_, words)| words.rsplit_once(' '));
        words.is_some_and(|words| {
            words.is_none_or(|(words, _)| words.split(' ').all(|word| word.starts_with('-')))
        })
    })
}

/// Returns whether an option takes the name and its value: `-var="db_password=…"`.
pub(super) fn is_of_option(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(NAME_CHARS_MAX))..];
    let near = near.trim_end_matches(['"', '\'', '\\']);
    let Some(option) = near.strip_suffix([' ', '=']) else { return false };
    let word = option.rsplit(char::is_whitespace).next().unwrap_or_default();
    let name = word.trim_start_matches('-');
    name.len() < word.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns whether this is a line of a properties file: `spring.datasource.password=…`.
pub(super) fn is_property(before: &str, name: &str) -> bool {
    const FIELDS: [&str; 12] = [
        "this.", "self.", "user.", "form.", "data.", "state.", "model.", "req.", "res.", "body.",
        "args.", "props.",
    ];
    (before.is_empty() || before.ends_with('\n'))
        && name.contains('.')
        && !name.contains(|c: char| c.is_ascii_uppercase())
        && !FIELDS.iter().any(|field| name.starts_with(field))
}

/// Returns whether a user or server is given before the password, as in `host=db user=app
/// password=…`.
pub(super) fn follows_user(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(80))..];
    ["user=", "username=", "host=", "server=", "User Id=", "Uid="]
        .iter()
        .any(|key| near.contains(key))
}
