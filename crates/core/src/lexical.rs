//! Full text: BM25 of each turn, of its neighbourhood, and of its session, from one set of
//! postings.
//!
//! A turn alone is often too little: the question stands in one, the answer in the next. So each
//! term is counted three times over, in the turn, in the turn with its neighbours, and in the whole
//! session, and each is scored as a document of its own.

use std::collections::HashMap;

use crate::postings::Counts;
use crate::store::Document;
use crate::when::When;

/// All turns in scope, those of a session side by side and in the order of time.
#[derive(Debug, Default)]
pub struct Collection {
    documents: Vec<Document>,
    at: HashMap<i64, usize>,
}

impl Collection {
    /// Orders the turns in scope.
    pub fn new(mut documents: Vec<Document>) -> Self {
        // A subagent's turns stand apart from those of the session that called it.
        documents.sort_by_key(|turn| (turn.session, turn.of_agent, turn.started_at_ms, turn.turn));
        let at = documents.iter().enumerate().map(|(at, document)| (document.turn, at)).collect();
        Self { documents, at }
    }

    /// Returns the turns.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns where a turn stands.
    pub fn position(&self, turn: i64) -> Option<usize> {
        self.at.get(&turn).copied()
    }

    /// Returns the positions of the turns beside one in its session.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        let group = |turn: &Document| (turn.session, turn.of_agent);
        let own = group(&self.documents[at]);
        let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
        beside
            .filter(move |&other| self.documents.get(other).is_some_and(|turn| group(turn) == own))
    }

    /// Returns the ranges of positions of each session.
    fn sessions(&self) -> Vec<std::ops::Range<usize>> {
        let mut start = 0;
        let runs = self.documents.chunk_by(|a, b| a.session == b.session);
        runs.map(|run| {
            start += run.len();
            start - run.len()..start
        })
        .collect()
    }
}

/// A term of a query, with the turns that hold it.
#[derive(Debug, Clone)]
pub struct Posted {
    /// Position in the collection, and how often; in the order of positions.
    pub turns: Vec<(usize, Counts)>,
    /// What the term counts beside the others of its query.
    pub weight: f64,
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
const PROMPT_WEIGHT: f64 = 2.0;
/// A term once in the prompt and once in the answer.
const FULL: f64 = PROMPT_WEIGHT + 1.0;

impl Bm25 {
    fn of(self, rarity: f64, count: f64, length: f64) -> f64 {
        rarity * count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}

/// What the words of a query say for each turn; all lists are by position in the collection.
#[derive(Debug, Clone, Default)]
pub struct Lexical {
    /// BM25 of the turn.
    pub turn: Vec<f64>,
    /// BM25 of the turn with its neighbours.
    pub neighbourhood: Vec<f64>,
    /// BM25 of its session.
    pub session: Vec<f64>,
    /// Share of the query's rarity that stands in the turn, 0 to 1.
    pub coverage: Vec<f64>,
    /// What each term is worth: the logarithm of how few turns hold it.
    pub rarities: Vec<f64>,
    /// BM25 of the prompt alone.
    pub prompt: Vec<f64>,
    /// Whether the turn is of a time that the query names.
    pub when: Vec<bool>,
    /// What a turn of average length scores with every term once in the prompt and once in the
    /// answer.
    pub full: f64,
}

impl Lexical {
    /// Scores all turns of a collection. `when` adds what the query says of time as further terms.
    pub fn of(collection: &Collection, terms: &[Posted], when: &When) -> Self {
        let turns = collection.documents.len();
        let mut found = Self {
            turn: vec![0.0; turns],
            neighbourhood: vec![0.0; turns],
            session: vec![0.0; turns],
            coverage: vec![0.0; turns],
            prompt: vec![0.0; turns],
            when: vec![false; turns],
            ..Self::default()
        };
        let lengths = Lengths::of(collection);
        let mut counts = vec![0.0; turns];
        for term in terms {
            let weigh = |c: &Counts| PROMPT_WEIGHT * f64::from(c.prompt) + f64::from(c.answer);
            let weighed = term.turns.iter().map(|(at, counts)| (*at, weigh(counts)));
            let weighed: Vec<(usize, f64)> = weighed.collect();
            let rarity = found.add_turns(&weighed, &lengths, term.weight);
            found.rarities.push(rarity);
            for (at, counts) in &term.turns {
                let count = f64::from(counts.prompt);
                found.prompt[*at] += term.weight * TURN.of(rarity, count, lengths.prompt[*at]);
            }
            found.add_neighbourhoods(collection, &weighed, &lengths, &mut counts, term.weight);
            found.add_sessions(&weighed, &lengths, term.weight);
        }
        let total: f64 = found.rarities.iter().zip(terms).map(|(r, t)| r * t.weight).sum();
        for share in &mut found.coverage {
            *share /= total.max(f64::MIN_POSITIVE);
        }
        found.add_when(collection, when);
        found
    }

    fn add_turns(&mut self, term: &[(usize, f64)], lengths: &Lengths, weight: f64) -> f64 {
        let rarity = rarity(lengths.turn.len(), term.len());
        self.full += weight * TURN.of(rarity, FULL, 1.0);
        for &(at, count) in term {
            self.turn[at] += weight * TURN.of(rarity, count, lengths.turn[at]);
            self.coverage[at] += weight * rarity;
        }
        rarity
    }

