//! Selects the turns that go into a prompt, and the passage shown of each.

use std::collections::HashSet;

use super::shown::{Passed, shown};
use super::verdict::{Decided, Known, Verdict};
use super::{Candidate, Prompt, injected_text};
use crate::error::Result;
use crate::excerpt::Wanted;
use crate::search::rank::Ranked;
use crate::search::{Mark, Search, hit};
use crate::search::{last_word, suspect};
use crate::store::Reader;

/// Maximum number of turns considered: a long session on one subject may fill the first ranks,
/// before turns of other sessions.
const LOOKED_AT_MAX: usize = 64;

/// The best turns with the verdict on each, best first.
pub(super) struct Selection {
    candidates: Vec<Candidate>,
    passed: Vec<Passed>,
}

/// What a search found, and the tags that mark doubtful work in it.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub reader: &'a Reader<'a>,
    pub search: &'a Search,
    pub suspect: &'a [String],
}

impl Found<'_> {
    /// Returns the best turns. Doubtful work is looked for only where something may be injected.
    fn best(&self, injects: bool) -> Result<Vec<Ranked>> {
        let best = self.search.ranking.best(LOOKED_AT_MAX, |document| !document.secondary);
        if !injects {
            return Ok(best);
        }
        let best = last_word::ahead(self.reader, best, self.search, None)?;
        suspect::lowered_first(self.reader, best, self.suspect)
    }
}

impl Selection {
    /// Decides on the turns found, best first, until no later turn can change what is injected or
    /// explained.
    pub fn of(
        found: Found,
        (prompt, known): (&Prompt, &Known),
        injected_max: usize,
    ) -> Result<Self> {
        let Found { reader, search, suspect: tags } = found;
        let mut decided = Decided::new(&prompt.text, injected_max);
        let mut selection = Self { candidates: Vec::new(), passed: Vec::new() };
        for ranked in &found.best(injected_max > 0)? {
            let prompt = reader.prompt_text(ranked.item)?;
            let known = match known.verdict_of_turn(ranked.item) {
                None if injected_max > 0 => known.verdict_of_copy(reader, ranked.item)?,
                known => known,
            };
            let mut verdict = decided.verdict(ranked, &prompt, known);
            let is_read = verdict == Verdict::Injected || decided.lists_more();
            let mut read = is_read.then(|| hit(reader, ranked)).transpose()?;
            if verdict == Verdict::Injected
                && let Some((hit, text)) = &mut read
            {
                let at = selection.candidates.len();
                let turn = (&*hit, std::mem::take(text));
                match Passed::of(reader, at, ranked.item, turn, &search.wanted)? {
                    Some(passed) => {
                        hit.suspect = suspect::of_turn(reader, ranked.item, tags)?;
                        selection.passed.push(passed);
                    }
                    None => verdict = Verdict::Unanswered,
                }
            }
            if decided.note(verdict, &prompt)
                && let Some((hit, _)) = read
            {
                selection.candidates.push(Candidate { verdict, hit });
            }
            if decided.is_done() {
                break;
            }
        }
        Ok(selection)
    }

    /// Returns the UUIDs of the turns that passed the gate.
    pub fn injected(&self) -> HashSet<String> {
        self.passed.iter().map(|turn| self.candidates[turn.at].hit.turn.clone()).collect()
    }

    /// Returns the items that passed the gate, best first.
    pub fn items(&self) -> Vec<i64> {
        self.passed.iter().map(|turn| turn.item).collect()
    }

    /// Injects none of the turns that passed the gate: what the question names is nowhere.
    pub fn hold_back(&mut self) {
        for turn in self.passed.drain(..) {
            self.candidates[turn.at].verdict = Verdict::NotHere;
        }
    }

    /// Marks the turns that passed the gate with what happened to them since. Returns the number of
    /// characters that this takes of the room.
    pub fn mark(&mut self, marks: impl Fn(&str) -> Result<Vec<Mark>>) -> Result<usize> {
        let mut chars = 0;
        for turn in &self.passed {
            let hit = &mut self.candidates[turn.at].hit;
            hit.marks = marks(&hit.turn)?;
            chars += injected_text::chars_of_mark(hit);
        }
        Ok(chars)
    }

    /// Returns the candidates; injected turns have the passage to show. A turn that passed the gate
    /// but adds nothing, or finds no room, is not injected.
    ///
    /// `room` is the number of characters of all passages together.
    pub fn shown(self, wanted: &Wanted, room: usize) -> Vec<Candidate> {
        let Self { mut candidates, passed } = self;
        for turn in shown(passed, wanted, room) {
            let candidate = &mut candidates[turn.at];
            (candidate.verdict, candidate.hit.passage) = (turn.verdict, turn.passage);
        }
        candidates
    }
}
