//! Up to which activations products of bytes fit where sums of products have 16 bits.
//!
//! `vpmaddubsw` multiplies activations of 0 to 255 with weights, adds two products and saturates
//! the sum. Whether a sum can saturate depends on the two weights and on the activations: the
//! packed file holds the greatest activation with which no sum of eight columns can. Blocks of rows
//! that stay within it are multiplied in one pass; else the even and the odd weights take a pass
//! each. So all sums are exact.
//!
//! Of the bundled model's weights, 22 % would need two passes if every activation could be 255. With
//! the activations of real texts it is 5 %.

use crate::forward::{FOURS, FOURS_WIDE};

/// The weights of eight columns, four rows of each: what one register of AVX2 holds.
pub type Half = [i8; 32];

/// The limits of two panels with Q · 4 rows: for each of the four halves and each four rows, that of
/// the first two rows and that of the last two.
pub type Limits<const Q: usize> = [[[u8; 2]; Q]; 4];

/// The greatest activations of a row with Q · 4 numbers: of each two numbers.
pub type Peaks<const Q: usize> = [[u8; 2]; Q];

/// Returns of how many fours of rows the products are added in 16 bits. The activations of the long
/// matrix are mostly small, so that two fit.
pub const fn fours_added(fours: usize) -> usize {
    const { assert!(FOURS_WIDE > FOURS) };
    if fours > FOURS { 2 } else { 1 }
}

/// Returns the limits of a matrix's panels, in the order of the file. Fours whose products are added
/// have the same.
pub fn limits(panels: &[i8], fours: usize) -> Vec<u8> {
    let added = fours_added(fours);
    let mut limits = Vec::with_capacity(panels.len() / 16);
    for panel in panels.chunks_exact(fours * 64) {
        for half in 0..2 {
            for group in panel.as_chunks::<64>().0.chunks(added) {
                let halves: Vec<&Half> =
                    group.iter().map(|four| &four.as_chunks().0[half]).collect();
                let limit = [0, 1].map(|rows| limit(&halves, rows));
                limits.extend(std::iter::repeat_n(limit, group.len()).flatten());
            }
        }
    }
    limits
}

/// Returns the greatest activation with which no column's sum of the first (0) or last (1) two rows
/// of some fours can saturate.
fn limit(fours: &[&Half], rows: usize) -> u8 {
    let greatest = |column: usize| {
        let weights = fours.iter().flat_map(|four| four.as_chunks::<2>().0[2 * column + rows]);
        let (mut above, mut below) = (0, 0);
        for weight in weights.map(i32::from) {
            above += weight.max(0);
            below -= weight.min(0);
        }
        above.max(below)
    };
    let greatest = (0..8).map(greatest).max().unwrap_or_default();
    // Without weights there is no sum.
    (i32::from(i16::MAX) / greatest.max(1)).min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sums that two weights give with activations of 0 or `activation`.
    fn sums(weights: [i8; 2], activation: u8) -> [i32; 3] {
        let [even, odd] = weights.map(|weight| i32::from(weight) * i32::from(activation));
        [even, odd, even + odd]
    }

    #[test]
    fn no_sum_within_the_limit_saturates_and_the_next_one_may() {
        for even in i8::MIN..=i8::MAX {
            for odd in i8::MIN..=i8::MAX {
                let mut half = [0; 32];
                half[14..16].copy_from_slice(&[even, odd]);
                assert_eq!(limit(&[&half], 0), 255);
                let limit = limit(&[&half], 1);
                let fits = |sum: &i32| i16::try_from(*sum).is_ok();
                assert!(sums([even, odd], limit).iter().all(fits), "{even} and {odd}");
                // A sum of −32,768 fits, and counts as one that does not.
                let next = limit.checked_add(1).map(|next| sums([even, odd], next));
                let is_greatest = next.is_none_or(|sums| {
                    sums.iter().any(|sum| !fits(sum) || *sum == i32::from(i16::MIN))
                });
                assert!(is_greatest, "{even} and {odd}: {limit}");
            }
        }
    }

    #[test]
    fn limits_stand_by_halves_and_fours() {
        let mut panels = vec![0; 2 * 96 * 64];
        // Panel 1, four 2, the second half's first column, its last two rows.
        let at = (96 + 2) * 64 + 32 + 2;
        panels[at..at + 2].fill(127);
        let found = limits(&panels, 96);
        let (found, _) = found.as_chunks::<2>().0.as_chunks::<96>();
        assert_eq!(found.len(), 4);
        for (half, limits) in found.iter().enumerate() {
            for (four, limits) in limits.iter().enumerate() {
                let wanted = if (half, four) == (3, 2) { [255, 129] } else { [255, 255] };
                assert_eq!(*limits, wanted, "half {half}, four {four}");
            }
        }
    }

    #[test]
    fn fours_that_are_added_share_a_limit() {
        let mut panels = vec![0; 384 * 64];
        for four in [10, 11] {
            panels[four * 64..four * 64 + 2].fill(60);
        }
        let found = limits(&panels, 384);
        let found = found.as_chunks::<2>().0;
        assert_eq!(found[9..13], [[255, 255], [136, 255], [136, 255], [255, 255]]);
    }
}
