//! How much of a query is the names of things in a program.

use std::collections::HashSet;

use crate::index::lexical::Term;
use crate::index::terms::Analyzer;

/// Returns the share of a query's total rarity in the terms of the names it holds, 0 to 1. `terms`
/// and `found` describe the same terms in the same order.
pub(super) fn share(names: &[String], terms: &[(String, f64)], found: &[Term]) -> f64 {
    if names.is_empty() {
        return 0.0;
    }
    let analyzer = Analyzer::default();
    let words = names.iter().flat_map(|name| analyzer.words(name));
    let of_names: HashSet<String> = words.flat_map(|word| word.terms).collect();
    let (mut in_names, mut total) = (0.0, 0.0);
    for ((term, weight), Term { rarity, .. }) in terms.iter().zip(found) {
        let worth = rarity * weight;
        total += worth;
        in_names += if of_names.contains(term) { worth } else { 0.0 };
    }
    in_names / total.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::terms::Analyzed;
    use crate::store::fts;

    /// Each term is as rare as its place in the query, from 1.
    fn share_in(query: &str) -> f64 {
        let terms = Analyzed::of(query).terms().into_iter().map(|term| (term, 1.0));
        let terms: Vec<(String, f64)> = terms.collect();
        let found = |rarity: usize| Term { rarity: rarity as f64, weight: 1.0, items: 1 };
        let found: Vec<Term> = (1..=terms.len()).map(found).collect();
        share(&fts::names(query), &terms, &found)
    }

    #[test]
    fn names_count_by_the_rarity_of_their_terms() {
        // Rarity 1 for "stall"; 2, 3 and 4 for the name and its parts.
        assert!((share_in("stalled retryQueue") - 0.9).abs() < 1e-9);
        assert!((share_in("src/retry.rs") - 1.0).abs() < 1e-9);
        assert!(share_in("why did the queue stall?").abs() < 1e-9);
        assert!(share_in("").abs() < 1e-9);
    }
}
