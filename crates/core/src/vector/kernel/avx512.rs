//! AVX-512 kernel with VNNI: 64 bytes per step.

use std::arch::x86_64::{
    __m128i, __m256i, __m512, __m512i, _CMP_GT_OQ, _mm_add_epi16, _mm_cvtsi32_si128,
    _mm_unpackhi_epi16, _mm_unpacklo_epi16, _mm256_add_epi16, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_srl_epi16, _mm512_add_epi16, _mm512_add_ps, _mm512_and_si512,
    _mm512_castsi512_si256, _mm512_cmp_ps_mask, _mm512_cvtepi8_epi16, _mm512_cvtepi32_ps,
    _mm512_cvtepu16_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
    _mm512_mask_mov_ps, _mm512_mul_ps, _mm512_reduce_add_epi32, _mm512_set1_epi8, _mm512_set1_ps,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_slli_epi16, _mm512_srli_epi16,
    _mm512_storeu_ps, _mm512_sub_epi16, _mm512_sub_ps, _mm512_test_epi32_mask,
};

use super::{FINE_MASK, GROUP, Group, OFFSET_STEP, Steps, portable};
use crate::vector::tables::Tables;

/// Whether this processor supports AVX-512 with VNNI.
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vnni")
}

/// Like [`portable::scan`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs AVX-512")]
pub fn scan(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    unsafe { scan_avx512(group, tables, threshold, scores) }
}

/// Like [`portable::dot`]; call only when [`is_available`].
#[expect(unsafe_code, reason = "calls what needs AVX-512")]
pub fn dot(steps: &Steps) -> [i32; 2] {
    // SAFETY: the dispatcher calls this only when `is_available` returned true.
    unsafe { dot_avx512(steps) }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn scan_avx512(group: &Group, tables: &Tables, threshold: f32, scores: &mut [f32; GROUP]) -> u32 {
    let sums = sums(group.signs, &tables.bytes);
    let (factors, offsets) = (group.factors.as_chunks().0, group.offsets.as_chunks().0);
    let mut above = 0;
    for (half, scores) in scores.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let factor = _mm512_cvtepu16_epi32(load_32(&factors[half]));
        let taken = _mm512_test_epi32_mask(factor, factor);
        let factor = _mm512_cvtepi32_ps(factor);
        let of_sixteen = |numbers: __m256i| _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(numbers));
        let offset = of_sixteen(load_32(&offsets[half]));
        let step = _mm512_set1_ps(OFFSET_STEP);
        let known = _mm512_add_ps(_mm512_set1_ps(tables.base), _mm512_mul_ps(offset, step));
        let sum = _mm512_mul_ps(_mm512_set1_ps(tables.slope), of_sixteen(sums[half]));
        let signed = _mm512_sub_ps(sum, _mm512_set1_ps(tables.bias));
        let score = _mm512_add_ps(known, _mm512_mul_ps(factor, signed));
        let score = _mm512_mask_mov_ps(_mm512_set1_ps(f32::NEG_INFINITY), taken, score);
        store_scores(scores, score);
        let mask = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(score, _mm512_set1_ps(threshold));
        above |= u32::from(mask) << (16 * half);
    }
    above
}

/// Returns the 32 sums, sixteen per vector.
#[target_feature(enable = "avx512f,avx512bw")]
fn sums(signs: &[u8], tables: &[u8]) -> [__m256i; 2] {
    let low_half = _mm512_set1_epi8(0xf);
    // For the low and then the high half: even bytes (with the odd ones in the upper byte), odd
    // bytes.
    let mut sums = [_mm512_setzero_si512(); 4];
    let (signs, tables) = (signs.as_chunks::<64>().0, tables.as_chunks::<64>().0);
    for (signs, table) in signs.iter().zip(tables) {
        let (signs, table) = (load_64(signs), load_64(table));
        let low = _mm512_shuffle_epi8(table, _mm512_and_si512(signs, low_half));
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(signs), low_half);
        let high = _mm512_shuffle_epi8(table, high);
        sums[0] = _mm512_add_epi16(sums[0], low);
        sums[1] = _mm512_add_epi16(sums[1], _mm512_srli_epi16::<8>(low));
        sums[2] = _mm512_add_epi16(sums[2], high);
        sums[3] = _mm512_add_epi16(sums[3], _mm512_srli_epi16::<8>(high));
    }
    let [low_even, low_odd] = even_and_odd(sums[0], sums[1]);
    let [high_even, high_odd] = even_and_odd(sums[2], sums[3]);
    [interleaved(low_even, low_odd), interleaved(high_even, high_odd)]
}

/// Subtracts the odd bytes' sums to get the even bytes' sums, and adds up the four quarters of
/// each.
#[target_feature(enable = "avx512f,avx512bw")]
fn even_and_odd(both: __m512i, odd: __m512i) -> [__m128i; 2] {
    let even = _mm512_sub_epi16(both, _mm512_slli_epi16::<8>(odd));
    [even, odd].map(|sums| {
        let high = _mm512_extracti64x4_epi64::<1>(sums);
        let sums = _mm256_add_epi16(_mm512_castsi512_si256(sums), high);
        _mm_add_epi16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums))
    })
}

#[target_feature(enable = "avx512f,avx512bw")]
fn interleaved(even: __m128i, odd: __m128i) -> __m256i {
    _mm256_set_m128i(_mm_unpackhi_epi16(even, odd), _mm_unpacklo_epi16(even, odd))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_avx512(steps: &Steps) -> [i32; 2] {
    let mask = _mm256_set1_epi8(FINE_MASK.cast_signed());
    let (fine, fine_rest) = steps.fine.as_chunks::<32>();
    let mut sums = [_mm512_setzero_si512(); 2];
    let mut rest = [0; 2];
    for (query, coarse, shift) in steps.quarters() {
        let by = _mm_cvtsi32_si128(shift.cast_signed());
        let (query, query_rest) = query.as_chunks::<32>();
        let (coarse, coarse_rest) = coarse.as_chunks::<32>();
        for ((query, coarse), fine) in query.iter().zip(coarse).zip(fine) {
            let query = load_steps(query);
            let coarse = _mm512_cvtepi8_epi16(load_32(coarse));
            sums[0] = _mm512_dpwssd_epi32(sums[0], query, coarse);
            // The 16-bit shift also moves in bits of the next byte, which the mask clears.
            let fine = _mm256_and_si256(_mm256_srl_epi16(load_32(fine), by), mask);
            sums[1] = _mm512_dpwssd_epi32(sums[1], query, _mm512_cvtepi8_epi16(fine));
        }
        let sums = portable::dot_quarter(query_rest, coarse_rest, fine_rest, shift);
        rest = [rest[0] + sums[0], rest[1] + sums[1]];
    }
    [0, 1].map(|at| _mm512_reduce_add_epi32(sums[at]) + rest[at])
}

#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array is 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_64(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array is 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load_steps(steps: &[i16; 32]) -> __m512i {
    // SAFETY: the array is 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(steps.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a store through a pointer")]
fn store_scores(to: &mut [f32; 16], scores: __m512) {
    // SAFETY: the array is 64 bytes, and the store needs no alignment.
    unsafe { _mm512_storeu_ps(to.as_mut_ptr(), scores) }
}
