//! Fits the weights of the ranking and the gate on the sets; the constants in the core come from
//! here.
//!
//! The fit of the gate uses the core's current ranking, and the candidates are the first hundred of
//! that ranking. So after the ranking's weights change, run everything and fit once more.

mod examples;
mod minimise;

mod logistic;
mod softmax;

mod gate;
mod ranking;
mod report;

pub use examples::{Deserves, Examples};

/// Fits both and returns the report: cross-validated quality, the value of each feature, and the
/// weights.
pub fn fitted(examples: &Examples, mut tell: impl FnMut(&str)) -> String {
    let ranking = ranking::fit(&examples.lists, &mut tell);
    let gate = gate::fit(&examples.prompts, &mut tell);
    report::ranking(&ranking) + &gate.map_or_else(String::new, |gate| report::gate(&gate))
}
