//! Masks secrets in a text before it is written anywhere.
//!
//! Three kinds of knowledge find them: tables of patterns for what is known by its looks or its place (keys with a
//! prefix, headers, connection strings), a reader of assignments for what is known by its name (`DB_PASSWORD=…`,
//! `"api_key": "…"`), and the same names in sentences. One automaton over all their literals runs ahead of them, so that
//! a text without a secret costs one pass. A miss leaks, a false alarm spoils search: where they conflict, a value that a
//! machine has drawn is masked, and a word is not.
//!
//! What a person marks as `<private>`, and what a person's own patterns match, is taken out as well.

mod assigned;
mod decode;
mod dressed;
mod encoded;
mod entropy;
mod looks;
mod names;
mod pairs;
mod password;
mod passwords_in_prose;
mod pem;
mod pieces;
mod places;
mod private;
mod providers;
mod rules;
mod scan;
mod tables;
mod user_patterns;
mod values;
mod verdict;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use regex::Regex;

use crate::error::{Error, Result};

pub(crate) use private::{Writer, hide_across};

/// Returns the text with each secret replaced by a marker of its kind, such as `[masked:github-token]`, and each closed
/// `<private>` span by `[private]`.
///
/// Masking a masked text changes nothing.
pub fn mask(text: &str) -> Cow<'_, str> {
    BUILT_IN.mask(text)
}

/// Masks by what is built in, and by a person's own patterns.
#[derive(Debug, Clone, Default)]
pub struct Masker {
    own: Vec<Regex>,
}

static BUILT_IN: Masker = Masker { own: Vec::new() };

impl Masker {
    /// Takes a person's own patterns; one that is given twice is tried once. The caller bounds how many a person may set.
    /// There is no bound here, as the patterns of several settings hold together, and each pattern takes linear time.
    ///
    /// # Errors
    /// [`Error::MaskInvalid`] when [`check_pattern`] refuses one: a pattern that is left out would hide nothing, and nobody
    /// would notice. The error names the pattern by its number, as its text may be a secret.
    pub fn new(patterns: &[String]) -> Result<Self> {
        let mut seen = HashSet::new();
        let numbered = patterns.iter().zip(1..).filter(|(pattern, _)| seen.insert(*pattern));
        let compile = |(pattern, number): (&String, u32)| {
            user_patterns::compile(pattern)
                .map_err(|reason| Error::MaskInvalid(format!("pattern {number}: {reason}")))
        };
        Ok(Self { own: numbered.map(compile).collect::<Result<_>>()? })
    }

    /// Returns the text as [`mask`] does, with what the own patterns match replaced by `[masked:own]`.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Nobody)
    }

    /// The same for what a person said, where an unclosed `<private>` hides all behind it.
    pub fn mask_spoken<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Person)
    }

    /// The same for what the model said, which may speak of the tag without meaning it.
    pub fn mask_answered<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.masked(text, Writer::Model)
    }

    fn masked<'t>(&self, text: &'t str, writer: Writer) -> Cow<'t, str> {
        let mut masked = private::hide(text, writer);
        // What a rule needs around a secret may hold another one: `https://TOKEN:PASSWORD@host`.
        // Each pass turns some of what is left into markers and never touches those, so this ends.
        while let Some(again) = self.pass(&masked) {
            masked = Cow::Owned(again);
        }
        masked
    }

    /// Masks what one look finds. Returns nothing when that is nothing.
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

/// Finds secrets as they stand, in tables, beneath what dresses a text, and in what is encoded.
fn found_in(text: &str) -> Vec<Found> {
    let mut all = scan::find(text);
    all.extend(tables::find(text));
    all.extend(dressed::find(text));
    all.extend(encoded::find(text));
    all
}

/// Puts a marker in the place of each secret. Of two that overlap, the one that starts first counts. Returns nothing when
/// there is none.
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

/// Checks a person's own pattern. An error says in one line what is wrong with it.
pub fn check_pattern(pattern: &str) -> std::result::Result<(), String> {
    user_patterns::compile(pattern).map(drop)
}

/// Returns the kinds of secrets that are masked, each once.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let all = || scan::rules().map(|rule| rule.name).chain(names::KINDS.iter().copied());
    all().enumerate().filter(move |(at, name)| !all().take(*at).any(|n| n == *name)).map(|(_, n)| n)
}

const MARKER_START: &str = "[masked:";
const MARKER_CHARS_MAX: usize = 40;

/// A secret in a text: what it is, and where.
struct Found {
    kind: &'static str,
    range: Range<usize>,
    /// The quotes that its marker needs: JSON has no bare words.
    quote: &'static str,
}

impl Found {
    fn new(kind: &'static str, range: Range<usize>) -> Self {
        Self { kind, range, quote: "" }
    }
}

/// Returns where the marker ends that starts here.
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
