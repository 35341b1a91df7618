//! Compares the ranking with a reference implementation that is as plain as possible: every turn
//! against every other, one number at a time.

use std::collections::{BTreeMap, BTreeSet};

use mementor_core::index::collection::{Collection, Posting};
use mementor_core::index::document::Document;
use mementor_core::index::lexical::Scoring;
use mementor_core::index::postings::Counts;
use mementor_core::index::terms::Analyzed;
use mementor_core::index::when::{Now, When};
use mementor_core::item::Kind;
use mementor_core::recall::gate::{Comparison, Form};
use mementor_core::search::rank::{Features, Profile, Ranking, Searches, WEIGHTS};
use mementor_core::store::Passage;
use proptest::prelude::*;

/// 2026-11-22, a Sunday.
const NOW_MS: i64 = 1_795_305_600_000;
const DAY_MS: i64 = 86_400_000;

/// A turn of a test with its search results.
#[derive(Debug, Clone)]
struct Turn {
    document: Document,
    /// Number of occurrences of each query term.
    counts: [Counts; 3],
    similarity: Option<f32>,
    actions: f64,
}

/// The reference's result for a turn that was found.
#[derive(Debug)]
struct Expected {
    turn: i64,
    score: f64,
    text: f64,
    coverage: f64,
    similarity: f64,
    features: Features,
}

struct Reference<'a> {
    turns: &'a [Turn],
    weights: [f64; 3],
    when: &'a When,
    /// Share of names in the query.
    named: f64,
    /// Whether it is asked, and not recalled.
    asked: bool,
}

