//! Portable kernel: the reference, and the fallback for processors without a faster one.

use super::{FINE_MASK, GROUP, Group, OFFSET_STEP, Steps};
use crate::vector::tables::Tables;

/// Estimates the places of a group. Returns a bitmask of those above the threshold.
pub fn scan(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    score(group, &sums(group.signs, &tables.bytes), tables, threshold, scores)
}

/// Converts the sums of a group to estimates. Returns a bitmask of those above the threshold.
pub fn score(
    group: &Group,
    sums: &[u16; GROUP],
    tables: &Tables,
    threshold: f32,
    scores: &mut [f32; GROUP],
) -> u32 {
    let mut above = 0;
    for (place, (score, sum)) in scores.iter_mut().zip(sums).enumerate() {
        let of = |parts: &[u8; 64]| u16::from_le_bytes([parts[2 * place], parts[2 * place + 1]]);
        *score = match of(group.factors) {
            0 => f32::NEG_INFINITY,
            factor => {
                let known = tables.base + f32::from(of(group.offsets)) * OFFSET_STEP;
                known + f32::from(factor) * (tables.slope * f32::from(*sum) - tables.bias)
            }
        };
        above |= u32::from(*score > threshold) << place;
    }
    above
}

fn sums(signs: &[u8], tables: &[u8]) -> [u16; GROUP] {
    let mut sums = [0_u16; GROUP];
    let (signs, tables) = (signs.as_chunks::<16>().0, tables.as_chunks::<16>().0);
    for (signs, table) in signs.iter().zip(tables) {
        for (at, &pair) in signs.iter().enumerate() {
            sums[at] += u16::from(table[usize::from(pair & 0xf)]);
            sums[at + 16] += u16::from(table[usize::from(pair >> 4)]);
        }
    }
    sums
}

/// Returns the dot products of the query steps with the signed bytes and with the fine bits.
pub fn dot(steps: &Steps) -> [i32; 2] {
    let quarters = steps.quarters();
    let sums = quarters.map(|(query, coarse, shift)| dot_quarter(query, coarse, steps.fine, shift));
    sums.fold([0; 2], |[coarse, fine], sums| [coarse + sums[0], fine + sums[1]])
}

/// Returns both dot products over a part of a quarter. Written so that the compiler vectorises it.
pub fn dot_quarter(query: &[i16], coarse: &[u8], fine: &[u8], shift: u32) -> [i32; 2] {
    let pairs = query.iter().zip(coarse);
    let of_coarse = pairs.map(|(&a, &b)| i32::from(a) * i32::from(b.cast_signed()));
    let pairs = query.iter().zip(fine);
    let of_fine = pairs.map(|(&a, &b)| i32::from(a) * i32::from(b >> shift & FINE_MASK));
    [of_coarse.sum(), of_fine.sum()]
}
