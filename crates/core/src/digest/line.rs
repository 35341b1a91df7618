//! One-line texts: without markup and line ends, cut between words.

use std::sync::LazyLock;

use regex::Regex;

/// Returns a text on one line, without the marks of Markdown emphasis and links.
pub(super) fn flat(text: &str) -> String {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\[([^\]\[]+)\]\(https?://[^\s)]+\)").expect("the pattern is tested")
    });
    let text = text.replace("**", "");
    let text = LINK.replace_all(&text, "$1");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text on one line of at most `chars_max` characters, cut between words with "…".
pub(super) fn short(text: &str, chars_max: usize) -> String {
    let text = flat(text);
    if text.chars().count() <= chars_max {
        return text;
    }
    let end = text.char_indices().nth(chars_max.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    let cut = &text[..end];
    // A word that fills half of the line is cut itself.
    let word = cut.rfind(' ').filter(|at| *at > end / 2);
    let cut = word.map_or(cut, |at| &cut[..at]);
    format!("{}…", cut.trim_end_matches([' ', ',', ';', ':', '.', '(', '-']))
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_line_is_cut_between_words() {
        assert_eq!(short("**one** two,\nthree four", 14), "one two…");
        assert_eq!(short("see [PR 1](https://example.com/1).", 20), "see PR 1.");
        assert_eq!(short("abcdefghij", 5), "abcd…");
        assert_eq!(short("日本語の文章です", 4), "日本語…");
    }

    #[test]
    fn a_path_outside_stays_whole() {
        assert_eq!(relative("/a/b/c.rs", Some("/a/b")), "c.rs");
        assert_eq!(relative("/a/bc.rs", Some("/a/b")), "/a/bc.rs");
        assert_eq!(relative("/a/b", Some("/a/b")), "/a/b");
    }

    proptest! {
        #[test]
        fn any_text_fits(text in any::<String>(), chars_max in 1_usize..60) {
            let line = short(&text, chars_max);
            prop_assert!(line.chars().count() <= chars_max && !line.contains('\n'));
        }
    }
}
