//! Scores of the turns in scope, standardised over all of them.

use std::sync::LazyLock;

use super::{Features, Profile, Searches, WEIGHTS};
use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::lexical::Lexical;
use crate::item::Kind;
use crate::search::scale::{Scale, Scored, Sums};
use crate::store::Passage;

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
    similarity: Scored,
    neighbour_similarity: Scored,
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
        let similarity = similarities(similar);
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
            neighbour_similarity: neighbour_similarities(collection, &similarity, profile),
            session_similarity: session_similarities(collection, &similarity),
            words: if similar.is_empty() { 1.0 } else { words(coverage, dialogue, profile) },
            names: profile.names * named,
            similarity: Scored::of(similarity),
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

/// Whether an item says something by itself. Only a turn can lack an answer.
fn is_answered(item: &Document) -> bool {
    item.body_terms > 0 || item.kind != Kind::TURN
}

/// Returns how much words count where the turn with the most of the query's rarity holds this share
/// of it. In a dialogue between people they count fully: one statement says little by itself.
fn words(coverage: f64, dialogue: f64, profile: Profile) -> f64 {
    1.0 - (1.0 - dialogue) * (1.0 - profile.uncovered_words) * (1.0 - coverage)
}

/// Returns the similarity of each turn's most similar neighbour. An answered turn that is more
/// similar than its neighbours counts by the profile's share.
fn neighbour_similarities(collection: &Collection, similarity: &[f64], profile: Profile) -> Scored {
    let of = |(at, &own): (usize, &f64)| {
        let beside = collection.neighbours(at).map(|at| similarity[at]).fold(0.0, f64::max);
        let is_answered = is_answered(&collection.documents()[at]);
        let share = if is_answered { profile.own_neighbour } else { 0.0 };
        beside + share * (own - beside).max(0.0)
    };
    Scored::of(similarity.iter().enumerate().map(of).collect())
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
