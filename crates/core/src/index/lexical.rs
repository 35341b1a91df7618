//! Full-text ranking: BM25 of each item, its neighbourhood and its group, from one set of postings.
//!
//! An item alone is often too small a unit: the question is in one item and the answer in the next.
//! So each term is counted at three levels (the item, the item with its neighbours, the whole
//! group), and each level is scored as a separate document.
//!
//! The cost of a term is proportional to its postings: only items that contain it, and their
//! neighbours, are visited. All terms score one stretch of groups before the next stretch begins.

use std::ops::Range;

use crate::index::bm25::{Bm25, Scorer, rarity};
use crate::index::collection::{Collection, Posting};
use crate::index::document::Document;
use crate::index::postings::Counts;
use crate::index::sparse::Sparse;
use crate::index::when::When;

// Chosen among a few values on the development sets; see `bench/RESULTS.md`.
const ITEM: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const NEIGHBOURHOOD: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const GROUP: Bm25 = Bm25 { k1: 1.2, b: 0.75 };
/// The head states what an item is about.
const HEAD_WEIGHT: u32 = 2;
/// Weighted count of a term that occurs once in the head and once in the body.
const FULL: f64 = HEAD_WEIGHT as f64 + 1.0;

/// Scores of an item that contains a word of the query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Words {
    /// BM25 score of the item.
    pub item: f64,
    /// BM25 score of the head only.
    pub head: f64,
    /// Share of the query's total rarity that the item contains, 0 to 1.
    pub coverage: f64,
}

/// A term of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Inverse document frequency: the logarithm of how few items contain the term.
    pub rarity: f64,
    /// Weight of the term relative to the other terms of the query.
    pub weight: f64,
    /// Number of items that contain the term.
    pub items: usize,
}

/// Full-text scores of a query for all items.
#[derive(Debug, Clone, Default)]
pub struct Lexical {
    /// Scores of the items that contain a term, by position in the collection.
    pub words: Sparse<Words>,
    /// BM25 score of each item with its neighbours, by position.
    pub neighbourhoods: Vec<f64>,
    /// BM25 score of each group, by index in [`Collection::groups`].
    pub groups: Vec<f64>,
    /// Score of each item for the times named in the query, by position; empty when the query names
    /// none.
    pub when: Vec<f64>,
    /// Terms of the query, in order.
    pub terms: Vec<Term>,
    /// Score of an item of average length that contains every term once in the head and once in the
    /// body.
    pub full: f64,
}

impl Lexical {
    /// Returns the scores of an item; zeros when it contains no term.
    pub fn words(&self, at: usize) -> Words {
        self.words.get(at).copied().unwrap_or_default()
    }

    /// Returns an item's score for the times named in the query.
    pub fn when(&self, at: usize) -> f64 {
        self.when.get(at).copied().unwrap_or_default()
    }

    /// Returns the score of a group from the view of one of its items, including that item's time
    /// score.
    pub fn group(&self, group: usize, at: usize) -> f64 {
        with_time(self.groups[group], self.when(at))
    }
}

/// Adds a time score to a text score.
fn with_time(score: f64, when: f64) -> f64 {
    // A time match alone is not a hit.
    if score > 0.0 { score + when } else { score }
}

/// A term with its postings in the order of their positions, and its value at each level: its
/// rarity at that level times its weight.
struct Held {
    postings: Vec<Posting>,
    item: f64,
    neighbourhood: f64,
    group: f64,
}

/// Scores a collection by query terms.
pub struct Scoring<'a> {
    collection: &'a Collection,
    terms: Vec<Term>,
    held: Vec<Held>,
}

impl<'a> Scoring<'a> {
    /// Creates a scoring without terms.
    pub fn of(collection: &'a Collection) -> Self {
        Self { collection, terms: Vec::new(), held: Vec::new() }
    }

    /// Adds a term with its postings, one per item.
    pub fn add(&mut self, mut postings: Vec<Posting>, weight: f64) {
        // Ids mostly arrive in the order of positions, which makes the sort fast.
        postings.sort_by_key(|posting| posting.at);
        let collection = self.collection;
        let (items, groups) = (collection.documents().len(), collection.groups().len());
        let rarity_of_items = rarity(items, postings.len());
        self.terms.push(Term { rarity: rarity_of_items, weight, items: postings.len() });
        self.held.push(Held {
            item: weight * rarity_of_items,
            neighbourhood: weight * rarity(items, neighbourhoods(collection, &postings)),
            group: weight * rarity(groups, groups_of(collection, &postings)),
            postings,
        });
    }

