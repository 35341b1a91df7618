//! The rule type: a secret known by its format or context, found through a literal hallmark.

use std::borrow::Cow;

/// A kind of secret, known by a literal and a pattern that is tried where the literal occurs.
#[derive(Clone)]
pub(super) struct Rule {
    /// Kind of the secret, as shown in the marker.
    pub name: &'static str,
    /// Literals one of which every match starts with. Whole characters, so that any of them starts one.
    pub hallmarks: Cow<'static, [&'static str]>,
    /// Pattern from the hallmark on. Its first group is the secret, or all of it when it has none.
    pub pattern: &'static str,
    /// Required text before the hallmark.
    pub before: Before,
    /// How strongly the match must look like a secret.
    pub shape: Shape,
}

/// Required text before a hallmark.
#[derive(Clone, Copy)]
pub(super) enum Before {
    /// Not a letter or digit: the hallmark is too short to be reliable inside a word.
    Boundary,
    /// Like `Boundary`, and not `-` or `_` either, so that a run of characters is not tried again
    /// at each of its parts.
    Gap,
    /// Anything.
    Anything,
    /// A run of `min` to `max` of these bytes, which belongs to the secret: the pattern starts with
    /// the run.
    Run { bytes: fn(u8) -> bool, min: usize, max: usize },
    /// A run of `min` to `max` digits.
    Digits { min: usize, max: usize },
    /// Lines of a private key's body, which belong to the secret.
    KeyLines,
    /// A space, with one of these commands earlier on the same line.
    Command(&'static [&'static str]),
    /// The login of a `.netrc` entry.
    Login,
}

/// How strongly a match must look like a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not a placeholder.
    Filled,
    /// Not a placeholder, and more than a plain word.
    Mixed,
    /// Machine-generated.
    Random,
    /// Machine-generated, and not marked as public by its prefix as `pk_live_…` is.
    Undisclosed,
    /// Like `Undisclosed`, with lower-case letters, capitals and digits.
    Drawn,
    /// Not a placeholder, a number or a path, and more than a plain word.
    Password,
    /// More than a plain word or a name: the place alone does not tell that it is a secret.
    Telling,
    /// Not a word that is common in this position of a command, file or sentence.
    Word,
    /// `name:password` in base64.
    Pair,
    /// The words of a wallet seed phrase rather than of a sentence.
    Phrase,
    /// Any text.
    Certain,
}

impl Rule {
    pub const fn new(
        name: &'static str,
        hallmarks: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        Self {
            name,
            hallmarks: Cow::Borrowed(hallmarks),
            pattern,
            before: Before::Boundary,
            shape: Shape::Filled,
        }
    }

    pub const fn after(mut self, before: Before) -> Self {
        self.before = before;
        self
    }

    pub const fn shaped(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }
}
