//! Synthetic embeddings: unit vectors in clusters, like those of texts about a topic.

use crate::random::Random;

/// Dimensions of the bundled model.
pub const DIMENSIONS: usize = 384;
const CLUSTERS: usize = 1_000;
/// Length of the noise relative to the cluster's centre. At 1, two vectors of a cluster have a
/// cosine of about one half, like two chunks about the same subject.
const SPREAD: f32 = 1.0;

const CENTRES: u64 = 1;
const STORED: u64 = 2;
const ASKED: u64 = 3;

/// The clusters. Each vector can be generated independently of the others.
pub struct Synthetic {
    centres: Vec<f32>,
}

impl Synthetic {
    /// Generates the cluster centres.
    pub fn new() -> Self {
        let mut centres = Vec::with_capacity(CLUSTERS * DIMENSIONS);
        for cluster in 0..CLUSTERS {
            let mut random = Random::of(CENTRES, cluster as u64);
            let mut centre: Vec<f32> = (0..DIMENSIONS).map(|_| random.noise()).collect();
            normalise(&mut centre);
            centres.extend(centre);
        }
        Self { centres }
    }

    /// Returns a stored vector.
    pub fn stored(&self, index: u64) -> Vec<f32> {
        self.near(Random::of(STORED, index))
    }

    /// Returns a query vector: of the same clusters but not stored.
    pub fn asked(&self, index: u64) -> Vec<f32> {
        self.near(Random::of(ASKED, index))
    }

    fn near(&self, mut random: Random) -> Vec<f32> {
        let cluster = random.between(0, CLUSTERS - 1);
        let centre = &self.centres[cluster * DIMENSIONS..][..DIMENSIONS];
        let noise = SPREAD / (DIMENSIONS as f32).sqrt();
        let mut vector: Vec<f32> = centre.iter().map(|x| x + noise * random.noise()).collect();
        normalise(&mut vector);
        vector
    }
}

fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    for x in vector {
        *x /= length;
    }
}

/// Returns a vector as the peers store it: little-endian floats.
pub fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|x| x.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::dot;

    #[test]
    fn vectors_are_of_length_one_and_repeat() {
        let synthetic = Synthetic::new();
        let vector = synthetic.stored(41);
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-4);
        assert_eq!(vector, Synthetic::new().stored(41));
        assert_ne!(vector, synthetic.asked(41));
        assert_eq!(bytes(&vector).len(), 4 * DIMENSIONS);
    }

    #[test]
    fn those_of_one_cluster_lie_together() {
        let synthetic = Synthetic::new();
        let query = synthetic.asked(0);
        let mut found: Vec<f32> = (0..20_000).map(|i| dot(&query, &synthetic.stored(i))).collect();
        found.sort_by(|a, b| b.total_cmp(a));
        assert!(found[0] > 0.45 && found[1_000] < 0.3, "{} {}", found[0], found[1_000]);
    }
}
