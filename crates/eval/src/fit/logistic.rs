//! Logistic regression: how probable evidence makes it that something right was found.

use super::minimise::{Height, add, dot, minimise};

/// What large weights cost, on standardised evidence.
const L2: f64 = 0.0001;

/// A prompt that deserves what was found, or nothing.
pub struct Example<'a> {
    /// What speaks for and against it.
    pub evidence: &'a [f64],
    /// Whether it deserves it.
    pub deserving: bool,
    /// What it counts.
    pub weight: f64,
}

/// What evidence weighs, as it is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Of each piece.
    pub weights: Vec<f64>,
    /// Without any.
    pub bias: f64,
}

impl Model {
    /// Returns the probability that the evidence speaks for.
    pub fn probability(&self, evidence: &[f64]) -> f64 {
        1.0 / (1.0 + (-(dot(&self.weights, evidence) + self.bias)).exp())
    }
}

/// Fits a model; pieces of evidence that are left out keep the weight zero.
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

/// The last weight is the bias, which costs nothing.
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

/// Returns what a score costs that is wrong by this much.
fn loss(against: f64) -> f64 {
    against.max(0.0) + (-against.abs()).exp().ln_1p()
}

/// Mean and one over the deviation; a factor of zero leaves a piece out.
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

    /// The first piece decides, the second says nothing, the third never changes.
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
            assert_eq!(model.probability(evidence) > 0.5, *deserving, "{model:?}");
        }
        assert!(model.weights[2].abs() < 1e-12);
        let without = fit(&examples(&prompts), &[0]);
        assert!(without.weights[0].abs() < 1e-12);
        let all_alike = prompts.iter().map(|(evidence, _)| without.probability(evidence));
        assert!(all_alike.into_iter().all(|probability| (probability - 0.5).abs() < 0.3));
    }

    #[test]
    fn the_loss_has_no_overflow() {
        assert!((loss(1_000.0) - 1_000.0).abs() < 1e-9 && loss(-1_000.0).abs() < 1e-9);
        assert!((loss(0.0) - std::f64::consts::LN_2).abs() < 1e-12);
    }
}
