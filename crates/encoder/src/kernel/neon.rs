//! NEON with dot products of bytes: sixteen lanes in four registers.
#![expect(unsafe_code, reason = "calls what needs these instructions")]
#![expect(clippy::wildcard_imports, reason = "the names of one instruction set")]

use std::arch::aarch64::*;
use std::arch::{asm, is_aarch64_feature_detected};

use super::limits::{Limits, Peaks};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{Room, forward};
use crate::lanes::{Lanes, Line};

/// Proves that this processor has NEON and its dot products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neon(());

impl Neon {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        let has = is_aarch64_feature_detected!("neon") && is_aarch64_feature_detected!("dotprod");
        has.then_some(Self(()))
    }
}

/// Calls instructions of this set.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: there is a value of `Neon`, or of the lanes that are made with one, so the
        // processor has the instructions. Pointers come from references to whole arrays.
        unsafe { $call }
    };
}

/// Sixteen floats in four registers.
#[derive(Clone, Copy)]
pub struct Quarters([float32x4_t; 4]);

/// Does the same with each quarter, whose number is the constant `$at`.
macro_rules! quarters {
    ($at:ident => $quarter:expr) => {
        call!(Quarters([
            {
                const $at: usize = 0;
                $quarter
            },
            {
                const $at: usize = 1;
                $quarter
            },
            {
                const $at: usize = 2;
                $quarter
            },
            {
                const $at: usize = 3;
                $quarter
            },
        ]))
    };
}

impl Lanes for Quarters {
    #[inline(always)]
    fn store(self, to: &mut Line) {
        for (to, quarter) in to.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            call!(vst1q_f32(to.as_mut_ptr(), quarter));
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        quarters!(AT => vaddq_f32(self.0[AT], other.0[AT]))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        quarters!(AT => vsubq_f32(self.0[AT], other.0[AT]))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        quarters!(AT => vmulq_f32(self.0[AT], other.0[AT]))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        quarters!(AT => vminq_f32(self.0[AT], other.0[AT]))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        quarters!(AT => vmaxq_f32(self.0[AT], other.0[AT]))
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        quarters!(AT => vfmaq_f32(addend.0[AT], self.0[AT], factor.0[AT]))
    }

    #[inline(always)]
    fn scale_by_power(self, by: Self) -> Self {
        quarters!(AT => {
            let power = vshlq_n_u32(vreinterpretq_u32_f32(by.0[AT]), 23);
            vreinterpretq_f32_u32(vaddq_u32(vreinterpretq_u32_f32(self.0[AT]), power))
        })
    }
}

impl Instructions for Neon {
    type Lanes = Quarters;
    /// `sdot` wants both sides signed.
    type Step = i8;
    const LOWERED: i32 = 128;
    const ROWS: usize = 4;
    const QUERIES: usize = 6;
    const LINES: usize = 1;

    #[inline(always)]
    fn splat(self, x: f32) -> Quarters {
        Quarters([call!(vdupq_n_f32(x)); 4])
    }

    #[inline(always)]
    fn load(self, from: &Line) -> Quarters {
        let from = from.as_chunks::<4>().0;
        quarters!(AT => vld1q_f32(from[AT].as_ptr()))
    }

    #[inline(always)]
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Quarters {
        self.load(&from.map(|byte| (i32::from(byte) - i32::from(zero)) as f32))
    }

    #[inline(always)]
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Quarters {
        let (from, sums) = (from.as_chunks::<4>().0, sums.as_chunks::<4>().0);
        quarters!(AT => {
            let sums = vld1q_s32(sums[AT].as_ptr());
            vcvtq_f32_s32(vmlsq_s32(vld1q_s32(from[AT].as_ptr()), vdupq_n_s32(factor), sums))
        })
    }

    #[inline(always)]
    fn store_steps(self, lanes: Quarters, to: &mut [i8; 16]) {
        let [a, b, c, d] = lanes.0;
        call!({
            let low = |a, b| {
                let low = |x| vmovn_u32(vreinterpretq_u32_f32(x));
                vmovn_u16(vcombine_u16(low(a), low(b)))
            };
            let bytes = vcombine_u8(low(a, b), low(c, d));
            let lowered = veorq_u8(bytes, vdupq_n_u8(0x80));
            vst1q_s8(to.as_mut_ptr(), vreinterpretq_s8_u8(lowered));
        });
    }

    #[inline(always)]
    fn multiply<const R: usize, const Q: usize>(
        self,
        rows: &[[[i8; 4]; Q]; R],
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

#[target_feature(enable = "neon,dotprod")]
fn run(simd: Neon, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
    forward(simd, encoder, ids, room)
}

#[target_feature(enable = "neon,dotprod")]
#[inline]
fn multiply<const R: usize, const Q: usize>(
    rows: &[[[i8; 4]; Q]; R],
    panels: &[Panel<Q>; 2],
    products: &mut Products<R>,
) {
    for (at, panel) in panels.iter().enumerate() {
        let mut sums = [[vdupq_n_s32(0); 4]; R];
        // Four fours of each row are read at once; an instruction names the one that it takes.
        for (four, columns) in panel.as_chunks::<4>().0.iter().enumerate() {
            let steps: [int8x16_t; R] = std::array::from_fn(|row| {
                let fours = &rows[row].as_chunks::<4>().0[four];
                load(fours.as_flattened())
            });
            macro_rules! add {
                ($which:literal) => {
                    for (quarter, weights) in columns[$which].as_chunks::<16>().0.iter().enumerate() {
                        let weights = load(weights);
                        for (sums, steps) in sums.iter_mut().zip(&steps) {
                            // SAFETY: the processor has dot products, and no memory is touched.
                            unsafe {
                                asm!(
                                    concat!("sdot {0:v}.4s, {1:v}.16b, {2:v}.4b[", $which, "]"),
                                    inout(vreg) sums[quarter],
                                    in(vreg) weights,
                                    in(vreg) *steps,
                                    options(pure, nomem, nostack, preserves_flags)
                                );
                            }
                        }
                    }
                };
            }
            add!(0);
            add!(1);
            add!(2);
            add!(3);
        }
        for (products, sums) in products.iter_mut().zip(sums) {
            for (products, sums) in products[at].as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                // SAFETY: the pointer is that of four integers.
                unsafe { vst1q_s32(products.as_mut_ptr(), sums) };
            }
        }
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn load(from: &[i8]) -> int8x16_t {
    assert!(from.len() >= 16, "sixteen bytes are read");
    // SAFETY: the pointer is that of sixteen bytes.
    unsafe { vld1q_s8(from.as_ptr()) }
}
