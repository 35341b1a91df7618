//! Exact nearest neighbours in single precision, as the ground truth for recall.

use crate::vectors::Vectors;

/// Returns the dot product of two vectors.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Independent partial sums, because the compiler may not reorder float additions.
    let mut sums = [0.0_f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for (sum, (x, y)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += x * y;
        }
    }
    sums.iter().sum()
}

/// Returns the indices of the `k` stored vectors among `indices` that are nearest to each query, in
/// any order.
pub fn nearest(
    vectors: &Vectors,
    queries: &[Vec<f32>],
    indices: impl Iterator<Item = u64>,
    k: usize,
) -> Vec<Vec<u64>> {
    let mut best: Vec<Vec<(f32, u64)>> = vec![Vec::with_capacity(k + 1); queries.len()];
    for index in indices {
        let vector = vectors.stored(index);
        for (query, best) in queries.iter().zip(&mut best) {
            let similarity = dot(query, &vector);
            let worst = best.last().map_or(f32::MIN, |(similarity, _)| *similarity);
            if best.len() < k || similarity > worst {
                let at = best.partition_point(|(known, _)| *known >= similarity);
                best.insert(at, (similarity, index));
                best.truncate(k);
            }
        }
    }
    best.into_iter().map(|best| best.into_iter().map(|(_, index)| index).collect()).collect()
}

/// Returns the share of the true neighbours that were found.
pub fn recall(truth: &[u64], found: &[u64]) -> f64 {
    let right = truth.iter().filter(|index| found.contains(index)).count();
    right as f64 / truth.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::Synthetic;

    #[test]
    fn the_nearest_are_those_of_a_sort() {
        let vectors = Vectors::Invented(Synthetic::new());
        let query = vectors.asked(5);
        let mut sorted: Vec<u64> = (0..500).collect();
        sorted.sort_by(|&a, &b| {
            let of = |index| dot(&query, &vectors.stored(index));
            of(b).total_cmp(&of(a))
        });
        let found = nearest(&vectors, &[query], 0..500, 10);
        assert_eq!(found, [&sorted[..10]]);
        assert!((recall(&sorted[..10], &sorted[5..15]) - 0.5).abs() < 1e-9);
    }
}
