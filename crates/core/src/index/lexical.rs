//! Full text: BM25 of each turn, of its neighbourhood, and of its session, from one set of
//! postings.
//!
//! A turn alone is often too little: the question stands in one, the answer in the next. So each
//! term is counted three times over, in the turn, in the turn with its neighbours, and in the whole
//! session, and each is scored as a document of its own.
//!
//! A term costs what its postings cost: only turns that hold it, or stand beside one that does, are
//! touched. All terms score a stretch of sessions before the next one is looked at.

use std::ops::Range;

use crate::index::bm25::{Bm25, Scorer, rarity};
use crate::index::collection::{Collection, Posting};
use crate::index::document::Document;
use crate::index::postings::Counts;
use crate::index::sparse::Sparse;
use crate::index::when::When;

// Chosen on the development sets among a few; see `bench/RESULTS.md`.
const TURN: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const NEIGHBOURHOOD: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const SESSION: Bm25 = Bm25 { k1: 1.2, b: 0.75 };
/// A prompt says what its turn is about.
const PROMPT_WEIGHT: u32 = 2;
/// A term once in the prompt and once in the answer.
const FULL: f64 = PROMPT_WEIGHT as f64 + 1.0;

/// What the words of a query say for a turn that holds one of them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Words {
    /// BM25 of the turn.
    pub turn: f64,
    /// BM25 of the prompt alone.
    pub prompt: f64,
    /// Share of the query's rarity that stands in the turn, 0 to 1.
    pub coverage: f64,
}

/// A term of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// The logarithm of how few turns hold it.
    pub rarity: f64,
    /// What it counts beside the others of its query.
    pub weight: f64,
    /// Turns that hold it.
    pub turns: usize,
}

/// What the words of a query say for each turn.
#[derive(Debug, Clone, Default)]
pub struct Lexical {
    /// Of the turns that hold a term, by position in the collection.
    pub words: Sparse<Words>,
    /// BM25 of each turn with its neighbours, by position.
    pub neighbourhoods: Vec<f64>,
    /// BM25 of each session, by its place among [`Collection::sessions`].
    pub sessions: Vec<f64>,
    /// What the times that the query names are worth to each turn of such a time, by position;
    /// empty when it names none.
    pub when: Vec<f64>,
    /// The terms of the query, in its order.
    pub terms: Vec<Term>,
    /// What a turn of average length scores with every term once in the prompt and once in the
    /// answer.
    pub full: f64,
}

impl Lexical {
    /// Returns what the words say for a turn; zeros where it holds none.
    pub fn words(&self, at: usize) -> Words {
        self.words.get(at).copied().unwrap_or_default()
    }

    /// Returns what the times that the query names are worth to a turn.
    pub fn when(&self, at: usize) -> f64 {
        self.when.get(at).copied().unwrap_or_default()
    }

    /// Returns the score of a turn's session, as that turn sees it.
    pub fn session(&self, session: usize, at: usize) -> f64 {
        with_time(self.sessions[session], self.when(at))
    }
}

/// Adds what a time is worth to a score.
fn with_time(score: f64, when: f64) -> f64 {
    // Time alone finds nothing.
    if score > 0.0 { score + when } else { score }
}

/// A term with the turns that hold it, in the order of their positions, and what it is worth to
/// each kind of document: its rarity there times its weight.
struct Held {
    postings: Vec<Posting>,
    turn: f64,
    neighbourhood: f64,
    session: f64,
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

    /// Adds a term, with the turns that hold it, each once.
    pub fn add(&mut self, mut postings: Vec<Posting>, weight: f64) {
        // Ids mostly come in the order of positions, which the sort makes use of.
        postings.sort_by_key(|posting| posting.at);
        let collection = self.collection;
        let (turns, sessions) = (collection.documents().len(), collection.sessions().len());
        let rarity_of_turns = rarity(turns, postings.len());
        self.terms.push(Term { rarity: rarity_of_turns, weight, turns: postings.len() });
        self.held.push(Held {
            turn: weight * rarity_of_turns,
            neighbourhood: weight * rarity(turns, neighbourhoods(collection, &postings)),
            session: weight * rarity(sessions, sessions_of(collection, &postings)),
            postings,
        });
    }

