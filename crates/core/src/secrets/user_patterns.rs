//! The user's own patterns of text to mask.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

/// Replaces each match.
const MARKER: &str = "[masked:own]";

/// Maximum size of a compiled pattern, in bytes.
const COMPILED_BYTES_MAX: usize = 1 << 20;

/// Compiles a pattern. The error describes the problem in one line.
pub(super) fn compile(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern)
        .size_limit(COMPILED_BYTES_MAX)
        .dfa_size_limit(COMPILED_BYTES_MAX)
        .build();
    match built {
        Ok(regex) if regex.is_match("") => Err("it matches the empty text".into()),
        Ok(regex) => Ok(regex),
        Err(regex::Error::CompiledTooBig(_)) => Err("it is too large".into()),
        Err(error) => {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            Err(last.trim_start_matches("error: ").to_owned())
        }
    }
}

/// Replaces the matches of a pattern. A marker inside a match is replaced whole or left alone,
/// never cut. Returns `None` when nothing changes.
pub(super) fn replace(pattern: &Regex, text: &str) -> Option<String> {
    let mut matches = pattern.find_iter(text).filter(|found| !found.is_empty()).peekable();
    matches.peek()?;
    let markers = markers(text);
    let mut replaced = String::new();
    let mut copied = 0;
    for found in matches {
        let mut range = found.range();
        if range.start < copied {
            continue;
        }
        let meets =
            markers.iter().filter(|marker| marker.start < range.end && range.start < marker.end);
        let (start, end) = meets.fold((range.start, range.end), |(start, end), marker| {
            (start.min(marker.start), end.max(marker.end))
        });
        // The match lies within one marker: it was replaced before.
        if markers.contains(&(start..end)) {
            continue;
        }
        range = start.max(copied)..end;
        replaced.push_str(&text[copied..range.start]);
        replaced.push_str(MARKER);
        copied = range.end;
    }
    (copied > 0).then(|| {
        replaced.push_str(&text[copied..]);
        replaced
    })
}

/// Returns the ranges of all markers, in order.
fn markers(text: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices('[').map(|(at, _)| at);
    starts.filter_map(|at| super::marker_end(text, at).map(|end| at..end)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Masker, check_pattern};

    #[test]
    fn a_pattern_is_refused_that_hides_nothing_or_everything() {
        assert_eq!(check_pattern("a+"), Ok(()));
        for (pattern, reason) in [
            ("(", "unclosed group"),
            ("a*", "it matches the empty text"),
            ("(?=a)", "look-around, including look-ahead and look-behind, is not supported"),
            (r"(\w{1,500}){500}", "it is too large"),
        ] {
            assert_eq!(check_pattern(pattern), Err(reason.to_owned()), "{pattern}");
        }
    }

    #[test]
    fn one_pattern_that_cannot_be_used_refuses_them_all() {
        let refused = Masker::new(&["walrus".to_owned(), "(".to_owned()]).expect_err("unusable");
        assert_eq!(refused.code(), "MASK_INVALID");
        assert_eq!(refused.to_string(), "`mask` cannot be used: pattern 2: unclosed group");
    }

    #[test]
    fn patterns_of_many_settings_hold_together_and_a_repeated_one_is_tried_once() {
        let mut many: Vec<String> = (0..300).map(|number| format!("walrus-{number}x")).collect();
        many.extend_from_within(..);
        let masker = Masker::new(&many).expect("patterns that can be used");
        assert_eq!(masker.mask("walrus-0x walrus-299x"), "[masked:own] [masked:own]");
        assert_eq!(masker.own.len(), 300);
    }

    #[test]
    fn markers_are_swallowed_whole_or_left_alone() {
        for (pattern, text, masked) in [
            ("a.*z", "x a <private>p</private> z", "x [masked:own]"),
            ("masked|own|private", "masked <private>p</private>", "[masked:own] [private]"),
            ("a|^b", "ab", "[masked:own]b"),
            ("o.*", "so [", "s[masked:own]"),
        ] {
            let masker = Masker::new(&[pattern.to_owned()]).expect("a pattern");
            let once = masker.mask(text).into_owned();
            assert_eq!(masker.mask(&once), once);
            assert_eq!(
                once.matches("[masked:own]").count(),
                masked.matches("[masked:own]").count(),
                "{once}"
            );
        }
    }
}
