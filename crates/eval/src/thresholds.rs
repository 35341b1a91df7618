//! What a gate lets through at a threshold, and at which threshold it keeps a rate.

use crate::product::gate_threshold;

/// Accepted rates of false injections.
pub const RATES: [f64; 7] = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.1];

/// Probabilities by prompt: of the best right candidate for one that deserves something, of the
/// best candidate for one that does not. `None` where there is no such candidate.
pub type Probabilities = Vec<Option<f64>>;

/// What the gate does at one rate with prompts that deserve nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gated {
    /// The accepted rate.
    pub rate: f64,
    /// Share of the undeserving prompts that got an injection.
    pub false_injection: f64,
    /// Share of the deserving prompts that got something right.
    pub recall: f64,
    /// Both with the threshold that lets through no more than this rate of these prompts.
    pub exact_false_injection: f64,
    /// See above.
    pub exact_recall: f64,
}

/// Returns what the gate does at each rate.
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

/// Returns the share of the prompts with a probability at all: what an open gate lets through.
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

/// Returns the probability above which no more than this rate of the prompts lie.
fn exact_threshold(undeserving: &Probabilities, rate: f64) -> f64 {
    let mut probabilities: Vec<f64> = undeserving.iter().copied().flatten().collect();
    probabilities.sort_by(|a, b| b.total_cmp(a));
    let let_through = (rate * undeserving.len() as f64).floor() as usize;
    probabilities.get(let_through).copied().unwrap_or(f64::NEG_INFINITY)
}

/// Returns a rate in per cent.
pub fn rate_name(rate: f64) -> String {
    format!("{} %", (rate * 1_000.0).round() / 10.0)
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
