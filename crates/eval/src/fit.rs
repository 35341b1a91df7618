//! The weights of the ranking and the gate, fitted on the sets: this is where the constants of
//! the core come from.
//!
//! The gate weighs what the core's ranking puts first, and the candidates are the hundred that it
//! puts first: after new weights of the ranking, everything is asked and fitted once more.

mod examples;
mod minimise;

mod logistic;
mod softmax;

mod gate;
mod ranking;
mod report;

pub use examples::{Deserves, Examples};

/// Fits both and renders what came of it: how well each does on what it was not fitted on, what
/// each feature is worth, and the weights.
pub fn fitted(examples: &Examples, mut tell: impl FnMut(&str)) -> String {
    let ranking = ranking::fit(&examples.lists, &mut tell);
    let gate = gate::fit(&examples.prompts, &mut tell);
    report::ranking(&ranking) + &gate.map_or_else(String::new, |gate| report::gate(&gate))
}
