//! What a search looks for in a turn: terms with their rarities, and a query vector.

use std::collections::BTreeMap;

use crate::index::terms::Analyzer;
use crate::vector;

/// Terms and vector of a query.
#[derive(Default)]
pub struct Wanted {
    /// Rarity of each term.
    pub rarities: BTreeMap<String, f64>,
    /// The query's vector and the id of the model that made it; `None` without semantic
    /// search.
    pub meaning: Option<(vector::Query, i64)>,
    analyzer: Analyzer,
}

/// Maximum number of terms, one bit each. Queries have fewer; further terms are ignored.
const TERMS_MAX: usize = u128::BITS as usize;

impl Wanted {
    /// Creates the terms and vector of a query.
    pub fn new(rarities: BTreeMap<String, f64>, meaning: Option<(vector::Query, i64)>) -> Self {
        Self { rarities, meaning, analyzer: Analyzer::default() }
    }

    /// Returns the query terms in `text` as bits, in the order of `rarities`.
    pub fn terms(&self, text: &str) -> u128 {
        if self.rarities.is_empty() {
            return 0;
        }
        let counts = self.analyzer.counts(text);
        let terms = self.rarities.keys().take(TERMS_MAX).enumerate();
        let held = terms.filter(|(_, term)| counts.contains_key(*term));
        held.fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Returns the share of the query's total rarity that these terms have, from 0 to 1.
    pub fn worth(&self, terms: u128) -> f64 {
        let of = |(at, rarity): (usize, &f64)| (*rarity, (terms >> at & 1 == 1));
        let all: f64 = self.rarities.values().take(TERMS_MAX).sum();
        let held = self.rarities.values().take(TERMS_MAX).enumerate().map(of);
        let sum: f64 = held.filter(|(_, held)| *held).map(|(rarity, _)| rarity).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }
}
