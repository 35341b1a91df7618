//! Full text: BM25 of each turn, of its neighbourhood, and of its session, from one set of
//! postings.
//!
//! A turn alone is often too little: the question stands in one, the answer in the next. So each
//! term is counted three times over, in the turn, in the turn with its neighbours, and in the whole
//! session, and each is scored as a document of its own.
//!
//! A term costs what its postings cost: only turns that hold it, or stand beside one that does, are
//! touched.

use crate::collection::{Collection, Posting};
use crate::document::Document;
use crate::postings::Counts;
use crate::when::When;

/// Parameters of BM25: how soon repetition stops counting, and how much length does.
#[derive(Debug, Clone, Copy)]
struct Bm25 {
    k1: f64,
    b: f64,
}

// Chosen on the development sets among a few; see `bench/RESULTS.md`.
const TURN: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const NEIGHBOURHOOD: Bm25 = Bm25 { k1: 0.8, b: 0.3 };
const SESSION: Bm25 = Bm25 { k1: 1.2, b: 0.75 };
/// A prompt says what its turn is about.
const PROMPT_WEIGHT: u32 = 2;
/// A term once in the prompt and once in the answer.
const FULL: f64 = PROMPT_WEIGHT as f64 + 1.0;

impl Bm25 {
    /// Fits it to documents of an average length.
    fn over(self, average: f64) -> Scorer {
        let Self { k1, b } = self;
        Scorer {
            most: k1 + 1.0,
            flat: k1 * (1.0 - b),
            by_length: k1 * b / average.max(f64::MIN_POSITIVE),
        }
    }
}

/// BM25 over documents of one average length.
#[derive(Debug, Clone, Copy)]
struct Scorer {
    most: f64,
    flat: f64,
    by_length: f64,
}

impl Scorer {
    /// Scores a document of a length that holds a term so often; `worth` is the term's rarity times
    /// its weight.
    fn score(self, worth: f64, count: f64, length: f64) -> f64 {
        worth * self.most * count / (count + self.flat + self.by_length * length)
    }
}

/// What the words of a query say for one turn.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Words {
    /// BM25 of the turn.
    pub turn: f64,
    /// BM25 of the turn with its neighbours.
    pub neighbourhood: f64,
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
    /// By position in the collection.
    pub words: Vec<Words>,
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
    /// Returns what the times that the query names are worth to a turn.
    pub fn when(&self, at: usize) -> f64 {
        self.when.get(at).copied().unwrap_or_default()
    }

    /// Returns the score of a turn's session, as that turn sees it.
    pub fn session(&self, session: usize, at: usize) -> f64 {
        let score = self.sessions[session];
        // Time alone finds nothing.
        if score > 0.0 { score + self.when(at) } else { score }
    }
}

/// Scores a collection term by term.
pub struct Scoring<'a> {
    collection: &'a Collection,
    lengths: Lengths,
    found: Lexical,
    /// Counts of one term by position, then zero again.
    counts: Vec<u16>,
    touched: Vec<u32>,
    session_counts: Vec<u32>,
    touched_sessions: Vec<u32>,
}

impl<'a> Scoring<'a> {
    /// Begins with a score of zero for every turn.
    pub fn of(collection: &'a Collection) -> Self {
        let (turns, sessions) = (collection.documents().len(), collection.sessions().len());
        let found = Lexical {
            words: vec![Words::default(); turns],
            sessions: vec![0.0; sessions],
            ..Lexical::default()
        };
        Self {
            lengths: Lengths::of(collection),
            found,
            counts: vec![0; turns],
            touched: Vec::new(),
            session_counts: vec![0; sessions],
            touched_sessions: Vec::new(),
            collection,
        }
    }

    /// Adds a term, with the turns that hold it, each once.
    pub fn add(&mut self, postings: &[Posting], weight: f64) {
        let rarity = rarity(self.counts.len(), postings.len());
        self.found.terms.push(Term { rarity, weight, turns: postings.len() });
        self.add_turns(postings, weight * rarity);
        self.add_neighbourhoods(postings, weight);
        self.add_sessions(postings, weight);
    }

    fn add_turns(&mut self, postings: &[Posting], worth: f64) {
        let (turn, prompt) = (self.lengths.turn, self.lengths.prompt);
        self.found.full += worth * TURN.over(1.0).score(1.0, FULL, 1.0);
        let documents = self.collection.documents();
        for posting in postings {
            let at = posting.at as usize;
            let (words, document) = (&mut self.found.words[at], &documents[at]);
            let count = f64::from(weighed(posting.counts));
            words.turn += turn.score(worth, count, length(document) as f64);
            let count = f64::from(posting.counts.prompt);
            words.prompt += prompt.score(worth, count, f64::from(document.prompt_terms));
            words.coverage += worth;
        }
    }

