//! The gate's judgement of the turns that a search found.

use super::gate::{self, Comparison, Evidence, Form, Gate};
use crate::error::Result;
use crate::index::terms::Analyzed;
use crate::store::Reader;

/// The gate's judgement: how probable it is that the best turns hold what a prompt needs.
pub(super) struct Judgement {
    /// From 0 to 1; 0 when no turn was found.
    pub probability: f64,
    /// Evidence that the probability is computed from; `None` when no turn was found.
    pub evidence: Option<Evidence>,
    /// The gate that was applied.
    pub gate: &'static Gate,
}

impl Judgement {
    /// Judges the turns that may be injected, and the form of the prompt.
    pub fn of(
        reader: &Reader,
        comparison: &Comparison,
        prompt: &Analyzed,
        form: Form,
    ) -> Result<Self> {
        let best = comparison.best();
        // If the best turn has no vector, the gate must decide by words alone.
        let semantic = best.is_some_and(|best| comparison.has_vector(best));
        let gate = if semantic { &gate::SEMANTIC } else { &gate::LEXICAL };
        let Some(best) = best else { return Ok(Self { probability: 0.0, evidence: None, gate }) };
        let best_text = reader.item_text(best.item)?.unwrap_or_default();
        let evidence = comparison.evidence(prompt, form, &best_text);
        let probability = gate.probability(&evidence);
        Ok(Self { probability, evidence: Some(evidence), gate })
    }
}
