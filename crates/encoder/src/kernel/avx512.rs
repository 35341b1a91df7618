//! AVX-512 with VNNI: sixteen lanes a register.
#![expect(unsafe_code, reason = "calls what needs these instructions")]

use std::arch::x86_64::{
    __m512, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm256_castpd_ps, _mm512_add_epi32,
    _mm512_add_ps, _mm512_castps_pd, _mm512_castps_si512, _mm512_castps512_ps256,
    _mm512_castsi512_ps, _mm512_cvtepi32_epi8, _mm512_cvtepi32_ps, _mm512_cvtepu8_epi32,
    _mm512_dpbusd_epi32, _mm512_extractf64x4_pd, _mm512_fmadd_ps, _mm512_loadu_ps,
    _mm512_loadu_si512, _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_mullo_epi32,
    _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_si512, _mm512_slli_epi32, _mm512_storeu_ps,
    _mm512_storeu_si512, _mm512_sub_epi32, _mm512_sub_ps,
};

use super::avx2::Pair;
use super::limits::{Limits, Peaks};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{Room, forward};
use crate::lanes::{Lanes, Line};

/// Proves that this processor has AVX-512 F, BW, DQ, VL and VNNI, AVX2 and FMA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma");
        has.then_some(Self(()))
    }
}

/// Calls instructions of this set.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: there is a value of `Avx512`, or of the lanes that are made with one, so the
        // processor has the instructions. Pointers come from references to whole arrays.
        unsafe { $call }
    };
}

/// Sixteen floats in a register.
#[derive(Clone, Copy)]
pub struct Whole(__m512);

impl Whole {
    #[inline(always)]
    fn halves(self) -> Pair {
        call!({
            let high = _mm512_extractf64x4_pd(_mm512_castps_pd(self.0), 1);
            Pair::of(_mm512_castps512_ps256(self.0), _mm256_castpd_ps(high))
        })
    }
}

impl Lanes for Whole {
    #[inline(always)]
    fn store(self, to: &mut Line) {
        call!(_mm512_storeu_ps(to.as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(call!(_mm512_add_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(call!(_mm512_sub_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(call!(_mm512_mul_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(call!(_mm512_min_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(call!(_mm512_max_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self(call!(_mm512_fmadd_ps(self.0, factor.0, addend.0)))
    }

    #[inline(always)]
    fn scale_by_power(self, by: Self) -> Self {
        Self(call!({
            let power = _mm512_slli_epi32(_mm512_castps_si512(by.0), 23);
            _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(self.0), power))
        }))
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        self.halves().sum()
    }

    #[inline(always)]
    fn least(self) -> f32 {
        self.halves().least()
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        self.halves().greatest()
    }
}

impl Instructions for Avx512 {
    type Lanes = Whole;
    type Step = u8;
    const ROWS: usize = 12;
    const QUERIES: usize = 6;
    const LINES: usize = 4;

    #[inline(always)]
    fn splat(self, x: f32) -> Whole {
        Whole(call!(_mm512_set1_ps(x)))
    }

    #[inline(always)]
    fn load(self, from: &Line) -> Whole {
        Whole(call!(_mm512_loadu_ps(from.as_ptr())))
    }

    #[inline(always)]
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Whole {
        Whole(call!({
            let wide = _mm512_cvtepu8_epi32(_mm_loadu_si128(from.as_ptr().cast()));
            _mm512_cvtepi32_ps(_mm512_sub_epi32(wide, _mm512_set1_epi32(zero.into())))
        }))
    }

    #[inline(always)]
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Whole {
        Whole(call!({
            let sums = _mm512_loadu_si512(sums.as_ptr().cast());
            let less = _mm512_mullo_epi32(_mm512_set1_epi32(factor), sums);
            _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_loadu_si512(from.as_ptr().cast()), less))
        }))
    }

    #[inline(always)]
    fn store_steps(self, lanes: Whole, to: &mut [u8; 16]) {
        call!({
            let bytes = _mm512_cvtepi32_epi8(_mm512_castps_si512(lanes.0));
            _mm_storeu_si128(to.as_mut_ptr().cast(), bytes);
        });
    }

    #[inline(always)]
    fn multiply<const R: usize, const Q: usize>(
        self,
        rows: &[[[u8; 4]; Q]; R],
        _: &[Peaks<Q>],
        panels: &[Panel<Q>; 2],
        _: &Limits<Q>,
        products: &mut Products<R>,
    ) {
        call!(multiply(rows, panels, products));
    }

    fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
        call!(run(self, encoder, ids, room))
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
fn run(simd: Avx512, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
    forward(simd, encoder, ids, room)
}

#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn multiply<const R: usize, const Q: usize>(
    rows: &[[[u8; 4]; Q]; R],
    panels: &[Panel<Q>; 2],
    products: &mut Products<R>,
) {
    let mut sums = [[_mm512_setzero_si512(); 2]; R];
    for quad in 0..Q {
        let weights = [load(&panels[0][quad]), load(&panels[1][quad])];
        for (row, sums) in rows.iter().zip(&mut sums) {
            let steps = _mm512_set1_epi32(i32::from_le_bytes(row[quad]));
            sums[0] = _mm512_dpbusd_epi32(sums[0], steps, weights[0]);
            sums[1] = _mm512_dpbusd_epi32(sums[1], steps, weights[1]);
        }
    }
    for (products, sums) in products.iter_mut().zip(sums) {
        for (products, sums) in products.iter_mut().zip(sums) {
            // SAFETY: the pointer is that of sixteen integers.
            unsafe { _mm512_storeu_si512(products.as_mut_ptr().cast(), sums) };
        }
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(from: &[i8; 64]) -> __m512i {
    // SAFETY: the pointer is that of 64 bytes.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}