impl Reference<'_> {
    fn length(turn: &Turn) -> f64 {
        2.0 * f64::from(turn.document.head_terms) + f64::from(turn.document.body_terms)
    }

    fn count(turn: &Turn, term: usize) -> f64 {
        2.0 * f64::from(turn.counts[term].head) + f64::from(turn.counts[term].body)
    }

    fn rarity(all: usize, holding: usize) -> f64 {
        (1.0 + (all as f64 - holding as f64 + 0.5) / (holding as f64 + 0.5)).ln()
    }

    fn session(&self, at: usize) -> Vec<usize> {
        let of = |at: usize| self.turns[at].document.group;
        (0..self.turns.len()).filter(|&other| of(other) == of(at)).collect()
    }

    fn neighbours(&self, at: usize) -> Vec<usize> {
        let own = &self.turns[at].document;
        let key = |at: usize| (self.turns[at].document.started_at_ms, self.turns[at].document.item);
        let group = (0..self.turns.len()).filter(|&other| {
            let other = &self.turns[other].document;
            (other.group, other.secondary) == (own.group, own.secondary)
        });
        let before = group.clone().filter(|&other| key(other) < key(at)).max_by_key(|&o| key(o));
        let after = group.filter(|&other| key(other) > key(at)).min_by_key(|&other| key(other));
        before.into_iter().chain(after).collect()
    }

    /// Returns BM25 scores by turn. `kinds` gives for each turn the set of turns that forms its
    /// document; each set counts once.
    fn bm25(&self, kinds: &[Vec<usize>], k1: f64, b: f64) -> Vec<f64> {
        let mut once: Vec<&Vec<usize>> = Vec::new();
        for kind in kinds {
            if !once.contains(&kind) {
                once.push(kind);
            }
        }
        let sum = |of: &[usize], value: &dyn Fn(&Turn) -> f64| -> f64 {
            of.iter().map(|&at| value(&self.turns[at])).sum()
        };
        let lengths: f64 = once.iter().map(|kind| sum(kind, &Self::length)).sum();
        let average = lengths / once.len() as f64;
        let score = |kind: &Vec<usize>| {
            let of_term = |term: usize| {
                let count = |kind: &Vec<usize>| sum(kind, &|turn| Self::count(turn, term));
                let holding = once.iter().filter(|kind| count(kind) > 0.0).count();
                let length = sum(kind, &Self::length) / average.max(f64::MIN_POSITIVE);
                let norm = k1 * (1.0 - b + b * length);
                self.weights[term] * Self::rarity(once.len(), holding) * count(kind) * (k1 + 1.0)
                    / (count(kind) + norm)
            };
            (0..3).map(of_term).sum()
        };
        kinds.iter().map(score).collect()
    }

    fn holding(&self, term: usize) -> usize {
        self.turns.iter().filter(|turn| Self::count(turn, term) > 0.0).count()
    }

    fn term_rarity(&self, term: usize) -> f64 {
        Self::rarity(self.turns.len(), self.holding(term))
    }

    fn prompts(&self) -> Vec<f64> {
        let length = |turn: &Turn| f64::from(turn.document.head_terms);
        let average = self.turns.iter().map(length).sum::<f64>() / self.turns.len() as f64;
        let score = |turn: &Turn| {
            let of_term = |term: usize| {
                let count = f64::from(turn.counts[term].head);
                let norm = 0.8 * (0.7 + 0.3 * length(turn) / average.max(f64::MIN_POSITIVE));
                self.weights[term] * self.term_rarity(term) * count * 1.8 / (count + norm)
            };
            (0..3).map(of_term).sum()
        };
        self.turns.iter().map(score).collect()
    }

    fn coverages(&self) -> Vec<f64> {
        let mass = |term: usize| self.weights[term] * self.term_rarity(term);
        let total: f64 = (0..3).map(mass).sum();
        let held = |turn: &Turn| {
            (0..3).filter(|&term| Self::count(turn, term) > 0.0).map(mass).sum::<f64>() / total
        };
        self.turns.iter().map(held).collect()
    }

    /// Adds the named times to scores that are not zero.
    fn add_when(&self, scores: &mut [f64]) {
        for named in self.when.named() {
            let holds = |turn: &Turn| self.when.holds(named, turn.document.started_at_ms);
            let holding = self.turns.iter().filter(|turn| holds(turn)).count();
            for (score, turn) in scores.iter_mut().zip(self.turns) {
                if *score > 0.0 && holds(turn) {
                    *score += Self::rarity(self.turns.len(), holding);
                }
            }
        }
    }

    fn is_of_when(&self, turn: &Turn) -> bool {
        self.when.named().iter().any(|named| self.when.holds(named, turn.document.started_at_ms))
    }

    fn similarities(&self) -> Vec<f64> {
        let known = self.turns.iter().filter_map(|turn| turn.similarity).map(f64::from);
        let average = known.clone().sum::<f64>() / known.count().max(1) as f64;
        self.turns
            .iter()
            .map(|turn| turn.similarity.map_or(f64::from(average as f32), f64::from))
            .collect()
    }

    /// Returns all turns found, best first.
    fn ranked(&self) -> Vec<Expected> {
        let all = 0..self.turns.len();
        let alone: Vec<Vec<usize>> = all.clone().map(|at| vec![at]).collect();
        let beside = |at| std::iter::once(at).chain(self.neighbours(at)).collect();
        let neighbourhoods: Vec<Vec<usize>> = all.clone().map(beside).collect();
        let sessions: Vec<Vec<usize>> = all.clone().map(|at| self.session(at)).collect();
        let mut turn = self.bm25(&alone, 0.8, 0.3);
        let mut neighbourhood = self.bm25(&neighbourhoods, 0.8, 0.3);
        let mut session = self.bm25(&sessions, 1.2, 0.75);
        for scores in [&mut turn, &mut neighbourhood, &mut session] {
            self.add_when(scores);
        }
        let coverage = self.coverages();
        let similarity = self.similarities();
        let best =
            |of: &[usize], scores: &[f64]| of.iter().map(|&at| scores[at]).fold(0.0, f64::max);
        let mean_of_best = |of: &Vec<usize>| {
            let mut scores: Vec<f64> = of.iter().map(|&at| similarity[at]).collect();
            scores.sort_by(|a, b| b.total_cmp(a));
            scores.truncate(3);
            scores.iter().sum::<f64>() / scores.len() as f64
        };
        let (mean, deviation) = scale(&turn);
        let session_best = |of: &Vec<usize>| standardised(best(of, &turn), mean, deviation);
        let session_best: Vec<f64> = sessions.iter().map(session_best).collect();
        let beside = all.clone().map(|at| {
            let beside = best(&self.neighbours(at), &similarity);
            let is_answered = self.turns[at].document.body_terms > 0;
            if self.asked && is_answered {
                beside.max(f64::midpoint(beside, similarity[at]))
            } else {
                beside
            }
        });
        let beside: Vec<f64> = beside.collect();
        let actions: Vec<f64> = self.turns.iter().map(|turn| turn.actions).collect();
        let unanswered = self.turns.iter().filter(|turn| turn.document.body_terms == 0).count();
        let dialogue = unanswered as f64 / self.turns.len() as f64;
        let covered = coverage.iter().copied().fold(0.0, f64::max);
        let answered = if self.asked { 1.0 - dialogue } else { 0.0 };
        let words = 1.0 - answered * 0.5 * (1.0 - covered);
        let own = all_standardised(&turn);
        let neighbourhood = all_standardised(&neighbourhood);
        let session = all_standardised(&session);
        let prompt = all_standardised(&self.prompts());
        let standard_similarity = all_standardised(&similarity);
        let beside = all_standardised(&beside);
        let session_similarity =
            all_standardised(&sessions.iter().map(mean_of_best).collect::<Vec<_>>());
        let done = all_standardised(&actions);
        let found = all.filter(|&at| {
            let close = self.turns[at].similarity.is_some_and(|similarity| similarity >= 0.3);
            turn[at] > 0.0 || actions[at] > 0.0 || close
        });
        let mut expected: Vec<Expected> = found
            .map(|at| {
                let Document { head_terms, body_terms, asks, secondary, .. } =
                    self.turns[at].document;
                let length = f64::from(1 + head_terms + body_terms).ln();
                let flag = |is: bool| if is { 1.0 } else { 0.0 };
                let (answered, silent) = (flag(body_terms > 0), flag(body_terms == 0));
                let features = Features {
                    neighbourhood: words * neighbourhood[at],
                    session: words * session[at],
                    session_best: words * session_best[at],
                    prompt: words * prompt[at],
                    named: if self.asked { self.named * own[at] } else { 0.0 },
                    similarity: standard_similarity[at],
                    neighbour_similarity: beside[at],
                    session_similarity: session_similarity[at],
                    when: flag(self.is_of_when(&self.turns[at])),
                    statement: dialogue * silent * length,
                    answered: answered * length,
                    unanswered: (1.0 - dialogue) * silent,
                    asks: flag(asks),
                    of_agent: flag(secondary),
                };
                Expected {
                    turn: self.turns[at].document.item,
                    score: 0.1 * done[at] + WEIGHTS.sum(&features),
                    text: turn[at],
                    coverage: coverage[at],
                    similarity: self.turns[at].similarity.map_or(0.0, f64::from),
                    features,
                }
            })
            .collect();
        expected.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.turn.cmp(&a.turn)));
        expected
    }
}

