//! The two functions of the model that are no single instruction.

use crate::kernel::Instructions;
use crate::lanes::{Lanes, ROUNDING};

/// Below this e^x counts as e^-87, about 10^-38.
const EXP_LEAST: f32 = -87.0;

/// e^x for x ≤ 0, with an error of at most 3e-7 of the value.
#[inline(always)]
pub fn exp<I: Instructions>(simd: I, x: I::Lanes) -> I::Lanes {
    let x = x.max(simd.splat(EXP_LEAST));
    // x = whole · ln 2 + rest; ln 2 is split in two, so that the product with its upper part is
    // exact.
    let shifted = x.mul_add(simd.splat(std::f32::consts::LOG2_E), simd.splat(ROUNDING));
    let whole = shifted.sub(simd.splat(ROUNDING));
    let rest = whole.mul_add(simd.splat(-0.693_145_75), x);
    let rest = whole.mul_add(simd.splat(-1.428_606_8e-6), rest);
    let mut value = simd.splat(1.0 / 720.0);
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        value = value.mul_add(rest, simd.splat(coefficient));
    }
    value.scale_by_power(shifted)
}

/// Beyond this x · Φ(x) counts as x, or as 0.
const GELU_LIMIT: f32 = 5.0;

/// Coefficients of (Φ(x) − ½) / x as a polynomial in 2x² / 25 − 1, fitted on Chebyshev points so
/// that the error of x · Φ(x) is even.
const GELU: [f32; 11] = [
    0.141_364_3,
    -0.070_299_07,
    0.051_486_325,
    -0.040_346_544,
    0.031_773_686,
    -0.024_082_66,
    0.015_408_452,
    -0.008_558_949,
    0.007_259_452,
    -0.006_149_595,
    0.002_144_753,
];

/// x · Φ(x), the activation of BERT, with an error of at most 1e-5 (3e-6 of x beyond 5).
#[inline(always)]
pub fn gelu<I: Instructions>(simd: I, x: I::Lanes) -> I::Lanes {
    let inside = x.min(simd.splat(GELU_LIMIT)).max(simd.splat(-GELU_LIMIT));
    let square = inside.mul(inside);
    let t = square.mul_add(simd.splat(2.0 / 25.0), simd.splat(-1.0));
    let [rest @ .., highest] = GELU;
    let mut value = simd.splat(highest);
    for coefficient in rest.into_iter().rev() {
        value = value.mul_add(t, simd.splat(coefficient));
    }
    x.mul(inside.mul_add(value, simd.splat(0.5)))
}
