//! Scores of the turns in scope, standardised over all of them.

use std::ops::Range;
use std::sync::LazyLock;

use super::{Features, Profile, Searches, WEIGHTS};
use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::lexical::Lexical;
use crate::item::Kind;
use crate::search::scale::{Scale, Scored, Sums};

/// Set by hand. Actions neither help nor harm questions in prose, but nothing else finds the turns
/// that changed a file without naming it.
const ACTIONS_WEIGHT: f64 = 0.1;

/// Scores and scales over the turns in scope.
pub(super) struct Scores {
    /// BM25 of the turn alone.
    turn: Scale,
    neighbourhood: Scale,
    prompt: Scale,
    session: Scale,
    /// BM25 of each session's best turn, standardised.
    session_best: Vec<f64>,
    similarity: Similarities,
    /// One score for each session.
    session_similarity: Scored,
    actions: Scale,
    /// How much words count, 0 to 1.
    words: f64,
    /// How much a turn's own BM25 counts, 0 to 1.
    names: f64,
    /// Share of turns without an answer: nearly all in a dialogue between people.
    dialogue: f64,
}

impl Scores {
    pub fn of(searches: &Searches, profile: Profile) -> Self {
        let Searches { collection, lexical, similar, actions, named } = searches;
        let turns = collection.documents();
        let of_turns = turns.iter().filter(|turn| turn.kind == Kind::TURN);
        let unanswered = of_turns.clone().filter(|turn| turn.body_terms == 0).count();
        let dialogue = unanswered as f64 / of_turns.count().max(1) as f64;
        let similarity = Similarities::of(searches, profile);
        let [mut turn, mut prompt] = [Sums::default(); 2];
        let mut coverage = 0.0_f64;
        for words in lexical.words.values() {
            turn.add(words.item);
            prompt.add(words.head);
            coverage = coverage.max(words.coverage);
        }
        let turn = turn.over(turns.len()).scale();
        Self {
            neighbourhood: Sums::of(lexical.neighbourhoods.iter().copied()).scale(),
            prompt: prompt.over(turns.len()).scale(),
            session: sessions(collection, lexical).scale(),
            session_best: session_bests(collection, lexical, &turn),
            session_similarity: session_similarities(collection, &similarity.of_turns),
            words: if similar.is_empty() { 1.0 } else { words(coverage, dialogue, profile) },
            names: profile.names * named,
            similarity,
            actions: Sums::of(actions.iter().copied()).scale(),
            turn,
            dialogue,
        }
    }

    pub fn score(&self, searches: &Searches, at: usize) -> f64 {
        let features = self.features(searches, at);
        let done = ACTIONS_WEIGHT * self.actions.standardise(searches.actions(at));
        done + WEIGHTS.sum(&features)
    }

