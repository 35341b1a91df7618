//! AVX-VNNI: the lanes of AVX2, and products of bytes in one instruction.
#![expect(unsafe_code, reason = "calls what needs these instructions")]

use std::arch::x86_64::{_mm256_dpbusd_avx_epi32, _mm256_set1_epi32, _mm256_setzero_si256};

use super::avx2::{Avx2, Pair, load, store};
use super::limits::{Limits, Peaks};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{Room, forward};
use crate::lanes::Line;

/// Proves that this processor has AVX-VNNI, AVX2 and FMA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AvxVnni(Avx2);

impl AvxVnni {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("avxvnni").then(Avx2::detect).flatten().map(Self)
    }
}

impl Instructions for AvxVnni {
    type Lanes = Pair;
    type Step = u8;
    const ROWS: usize = 12;
    const QUERIES: usize = 6;
    const LINES: usize = 1;

    #[inline(always)]
    fn splat(self, x: f32) -> Pair {
        self.0.splat(x)
    }

    #[inline(always)]
    fn load(self, from: &Line) -> Pair {
        self.0.load(from)
    }

    #[inline(always)]
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Pair {
        self.0.less_zero(from, zero)
    }

    #[inline(always)]
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Pair {
        self.0.less_sums(from, factor, sums)
    }

    #[inline(always)]
    fn store_steps(self, lanes: Pair, to: &mut [u8; 16]) {
        lanes.store_bytes(to);
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
        // SAFETY: a value of `AvxVnni` proves that the processor has the instructions.
        unsafe { multiply(rows, panels, products) }
    }

    fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
        // SAFETY: a value of `AvxVnni` proves that the processor has the instructions.
        unsafe { run(self, encoder, ids, room) }
    }
}

#[target_feature(enable = "avxvnni,avx2,fma")]
fn run(simd: AvxVnni, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
    forward(simd, encoder, ids, room)
}

#[target_feature(enable = "avxvnni,avx2")]
#[inline]
fn multiply<const R: usize, const Q: usize>(
    rows: &[[[u8; 4]; Q]; R],
    panels: &[Panel<Q>; 2],
    products: &mut Products<R>,
) {
    for (at, panel) in panels.iter().enumerate() {
        for half in 0..2 {
            let mut sums = [_mm256_setzero_si256(); R];
            for quad in 0..Q {
                let weights = load(&panel[quad].as_chunks().0[half]);
                for (row, sum) in rows.iter().zip(&mut sums) {
                    let steps = _mm256_set1_epi32(i32::from_le_bytes(row[quad]));
                    *sum = _mm256_dpbusd_avx_epi32(*sum, steps, weights);
                }
            }
            for (products, sum) in products.iter_mut().zip(sums) {
                store(sum, &mut products[at].as_chunks_mut().0[half]);
            }
        }
    }
}
