//! For any processor: it runs where there is no faster one, and proves the arithmetic of the others.

use super::limits::{Limits, Peaks};
use super::{Instructions, Panel, Products};
use crate::file::Encoder;
use crate::forward::{Room, forward};
use crate::lanes::{Lanes, Line, greater, lesser};

/// No instructions of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable;

#[derive(Clone, Copy)]
pub struct Plain(Line);

#[inline(always)]
fn each(of: impl Fn(usize) -> f32) -> Plain {
    Plain(std::array::from_fn(of))
}

/// Returns `a * b + c`, rounded once, without the instruction for it. The product is exact in 64
/// bits. The sum is rounded there to odd, so that rounding it again to 32 bits does no harm.
#[inline(always)]
fn fused(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    // What the addition lost, by Knuth's two-sum.
    let back = sum - product;
    let lost = (product - (sum - back)) + (c - back);
    let bits = sum.to_bits();
    let inexact_and_even = lost != 0.0 && bits & 1 == 0;
    let away = (lost > 0.0) == (sum > 0.0);
    let odd = if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    f64::from_bits(if inexact_and_even { odd } else { bits }) as f32
}

impl Lanes for Plain {
    #[inline(always)]
    fn store(self, to: &mut Line) {
        *to = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        each(|n| self.0[n] + other.0[n])
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        each(|n| self.0[n] - other.0[n])
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        each(|n| self.0[n] * other.0[n])
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        each(|n| lesser(self.0[n], other.0[n]))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        each(|n| greater(self.0[n], other.0[n]))
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        each(|n| fused(self.0[n], factor.0[n], addend.0[n]))
    }

    #[inline(always)]
    fn scale_by_power(self, by: Self) -> Self {
        each(|n| f32::from_bits(self.0[n].to_bits().wrapping_add(by.0[n].to_bits() << 23)))
    }
}

impl Instructions for Portable {
    type Lanes = Plain;
    type Step = u8;
    const ROWS: usize = 4;
    const QUERIES: usize = 1;
    const LINES: usize = 2;

    #[inline(always)]
    fn splat(self, x: f32) -> Plain {
        Plain([x; 16])
    }

    #[inline(always)]
    fn load(self, from: &Line) -> Plain {
        Plain(*from)
    }

    #[inline(always)]
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Plain {
        each(|n| (i32::from(from[n]) - i32::from(zero)) as f32)
    }

    #[inline(always)]
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Plain {
        each(|n| from[n].wrapping_sub(factor.wrapping_mul(sums[n])) as f32)
    }

    #[inline(always)]
    fn store_steps(self, lanes: Plain, to: &mut [u8; 16]) {
        *to = lanes.0.map(|x| x.to_bits() as u8);
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
        *products = [[[0; 16]; 2]; R];
        for (row, sums) in rows.iter().zip(products) {
            for (panel, sums) in panels.iter().zip(sums) {
                for (steps, columns) in row.iter().zip(panel) {
                    for (weights, sum) in columns.as_chunks::<4>().0.iter().zip(&mut *sums) {
                        let products = steps.iter().zip(weights);
                        *sum += products.map(|(a, w)| i32::from(*a) * i32::from(*w)).sum::<i32>();
                    }
                }
            }
        }
    }

    fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
        forward(self, encoder, ids, room)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::fused;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]
        #[test]
        fn fusing_rounds_once(
            a in -1e6_f32..1e6,
            b in -1e6_f32..1e6,
            c in prop_oneof![-1e12_f32..1e12, -1e3_f32..1e3, -1e-6_f32..1e-6],
        ) {
            prop_assert_eq!(fused(a, b, c).to_bits(), a.mul_add(b, c).to_bits());
            // Nearly everything cancels.
            let c = -(a * b);
            prop_assert_eq!(fused(a, b, c).to_bits(), a.mul_add(b, c).to_bits());
        }
    }
}
