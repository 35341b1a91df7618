//! What a rule is: a secret that is known by its looks, or by where it stands, found by a literal hallmark.

use std::borrow::Cow;

/// A kind of secret, known by a literal and a pattern that is tried where the literal occurs.
#[derive(Clone)]
pub(super) struct Rule {
    /// Kind of the secret, as the marker tells it.
    pub name: &'static str,
    /// Literals one of which every match starts with. Whole characters, so that any of them starts one.
    pub hallmarks: Cow<'static, [&'static str]>,
    /// Pattern from the hallmark on. Its first group is the secret, or all of it when it has none.
    pub pattern: &'static str,
    /// What may stand to the left of the hallmark.
    pub before: Before,
    /// How much the secret must look like one.
    pub shape: Shape,
}

/// What may stand to the left of a hallmark.
#[derive(Clone, Copy)]
pub(super) enum Before {
    /// Anything but a letter or digit: the hallmark is too short to be sure inside a word.
    Boundary,
    /// Neither that nor `-` and `_`, which would let one run of characters be tried at each of its parts.
    Gap,
    /// Anything.
    Anything,
    /// A run of so many of these bytes, which belongs to the secret: the pattern starts there.
    Run { bytes: fn(u8) -> bool, min: usize, max: usize },
    /// A run of so many digits.
    Digits { min: usize, max: usize },
    /// Lines of a key's body, which belong to the secret.
    KeyLines,
    /// A space, behind one of these commands on the same line.
    Command(&'static [&'static str]),
    /// The login of a `.netrc` entry.
    Login,
}

/// How much a secret must look like one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not like a placeholder.
    Filled,
    /// Not like a placeholder, and more than a word.
    Mixed,
    /// Like something a machine has drawn.
    Random,
    /// The same, and not by its name for everyone's eyes, as `pk_live_…` is.
    Undisclosed,
    /// The same, and of small and capital letters and digits.
    Drawn,
    /// Not like a placeholder, a number or a path, and more than a word.
    Password,
    /// Not like a word that a command, a file or a sentence has in its place.
    Word,
    /// `name:password` in base64.
    Pair,
    /// Words without their like in prose.
    Phrase,
    /// Whatever it looks like.
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
