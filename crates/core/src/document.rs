//! Turns as ranking sees them, and their bytes in the index.

use std::collections::BTreeMap;

use crate::postings::{BLOCK_TURNS, turn_at};

/// A turn as ranking sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// Id of the turn.
    pub turn: i64,
    /// When it began, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Id of its session, of several the first by uuid; 0 before it has one.
    pub session: u32,
    /// Terms in the prompt.
    pub prompt_terms: u32,
    /// Terms in the answer.
    pub answer_terms: u32,
    /// Whether it is a subagent's.
    pub of_agent: bool,
    /// Whether it asks and holds no answer.
    pub asks: bool,
}

/// The documents of one block, by the places of the turns.
pub type Block = BTreeMap<usize, Document>;

/// Bytes of a document: place in its block with the flags above it, session, time, both lengths;
/// little-endian, all of one size, so that reading them costs next to nothing.
pub const DOCUMENT_BYTES: usize = 2 + 4 + 8 + 4 + 4;

const OF_AGENT: u16 = BLOCK_TURNS as u16;
const ASKS: u16 = 2 * OF_AGENT;

/// Writes the documents of a block one behind another.
pub fn encode(documents: &Block) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(documents.len() * DOCUMENT_BYTES);
    for (&place, document) in documents {
        let agent = if document.of_agent { OF_AGENT } else { 0 };
        let asks = if document.asks { ASKS } else { 0 };
        bytes.extend((place as u16 | agent | asks).to_le_bytes());
        bytes.extend(document.session.to_le_bytes());
        bytes.extend(document.started_at_ms.to_le_bytes());
        bytes.extend(document.prompt_terms.to_le_bytes());
        bytes.extend(document.answer_terms.to_le_bytes());
    }
    bytes
}

/// Reads what [`encode`] wrote for this block; ends early where the bytes are damaged.
pub fn decode(block: i64, bytes: &[u8]) -> impl Iterator<Item = Document> {
    let (documents, _) = bytes.as_chunks::<DOCUMENT_BYTES>();
    documents.iter().map(move |bytes| {
        let place = u16::from_le_bytes(part::<0, _>(bytes));
        Document {
            turn: turn_at(block, usize::from(place) % BLOCK_TURNS),
            session: u32::from_le_bytes(part::<2, _>(bytes)),
            started_at_ms: i64::from_le_bytes(part::<6, _>(bytes)),
            prompt_terms: u32::from_le_bytes(part::<14, _>(bytes)),
            answer_terms: u32::from_le_bytes(part::<18, _>(bytes)),
            of_agent: place & OF_AGENT != 0,
            asks: place & ASKS != 0,
        }
    })
}

/// Copies the bytes from a place on; one load, as place and length are constants.
fn part<const AT: usize, const N: usize>(bytes: &[u8; DOCUMENT_BYTES]) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[AT..AT + N]);
    part
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::postings::{block_of, place_of};

    prop_compose! {
        fn document()(
            turn in (7 * BLOCK_TURNS as i64)..(8 * BLOCK_TURNS as i64),
            started_at_ms in any::<i64>(),
            (session, prompt_terms, answer_terms) in any::<(u32, u32, u32)>(),
            (of_agent, asks) in any::<(bool, bool)>(),
        ) -> Document {
            Document { turn, started_at_ms, session, prompt_terms, answer_terms, of_agent, asks }
        }
    }

    fn by_place(documents: impl IntoIterator<Item = Document>) -> Block {
        documents.into_iter().map(|document| (place_of(document.turn), document)).collect()
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(documents in prop::collection::vec(document(), 0..40)) {
            let documents = by_place(documents);
            let bytes = encode(&documents);
            prop_assert_eq!(bytes.len(), documents.len() * DOCUMENT_BYTES);
            prop_assert_eq!(by_place(decode(7, &bytes)), documents);
        }

        #[test]
        fn damaged_bytes_name_turns_of_their_block(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            prop_assert!(decode(3, &bytes).all(|document| block_of(document.turn) == 3));
        }
    }
}
