//! Logistic regression: the probability that something right was found, given the evidence.

use super::minimise::{Height, add, dot, minimise};

/// L2 penalty on the weights of standardised evidence.
const L2: f64 = 0.0001;

/// A prompt that deserves what was found, or deserves nothing.
pub struct Example<'a> {
    /// Values of its evidence.
    pub evidence: &'a [f64],
    /// Whether it deserves what was found.
    pub deserving: bool,
    /// Weight of the example.
    pub weight: f64,
}

/// Weights for evidence in its original units.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Weight of each piece of evidence.
    pub weights: Vec<f64>,
    /// Intercept.
    pub bias: f64,
}

impl Model {
    /// Returns the logarithm of the odds for the given evidence.
    pub fn log_odds(&self, evidence: &[f64]) -> f64 {
        dot(&self.weights, evidence) + self.bias
    }
}

/// Returns the probability that has these log odds.
pub fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Fits a model; left-out pieces of evidence get weight zero.
pub fn fit(examples: &[Example], left_out: &[usize]) -> Model {
    let scales = scales(examples, left_out);
    let standardised: Vec<Vec<f64>> = examples
        .iter()
        .map(|example| {
            let pieces = example.evidence.iter().zip(&scales).map(|(x, scale)| scale.of(*x));
            pieces.chain([1.0]).collect()
        })
        .collect();
    let start = vec![0.0; scales.len() + 1];
    let mut weights = minimise(&start, |weights| height(examples, &standardised, weights));
    let mut bias = weights.pop().unwrap_or_default();
    for (weight, scale) in weights.iter_mut().zip(&scales) {
        *weight *= scale.factor;
        bias -= *weight * scale.mean;
    }
    Model { weights, bias }
}

/// Returns loss and gradient. The last weight is the bias, which is not penalised.
fn height(examples: &[Example], standardised: &[Vec<f64>], weights: &[f64]) -> Height {
    let pieces = weights.len() - 1;
    let mut slope: Vec<f64> = weights.iter().map(|weight| 2.0 * L2 * weight).collect();
    slope[pieces] = 0.0;
    let mut value = L2 * dot(&weights[..pieces], &weights[..pieces]);
    for (example, evidence) in examples.iter().zip(standardised) {
        let score = dot(evidence, weights);
        let against = if example.deserving { -score } else { score };
        value += example.weight * loss(against);
        let sign = if example.deserving { -1.0 } else { 1.0 };
        add(&mut slope, sign * example.weight / (1.0 + (-against).exp()), evidence);
    }
    (value, slope)
}

/// Returns the logistic loss of a score that is wrong by `against`.
fn loss(against: f64) -> f64 {
    against.max(0.0) + (-against.abs()).exp().ln_1p()
}

/// Mean and inverse standard deviation of a piece of evidence; a factor of zero leaves it out.
struct Scale {
    mean: f64,
    factor: f64,
}

impl Scale {
    fn of(&self, piece: f64) -> f64 {
        (piece - self.mean) * self.factor
    }
}

fn scales(examples: &[Example], left_out: &[usize]) -> Vec<Scale> {
    let pieces = examples.first().map_or(0, |example| example.evidence.len());
    let total: f64 = examples.iter().map(|example| example.weight).sum();
    let mean = |of: &dyn Fn(&[f64]) -> f64| {
        examples.iter().map(|example| example.weight * of(example.evidence)).sum::<f64>() / total
    };
    let scale = |piece: usize| {
        let centre = mean(&|evidence| evidence[piece]);
        let deviation = mean(&|evidence| (evidence[piece] - centre).powi(2)).sqrt();
        let is_out = left_out.contains(&piece) || deviation < 1e-9;
        Scale { mean: centre, factor: if is_out { 0.0 } else { 1.0 / deviation } }
    };
    (0..pieces).map(scale).collect()
}

#[cfg(test)]
mod tests {
    use super::super::minimise::assert_slope;
    use super::*;

    /// The first piece decides, the second is noise, the third is constant.
    fn prompts() -> Vec<(Vec<f64>, bool)> {
        let prompt = |n: i32| {
            let first = f64::from(n % 10) / 100.0 + 5.0;
            (vec![first, f64::from(n * 7 % 13), 3.0], n % 10 > 4)
        };
        (0..100).map(prompt).collect()
    }

    fn examples(prompts: &[(Vec<f64>, bool)]) -> Vec<Example<'_>> {
        let weight = 1.0 / prompts.len() as f64;
        prompts
            .iter()
            .map(|(evidence, deserving)| Example { evidence, deserving: *deserving, weight })
            .collect()
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let prompts = prompts();
        let evidence: Vec<Vec<f64>> =
            prompts.iter().map(|(evidence, _)| evidence.clone()).collect();
        assert_slope(&[0.4, -0.2, 0.1], |weights| height(&examples(&prompts), &evidence, weights));
    }

    #[test]
    fn what_tells_them_apart_gets_the_weight() {
        let prompts = prompts();
        let model = fit(&examples(&prompts), &[]);
        for (evidence, deserving) in &prompts {
            assert_eq!(model.log_odds(evidence) > 0.0, *deserving, "{model:?}");
        }
        assert!(model.weights[2].abs() < 1e-12);
        let without = fit(&examples(&prompts), &[0]);
        assert!(without.weights[0].abs() < 1e-12);
        let all_alike = prompts.iter().map(|(evidence, _)| probability(without.log_odds(evidence)));
        assert!(all_alike.into_iter().all(|probability| (probability - 0.5).abs() < 0.3));
    }

    #[test]
    fn the_loss_has_no_overflow() {
        assert!((loss(1_000.0) - 1_000.0).abs() < 1e-9 && loss(-1_000.0).abs() < 1e-9);
        assert!((loss(0.0) - std::f64::consts::LN_2).abs() < 1e-12);
    }
}
