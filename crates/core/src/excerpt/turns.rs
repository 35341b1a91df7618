//! Sentences that turn round, or sum up, what was said before them, and those that say yes or no.

use crate::word_list::lines;

/// Maximum bytes that are looked at: the longest opening and the marks before it.
const OPENING_BYTES_MAX: usize = 48;

/// Whether a text reverses what comes before it: "But in practice …".
pub fn contrasts(text: &str) -> bool {
    opens_with(text, include_str!("../../data/excerpt/contrasts.txt"))
}

/// Whether a text says what all before it comes to: "So no, there is no reason."
pub fn concludes(text: &str) -> bool {
    opens_with(text, include_str!("../../data/excerpt/conclusions.txt"))
}

/// Whether a text begins with a yes or a no: "Correct, it won't."
pub fn says_whether(text: &str) -> bool {
    opens_with(text, include_str!("../../data/excerpt/verdicts.txt"))
}

fn opens_with(text: &str, openings: &'static str) -> bool {
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = &start[..start.floor_char_boundary(OPENING_BYTES_MAX)];
    let start = start.to_lowercase().replace('’', "'").replace(['*', '_'], "");
    lines(openings).any(|opening| {
        let rest = start.strip_prefix(opening);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_whole_words() {
        for text in ["But no.", "**However**, it fails", "- but not", "## In practice", "But"] {
            assert!(contrasts(text), "{text}");
        }
        assert!(!contrasts("Button colours") && !contrasts("All but one"));
        for text in ["So honestly... no", "**No**, never", "I’d suggest two", "TL;DR: two"] {
            assert!(concludes(text), "{text}");
        }
        for text in ["Yes — disable it", "**No.** It is", "Correct. It has", "No, it's", "Not yet"]
        {
            assert!(says_whether(text), "{text}");
        }
        for text in ["No tests ran", "Right now it is", "Nothing was deleted", "Note that no", ""] {
            assert!(!says_whether(text), "{text}");
        }
        assert!(!concludes("Some say so") && !concludes("No tests ran") && !concludes(""));
    }
}
