//! BM25: the score of a term in a document.

/// Parameters of BM25: term-frequency saturation and length normalisation.
#[derive(Debug, Clone, Copy)]
pub struct Bm25 {
    /// Saturation: the higher, the later further repetition stops counting.
    pub k1: f64,
    /// Strength of length normalisation, 0 to 1.
    pub b: f64,
}

impl Bm25 {
    /// Creates a scorer for documents with this average length.
    pub fn over(self, average: f64) -> Scorer {
        let Self { k1, b } = self;
        Scorer {
            most: k1 + 1.0,
            flat: k1 * (1.0 - b),
            by_length: k1 * b / average.max(f64::MIN_POSITIVE),
        }
    }
}

/// BM25 scorer for one average document length.
#[derive(Debug, Clone, Copy)]
pub struct Scorer {
    most: f64,
    flat: f64,
    by_length: f64,
}

impl Scorer {
    /// Scores a term that occurs `count` times in a document of this length. `worth` is the term's
    /// rarity times its weight.
    pub fn score(self, worth: f64, count: f64, length: f64) -> f64 {
        worth * self.most * count / (count + self.flat + self.by_length * length)
    }
}

/// Returns the inverse document frequency of a term that `holding` of `all` documents contain.
pub fn rarity(all: usize, holding: usize) -> f64 {
    (1.0 + (all as f64 - holding as f64 + 0.5) / (holding as f64 + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_worth_more_the_rarer_it_is_the_oftener_it_stands_and_the_shorter_the_text() {
        let scorer = Bm25 { k1: 1.2, b: 0.75 }.over(100.0);
        let score = |count, length| scorer.score(1.0, count, length);
        assert!(rarity(1_000, 1) > rarity(1_000, 900) && rarity(1_000, 1_000) > 0.0);
        assert!(score(2.0, 100.0) > score(1.0, 100.0) && score(1.0, 50.0) > score(1.0, 100.0));
        // No frequency scores more than k1 + 1.
        assert!((score(1e9, 100.0) - 2.2).abs() < 1e-3);
        assert!((score(1.0, 100.0) - 1.0).abs() < 1e-12);
    }
}
