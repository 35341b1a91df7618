//! Fits the ranking's weights with five-fold cross-validation.

use super::examples::{FOLDS, List, distinct};
use super::minimise::dot;
use super::softmax::{self, Choice};
use crate::metrics::{rank_of, summarise};
use crate::product::{Features, RANK_WEIGHTS};
use crate::question::{ALL, Unit};
use crate::sets::{coding, locomo, questions};

/// A column of the report.
pub struct Measure {
    /// Column name.
    pub name: &'static str,
    /// Name of the set.
    pub set: &'static str,
    unit: Unit,
    of: Of,
    within: usize,
}

/// Which questions count.
enum Of {
    /// Those of one kind.
    Kind(&'static str),
    /// All, with equal weight for each kind.
    EachKind,
}

/// Columns of the report.
pub const MEASURES: [Measure; 13] = [
    measure("turn@1", locomo::NAME, Unit::Turn, Of::Kind(ALL), 1),
    measure("turn@5", locomo::NAME, Unit::Turn, Of::Kind(ALL), 5),
    measure("sess@1", locomo::NAME, Unit::Session, Of::Kind(ALL), 1),
    measure("sess@5", locomo::NAME, Unit::Session, Of::Kind(ALL), 5),
    measure("low@5", locomo::NAME, Unit::Turn, Of::Kind(locomo::LOW_OVERLAP), 5),
    measure("sess@1", coding::NAME, Unit::Session, Of::Kind(ALL), 1),
    measure("sess@5", coding::NAME, Unit::Session, Of::Kind(ALL), 5),
    measure("kinds@1", coding::NAME, Unit::Session, Of::EachKind, 1),
    measure("kinds@5", coding::NAME, Unit::Session, Of::EachKind, 5),
    measure("turn@1", questions::NAME, Unit::Turn, Of::Kind(ALL), 1),
    measure("turn@3", questions::NAME, Unit::Turn, Of::Kind(ALL), 3),
    measure("turn@5", questions::NAME, Unit::Turn, Of::Kind(ALL), 5),
    measure("para@5", questions::NAME, Unit::Turn, Of::Kind(questions::PARAPHRASE), 5),
];

const fn measure(
    name: &'static str,
    set: &'static str,
    unit: Unit,
    of: Of,
    within: usize,
) -> Measure {
    Measure { name, set, unit, of, within }
}

/// Quality of a ranking.
pub struct Quality {
    /// By measure; `None` without such questions.
    pub shares: Vec<Option<f64>>,
    /// Mean loss of the sets, which the fit minimises.
    pub loss: f64,
}

/// Result of the fit.
pub struct Fitted {
    /// Number of questions.
    pub asked: usize,
    /// Number of questions used for training.
    pub taught: usize,
    /// The core's current weights, which may have been fitted on these questions.
    pub core: Quality,
    /// Cross-validated.
    pub held_out: Quality,
    /// Cross-validated without each feature in turn.
    pub without: Vec<Quality>,
    /// Fitted on all questions.
    pub weights: Vec<f64>,
}

/// Fits the weights.
pub fn fit(lists: &[List], tell: &mut dyn FnMut(&str)) -> Fitted {
    let start = vec![0.0; Features::NAMES.len()];
    tell("fit: ranking");
    let weights = fit_on(&lists.iter().collect::<Vec<_>>(), &start, None);
    let by_fold = cross_validated(lists, &vec![start; FOLDS], None);
    let without = (0..Features::NAMES.len()).map(|left_out| {
        tell(&format!("fit: ranking without {}", Features::NAMES[left_out]));
        let by_fold = cross_validated(lists, &by_fold, Some(left_out));
        quality(lists, |list| &by_fold[list.fold])
    });
    let without = without.collect();
    let core = RANK_WEIGHTS.values();
    Fitted {
        asked: lists.len(),
        taught: lists.iter().filter(|list| choice(list, 1.0).teaches()).count(),
        core: quality(lists, |_| &core),
        held_out: quality(lists, |list| &by_fold[list.fold]),
        without,
        weights,
    }
}

/// Returns for each fold the weights fitted on the others.
fn cross_validated(lists: &[List], starts: &[Vec<f64>], left_out: Option<usize>) -> Vec<Vec<f64>> {
    let others = |fold| lists.iter().filter(|list| list.fold != fold).collect::<Vec<_>>();
    let starts = starts.iter().enumerate();
    starts.map(|(fold, start)| fit_on(&others(fold), start, left_out)).collect()
}

fn fit_on(lists: &[&List], start: &[f64], left_out: Option<usize>) -> Vec<f64> {
    let choices = balanced(lists).into_iter().map(|(list, weight)| choice(list, weight));
    softmax::fit(&choices.collect::<Vec<_>>(), start, left_out)
}

/// Returns the questions usable for training with their weights; each set has the same total
/// weight.
fn balanced<'a>(lists: &[&'a List]) -> Vec<(&'a List, f64)> {
    let teaching: Vec<&List> =
        lists.iter().copied().filter(|list| choice(list, 1.0).teaches()).collect();
    let sets = distinct(teaching.iter().map(|list| list.set));
    let of_sets = sets.iter().flat_map(|&set| {
        let of_set = || teaching.iter().filter(move |list| list.set == set);
        let weight = 1.0 / (of_set().count() * sets.len()) as f64;
        of_set().map(move |&list| (list, weight))
    });
    of_sets.collect()
}

