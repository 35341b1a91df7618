//! Lookup tables of a query, for the kernels.

use super::layout::FACTOR_STEP;

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
    /// Makes the tables of a residual; `base` is zero.
    pub(super) fn new(residual: &[f32]) -> Self {
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