    pub fn features(&self, searches: &Searches, at: usize) -> Features {
        let Searches { collection, lexical, .. } = searches;
        let (turn, session) = (&collection.documents()[at], collection.group_of(at));
        let flag = |is: bool| f64::from(u8::from(is));
        let answered = flag(is_answered(turn));
        let length = logarithm(1 + u64::from(turn.head_terms) + u64::from(turn.body_terms));
        Features {
            neighbourhood: self.words * self.neighbourhood.standardise(lexical.neighbourhoods[at]),
            session: self.words * self.session.standardise(lexical.group(session, at)),
            session_best: self.words * self.session_best[session],
            prompt: self.words * self.prompt.standardise(lexical.words(at).head),
            named: self.names * self.turn.standardise(lexical.words(at).item),
            similarity: self.similarity.standardised(at),
            neighbour_similarity: self.similarity.standardised_of_neighbours(collection, at),
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

/// Whether an item says something by itself. Only a turn can lack an answer.
fn is_answered(item: &Document) -> bool {
    item.body_terms > 0 || item.kind != Kind::TURN
}

/// Returns how much words count where the turn with the most of the query's rarity holds this share
/// of it. In a dialogue between people they count fully: one statement says little by itself.
fn words(coverage: f64, dialogue: f64, profile: Profile) -> f64 {
    1.0 - (1.0 - dialogue) * (1.0 - profile.uncovered_words) * (1.0 - coverage)
}

/// Similarities of the turns and of their neighbours.
struct Similarities {
    /// Similarity of each turn; that of a turn without vectors is the average. Empty without
    /// semantic search.
    of_turns: Vec<f32>,
    turns: Scale,
    neighbours: Scale,
    /// How much an answered turn counts among its own neighbours, 0 to 1.
    own: f64,
}

impl Similarities {
    fn of(Searches { collection, similar, .. }: &Searches, profile: Profile) -> Self {
        let documents = collection.documents();
        let mut of_turns = Vec::new();
        if !similar.is_empty() {
            let similarity = |turn: &Document| similar.of(turn.item).map(|best| best.similarity);
            of_turns.extend(documents.iter().map(|turn| similarity(turn).unwrap_or(f32::NAN)));
            fill(&mut of_turns);
        }
        let turns = Sums::of(of_turns.iter().copied().map(f64::from)).scale();
        let mut all =
            Self { of_turns, turns, neighbours: Scale::default(), own: profile.own_neighbour };
        let of_neighbours = (0..all.of_turns.len()).map(|at| all.of_neighbours(collection, at));
        all.neighbours = Sums::of(of_neighbours).scale();
        all
    }

    /// Returns the similarity of a turn's most similar neighbour. An answered turn that is more
    /// similar than its neighbours counts by its share.
    fn of_neighbours(&self, collection: &Collection, at: usize) -> f64 {
        let beside = collection.neighbours(at).map(|at| self.of_turns[at]).fold(0.0, f32::max);
        let (beside, own) = (f64::from(beside), f64::from(self.of_turns[at]));
        let is_answered = is_answered(&collection.documents()[at]);
        beside + if is_answered { self.own * (own - beside).max(0.0) } else { 0.0 }
    }

    /// Returns the standardised similarity of a turn; zero without semantic search.
    fn standardised(&self, at: usize) -> f64 {
        self.of_turns.get(at).map_or(0.0, |&own| self.turns.standardise(f64::from(own)))
    }

    /// Returns the standardised similarity of a turn's most similar neighbour; zero without semantic
    /// search.
    fn standardised_of_neighbours(&self, collection: &Collection, at: usize) -> f64 {
        if self.of_turns.is_empty() {
            return 0.0;
        }
        self.neighbours.standardise(self.of_neighbours(collection, at))
    }
}

/// Replaces what is not a number by the average of the others.
fn fill(similarities: &mut [f32]) {
    let known = similarities.iter().filter(|similarity| !similarity.is_nan());
    let sum: f64 = known.clone().copied().map(f64::from).sum();
    let average = (sum / known.count().max(1) as f64) as f32;
    for similarity in similarities.iter_mut().filter(|similarity| similarity.is_nan()) {
        *similarity = average;
    }
}

/// Returns the mean similarity of each session's three most similar turns, on a scale over all
/// turns.
fn session_similarities(collection: &Collection, similarity: &[f32]) -> Scored {
    if similarity.is_empty() {
        return Scored::default();
    }
    let mean = |range: &Range<usize>| mean_of_best(&similarity[range.clone()]);
    let scores: Vec<f64> = collection.groups().iter().map(mean).collect();
    let of_turns = collection.groups().iter().zip(&scores);
    let mut sums = Sums::default();
    of_turns.for_each(|(range, &mean)| sums.add_times(mean, range.len() as f64));
    Scored::on(sums.scale(), scores)
}

/// Returns the mean of the three highest similarities.
fn mean_of_best(similarities: &[f32]) -> f64 {
    let mut best = [f32::NEG_INFINITY; 3];
    for &similarity in similarities {
        let mut lower = similarity;
        for place in &mut best {
            if lower > *place {
                std::mem::swap(place, &mut lower);
            }
        }
    }
    let best = &best[..similarities.len().min(best.len())];
    best.iter().copied().map(f64::from).sum::<f64>() / best.len().max(1) as f64
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

    #[test]
    #[expect(clippy::float_cmp, reason = "these are exact")]
    fn the_mean_is_that_of_the_three_highest() {
        let means = [&[0.25, -0.5, 1.0, 0.5, 0.75][..], &[-0.5, 0.25], &[]].map(mean_of_best);
        assert_eq!(means, [0.75, -0.125, 0.0]);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these are exact")]
    fn what_has_no_vector_gets_the_average() {
        let mut similarities = [0.5, f32::NAN, 0.25, f32::NAN, 0.75];
        fill(&mut similarities);
        assert_eq!(similarities, [0.5, 0.5, 0.25, 0.5, 0.75]);
    }
}