    /// Computes the scores. Each time in `when` counts as a further term, contained in the items of
    /// that time.
    pub fn finish(self, when: &When) -> Lexical {
        let Self { collection, terms, held } = self;
        let documents = collection.documents();
        let when = of_times(documents, when);
        let total: f64 = held.iter().map(|term| term.item).sum();
        let mut stretch = Stretch {
            lengths: Lengths::of(collection),
            collection,
            range: 0..0,
            words: Vec::new(),
            counts: Vec::new(),
            neighbourhoods: vec![0.0; documents.len()],
            groups: vec![0.0; collection.groups().len()],
        };
        let mut rest: Vec<&[Posting]> = held.iter().map(|term| &term.postings[..]).collect();
        let mut words = Sparse::default();
        for range in stretches(collection) {
            stretch.begin(range.clone());
            for (term, rest) in held.iter().zip(&mut rest) {
                let inside = rest.partition_point(|posting| (posting.at as usize) < range.end);
                let postings = rest.split_off(..inside).unwrap_or_default();
                stretch.add(term, postings);
            }
            let of_stretch = range.zip(&stretch.words).filter(|(_, words)| words.item > 0.0);
            for (at, &Words { item, head, coverage }) in of_stretch {
                let item = with_time(item, when.get(at).copied().unwrap_or_default());
                let coverage = coverage / total.max(f64::MIN_POSITIVE);
                words.push(at, Words { item, head, coverage });
            }
        }
        let Stretch { mut neighbourhoods, groups, .. } = stretch;
        for (score, when) in neighbourhoods.iter_mut().zip(&when) {
            *score = with_time(*score, *when);
        }
        let full = total * ITEM.over(1.0).score(1.0, FULL, 1.0);
        Lexical { words, neighbourhoods, groups, when, terms, full }
    }
}

/// A run of whole groups that all terms score together: accumulators for so few items stay in the
/// processor's caches.
struct Stretch<'a> {
    collection: &'a Collection,
    lengths: Lengths,
    /// Positions of the stretch.
    range: Range<usize>,
    /// Scores of each item in the stretch.
    words: Vec<Words>,
    /// One term's count around each item in the stretch; reset to zero after each term.
    counts: Vec<u16>,
    /// Scores of all items in the collection.
    neighbourhoods: Vec<f64>,
    /// Scores of all groups in the collection.
    groups: Vec<f64>,
}

/// Minimum length of a stretch: it ends with the group that reaches this length.
const STRETCH_ITEMS: usize = 1_024;

/// Splits a collection into stretches at group boundaries.
fn stretches(collection: &Collection) -> impl Iterator<Item = Range<usize>> {
    let mut groups = collection.groups().iter();
    std::iter::from_fn(move || {
        let start = groups.as_slice().first()?.start;
        let is_last = |group: &&Range<usize>| group.end - start >= STRETCH_ITEMS;
        let end = groups.find(is_last).map_or(collection.documents().len(), |last| last.end);
        Some(start..end)
    })
}

impl Stretch<'_> {
    fn begin(&mut self, range: Range<usize>) {
        self.words.clear();
        self.words.resize(range.len(), Words::default());
        self.counts.resize(range.len(), 0);
        self.range = range;
    }

    /// Adds a term, with its postings in this stretch.
    fn add(&mut self, term: &Held, postings: &[Posting]) {
        self.add_items(term, postings);
        self.add_neighbourhoods(term, postings);
        self.add_groups(term, postings);
    }

    fn add_items(&mut self, term: &Held, postings: &[Posting]) {
        let Lengths { item, head, .. } = self.lengths;
        let documents = self.collection.documents();
        for posting in postings {
            let at = posting.at as usize;
            let (words, document) = (&mut self.words[at - self.range.start], &documents[at]);
            let count = f64::from(weighed(posting.counts));
            words.item += item.score(term.item, count, length(document) as f64);
            let count = f64::from(posting.counts.head);
            words.head += head.score(term.item, count, f64::from(document.head_terms));
            words.coverage += term.item;
        }
    }

    fn add_neighbourhoods(&mut self, term: &Held, postings: &[Posting]) {
        let Self { collection, counts, neighbourhoods, range, .. } = self;
        for posting in postings {
            for around in collection.around(posting.at as usize) {
                let count = &mut counts[around - range.start];
                *count = count.saturating_add(weighed(posting.counts));
            }
        }
        let scorer = self.lengths.neighbourhood;
        for posting in postings {
            for around in collection.around(posting.at as usize) {
                let count = std::mem::take(&mut counts[around - range.start]);
                // The same item is in several neighbourhoods; score it once.
                if count > 0 {
                    let documents = &collection.documents()[collection.around(around)];
                    let length: u64 = documents.iter().map(length).sum();
                    neighbourhoods[around] +=
                        scorer.score(term.neighbourhood, f64::from(count), length as f64);
                }
            }
        }
    }

    fn add_groups(&mut self, term: &Held, postings: &[Posting]) {
        let group = |posting: &Posting| self.collection.group_of(posting.at as usize);
        for postings in postings.chunk_by(|a, b| group(a) == group(b)) {
            let group = group(&postings[0]);
            let count: u64 = postings.iter().map(|p| u64::from(weighed(p.counts))).sum();
            let length = self.lengths.groups[group] as f64;
            self.groups[group] += self.lengths.group.score(term.group, count as f64, length);
        }
    }
}

