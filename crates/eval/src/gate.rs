//! Asks the gate about prompts, and keeps what it makes of them.

use std::collections::HashSet;

use crate::corpus::Corpus;
use crate::failure::Result;
use crate::product::Weighed;
use crate::question::{Question, Undeserving, Unit};
use crate::record::Record;
use crate::thresholds::Probabilities;

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
