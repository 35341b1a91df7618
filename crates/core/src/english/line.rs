//! A text on one line, cut to fit.

use std::sync::LazyLock;

use regex::Regex;

/// Returns a text on one line, without the marks of Markdown emphasis and links.
pub fn flat(text: &str) -> String {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\[([^\]\[]+)\]\(https?://[^\s)]+\)").expect("the pattern is tested")
    });
    let text = text.replace("**", "");
    let text = LINK.replace_all(&text, "$1");
    single_spaced(&text)
}

/// Returns a text on one line, with one space between its words.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text of at most `chars_max` characters: a longer one is cut between words, and "…"
/// marks the cut. A word that fills half of what is left is cut itself.
pub fn shortened(text: &str, chars_max: usize) -> String {
    if text.char_indices().nth(chars_max).is_none() {
        return text.to_owned();
    }
    let end = text.char_indices().nth(chars_max.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    let cut = &text[..end];
    let word = cut.rfind(' ').filter(|at| *at > end / 2);
    let cut = word.map_or(cut, |at| &cut[..at]);
    format!("{}…", cut.trim_end_matches([' ', ',', ';', ':', '.', '(', '-', '—']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_line_is_cut_between_words() {
        assert_eq!(shortened(&flat("**one** two,\nthree four"), 14), "one two…");
        assert_eq!(shortened(&flat("see [PR 1](https://example.com/1)."), 20), "see PR 1.");
        assert_eq!(shortened("abcdefghij", 5), "abcd…");
        assert_eq!(shortened("日本語の文章です", 4), "日本語…");
        assert_eq!(shortened("just so", 7), "just so");
    }

    proptest! {
        #[test]
        fn any_text_fits(text in any::<String>(), chars_max in 1_usize..60) {
            prop_assert!(shortened(&text, chars_max).chars().count() <= chars_max);
            prop_assert!(!flat(&text).contains('\n'));
        }
    }
}
