//! Blocks of 1,024 places, each free or with the compact form of one vector that estimates use.
//!
//! A block consists of self-contained groups of 32 places, so that a change writes little and a
//! young project's block is small. A group holds 32 factors and 32 offsets (`u16`) and 32 items
//! (`u32`), all little-endian, followed by the signs: for every four components 16 bytes, where
//! byte j has the four signs of place j in its low half and those of place j + 16 in its high half.

use super::Code;
use super::layout::{
    BLOCK, FACTOR_STEP, GROUP, ITEMS, OFFSET_MIN, OFFSET_STEP, OFFSETS, SIGNS, group_bytes,
};

const GROUPS_MAX: usize = BLOCK / GROUP;

/// A block in memory, for changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorBlock {
    padded: usize,
    bytes: Vec<u8>,
}

impl VectorBlock {
    /// Creates a block without groups, for vectors of this padded length.
    pub fn new(padded: usize) -> Self {
        Self { padded, bytes: Vec::new() }
    }

    /// Parses a stored block; `None` when its size is not a whole number of groups, or too large.
    pub fn read(bytes: Vec<u8>, padded: usize) -> Option<Self> {
        let group = group_bytes(padded);
        let whole = bytes.len().is_multiple_of(group) && bytes.len() / group <= GROUPS_MAX;
        whole.then_some(Self { padded, bytes })
    }

    /// Returns the bytes to store.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes of one group.
    pub fn group(&self, number: usize) -> &[u8] {
        let size = group_bytes(self.padded);
        &self.bytes[number * size..][..size]
    }

    /// Returns the first free place; `None` when the block is full.
    pub fn free(&self) -> Option<usize> {
        let places = self.places();
        self.factors().position(|factor| factor == [0, 0]).or((places < BLOCK).then_some(places))
    }

    /// Returns the number of occupied places.
    pub fn len(&self) -> usize {
        self.factors().filter(|factor| *factor != [0, 0]).count()
    }

    /// Whether every place is free.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Stores an item's vector at a place, as its residual from `centre`, a rotated vector. The
    /// number of groups grows in powers of two, because adding groups rewrites the block.
    ///
    /// # Panics
    ///
    /// When the place is beyond the block, or a length differs from the block's.
    pub fn put(&mut self, place: usize, code: Code, item: u32, centre: &[f32]) {
        assert!(place < BLOCK && code.length() == self.padded && centre.len() == self.padded);
        if place >= self.places() {
            let groups = (place / GROUP + 1).next_power_of_two();
            self.bytes.resize(groups * group_bytes(self.padded), 0);
        }
        let residual: Vec<f32> = code.components().zip(centre).map(|(x, c)| x - c).collect();
        let (factor, offset) = factor_and_offset(&residual, centre);
        let at = place % GROUP;
        let group = self.group_mut(place / GROUP);
        group[2 * at..][..2].copy_from_slice(&factor.to_le_bytes());
        group[OFFSETS + 2 * at..][..2].copy_from_slice(&offset.to_le_bytes());
        group[ITEMS + 4 * at..][..4].copy_from_slice(&item.to_le_bytes());
        let signs = residual.chunks_exact(4).map(signs_of_four);
        set_signs(&mut group[SIGNS..], at, signs);
    }

    /// Frees a place and erases its vector.
    pub fn clear(&mut self, place: usize) {
        if place < self.places() {
            let at = place % GROUP;
            let group = self.group_mut(place / GROUP);
            group[2 * at..][..2].fill(0);
            group[OFFSETS + 2 * at..][..2].fill(0);
            group[ITEMS + 4 * at..][..4].fill(0);
            set_signs(&mut group[SIGNS..], at, std::iter::repeat(0));
        }
    }

    fn places(&self) -> usize {
        self.bytes.len() / group_bytes(self.padded) * GROUP
    }

    /// Returns the factor of each place: zero when it is free.
    fn factors(&self) -> impl Iterator<Item = [u8; 2]> {
        let groups = self.bytes.chunks_exact(group_bytes(self.padded));
        groups.flat_map(|group| group[..OFFSETS].as_chunks().0.iter().copied())
    }

