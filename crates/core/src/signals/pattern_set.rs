//! Which of many patterns a text has.

use std::sync::{Mutex, PoisonError};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::{Input, MatchKind, PatternSet as Found};

/// Patterns that are searched together. The library's own set also compiles what finds where a match
/// begins, which takes as long again, in each process that reads a prompt.
pub struct PatternSet {
    dfa: DFA,
    /// Its states as far as texts have reached them.
    cache: Mutex<Cache>,
}

/// Maximum bytes of the states. More made reading of a long history no faster.
const STATES_BYTES_MAX: usize = 4 << 20;

impl PatternSet {
    /// Compiles patterns without Unicode's `\b`, which are constants, and tested.
    ///
    /// # Panics
    ///
    /// When a pattern cannot be compiled.
    pub fn of(patterns: &[&str]) -> Self {
        let config = DFA::config().match_kind(MatchKind::All).cache_capacity(STATES_BYTES_MAX);
        let dfa = DFA::builder().configure(config).build_many(patterns);
        let dfa = dfa.expect("the patterns are tested");
        let cache = Mutex::new(dfa.create_cache());
        Self { dfa, cache }
    }

    /// Returns the indexes of the patterns that match somewhere in a text, in order.
    pub fn matching(&self, text: &str) -> Vec<usize> {
        // States that a panic left are whole.
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Found::new(self.dfa.pattern_len());
        let input = Input::new(text);
        let searched = self.dfa.try_which_overlapping_matches(&mut cache, &input, &mut found);
        debug_assert!(searched.is_ok(), "it never gives up, and no byte ends it");
        found.iter().map(|pattern| pattern.as_usize()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_that_matches_somewhere_is_found() {
        let set = PatternSet::of(&["^never ", r"(?-u:\b)tabs?(?-u:\b)", "é+", "absent"]);
        assert_eq!(set.matching("never use tabs, été"), [0, 1, 2]);
        assert_eq!(set.matching("ever stabs"), Vec::<usize>::new());
        assert_eq!(set.matching(""), Vec::<usize>::new());
    }
}
