//! Stored form of a vector, with ten bits per dimension. Everything else can be derived from it.
//!
//! Scoring every vector by its code finds .99 and more of the ten nearest in single precision;
//! eight bits per dimension find .98.

use super::kernel::Kernel;
use super::layout::{FINE_BITS, FINE_MASK, QUARTERS};
use super::rotate;

/// Bytes before the steps: the size of one step, as a little-endian `f32`.
const SCALE_BYTES: usize = 4;

const STEPS_MAX: f32 = 511.0;

/// Value of the high byte's unit, in steps.
const COARSE_STEP: i16 = 1 << FINE_BITS;

/// Encodes a vector for storage: rotates it and rounds it to 1,023 steps between plus and minus its
/// largest component. A vector that is not finite becomes all zeros.
pub fn encode(vector: &[f32]) -> Vec<u8> {
    let rotated = rotate(vector);
    let largest = rotated.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
    let scale = if largest.is_normal() { largest / STEPS_MAX } else { 0.0 };
    let per_step = if scale > 0.0 { scale.recip() } else { 0.0 };
    let steps: Vec<i16> = rotated.iter().map(|x| nearest(x * per_step) as i16).collect();
    let quarter = steps.len() / QUARTERS;
    let mut bytes = Vec::with_capacity(Code::bytes(steps.len()));
    bytes.extend(scale.to_le_bytes());
    bytes.extend(steps.iter().map(|step| (step >> FINE_BITS) as u8));
    let fine = |step: i16| step as u8 & FINE_MASK;
    bytes.extend((0..quarter).map(|at| {
        let parts = steps[at..].iter().step_by(quarter).enumerate();
        parts.map(|(part, &step)| fine(step) << (FINE_BITS * part)).sum::<u8>()
    }));
    bytes
}

/// Offsets a value so that truncation rounds it to the nearest; unlike `round`, this is no function
/// call.
pub(super) fn nearest(x: f32) -> f32 {
    x + 0.5_f32.copysign(x)
}

/// A stored vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Code<'a> {
    /// Size of one step.
    pub scale: f32,
    /// High bits of the steps: a signed byte per component of the rotated vector.
    coarse: &'a [u8],
    /// Two low bits of the steps: byte i packs those of component i of each quarter.
    fine: &'a [u8],
}

impl<'a> Code<'a> {
    /// Parses the output of [`encode`] for a vector of this padded length; `None` when it is
    /// damaged.
    pub fn read(bytes: &'a [u8], padded: usize) -> Option<Self> {
        let (scale, steps) = bytes.split_first_chunk::<SCALE_BYTES>()?;
        let scale = f32::from_le_bytes(*scale);
        let (coarse, fine) = steps.split_at_checked(padded)?;
        let whole = fine.len() * QUARTERS == padded;
        (scale.is_finite() && whole).then_some(Self { scale, coarse, fine })
    }

    /// Returns the padded length of the vector.
    pub fn length(self) -> usize {
        self.coarse.len()
    }

    /// Returns the size in bytes of a code for a vector of this padded length.
    pub const fn bytes(padded: usize) -> usize {
        SCALE_BYTES + padded + padded / QUARTERS
    }

    /// Returns the padded length of the vector in these bytes.
    pub fn padded(bytes: &[u8]) -> usize {
        bytes.len().saturating_sub(SCALE_BYTES) / (QUARTERS + 1) * QUARTERS
    }

    /// Returns the components of the rotated vector.
    pub fn components(self) -> impl Iterator<Item = f32> + 'a {
        let quarters = self.coarse.chunks_exact(self.fine.len().max(1)).enumerate();
        quarters.flat_map(move |(part, coarse)| {
            coarse.iter().zip(self.fine).map(move |(coarse, fine)| {
                let fine = fine >> (FINE_BITS * part) & FINE_MASK;
                let steps = i16::from(coarse.cast_signed()) * COARSE_STEP + i16::from(fine);
                f32::from(steps) * self.scale
            })
        })
    }

    /// Returns the dot product of a query's steps and the code's steps.
    pub(super) fn dot(self, kernel: Kernel, query: &[i16]) -> f32 {
        let [coarse, fine] = kernel.dot(query, self.coarse, self.fine);
        coarse as f32 * f32::from(COARSE_STEP) + fine as f32
    }
}

/// Returns the mean of rotated vectors of this padded length; zeros when there are none.
pub fn centre_of<'a>(codes: impl Iterator<Item = Code<'a>>, padded: usize) -> Vec<f32> {
    let mut centre = vec![0.0; padded];
    let mut count = 0.0_f32;
    for code in codes {
        for (sum, x) in centre.iter_mut().zip(code.components()) {
            *sum += x;
        }
        count += 1.0;
    }
    for sum in &mut centre {
        *sum /= count.max(1.0);
    }
    centre
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vector::samples::{dot, vector};

    proptest! {
        #[test]
        fn what_is_stored_is_close_to_the_vector(x in vector(384), y in vector(384)) {
            let (x_bytes, y_bytes) = (encode(&x), encode(&y));
            let decoded = |bytes: &[u8]| -> Vec<f32> {
                Code::read(bytes, 384).expect("just written").components().collect()
            };
            let found = dot(&decoded(&x_bytes), &decoded(&y_bytes));
            prop_assert!((found - dot(&x, &y)).abs() < 1.5e-3);
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let padded = Code::padded(&bytes);
            if let Some(code) = Code::read(&bytes, padded) {
                prop_assert_eq!(code.components().count(), padded);
            }
            prop_assert_eq!(Code::read(&bytes, padded + 1), None);
        }
    }

    #[test]
    fn what_is_not_finite_is_stored_as_nothing() {
        for odd in [f32::NAN, f32::INFINITY, 0.0] {
            let bytes = encode(&[odd; 64]);
            let code = Code::read(&bytes, 64).expect("just written");
            assert!(code.components().all(|x| x == 0.0), "{odd}");
        }
    }

    #[test]
    fn the_centre_is_the_mean() {
        let (a, b) = (encode(&[1.0; 64]), encode(&[3.0; 64]));
        let codes = [&a, &b].map(|bytes| Code::read(bytes, 64).expect("just written"));
        let expected = rotate(&[2.0; 64]);
        for (x, y) in centre_of(codes.into_iter(), 64).into_iter().zip(expected) {
            assert!((x - y).abs() < 0.2, "{x} {y}");
        }
        assert_eq!(centre_of([].into_iter(), 64), [0.0; 64]);
    }
}
