//! Searchable items. An item has a kind, two text fields and chunks; a turn is an item of the first
//! kind.

pub mod chunk;
pub mod hashtags;

use crate::english::is_question;
use std::ops::Range;

/// Kind of an item. Its number is stored in the database, so its meaning never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// A turn of a conversation: the head is the prompt, the body the answer.
    pub const TURN: Self = Self(0);

    /// A note: the head is its summary, the body the rest.
    pub const NOTE: Self = Self(1);

    /// The largest kind number.
    pub const MAX: u8 = 63;

    /// Creates a kind from its number.
    ///
    /// # Panics
    ///
    /// When the number is above [`Kind::MAX`].
    pub const fn new(number: u8) -> Self {
        assert!(number <= Self::MAX, "there are no more kinds");
        Self(number)
    }

    /// Decodes a stored number. Every number maps to a kind, as damage must not stop a search.
    pub const fn read(number: i64) -> Self {
        Self((number & Self::MAX as i64) as u8)
    }

    /// Returns the kind's number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A set of item kinds; the default is turns only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds(u64);

impl Kinds {
    /// Turns only.
    pub const TURNS: Self = Self::of(&[Kind::TURN]);

    /// Returns a set of kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < kinds.len() {
            bits |= 1 << kinds[at].0;
            at += 1;
        }
        Self(bits)
    }

    /// Whether the set contains a kind.
    pub const fn holds(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self::TURNS
    }
}

/// The text of an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fields<'t> {
    /// States what the item is about: a prompt, a summary, a name.
    pub head: &'t str,
    /// The rest: an answer, the text of a note, a piece of code.
    pub body: &'t str,
}

/// Bytes of the head that are prepended to each later chunk when it is embedded.
const CONTEXT_BYTES_MAX: usize = 160;

impl Fields<'_> {
    /// Separator of head and body in a passage.
    pub const JOINT: &'static str = "\n\n";

    /// Returns the text that is split into chunks: head and body joined.
    pub fn passage(self) -> String {
        if self.head.is_empty() || self.body.is_empty() {
            return format!("{}{}", self.head, self.body);
        }
        format!("{}{}{}", self.head, Self::JOINT, self.body)
    }

    /// Whether there is no text to search.
    pub fn is_empty(self) -> bool {
        self.head.trim().is_empty() && self.body.trim().is_empty()
    }

    /// Whether the head is a question and there is no body.
    pub fn asks(self) -> bool {
        self.body.is_empty() && is_question(self.head)
    }

    /// Returns the text to embed for a chunk, given as a range of the passage. A piece of a body
    /// alone often does not say what it is about, so the beginning of the head is prepended.
    pub fn embedded(self, range: Range<usize>) -> String {
        let passage = self.passage();
        let chunk = passage.get(range.clone()).unwrap_or_default();
        if range.start == 0 {
            return chunk.to_owned();
        }
        let context = &self.head[..self.head.floor_char_boundary(CONTEXT_BYTES_MAX)];
        format!("{context}\n{chunk}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_kinds_holds_its_own() {
        let (memo, last) = (Kind::new(2), Kind::new(Kind::MAX));
        let kinds = Kinds::of(&[memo, last]);
        assert!(kinds.holds(memo) && kinds.holds(last) && !kinds.holds(Kind::TURN));
        assert!(Kinds::default().holds(Kind::TURN) && !Kinds::default().holds(memo));
    }

    #[test]
    fn the_head_stands_before_each_chunk_but_the_first() {
        let fields = Fields { head: "Why?", body: "Because of the lock." };
        assert_eq!(fields.passage(), "Why?\n\nBecause of the lock.");
        assert_eq!(fields.embedded(0..7), "Why?\n\nB");
        assert_eq!(fields.embedded(6..13), "Why?\nBecause");
    }
}
