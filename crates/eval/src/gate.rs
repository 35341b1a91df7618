//! How often the gate lets the right turn through, and how often anything.

use std::collections::HashSet;

use crate::corpus::Corpus;
use crate::failure::Result;
use crate::product::{Weighed, gate_threshold};
use crate::question::{Question, Undeserving, Unit};
use crate::record::Record;

/// Accepted rates of false injections.
pub const RATES: [f64; 7] = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.1];

/// A probability for each prompt: that of the best right candidate when the prompt deserves
/// something, otherwise that of the best candidate. `None` when there is no such candidate.
pub type Probabilities = Vec<Option<f64>>;

/// Quality of the gate at one rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gated {
    /// The accepted rate.
    pub rate: f64,
    /// Share of the undeserving prompts with an injection.
    pub false_injection: f64,
    /// Share of the deserving prompts with a right injection.
    pub recall: f64,
    /// The same with the threshold fitted to these prompts, which lets at most this rate of them
    /// through.
    pub exact_false_injection: f64,
    /// See `exact_false_injection`.
    pub exact_recall: f64,
}

/// Returns the probabilities of the right candidates.
pub fn of_deserving<'a>(
    corpus: &mut Corpus,
    (set, record): (&'static str, &mut Record),
    questions: impl Iterator<Item = &'a Question>,
    unit: Unit,
    tell: &mut dyn FnMut(&str),
) -> Result<Probabilities> {
    let nothing = HashSet::new();
    let mut probabilities = Vec::new();
    for question in questions {
        tell(&format!("gate: asked {} questions", probabilities.len()));
        let gold = question.golds.iter().find(|gold| gold.unit == unit);
        let right = gold.map_or(&nothing, |gold| &gold.turns);
        let weighed = corpus.product.weigh(&question.text, &question.project)?;
        let found = weighed.turns.iter().any(|turn| right.contains(turn));
        record.deserving(set, question, &weighed, found)?;
        probabilities.push(passing(&weighed).filter(|_| found));
    }
    Ok(probabilities)
}

/// Returns the probabilities of the best candidates.
pub fn of_undeserving(
    corpus: &mut Corpus,
    (set, record): (&'static str, &mut Record),
    kind: &'static str,
    prompts: &[Undeserving],
    tell: &mut dyn FnMut(&str),
) -> Result<Probabilities> {
    let mut probabilities = Vec::new();
    for prompt in prompts {
        tell(&format!("gate: asked {} of {} stray prompts", probabilities.len(), prompts.len()));
        let weighed = corpus.product.weigh(&prompt.text, &prompt.project)?;
        record.undeserving(set, kind, prompt, &weighed)?;
        probabilities.push(passing(&weighed));
    }
    Ok(probabilities)
}

/// Returns the probability to compare with thresholds. A prompt dismissed before the search passes
/// no threshold, but passes an open gate.
fn passing(weighed: &Weighed) -> Option<f64> {
    let probability = if weighed.dismissed { f64::NEG_INFINITY } else { weighed.probability };
    (!weighed.turns.is_empty()).then_some(probability)
}

/// Returns the quality of the gate at each rate.
pub fn gated(deserving: &Probabilities, undeserving: &Probabilities) -> Vec<Gated> {
    let gated = RATES.iter().map(|&rate| {
        let threshold = gate_threshold(rate);
        let exact = exact_threshold(undeserving, rate);
        Gated {
            rate,
            false_injection: share_from(undeserving, threshold),
            recall: share_from(deserving, threshold),
            exact_false_injection: share_above(undeserving, exact),
            exact_recall: share_above(deserving, exact),
        }
    });
    gated.collect()
}

/// Returns the share of the prompts that an open gate lets through.
pub fn ungated(probabilities: &Probabilities) -> f64 {
    share_from(probabilities, f64::NEG_INFINITY)
}

/// Returns the share of the prompts that reach the threshold.
pub fn share_from(probabilities: &Probabilities, threshold: f64) -> f64 {
    share(probabilities, |probability| probability >= threshold)
}

fn share_above(probabilities: &Probabilities, threshold: f64) -> f64 {
    share(probabilities, |probability| probability > threshold)
}

fn share(probabilities: &Probabilities, passes: impl Fn(f64) -> bool) -> f64 {
    let passing = probabilities.iter().flatten().filter(|probability| passes(**probability));
    passing.count() as f64 / probabilities.len().max(1) as f64
}

/// Returns the probability that at most this rate of the prompts exceeds.
fn exact_threshold(undeserving: &Probabilities, rate: f64) -> f64 {
    let mut probabilities: Vec<f64> = undeserving.iter().copied().flatten().collect();
    probabilities.sort_by(|a, b| b.total_cmp(a));
    let let_through = (rate * undeserving.len() as f64).floor() as usize;
    probabilities.get(let_through).copied().unwrap_or(f64::NEG_INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_threshold_lets_through_just_the_rate() {
        let undeserving: Probabilities = (0..100).map(|n| Some(f64::from(n) / 100.0)).collect();
        for rate in RATES {
            let threshold = exact_threshold(&undeserving, rate);
            let passing = share_above(&undeserving, threshold);
            assert!(passing <= rate && passing > rate - 0.0101, "{rate}: {passing}");
        }
        let silent: Probabilities = vec![None; 10];
        assert!(
            (share_above(&vec![Some(0.1), None], exact_threshold(&silent, 0.01)) - 0.5).abs()
                < 1e-9
        );
    }

    #[test]
    fn a_dismissed_prompt_counts_and_passes_nothing() {
        let probabilities = vec![Some(0.9), None, Some(0.2), None];
        assert!((share_from(&probabilities, 0.5) - 0.25).abs() < 1e-9);
        assert!((ungated(&probabilities) - 0.5).abs() < 1e-9);
    }
}
