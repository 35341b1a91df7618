//! Best vector of every item.

use super::kernel::Scores;
use super::layout::{GROUP, ITEMS, SIGNS, group_bytes};

/// Similarity and slot of the best vector of each item.
///
/// An array over all item ids, of which the operating system allocates only the pages that are
/// touched: the items of one project are mostly adjacent.
#[derive(Debug)]
pub struct BestOfItems {
    /// Upper half: a similarity, mapped to unsigned numbers in the same order. Lower half: the
    /// number of an offered block and the place in it. Zero when the item has no vector.
    best: Vec<u64>,
    /// First slot of each offered block.
    blocks: Vec<i64>,
}

const PLACE_BITS: u32 = 10;

impl BestOfItems {
    /// Creates an array for items up to this id. Larger ids are damage and ignored.
    pub fn up_to(item_max: i64) -> Self {
        let items = usize::try_from(item_max.clamp(0, i64::from(u32::MAX))).unwrap_or_default() + 1;
        Self { best: vec![0; items], blocks: Vec::new() }
    }

    /// Adds the estimates of some groups whose first slot is `first`.
    pub fn offer(&mut self, groups: &[u8], padded: usize, first: i64, scores: &Scores) {
        let mut at = (self.blocks.len() as u64) << PLACE_BITS;
        self.blocks.push(first);
        let groups = groups.chunks_exact(group_bytes(padded));
        for (group, similarities) in groups.zip(scores.values().chunks(GROUP)) {
            let items = group[ITEMS..SIGNS].as_chunks::<4>().0;
            for (item, &similarity) in items.iter().zip(similarities) {
                self.raise(u32::from_le_bytes(*item), similarity, at);
                at += 1;
            }
        }
    }

    /// Replaces the estimates of some items with exact similarities, given as (item, slot,
    /// similarity).
    pub fn correct(&mut self, exact: &[(u32, i64, f32)]) {
        for &(item, ..) in exact {
            if let Some(best) = self.best.get_mut(item as usize) {
                *best = 0;
            }
        }
        for &(item, slot, similarity) in exact {
            let at = (self.blocks.len() as u64) << PLACE_BITS;
            self.blocks.push(slot);
            self.raise(item, similarity, at);
        }
    }

    /// Returns the slot and the similarity of an item's best vector.
    pub fn of(&self, item: i64) -> Option<(i64, f32)> {
        let best = *usize::try_from(item).ok().and_then(|item| self.best.get(item))?;
        (best > 0).then(|| {
            let block = self.blocks[(best as u32 >> PLACE_BITS) as usize];
            let slot = block + i64::from(best as u32 & ((1 << PLACE_BITS) - 1));
            (slot, from_ordered((best >> 32) as u32))
        })
    }

    fn raise(&mut self, item: u32, similarity: f32, at: u64) {
        // A free place has a similarity of minus infinity.
        if similarity > f32::NEG_INFINITY
            && let Some(best) = self.best.get_mut(item as usize)
        {
            *best = (*best).max(u64::from(ordered(similarity)) << 32 | at);
        }
    }
}

/// Maps a float to an unsigned number in the same order.
fn ordered(similarity: f32) -> u32 {
    let bits = similarity.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

fn from_ordered(number: u32) -> f32 {
    f32::from_bits(if number >> 31 == 1 { number & !(1 << 31) } else { !number })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::vector::kernel::Kernel;
    use crate::vector::samples::vector;
    use crate::vector::{Code, VectorBlock, VectorQuery, encode};

    proptest! {
        #[test]
        fn it_is_the_maximum_of_each_item_and_what_is_exact_wins(
            vectors in prop::collection::vec((1..900_u32, vector(64)), 1..80),
            query in vector(64),
            exact in prop::collection::vec((1..900_u32, -1.0_f32..1.0), 0..20),
        ) {
            let mut block = VectorBlock::new(64);
            for (place, (item, vector)) in vectors.iter().enumerate() {
                let bytes = encode(vector);
                block.put(place, Code::read(&bytes, 64).expect("just written"), *item, &[0.0; 64]);
            }
            let mut scores = Scores::default();
            let tables = VectorQuery::new(&query).tables(&[0.0; 64]);
            Kernel::best().scan(block.bytes(), &tables, 0.0, &mut scores);

            let mut expected = BTreeMap::new();
            let mut raise = |item: u32, slot: i64, similarity: f32| {
                let best = expected.entry(i64::from(item)).or_insert((slot, similarity));
                if similarity >= best.1 {
                    *best = (slot, similarity);
                }
            };
            let exact: Vec<_> =
                exact.iter().enumerate().map(|(at, (item, x))| (*item, at as i64, *x)).collect();
            for (place, (item, _)) in vectors.iter().enumerate() {
                if !exact.iter().any(|(other, ..)| other == item) && *item < 800 {
                    raise(*item, 4096 + place as i64, scores.values()[place]);
                }
            }
            for &(item, slot, similarity) in exact.iter().filter(|(item, ..)| *item < 800) {
                raise(item, slot, similarity);
            }

            let mut best = BestOfItems::up_to(799);
            best.offer(block.bytes(), 64, 4096, &scores);
            best.correct(&exact);
            for item in -1..900 {
                prop_assert_eq!(best.of(item), expected.get(&item).copied());
            }
        }
    }
}