fn scale(scores: &[f64]) -> (f64, f64) {
    let turns = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / turns;
    let square = scores.iter().map(|score| score * score).sum::<f64>() / turns;
    (mean, (square - mean * mean).max(0.0).sqrt())
}

fn standardised(score: f64, mean: f64, deviation: f64) -> f64 {
    // Anything below is rounding error of a zero deviation.
    if deviation > 1e-7 { (score - mean) / deviation } else { 0.0 }
}

fn all_standardised(scores: &[f64]) -> Vec<f64> {
    let (mean, deviation) = scale(scores);
    scores.iter().map(|&score| standardised(score, mean, deviation)).collect()
}

/// Computes the same with the product.
fn ranking(reference: &Reference) -> Ranking {
    let Reference { turns, weights, when, named, asked } = *reference;
    let collection = Collection::new(turns.iter().map(|turn| turn.document).collect());
    let position = |turn: &Turn| collection.position(turn.document.item).expect("it is there");
    let mut scoring = Scoring::of(&collection);
    for (term, weight) in weights.into_iter().enumerate() {
        let holding = turns.iter().filter(|turn| turn.counts[term] != Counts::default());
        let posting =
            |turn: &Turn| Posting { at: position(turn) as u32, counts: turn.counts[term] };
        scoring.add(holding.map(posting).collect(), weight);
    }
    let lexical = scoring.finish(when);
    let mut actions = vec![0.0; turns.len()];
    for turn in turns {
        actions[position(turn)] = turn.actions;
    }
    let passage = |turn: &Turn| {
        let (item, similarity) = (turn.document.item, turn.similarity?);
        Some((item, Passage { slot: item, similarity }))
    };
    let similar = turns.iter().filter_map(passage).collect();
    let searches = Searches { collection, lexical, actions, similar, named };
    Ranking::of(searches, if asked { Profile::QUERY } else { Profile::RECALL })
}

/// The gate's margins: the best similarity of the past minus that of the session's own turns, the
/// same for words, and the similarity of the past turn with the best word score.
/// Both slices are sorted best first.
fn margins(past: &[&Expected], own: &[&Expected]) -> [f64; 3] {
    let similarity = |turns: &[&Expected]| turns.iter().map(|t| t.similarity).fold(0.0, f64::max);
    let text = |turns: &[&Expected]| turns.iter().map(|t| t.text).fold(0.0, f64::max);
    let wordiest = past.iter().max_by(|a, b| a.text.total_cmp(&b.text)).expect("one at least");
    [
        similarity(&past[..past.len().min(20)]) - similarity(&own[..own.len().min(6)]),
        text(past) - text(own),
        wordiest.similarity,
    ]
}

