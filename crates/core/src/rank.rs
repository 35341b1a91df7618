//! Several searches into one order, by score.
//!
//! Ranks alone would throw the gaps between scores away, so each score is standardised over all
//! turns in scope, those without a match counting as zero, and a linear model adds them up.

use crate::lexical::{Collection, Lexical};
use crate::store::Passage;

/// What was found out about every turn in scope; all lists are by position in the collection.
pub struct Searches<'a> {
    /// The turns.
    pub collection: &'a Collection,
    /// What the words say.
    pub lexical: &'a Lexical,
    /// BM25 of files, commands and errors; zero without a match.
    pub actions: Vec<f64>,
    /// The most similar chunk of each turn; `None` where there are no vectors.
    pub similar: Vec<Option<Passage>>,
}

/// Names of the features of a turn, in the order of [`Features`].
pub const FEATURES: [&str; 13] = [
    "neighbourhood",
    "session",
    "sessionBest",
    "prompt",
    "similarity",
    "neighbourSimilarity",
    "sessionSimilarity",
    "when",
    "statement",
    "answered",
    "unanswered",
    "asks",
    "ofAgent",
];

/// What ranking weighs of one turn.
pub type Features = [f64; FEATURES.len()];

/// Where the standardised similarity stands among the features.
pub const SIMILARITY: usize = 4;

/// Fitted by `npm run eval -- --fit`, which also shows what each part earns. Two surprises: next to
/// its neighbourhood a turn's own BM25 adds nothing, and neither does its age.
pub const WEIGHTS: Features =
    [0.266, 0.309, 0.245, 0.095, 1.037, 0.307, 0.203, 0.803, 1.145, -0.185, -1.175, -1.255, -0.940];

/// By hand: what was done neither helps nor harms questions in prose, but is all there is to find
/// the turns that changed a file without naming it.
const ACTIONS_WEIGHT: f64 = 0.1;

/// Without a matching word, less similarity than this is what unrelated texts have.
const SIMILARITY_MIN: f32 = 0.3;

/// A turn with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Where it stands in the collection.
    pub at: usize,
    /// Id of the turn.
    pub turn: i64,
    /// Fused; higher is better. Comparable within one search only.
    pub score: f64,
    /// BM25, when a word matched.
    pub text: Option<f64>,
    /// BM25 of what was done, when that matched.
    pub actions: Option<f64>,
    /// The most similar chunk, when the turn has vectors.
    pub passage: Option<Passage>,
    /// What the score is made of.
    pub features: Features,
}

/// Ranks the turns that were found, best first; ties go to the newer turn.
pub fn rank(searches: &Searches) -> Vec<Ranked> {
    let Searches { collection, lexical, actions, similar } = searches;
    let scores = Scores::of(searches);
    let actions_scale = Scale::of(actions);
    let found = (0..collection.documents().len()).filter(|&at| {
        lexical.turn[at] > 0.0
            || actions[at] > 0.0
            || similar[at].is_some_and(|passage| passage.similarity >= SIMILARITY_MIN)
    });
    let mut ranked: Vec<Ranked> = found
        .map(|at| {
            let features = scores.features(searches, at);
            let done = ACTIONS_WEIGHT * actions_scale.standardise(actions[at]);
            Ranked {
                at,
                turn: collection.documents()[at].turn,
                score: done + features.iter().zip(WEIGHTS).map(|(x, w)| x * w).sum::<f64>(),
                text: Some(lexical.turn[at]).filter(|&score| score > 0.0),
                actions: Some(actions[at]).filter(|&score| score > 0.0),
                passage: similar[at],
                features,
            }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.turn.cmp(&a.turn)));
    ranked
}

/// A score of every turn, and its scale.
struct Scored {
    scores: Vec<f64>,
    scale: Scale,
}

impl Scored {
    fn of(scores: Vec<f64>) -> Self {
        Self { scale: Scale::of(&scores), scores }
    }

    fn at(&self, at: usize) -> f64 {
        self.scale.standardise(self.scores[at])
    }
}

/// All that is standardised over the turns in scope.
struct Scores {
    neighbourhood: Scored,
    session: Scored,
    session_best: Vec<f64>,
    prompt: Scored,
    similarity: Scored,
    neighbour_similarity: Scored,
    session_similarity: Scored,
    /// Share of the turns that nobody answered: nearly all in a dialogue between people.
    dialogue: f64,
}

impl Scores {
    fn of(searches: &Searches) -> Self {
        let Searches { collection, lexical, similar, .. } = searches;
        let turns = collection.documents();
        let similarity = similarities(similar);
        let neighbours = (0..turns.len())
            .map(|at| collection.neighbours(at).map(|other| similarity[other]).fold(0.0, f64::max));
        let unanswered = turns.iter().filter(|turn| turn.answer_terms == 0).count();
        Self {
            neighbourhood: Scored::of(lexical.neighbourhood.clone()),
            session: Scored::of(lexical.session.clone()),
            session_best: session_bests(collection, &lexical.turn),
            prompt: Scored::of(lexical.prompt.clone()),
            neighbour_similarity: Scored::of(neighbours.collect()),
            session_similarity: Scored::of(session_means(collection, &similarity)),
            similarity: Scored::of(similarity),
            dialogue: unanswered as f64 / turns.len().max(1) as f64,
        }
    }

