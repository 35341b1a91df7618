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

/// Returns a path relative to a directory, where it is inside.
pub(super) fn relative<'p>(path: &'p str, directory: Option<&str>) -> &'p str {
    let inside = directory.and_then(|directory| {
        let rest = path.strip_prefix(directory.trim_end_matches(['/', '\\']))?;
        rest.strip_prefix(['/', '\\'])
    });
    inside.filter(|rest| !rest.is_empty()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_outside_stays_whole() {
        assert_eq!(relative("/a/b/c.rs", Some("/a/b")), "c.rs");
        assert_eq!(relative("/a/bc.rs", Some("/a/b")), "/a/bc.rs");
        assert_eq!(relative("/a/b", Some("/a/b")), "/a/b");
    }
}
