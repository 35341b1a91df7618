//! Every instruction set against plain arithmetic.

use super::limits::{Limits, Peaks, limits};
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

/// Returns the steps of quantised values, as the encoder makes them.
fn steps<I: Instructions, const Q: usize>(simd: I, values: &[[u8; 4]; Q]) -> [[I::Step; 4]; Q] {
    let mut steps = [[I::Step::default(); 4]; Q];
    let lines = values.as_flattened().as_chunks::<16>().0.iter();
    for (values, steps) in lines.zip(steps.as_flattened_mut().as_chunks_mut::<16>().0) {
        simd.store_steps(simd.load(&values.map(|value| f32::from_bits(value.into()))), steps);
    }
    steps
}

/// Returns the greater of each two values.
fn peaks<const Q: usize>(values: &[[u8; 4]; Q]) -> Peaks<Q> {
    values.map(|[a, b, c, d]| [a.max(b), c.max(d)])
}

/// Returns panels whose weights are what `weight` gives, one after the other.
fn panels<const Q: usize>(mut weight: impl FnMut() -> i8) -> [Panel<Q>; 2] {
    std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| weight())))
}

/// Returns the limits of two panels.
fn limits_of<const Q: usize>(panels: &[Panel<Q>; 2]) -> Limits<Q> {
    let limits = limits(panels.as_flattened().as_flattened(), Q);
    let ([limits], []) = limits.as_chunks::<2>().0.as_chunks::<Q>().0.as_chunks() else {
        panic!("four halves have limits");
    };
    *limits
}

fn multiplies<I: Instructions>(simd: I) {
    multiplies_rows::<I, 96>(simd);
    multiplies_rows::<I, 384>(simd);
}

/// Multiplies rows of 4 · Q values: all the same at their extremes, anything, and mostly middling
/// ones as a model has them, of which some are beyond the limits of their weights.
fn multiplies_rows<I: Instructions, const Q: usize>(simd: I) {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let extremes = [(0, 127), (255, 127), (255, -127), (255, -128), (1, -1), (128, 127)];
    for (value, weight) in extremes {
        multiplies_exactly(simd, &[[[value; 4]; Q]; 3], &panels(|| weight));
    }
    for _ in 0..4 {
        let rows = std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                std::array::from_fn(|_| [0, 255, next() as u8][next() as usize % 3])
            })
        });
        let panels = panels(|| [-128, 127, next() as i8][next() as usize % 3]);
        multiplies_exactly::<I, Q, 3>(simd, &rows, &panels);
    }
    for greatest in [40, 130, 256] {
        let mut middling = |least: i32, greatest: i32| {
            let sum: i32 = (0..4).map(|_| next() as i32 % (greatest - least)).sum();
            least + sum / 4
        };
        let rows = std::array::from_fn(|_| {
            std::array::from_fn(|_| std::array::from_fn(|_| middling(0, greatest) as u8))
        });
        let panels = panels(|| middling(-128, 128) as i8);
        multiplies_exactly::<I, Q, 2>(simd, &rows, &panels);
    }
}

fn multiplies_exactly<I: Instructions, const Q: usize, const R: usize>(
    simd: I,
    rows: &[[[u8; 4]; Q]; R],
    panels: &[Panel<Q>; 2],
) {
    let peaks: Vec<Peaks<Q>> = rows.iter().map(peaks).collect();
    let peaks = if I::PEAKS { &peaks[..] } else { &[] };
    let mut products = [[[-1; 16]; 2]; R];
    let steps = rows.each_ref().map(|row| steps(simd, row));
    simd.multiply(&steps, peaks, panels, &limits_of(panels), &mut products);
    for (row, products) in rows.iter().zip(products) {
        for (panel, sums) in panels.iter().zip(products) {
            for (column, sum) in sums.into_iter().enumerate() {
                let weights = panel.iter().flat_map(|four| &four[column * 4..column * 4 + 4]);
                let steps = row.as_flattened().iter();
                let steps = steps.map(|step| i64::from(*step) - i64::from(I::LOWERED));
                let wanted: i64 = steps.zip(weights).map(|(a, w)| a * i64::from(*w)).sum();
                assert_eq!(i64::from(sum), wanted);
            }
        }
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
pub fn normal(x: f64) -> f64 {
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