    fn features(&self, searches: &Searches, at: usize) -> Features {
        let turn = &searches.collection.documents()[at];
        let flag = |is: bool| f64::from(u8::from(is));
        let answered = flag(turn.answer_terms > 0);
        let length = f64::from(1 + turn.prompt_terms + turn.answer_terms).ln();
        [
            self.neighbourhood.at(at),
            self.session.at(at),
            self.session_best[at],
            self.prompt.at(at),
            self.similarity.at(at),
            self.neighbour_similarity.at(at),
            self.session_similarity.at(at),
            flag(searches.lexical.when[at]),
            // In a dialogue a longer statement says more.
            self.dialogue * (1.0 - answered) * length,
            answered * length,
            // Where prompts are answered, one that was not came to nothing.
            (1.0 - self.dialogue) * (1.0 - answered),
            flag(turn.asks),
            flag(turn.of_agent),
        ]
    }
}

/// Returns the similarity of each turn; one that still waits for its vectors has the average.
fn similarities(similar: &[Option<Passage>]) -> Vec<f64> {
    let known = similar.iter().flatten().map(|passage| f64::from(passage.similarity));
    let average = known.clone().sum::<f64>() / known.count().max(1) as f64;
    similar.iter().map(|passage| passage.map_or(average, |p| f64::from(p.similarity))).collect()
}

/// The mean similarity of the three best turns of each turn's session.
fn session_means(collection: &Collection, similarity: &[f64]) -> Vec<f64> {
    let mut means = Vec::with_capacity(similarity.len());
    for run in collection.documents().chunk_by(|a, b| a.session == b.session) {
        let mut best: Vec<f64> = similarity[means.len()..means.len() + run.len()].to_vec();
        best.sort_by(|a, b| b.total_cmp(a));
        best.truncate(3);
        let mean = best.iter().sum::<f64>() / best.len().max(1) as f64;
        means.resize(means.len() + run.len(), mean);
    }
    means
}

/// How far the best turn of each turn's session stands out by its words.
fn session_bests(collection: &Collection, scores: &[f64]) -> Vec<f64> {
    let scale = Scale::of(scores);
    let mut bests = Vec::with_capacity(scores.len());
    for run in collection.documents().chunk_by(|a, b| a.session == b.session) {
        let of_run = &scores[bests.len()..bests.len() + run.len()];
        let best = of_run.iter().copied().fold(0.0, f64::max);
        bests.resize(bests.len() + run.len(), scale.standardise(best));
    }
    bests
}

/// Mean and deviation of a score over all turns in scope.
struct Scale {
    mean: f64,
    deviation: f64,
}

impl Scale {
    fn of(scores: &[f64]) -> Self {
        let turns = scores.len().max(1) as f64;
        let mean = scores.iter().sum::<f64>() / turns;
        let square = scores.iter().map(|score| score * score).sum::<f64>() / turns;
        Self { mean, deviation: (square - mean * mean).max(0.0).sqrt() }
    }

    fn standardise(&self, score: f64) -> f64 {
        if self.deviation > 1e-9 { (score - self.mean) / self.deviation } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexical::Posted;
    use crate::postings::Counts;
    use crate::store::Document;
    use crate::when::When;

    /// Turns 1, 2, … in sessions of their own; the words they hold, their similarity.
    fn ranked(words: &[usize], similar: &[Option<f32>], of_agents: &[usize]) -> Vec<i64> {
        let documents = (0..similar.len()).map(|at| Document {
            turn: at as i64 + 1,
            session: at as i64,
            started_at_ms: at as i64,
            prompt_terms: 5,
            answer_terms: 20,
            of_agent: of_agents.contains(&at),
            asks: false,
        });
        let collection = Collection::new(documents.collect());
        let place = |&at: &usize| collection.position(at as i64 + 1).expect("it is there");
        let mut turns: Vec<_> = words.iter().map(|at| (place(at), Counts::new(1, 1))).collect();
        turns.sort_unstable_by_key(|(at, _)| *at);
        let posted = [Posted { turns, weight: 1.0 }];
        let of = |document: &Document| {
            similar[document.turn as usize - 1]
                .map(|similarity| Passage { slot: document.turn, similarity })
        };
        let lexical = Lexical::of(&collection, &posted, &When::default());
        let searches = Searches {
            lexical: &lexical,
            actions: vec![0.0; similar.len()],
            similar: collection.documents().iter().map(of).collect(),
            collection: &collection,
        };
        rank(&searches).iter().map(|turn| turn.turn).collect()
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
