//! Minimises a smooth function with L-BFGS: deterministic, and fast for a few dozen weights.

use std::collections::VecDeque;

/// Number of past steps that approximate the curvature.
const REMEMBERED_MAX: usize = 10;
/// Maximum number of iterations, more than any fit has needed.
const STEPS_MAX: usize = 1_000;
/// Gradient threshold for convergence.
const SLOPE_MIN: f64 = 1e-6;
/// Armijo condition: a step must achieve this share of the decrease that the gradient predicts.
const WON_MIN: f64 = 1e-4;
/// Maximum number of halvings of a step.
const HALVINGS_MAX: usize = 40;

/// Value and gradient of a function.
pub type Height = (f64, Vec<f64>);

/// A past step: the change of position and the change of gradient.
struct Step {
    moved: Vec<f64>,
    bent: Vec<f64>,
}

/// Descends from `start` until convergence. A coordinate without a gradient is never moved.
pub fn minimise(start: &[f64], height: impl Fn(&[f64]) -> Height) -> Vec<f64> {
    let mut at = start.to_vec();
    let (mut value, mut slope) = height(&at);
    let mut steps: VecDeque<Step> = VecDeque::new();
    for _ in 0..STEPS_MAX {
        if slope.iter().all(|slope| slope.abs() < SLOPE_MIN) {
            break;
        }
        let direction = downhill(&slope, &steps);
        let Some((next, (next_value, next_slope))) =
            stride(&at, &direction, value, &slope, &height)
        else {
            if steps.is_empty() {
                break;
            }
            // The remembered curvature is misleading: continue with the gradient alone.
            steps.clear();
            continue;
        };
        let step = Step { moved: difference(&next, &at), bent: difference(&next_slope, &slope) };
        if dot(&step.moved, &step.bent) > f64::EPSILON * dot(&step.bent, &step.bent) {
            steps.push_back(step);
        }
        if steps.len() > REMEMBERED_MAX {
            steps.pop_front();
        }
        (at, value, slope) = (next, next_value, next_slope);
    }
    at
}

/// Returns the direction of the next step: the negative gradient, corrected by the curvature of the
/// past steps.
fn downhill(slope: &[f64], steps: &VecDeque<Step>) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let Some(last) = steps.back() else {
        let length = dot(slope, slope).sqrt().max(1.0);
        return direction.iter().map(|part| part / length).collect();
    };
    let mut shares = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        let share = dot(&step.moved, &direction) / dot(&step.moved, &step.bent);
        add(&mut direction, -share, &step.bent);
        shares.push(share);
    }
    let scale = dot(&last.moved, &last.bent) / dot(&last.bent, &last.bent);
    for part in &mut direction {
        *part *= scale;
    }
    for (step, share) in steps.iter().zip(shares.into_iter().rev()) {
        let back = dot(&step.bent, &direction) / dot(&step.moved, &step.bent);
        add(&mut direction, share - back, &step.moved);
    }
    direction
}

/// Returns the result of a step that satisfies the Armijo condition, halving the step as needed.
fn stride(
    at: &[f64],
    direction: &[f64],
    value: f64,
    slope: &[f64],
    height: impl Fn(&[f64]) -> Height,
) -> Option<(Vec<f64>, Height)> {
    let promised = dot(direction, slope);
    let mut length = 1.0;
    for _ in 0..HALVINGS_MAX {
        let mut next = at.to_vec();
        add(&mut next, length, direction);
        let reached = height(&next);
        if promised < 0.0 && reached.0 <= value + WON_MIN * length * promised {
            return Some((next, reached));
        }
        length /= 2.0;
    }
    None
}

/// Returns the dot product.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds a multiple of `of` to `to`.
pub fn add(to: &mut [f64], times: f64, of: &[f64]) {
    to.iter_mut().zip(of).for_each(|(to, of)| *to += times * of);
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Asserts that a gradient matches finite differences of the value.
#[cfg(test)]
pub fn assert_slope(at: &[f64], height: impl Fn(&[f64]) -> Height) {
    let (_, slope) = height(at);
    for (place, slope) in slope.iter().enumerate() {
        let beside = |by: f64| {
            let mut at = at.to_vec();
            at[place] += by;
            height(&at).0
        };
        let measured = (beside(1e-5) - beside(-1e-5)) / 2e-5;
        assert!((slope - measured).abs() < 1e-6, "{place}: {slope} but {measured}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bent_valley_is_found() {
        let valley = |at: &[f64]| {
            let (x, y) = (at[0], at[1]);
            let value = (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
            let slope = [-2.0 * (1.0 - x) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)];
            (value, slope.to_vec())
        };
        assert_slope(&[-1.2, 1.0], valley);
        let found = minimise(&[-1.2, 1.0], valley);
        assert!((found[0] - 1.0).abs() < 1e-5 && (found[1] - 1.0).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn what_never_slopes_stays() {
        let found = minimise(&[5.0, 7.0], |at| (at[0] * at[0], vec![2.0 * at[0], 0.0]));
        assert!(found[0].abs() < 1e-5 && (found[1] - 7.0).abs() < 1e-12, "{found:?}");
    }
}
