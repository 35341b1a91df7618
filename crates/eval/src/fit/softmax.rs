//! Softmax regression: weights that rank the right candidates of a question above the others.

use super::minimise::{Height, add, dot, minimise};

/// L2 penalty on the weights.
const L2: f64 = 0.001;

/// A question with its candidates.
pub struct Choice<'a> {
    /// Features of each candidate.
    pub candidates: &'a [Vec<f64>],
    /// Whether each candidate is right.
    pub right: &'a [bool],
    /// Weight of the question.
    pub weight: f64,
}

impl Choice<'_> {
    /// Returns whether there is a choice, and something right to learn from.
    pub fn teaches(&self) -> bool {
        self.candidates.len() > 1 && self.right.contains(&true)
    }

    /// Returns the negative logarithm of the probability of the right candidates.
    pub fn loss(&self, weights: &[f64]) -> f64 {
        let scores = self.scores(weights);
        logarithm_of_sum(scores.iter().copied()) - logarithm_of_sum(self.right_of(&scores))
    }

    fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.candidates.iter().map(|features| dot(features, weights)).collect()
    }

    fn right_of(&self, scores: &[f64]) -> impl Iterator<Item = f64> + Clone {
        scores.iter().zip(self.right).filter(|(_, right)| **right).map(|(score, _)| *score)
    }

    /// Adds the gradient of the loss to `slope` and returns the loss.
    fn slope(&self, weights: &[f64], slope: &mut [f64]) -> f64 {
        let scores = self.scores(weights);
        let all = logarithm_of_sum(scores.iter().copied());
        let right = logarithm_of_sum(self.right_of(&scores));
        for ((features, score), is_right) in self.candidates.iter().zip(&scores).zip(self.right) {
            let share_of_right = if *is_right { (score - right).exp() } else { 0.0 };
            add(slope, self.weight * ((score - all).exp() - share_of_right), features);
        }
        all - right
    }
}

/// Fits the weights from `start`; a left-out feature keeps weight zero.
pub fn fit(choices: &[Choice], start: &[f64], left_out: Option<usize>) -> Vec<f64> {
    let mut start = start.to_vec();
    if let Some(left_out) = left_out {
        start[left_out] = 0.0;
    }
    minimise(&start, |weights| {
        let (value, mut slope) = height(choices, weights);
        if let Some(left_out) = left_out {
            slope[left_out] = 0.0;
        }
        (value, slope)
    })
}

fn height(choices: &[Choice], weights: &[f64]) -> Height {
    let mut slope: Vec<f64> = weights.iter().map(|weight| 2.0 * L2 * weight).collect();
    let losses = choices.iter().map(|choice| choice.weight * choice.slope(weights, &mut slope));
    let value = losses.sum::<f64>() + L2 * dot(weights, weights);
    (value, slope)
}

/// Returns the logarithm of the sum of exponentials without overflow.
fn logarithm_of_sum(scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = scores.clone().fold(f64::NEG_INFINITY, f64::max);
    most + scores.map(|score| (score - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::super::minimise::assert_slope;
    use super::*;

    /// The right candidate has the highest first feature; the second is noise.
    fn questions() -> Vec<(Vec<Vec<f64>>, Vec<bool>)> {
        let question = |shift: f64| {
            let candidates = vec![
                vec![1.0 + shift, shift.sin()],
                vec![2.0 - shift, (3.0 * shift).cos()],
                vec![3.0 + shift, (5.0 * shift).sin()],
                vec![2.0 + shift, 0.3],
            ];
            (candidates, vec![false, false, true, shift > 0.5])
        };
        (0..20).map(|n| question(f64::from(n) / 20.0)).collect()
    }

    fn choices(questions: &[(Vec<Vec<f64>>, Vec<bool>)]) -> Vec<Choice<'_>> {
        let weight = 1.0 / questions.len() as f64;
        questions.iter().map(|(candidates, right)| Choice { candidates, right, weight }).collect()
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let questions = questions();
        assert_slope(&[0.3, -0.7], |weights| height(&choices(&questions), weights));
    }

    #[test]
    fn what_tells_right_from_wrong_gets_the_weight() {
        let questions = questions();
        let choices = choices(&questions);
        let weights = fit(&choices, &[0.0, 0.0], None);
        assert!(weights[0] > 1.0 && weights[1].abs() < weights[0], "{weights:?}");
        let first = |choice: &Choice| {
            let scores = choice.scores(&weights);
            let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            choice.right[best.unwrap()]
        };
        assert!(choices.iter().all(first));
        let (_, slope) = height(&choices, &weights);
        assert!(slope.iter().all(|slope| slope.abs() < 1e-5), "{slope:?}");
    }

    #[test]
    fn a_feature_left_out_weighs_nothing() {
        let questions = questions();
        let weights = fit(&choices(&questions), &[1.0, 1.0], Some(0));
        assert!(weights[0].abs() < 1e-12 && weights[1].abs() > 1e-3, "{weights:?}");
    }

    #[test]
    fn a_question_teaches_when_there_is_a_choice_with_something_right() {
        let two = [vec![1.0], vec![2.0]];
        let teaches = |candidates, right| Choice { candidates, right, weight: 1.0 }.teaches();
        assert!(teaches(&two, &[false, true]));
        assert!(!teaches(&two, &[false, false]));
        assert!(!teaches(&two[..1], &[true]));
    }
}
