//! Full text: BM25 of each turn, of its neighbourhood, and of its session, from one set of
//! postings.
//!
//! A turn alone is often too little: the question stands in one, the answer in the next. So each
//! term is counted three times over, in the turn, in the turn with its neighbours, and in the whole
//! session, and each is scored as a document of its own.
//!
//! A term costs what its postings cost: only turns that hold it, or stand beside one that does, are
//! touched.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::document::Document;
use crate::postings::{self, BLOCK_TURNS, Counts, block_of, place_of};
use crate::when::When;

/// All turns in scope, those of a session side by side and in the order of time.
#[derive(Debug, Default)]
pub struct Collection {
    documents: Vec<Document>,
    /// Positions by block and place of the turn's id.
    positions: BTreeMap<i64, Box<[u32; BLOCK_TURNS]>>,
    /// Whether the turn before is a neighbour; with one more at the end.
    follows: Vec<bool>,
    sessions: Vec<Range<usize>>,
}

/// No turn in scope has this id.
const NOWHERE: u32 = u32::MAX;

impl Collection {
    /// Orders the turns in scope, at most 2^32 - 1.
    pub fn new(mut documents: Vec<Document>) -> Self {
        // A subagent's turns stand apart from those of the session that called it. Ids mostly come
        // in this order, which the stable sort makes use of.
        documents.sort_by_key(|turn| (turn.session, turn.of_agent, turn.started_at_ms, turn.turn));
        let mut positions = BTreeMap::new();
        let mut at = 0;
        for run in documents.chunk_by(|a, b| block_of(a.turn) == block_of(b.turn)) {
            let nowhere = || Box::new([NOWHERE; BLOCK_TURNS]);
            let of_block = positions.entry(block_of(run[0].turn)).or_insert_with(nowhere);
            for document in run {
                of_block[place_of(document.turn)] = at;
                at += 1;
            }
        }
        let group = |turn: &Document| (turn.session, turn.of_agent);
        let beside = documents.windows(2).map(|pair| group(&pair[0]) == group(&pair[1]));
        let follows = std::iter::once(false).chain(beside).chain([false]).collect();
        let mut start = 0;
        let sessions = documents.chunk_by(|a, b| a.session == b.session).map(|run| {
            start += run.len();
            start - run.len()..start
        });
        let sessions = sessions.collect();
        Self { documents, positions, follows, sessions }
    }

    /// Returns the turns.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns where a turn stands.
    pub fn position(&self, turn: i64) -> Option<usize> {
        let at = self.positions.get(&block_of(turn))?[place_of(turn)];
        (at != NOWHERE).then_some(at as usize)
    }

    /// Returns the positions of the turns beside one in its session.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let before = self.follows[at].then(|| at - 1);
        let after = self.follows[at + 1].then_some(at + 1);
        before.into_iter().chain(after)
    }

    /// Returns the ranges of positions of each session.
    pub fn sessions(&self) -> &[Range<usize>] {
        &self.sessions
    }

    /// Returns the place of a turn's session among [`Collection::sessions`].
    pub fn session_of(&self, at: usize) -> usize {
        self.sessions.partition_point(|range| range.end <= at)
    }

    /// Adds the postings of a term in one block, as [`postings::encode`] wrote them, of the turns
    /// that are in scope.
    pub fn locate(&self, block: i64, bytes: &[u8], found: &mut Vec<Posting>) {
        let Some(positions) = self.positions.get(&block) else { return };
        let located = postings::decode(bytes).map(|(place, counts)| {
            let at = positions[place];
            Posting { at, counts }
        });
        found.extend(located.filter(|posting| posting.at != NOWHERE));
    }
}