    /// Returns the scores. `when` adds what the query says of time as further terms: such a time is
    /// a term that stands in the turns of that time.
    pub fn finish(self, when: &When) -> Lexical {
        let Self { collection, terms, held } = self;
        let documents = collection.documents();
        let when = of_times(documents, when);
        let total: f64 = held.iter().map(|term| term.turn).sum();
        let mut stretch = Stretch {
            lengths: Lengths::of(collection),
            collection,
            range: 0..0,
            words: Vec::new(),
            counts: Vec::new(),
            neighbourhoods: vec![0.0; documents.len()],
            sessions: vec![0.0; collection.sessions().len()],
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
            let of_stretch = range.zip(&stretch.words).filter(|(_, words)| words.turn > 0.0);
            for (at, &Words { turn, prompt, coverage }) in of_stretch {
                let turn = with_time(turn, when.get(at).copied().unwrap_or_default());
                let coverage = coverage / total.max(f64::MIN_POSITIVE);
                words.push(at, Words { turn, prompt, coverage });
            }
        }
        let Stretch { mut neighbourhoods, sessions, .. } = stretch;
        for (score, when) in neighbourhoods.iter_mut().zip(&when) {
            *score = with_time(*score, *when);
        }
        let full = total * TURN.over(1.0).score(1.0, FULL, 1.0);
        Lexical { words, neighbourhoods, sessions, when, terms, full }
    }
}

/// Whole sessions that are scored together, by all terms: what is added up for so few turns stays
/// in the processor's caches.
struct Stretch<'a> {
    collection: &'a Collection,
    lengths: Lengths,
    /// Its positions.
    range: Range<usize>,
    /// Of each of its turns.
    words: Vec<Words>,
    /// Counts of one term around each of its turns, then zero again.
    counts: Vec<u16>,
    /// Of all turns.
    neighbourhoods: Vec<f64>,
    /// Of all sessions.
    sessions: Vec<f64>,
}

/// A stretch ends with the session that makes it this long.
const STRETCH_TURNS: usize = 1_024;

/// Cuts a collection between sessions.
fn stretches(collection: &Collection) -> impl Iterator<Item = Range<usize>> {
    let mut sessions = collection.sessions().iter();
    std::iter::from_fn(move || {
        let start = sessions.as_slice().first()?.start;
        let is_last = |session: &&Range<usize>| session.end - start >= STRETCH_TURNS;
        let end = sessions.find(is_last).map_or(collection.documents().len(), |last| last.end);
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
        self.add_turns(term, postings);
        self.add_neighbourhoods(term, postings);
        self.add_sessions(term, postings);
    }

    fn add_turns(&mut self, term: &Held, postings: &[Posting]) {
        let Lengths { turn, prompt, .. } = self.lengths;
        let documents = self.collection.documents();
        for posting in postings {
            let at = posting.at as usize;
            let (words, document) = (&mut self.words[at - self.range.start], &documents[at]);
            let count = f64::from(weighed(posting.counts));
            words.turn += turn.score(term.turn, count, length(document) as f64);
            let count = f64::from(posting.counts.prompt);
            words.prompt += prompt.score(term.turn, count, f64::from(document.prompt_terms));
            words.coverage += term.turn;
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
                // A turn stands around several.
                if count > 0 {
                    let documents = &collection.documents()[collection.around(around)];
                    let length: u64 = documents.iter().map(length).sum();
                    neighbourhoods[around] +=
                        scorer.score(term.neighbourhood, f64::from(count), length as f64);
                }
            }
        }
    }

    fn add_sessions(&mut self, term: &Held, postings: &[Posting]) {
        let session = |posting: &Posting| self.collection.session_of(posting.at as usize);
        for postings in postings.chunk_by(|a, b| session(a) == session(b)) {
            let session = session(&postings[0]);
            let count: u64 = postings.iter().map(|p| u64::from(weighed(p.counts))).sum();
            let length = self.lengths.sessions[session] as f64;
            self.sessions[session] +=
                self.lengths.session.score(term.session, count as f64, length);
        }
    }
}

/// Returns how many turns hold a term or stand beside one that does.
fn neighbourhoods(collection: &Collection, postings: &[Posting]) -> usize {
    let (mut count, mut end) = (0, 0);
    for posting in postings {
        let around = collection.around(posting.at as usize);
        count += around.end - around.start.max(end);
        end = around.end;
    }
    count
}

