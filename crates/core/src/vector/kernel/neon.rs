//! NEON: 16 bytes a step.

use std::arch::aarch64::{
    int16x8_t, uint8x16_t, uint16x8_t, vaddq_s32, vaddvq_s32, vaddw_high_u8, vaddw_u8, vandq_u8,
    vdupq_n_s32, vdupq_n_u8, vdupq_n_u16, vget_low_s8, vget_low_s16, vget_low_u8, vld1q_s16,
    vld1q_u8, vmlal_high_s16, vmlal_s16, vmovl_high_s8, vmovl_s8, vqtbl1q_u8, vreinterpretq_s8_u8,
    vshrq_n_u8, vst1q_u16,
};

use super::{GROUP, Group, portable};
use crate::vector::query::Tables;

/// Whether this processor has it.
pub fn is_available() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
}

/// As [`portable::scan`]; only where [`is_available`].
#[expect(unsafe_code, reason = "calls what needs NEON")]
pub fn scan(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    // SAFETY: the dispatcher calls this only after `is_available` said that NEON is there.
    let sums = unsafe { sums(group.signs, &tables.bytes) };
    portable::score(group, &sums, tables, threshold, scores)
}

/// As [`portable::dot`]; only where [`is_available`].
#[expect(unsafe_code, reason = "calls what needs NEON")]
pub fn dot(query: &[i16], code: &[u8]) -> i32 {
    // SAFETY: the dispatcher calls this only after `is_available` said that NEON is there.
    unsafe { dot_neon(query, code) }
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
fn dot_neon(query: &[i16], code: &[u8]) -> i32 {
    let (query, query_rest) = query.as_chunks::<16>();
    let (code, code_rest) = code.as_chunks::<16>();
    let mut sums = [vdupq_n_s32(0); 2];
    for (query, code) in query.iter().zip(code) {
        let code = vreinterpretq_s8_u8(load(code));
        for (half, query) in query.as_chunks::<8>().0.iter().enumerate() {
            let code = if half == 0 { vmovl_s8(vget_low_s8(code)) } else { vmovl_high_s8(code) };
            let query = load_steps(query);
            sums[0] = vmlal_s16(sums[0], vget_low_s16(query), vget_low_s16(code));
            sums[1] = vmlal_high_s16(sums[1], query, code);
        }
    }
    vaddvq_s32(vaddq_s32(sums[0], sums[1])) + portable::dot(query_rest, code_rest)
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
