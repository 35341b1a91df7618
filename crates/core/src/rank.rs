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
    pub lexical: Lexical,
    /// BM25 of files, commands and errors; zero without a match.
    pub actions: Vec<f64>,
    /// The most similar chunk of each turn; `None` where there are no vectors.
    pub similar: Vec<Option<Passage>>,
}

/// Names of the features of a turn, in the order of [`Features`].
pub const FEATURES: [&str; 25] = [
    "text",
    "neighbourhood",
    "session",
    "similarity",
    "neighbourSimilarity",
    "sessionSimilarity",
    "actions",
    "textShare",
    "neighbourhoodShare",
    "sessionShare",
    "coverage",
    "similar",
    "second",
    "prompt",
    "statement",
    "answered",
    "asks",
    "ofAgent",
    "recency",
    "sessionBest",
    "dense",
    "when",
    "unanswered",
    "dialogue",
    "chunkless",
];

/// What ranking weighs of one turn.
pub type Features = [f64; FEATURES.len()];

const WEIGHTS: Features = [
    0.6, 0.4, 0.2, 1.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
];

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
    let turns = collection.documents();
    let similarity: Vec<f64> =
        similar.iter().map(|passage| passage.map_or(0.0, |p| f64::from(p.similarity))).collect();
    let neighbours: Vec<f64> = (0..turns.len())
        .map(|at| {
            collection.neighbours(at).map(|other| similarity[other]).fold(0.0, f64::max)
        })
        .collect();
    let sessions = session_means(collection, &similarity);
    let text_scale = Scale::of(&lexical.turn);
    let neighbourhood_scale = Scale::of(&lexical.neighbourhood);
    let session_scale = Scale::of(&lexical.session);
    let similarity_scale = Scale::of(&similarity);
    let neighbours_scale = Scale::of(&neighbours);
    let sessions_scale = Scale::of(&sessions);
    let actions_scale = Scale::of(actions);
    let prompt_scale = Scale::of(&lexical.prompt);
    let session_best = session_bests(collection, &lexical.turn, &text_scale);
    let dense_scale = Scale::of(&lexical.dense);
    let unanswered = turns.iter().filter(|turn| turn.answer_terms == 0).count();
    let dialogue = unanswered as f64 / turns.len().max(1) as f64;
    let newest = turns.iter().map(|turn| turn.started_at_ms).max().unwrap_or_default();
    let found = (0..turns.len()).filter(|&at| {
        lexical.turn[at] > 0.0
            || actions[at] > 0.0
            || similar[at].is_some_and(|passage| passage.similarity >= SIMILARITY_MIN)
    });
    let mut ranked: Vec<Ranked> = found
        .map(|at| {
            let turn = &turns[at];
            let days = (newest - turn.started_at_ms) as f64 / 86_400_000.0;
            let terms = f64::from(turn.prompt_terms + turn.answer_terms);
            let share = |score: f64, full: f64| 5.0 * score / full.max(f64::MIN_POSITIVE);
            let flag = |is: bool| f64::from(u8::from(is));
            let long = (1.0 + terms).ln();
            let features = [
                text_scale.standardise(lexical.turn[at]),
                neighbourhood_scale.standardise(lexical.neighbourhood[at]),
                session_scale.standardise(lexical.session[at]),
                similarity_scale.standardise(similarity[at]),
                neighbours_scale.standardise(neighbours[at]),
                sessions_scale.standardise(sessions[at]),
                actions_scale.standardise(actions[at]),
                share(lexical.turn[at], lexical.full[0]),
                share(lexical.neighbourhood[at], lexical.full[1]),
                share(lexical.session[at], lexical.full[2]),
                3.0 * lexical.coverage[at],
                5.0 * similarity[at],
                5.0 * similar[at].map_or(0.0, |passage| f64::from(passage.second)),
                prompt_scale.standardise(lexical.prompt[at]),
                long * flag(turn.answer_terms == 0),
                long * flag(turn.answer_terms > 0),
                flag(turn.asks),
                flag(turn.of_agent),
                1.0 / (1.0 + days / 30.0),
                session_best[at],
                dense_scale.standardise(lexical.dense[at]),
                flag(lexical.when[at]),
                flag(turn.answer_terms == 0),
                dialogue,
                flag(similar[at].is_none()),
            ];
            Ranked {
                at,
                turn: turn.turn,
                score: features.iter().zip(WEIGHTS).map(|(x, w)| x * w).sum(),
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
fn session_bests(collection: &Collection, scores: &[f64], scale: &Scale) -> Vec<f64> {
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
