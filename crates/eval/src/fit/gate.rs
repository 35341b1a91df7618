//! Fits the gate's weights and thresholds, with cross-validation.

use std::array::from_fn;

use super::examples::{DIVISIONS, Deserves, FOLDS, Prompt, distinct};
use super::logistic::{self, Example, Model};
use crate::product::Evidence;
use crate::sets::{questions, replay, work};
use crate::thresholds::{Probabilities, share_from};

/// Prompts that the accepted rate applies to: real prompts that need nothing.
const HELD_TO: [&str; 1] = [replay::NEEDLESS];

/// Prompts that are measured together.
pub struct Group {
    /// The set of deserving prompts, or why the prompts deserve nothing.
    pub name: &'static str,
    /// Whether they deserve something.
    pub deserving: bool,
    /// A probability for each prompt; for deserving prompts, `None` when nothing right was found.
    pub probabilities: Probabilities,
}

/// Cross-validated result of a gate.
pub struct HeldOut {
    /// In the order in which they were asked.
    pub groups: Vec<Group>,
    /// Mean loss of the groups used for training.
    pub loss: f64,
}

/// Result of the fit.
pub struct Fitted {
    /// Number of prompts judged.
    pub asked: usize,
    /// Number of prompts used for training.
    pub taught: usize,
    /// With all evidence.
    pub held_out: HeldOut,
    /// Without each piece of evidence in turn.
    pub without: Vec<HeldOut>,
    /// Fitted on all prompts.
    pub model: Model,
    /// The gate to use when no embedding model is available.
    pub by_words: ByWords,
}

/// The gate without the evidence that needs vectors.
pub struct ByWords {
    /// Cross-validated.
    pub held_out: HeldOut,
    /// Fitted on all prompts.
    pub model: Model,
}

/// The evidence that needs vectors.
const MEANING: [&str; 2] = ["similarityMargin", "similarityOfText"];

/// Fits the weights; `None` when all prompts belong to the same class.
pub fn fit(prompts: &[Prompt], tell: &mut dyn FnMut(&str)) -> Option<Fitted> {
    let taught: Vec<&Prompt> = prompts.iter().filter(|prompt| teaches(prompt)).collect();
    let deserving = taught.iter().filter(|prompt| prompt.deserves == Deserves::Found).count();
    if deserving == 0 || deserving == taught.len() {
        return None;
    }
    tell("fit: gate");
    let model = logistic::fit(&balanced(&taught), &[]);
    let held_out = held_out(prompts, &[]);
    let without = (0..Evidence::NAMES.len()).map(|left_out| {
        tell(&format!("fit: gate without {}", Evidence::NAMES[left_out]));
        self::held_out(prompts, &[left_out])
    });
    let without = without.collect();
    let meaning = MEANING.map(position);
    let by_words = ByWords {
        held_out: self::held_out(prompts, &meaning),
        model: logistic::fit(&balanced(&taught), &meaning),
    };
    Some(Fitted { asked: prompts.len(), taught: taught.len(), held_out, without, model, by_words })
}

/// Returns where a piece of evidence stands among all.
fn position(name: &str) -> usize {
    Evidence::NAMES.iter().position(|known| *known == name).expect("it is evidence")
}

/// One that deserves what is not there teaches nothing: neither answer to it is right.
fn teaches(prompt: &Prompt) -> bool {
    prompt.evidence.is_some() && prompt.deserves != Deserves::Missed
}

/// Returns the weight of a prompt by its group. Real prompts have the highest weight. Prompts
/// written for an evaluation are not what people type, but keep questions and continued work
/// represented. Other groups have weight zero: the gate is only tested on them.
fn importance(group: &str) -> f64 {
    match group {
        replay::NEEDY | replay::NEEDLESS => 1.0,
        questions::NAME | questions::UNANSWERABLE | work::NEW | work::CONTINUED => 0.5,
        _ => 0.0,
    }
}

/// Returns the training examples, weighted by importance; the weights sum to one.
fn balanced<'a>(prompts: &[&'a Prompt]) -> Vec<Example<'a>> {
    let total: f64 = prompts.iter().map(|prompt| importance(prompt.group)).sum();
    let example = |prompt: &&'a Prompt| {
        let deserving = prompt.deserves == Deserves::Found;
        let weight = importance(prompt.group) / total.max(f64::MIN_POSITIVE);
        let evidence = prompt.evidence.as_deref()?;
        (weight > 0.0).then_some(Example { evidence, deserving, weight })
    };
    prompts.iter().filter_map(example).collect()
}

/// Judges each fold with the model fitted on the others, in each division.
fn held_out(prompts: &[Prompt], left_out: &[usize]) -> HeldOut {
    let taught: Vec<&Prompt> = prompts.iter().filter(|prompt| teaches(prompt)).collect();
    let model = |division: usize, fold: usize| {
        let others = taught.iter().copied().filter(|prompt| prompt.folds[division] != fold);
        logistic::fit(&balanced(&others.collect::<Vec<_>>()), left_out)
    };
    let models: [[Model; FOLDS]; DIVISIONS] =
        from_fn(|division| from_fn(|fold| model(division, fold)));
    let probability = |prompt: &Prompt| {
        match &prompt.evidence {
            Some(evidence) => {
                let divided = models.iter().zip(prompt.folds);
                let each = divided.map(|(models, fold)| models[fold].log_odds(evidence));
                Some(logistic::probability(each.sum::<f64>() / DIVISIONS as f64))
            }
            // Dismissed before the search: passes no threshold, only an open gate.
            None => (prompt.deserves == Deserves::Found).then_some(f64::NEG_INFINITY),
        }
    };
    let group = |name: &'static str| {
        let of_group = || prompts.iter().filter(move |prompt| prompt.group == name);
        let right =
            |prompt: &Prompt| probability(prompt).filter(|_| prompt.deserves != Deserves::Missed);
        Group {
            name,
            deserving: of_group().any(|prompt| prompt.deserves != Deserves::Nothing),
            probabilities: of_group().map(right).collect(),
        }
    };
    let names = distinct(prompts.iter().map(|prompt| prompt.group));
    let groups: Vec<Group> = names.into_iter().map(group).collect();
    let taught = || groups.iter().filter(|group| importance(group.name) > 0.0);
    let loss = taught().map(Group::loss).sum::<f64>() / taught().count().max(1) as f64;
    HeldOut { groups, loss }
}

