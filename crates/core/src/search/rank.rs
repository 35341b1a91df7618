//! Fuses several searches into one ranking, by score.
//!
//! Ranks alone would discard the gaps between scores. So each score is standardised over all turns
//! in scope, where turns without a match count as zero, and a linear model adds the scores up.

mod best;
mod scores;

use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::lexical::Lexical;
use crate::store::{Passage, Passages};
use crate::weighed::weighed;
pub use best::{Best, RankedDocument};
use scores::Scores;

/// Search results for every turn in scope. Lists are indexed by position in the collection.
#[derive(Default)]
pub struct Searches {
    /// The turns.
    pub collection: Collection,
    /// Lexical scores.
    pub lexical: Lexical,
    /// BM25 of files, commands and errors, zero without a match; empty when the query names none.
    pub actions: Vec<f64>,
    /// Most similar chunk of each turn; empty without semantic search.
    pub similar: Passages,
    /// Share of the query's total rarity in the names of things in a program, 0 to 1.
    pub named: f64,
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
        self.similar.of(self.collection.documents()[at].item)
    }
}

weighed! {
    /// Ranking features of one turn. A standardised score is the score minus the mean over all
    /// turns in scope, divided by the standard deviation. A flag is 0 or 1.
    ///
    /// Those that a [`Profile`] weakens are shown as they count.
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
        /// BM25 of the turn alone, standardised, times the share of names in the query: the model of
        /// the vectors knows no identifier.
        named: "named",
        /// Cosine similarity of its best chunk, standardised.
        similarity: "similarity",
        /// Cosine similarity of its most similar neighbour, standardised. A profile counts an
        /// answered turn among its own neighbours.
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
    named: 0.4,
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

/// What a ranking is for. The gate was fitted to what recall puts first, so that stays as it is
/// where a search became better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// How much an answered turn counts among its own neighbours, 0 to 1. Without it the turns
    /// beside the most similar one gain by it, and it alone does not.
    own_neighbour: f64,
    /// How much words count beside meaning when no turn holds a word of the query, 0 to 1. Where a
    /// turn holds all of them they count fully.
    uncovered_words: f64,
    /// How much the names of things in a query count, 0 to 1.
    names: f64,
}

impl Profile {
    /// For what a person or an agent asks.
    pub const QUERY: Self = Self { own_neighbour: 0.5, uncovered_words: 0.5, names: 1.0 };
    /// For turns that a prompt may get unasked.
    pub const RECALL: Self = Self { own_neighbour: 0.0, uncovered_words: 1.0, names: 0.0 };

    /// Whether the names in a query count.
    pub(super) fn weighs_names(self) -> bool {
        self.names > 0.0
    }
}

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

impl Ranked {
    /// Returns an item that no search found.
    pub fn unsearched(item: i64) -> Self {
        Self {
            item,
            score: 0.0,
            text: None,
            coverage: 0.0,
            actions: None,
            passage: None,
            features: Features::default(),
        }
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
    pub fn of(searches: Searches, profile: Profile) -> Self {
        let scores = Scores::of(&searches, profile);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::collection::Posting;
    use crate::index::lexical::Scoring;
    use crate::index::postings::Counts;
    use crate::index::when::When;
    use crate::item::Kind;

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
            similarity.map(|similarity| (at as i64 + 1, Passage { slot: at as i64, similarity }))
        };
        let similar = similar.iter().enumerate().filter_map(passage).collect();
        let searches = Searches { collection, lexical, similar, ..Searches::default() };
        let found = Ranking::of(searches, Profile::QUERY).best(usize::MAX, |_| true);
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

    /// Searches four answered turns of one session. `words` lists for each term the turns that hold
    /// it in their answer.
    fn of_one_session(words: &[&[u32]], similar: &[f32], named: f64) -> Searches {
        let documents = (0..4).map(|at| Document {
            item: at + 1,
            kind: Kind::TURN,
            group: 1,
            started_at_ms: at,
            head_terms: 5,
            body_terms: 20,
            secondary: false,
            asks: false,
        });
        let collection = Collection::new(documents.collect());
        let posting = |at: &u32| Posting { at: *at, counts: Counts::new(0, 1) };
        let mut scoring = Scoring::of(&collection);
        for turns in words {
            scoring.add(turns.iter().map(posting).collect(), 1.0);
        }
        let lexical = scoring.finish(&When::default());
        let passage = |similarity: &f32| Passage { slot: 0, similarity: *similarity };
        let without_meaning = similar.is_empty();
        let passages = (1..).zip(similar.iter().map(passage));
        let similar = if without_meaning { Passages::default() } else { passages.collect() };
        Searches { collection, lexical, similar, named, ..Searches::default() }
    }

    /// Ranks such a search for each profile: what is asked, and what is recalled.
    fn of_each(words: &[&[u32]], similar: &[f32], named: f64) -> [Vec<Ranked>; 2] {
        [Profile::QUERY, Profile::RECALL].map(|profile| {
            Ranking::of(of_one_session(words, similar, named), profile).best(4, |_| true)
        })
    }

    fn features(ranked: &[Ranked], item: i64) -> Features {
        ranked.iter().find(|ranked| ranked.item == item).expect("it was found").features
    }

    #[test]
    fn an_asked_turn_counts_among_its_own_neighbours() {
        let [asked, recalled] = of_each(&[], &[0.3, 0.8, 0.3, 0.3], 0.0);
        let gain = |of: &[Ranked]| {
            features(of, 2).neighbour_similarity - features(of, 4).neighbour_similarity
        };
        assert!(gain(&asked) > 0.1 && gain(&recalled).abs() < 1e-9);
    }

    #[test]
    fn asked_words_count_less_when_no_turn_holds_them_all() {
        let words = |ranked: &[Ranked]| features(ranked, 2).neighbourhood;
        let ratio = |of: &[&[u32]]| {
            let [asked, recalled] = of_each(of, &[0.3; 4], 0.0);
            words(&asked) / words(&recalled)
        };
        assert!((ratio(&[&[0], &[3]]) - 0.75).abs() < 1e-9);
        assert!((ratio(&[&[0], &[0]]) - 1.0).abs() < 1e-9);
        let [asked, recalled] = of_each(&[&[0], &[3]], &[], 0.0);
        assert_eq!(asked[0].score.to_bits(), recalled[0].score.to_bits(), "without meaning");
    }

    #[test]
    fn an_asked_name_puts_the_turn_that_holds_it_before_its_neighbour() {
        let first = |named| of_each(&[&[0]], &[0.5, 0.6, 0.1, 0.1], named).map(|of| of[0].item);
        assert_eq!((first(0.0), first(1.0)), ([2, 2], [1, 2]));
    }

    #[test]
    fn a_turn_that_waits_for_its_vectors_counts_as_average() {
        let similar = [Some(0.1), None, Some(0.5), Some(0.1)];
        assert_eq!(ranked(&[0, 1, 2], &similar, &[]), [3, 2, 1]);
    }
}
