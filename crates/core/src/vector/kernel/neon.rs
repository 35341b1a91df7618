//! NEON kernel: 16 bytes per step.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, uint8x16_t, uint16x8_t, vaddvq_s32, vaddw_high_u8, vaddw_u8, vandq_u8,
    vdupq_n_s8, vdupq_n_s32, vdupq_n_u8, vdupq_n_u16, vget_low_s8, vget_low_s16, vget_low_u8,
    vld1q_s16, vld1q_u8, vmlal_high_s16, vmlal_s16, vmovl_high_s8, vmovl_s8, vqtbl1q_u8,
    vreinterpretq_s8_u8, vshlq_u8, vshrq_n_u8, vst1q_u16,
};

use super::{FINE_MASK, GROUP, Group, Steps, portable};
use crate::vector::tables::Tables;

/// Whether this processor supports NEON.
pub fn is_available() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
}

/// Like [`portable::scan`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs NEON")]
pub fn scan(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    let sums = unsafe { sums(group.signs, &tables.bytes) };
    portable::score(group, &sums, tables, threshold, scores)
}

/// Like [`portable::dot`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs NEON")]
pub fn dot(steps: &Steps) -> [i32; 2] {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    unsafe { dot_neon(steps) }
}

#[target_feature(enable = "neon")]
fn sums(signs: &[u8], tables: &[u8]) -> [u16; GROUP] {
    let low_half = vdupq_n_u8(0xf);
    let mut sums = [vdupq_n_u16(0); 4];
    let (signs, tables) = (signs.as_chunks::<16>().0, tables.as_chunks::<16>().0);
    for (signs, table) in signs.iter().zip(tables) {
        let (signs, table) = (load(signs), load(table));
        let low = vqtbl1q_u8(table, vandq_u8(signs, low_half));
        let high = vqtbl1q_u8(table, vshrq_n_u8::<4>(signs));
        sums[0] = vaddw_u8(sums[0], vget_low_u8(low));
        sums[1] = vaddw_high_u8(sums[1], low);
        sums[2] = vaddw_u8(sums[2], vget_low_u8(high));
        sums[3] = vaddw_high_u8(sums[3], high);
    }
    let mut to = [0; GROUP];
    for (to, sums) in to.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
        store(to, sums);
    }
    to
}

#[target_feature(enable = "neon")]
fn dot_neon(steps: &Steps) -> [i32; 2] {
    let mask = vdupq_n_u8(FINE_MASK);
    let (fine, fine_rest) = steps.fine.as_chunks::<16>();
    let mut sums = [vdupq_n_s32(0); 2];
    let mut rest = [0; 2];
    for (query, coarse, shift) in steps.quarters() {
        // NEON shifts right by a negative left shift.
        let by = vdupq_n_s8(-(shift as i8));
        let (query, query_rest) = query.as_chunks::<16>();
        let (coarse, coarse_rest) = coarse.as_chunks::<16>();
        for ((query, coarse), fine) in query.iter().zip(coarse).zip(fine) {
            let fine = vandq_u8(vshlq_u8(load(fine), by), mask);
            sums[0] = add_products(sums[0], query, load(coarse));
            sums[1] = add_products(sums[1], query, fine);
        }
        let sums = portable::dot_quarter(query_rest, coarse_rest, fine_rest, shift);
        rest = [rest[0] + sums[0], rest[1] + sums[1]];
    }
    [0, 1].map(|at| vaddvq_s32(sums[at]) + rest[at])
}

/// Adds the products of sixteen query steps and sixteen signed bytes.
#[target_feature(enable = "neon")]
fn add_products(sums: int32x4_t, query: &[i16; 16], steps: uint8x16_t) -> int32x4_t {
    let steps = vreinterpretq_s8_u8(steps);
    let mut sums = sums;
    for (half, query) in query.as_chunks::<8>().0.iter().enumerate() {
        let steps = if half == 0 { vmovl_s8(vget_low_s8(steps)) } else { vmovl_high_s8(steps) };
        let query = load_steps(query);
        sums = vmlal_s16(sums, vget_low_s16(query), vget_low_s16(steps));
        sums = vmlal_high_s16(sums, query, steps);
    }
    sums
}

#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the array is 16 bytes, and the load needs no alignment beyond a byte's.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_steps(steps: &[i16; 8]) -> int16x8_t {
    // SAFETY: the array is 16 bytes, aligned for its elements as the load needs it.
    unsafe { vld1q_s16(steps.as_ptr()) }
}

#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "a store through a pointer")]
fn store(to: &mut [u16; 8], sums: uint16x8_t) {
    // SAFETY: the array is 16 bytes, aligned for its elements as the store needs it.
    unsafe { vst1q_u16(to.as_mut_ptr(), sums) }
}
