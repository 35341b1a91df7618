//! What a search looks for in a turn: terms with their rarities, and a query vector.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use super::asked_for::AskedFor;
use crate::index::terms::{Analyzer, KNOWN_WORD_BYTES_MAX, KNOWN_WORDS_MAX, Run, runs};
use crate::vector;

/// Terms and vector of a query.
#[derive(Default)]
pub struct Wanted {
    /// Rarity of each term.
    pub rarities: BTreeMap<String, f64>,
    /// The query's vector and the id of the model that made it; `None` without semantic
    /// search.
    pub meaning: Option<(vector::VectorQuery, i64)>,
    /// The kinds of answer that it asks for.
    pub asked_for: AskedFor,
    analyzer: Analyzer,
    /// The terms of words that were looked at: words repeat, and most hold none.
    known: RefCell<HashMap<Box<str>, u128>>,
}

/// Maximum number of terms, one bit each. Queries have fewer; further terms are ignored.
const TERMS_MAX: usize = u128::BITS as usize;

impl Wanted {
    /// Creates the terms and vector of a query.
    pub fn new(
        rarities: BTreeMap<String, f64>,
        meaning: Option<(vector::VectorQuery, i64)>,
    ) -> Self {
        Self { rarities, meaning, ..Self::default() }
    }

    /// Adds the kinds of answer that a question asks for.
    #[must_use]
    pub fn asking(self, question: &str) -> Self {
        Self { asked_for: AskedFor::of(question), ..self }
    }

    /// Returns the query terms in `text` as bits, in the order of `rarities`.
    pub fn terms(&self, text: &str) -> u128 {
        if self.rarities.is_empty() {
            return 0;
        }
        let mut known = self.known.borrow_mut();
        let mut held = 0;
        for run in runs(text) {
            let is_plain = run.mark.is_empty();
            if let Some(bits) = known.get(run.text).filter(|_| is_plain) {
                held |= bits;
                continue;
            }
            let bits = self.bits(run);
            held |= bits;
            let is_short = run.text.len() <= KNOWN_WORD_BYTES_MAX;
            if is_plain && is_short && known.len() < KNOWN_WORDS_MAX {
                known.insert(run.text.into(), bits);
            }
        }
        held
    }

    /// Returns the query terms in a run of letters and digits as bits.
    fn bits(&self, run: Run) -> u128 {
        if !may_hold(run.text, &self.rarities) {
            return 0;
        }
        let of_run = self.analyzer.terms_of(run);
        let terms = self.rarities.keys().take(TERMS_MAX).enumerate();
        terms.filter(|(_, term)| of_run.contains(term)).fold(0, |bits, (at, _)| bits | 1 << at)
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

/// Whether a run of letters and digits may hold a term. The term of a plain word begins with its
/// first letter, so most words need not be stemmed.
pub(super) fn may_hold(run: &str, terms: &BTreeMap<String, f64>) -> bool {
    let (first, rest) = run.as_bytes().split_at(1);
    let is_plain = first[0].is_ascii_alphabetic() && rest.iter().all(u8::is_ascii_lowercase);
    let first = first[0].to_ascii_lowercase();
    !is_plain || terms.keys().any(|term| term.as_bytes().first() == Some(&first))
}
