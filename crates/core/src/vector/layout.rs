//! The layout of groups and codes, and the steps of their quantised numbers.

/// Places per group.
pub const GROUP: usize = 32;

/// Places per block.
pub const BLOCK: usize = 1 << 10;

/// Byte offsets of the parts of a group.
pub(super) const OFFSETS: usize = 2 * GROUP;
pub(super) const ITEMS: usize = 4 * GROUP;
pub(super) const SIGNS: usize = 8 * GROUP;

/// Returns the size in bytes of a group for vectors of this padded length.
pub const fn group_bytes(padded: usize) -> usize {
    SIGNS + padded * GROUP / 8
}

/// Returns the item at a place in some groups, free or not; `None` beyond their end.
pub(super) fn item_at(groups: &[u8], padded: usize, place: usize) -> Option<u32> {
    let at = place / GROUP * group_bytes(padded) + ITEMS + 4 * (place % GROUP);
    groups.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Low bits of a step, stored separately from its high byte.
pub(super) const FINE_BITS: usize = 2;
pub(super) const FINE_MASK: u8 = (1 << FINE_BITS) - 1;

/// Number of components whose fine bits share a byte: one from each quarter of the vector.
pub(super) const QUARTERS: usize = 4;

/// Minimum and step of a place's quantised offset, the dot product of residual and centre. It is
/// between -2 and 1/4 for vectors of length one.
pub(super) const OFFSET_MIN: f32 = -2.0;
pub(super) const OFFSET_STEP: f32 = 4.0 / u16::MAX as f32;

/// Step of a place's quantised factor |r|²/|r|₁, which is about |r|/15 in 384 dimensions.
pub(super) const FACTOR_STEP: f32 = 0.5 / u16::MAX as f32;