/// A turn that holds a term.
#[derive(Debug, Clone, Copy)]
pub struct Posting {
    /// Its position in the collection.
    pub at: u32,
    /// How often it holds the term.
    pub counts: Counts,
}

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
        let turns = collection.documents.len();
        let sessions = collection.sessions.len();
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
        let rarity = rarity(self.lengths.turns.len(), postings.len());
        self.found.terms.push(Term { rarity, weight, turns: postings.len() });
        self.add_turns(postings, weight * rarity);
        self.add_neighbourhoods(postings, weight);
        self.add_sessions(postings, weight);
    }

    fn add_turns(&mut self, postings: &[Posting], worth: f64) {
        let (turn, prompt) = (self.lengths.turn, self.lengths.prompt);
        self.found.full += worth * TURN.over(1.0).score(1.0, FULL, 1.0);
        for posting in postings {
            let at = posting.at as usize;
            let (words, length) = (&mut self.found.words[at], &self.lengths.turns[at]);
            let count = f64::from(weighed(posting.counts));
            words.turn += turn.score(worth, count, f64::from(length.turn));
            let count = f64::from(posting.counts.prompt);
            words.prompt += prompt.score(worth, count, f64::from(length.prompt));
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
        for &at in touched.iter() {
            let at = at as usize;
            let (length, count) = (self.lengths.turns[at].neighbourhood, counts[at]);
            let score = scorer.score(worth, f64::from(count), f64::from(length));
            self.found.words[at].neighbourhood += score;
            counts[at] = 0;
        }
    }

    fn add_sessions(&mut self, postings: &[Posting], weight: f64) {
        let Self { session_counts: counts, touched_sessions: touched, .. } = self;
        touched.clear();
        for posting in postings {
            let session = self.lengths.turns[posting.at as usize].session;
            let count = &mut counts[session as usize];
            if *count == 0 {
                touched.push(session);
            }
            *count = count.saturating_add(u32::from(weighed(posting.counts)));
        }
        let scorer = self.lengths.session;
        let worth = weight * rarity(counts.len(), touched.len());
        for &session in touched.iter() {
            let session = session as usize;
            let count = f64::from(std::mem::take(&mut counts[session]));
            let length = self.lengths.sessions[session];
            self.found.sessions[session] += scorer.score(worth, count, length);
        }
    }

    /// Returns the scores. `when` adds what the query says of time as further terms: such a time is
    /// a term that stands in the turns of that time.
    pub fn finish(self, when: &When) -> Lexical {
        let mut found = self.found;
        let total: f64 = found.terms.iter().map(|term| term.rarity * term.weight).sum();
        for words in &mut found.words {
            words.coverage /= total.max(f64::MIN_POSITIVE);
        }
        let documents = &self.collection.documents;
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

/// What scoring needs of a turn: lengths in terms, those of the prompt weighed, and its session.
#[derive(Debug, Clone, Copy)]
struct Length {
    turn: u32,
    prompt: u32,
    neighbourhood: u32,
    session: u32,
}

/// Lengths of turns and sessions, and BM25 over their averages.
struct Lengths {
    turns: Vec<Length>,
    sessions: Vec<f64>,
    turn: Scorer,
    prompt: Scorer,
    neighbourhood: Scorer,
    session: Scorer,
}

impl Lengths {
    fn of(collection: &Collection) -> Self {
        let documents = collection.documents();
        let of = |turn: &Document| {
            turn.prompt_terms.saturating_mul(PROMPT_WEIGHT).saturating_add(turn.answer_terms)
        };
        let mut turns = Vec::with_capacity(documents.len());
        for (session, range) in collection.sessions().iter().enumerate() {
            turns.extend(documents[range.clone()].iter().map(|document| {
                let (turn, prompt) = (of(document), document.prompt_terms);
                Length { turn, prompt, neighbourhood: turn, session: session as u32 }
            }));
        }
        for at in 1..turns.len() {
            if collection.follows[at] {
                let (before, here) = (turns[at - 1].turn, turns[at].turn);
                let both = [(at - 1, here), (at, before)];
                for (at, other) in both {
                    let length = &mut turns[at].neighbourhood;
                    *length = length.saturating_add(other);
                }
            }
        }
        // Sums of whole numbers: exact, in whatever order.
        let total = |of: fn(&Length) -> u32| turns.iter().map(|turn| u64::from(of(turn))).sum();
        let average = |total: u64, of: usize| total as f64 / of.max(1) as f64;
        let total_turns: u64 = total(|length| length.turn);
        let sum = |range: &Range<usize>| {
            turns[range.clone()].iter().map(|length| f64::from(length.turn)).sum()
        };
        let sessions: Vec<f64> = collection.sessions().iter().map(sum).collect();
        Self {
            turn: TURN.over(average(total_turns, turns.len())),
            prompt: TURN.over(average(total(|length| length.prompt), turns.len())),
            neighbourhood: NEIGHBOURHOOD
                .over(average(total(|length| length.neighbourhood), turns.len())),
            session: SESSION.over(average(total_turns, sessions.len())),
            turns,
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
    fn neighbours_are_of_one_session_and_one_agent() {
        let turns = collection(&[(3, 7, false), (1, 7, false), (2, 7, true), (4, 8, false)]);
        let order: Vec<i64> = turns.documents().iter().map(|document| document.turn).collect();
        assert_eq!(order, [1, 3, 2, 4]);
        let of = |turn| turns.neighbours(turns.position(turn).expect("there")).collect::<Vec<_>>();
        assert_eq!((of(1), of(3), of(2), of(4)), (vec![1], vec![0], vec![], vec![]));
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

    #[test]
    fn postings_of_turns_out_of_scope_are_left_out() {
        let turns = collection(&[(1, 1, false), (5_000, 1, false)]);
        let bytes = postings::encode(&[1, 2].map(|place| (place, Counts::new(1, 0))).into());
        let mut found = Vec::new();
        for block in [0, 3] {
            turns.locate(block, &bytes, &mut found);
        }
        assert_eq!(found.iter().map(|posting| posting.at).collect::<Vec<_>>(), [0]);
    }
}
