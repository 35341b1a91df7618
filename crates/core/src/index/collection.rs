//! The items that a search ranks, in ranking order.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::index::document::Document;
use crate::index::postings::{self, BLOCK_ITEMS, Counts, block_of, place_of};

/// All items in scope, grouped, and within a group in order of time. A standalone item is its own
/// group.
#[derive(Debug, Default)]
pub struct Collection {
    documents: Vec<Document>,
    /// Positions, by block and place of the item's id.
    positions: BTreeMap<i64, Box<[u32; BLOCK_ITEMS]>>,
    /// Whether an item is a neighbour of the previous one; has one extra element at the end.
    follows: Vec<bool>,
    groups: Vec<Range<usize>>,
    /// Index in `groups` of each item's group.
    group_of: Vec<u32>,
}

/// Returns the key of an item's group; items of different kinds never share a group.
fn group(item: &Document) -> u64 {
    u64::from(item.kind.number()) << 32 | u64::from(item.group)
}

/// Returns the key of the part of a group within which items are neighbours.
fn row(item: &Document) -> u64 {
    group(item) << 1 | u64::from(item.secondary)
}

/// Marks an id that is not in scope.
const NOWHERE: u32 = u32::MAX;

impl Collection {
    /// Sorts the items in scope, at most 2^32 - 1.
    pub fn new(mut documents: Vec<Document>) -> Self {
        // Secondary items are kept apart from the others of their group. Ids mostly arrive in this
        // order, which makes the stable sort fast.
        documents.sort_by_key(|item| (row(item), item.started_at_ms, item.item));
        let mut positions = BTreeMap::new();
        let mut at = 0;
        for run in documents.chunk_by(|a, b| block_of(a.item) == block_of(b.item)) {
            let nowhere = || Box::new([NOWHERE; BLOCK_ITEMS]);
            let of_block = positions.entry(block_of(run[0].item)).or_insert_with(nowhere);
            for document in run {
                of_block[place_of(document.item)] = at;
                at += 1;
            }
        }
        let beside = documents.windows(2).map(|pair| row(&pair[0]) == row(&pair[1]));
        let follows = std::iter::once(false).chain(beside).chain([false]).collect();
        let mut groups = Vec::new();
        let mut group_of: Vec<u32> = Vec::with_capacity(documents.len());
        for run in documents.chunk_by(|a, b| group(a) == group(b)) {
            let range = group_of.len()..group_of.len() + run.len();
            group_of.resize(range.end, groups.len() as u32);
            groups.push(range);
        }
        Self { documents, positions, follows, groups, group_of }
    }

    /// Returns the items.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns the position of an item.
    pub fn position(&self, item: i64) -> Option<usize> {
        let at = self.positions.get(&block_of(item))?[place_of(item)];
        (at != NOWHERE).then_some(at as usize)
    }

    /// Returns the positions of an item and its neighbours.
    pub fn around(&self, at: usize) -> Range<usize> {
        at - usize::from(self.follows[at])..at + 1 + usize::from(self.follows[at + 1])
    }

    /// Returns the positions of an item's neighbours.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        self.around(at).filter(move |&beside| beside != at)
    }

    /// Returns the position range of each group.
    pub fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// Returns the index of an item's group in [`Collection::groups`].
    pub fn group_of(&self, at: usize) -> usize {
        self.group_of[at] as usize
    }

    /// Appends the postings of a term in one block, as encoded by [`postings::encode`], for the
    /// items in scope.
    pub fn locate(&self, block: i64, bytes: &[u8], found: &mut Vec<Posting>) {
        let Some(positions) = self.positions.get(&block) else { return };
        let located = postings::decode(bytes).map(|(place, counts)| {
            let at = positions[place];
            Posting { at, counts }
        });
        found.extend(located.filter(|posting| posting.at != NOWHERE));
    }
}

/// A posting of an item in the collection.
#[derive(Debug, Clone, Copy)]
pub struct Posting {
    /// Position of the item in the collection.
    pub at: u32,
    /// Frequency of the term in the item.
    pub counts: Counts,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::samples::{collection, document};
    use crate::item::Kind;

    #[test]
    fn neighbours_are_of_one_group_and_both_secondary_or_not() {
        let items = collection(&[(3, 7, false), (1, 7, false), (2, 7, true), (4, 8, false)]);
        let order: Vec<i64> = items.documents().iter().map(|document| document.item).collect();
        assert_eq!(order, [1, 3, 2, 4]);
        let of = |item| items.neighbours(items.position(item).expect("there")).collect::<Vec<_>>();
        assert_eq!((of(1), of(3), of(2), of(4)), (vec![1], vec![0], vec![], vec![]));
    }

    #[test]
    fn items_of_two_kinds_are_of_two_groups() {
        let of_kind =
            |item, number| Document { kind: Kind::new(number), ..document(item, 7, false) };
        let items = Collection::new(vec![of_kind(1, 0), of_kind(2, 1), of_kind(3, 0)]);
        assert_eq!(items.groups(), [0..2, 2..3]);
        assert_eq!(items.position(2), Some(2));
    }

    #[test]
    fn postings_of_items_out_of_scope_are_left_out() {
        let items = collection(&[(1, 1, false), (5_000, 1, false)]);
        let bytes = postings::encode(&[1, 2].map(|place| (place, Counts::new(1, 0))).into());
        let mut found = Vec::new();
        for block in [0, 3] {
            items.locate(block, &bytes, &mut found);
        }
        assert_eq!(found.iter().map(|posting| posting.at).collect::<Vec<_>>(), [0]);
    }
}
