//! Texts of a digest: short, joined, compared, and paths as they are shown.

use crate::english::{flat, shortened};

/// Returns a text on one line of at most `chars_max` characters, without marks of Markdown.
pub(super) fn short(text: &str, chars_max: usize) -> String {
    shortened(&flat(text), chars_max)
}

/// Returns two texts with a space between them, where neither is empty.
pub(super) fn joined(one: &str, other: &str) -> String {
    [one, other].join(" ").trim().to_owned()
}

/// Returns what two texts are compared by: letters and digits in lower case.
pub(super) fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
