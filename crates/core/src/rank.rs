//! Several rankings into one, by score.
//!
//! Ranks alone would throw the gaps between scores away (reciprocal rank fusion is worse than full
//! text alone on every set this was measured on), so each score is standardised over all turns in
//! scope, those without a match counting as zero, and they are added.

use std::collections::{BTreeMap, HashSet};

use crate::store::Passage;

/// What full text weighs against similarity, at 1.
const TEXT_WEIGHT: f64 = 0.6;

/// Without a matching word, less similarity than this is what unrelated texts have.
const SIMILARITY_MIN: f32 = 0.3;

/// What a match of what was done weighs.
const ACTION_WEIGHT: f64 = 0.4;

/// A subagent's turn stands behind a turn of the session's own that is about as good.
const AGENT_PENALTY: f64 = 0.5;

/// What each search found, over all turns in scope. Ordered, so that sums come out the same each
/// time.
#[derive(Debug, Clone, Default)]
pub struct Searches {
    /// BM25 of prompt and answer.
    pub text: BTreeMap<i64, f64>,
    /// BM25 of files, commands and errors.
    pub actions: BTreeMap<i64, f64>,
    /// The most similar chunk of each turn.
    pub similar: BTreeMap<i64, Passage>,
    /// Turns of subagents.
    pub of_agents: HashSet<i64>,
    /// How many turns are in scope.
    pub turns: u64,
}

/// A turn with its scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
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
}

/// Fuses what the searches found; ties go to the newer turn.
pub fn fuse(searches: &Searches) -> Vec<Ranked> {
    let Searches { text, actions, similar, of_agents, turns } = searches;
    let text_scale = Scale::of(text.values().copied(), *turns);
    let action_scale = Scale::of(actions.values().copied(), *turns);
    let similar_scale =
        Scale::of(similar.values().map(|passage| f64::from(passage.similarity)), *turns);
    let close = similar.iter().filter(|(_, passage)| passage.similarity >= SIMILARITY_MIN);
    let mut found: Vec<i64> =
        text.keys().chain(actions.keys()).chain(close.map(|(turn, _)| turn)).copied().collect();
    found.sort_unstable();
    found.dedup();
    let mut ranked: Vec<Ranked> = found
        .into_iter()
        .map(|turn| {
            let (text, actions) = (text.get(&turn).copied(), actions.get(&turn).copied());
            let passage = similar.get(&turn).copied();
            let similarity = passage.map(|passage| f64::from(passage.similarity));
            let score = TEXT_WEIGHT * text_scale.standardise(text.unwrap_or(0.0))
                + ACTION_WEIGHT * action_scale.standardise(actions.unwrap_or(0.0))
                + similar_scale.standardise(similarity.unwrap_or(0.0))
                - if of_agents.contains(&turn) { AGENT_PENALTY } else { 0.0 };
            Ranked { turn, score, text, actions, passage }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.turn.cmp(&a.turn)));
    ranked
}

/// Mean and deviation of a score over all turns in scope.
struct Scale {
    mean: f64,
    deviation: f64,
}

impl Scale {
    fn of(scores: impl Iterator<Item = f64> + Clone, turns: u64) -> Self {
        let turns = turns.max(1) as f64;
        let mean = scores.clone().sum::<f64>() / turns;
        let square = scores.map(|score| score * score).sum::<f64>() / turns;
        Self { mean, deviation: (square - mean * mean).max(0.0).sqrt() }
    }

    fn standardise(&self, score: f64) -> f64 {
        if self.deviation > 0.0 { (score - self.mean) / self.deviation } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similar(pairs: &[(i64, f32)]) -> BTreeMap<i64, Passage> {
        let passages =
            pairs.iter().map(|&(turn, similarity)| (turn, Passage { chunk: turn, similarity }));
        passages.collect()
    }

    fn order(ranked: &[Ranked]) -> Vec<i64> {
        ranked.iter().map(|hit| hit.turn).collect()
    }

    fn searches(text: &[(i64, f64)], similar_to: &[(i64, f32)], turns: u64) -> Searches {
        let text = text.iter().copied().collect();
        Searches { text, similar: similar(similar_to), turns, ..Searches::default() }
    }

    #[test]
    fn agreement_of_both_wins_over_either() {
        let found = fuse(&searches(
            &[(1, 5.0), (2, 5.0), (3, 1.0)],
            &[(1, 0.2), (2, 0.6), (3, 0.65), (4, 0.1)],
            50,
        ));
        assert_eq!(order(&found)[0], 2);
    }

    #[test]
    fn one_search_alone_keeps_its_order() {
        assert_eq!(order(&fuse(&searches(&[(1, 2.0), (2, 9.0)], &[], 10))), [2, 1]);
        assert_eq!(order(&fuse(&searches(&[], &[(1, 0.5), (2, 0.4)], 10))), [1, 2]);
    }

    #[test]
    fn what_was_done_counts_and_a_subagent_stands_behind() {
        let mut both = searches(&[(1, 2.0), (2, 2.0)], &[], 10);
        both.actions = BTreeMap::from([(1, 3.0)]);
        assert_eq!(order(&fuse(&both)), [1, 2]);
        both.actions.clear();
        both.of_agents = HashSet::from([2]);
        assert_eq!(order(&fuse(&both)), [1, 2]);
    }

    #[test]
    fn what_is_neither_matched_nor_close_is_no_hit() {
        assert!(fuse(&searches(&[], &[(1, 0.29)], 10)).is_empty());
        assert!(fuse(&Searches::default()).is_empty());
    }

    #[test]
    fn ties_go_to_the_newer_turn() {
        assert_eq!(order(&fuse(&searches(&[(1, 2.0), (2, 2.0)], &[], 10))), [2, 1]);
    }
}
