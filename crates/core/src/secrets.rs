//! Masks secrets in a text before it is written anywhere.
//!
//! Three kinds of knowledge find secrets: pattern tables for secrets with a known format or context
//! (prefixed keys, headers, connection strings), an assignment parser for secrets with a telling
//! name (`DB_PASSWORD=…`, `"api_key": "…"`), and the same names in prose. One automaton over all
//! literals runs first, so that a text without a secret costs one pass.
//!
//! A missed secret leaks; a false positive damages search. In doubtful cases, a value that looks
//! machine-generated is masked and a plain word is not.
//!
//! Text that the user marks as `<private>` or that matches the user's own patterns is removed as
//! well.

mod arguments;
mod assigned;
mod decode;
mod encoded;
mod entropy;
mod hallmarks;
mod line_marks;
mod looks;
mod markup;
mod masked_out;
mod names;
mod pairs;
mod password;
mod passwords_in_prose;
mod pem;
mod pieces;
mod places;
mod prefixed;
mod private;
mod providers;
mod rules;
mod scan;
mod set_by;
mod tables;
mod undressed;
mod user_patterns;
mod values;
mod verdict;

pub use masked_out::masked_out;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use regex::Regex;

use crate::error::{Error, Result};

pub(crate) use private::{Writer, hide_across};

/// Returns the text with each secret replaced by a marker that names its kind, such as
/// `[masked:github-token]`, and each closed `<private>` span replaced by `[private]`.
///
/// Idempotent: masking a masked text changes nothing.
pub fn mask(text: &str) -> Cow<'_, str> {
    BUILT_IN.mask(text)
}

/// Called with each text that masking changes, before and after.
pub type OnMasked<'t> = &'t mut dyn FnMut(&str, &str);

/// Masks with the built-in rules and the user's own patterns.
#[derive(Debug, Clone, Default)]
pub struct Masker {
    own: Vec<Regex>,
}

static BUILT_IN: Masker = Masker { own: Vec::new() };

impl Masker {
    /// Compiles the user's patterns; duplicates are dropped. The caller limits their number. There
    /// is no limit here because the patterns of several settings are combined, and each pattern
    /// runs in linear time.
    ///
    /// # Errors
    /// [`Error::MaskInvalid`] when [`check_pattern`] refuses a pattern: skipping it would mask
    /// nothing, and nobody would notice. The error names the pattern by its number, because its
    /// text may be a secret.
    pub fn new(patterns: &[String]) -> Result<Self> {
        let mut seen = HashSet::new();
        let numbered = patterns.iter().zip(1..).filter(|(pattern, _)| seen.insert(*pattern));
        let compile = |(pattern, number): (&String, u32)| {
            user_patterns::compile(pattern)
                .map_err(|reason| Error::MaskInvalid(format!("pattern {number}: {reason}")))
        };
        Ok(Self { own: numbered.map(compile).collect::<Result<_>>()? })
    }

    /// Whether the user has patterns of their own.
    pub fn has_patterns(&self) -> bool {
        !self.own.is_empty()
    }

    /// Returns the text masked as by [`mask`], with each match of the user's patterns replaced by
    /// `[masked:own]`.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Nobody)
    }

    /// Like [`Self::mask`], for a user's message: an unclosed `<private>` hides everything after
    /// it.
    pub fn mask_spoken<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Person)
    }

    /// Like [`Self::mask`], for the model's output, which may mention the tag without meaning it.
    pub fn mask_answered<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Model)
    }

    fn masked<'t>(&self, text: &'t str, writer: Writer) -> Cow<'t, str> {
        let mut masked = private::hide(text, writer);
        // The context that one rule needs around a secret may hold another secret:
        // `https://TOKEN:PASSWORD@host`. Each pass turns some of the remaining text into markers
        // and never touches markers, so the loop ends.
        while let Some(again) = self.pass(&masked) {
            masked = Cow::Owned(again);
        }
        masked
    }

    /// Masks what one pass finds. Returns `None` when it finds nothing.
    fn pass(&self, text: &str) -> Option<String> {
        let mut masked = replaced(text, found_in(text));
        for pattern in &self.own {
            if let Some(again) = user_patterns::replace(pattern, masked.as_deref().unwrap_or(text))
            {
                masked = Some(again);
            }
        }
        masked
    }
}

/// Finds secrets in a text, behind the marks of its lines.
fn found_in(text: &str) -> Vec<Found> {
    let Some(plain) = line_marks::unmarked(text) else { return found_in_lines(text) };
    let mut all = found_in_lines(&plain.text);
    for found in &mut all {
        found.range = plain.original(&found.range);
    }
    all
}

/// Finds secrets in the plain text, in tables, in lists of arguments, under formatting and escapes,
/// in encoded blocks, and behind prefixes that no rule knows.
fn found_in_lines(text: &str) -> Vec<Found> {
    let (mut all, heads) = scan::find_with_heads(text);
    all.extend(tables::find(text, &heads));
    all.extend(arguments::find(text));
    all.extend(markup::find(text));
    all.extend(encoded::find(text));
    all.extend(prefixed::find(text));
    all
}

/// Replaces each secret with its marker. Of two overlapping secrets, the one that starts first
/// wins. Returns `None` when there is no secret.
fn replaced(text: &str, mut all: Vec<Found>) -> Option<String> {
    all.sort_by_key(|found| (found.range.start, Reverse(found.range.end)));
    let mut masked = String::new();
    let mut copied = 0;
    for Found { kind, range, quote } in all {
        if range.start >= copied && !range.is_empty() {
            masked.extend([&text[copied..range.start], quote, MARKER_START, kind, "]", quote]);
            copied = range.end;
        }
    }
    (copied > 0).then(|| {
        masked.push_str(&text[copied..]);
        masked
    })
}

/// Checks one of the user's patterns. The error describes the problem in one line.
pub fn check_pattern(pattern: &str) -> std::result::Result<(), String> {
    user_patterns::compile(pattern).map(drop)
}

const MARKER_START: &str = "[masked:";
const MARKER_CHARS_MAX: usize = 40;

/// A secret found in a text: its kind and its byte range.
struct Found {
    kind: &'static str,
    range: Range<usize>,
    /// Quotes to put around the marker: a bare word would break JSON.
    quote: &'static str,
}

impl Found {
    fn new(kind: &'static str, range: Range<usize>) -> Self {
        Self { kind, range, quote: "" }
    }
}

/// Returns the end of the marker that starts at `start`, or `None` when no marker starts there.
fn marker_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    if rest.starts_with(private::MARKER) {
        return Some(start + private::MARKER.len());
    }
    let kind = rest.strip_prefix(MARKER_START)?;
    let length = kind.bytes().take(MARKER_CHARS_MAX).position(|b| b == b']')?;
    let plain = kind.bytes().take(length).all(|b| b.is_ascii_alphanumeric() || b == b'-');
    plain.then_some(start + MARKER_START.len() + length + 1)
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("patterns are constants that the tests compile")
}

#[cfg(test)]
mod tests;
