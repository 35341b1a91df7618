//! Query vectors, prepared for the kernels.

use super::code::nearest;
use super::kernel::{FACTOR_STEP, Kernel, OFFSET_MIN};
use super::{Code, rotate};

/// A rotated query vector.
#[derive(Debug, Clone)]
pub struct Query {
    rotated: Vec<f32>,
    /// The rotated vector in steps of `scale`, as fine as a 32-bit sum of products allows.
    steps: Vec<i16>,
    scale: f32,
}

impl Query {
    /// Prepares a unit vector.
    pub fn new(vector: &[f32]) -> Self {
        let rotated = rotate(vector);
        let largest = rotated.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        let steps_max = i32::MAX / (128 * rotated.len().max(1) as i32);
        let steps_max = steps_max.min(i32::from(i16::MAX)) as f32;
        let scale = if largest.is_normal() { largest / steps_max } else { 1.0 };
        let per_step = scale.recip();
        let steps = rotated.iter().map(|x| nearest(x * per_step) as i16).collect();
        Self { rotated, steps, scale }
    }

    /// Returns the padded length of the vectors that it can be compared with.
    pub fn padded(&self) -> usize {
        self.rotated.len()
    }

    /// Returns the dot product with a stored vector; for unit vectors, their cosine similarity.
    pub fn similarity(&self, kernel: Kernel, code: Code) -> f32 {
        code.dot(kernel, &self.steps) * self.scale * code.scale
    }

    /// Returns the lookup tables for blocks with this centre.
    pub fn tables(&self, centre: &[f32]) -> Tables {
        let residual: Vec<f32> = self.rotated.iter().zip(centre).map(|(q, c)| q - c).collect();
        let base: f32 = self.rotated.iter().zip(centre).map(|(q, c)| q * c).sum();
        let mut tables = Tables::new(&residual);
        tables.base = base + OFFSET_MIN;
        tables
    }
}

/// Lookup tables: for every four components of a query, the values of the sixteen combinations of
/// four signs. Their sum gives a similarity:
/// `base + offset * OFFSET_STEP + factor * (slope * sum - bias)`.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Sixteen bytes per four components.
    pub(super) bytes: Vec<u8>,
    pub(super) base: f32,
    pub(super) slope: f32,
    pub(super) bias: f32,
}

impl Tables {
    fn new(residual: &[f32]) -> Self {
        // Each table spans from minus to plus the sum of its four magnitudes.
        let spans: Vec<f32> =
            residual.chunks_exact(4).map(|four| four.iter().map(|x| x.abs()).sum()).collect();
        let widest = spans.iter().copied().fold(0.0_f32, f32::max);
        // The sum of one byte from each table must fit into 16 bits.
        let most = (usize::from(u16::MAX) / spans.len().max(1)).min(255) as f32;
        let per_step = if widest.is_normal() { most / (2.0 * widest) } else { 0.0 };
        let mut bytes = Vec::with_capacity(16 * spans.len());
        for four in residual.as_chunks::<4>().0 {
            // Adding one half makes truncation round to the nearest.
            bytes.extend(sums_above_least(four).map(|sum| (sum * per_step + 0.5) as u8));
        }
        let step = if per_step > 0.0 { per_step.recip() } else { 0.0 };
        let bias = spans.iter().sum::<f32>() * FACTOR_STEP;
        Self { bytes, base: 0.0, slope: step * FACTOR_STEP, bias }
    }
}

/// Returns the sum of four numbers under each combination of signs, minus the smallest such sum.
fn sums_above_least(four: &[f32; 4]) -> [f32; 16] {
    let mut sums = [0.0; 16];
    for (at, x) in four.iter().enumerate() {
        let (minus, plus) = (2.0 * (-x).max(0.0), 2.0 * x.max(0.0));
        for (signs, sum) in sums.iter_mut().enumerate() {
            *sum += if signs >> at & 1 == 1 { plus } else { minus };
        }
    }
    sums
}
