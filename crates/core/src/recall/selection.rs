//! Selects the turns that go into a prompt, and the passage shown of each.

use super::shown::{Passed, shown};
use super::verdict::{Decided, Known, Verdict};
use super::{Candidate, Prompt};
use crate::error::Result;
use crate::excerpt::Wanted;
use crate::search::{Search, hit};
use crate::store::Reader;

/// Maximum number of turns considered: a long session on one subject may fill the first ranks,
/// before turns of other sessions.
const LOOKED_AT_MAX: usize = 64;

/// The best turns with the verdict on each, best first.
pub(super) struct Selection {
    candidates: Vec<Candidate>,
    passed: Vec<Passed>,
}

impl Selection {
    /// Decides on the turns found, best first, until no later turn can change what is injected or
    /// explained.
    pub fn of(
        reader: &Reader,
        search: &Search,
        (prompt, known): (&Prompt, &Known),
        injected_max: usize,
    ) -> Result<Self> {
        let mut decided = Decided::new(&prompt.text, injected_max);
        let mut selection = Self { candidates: Vec::new(), passed: Vec::new() };
        for ranked in &search.ranking.best(LOOKED_AT_MAX, |document| !document.secondary) {
            let text = reader.prompt_text(ranked.item)?;
            let known = known.verdict(ranked.item);
            if let Some(verdict) = decided.verdict(ranked, &text, known) {
                let (hit, text) = hit(reader, ranked)?;
                if verdict == Verdict::Injected {
                    let at = selection.candidates.len();
                    let turn = (&hit, text);
                    selection.passed.push(Passed::of(
                        reader,
                        at,
                        ranked.item,
                        turn,
                        &search.wanted,
                    )?);
                }
                selection.candidates.push(Candidate { verdict, hit });
            }
            if decided.is_done() {
                break;
            }
        }
        Ok(selection)
    }

    /// Returns the candidates; injected turns have the passage to show. A turn that passed the gate
    /// but adds nothing is not injected.
    pub fn shown(self, wanted: &Wanted) -> Vec<Candidate> {
        let Self { mut candidates, passed } = self;
        for turn in &passed {
            candidates[turn.at].verdict = Verdict::AddsNothing;
        }
        for turn in shown(passed, wanted) {
            candidates[turn.at].verdict = Verdict::Injected;
            candidates[turn.at].hit.passage = turn.passage;
        }
        candidates
    }
}