/// Returns how many sessions hold a term.
fn sessions_of(collection: &Collection, postings: &[Posting]) -> usize {
    let session = |posting: &Posting| collection.session_of(posting.at as usize);
    postings.chunk_by(|a, b| session(a) == session(b)).count()
}

/// Returns what the times that a query names are worth to each turn; nothing when it names none.
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

/// How often a turn holds a term, its prompt weighed.
fn weighed(counts: Counts) -> u16 {
    PROMPT_WEIGHT as u16 * u16::from(counts.prompt) + u16::from(counts.answer)
}

/// Terms in a turn, those of its prompt weighed.
fn length(turn: &Document) -> u64 {
    u64::from(PROMPT_WEIGHT) * u64::from(turn.prompt_terms) + u64::from(turn.answer_terms)
}

/// Lengths of sessions, and BM25 over the average length of each kind of document.
struct Lengths {
    sessions: Vec<u64>,
    turn: Scorer,
    prompt: Scorer,
    neighbourhood: Scorer,
    session: Scorer,
}

impl Lengths {
    fn of(collection: &Collection) -> Self {
        let documents = collection.documents();
        // Sums of whole numbers: exact, in whatever order.
        let (mut turns, mut prompts, mut neighbourhoods) = (0, 0, 0);
        let sessions = collection.sessions().iter().map(|range| {
            let mut session = 0;
            for at in range.clone() {
                let length = length(&documents[at]);
                session += length;
                prompts += u64::from(documents[at].prompt_terms);
                // It counts for itself and for each of its neighbours.
                neighbourhoods += length * collection.around(at).len() as u64;
            }
            turns += session;
            session
        });
        let sessions: Vec<u64> = sessions.collect();
        let average = |total: u64, of: usize| total as f64 / of.max(1) as f64;
        Self {
            turn: TURN.over(average(turns, documents.len())),
            prompt: TURN.over(average(prompts, documents.len())),
            neighbourhood: NEIGHBOURHOOD.over(average(neighbourhoods, documents.len())),
            session: SESSION.over(average(turns, sessions.len())),
            sessions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns of ten terms in the prompt: id, session, whether a subagent's.
    fn collection(turns: &[(i64, u32, bool)]) -> Collection {
        let document = |&(turn, session, of_agent): &(i64, u32, bool)| Document {
            turn,
            session,
            started_at_ms: turn,
            prompt_terms: 10,
            answer_terms: 10,
            of_agent,
            asks: false,
        };
        Collection::new(turns.iter().map(document).collect())
    }

    /// Scores terms that each stand once in the prompts of some turns.
    fn scored(collection: &Collection, terms: &[&[u32]]) -> Lexical {
        let mut scoring = Scoring::of(collection);
        for turns in terms {
            let posting = |&at| Posting { at, counts: Counts::new(1, 0) };
            scoring.add(turns.iter().map(posting).collect(), 1.0);
        }
        scoring.finish(&When::default())
    }

    #[test]
    fn a_term_counts_for_its_turn_its_neighbours_and_its_session() {
        let turns = collection(&[(1, 1, false), (2, 1, false), (3, 1, false), (4, 2, false)]);
        let found = scored(&turns, &[&[0]]);
        let scored = |scores: &[f64]| scores.iter().map(|score| *score > 0.0).collect::<Vec<_>>();
        assert_eq!(found.words.positions().collect::<Vec<_>>(), [0]);
        assert_eq!(scored(&found.neighbourhoods), [true, true, false, false]);
        assert_eq!(scored(&found.sessions), [true, false]);
    }

    #[test]
    fn coverage_is_the_share_of_the_rarity() {
        let turns = collection(&[(1, 1, false), (2, 2, false), (3, 3, false)]);
        let found = scored(&turns, &[&[0], &[0, 1, 2], &[]]);
        let coverage = |at: usize| found.words(at).coverage;
        assert!(coverage(0) > 2.0 * coverage(1) && coverage(0) < 1.0);
        let rarity = |at: usize| found.terms[at].rarity;
        assert!(rarity(2) > rarity(0) && rarity(0) > rarity(1));
    }

    #[test]
    fn nothing_to_search_is_nothing_found() {
        let found = scored(&Collection::default(), &[&[]]);
        assert!(found.words.values().is_empty() && found.sessions.is_empty());
    }
}
