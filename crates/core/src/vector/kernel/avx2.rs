//! AVX2 kernel: 32 bytes per step.

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _CMP_GT_OQ, _mm_add_epi16, _mm_and_si128, _mm_cvtsi32_si128,
    _mm_loadu_si128, _mm_set1_epi8, _mm_srl_epi16, _mm_unpackhi_epi16, _mm_unpacklo_epi16,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_add_ps, _mm256_and_si256, _mm256_blendv_ps,
    _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmp_ps, _mm256_cmpeq_epi32,
    _mm256_cvtepi8_epi16, _mm256_cvtepi32_ps, _mm256_cvtepu16_epi32, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_movemask_ps, _mm256_mul_ps, _mm256_set1_epi8,
    _mm256_set1_ps, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16,
    _mm256_srli_epi16, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_sub_ps,
};

use super::{FINE_MASK, GROUP, Group, OFFSET_STEP, Steps, portable};
use crate::vector::tables::Tables;

/// Whether this processor supports AVX2.
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Like [`portable::scan`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs AVX2")]
pub fn scan(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    unsafe { scan_avx2(group, tables, threshold, scores) }
}

/// Like [`portable::dot`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs AVX2")]
pub fn dot(steps: &Steps) -> [i32; 2] {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    unsafe { dot_avx2(steps) }
}

#[target_feature(enable = "avx2")]
fn scan_avx2(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    let sums = sums(group.signs, &tables.bytes);
    let of_eight = |numbers: __m128i| _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(numbers));
    let (factors, offsets) = (group.factors.as_chunks().0, group.offsets.as_chunks().0);
    let mut above = 0;
    for (eight, scores) in scores.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let factor = of_eight(load_16(&factors[eight]));
        let offset = of_eight(load_16(&offsets[eight]));
        let step = _mm256_set1_ps(OFFSET_STEP);
        let known = _mm256_add_ps(_mm256_set1_ps(tables.base), _mm256_mul_ps(offset, step));
        let slope = _mm256_set1_ps(tables.slope);
        let sum = _mm256_mul_ps(slope, of_eight(sums[eight]));
        let signed = _mm256_sub_ps(sum, _mm256_set1_ps(tables.bias));
        let score = _mm256_add_ps(known, _mm256_mul_ps(factor, signed));
        let free = _mm256_cmpeq_epi32(
            _mm256_cvtepu16_epi32(load_16(&factors[eight])),
            _mm256_setzero_si256(),
        );
        let nothing = _mm256_set1_ps(f32::NEG_INFINITY);
        let score = _mm256_blendv_ps(score, nothing, _mm256_castsi256_ps(free));
        store_scores(scores, score);
        let mask =
            _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(score, _mm256_set1_ps(threshold)));
        above |= mask.cast_unsigned() << (8 * eight);
    }
    above
}

/// Returns the 32 sums, eight per vector.
#[target_feature(enable = "avx2")]
fn sums(signs: &[u8], tables: &[u8]) -> [__m128i; 4] {
    let low_half = _mm256_set1_epi8(0xf);
    // For the low and then the high half: even bytes (with the odd ones in the upper byte), odd
    // bytes.
    let mut sums = [_mm256_setzero_si256(); 4];
    let (signs, tables) = (signs.as_chunks::<32>().0, tables.as_chunks::<32>().0);
    for (signs, table) in signs.iter().zip(tables) {
        let (signs, table) = (load_32(signs), load_32(table));
        let low = _mm256_shuffle_epi8(table, _mm256_and_si256(signs, low_half));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(signs), low_half);
        let high = _mm256_shuffle_epi8(table, high);
        sums[0] = _mm256_add_epi16(sums[0], low);
        sums[1] = _mm256_add_epi16(sums[1], _mm256_srli_epi16::<8>(low));
        sums[2] = _mm256_add_epi16(sums[2], high);
        sums[3] = _mm256_add_epi16(sums[3], _mm256_srli_epi16::<8>(high));
    }
    let [low_even, low_odd] = even_and_odd(sums[0], sums[1]);
    let [high_even, high_odd] = even_and_odd(sums[2], sums[3]);
    [
        _mm_unpacklo_epi16(low_even, low_odd),
        _mm_unpackhi_epi16(low_even, low_odd),
        _mm_unpacklo_epi16(high_even, high_odd),
        _mm_unpackhi_epi16(high_even, high_odd),
    ]
}

/// Subtracts the odd bytes' sums to get the even bytes' sums, and adds up the two halves of each.
#[target_feature(enable = "avx2")]
fn even_and_odd(both: __m256i, odd: __m256i) -> [__m128i; 2] {
    let even = _mm256_sub_epi16(both, _mm256_slli_epi16::<8>(odd));
    [even, odd].map(|sums| {
        _mm_add_epi16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums))
    })
}

#[target_feature(enable = "avx2")]
fn dot_avx2(steps: &Steps) -> [i32; 2] {
    let mask = _mm_set1_epi8(FINE_MASK.cast_signed());
    let (fine, fine_rest) = steps.fine.as_chunks::<16>();
    let mut sums = [_mm256_setzero_si256(); 2];
    let mut rest = [0; 2];
    for (query, coarse, shift) in steps.quarters() {
        let by = _mm_cvtsi32_si128(shift.cast_signed());
        let (query, query_rest) = query.as_chunks::<16>();
        let (coarse, coarse_rest) = coarse.as_chunks::<16>();
        for ((query, coarse), fine) in query.iter().zip(coarse).zip(fine) {
            let query = load_steps(query);
            let products = |steps| _mm256_madd_epi16(query, _mm256_cvtepi8_epi16(steps));
            // The 16-bit shift also moves in bits of the next byte, which the mask clears.
            let fine = _mm_and_si128(_mm_srl_epi16(load_16(fine), by), mask);
            sums[0] = _mm256_add_epi32(sums[0], products(load_16(coarse)));
            sums[1] = _mm256_add_epi32(sums[1], products(fine));
        }
        let sums = portable::dot_quarter(query_rest, coarse_rest, fine_rest, shift);
        rest = [rest[0] + sums[0], rest[1] + sums[1]];
    }
    [0, 1].map(|at| store_sums(sums[at]).iter().sum::<i32>() + rest[at])
}

#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array is 16 bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array is 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_steps(steps: &[i16; 16]) -> __m256i {
    // SAFETY: the array is 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(steps.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a store through a pointer")]
fn store_scores(to: &mut [f32; 8], scores: __m256) {
    // SAFETY: the array is 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_ps(to.as_mut_ptr(), scores) }
}

#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a store through a pointer")]
fn store_sums(sums: __m256i) -> [i32; 8] {
    let mut to = [0; 8];
    // SAFETY: the array is 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sums) };
    to
}
