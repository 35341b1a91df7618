//! Item metadata for ranking, and its encoding in the index.

use std::collections::BTreeMap;

use crate::index::column;
use crate::index::postings::{BLOCK_ITEMS, item_at};
use crate::item::Kind;

/// Metadata of an item for ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Document {
    /// Id of the item.
    pub item: i64,
    /// Kind of the item.
    pub kind: Kind,
    /// Start time, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Group of related items of the same kind, such as the turns of a session, which are also
    /// ranked together. A standalone item is its own group.
    pub group: u32,
    /// Number of terms in the head.
    pub head_terms: u32,
    /// Number of terms in the body.
    pub body_terms: u32,
    /// Whether it is kept apart from the main items of its group and sorted after them, such as a
    /// subagent's turn.
    pub secondary: bool,
    /// Whether its head is a question and its body is empty.
    pub asks: bool,
}

/// Documents of one block, keyed by the place of their item.
pub type DocumentBlock = BTreeMap<usize, Document>;

const SECONDARY: i64 = 1;
const ASKS: i64 = 2;
/// The kind is stored in the bits above the flags.
const KIND_SHIFT: u32 = 2;

/// Encodes the number of documents in a block, followed by one [`column`] per field. This is
/// compact because most documents of a block are close in place, group and time.
pub fn encode(documents: &DocumentBlock) -> Vec<u8> {
    let mut bytes = (documents.len() as u16).to_le_bytes().to_vec();
    let before = std::iter::once(0).chain(documents.keys().copied());
    let distances = documents.keys().zip(before).map(|(&place, before)| (place - before) as i64);
    column::encode(distances, &mut bytes);
    let mut put = |of: fn(&Document) -> i64| column::encode(documents.values().map(of), &mut bytes);
    put(|document| i64::from(document.group));
    put(|document| document.started_at_ms);
    put(|document| i64::from(document.head_terms));
    put(|document| i64::from(document.body_terms));
    put(|document| {
        let secondary = if document.secondary { SECONDARY } else { 0 };
        let asks = if document.asks { ASKS } else { 0 };
        i64::from(document.kind.number()) << KIND_SHIFT | secondary | asks
    });
    bytes
}

/// Decodes the output of [`encode`] for this block; yields nothing when the bytes are damaged.
pub fn decode(block: i64, bytes: &[u8]) -> impl Iterator<Item = Document> + use<> {
    let [distances, groups, times, heads, bodies, flags] = columns(bytes).unwrap_or_default();
    let mut place = 0_i64;
    // All columns are of one length. Every search goes through all documents.
    (0..distances.len()).map(move |at| {
        place = place.wrapping_add(distances[at]);
        Document {
            item: item_at(block, place as usize % BLOCK_ITEMS),
            kind: Kind::read(flags[at] >> KIND_SHIFT),
            group: groups[at] as u32,
            started_at_ms: times[at],
            head_terms: heads[at] as u32,
            body_terms: bodies[at] as u32,
            secondary: flags[at] & SECONDARY != 0,
            asks: flags[at] & ASKS != 0,
        }
    })
}

fn columns(mut bytes: &[u8]) -> Option<[Vec<i64>; 6]> {
    let count = usize::from(u16::from_le_bytes(*bytes.split_off(..2)?.as_array()?));
    let mut next = || column::decode(&mut bytes, count.min(BLOCK_ITEMS));
    Some([next()?, next()?, next()?, next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::postings::{block_of, place_of};

    prop_compose! {
        fn document()(
            item in (7 * BLOCK_ITEMS as i64)..(8 * BLOCK_ITEMS as i64),
            started_at_ms in any::<i64>(),
            (group, head_terms, body_terms) in any::<(u32, u32, u32)>(),
            (kind, secondary, asks) in (0..=Kind::MAX, any::<bool>(), any::<bool>()),
        ) -> Document {
            let kind = Kind::new(kind);
            Document { item, kind, started_at_ms, group, head_terms, body_terms, secondary, asks }
        }
    }

    fn by_place(documents: impl IntoIterator<Item = Document>) -> DocumentBlock {
        documents.into_iter().map(|document| (place_of(document.item), document)).collect()
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(documents in prop::collection::vec(document(), 0..40)) {
            let documents = by_place(documents);
            prop_assert_eq!(by_place(decode(7, &encode(&documents))), documents);
        }

        #[test]
        fn damaged_bytes_name_items_of_their_block(
            documents in prop::collection::vec(document(), 0..40),
            (at, byte) in any::<(prop::sample::Index, u8)>(),
        ) {
            let mut bytes = encode(&by_place(documents));
            let at = at.index(bytes.len());
            bytes[at] = byte;
            prop_assert!(decode(3, &bytes).all(|document| block_of(document.item) == 3));
        }
    }
}