/// Returns the number of items that contain a term or are a neighbour of one that does.
fn neighbourhoods(collection: &Collection, postings: &[Posting]) -> usize {
    let (mut count, mut end) = (0, 0);
    for posting in postings {
        let around = collection.around(posting.at as usize);
        count += around.end - around.start.max(end);
        end = around.end;
    }
    count
}

/// Returns the number of groups that contain a term.
fn groups_of(collection: &Collection, postings: &[Posting]) -> usize {
    let group = |posting: &Posting| collection.group_of(posting.at as usize);
    postings.chunk_by(|a, b| group(a) == group(b)).count()
}

/// Returns each item's score for the times named in a query; empty when it names none.
fn of_times(documents: &[Document], when: &When) -> Vec<f64> {
    let mut worth = Vec::new();
    for named in when.named() {
        worth.resize(documents.len(), 0.0);
        let holds = |document: &Document| when.holds(named, document.started_at_ms);
        let holding = documents.iter().filter(|document| holds(document)).count();
        let rarity = rarity(documents.len(), holding);
        for (worth, document) in worth.iter_mut().zip(documents) {
            *worth += if holds(document) { rarity } else { 0.0 };
        }
    }
    worth
}

/// Returns the weighted frequency of a term in an item.
fn weighed(counts: Counts) -> u16 {
    HEAD_WEIGHT as u16 * u16::from(counts.head) + u16::from(counts.body)
}

/// Returns the weighted number of terms in an item.
fn length(item: &Document) -> u64 {
    u64::from(HEAD_WEIGHT) * u64::from(item.head_terms) + u64::from(item.body_terms)
}

/// Lengths of groups, and a BM25 scorer with the average length for each level.
struct Lengths {
    groups: Vec<u64>,
    item: Scorer,
    head: Scorer,
    neighbourhood: Scorer,
    group: Scorer,
}

impl Lengths {
    fn of(collection: &Collection) -> Self {
        let documents = collection.documents();
        // Integer sums are exact in any order.
        let (mut items, mut heads, mut neighbourhoods) = (0, 0, 0);
        let groups = collection.groups().iter().map(|range| {
            let mut group = 0;
            for at in range.clone() {
                let length = length(&documents[at]);
                group += length;
                heads += u64::from(documents[at].head_terms);
                // An item counts in its own neighbourhood and in that of each neighbour.
                neighbourhoods += length * collection.around(at).len() as u64;
            }
            items += group;
            group
        });
        let groups: Vec<u64> = groups.collect();
        let average = |total: u64, of: usize| total as f64 / of.max(1) as f64;
        Self {
            item: ITEM.over(average(items, documents.len())),
            head: ITEM.over(average(heads, documents.len())),
            neighbourhood: NEIGHBOURHOOD.over(average(neighbourhoods, documents.len())),
            group: GROUP.over(average(items, groups.len())),
            groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::samples::collection;

    /// Scores terms that each occur once in the heads of some items.
    fn scored(collection: &Collection, terms: &[&[u32]]) -> Lexical {
        let mut scoring = Scoring::of(collection);
        for items in terms {
            let posting = |&at| Posting { at, counts: Counts::new(1, 0) };
            scoring.add(items.iter().map(posting).collect(), 1.0);
        }
        scoring.finish(&When::default())
    }

    #[test]
    fn a_term_counts_for_its_item_its_neighbours_and_its_group() {
        let items = collection(&[(1, 1, false), (2, 1, false), (3, 1, false), (4, 2, false)]);
        let found = scored(&items, &[&[0]]);
        let scored = |scores: &[f64]| scores.iter().map(|score| *score > 0.0).collect::<Vec<_>>();
        assert_eq!(found.words.positions().collect::<Vec<_>>(), [0]);
        assert_eq!(scored(&found.neighbourhoods), [true, true, false, false]);
        assert_eq!(scored(&found.groups), [true, false]);
    }

    #[test]
    fn coverage_is_the_share_of_the_rarity() {
        let items = collection(&[(1, 1, false), (2, 2, false), (3, 3, false)]);
        let found = scored(&items, &[&[0], &[0, 1, 2], &[]]);
        let coverage = |at: usize| found.words(at).coverage;
        assert!(coverage(0) > 2.0 * coverage(1) && coverage(0) < 1.0);
        let rarity = |at: usize| found.terms[at].rarity;
        assert!(rarity(2) > rarity(0) && rarity(0) > rarity(1));
    }

    #[test]
    fn nothing_to_search_is_nothing_found() {
        let found = scored(&Collection::default(), &[&[]]);
        assert!(found.words.values().is_empty() && found.groups.is_empty());
    }
}
