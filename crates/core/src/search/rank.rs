//! Fuses several searches into one ranking, by score.
//!
//! Ranks alone would discard the gaps between scores. So each score is standardised over all turns
//! in scope, where turns without a match count as zero, and a linear model adds the scores up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::lexical::Lexical;
use crate::item::Kind;
use crate::search::scale::{Scale, Scored, Sums};
use crate::store::Passage;
use crate::weighed::weighed;

/// Search results for every turn in scope. All lists are indexed by position in the collection.
#[derive(Default)]
pub struct Searches {
    /// The turns.
    pub collection: Collection,
    /// Lexical scores.
    pub lexical: Lexical,
    /// BM25 of files, commands and errors, zero without a match; empty when the query names none.
    pub actions: Vec<f64>,
    /// Most similar chunk of each turn, `None` for a turn without vectors; empty without semantic
    /// search.
    pub similar: Vec<Option<Passage>>,
}

impl Searches {
    fn actions(&self, at: usize) -> f64 {
        self.actions.get(at).copied().unwrap_or_default()
    }

    /// Whether words, actions or meaning match the turn at a position.
    fn finds(&self, at: usize) -> bool {
        self.lexical.words.get(at).is_some()
            || self.actions(at) > 0.0
            || self.passage(at).is_some_and(|passage| passage.similarity >= SIMILARITY_MIN)
    }

    /// Returns the most similar chunk of the turn at a position.
    pub fn passage(&self, at: usize) -> Option<Passage> {
        self.similar.get(at).copied().flatten()
    }
}

weighed! {
    /// Ranking features of one turn. A standardised score is the score minus the mean over all
    /// turns in scope, divided by the standard deviation. A flag is 0 or 1.
    Features,
    /// Weight of each feature.
    FeatureWeights {
        /// BM25 of the turn and its neighbours in the session, standardised.
        neighbourhood: "neighbourhood",
        /// BM25 of its session, standardised.
        session: "session",
        /// BM25 of the best turn of its session, standardised.
        session_best: "sessionBest",
        /// BM25 of its prompt alone, standardised.
        prompt: "prompt",
        /// Cosine similarity of its best chunk, standardised.
        similarity: "similarity",
        /// Cosine similarity of its most similar neighbour, standardised.
        neighbour_similarity: "neighbourSimilarity",
        /// Mean cosine similarity of the three most similar turns of its session, standardised.
        session_similarity: "sessionSimilarity",
        /// Whether it is from a time that the query names.
        when: "when",
        /// Logarithm of its length in words, for a statement in a dialogue between people.
        statement: "statement",
        /// Logarithm of its length in words, when it was answered.
        answered: "answered",
        /// Whether it was not answered, where most prompts are answered.
        unanswered: "unanswered",
        /// Whether it ends in a question.
        asks: "asks",
        /// Whether it belongs to a subagent.
        of_agent: "ofAgent",
    }
}

/// Fitted by `npm run eval -- --fit`, which also shows how much each feature contributes. Two
/// surprises: beside the neighbourhood, neither a turn's own BM25 nor its age adds anything.
pub const WEIGHTS: FeatureWeights = FeatureWeights {
    neighbourhood: 0.266,
    session: 0.309,
    session_best: 0.245,
    prompt: 0.095,
    similarity: 1.037,
    neighbour_similarity: 0.307,
    session_similarity: 0.203,
    when: 0.803,
    statement: 1.145,
    answered: -0.185,
    unanswered: -1.175,
    asks: -1.255,
    of_agent: -0.940,
};

/// Set by hand. Actions neither help nor harm questions in prose, but nothing else finds the turns
/// that changed a file without naming it.
const ACTIONS_WEIGHT: f64 = 0.1;

/// Minimum similarity of a turn without a matching word. Unrelated texts have less.
const SIMILARITY_MIN: f32 = 0.3;

