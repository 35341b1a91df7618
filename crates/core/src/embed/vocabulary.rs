//! A `WordPiece` vocabulary: maps pieces to ids, in one block of text and one hash table.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Prefix of a piece that continues a word.
const CONTINUING: &str = "##";

/// The word pieces that a model knows. Parsing is one pass over a JSON object without an allocation
/// per piece, because a hook parses the vocabulary for every prompt.
pub(super) struct Vocabulary {
    /// All pieces, concatenated.
    text: String,
    pieces: Vec<Piece>,
    /// Hash table with open addressing, at most half full: indices into `pieces` plus 1; 0 marks a
    /// free slot.
    slots: Vec<u32>,
    longest: usize,
}

struct Piece {
    end: u32,
    id: u32,
    place: Place,
}

/// Position of a piece in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the start of a word.
    First,
    /// After another piece.
    Continuing,
}

impl Vocabulary {
    /// Returns the id of a piece.
    pub(super) fn id(&self, piece: &str, place: Place) -> Option<u32> {
        let mut slot = hash(piece, place) as usize;
        loop {
            let at = self.slots[slot & (self.slots.len() - 1)].checked_sub(1)? as usize;
            let found = &self.pieces[at];
            if found.place == place && self.text_of(at) == piece {
                return Some(found.id);
            }
            slot += 1;
        }
    }

    /// Returns the length of the longest piece in bytes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    fn text_of(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.pieces[before].end);
        &self.text[start as usize..self.pieces[at].end as usize]
    }

    fn push(&mut self, token: &str, id: u32) {
        let (piece, place) = match token.strip_prefix(CONTINUING) {
            Some(rest) if !rest.is_empty() => (rest, Place::Continuing),
            _ => (token, Place::First),
        };
        self.text.push_str(piece);
        self.longest = self.longest.max(piece.len());
        self.pieces.push(Piece { end: self.text.len() as u32, id, place });
    }

    fn index(&mut self) {
        let mask = (self.pieces.len() * 2).next_power_of_two().max(2) - 1;
        let mut slots = vec![0; mask + 1];
        for at in 0..self.pieces.len() {
            let mut slot = hash(self.text_of(at), self.pieces[at].place) as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = at as u32 + 1;
        }
        self.slots = slots;
    }
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

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Vocabulary;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object of pieces and their ids")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vocabulary, A::Error> {
                let mut vocabulary = Vocabulary {
                    text: String::new(),
                    pieces: Vec::new(),
                    slots: Vec::new(),
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
