//! Selection of the best candidates by estimated similarity.

use super::kernel::Scores;
use super::layout::{GROUP, item_at};

/// A vector that may be among the best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorCandidate {
    /// Slot of the vector.
    pub slot: i64,
    /// Item of the vector.
    pub item: u32,
    /// Estimated similarity.
    pub estimate: f32,
}

/// Keeps the best of the offered candidates.
#[derive(Debug)]
pub struct Candidates {
    kept: Vec<VectorCandidate>,
    limit: usize,
    threshold: f32,
}

impl Candidates {
    /// Creates a selection of at most `limit` candidates.
    pub fn new(limit: usize) -> Self {
        Self { kept: Vec::new(), limit: limit.max(1), threshold: f32::NEG_INFINITY }
    }

    /// Returns the estimate that a new candidate must exceed.
    pub fn threshold(&self) -> f32 {
        self.threshold
    }

    /// Adds the places above the threshold in some groups whose first slot is `first`.
    pub fn offer(&mut self, groups: &[u8], padded: usize, first: i64, scores: &Scores) {
        for (number, &above) in scores.above().iter().enumerate() {
            let mut above = above;
            while above != 0 {
                let place = number * GROUP + above.trailing_zeros() as usize;
                above &= above - 1;
                let estimate = scores.values()[place];
                if estimate > self.threshold {
                    let item = item_at(groups, padded, place).unwrap_or_default();
                    self.kept.push(VectorCandidate { slot: first + place as i64, item, estimate });
                }
            }
            // Prune only now and then: it costs as much as visiting all kept candidates.
            if self.kept.len() >= 2 * self.limit + GROUP {
                self.keep_best();
            }
        }
    }

    /// Returns the best candidates in the order of their slots.
    pub fn into_best(mut self) -> Vec<VectorCandidate> {
        self.keep_best();
        self.kept.sort_unstable_by_key(|candidate| candidate.slot);
        self.kept
    }

    fn keep_best(&mut self) {
        if self.kept.len() > self.limit {
            let by_estimate =
                |a: &VectorCandidate, b: &VectorCandidate| b.estimate.total_cmp(&a.estimate);
            let (_, last, _) = self.kept.select_nth_unstable_by(self.limit - 1, by_estimate);
            self.threshold = last.estimate;
            self.kept.truncate(self.limit);
        }
    }
}