prop_compose! {
    fn turn()(
        (group, secondary, asks) in (0_u32..5, prop::bool::weighted(0.2), any::<bool>()),
        (head_terms, body_terms) in (0_u32..20, prop_oneof![Just(0), 1_u32..80]),
        days in 0_i64..40,
        counts in prop::array::uniform3((0_u32..4, 0_u32..20)),
        held in prop::array::uniform3(prop::bool::weighted(0.3)),
        similarity in prop::option::of(0.0_f32..0.9),
        actions in prop_oneof![3 => Just(0.0), 1 => 0.1_f64..9.0],
    ) -> Turn {
        let of_term = |term: usize| {
            let (prompt, answer) = counts[term];
            if held[term] { Counts::new(prompt, answer) } else { Counts::default() }
        };
        let document = Document {
            item: 0,
            kind: Kind::TURN,
            group,
            started_at_ms: NOW_MS - days * DAY_MS,
            head_terms,
            body_terms,
            secondary,
            asks,
        };
        Turn { document, counts: [0, 1, 2].map(of_term), similarity, actions }
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

proptest! {
    #[test]
    fn turns_are_ranked_as_the_reference_ranks_them(
        mut turns in prop::collection::vec(turn(), 1..60),
        far_apart in 1_i64..2_000,
        when in prop_oneof![Just(""), Just("yesterday"), Just("last week and in october")],
        (named, asked) in (prop_oneof![Just(0.0), 0.1_f64..=1.0], any::<bool>()),
    ) {
        for (n, turn) in (1..).zip(&mut turns) {
            turn.document.item = n * far_apart;
        }
        let words: Vec<&str> = when.split(' ').collect();
        let when = When::of(&words, Now::utc(NOW_MS));
        let weights = [1.0, 1.0, 0.5];
        let reference = Reference { turns: &turns, weights, when: &when, named, asked };
        let expected = reference.ranked();
        let ranking = ranking(&reference);
        let found = ranking.best(usize::MAX, |_| true);
        prop_assert_eq!(found.len(), expected.len());
        prop_assert!(found.is_sorted_by(|a, b| (b.score, b.item) < (a.score, a.item)));
        let by_turn: BTreeMap<i64, &Expected> = expected.iter().map(|e| (e.turn, e)).collect();
        for (turn, at_rank) in found.iter().zip(&expected) {
            // Turns may swap places only when rounding decides between them.
            prop_assert!(is_near(turn.score, at_rank.score), "{turn:?} {at_rank:?}");
            let own = by_turn[&turn.item];
            prop_assert!(is_near(turn.score, own.score), "{turn:?} {own:?}");
            prop_assert!(is_near(turn.text.unwrap_or_default(), own.text), "{turn:?} {own:?}");
            prop_assert!(is_near(turn.coverage, own.coverage), "{turn:?} {own:?}");
            let mut features = turn.features.values().into_iter().zip(own.features.values());
            let near = features.all(|(a, b)| is_near(a, b));
            prop_assert!(near, "{turn:?} {own:?}");
        }
        let few = ranking.best(3, |document| !document.secondary);
        let secondary = |turn: i64| turns[(turn / far_apart - 1) as usize].document.secondary;
        let eligible = found.iter().filter(|ranked| !secondary(ranked.item));
        prop_assert_eq!(few.iter().collect::<Vec<_>>(), eligible.take(3).collect::<Vec<_>>());
        let is_own = |document: &Document| document.group == 1;
        let at = |turn: i64| (turn / far_apart - 1) as usize;
        let (own, past): (Vec<&Expected>, Vec<&Expected>) =
            expected.iter().partition(|turn| is_own(&turns[at(turn.turn)].document));
        if !past.is_empty() {
            let comparison = Comparison::of(&ranking, |document| !is_own(document), is_own);
            let evidence = comparison.evidence(&Analyzed::of("why?"), Form::default(), &<_>::default());
            let [similarity, text, of_text] = margins(&past, &own);
            let text = text / ranking.searches().lexical.full;
            prop_assert!(is_near(evidence.similarity_margin, similarity), "{evidence:?} {similarity}");
            prop_assert!(is_near(evidence.text_margin, text), "{evidence:?} {text}");
            prop_assert!(is_near(evidence.similarity_of_text, of_text), "{evidence:?} {of_text}");
            let best = past.iter().take(3).map(|turn| turns[at(turn.turn)].document.group);
            let sessions = best.collect::<BTreeSet<u32>>().len();
            prop_assert!(is_near(evidence.sessions, sessions as f64), "{evidence:?} {sessions}");
        }
    }
}
