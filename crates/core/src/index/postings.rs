//! Posting lists: the items that contain a term, with its frequencies, and their encoding.

use std::collections::BTreeMap;

/// Bits of an item id within its block. Items are indexed in blocks, so that one item changes only
/// a few bytes.
const BLOCK_BITS: u32 = 10;
/// Number of item ids per block.
pub const BLOCK_ITEMS: usize = 1 << BLOCK_BITS;

/// Frequency of a term in an item. Frequencies are capped at fifteen: BM25 scores hardly differ
/// above that.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Frequency in the head.
    pub head: u8,
    /// Frequency in the body.
    pub body: u8,
}

const COUNT_MAX: u32 = 15;

impl Counts {
    /// Creates capped counts.
    pub fn new(head: u32, body: u32) -> Self {
        Self { head: head.min(COUNT_MAX) as u8, body: body.min(COUNT_MAX) as u8 }
    }
}

/// Returns the block of an item.
pub fn block_of(item: i64) -> i64 {
    item >> BLOCK_BITS
}

/// Returns the place of an item in its block.
pub fn place_of(item: i64) -> usize {
    item as usize % BLOCK_ITEMS
}

/// Returns the id of the item at a place in a block.
pub fn item_at(block: i64, place: usize) -> i64 {
    (block << BLOCK_BITS) | place as i64
}

/// Postings of one term in one block, keyed by the place of their item.
pub type PostingBlock = BTreeMap<usize, Counts>;

/// Encodes postings, each as the distance from the previous item as a variable-length number,
/// followed by one byte with both counts.
pub fn encode(postings: &PostingBlock) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * postings.len());
    let mut last = 0;
    for (&place, counts) in postings {
        let distance = place - last;
        last = place;
        if distance >= 0x80 {
            bytes.push(distance as u8 | 0x80);
            bytes.push((distance >> 7) as u8);
        } else {
            bytes.push(distance as u8);
        }
        bytes.push(counts.head << 4 | counts.body);
    }
    bytes
}

/// Decodes the output of [`encode`] as the place of each item in its block and its counts; stops
/// early when the bytes are damaged.
pub fn decode(bytes: &[u8]) -> impl Iterator<Item = (usize, Counts)> {
    let mut bytes = bytes;
    let mut place = 0;
    std::iter::from_fn(move || {
        let [first, rest @ ..] = bytes else { return None };
        bytes = rest;
        let mut distance = usize::from(first & 0x7f);
        // Two bytes are enough for any distance within a block.
        if *first >= 0x80 {
            let [second, rest @ ..] = bytes else { return None };
            bytes = rest;
            distance |= usize::from(*second) << 7;
        }
        let [counts, rest @ ..] = bytes else { return None };
        bytes = rest;
        place += distance;
        let counts = Counts { head: counts >> 4, body: counts & 0x0f };
        (place < BLOCK_ITEMS).then_some((place, counts))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_item_is_known_by_its_block_and_its_place() {
        for item in [0, 1, 1_023, 1_024, 5_000, i64::MAX] {
            assert_eq!(item_at(block_of(item), place_of(item)), item);
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            postings in prop::collection::btree_map(0..BLOCK_ITEMS, (0_u32..40, 0_u32..40), 0..80),
        ) {
            let counts = |(place, (head, body))| (place, Counts::new(head, body));
            let postings: PostingBlock = postings.into_iter().map(counts).collect();
            prop_assert_eq!(decode(&encode(&postings)).collect::<PostingBlock>(), postings);
        }

        #[test]
        fn damaged_bytes_name_items_of_their_block(
            bytes in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let places: Vec<usize> = decode(&bytes).map(|(place, _)| place).collect();
            prop_assert!(places.len() <= bytes.len() && places.is_sorted());
            prop_assert!(places.iter().all(|place| *place < BLOCK_ITEMS));
        }
    }
}