    fn add_neighbourhoods(&mut self, postings: &[Posting], weight: f64) {
        let Self { counts, touched, collection, .. } = self;
        touched.clear();
        let mut touch = |at: usize, count: u16| {
            if counts[at] == 0 {
                touched.push(at as u32);
            }
            counts[at] = counts[at].saturating_add(count);
        };
        for posting in postings {
            let (at, count) = (posting.at as usize, weighed(posting.counts));
            touch(at, count);
            for beside in collection.neighbours(at) {
                touch(beside, count);
            }
        }
        let scorer = self.lengths.neighbourhood;
        let worth = weight * rarity(counts.len(), touched.len());
        let length = |at: usize| length(&collection.documents()[at]);
        for &at in touched.iter() {
            let at = at as usize;
            let around = length(at) + collection.neighbours(at).map(length).sum::<u64>();
            let count = f64::from(std::mem::take(&mut counts[at]));
            self.found.words[at].neighbourhood += scorer.score(worth, count, around as f64);
        }
    }

    fn add_sessions(&mut self, postings: &[Posting], weight: f64) {
        let Self { session_counts: counts, touched_sessions: touched, .. } = self;
        touched.clear();
        for posting in postings {
            let session = self.collection.session_of(posting.at as usize);
            let count = &mut counts[session];
            if *count == 0 {
                touched.push(session as u32);
            }
            *count = count.saturating_add(u32::from(weighed(posting.counts)));
        }
        let scorer = self.lengths.session;
        let worth = weight * rarity(counts.len(), touched.len());
        for &session in touched.iter() {
            let session = session as usize;
            let count = f64::from(std::mem::take(&mut counts[session]));
            let length = self.lengths.sessions[session] as f64;
            self.found.sessions[session] += scorer.score(worth, count, length);
        }
    }

    /// Returns the scores. `when` adds what the query says of time as further terms: such a time is
    /// a term that stands in the turns of that time.
    pub fn finish(self, when: &When) -> Lexical {
        let mut found = self.found;
        let total: f64 = found.terms.iter().map(|term| term.rarity * term.weight).sum();
        let share = 1.0 / total.max(f64::MIN_POSITIVE);
        for words in &mut found.words {
            words.coverage *= share;
        }
        let documents = self.collection.documents();
        for named in when.named() {
            let holds = |document: &Document| named.holds(document.started_at_ms);
            let holding: Vec<usize> =
                (0..documents.len()).filter(|&at| holds(&documents[at])).collect();
            let rarity = rarity(documents.len(), holding.len());
            found.when.resize(documents.len(), 0.0);
            for at in holding {
                found.when[at] += rarity;
                let words = &mut found.words[at];
                for score in [&mut words.turn, &mut words.neighbourhood] {
                    // Time alone finds nothing.
                    if *score > 0.0 {
                        *score += rarity;
                    }
                }
            }
        }
        found
    }
}

/// How often a turn holds a term, its prompt weighed.
fn weighed(counts: Counts) -> u16 {
    PROMPT_WEIGHT as u16 * u16::from(counts.prompt) + u16::from(counts.answer)
}

/// How rare a term is that stands in some of all documents.
fn rarity(all: usize, holding: usize) -> f64 {
    (1.0 + (all as f64 - holding as f64 + 0.5) / (holding as f64 + 0.5)).ln()
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
                neighbourhoods += length * (1 + collection.neighbours(at).count() as u64);
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
            scoring.add(&turns.iter().map(posting).collect::<Vec<_>>(), 1.0);
        }
        scoring.finish(&When::default())
    }

    #[test]
    fn a_term_counts_for_its_turn_its_neighbours_and_its_session() {
        let turns = collection(&[(1, 1, false), (2, 1, false), (3, 1, false), (4, 2, false)]);
        let found = scored(&turns, &[&[0]]);
        let words = &found.words;
        let holds = |of: fn(&Words) -> f64| words.iter().map(|w| of(w) > 0.0).collect::<Vec<_>>();
        assert_eq!(holds(|words| words.turn), [true, false, false, false]);
        assert_eq!(holds(|words| words.neighbourhood), [true, true, false, false]);
        assert_eq!(
            found.sessions.iter().map(|score| *score > 0.0).collect::<Vec<_>>(),
            [true, false]
        );
    }

    #[test]
    fn coverage_is_the_share_of_the_rarity() {
        let turns = collection(&[(1, 1, false), (2, 2, false), (3, 3, false)]);
        let found = scored(&turns, &[&[0], &[0, 1, 2], &[]]);
        let coverage = |at: usize| found.words[at].coverage;
        assert!(coverage(0) > 2.0 * coverage(1) && coverage(0) < 1.0);
        let rarity = |at: usize| found.terms[at].rarity;
        assert!(rarity(2) > rarity(0) && rarity(0) > rarity(1));
    }

    #[test]
    fn nothing_to_search_is_nothing_found() {
        let found = scored(&Collection::default(), &[&[]]);
        assert!(found.words.is_empty() && found.sessions.is_empty());
    }
}