fn choice(list: &List, weight: f64) -> Choice<'_> {
    Choice { candidates: &list.features, right: list.right(), weight }
}

/// Ranks for each unit of the list's golds; `None` when no candidate is right.
type Ranks = Vec<Option<usize>>;

fn quality<'a>(lists: &[List], weights_for: impl Fn(&List) -> &'a [f64]) -> Quality {
    let ranks: Vec<Ranks> = lists.iter().map(|list| ranks(list, weights_for(list))).collect();
    let balanced = balanced(&lists.iter().collect::<Vec<_>>()).into_iter();
    let losses = balanced.map(|(list, w)| w * choice(list, w).loss(weights_for(list)));
    let loss = losses.sum();
    Quality { shares: MEASURES.iter().map(|of| share(of, lists, &ranks)).collect(), loss }
}

fn ranks(list: &List, weights: &[f64]) -> Ranks {
    let scores: Vec<f64> = list.features.iter().map(|x| dot(x, weights)).collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let rank = |(unit, right): &(Unit, Vec<bool>)| match unit {
        Unit::Turn => order.iter().position(|&at| right[at]).map(|at| at + 1),
        Unit::Session => rank_of(order.iter().map(|&at| (list.sessions[at].as_str(), right[at]))),
    };
    list.golds.iter().map(rank).collect()
}

/// Returns the share of the questions with something right among the first `within` results.
fn share(measure: &Measure, lists: &[List], ranks: &[Ranks]) -> Option<f64> {
    let of_kind = |kind: &str| {
        let asked = lists.iter().zip(ranks).filter(|(list, _)| {
            list.set == measure.set && list.kinds.iter().any(|known| known == kind)
        });
        let ranks = asked.flat_map(|(list, ranks)| {
            let units = list.golds.iter().zip(ranks);
            units.filter(|((unit, _), _)| *unit == measure.unit).map(|(_, rank)| *rank)
        });
        let ranks: Ranks = ranks.collect();
        let summary = summarise(&ranks);
        let share = match measure.within {
            1 => summary.hit1,
            3 => summary.hit3,
            _ => summary.hit5,
        };
        (!ranks.is_empty()).then_some(share)
    };
    match measure.of {
        Of::Kind(kind) => of_kind(kind),
        Of::EachKind => {
            let of_set = lists.iter().filter(|list| list.set == measure.set);
            let kinds = distinct(of_set.flat_map(|list| list.kinds.iter().map(String::as_str)));
            let shares = kinds.into_iter().filter(|kind| *kind != ALL).filter_map(of_kind);
            let shares: Vec<f64> = shares.collect();
            (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The right candidate, in session `b`, has the highest first feature.
    fn list(set: &'static str, fold: usize, first: f64) -> List {
        let features = |x: f64| {
            let mut features = vec![0.0; Features::NAMES.len()];
            features[0] = x;
            features[1] = 1.0;
            features
        };
        List {
            set,
            kinds: vec![ALL.to_owned(), "kind".to_owned()],
            fold,
            features: vec![features(first - 1.0), features(first - 0.5), features(first)],
            sessions: ["a", "a", "b"].map(str::to_owned).to_vec(),
            golds: vec![
                (Unit::Session, vec![false, false, true]),
                (Unit::Turn, vec![false, true, true]),
            ],
        }
    }

    #[test]
    fn what_was_not_fitted_is_ranked_right() {
        let mut lists: Vec<List> =
            (0..10).map(|n| list(coding::NAME, n % FOLDS, n as f64)).collect();
        lists.push(List {
            golds: vec![(Unit::Session, vec![false; 3])],
            ..list(coding::NAME, 0, 1.0)
        });
        let fitted = fit(&lists, &mut |_| ());
        assert_eq!((fitted.asked, fitted.taught), (11, 10));
        assert!(fitted.weights[0] > 1.0, "{:?}", fitted.weights);
        let of = |name, quality: &Quality| {
            let at = MEASURES.iter().position(|of| of.name == name && of.set == coding::NAME);
            quality.shares[at.unwrap()].unwrap()
        };
        assert!((of("sess@1", &fitted.held_out) - 10.0 / 11.0).abs() < 1e-9);
        assert!((of("kinds@1", &fitted.held_out) - 10.0 / 11.0).abs() < 1e-9);
        assert!(of("sess@1", &fitted.without[0]) < 0.5);
        assert!(fitted.held_out.loss < fitted.without[0].loss);
    }

    #[test]
    fn sets_count_alike_whatever_their_size() {
        let mut lists: Vec<List> = (0..4).map(|_| list(coding::NAME, 0, 1.0)).collect();
        lists.push(list(questions::NAME, 0, 1.0));
        let weights: Vec<f64> =
            balanced(&lists.iter().collect::<Vec<_>>()).iter().map(|(_, weight)| *weight).collect();
        assert_eq!(weights, [0.125, 0.125, 0.125, 0.125, 0.5]);
    }
}
