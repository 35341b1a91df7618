//! What is looked for in a turn: words with their rarities, and a meaning.

use std::collections::BTreeMap;

use crate::index::terms::Analyzer;
use crate::vector;

/// What is looked for.
#[derive(Default)]
pub struct Wanted {
    /// The rarity of each term.
    pub rarities: BTreeMap<String, f64>,
    /// The query's vector with the id of its model; `None` when meaning is not searched.
    pub meaning: Option<(vector::Query, i64)>,
    analyzer: Analyzer,
}

/// A query has fewer terms; more are not told apart.
const TERMS_MAX: usize = u128::BITS as usize;

impl Wanted {
    /// For a query.
    pub fn new(rarities: BTreeMap<String, f64>, meaning: Option<(vector::Query, i64)>) -> Self {
        Self { rarities, meaning, analyzer: Analyzer::default() }
    }

    /// Returns which of the terms a text holds: the bits are in the order of the terms.
    pub fn terms(&self, text: &str) -> u128 {
        if self.rarities.is_empty() {
            return 0;
        }
        let counts = self.analyzer.counts(text);
        let terms = self.rarities.keys().take(TERMS_MAX).enumerate();
        let held = terms.filter(|(_, term)| counts.contains_key(*term));
        held.fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Returns the share of all rarity that these terms have: 0 to 1.
    pub fn worth(&self, terms: u128) -> f64 {
        let of = |(at, rarity): (usize, &f64)| (*rarity, (terms >> at & 1 == 1));
        let all: f64 = self.rarities.values().take(TERMS_MAX).sum();
        let held = self.rarities.values().take(TERMS_MAX).enumerate().map(of);
        let sum: f64 = held.filter(|(_, held)| *held).map(|(rarity, _)| rarity).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }
}
