//! Every instruction set against plain arithmetic.

use zerocopy::FromZeros as _;

use super::portable::Portable;
use super::{Instructions, Panel};
use crate::functions::{exp, gelu};
use crate::lanes::{Lanes as _, Line};

/// Runs a generic check with each instruction set of this processor.
macro_rules! with_each {
    ($check:ident) => {
        $check(Portable);
        #[cfg(target_arch = "x86_64")]
        {
            super::avx512::Avx512::detect().map($check);
            super::avx_vnni::AvxVnni::detect().map($check);
            super::avx2::Avx2::detect().map($check);
        }
        #[cfg(target_arch = "aarch64")]
        super::neon::Neon::detect().map($check);
    };
}

const FOURS: usize = 384;

/// Returns the steps of quantised values, as the encoder makes them.
fn steps<I: Instructions>(simd: I, values: &[u8; 4 * FOURS]) -> [[I::Step; 4]; FOURS] {
    let mut steps = [[I::Step::default(); 4]; FOURS];
    let lines = values.as_chunks::<16>().0.iter();
    for (values, steps) in lines.zip(steps.as_flattened_mut().as_chunks_mut::<16>().0) {
        simd.store_steps(simd.load(&values.map(|value| f32::from_bits(value.into()))), steps);
    }
    steps
}

/// Returns two panels on the heap.
fn zeros() -> Box<[Panel<FOURS>; 2]> {
    vec![Panel::new_zeroed(); 2].try_into().expect("two")
}

fn multiplies<I: Instructions>(simd: I) {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let extremes = [(0, 127), (255, 127), (255, -127), (255, -128), (1, -1), (128, 127)];
    let mut cases: Vec<([u8; 4 * FOURS], Box<[Panel<FOURS>; 2]>)> = Vec::new();
    for (value, weight) in extremes {
        let mut panels = zeros();
        panels.as_flattened_mut().as_flattened_mut().fill(weight);
        cases.push(([value; 4 * FOURS], panels));
    }
    for _ in 0..4 {
        let values = std::array::from_fn(|_| [0, 255, next() as u8][next() as usize % 3]);
        let mut panels = zeros();
        for weight in panels.as_flattened_mut().as_flattened_mut() {
            *weight = [-128, 127, next() as i8][next() as usize % 3];
        }
        cases.push((values, panels));
    }
    for (values, panels) in &cases {
        let rows = [steps(simd, values); 3];
        let mut products = [[[-1; 16]; 2]; 3];
        let mut passes = I::Passes::default();
        simd.find_passes(panels, &mut passes);
        simd.multiply(&rows, panels, &passes, &mut products);
        for (panel, sums) in panels.iter().zip(products[2]) {
            for (column, sum) in sums.into_iter().enumerate() {
                let weights = panel.iter().flat_map(|four| &four[column * 4..column * 4 + 4]);
                let of_steps = values.iter().map(|value| i64::from(*value) - i64::from(I::LOWERED));
                let wanted: i64 = of_steps.zip(weights).map(|(a, w)| a * i64::from(*w)).sum();
                assert_eq!(i64::from(sum), wanted);
            }
        }
        assert_eq!(products[0], products[2]);
    }
}

#[test]
fn products_are_exact_at_the_extremes() {
    with_each!(multiplies);
}

/// Calls `check` with sixteen floats at a time: a part of all there are, of either sign up to
/// `greatest`.
fn floats(greatest: f32, signs: &[f32], mut check: impl FnMut(Line)) {
    for sign in signs {
        for bits in (0..=greatest.to_bits()).step_by(16 * 4099) {
            let of = |at: u32| sign * f32::from_bits(bits + at * 4099).min(greatest);
            check(std::array::from_fn(|at| of(at as u32)));
        }
    }
}

fn approximates_exp<I: Instructions>(simd: I) {
    floats(200.0, &[-1.0], |xs| {
        let (mut found, mut plain) = ([0.0; 16], [0.0; 16]);
        exp(simd, simd.load(&xs)).store(&mut found);
        exp(Portable, Portable.load(&xs)).store(&mut plain);
        assert_eq!(found.map(f32::to_bits), plain.map(f32::to_bits), "{xs:?}");
        for (x, found) in xs.into_iter().zip(found) {
            let wanted = f64::from(x.max(-87.0)).exp();
            let off = (f64::from(found) - wanted).abs() / wanted;
            assert!(off < 3e-7, "e^{x} is {found}, off by {off}");
        }
    });
}

#[test]
fn exp_is_near_and_the_same_everywhere() {
    with_each!(approximates_exp);
}

fn approximates_gelu<I: Instructions>(simd: I) {
    floats(1e6, &[-1.0, 1.0], |xs| {
        let (mut found, mut plain) = ([0.0; 16], [0.0; 16]);
        gelu(simd, simd.load(&xs)).store(&mut found);
        gelu(Portable, Portable.load(&xs)).store(&mut plain);
        assert_eq!(found.map(f32::to_bits), plain.map(f32::to_bits), "{xs:?}");
        for (x, found) in xs.into_iter().zip(found) {
            let x = f64::from(x);
            let wanted = x * normal(x);
            let off = (f64::from(found) - wanted).abs();
            assert!(off < 1e-5_f64.max(3e-6 * x.abs()), "gelu({x}) is {found}, off by {off}");
        }
    });
}

/// Φ(x), by the series of its integral near 0 and by a continued fraction beyond.
fn normal(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() > 4.0 {
        let fraction = (1..60).rev().fold(x.abs(), |below, n| x.abs() + f64::from(n) / below);
        let tail = density / fraction;
        return if x > 0.0 { 1.0 - tail } else { tail };
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        term *= x * x / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 + density * sum
}

#[test]
fn gelu_is_near_and_the_same_everywhere() {
    with_each!(approximates_gelu);
}
