//! A `WordPiece` vocabulary: maps pieces to ids, in one block of text and one hash table.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::file::Unusable;

/// Prefix of a piece that continues a word.
const CONTINUING: &str = "##";

/// The word pieces that a model knows. All of it lies in three arrays, which may be parts of a mapped
/// file: a process that starts reads no more than the words that it meets.
#[derive(Debug)]
pub struct Vocabulary<'a> {
    /// Hash table with open addressing, at most half full. 0 marks a free slot. A slot holds the
    /// piece's index plus 1 in its low bits, and in the others bits of the hash, so that other
    /// pieces are passed over without looking at them.
    slots: Cow<'a, [u32]>,
    pieces: Cow<'a, [Piece]>,
    /// The letters of all pieces, in their order.
    text: Cow<'a, [u8]>,
    /// Length of the longest piece in bytes.
    longest: usize,
}

/// The end of a piece in the text, and its id, with the highest bit for one that continues a word.
type Piece = [u32; 2];

const CONTINUING_BIT: u32 = 1 << 31;

/// Low bits of a slot, which hold an index: enough for a million pieces.
const INDEX_BITS: u32 = 20;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

/// Position of a piece in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the start of a word.
    First,
    /// After another piece.
    Continuing,
}

impl<'a> Vocabulary<'a> {
    /// Borrows the arrays of a file. Damage in them makes pieces unknown, and no more.
    pub(crate) fn read(
        slots: &'a [u32],
        pieces: &'a [Piece],
        text: &'a [u8],
        longest: usize,
    ) -> Result<Self, Unusable> {
        if !slots.len().is_power_of_two() {
            return Err(Unusable("its vocabulary has no table"));
        }
        Ok(Self { slots: slots.into(), pieces: pieces.into(), text: text.into(), longest })
    }

    /// Returns the arrays, as a file holds them: slots, pieces, text.
    pub(crate) fn arrays(&self) -> (&[u32], &[Piece], &[u8]) {
        (&self.slots, &self.pieces, &self.text)
    }

    /// Returns the id of a piece.
    pub fn id(&self, piece: &str, place: Place) -> Option<u32> {
        let hash = hash(piece, place);
        let mask = self.slots.len() - 1;
        // A damaged table may have no free slot.
        for step in 0..self.slots.len() {
            let slot = self.slots[(hash as usize + step) & mask];
            let at = (slot & INDEX_MASK).checked_sub(1)? as usize;
            if slot & !INDEX_MASK != tag(hash) {
                continue;
            }
            let &[_, id] = self.pieces.get(at)?;
            let found = if id & CONTINUING_BIT == 0 { Place::First } else { Place::Continuing };
            if found == place && self.text_of(at)? == piece.as_bytes() {
                return Some(id & !CONTINUING_BIT);
            }
        }
        None
    }

    /// Returns the length of the longest piece in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    fn text_of(&self, at: usize) -> Option<&[u8]> {
        let start = at.checked_sub(1).map_or(0, |before| self.pieces[before][0]);
        self.text.get(start as usize..self.pieces[at][0] as usize)
    }

    fn push(&mut self, token: &str, id: u32) {
        let (piece, place) = match token.strip_prefix(CONTINUING) {
            Some(rest) if !rest.is_empty() => (rest, CONTINUING_BIT),
            _ => (token, 0),
        };
        self.text.to_mut().extend_from_slice(piece.as_bytes());
        self.longest = self.longest.max(piece.len());
        self.pieces.to_mut().push([self.text.len() as u32, id | place]);
    }

    fn index(&mut self) {
        let mask = (self.pieces.len() * 2).next_power_of_two().max(2) - 1;
        let mut slots = vec![0; mask + 1];
        for (at, [_, id]) in self.pieces.iter().enumerate().take(INDEX_MASK as usize) {
            let place = if id & CONTINUING_BIT == 0 { Place::First } else { Place::Continuing };
            let piece = self.text_of(at).and_then(|piece| str::from_utf8(piece).ok());
            let hash = hash(piece.unwrap_or_default(), place);
            let mut slot = hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = tag(hash) | (at as u32 + 1);
        }
        self.slots = slots.into();
    }
}

/// Returns the bits of a hash that a slot holds.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 & !INDEX_MASK
}

/// FNV-1a hash, which is fast for short keys.
fn hash(piece: &str, place: Place) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64 ^ place as u64;
    let hash = piece
        .bytes()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    // The low bits of FNV-1a alone are mixed poorly.
    hash ^ (hash >> 32)
}

/// Reads the object of `tokenizer.json`, in one pass and without an allocation per piece.
impl<'de> Deserialize<'de> for Vocabulary<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Vocabulary<'static>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object of pieces and their ids")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut vocabulary = Vocabulary {
                    text: Cow::default(),
                    pieces: Cow::default(),
                    slots: Cow::default(),
                    longest: 0,
                };
                while let Some(Token(token)) = map.next_key()? {
                    vocabulary.push(&token, map.next_value()?);
                }
                vocabulary.index();
                Ok(vocabulary)
            }
        }
        deserializer.deserialize_map(Pieces)
    }
}

/// A JSON key, borrowed unless it contains an escape.
#[derive(serde::Deserialize)]
struct Token<'a>(#[serde(borrow)] std::borrow::Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_known_by_their_place() {
        let json = r###"{"[UNK]":7,"##":3,"in":1,"##in":2,"\"":4,"##\u00fc":5}"###;
        let vocabulary: Vocabulary = serde_json::from_str(json).expect("an object");
        let known = [
            ("[UNK]", Place::First, Some(7)),
            ("##", Place::First, Some(3)),
            ("in", Place::First, Some(1)),
            ("in", Place::Continuing, Some(2)),
            ("\"", Place::First, Some(4)),
            ("ü", Place::Continuing, Some(5)),
            ("ü", Place::First, None),
            ("", Place::Continuing, None),
            ("out", Place::First, None),
        ];
        for (piece, place, id) in known {
            assert_eq!(vocabulary.id(piece, place), id, "{piece:?} {place:?}");
        }
        assert_eq!(vocabulary.longest(), 5);
    }

    #[test]
    fn an_empty_one_knows_nothing() {
        let vocabulary: Vocabulary = serde_json::from_str("{}").expect("an object");
        assert_eq!(vocabulary.id("a", Place::First), None);
    }
}