    fn group_mut(&mut self, number: usize) -> &mut [u8] {
        let size = group_bytes(self.padded);
        &mut self.bytes[number * size..][..size]
    }
}

/// Returns, both quantised, the factor that scales a sum of signs to an unbiased estimate of a dot
/// product with the residual, and the offset: the exact dot product of the residual with the
/// centre.
fn factor_and_offset(residual: &[f32], centre: &[f32]) -> (u16, u16) {
    let sum: f32 = residual.iter().map(|x| x.abs()).sum();
    let square: f32 = residual.iter().map(|x| x * x).sum();
    let offset: f32 = residual.iter().zip(centre).map(|(x, c)| x * c).sum();
    let factor = if sum > 0.0 { square / sum } else { 0.0 };
    // Zero marks a free place.
    let factor = (factor / FACTOR_STEP).round().clamp(1.0, f32::from(u16::MAX));
    (factor as u16, ((offset - OFFSET_MIN) / OFFSET_STEP).round() as u16)
}

fn signs_of_four(components: &[f32]) -> u8 {
    components.iter().enumerate().map(|(at, &x)| u8::from(x > 0.0) << at).sum()
}

fn set_signs(signs: &mut [u8], at: usize, halves: impl Iterator<Item = u8>) {
    let (at, shift) = (at % 16, at / 16 * 4);
    for (bytes, half) in signs.chunks_exact_mut(16).zip(halves) {
        bytes[at] = bytes[at] & !(0xf << shift) | half << shift;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vector::layout::item_at;
    use crate::vector::samples::vector;
    use crate::vector::{encode, padded};

    const PADDED: usize = 64;
    const CENTRE: [f32; PADDED] = [0.01; PADDED];

    fn put(block: &mut VectorBlock, place: usize, vector: &[f32]) {
        let bytes = encode(vector);
        let code = Code::read(&bytes, PADDED).expect("just written");
        block.put(place, code, 7 + place as u32, &CENTRE);
    }

    proptest! {
        #[test]
        fn any_order_of_changes_gives_the_same_block(
            vectors in prop::collection::vec((0..100_usize, vector(37)), 1..40),
        ) {
            let mut block = VectorBlock::new(PADDED);
            let mut last = std::collections::BTreeMap::new();
            for (place, vector) in &vectors {
                put(&mut block, *place, vector);
                last.insert(*place, vector);
            }
            let mut again = VectorBlock::new(PADDED);
            for (place, vector) in last.iter().rev() {
                put(&mut again, *place, vector);
            }
            prop_assert_eq!(&block, &again);
            prop_assert_eq!(block.len(), last.len());
            for &place in last.keys() {
                let item = item_at(block.bytes(), PADDED, place);
                prop_assert_eq!(item, Some(7 + place as u32));
                block.clear(place);
            }
            prop_assert!(block.is_empty() && block.bytes().iter().all(|&byte| byte == 0));
        }

        #[test]
        fn any_bytes_are_a_block_or_none(
            bytes in prop::collection::vec(any::<u8>(), 0..3 * group_bytes(PADDED)),
            place in 0..BLOCK,
        ) {
            let whole = bytes.len().is_multiple_of(group_bytes(PADDED));
            let block = VectorBlock::read(bytes, PADDED);
            prop_assert_eq!(block.is_some(), whole);
            if let Some(mut block) = block {
                block.clear(place);
                let free = block.free();
                prop_assert!(free.is_some_and(|free| free <= place.max(block.places())));
            }
        }
    }

    #[test]
    fn places_are_taken_in_order_and_freed_ones_first() {
        let mut block = VectorBlock::new(padded(37));
        for place in 0..BLOCK {
            assert_eq!(block.free(), Some(place));
            put(&mut block, place, &[1.0; 37]);
        }
        assert_eq!((block.free(), block.len()), (None, BLOCK));
        block.clear(40);
        block.clear(900);
        assert_eq!((block.free(), block.len()), (Some(40), BLOCK - 2));
    }
}
