//! Full text: BM25 of each item, of its neighbourhood, and of its group, from one set of
//! postings.
//!
//! An item alone is often too little: the question stands in one, the answer in the next. So each
//! term is counted three times over, in the item, in the item with its neighbours, and in the whole
//! group, and each is scored as a document of its own.
//!
//! A term costs what its postings cost: only items that hold it, or stand beside one that does, are
//! touched. All terms score a stretch of groups before the next one is looked at.

use std::ops::Range;

use crate::index::bm25::{Bm25, Scorer, rarity};
use crate::index::collection::{Collection, Posting};
use crate::index::document::Document;
use crate::index::postings::Counts;
use crate::index::sparse::Sparse;
use crate::index::when::When;

// Chosen on the development sets among a few; see `bench/RESULTS.md`.
const ITEM: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const NEIGHBOURHOOD: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const GROUP: Bm25 = Bm25 { k1: 1.2, b: 0.75 };
/// The head says what an item is about.
const HEAD_WEIGHT: u32 = 2;
/// A term once in the head and once in the body.
const FULL: f64 = HEAD_WEIGHT as f64 + 1.0;

/// What the words of a query say for an item that holds one of them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Words {
    /// BM25 of the item.
    pub item: f64,
    /// BM25 of the head alone.
    pub head: f64,
    /// Share of the query's rarity that stands in the item, 0 to 1.
    pub coverage: f64,
}

/// A term of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// The logarithm of how few items hold it.
    pub rarity: f64,
    /// What it counts beside the others of its query.
    pub weight: f64,
    /// Items that hold it.
    pub items: usize,
}

/// What the words of a query say for each item.
#[derive(Debug, Clone, Default)]
pub struct Lexical {
    /// Of the items that hold a term, by position in the collection.
    pub words: Sparse<Words>,
    /// BM25 of each item with its neighbours, by position.
    pub neighbourhoods: Vec<f64>,
    /// BM25 of each group, by its place among [`Collection::groups`].
    pub groups: Vec<f64>,
    /// What the times that the query names are worth to each item of such a time, by position;
    /// empty when it names none.
    pub when: Vec<f64>,
    /// The terms of the query, in its order.
    pub terms: Vec<Term>,
    /// What an item of average length scores with every term once in the head and once in the
    /// body.
    pub full: f64,
}

impl Lexical {
    /// Returns what the words say for an item; zeros where it holds none.
    pub fn words(&self, at: usize) -> Words {
        self.words.get(at).copied().unwrap_or_default()
    }

    /// Returns what the times that the query names are worth to an item.
    pub fn when(&self, at: usize) -> f64 {
        self.when.get(at).copied().unwrap_or_default()
    }

    /// Returns the score of an item's group, as that item sees it.
    pub fn group(&self, group: usize, at: usize) -> f64 {
        with_time(self.groups[group], self.when(at))
    }
}

/// Adds what a time is worth to a score.
fn with_time(score: f64, when: f64) -> f64 {
    // Time alone finds nothing.
    if score > 0.0 { score + when } else { score }
}

/// A term with the items that hold it, in the order of their positions, and what it is worth to
/// each kind of document: its rarity there times its weight.
struct Held {
    postings: Vec<Posting>,
    item: f64,
    neighbourhood: f64,
    group: f64,
}

/// Scores a collection by terms.
pub struct Scoring<'a> {
    collection: &'a Collection,
    terms: Vec<Term>,
    held: Vec<Held>,
}

impl<'a> Scoring<'a> {
    /// Begins without terms.
    pub fn of(collection: &'a Collection) -> Self {
        Self { collection, terms: Vec::new(), held: Vec::new() }
    }

    /// Adds a term, with the items that hold it, each once.
    pub fn add(&mut self, mut postings: Vec<Posting>, weight: f64) {
        // Ids mostly come in the order of positions, which the sort makes use of.
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

    /// Returns the scores. `when` adds what the query says of time as further terms: such a time is
    /// a term that stands in the items of that time.
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

/// Whole groups that are scored together, by all terms: what is added up for so few items stays
/// in the processor's caches.
struct Stretch<'a> {
    collection: &'a Collection,
    lengths: Lengths,
    /// Its positions.
    range: Range<usize>,
    /// Of each of its items.
    words: Vec<Words>,
    /// Counts of one term around each of its items, then zero again.
    counts: Vec<u16>,
    /// Of all items.
    neighbourhoods: Vec<f64>,
    /// Of all groups.
    groups: Vec<f64>,
}

/// A stretch ends with the group that makes it this long.
const STRETCH_ITEMS: usize = 1_024;

/// Cuts a collection between groups.
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

    /// Adds a term, with those of its postings that stand here.
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
                // An item stands around several.
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

/// Returns how many items hold a term or stand beside one that does.
fn neighbourhoods(collection: &Collection, postings: &[Posting]) -> usize {
    let (mut count, mut end) = (0, 0);
    for posting in postings {
        let around = collection.around(posting.at as usize);
        count += around.end - around.start.max(end);
        end = around.end;
    }
    count
}

/// Returns how many groups hold a term.
fn groups_of(collection: &Collection, postings: &[Posting]) -> usize {
    let group = |posting: &Posting| collection.group_of(posting.at as usize);
    postings.chunk_by(|a, b| group(a) == group(b)).count()
}

/// Returns what the times that a query names are worth to each item; nothing when it names none.
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

/// How often an item holds a term, its head weighed.
fn weighed(counts: Counts) -> u16 {
    HEAD_WEIGHT as u16 * u16::from(counts.head) + u16::from(counts.body)
}

/// Terms in an item, those of its head weighed.
fn length(item: &Document) -> u64 {
    u64::from(HEAD_WEIGHT) * u64::from(item.head_terms) + u64::from(item.body_terms)
}

/// Lengths of groups, and BM25 over the average length of each kind of document.
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
        // Sums of whole numbers: exact, in whatever order.
        let (mut items, mut heads, mut neighbourhoods) = (0, 0, 0);
        let groups = collection.groups().iter().map(|range| {
            let mut group = 0;
            for at in range.clone() {
                let length = length(&documents[at]);
                group += length;
                heads += u64::from(documents[at].head_terms);
                // It counts for itself and for each of its neighbours.
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
    use crate::item::Kind;

    /// Items of ten terms in the head: id, group, whether secondary.
    fn collection(items: &[(i64, u32, bool)]) -> Collection {
        let document = |&(item, group, secondary): &(i64, u32, bool)| Document {
            item,
            kind: Kind::TURN,
            group,
            started_at_ms: item,
            head_terms: 10,
            body_terms: 10,
            secondary,
            asks: false,
        };
        Collection::new(items.iter().map(document).collect())
    }

    /// Scores terms that each stand once in the heads of some items.
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
