//! Exact products with AVX2, which adds products of bytes in 16 bits.
#![expect(unsafe_code, reason = "loads and stores whole arrays")]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epu8, _mm256_movemask_epi8, _mm256_packs_epi16,
    _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use crate::forward::FOURS;
use crate::kernel::limits::{Half, Limits, Peaks};
use crate::kernel::{Panel, Products};

/// How many fours are looked at together. What exceeds its limit is a loop of its own after them,
/// whose length a processor cannot predict.
const CHUNK: usize = FOURS;

/// The even and the odd ones of four weights.
const EVEN: [u8; 4] = [255, 0, 255, 0];
const ODD: [u8; 4] = [0, 255, 0, 255];

/// Multiplies bytes and adds products in 16 bits, of A fours at once. What would exceed its limit is
/// left out there, and follows in a pass of the even and one of the odd weights.
#[target_feature(enable = "avx2")]
#[inline]
pub fn multiply<const R: usize, const Q: usize, const A: usize>(
    rows: &[[[u8; 4]; Q]; R],
    peaks: &[Peaks<Q>],
    panels: &[Panel<Q>; 2],
    limits: &Limits<Q>,
    products: &mut Products<R>,
) {
    let peaks = greatest::<Q, A>(peaks);
    for (at, panel) in panels.iter().enumerate() {
        for half in 0..2 {
            let mut sums = [_mm256_setzero_si256(); R];
            let chunks =
                peaks.as_chunks::<CHUNK>().0.iter().zip(limits[2 * at + half].as_chunks().0);
            for (chunk, (peaks, limits)) in chunks.enumerate() {
                let kept = kept::<A>(peaks, limits);
                let fours = &panel.as_chunks::<CHUNK>().0[chunk];
                let weights_of = |four: usize| load(&fours[four].as_chunks().0[half]);
                for first in (0..CHUNK / A).map(|group| group * A) {
                    let mut weights = [_mm256_setzero_si256(); A];
                    for (at, weights) in weights.iter_mut().enumerate() {
                        *weights = _mm256_and_si256(weights_of(first + at), of_each(kept[first]));
                    }
                    add(rows, chunk, first, weights, &mut sums);
                }
                let mut exceeding = exceeding(peaks, limits);
                while exceeding != 0 {
                    let four = exceeding.trailing_zeros() as usize;
                    exceeding &= exceeding - 1;
                    let left = _mm256_andnot_si256(of_each(kept[four]), weights_of(four));
                    if A > 1 {
                        add(rows, chunk, four, [_mm256_and_si256(left, of_each(EVEN))], &mut sums);
                    }
                    add(rows, chunk, four, [_mm256_and_si256(left, of_each(ODD))], &mut sums);
                }
            }
            for (products, sum) in products.iter_mut().zip(sums) {
                store(sum, &mut products[at].as_chunks_mut().0[half]);
            }
        }
    }
}

/// Adds the products of each row with A fours of weights, from the first of a chunk on.
#[target_feature(enable = "avx2")]
#[inline]
fn add<const R: usize, const Q: usize, const A: usize>(
    rows: &[[[u8; 4]; Q]; R],
    chunk: usize,
    first: usize,
    weights: [__m256i; A],
    sums: &mut [__m256i; R],
) {
    for (row, sum) in rows.iter().zip(sums) {
        let steps = &row.as_chunks::<CHUNK>().0[chunk];
        let mut pairs = _mm256_setzero_si256();
        for (at, weights) in weights.into_iter().enumerate() {
            let products = _mm256_maddubs_epi16(of_each(steps[first + at]), weights);
            pairs = _mm256_add_epi16(pairs, products);
        }
        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
}

/// Returns the greatest peaks of some rows, of A fours together.
#[inline(always)]
fn greatest<const Q: usize, const A: usize>(rows: &[Peaks<Q>]) -> Peaks<Q> {
    let mut greatest = [[0; 2]; Q];
    for row in rows {
        for (greatest, peak) in greatest.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
            *greatest = (*greatest).max(*peak);
        }
    }
    for fours in greatest.chunks_exact_mut(A) {
        let together = fours.iter().fold([0; 2], |[a, b], [c, d]| [a.max(*c), b.max(*d)]);
        fours.fill(together);
    }
    greatest
}

/// Returns which weights of each four can be multiplied at once: all of those within their limit; of
/// the others the even ones, or none where several fours are added.
#[inline(always)]
fn kept<const A: usize>(peaks: &Peaks<CHUNK>, limits: &Peaks<CHUNK>) -> [[u8; 4]; CHUNK] {
    let mut kept = [[0; 4]; CHUNK];
    let limited = peaks.as_flattened().iter().zip(limits.as_flattened());
    let pairs = kept.as_flattened_mut().as_chunks_mut().0;
    for (kept, (peak, limit)) in pairs.iter_mut().zip(limited) {
        let odd = if peak <= limit { 255 } else { 0 };
        *kept = [if A > 1 { odd } else { 255 }, odd];
    }
    kept
}

/// Returns a bit for each four, set where a peak exceeds its limit.
#[target_feature(enable = "avx2")]
#[inline]
fn exceeding(peaks: &Peaks<CHUNK>, limits: &Peaks<CHUNK>) -> u128 {
    let mut bits = 0;
    let chunks = peaks.as_chunks::<32>().0.iter().zip(limits.as_chunks::<32>().0);
    for (at, (peaks, limits)) in chunks.enumerate() {
        let mut fits = [_mm256_setzero_si256(); 2];
        for (half, fits) in fits.iter_mut().enumerate() {
            let [peaks, limits] = [peaks, limits].map(|of| &of.as_flattened().as_chunks().0[half]);
            let (peaks, limits) = (load_bytes(peaks), load_bytes(limits));
            let each = _mm256_cmpeq_epi8(_mm256_max_epu8(peaks, limits), limits);
            *fits = _mm256_cmpeq_epi16(each, _mm256_set1_epi16(-1));
        }
        // Packs the first halves of both registers, then the second ones.
        let fits = _mm256_permute4x64_epi64(_mm256_packs_epi16(fits[0], fits[1]), 0b11_01_10_00);
        let exceeds = !_mm256_movemask_epi8(fits).cast_unsigned();
        bits |= u128::from(exceeds) << (32 * at);
    }
    bits
}

/// Returns eight times the same four bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn of_each(four: [u8; 4]) -> __m256i {
    _mm256_set1_epi32(i32::from_le_bytes(four))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_bytes(from: &[u8; 32]) -> __m256i {
    // SAFETY: the pointer is that of 32 bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn load(from: &Half) -> __m256i {
    // SAFETY: the pointer is that of 32 bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn store(sum: __m256i, to: &mut [i32; 8]) {
    // SAFETY: the pointer is that of eight integers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sum) };
}
