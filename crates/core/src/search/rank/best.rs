//! The best of many matching turns, in a heap of fixed size.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A matching turn. Orders from worst to best; of equal scores, the older turn is less.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedDocument {
    /// Fused score.
    pub score: f64,
    /// Id of the item.
    pub item: i64,
    /// Position in the collection.
    pub at: u32,
}

impl Eq for RankedDocument {}

impl Ord for RankedDocument {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(self.item.cmp(&other.item))
    }
}

impl PartialOrd for RankedDocument {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The best of the turns added so far, up to a fixed number.
pub struct Best {
    room: usize,
    places: BinaryHeap<Reverse<RankedDocument>>,
}

impl Best {
    /// Creates an empty collection for at most `room` turns.
    pub fn of(room: usize) -> Self {
        Self { room, places: BinaryHeap::new() }
    }

    /// Whether a turn would be among the best so far.
    pub(super) fn takes(&self, place: &RankedDocument) -> bool {
        self.places.len() < self.room
            || self.places.peek().is_some_and(|Reverse(worst)| place >= worst)
    }

    /// Adds a turn if it is among the best so far.
    pub fn add(&mut self, place: RankedDocument) {
        if !self.takes(&place) {
            return;
        }
        if self.places.len() == self.room {
            self.places.pop();
        }
        self.places.push(Reverse(place));
    }

    /// Returns the turns, best first.
    pub fn into_sorted(self) -> Vec<RankedDocument> {
        self.places.into_sorted_vec().into_iter().map(|Reverse(place)| place).collect()
    }
}