    fn add_neighbourhoods(
        &mut self,
        collection: &Collection,
        term: &[(usize, f64)],
        lengths: &Lengths,
        counts: &mut [f64],
        weight: f64,
    ) {
        let mut touched: Vec<usize> = Vec::with_capacity(3 * term.len());
        for &(at, count) in term {
            for place in std::iter::once(at).chain(collection.neighbours(at)) {
                if counts[place] == 0.0 {
                    touched.push(place);
                }
                counts[place] += count;
            }
        }
        let rarity = rarity(counts.len(), touched.len());
        for at in touched {
            let length = lengths.neighbourhood[at];
            self.neighbourhood[at] += weight * NEIGHBOURHOOD.of(rarity, counts[at], length);
            counts[at] = 0.0;
        }
    }

    fn add_sessions(&mut self, term: &[(usize, f64)], lengths: &Lengths, weight: f64) {
        let of = |at: usize| lengths.session_of[at];
        let runs: Vec<&[(usize, f64)]> = term.chunk_by(|a, b| of(a.0) == of(b.0)).collect();
        let rarity = rarity(lengths.sessions.len(), runs.len());
        for run in runs {
            let (range, length) = &lengths.sessions[of(run[0].0)];
            let count = run.iter().map(|(_, count)| count).sum();
            let score = weight * SESSION.of(rarity, count, *length);
            for sum in &mut self.session[range.clone()] {
                *sum += score;
            }
        }
    }

    /// A time that a query names is a term that stands in the turns of that time.
    fn add_when(&mut self, collection: &Collection, when: &When) {
        for named in when.named() {
            let holds: Vec<bool> = collection
                .documents
                .iter()
                .map(|document| named.holds(document.started_at_ms))
                .collect();
            let rarity = rarity(holds.len(), holds.iter().filter(|&&held| held).count());
            for at in (0..holds.len()).filter(|&at| holds[at]) {
                self.when[at] = true;
                for scores in [&mut self.turn, &mut self.neighbourhood, &mut self.session] {
                    // Time alone finds nothing.
                    if scores[at] > 0.0 {
                        scores[at] += rarity;
                    }
                }
            }
        }
    }
}

/// How rare a term is that stands in some of all documents.
fn rarity(all: usize, holding: usize) -> f64 {
    (1.0 + (all as f64 - holding as f64 + 0.5) / (holding as f64 + 0.5)).ln()
}

/// Lengths of turns, neighbourhoods and sessions, each as a multiple of the average.
struct Lengths {
    turn: Vec<f64>,
    prompt: Vec<f64>,
    neighbourhood: Vec<f64>,
    sessions: Vec<(std::ops::Range<usize>, f64)>,
    session_of: Vec<usize>,
}

impl Lengths {
    fn of(collection: &Collection) -> Self {
        let length = |turn: &Document| {
            PROMPT_WEIGHT * f64::from(turn.prompt_terms) + f64::from(turn.answer_terms)
        };
        let turn: Vec<f64> = collection.documents.iter().map(length).collect();
        let neighbourhood = (0..turn.len())
            .map(|at| turn[at] + collection.neighbours(at).map(|other| turn[other]).sum::<f64>());
        let neighbourhood = by_average(neighbourhood.collect());
        let ranges = collection.sessions();
        let sums = ranges.iter().map(|range| turn[range.clone()].iter().sum()).collect();
        let session_of =
            ranges.iter().enumerate().flat_map(|(n, range)| range.clone().map(move |_| n));
        let session_of = session_of.collect();
        let sessions = ranges.into_iter().zip(by_average(sums)).collect();
        let prompts = collection.documents.iter().map(|turn| f64::from(turn.prompt_terms));
        let prompt = by_average(prompts.collect());
        Self { prompt, turn: by_average(turn), neighbourhood, sessions, session_of }
    }
}

fn by_average(mut lengths: Vec<f64>) -> Vec<f64> {
    let average = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
    for length in &mut lengths {
        *length /= average.max(f64::MIN_POSITIVE);
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns of ten terms in the prompt: id, session, whether a subagent's.
    fn collection(turns: &[(i64, i64, bool)]) -> Collection {
        let document = |&(turn, session, of_agent): &(i64, i64, bool)| Document {
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

    fn term(turns: &[usize]) -> Posted {
        let counts = Counts::new(1, 0);
        Posted { turns: turns.iter().map(|&at| (at, counts)).collect(), weight: 1.0 }
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
        let found = Lexical::of(&turns, &[term(&[0])], &When::default());
        let holds = |scores: &[f64]| scores.iter().map(|score| *score > 0.0).collect::<Vec<_>>();
        assert_eq!(holds(&found.turn), [true, false, false, false]);
        assert_eq!(holds(&found.neighbourhood), [true, true, false, false]);
        assert_eq!(holds(&found.session), [true, true, true, false]);
    }

    #[test]
    fn coverage_is_the_share_of_the_rarity() {
        let turns = collection(&[(1, 1, false), (2, 2, false), (3, 3, false)]);
        let common = term(&[0, 1, 2]);
        let found = Lexical::of(&turns, &[term(&[0]), common, term(&[])], &When::default());
        assert!(found.coverage[0] > 2.0 * found.coverage[1] && found.coverage[0] < 1.0);
        assert!(found.rarities[2] > found.rarities[0] && found.rarities[0] > found.rarities[1]);
    }

    #[test]
    fn nothing_to_search_is_nothing_found() {
        let found = Lexical::of(&Collection::default(), &[term(&[])], &When::default());
        assert!(found.turn.is_empty() && found.coverage.is_empty());
    }
}
