//! Regular expressions that know the letters of ASCII only.
//!
//! They are compiled in a fraction of the time that Unicode's classes take, which counts in a
//! process that starts, looks at a few texts and ends. They also stay fast on other scripts: where
//! a text has a letter beyond ASCII, a Unicode `\b` takes the library's slowest engine.

use regex::bytes::{Regex, RegexBuilder};

/// Compiles a pattern of the sources. `\b`, `\s`, `\w`, `(?i)` and classes mean ASCII, and `.` is a
/// byte; the pattern may have a letter beyond ASCII, but not in a class.
///
/// # Panics
///
/// When the pattern cannot be compiled: patterns are constants, and tests use each.
pub fn ascii_regex(pattern: &str) -> Regex {
    let built = RegexBuilder::new(pattern).unicode(false).build();
    built.expect("the pattern is tested")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_other_letters() {
        let word = ascii_regex(r"(?i)\bok\b");
        assert!(word.is_match("日本OK語".as_bytes()));
        assert!(!word.is_match(b"token"));
        let found = ascii_regex(r"^(?:✓|-)\s+").find("✓ done".as_bytes());
        assert_eq!(found.map(|found| found.end()), Some(4));
    }
}
