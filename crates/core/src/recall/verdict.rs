//! The verdict on each turn that was found: injected, or the rule that stopped it.

use std::collections::HashSet;

use super::{CANDIDATES_MAX, Candidate, INJECTED_MAX, Prompt};
use crate::error::Result;
use crate::rank::Ranked;
use crate::search::{Hit, Search};
use crate::store::Reader;
use crate::terms::Analyzer;

/// Turns that are in the session's context already.
pub(super) struct Known {
    in_context: HashSet<i64>,
    recalled: HashSet<i64>,
}

impl Known {
    pub fn of(reader: &Reader, prompt: &Prompt) -> Result<Self> {
        // A compaction may come in the middle of a turn, which then goes on.
        let since_ms = prompt.compacted_at_ms.unwrap_or(i64::MIN);
        let in_context = reader.session_turns(&prompt.session, since_ms)?;
        let recalled = prompt.recalled.iter().map(|uuid| reader.turn_id(uuid));
        let recalled = recalled.filter_map(Result::transpose).collect::<Result<_>>()?;
        Ok(Self { in_context, recalled })
    }

    pub fn verdict(&self, turn: i64) -> Option<&'static str> {
        if self.in_context.contains(&turn) {
            return Some("in-context");
        }
        self.recalled.contains(&turn).then_some("recalled")
    }
}

/// How much less similar than the best a turn is that has little to say beside it.
const FAR_SIMILARITY: f32 = 0.25;
/// Such a turn holds less than this share of the words that the best one holds.
const FAR_COVERAGE: f64 = 0.34;

/// Whether a turn is much weaker than the best, by meaning and by words: it would only cost room.
pub(super) fn is_far(search: &Search, best: &Ranked, turn: &Ranked) -> bool {
    let similarity = |turn: &Ranked| turn.passage.map_or(0.0, |passage| passage.similarity);
    let coverage = |turn: &Ranked| search.lexical.coverage[turn.at];
    similarity(turn) < similarity(best) - FAR_SIMILARITY
        && coverage(turn) < FAR_COVERAGE * coverage(best)
}

/// Candidates with their verdicts.
pub(super) struct Decided<'a> {
    prompt: &'a str,
    sure: bool,
    injected: usize,
    /// What others are compared with: the best turn that does not only ask the same.
    best: Option<Ranked>,
    /// Prompts of the turns that are injected, or known to the session already.
    said: Vec<String>,
    pub candidates: Vec<Candidate>,
}

impl<'a> Decided<'a> {
    pub fn new(prompt: &'a str, sure: bool) -> Self {
        Self { prompt, sure, injected: 0, best: None, said: Vec::new(), candidates: Vec::new() }
    }

    pub fn add(&mut self, search: &Search, ranked: &Ranked, hit: Hit, known: Option<&str>) {
        if known.is_none() && self.best.is_none() && !same_words(self.prompt, &hit.prompt) {
            self.best = Some(ranked.clone());
        }
        let far = self.best.as_ref().is_some_and(|best| is_far(search, best, ranked));
        // A question asked again and again must not crowd out the turn that answers it.
        let repeats = self.said.iter().any(|prompt| same_words(prompt, &hit.prompt));
        let verdict = match known {
            Some(known) => known,
            None if !self.sure => "unsure",
            None if repeats => "repeats",
            None if far => "far",
            None if self.injected == INJECTED_MAX => "enough",
            None => {
                self.injected += 1;
                "injected"
            }
        };
        if known.is_some() || verdict == "injected" {
            self.said.push(hit.prompt.clone());
        }
        if verdict == "injected" || self.candidates.len() < CANDIDATES_MAX {
            self.candidates.push(Candidate { verdict: verdict.to_owned(), hit });
        }
    }

    /// Whether nothing that follows can change what is injected or explained.
    pub fn is_done(&self) -> bool {
        let explained = self.candidates.len() >= CANDIDATES_MAX;
        explained && (!self.sure || self.injected == INJECTED_MAX)
    }
}

fn same_words(a: &str, b: &str) -> bool {
    let analyzer = Analyzer::default();
    !a.is_empty() && analyzer.query(a) == analyzer.query(b)
}
