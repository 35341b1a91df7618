//! Which of the turns that were found go into a prompt, and what is shown of each.

use super::said::excerpts_chars;
use super::verdict::{Decided, Known, Verdict};
use super::{Candidate, Prompt};
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::search::{Search, hit, passage};
use crate::store::Reader;

/// Turns looked at: a long session on one subject stands before what others know of it.
const LOOKED_AT_MAX: usize = 64;

/// The best turns with the verdict on each, best first.
pub(super) struct Selection {
    candidates: Vec<Candidate>,
    injected: Vec<Injected>,
}

/// A turn that goes into the prompt.
struct Injected {
    /// Its position among the candidates.
    at: usize,
    turn: i64,
    text: TurnText,
}

impl Selection {
    /// Decides on the turns that were found, best first, until nothing that follows can change what is injected or
    /// explained.
    pub fn of(
        reader: &Reader,
        search: &Search,
        (prompt, known): (&Prompt, &Known),
        injected_max: usize,
    ) -> Result<Self> {
        let mut decided = Decided::new(&prompt.text, injected_max);
        let mut selection = Self { candidates: Vec::new(), injected: Vec::new() };
        for ranked in &search.ranking.best(LOOKED_AT_MAX, |document| !document.of_agent) {
            let text = reader.prompt_text(ranked.turn)?;
            let known = known.verdict(ranked.turn);
            if let Some(verdict) = decided.verdict(ranked, &text, known) {
                let (hit, text) = hit(reader, ranked)?;
                if verdict == Verdict::Injected {
                    let at = selection.candidates.len();
                    selection.injected.push(Injected { at, turn: ranked.turn, text });
                }
                selection.candidates.push(Candidate { verdict, hit });
            }
            if decided.is_done() {
                break;
            }
        }
        Ok(selection)
    }

    /// Returns the candidates; those that are injected with a passage. What one leaves of its room, the next may have.
    pub fn shown(mut self, reader: &Reader, search: &Search) -> Result<Vec<Candidate>> {
        let mut spare = 0;
        for (injected, share) in self.injected.iter().zip(excerpts_chars(self.injected.len())) {
            let Injected { at, turn, text } = injected;
            let chars_max = share + spare;
            let passage = passage(reader, *turn, text, &search.wanted, chars_max)?;
            spare = chars_max.saturating_sub(passage.chars().count());
            self.candidates[*at].hit.passage = passage;
        }
        Ok(self.candidates)
    }
}