impl Group {
    /// Returns the mean log loss of the gate on these prompts.
    fn loss(&self) -> f64 {
        let known = self.probabilities.iter().flatten().copied();
        let known: Vec<f64> = known.filter(|probability| probability.is_finite()).collect();
        let right = |p: f64| if self.deserving { p } else { 1.0 - p };
        let losses = known.iter().map(|p| -right(*p).max(f64::MIN_POSITIVE).ln());
        losses.sum::<f64>() / known.len().max(1) as f64
    }

    /// Returns the share of the prompts that reach a threshold.
    pub fn share(&self, threshold: f64) -> f64 {
        share_from(&self.probabilities, threshold)
    }

    /// Returns that share relative to an open gate.
    pub fn kept(&self, threshold: f64) -> f64 {
        self.share(threshold) / self.share(f64::NEG_INFINITY).max(f64::MIN_POSITIVE)
    }
}

impl HeldOut {
    /// Returns the groups that deserve something.
    pub fn deserving(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.deserving)
    }

    /// Returns the groups that deserve nothing.
    pub fn undeserving(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| !group.deserving)
    }

    /// Returns the groups that thresholds are computed from but that were not asked.
    pub fn missing(&self) -> Vec<&'static str> {
        let is_asked = |kind: &&str| self.groups.iter().any(|group| group.name == *kind);
        HELD_TO.into_iter().filter(|kind| !is_asked(kind)).collect()
    }

    /// Returns the threshold for a rate; meaningless while a group is missing.
    pub fn threshold(&self, rate: f64) -> f64 {
        let held_to = self.groups.iter().filter(|group| HELD_TO.contains(&group.name));
        held_to.map(|group| threshold(group, rate)).fold(0.0, f64::max)
    }
}

/// Returns the lowest probability at which no more than this rate of the prompts pass: midway
/// between the last one that passes and the first that does not.
pub fn threshold(group: &Group, rate: f64) -> f64 {
    let mut probabilities: Vec<f64> = group.probabilities.iter().flatten().copied().collect();
    probabilities.sort_by(|a, b| b.total_cmp(a));
    let passing = (rate * group.probabilities.len() as f64 + 1e-9).floor() as usize;
    let Some(first_out) = probabilities.get(passing).copied() else { return 0.0 };
    let last_in = probabilities[..passing].iter().rev().find(|above| **above > first_out);
    f64::midpoint(first_out, last_in.copied().unwrap_or(1.0)).max(first_out.next_up())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(name: &'static str, probabilities: Probabilities) -> Group {
        Group { name, deserving: false, probabilities }
    }

    #[test]
    fn a_threshold_lets_through_its_rate() {
        let many = group("many", (0..100).map(|n| Some(f64::from(n) / 100.0)).collect());
        for wanted in [0.005, 0.05, 0.1, 0.3] {
            let rate = many.share(threshold(&many, wanted));
            assert!(rate <= wanted + 1e-9 && rate > wanted - 0.0101, "{wanted}: {rate}");
        }
        assert!(threshold(&group("few", vec![Some(0.3), None]), 0.5).abs() < 1e-12);
        let alike = group("alike", vec![Some(0.9), Some(0.5), Some(0.5), None]);
        let threshold = threshold(&alike, 0.5);
        assert!((alike.share(threshold) - 0.25).abs() < 1e-9, "{threshold}");
    }

    fn prompt(n: usize, group: &'static str, deserves: Deserves) -> Prompt {
        let mut evidence = vec![1.0; Evidence::NAMES.len()];
        evidence[0] = (n % 10) as f64 + if deserves == Deserves::Nothing { 0.0 } else { 8.0 };
        Prompt { group, deserves, folds: [n % FOLDS; DIVISIONS], evidence: Some(evidence) }
    }

    #[test]
    fn what_was_not_fitted_is_told_apart() {
        let mut prompts: Vec<Prompt> =
            (0..50).map(|n| prompt(n, replay::NEEDLESS, Deserves::Nothing)).collect();
        prompts.extend((0..20).map(|n| prompt(n, replay::NEEDY, Deserves::Found)));
        prompts.push(prompt(1, replay::NEEDY, Deserves::Missed));
        prompts.push(Prompt { evidence: None, ..prompt(1, replay::NEEDLESS, Deserves::Nothing) });
        let fitted = fit(&prompts, &mut |_| ()).unwrap();
        assert_eq!((fitted.asked, fitted.taught), (72, 70));
        assert!(fitted.held_out.missing().is_empty());
        let threshold = fitted.held_out.threshold(0.1);
        let deserving = fitted.held_out.deserving().next().unwrap();
        assert!(deserving.kept(threshold) > 0.7, "{}", deserving.kept(threshold));
        assert!((deserving.share(0.0) - 20.0 / 21.0).abs() < 1e-9);
        assert!(fitted.held_out.loss < fitted.without[0].loss);
        assert!(fit(&prompts[..50], &mut |_| ()).is_none());
    }
}
