//! Vectors of queries, prepared for the kernels.

use super::code::nearest;
use super::kernel::Kernel;
use super::layout::OFFSET_MIN;
use super::tables::Tables;
use super::{Code, rotate};

/// A rotated query vector.
#[derive(Debug, Clone)]
pub struct VectorQuery {
    rotated: Vec<f32>,
    /// The rotated vector in steps of `scale`, as fine as a 32-bit sum of products allows.
    steps: Vec<i16>,
    scale: f32,
}

impl VectorQuery {
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
