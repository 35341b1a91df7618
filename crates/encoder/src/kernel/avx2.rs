//! AVX2 with FMA: sixteen lanes in two registers. AVX-VNNI has the same lanes.
#![expect(unsafe_code, reason = "calls what needs these instructions")]

use std::arch::x86_64::{
    __m256, __m256i, _mm_add_ps, _mm_cvtss_f32, _mm_loadl_epi64, _mm_max_ps, _mm_min_ps,
    _mm_movehl_ps, _mm_packus_epi16, _mm_shuffle_ps, _mm_storeu_si128, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_add_ps, _mm256_and_si256, _mm256_andnot_si256, _mm256_castps_si256,
    _mm256_castps256_ps128, _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
    _mm256_cmpeq_epi16, _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_extractf128_ps,
    _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epu8, _mm256_max_ps, _mm256_min_ps,
    _mm256_movemask_epi8, _mm256_mul_ps, _mm256_mullo_epi32, _mm256_packs_epi16,
    _mm256_packus_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_storeu_ps, _mm256_storeu_si256,
    _mm256_sub_epi32, _mm256_sub_ps,
};

use super::limits::{Half, Limits, Peaks, fours_added};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{FOURS, Room, forward};
use crate::lanes::{Lanes, Line};

/// Proves that this processor has AVX2 and FMA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        has.then_some(Self(()))
    }
}

/// Calls instructions of this set.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: there is a value of `Avx2`, or of the lanes that are made with one (or with a
        // larger set), so the processor has the instructions. Pointers come from references to
        // whole arrays.
        unsafe { $call }
    };
}

/// Sixteen floats in two registers.
#[derive(Clone, Copy)]
pub struct Pair(__m256, __m256);

/// Joins lane n with n + 8, then with n + 4, n + 2 and n + 1, as [`Lanes::sum`] says.
macro_rules! folded {
    ($pair:expr, $eight:ident, $four:ident) => {
        call!({
            let eight = $eight($pair.0, $pair.1);
            let four = $four(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
            let two = $four(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32($four(two, _mm_shuffle_ps(two, two, 1)))
        })
    };
}

impl Pair {
    /// Two registers, which exist only where the processor has AVX2.
    #[inline(always)]
    pub(super) fn of(low: __m256, high: __m256) -> Self {
        Self(low, high)
    }

    /// Stores the lowest byte of each lane.
    #[inline(always)]
    pub(super) fn store_bytes(self, to: &mut [u8; 16]) {
        call!({
            let lowest = _mm256_set1_epi32(0xff);
            let a = _mm256_and_si256(_mm256_castps_si256(self.0), lowest);
            let b = _mm256_and_si256(_mm256_castps_si256(self.1), lowest);
            let words = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0b11_01_10_00);
            let (low, high) = (_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_packus_epi16(low, high));
        });
    }
}

impl Lanes for Pair {
    #[inline(always)]
    fn store(self, to: &mut Line) {
        let (low, high) = to.split_at_mut(8);
        call!({
            _mm256_storeu_ps(low.as_mut_ptr(), self.0);
            _mm256_storeu_ps(high.as_mut_ptr(), self.1);
        });
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        call!(Self(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        call!(Self(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        call!(Self(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        call!(Self(_mm256_min_ps(self.0, other.0), _mm256_min_ps(self.1, other.1)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        call!(Self(_mm256_max_ps(self.0, other.0), _mm256_max_ps(self.1, other.1)))
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        call!(Self(
            _mm256_fmadd_ps(self.0, factor.0, addend.0),
            _mm256_fmadd_ps(self.1, factor.1, addend.1),
        ))
    }

    #[inline(always)]
    fn scale_by_power(self, by: Self) -> Self {
        call!({
            let a = _mm256_slli_epi32(_mm256_castps_si256(by.0), 23);
            let b = _mm256_slli_epi32(_mm256_castps_si256(by.1), 23);
            Self(
                _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(self.0), a)),
                _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(self.1), b)),
            )
        })
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        folded!(self, _mm256_add_ps, _mm_add_ps)
    }

    #[inline(always)]
    fn least(self) -> f32 {
        folded!(self, _mm256_min_ps, _mm_min_ps)
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        folded!(self, _mm256_max_ps, _mm_max_ps)
    }
}

impl Avx2 {
    #[inline(always)]
    fn eight_less_zero(self, from: &[u8; 8], zero: u8) -> __m256 {
        let Self(()) = self;
        call!({
            let wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64(from.as_ptr().cast()));
            _mm256_cvtepi32_ps(_mm256_sub_epi32(wide, _mm256_set1_epi32(zero.into())))
        })
    }

    #[inline(always)]
    fn eight_less_sums(self, from: &[i32; 8], factor: i32, sums: &[i32; 8]) -> __m256 {
        let Self(()) = self;
        call!({
            let sums = _mm256_loadu_si256(sums.as_ptr().cast());
            let less = _mm256_mullo_epi32(_mm256_set1_epi32(factor), sums);
            let from = _mm256_loadu_si256(from.as_ptr().cast());
            _mm256_cvtepi32_ps(_mm256_sub_epi32(from, less))
        })
    }
}

impl Instructions for Avx2 {
    type Lanes = Pair;
    type Step = u8;
    const PEAKS: bool = true;
    const ROWS: usize = 12;
    const QUERIES: usize = 6;
    const LINES: usize = 1;

    #[inline(always)]
    fn splat(self, x: f32) -> Pair {
        call!(Pair(_mm256_set1_ps(x), _mm256_set1_ps(x)))
    }

    #[inline(always)]
    fn load(self, from: &Line) -> Pair {
        let (low, high) = from.split_at(8);
        call!(Pair(_mm256_loadu_ps(low.as_ptr()), _mm256_loadu_ps(high.as_ptr())))
    }

    #[inline(always)]
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Pair {
        let from = from.as_chunks::<8>().0;
        Pair(self.eight_less_zero(&from[0], zero), self.eight_less_zero(&from[1], zero))
    }

    #[inline(always)]
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Pair {
        let (from, sums) = (from.as_chunks::<8>().0, sums.as_chunks::<8>().0);
        // No closure: it would be compiled without these instructions.
        let low = self.eight_less_sums(&from[0], factor, &sums[0]);
        Pair(low, self.eight_less_sums(&from[1], factor, &sums[1]))
    }

    #[inline(always)]
    fn store_steps(self, lanes: Pair, to: &mut [u8; 16]) {
        lanes.store_bytes(to);
    }

    #[inline(always)]
    fn multiply<const R: usize, const Q: usize>(
        self,
        rows: &[[[u8; 4]; Q]; R],
        peaks: &[Peaks<Q>],
        panels: &[Panel<Q>; 2],
        limits: &Limits<Q>,
        products: &mut Products<R>,
    ) {
        if fours_added(Q) == 2 {
            call!(multiply::<R, Q, 2>(rows, peaks, panels, limits, products));
        } else {
            call!(multiply::<R, Q, 1>(rows, peaks, panels, limits, products));
        }
    }

    fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
        call!(run(self, encoder, ids, room))
    }
}

#[target_feature(enable = "avx2,fma")]
fn run(simd: Avx2, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
    forward(simd, encoder, ids, room)
}

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
fn multiply<const R: usize, const Q: usize, const A: usize>(
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
pub(super) fn load(from: &Half) -> __m256i {
    // SAFETY: the pointer is that of 32 bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn store(sum: __m256i, to: &mut [i32; 8]) {
    // SAFETY: the pointer is that of eight integers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sum) };
}
