//! Vectors for tests.

use proptest::prelude::*;

/// Returns the dot product of two vectors.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Returns the vector scaled to length one.
pub fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = dot(&vector, &vector).sqrt().max(1e-9);
    for x in &mut vector {
        *x /= length;
    }
    vector
}

/// Generates unit vectors of this many dimensions.
pub fn vector(dimensions: usize) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-1.0_f32..1.0, dimensions).prop_map(unit)
}
