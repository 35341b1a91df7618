//! Quality of rankings: hit rates and mean reciprocal rank.

use std::collections::HashSet;

/// Results for one kind of questions; shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Number of questions.
    pub n: usize,
    /// Share with a right unit in first place.
    pub hit1: f64,
    /// Share with one among the first three.
    pub hit3: f64,
    /// Share with one among the first five.
    pub hit5: f64,
    /// Share with one among the first ten.
    pub hit10: f64,
    /// Mean reciprocal rank; a question without a right result counts as 0.
    pub mrr: f64,
}

/// Summarises the ranks, from 1, of the first right unit of each question.
pub fn summarise(ranks: &[Option<usize>]) -> Summary {
    let n = ranks.len();
    let mean = |value: &dyn Fn(usize) -> f64| {
        ranks.iter().flatten().map(|rank| value(*rank)).sum::<f64>() / n.max(1) as f64
    };
    let within = |k: usize| mean(&|rank| if rank <= k { 1.0 } else { 0.0 });
    Summary {
        n,
        hit1: within(1),
        hit3: within(3),
        hit5: within(5),
        hit10: within(10),
        mrr: mean(&|rank| 1.0 / rank as f64),
    }
}

/// Returns the rank, from 1, of the first right unit. Candidates of one unit share the rank of the
/// first of them, so a unit's score is the highest of its candidates.
pub fn rank_of<'a>(candidates: impl Iterator<Item = (&'a str, bool)>) -> Option<usize> {
    let mut units: Vec<&str> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut best: Option<usize> = None;
    for (unit, right) in candidates {
        if seen.insert(unit) {
            if best.is_some() {
                break;
            }
            units.push(unit);
        }
        if right {
            let rank = units.iter().position(|known| *known == unit).map(|at| at + 1);
            best = best.into_iter().chain(rank).min();
        }
    }
    best
}

/// Returns the median; `None` for no values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_count_all_questions() {
        let summary = summarise(&[Some(1), Some(4), None, Some(2)]);
        assert_eq!((summary.n, summary.hit1, summary.hit3), (4, 0.25, 0.5));
        assert_eq!((summary.hit5, summary.hit10), (0.75, 0.75));
        assert!((summary.mrr - (1.0 + 0.25 + 0.5) / 4.0).abs() < 1e-12);
        assert_eq!(summarise(&[]).n, 0);
    }

    #[test]
    fn turns_of_one_session_share_its_place() {
        let hits = [("a", false), ("a", false), ("b", true)];
        assert_eq!(rank_of(hits.into_iter()), Some(2));
        assert_eq!(rank_of([("a", false), ("b", false), ("a", true)].into_iter()), Some(1));
        assert_eq!(rank_of([("a", false)].into_iter()), None);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }
}
