//! Where a term stands, as bytes: the turns that hold it and how often.

use std::collections::BTreeMap;

/// Turns are indexed in blocks of this many ids, so that one turn changes a few bytes.
const BLOCK_BITS: u32 = 10;

/// How often a term stands in a turn. More than fifteen times counts as fifteen: BM25 has long
/// stopped telling them apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// In what the person typed.
    pub prompt: u8,
    /// In what the model answered.
    pub answer: u8,
}

const COUNT_MAX: u32 = 15;

impl Counts {
    /// Counts that are bounded.
    pub fn new(prompt: u32, answer: u32) -> Self {
        Self { prompt: prompt.min(COUNT_MAX) as u8, answer: answer.min(COUNT_MAX) as u8 }
    }
}

/// Returns the block a turn is indexed in.
pub fn block_of(turn: i64) -> i64 {
    turn >> BLOCK_BITS
}

/// The postings of one term in one block.
pub type Block = BTreeMap<i64, Counts>;

/// Each posting is the turn's distance from the last one as a variable-length number, and one byte
/// with both counts.
pub fn encode(block: i64, postings: &Block) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * postings.len());
    let mut last = block << BLOCK_BITS;
    for (&turn, counts) in postings {
        let mut distance = (turn - last) as u64;
        last = turn;
        while distance >= 0x80 {
            bytes.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        bytes.push(distance as u8);
        bytes.push(counts.prompt << 4 | counts.answer);
    }
    bytes
}

/// Reads what [`encode`] wrote; ends early where the bytes are damaged.
pub fn decode(block: i64, bytes: &[u8]) -> impl Iterator<Item = (i64, Counts)> {
    let mut bytes = bytes.iter().copied();
    let mut last = block << BLOCK_BITS;
    std::iter::from_fn(move || {
        let mut distance = 0_i64;
        for shift in (0..BLOCK_BITS + 7).step_by(7) {
            let byte = bytes.next()?;
            distance |= i64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        last += distance;
        let counts = bytes.next()?;
        Some((last, Counts { prompt: counts >> 4, answer: counts & 0x0f }))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            block in 0_i64..1 << 30,
            postings in prop::collection::btree_map(0_i64..1 << BLOCK_BITS, (0_u32..40, 0_u32..40), 0..80),
        ) {
            let postings: Block = postings
                .into_iter()
                .map(|(at, (prompt, answer))| ((block << BLOCK_BITS) + at, Counts::new(prompt, answer)))
                .collect();
            let bytes = encode(block, &postings);
            prop_assert!(postings.keys().all(|&turn| block_of(turn) == block));
            prop_assert_eq!(decode(block, &bytes).collect::<Block>(), postings);
        }

        #[test]
        fn damaged_bytes_end_it(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            prop_assert!(decode(3, &bytes).count() <= bytes.len());
        }
    }
}