/// An item with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Id of the item.
    pub item: i64,
    /// Fused score; higher is better. Comparable within one search only.
    pub score: f64,
    /// BM25, when a word matched.
    pub text: Option<f64>,
    /// Share of the query's rarity that the turn contains, 0 to 1.
    pub coverage: f64,
    /// BM25 of the actions, when one matched.
    pub actions: Option<f64>,
    /// The most similar chunk, when the turn has vectors.
    pub passage: Option<Passage>,
    /// Features that the score is computed from.
    pub features: Features,
}

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
    fn takes(&self, place: &RankedDocument) -> bool {
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

/// All matching turns, with their scores.
pub struct Ranking {
    searches: Searches,
    scores: Scores,
    found: Vec<RankedDocument>,
}

impl Ranking {
    /// Scores the matching turns.
    pub fn of(searches: Searches) -> Self {
        let scores = Scores::of(&searches);
        let documents = searches.collection.documents();
        let place = |at: usize| RankedDocument {
            score: scores.score(&searches, at),
            item: documents[at].item,
            at: at as u32,
        };
        let found = if searches.actions.is_empty() && searches.similar.is_empty() {
            searches.lexical.words.positions().map(place).collect()
        } else {
            (0..documents.len()).filter(|&at| searches.finds(at)).map(place).collect()
        };
        Self { searches, scores, found }
    }

    /// Returns the search results for every turn.
    pub fn searches(&self) -> &Searches {
        &self.searches
    }

    /// Returns the matching turns, unordered.
    pub fn found(&self) -> &[RankedDocument] {
        &self.found
    }

    /// Returns at most `limit` of the turns for which `may` is true, best first.
    pub fn best(&self, limit: usize, may: impl Fn(&Document) -> bool) -> Vec<Ranked> {
        let documents = self.searches.collection.documents();
        let mut best = Best::of(limit);
        for place in &self.found {
            if best.takes(place) && may(&documents[place.at as usize]) {
                best.add(*place);
            }
        }
        best.into_sorted().into_iter().map(|place| self.ranked(place)).collect()
    }

    fn ranked(&self, RankedDocument { score, item, at }: RankedDocument) -> Ranked {
        let at = at as usize;
        let searches = &self.searches;
        let words = searches.lexical.words(at);
        let matched = |score: f64| Some(score).filter(|&score| score > 0.0);
        Ranked {
            item,
            score,
            text: matched(words.item),
            coverage: words.coverage,
            actions: matched(searches.actions(at)),
            passage: searches.passage(at),
            features: self.scores.features(searches, at),
        }
    }
}

/// Scores and scales over the turns in scope.
struct Scores {
    neighbourhood: Scale,
    prompt: Scale,
    session: Scale,
    /// BM25 of each session's best turn, standardised.
    session_best: Vec<f64>,
    similarity: Scored,
    neighbour_similarity: Scored,
    /// One score for each session.
    session_similarity: Scored,
    actions: Scale,
    /// Share of turns without an answer: nearly all in a dialogue between people.
    dialogue: f64,
}

impl Scores {
    fn of(searches: &Searches) -> Self {
        let Searches { collection, lexical, similar, actions } = searches;
        let turns = collection.documents();
        let similarity = similarities(similar);
        let neighbour = |at| collection.neighbours(at).map(|at| similarity[at]).fold(0.0, f64::max);
        let neighbours = (0..similarity.len()).map(neighbour).collect();
        let of_turns = turns.iter().filter(|turn| turn.kind == Kind::TURN);
        let unanswered = of_turns.clone().filter(|turn| turn.body_terms == 0).count();
        let of_turns = of_turns.count();
        let [mut turn, mut prompt] = [Sums::default(); 2];
        for words in lexical.words.values() {
            turn.add(words.item);
            prompt.add(words.head);
        }
        Self {
            neighbourhood: Sums::of(lexical.neighbourhoods.iter().copied()).scale(),
            prompt: prompt.over(turns.len()).scale(),
            session: sessions(collection, lexical).scale(),
            session_best: session_bests(collection, lexical, &turn.over(turns.len()).scale()),
            neighbour_similarity: Scored::of(neighbours),
            session_similarity: session_similarities(collection, &similarity),
            similarity: Scored::of(similarity),
            actions: Sums::of(actions.iter().copied()).scale(),
            dialogue: unanswered as f64 / of_turns.max(1) as f64,
        }
    }

    fn score(&self, searches: &Searches, at: usize) -> f64 {
        let features = self.features(searches, at);
        let done = ACTIONS_WEIGHT * self.actions.standardise(searches.actions(at));
        done + WEIGHTS.sum(&features)
    }

    fn features(&self, searches: &Searches, at: usize) -> Features {
        let Searches { collection, lexical, .. } = searches;
        let (turn, session) = (&collection.documents()[at], collection.group_of(at));
        let flag = |is: bool| f64::from(u8::from(is));
        // Only a turn can lack an answer.
        let answered = flag(turn.body_terms > 0 || turn.kind != Kind::TURN);
        let length = logarithm(1 + u64::from(turn.head_terms) + u64::from(turn.body_terms));
        Features {
            neighbourhood: self.neighbourhood.standardise(lexical.neighbourhoods[at]),
            session: self.session.standardise(lexical.group(session, at)),
            session_best: self.session_best[session],
            prompt: self.prompt.standardise(lexical.words(at).head),
            similarity: self.similarity.at(at),
            neighbour_similarity: self.neighbour_similarity.at(at),
            session_similarity: self.session_similarity.at(session),
            when: flag(lexical.when(at) > 0.0),
            // In a dialogue a longer statement says more.
            statement: self.dialogue * (1.0 - answered) * length,
            answered: answered * length,
            // Where prompts are answered, an unanswered one led nowhere.
            unanswered: (1.0 - self.dialogue) * (1.0 - answered),
            asks: flag(turn.asks),
            of_agent: flag(turn.secondary),
        }
    }
}

/// Returns the similarity of each turn. A turn that has no vectors yet gets the average.
fn similarities(similar: &[Option<Passage>]) -> Vec<f64> {
    let known = similar.iter().flatten().map(|passage| f64::from(passage.similarity));
    let average = known.clone().sum::<f64>() / known.count().max(1) as f64;
    similar.iter().map(|passage| passage.map_or(average, |p| f64::from(p.similarity))).collect()
}

/// Returns the mean similarity of each session's three most similar turns, on a scale over all
/// turns.
fn session_similarities(collection: &Collection, similarity: &[f64]) -> Scored {
    if similarity.is_empty() {
        return Scored::default();
    }
    let mut best: Vec<f64> = Vec::new();
    let mean = |range: &std::ops::Range<usize>| {
        best.clear();
        best.extend(&similarity[range.clone()]);
        best.sort_unstable_by(|a, b| b.total_cmp(a));
        best.truncate(3);
        best.iter().sum::<f64>() / best.len().max(1) as f64
    };
    let scores: Vec<f64> = collection.groups().iter().map(mean).collect();
    let of_turns = collection.groups().iter().zip(&scores);
    let sums = Sums::of(of_turns.flat_map(|(range, &mean)| range.clone().map(move |_| mean)));
    Scored::on(sums.scale(), scores)
}

/// Returns the sums of each turn's session score.
fn sessions(collection: &Collection, lexical: &Lexical) -> Sums {
    let mut sums = Sums::default();
    for (session, range) in collection.groups().iter().enumerate() {
        if lexical.when.is_empty() {
            sums.add_times(lexical.groups[session], range.len() as f64);
        } else {
            range.clone().for_each(|at| sums.add(lexical.group(session, at)));
        }
    }
    sums
}

/// Returns the standardised BM25 of each session's best turn.
fn session_bests(collection: &Collection, lexical: &Lexical, scale: &Scale) -> Vec<f64> {
    let mut bests = vec![0.0_f64; collection.groups().len()];
    for (at, words) in lexical.words.positions().zip(lexical.words.values()) {
        let best = &mut bests[collection.group_of(at)];
        *best = best.max(words.item);
    }
    bests.iter().map(|best| scale.standardise(*best)).collect()
}

/// Returns the natural logarithm of a positive integer. A table covers most lengths.
fn logarithm(number: u64) -> f64 {
    static KNOWN: LazyLock<[f64; 512]> =
        LazyLock::new(|| std::array::from_fn(|number| (number as f64).ln()));
    let known = usize::try_from(number).ok().and_then(|number| KNOWN.get(number));
    known.copied().unwrap_or_else(|| (number as f64).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::collection::Posting;
    use crate::index::lexical::Scoring;
    use crate::index::postings::Counts;
    use crate::index::when::When;

    /// Ranks turns 1, 2, … that each have their own session. `words` lists the turns with a
    /// matching word, `secondary` those of subagents.
    fn ranked(words: &[usize], similar: &[Option<f32>], secondary: &[usize]) -> Vec<i64> {
        let documents = (0..similar.len()).map(|at| Document {
            item: at as i64 + 1,
            kind: Kind::TURN,
            group: at as u32,
            started_at_ms: at as i64,
            head_terms: 5,
            body_terms: 20,
            secondary: secondary.contains(&at),
            asks: false,
        });
        let collection = Collection::new(documents.collect());
        let posting = |at: &usize| Posting { at: *at as u32, counts: Counts::new(1, 1) };
        let mut scoring = Scoring::of(&collection);
        scoring.add(words.iter().map(posting).collect(), 1.0);
        let lexical = scoring.finish(&When::default());
        let passage = |(at, similarity): (usize, &Option<f32>)| {
            similarity.map(|similarity| Passage { slot: at as i64, similarity })
        };
        let similar = similar.iter().enumerate().map(passage).collect();
        let searches = Searches { collection, lexical, actions: Vec::new(), similar };
        let found = Ranking::of(searches).best(usize::MAX, |_| true);
        found.iter().map(|found| found.item).collect()
    }

    #[test]
    fn agreement_of_words_and_meaning_wins_over_either() {
        let similar = [Some(0.2), Some(0.6), Some(0.65), Some(0.1), Some(0.1), Some(0.1)];
        assert_eq!(ranked(&[0, 1], &similar, &[])[0], 2);
    }

    #[test]
    fn what_is_neither_matched_nor_close_is_no_hit() {
        assert!(ranked(&[], &[Some(0.29), Some(0.1)], &[]).is_empty());
        assert_eq!(ranked(&[], &[Some(0.5), Some(0.4), Some(0.1)], &[]), [1, 2]);
        assert_eq!(ranked(&[1], &[None, None, None], &[]), [2]);
    }

    #[test]
    fn ties_go_to_the_newer_turn_and_a_subagent_stands_behind() {
        assert_eq!(ranked(&[0, 1], &[None, None, None], &[]), [2, 1]);
        assert_eq!(ranked(&[0, 1], &[None, None, None], &[1]), [1, 2]);
    }

    #[test]
    fn a_turn_that_waits_for_its_vectors_counts_as_average() {
        let similar = [Some(0.1), None, Some(0.5), Some(0.1)];
        assert_eq!(ranked(&[0, 1, 2], &similar, &[]), [3, 2, 1]);
    }
}
