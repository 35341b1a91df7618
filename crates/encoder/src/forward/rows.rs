//! Normalising and quantising rows.

use super::{Activations, LINES};
use crate::file::Norm;
use crate::kernel::{Instructions, Step};
use crate::lanes::{Lanes, Line, ROUNDING};

/// What BERT adds to a variance.
const EPSILON: f32 = 1e-12;

/// The greatest quantised value.
const STEP_MAX: f32 = 255.0;

/// Quantises rows.
#[inline(always)]
pub fn quantise<I: Instructions, const N: usize>(
    simd: I,
    rows: &[[Line; N]],
    activations: &mut Activations,
) {
    for (at, row) in rows.iter().enumerate() {
        quantise_row(simd, row, at, activations);
    }
}

/// Quantises a row by its own range, 0 included.
#[inline(always)]
fn quantise_row<I: Instructions, const N: usize>(
    simd: I,
    row: &[Line; N],
    at: usize,
    activations: &mut Activations,
) {
    let (mut low, mut high) = (simd.splat(0.0), simd.splat(0.0));
    for line in row {
        let x = simd.load(line);
        (low, high) = (low.min(x), high.max(x));
    }
    let (low, high) = (low.least(), high.greatest());
    let range = (high - low) / STEP_MAX;
    let scale = if range > 0.0 { range } else { 1.0 };
    let inverse = 1.0 / scale;
    let zero = (ROUNDING - low * inverse) - ROUNDING;
    let (factor, shift) = (simd.splat(inverse), simd.splat(ROUNDING + zero));
    let (least, most) = (simd.splat(ROUNDING), simd.splat(ROUNDING + STEP_MAX));
    let steps = I::Step::buffer(activations).as_chunks_mut::<16>().0;
    for (line, steps) in row.iter().zip(&mut steps[at * N..(at + 1) * N]) {
        let x = simd.load(line).mul_add(factor, shift);
        simd.store_steps(x.max(least).min(most), steps);
    }
    if I::PEAKS {
        let Activations { bytes, peaks, .. } = &mut *activations;
        let numbers = at * N * 16..(at + 1) * N * 16;
        let peaks = peaks.as_flattened_mut()[numbers.start / 2..numbers.end / 2].iter_mut();
        for (peak, [even, odd]) in peaks.zip(bytes[numbers].as_chunks().0) {
            *peak = *even.max(odd);
        }
    }
    activations.scales[at] = scale;
    activations.zeros[at] = (zero as i32).wrapping_sub(I::LOWERED);
}

/// Normalises rows in place, and quantises them.
#[inline(always)]
pub fn norm<I: Instructions>(
    simd: I,
    rows: &mut [[Line; LINES]],
    norm: &Norm,
    activations: &mut Activations,
) {
    for (at, row) in rows.iter_mut().enumerate() {
        let mean = simd.splat(sum_of_four(simd, row, |x, sum| sum.add(x)) / (LINES * 16) as f32);
        let squares = sum_of_four(simd, row, |x, sum| {
            let off = x.sub(mean);
            off.mul_add(off, sum)
        });
        let factor = simd.splat(1.0 / (squares / (LINES * 16) as f32 + EPSILON).sqrt());
        for ((line, gain), bias) in row.iter_mut().zip(norm.gain).zip(norm.bias) {
            let off = simd.load(line).sub(mean).mul(factor);
            off.mul_add(simd.load(gain), simd.load(bias)).store(line);
        }
        quantise_row(simd, row, at, activations);
    }
}

/// Adds up what `add` makes of a row's lines, in four sums: a single one would wait for itself.
#[inline(always)]
fn sum_of_four<I: Instructions>(
    simd: I,
    row: &[Line; LINES],
    add: impl Fn(I::Lanes, I::Lanes) -> I::Lanes,
) -> f32 {
    let mut sums = [simd.splat(0.0); 4];
    for lines in row.as_chunks::<4>().0 {
        for (sum, line) in sums.iter_mut().zip(lines) {
            *sum = add(simd.load(line), *sum);
        }
    }
    sums[0].add(sums[1]).add(sums[2].add(sums[3])).sum()
}
