//! AVX2 with FMA: sixteen lanes in two registers. AVX-VNNI has the same lanes.
#![expect(unsafe_code, reason = "calls what needs these instructions")]

mod products;

use std::arch::x86_64::{
    __m256, _mm_add_ps, _mm_cvtss_f32, _mm_loadl_epi64, _mm_max_ps, _mm_min_ps, _mm_movehl_ps,
    _mm_packus_epi16, _mm_shuffle_ps, _mm_storeu_si128, _mm256_add_epi32, _mm256_add_ps,
    _mm256_and_si256, _mm256_castps_si256, _mm256_castps256_ps128, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_extractf128_ps,
    _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_ps,
    _mm256_min_ps, _mm256_mul_ps, _mm256_mullo_epi32, _mm256_packus_epi32,
    _mm256_permute4x64_epi64, _mm256_set1_epi32, _mm256_set1_ps, _mm256_slli_epi32,
    _mm256_storeu_ps, _mm256_sub_epi32, _mm256_sub_ps,
};

use super::limits::{Limits, Peaks, fours_added};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{Room, forward};
use crate::lanes::{Lanes, Line};
use products::multiply;
pub(super) use products::{load, store};

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
