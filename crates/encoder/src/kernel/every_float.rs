//! The two functions of the model over every float: how far they are off, and that all instruction
//! sets give the same bits. This takes half a minute, so it is run on demand:
//! `cargo test --release -p mementor-encoder -- --ignored`.
#![expect(unsafe_code, reason = "calls what is compiled for some instructions")]

use std::f64::consts::TAU;

use super::Instructions;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::tests::normal;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::functions::{exp, gelu};
use crate::lanes::{Lanes as _, Line};

/// Below −87 e^x is that of −87.
const EXP_GREATEST: f32 = 128.0;
/// Beyond this x · Φ(x), with its error, may exceed the greatest float.
const GELU_GREATEST: f32 = f32::MAX / 2.0;

/// Calls `each` with all floats of a sign up to `greatest`, sixteen at a time.
#[inline(always)]
fn floats(sign: f32, greatest: f32, mut each: impl FnMut(&Line)) {
    for first in (0..greatest.to_bits()).step_by(16) {
        each(&std::array::from_fn(|at| sign * f32::from_bits(first + at as u32)));
    }
}

/// Calls `each` with x and e^x.
#[inline(always)]
fn exp_of<I: Instructions>(simd: I, mut each: impl FnMut(&Line, &Line)) {
    floats(-1.0, EXP_GREATEST, |xs| {
        let mut found = [0.0; 16];
        exp(simd, simd.load(xs)).store(&mut found);
        each(xs, &found);
    });
}

/// Calls `each` with x and x · Φ(x).
#[inline(always)]
fn gelu_of<I: Instructions>(simd: I, mut each: impl FnMut(&Line, &Line)) {
    for sign in [1.0, -1.0] {
        floats(sign, GELU_GREATEST, |xs| {
            let mut found = [0.0; 16];
            gelu(simd, simd.load(xs)).store(&mut found);
            each(xs, &found);
        });
    }
}

/// A sum of results that changes with each bit of any of them.
#[derive(Default)]
struct Digest([u32; 16]);

impl Digest {
    fn add(&mut self, line: &Line) {
        for (sum, number) in self.0.iter_mut().zip(line) {
            *sum = (*sum ^ number.to_bits()).wrapping_mul(0x0100_0193);
        }
    }

    fn sum(&self) -> u32 {
        self.0.iter().fold(0, |all, sum| (all ^ sum).wrapping_mul(0x0100_0193))
    }
}

/// Returns digests of e^x and x · Φ(x).
#[inline(always)]
fn digests<I: Instructions>(simd: I) -> [u32; 2] {
    let (mut of_exp, mut of_gelu) = (Digest::default(), Digest::default());
    exp_of(simd, |_, found| of_exp.add(found));
    gelu_of(simd, |_, found| of_gelu.add(found));
    [of_exp.sum(), of_gelu.sum()]
}

/// Returns the greatest errors: of e^x in relation to it, and of x · Φ(x) in relation to what is
/// allowed.
#[inline(always)]
fn errors<I: Instructions>(simd: I) -> [f64; 2] {
    let (table, mut worst) = (Normal::new(), [0.0_f64; 2]);
    exp_of(simd, |xs, found| {
        for (x, found) in xs.iter().zip(found) {
            let wanted = f64::from(x.max(-87.0)).exp();
            worst[0] = worst[0].max((f64::from(*found) - wanted).abs() / wanted);
        }
    });
    gelu_of(simd, |xs, found| {
        for (x, found) in xs.iter().zip(found) {
            let x = f64::from(*x);
            let off = (f64::from(*found) - x * table.at(x)).abs();
            worst[1] = worst[1].max(off / 1e-5_f64.max(3e-6 * x.abs()));
        }
    });
    worst
}

/// Compiles both for some instructions: else each instruction is a call.
macro_rules! compile {
    ($set:ident, $features:literal, $digests:ident, $errors:ident) => {
        #[target_feature(enable = $features)]
        fn $digests(simd: $set) -> [u32; 2] {
            digests(simd)
        }

        #[target_feature(enable = $features)]
        fn $errors(simd: $set) -> [f64; 2] {
            errors(simd)
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile!(Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma", digests_avx512, errors_avx512);
#[cfg(target_arch = "x86_64")]
compile!(Avx2, "avx2,fma", digests_avx2, errors_avx2);
#[cfg(target_arch = "aarch64")]
compile!(Neon, "neon,dotprod", digests_neon, errors_neon);

/// Calls a function that was compiled for some instructions, if there are such.
macro_rules! call {
    ($set:ident, $function:ident) => {
        // SAFETY: a value of the set proves that the processor has the instructions.
        $set::detect().map(|simd| unsafe { $function(simd) })
    };
}

/// The lanes of AVX-VNNI are those of AVX2. The portable set would take an hour.
#[test]
#[ignore = "takes half a minute"]
fn all_instruction_sets_give_the_same_bits() {
    #[cfg(target_arch = "x86_64")]
    let found = [call!(Avx512, digests_avx512), call!(Avx2, digests_avx2)];
    #[cfg(target_arch = "aarch64")]
    let found = [call!(Neon, digests_neon)];
    for digests in found.into_iter().flatten() {
        assert_eq!(digests, [774_130_767, 3_447_163_355]);
    }
}

#[test]
#[ignore = "takes half a minute"]
fn both_functions_are_near() {
    #[cfg(target_arch = "x86_64")]
    let found = call!(Avx512, errors_avx512).or_else(|| call!(Avx2, errors_avx2));
    #[cfg(target_arch = "aarch64")]
    let found = call!(Neon, errors_neon);
    let Some([of_exp, of_gelu]) = found else { return };
    assert!(of_exp < 3e-7, "e^x is off by {of_exp} of the value");
    assert!(of_gelu < 1.0, "x · Φ(x) is off by {of_gelu} of what it may be");
}

/// Φ from a table, with an error below 1e-9: exactly, four billion of them would take an hour.
struct Normal(Vec<[f64; 2]>);

/// Number of values in the table for each unit of x.
const STEPS: f64 = 1024.0;
/// Where Φ is 1, but for less than 1e-9.
const END: f64 = 6.0;

impl Normal {
    /// Computes the table.
    fn new() -> Self {
        let density = |x: f64| (-x * x / 2.0).exp() / TAU.sqrt();
        let values = (0..=(END * STEPS) as i32).map(|number| f64::from(number) / STEPS);
        Self(values.map(|x| [normal(x), density(x)]).collect())
    }

    /// Returns Φ(x), by Taylor's formula from the nearest value.
    fn at(&self, x: f64) -> f64 {
        let distance = x.abs();
        let above = if distance < END {
            let number = (distance * STEPS).round();
            let (from, step) = (number / STEPS, distance - number / STEPS);
            let [value, density] = self.0[number as usize];
            let bend = -from / 2.0 + step * (from * from - 1.0) / 6.0;
            value + density * step * (1.0 + step * bend)
        } else {
            1.0
        };
        if x < 0.0 { 1.0 - above } else { above }
    }
}
