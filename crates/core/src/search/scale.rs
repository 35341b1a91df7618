//! Standardised scores: how many standard deviations a score is above the mean.

/// Sums for the mean and standard deviation of a score.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    turns: f64,
    scores: f64,
    squares: f64,
}

impl Sums {
    /// Sums up scores.
    pub fn of(scores: impl Iterator<Item = f64>) -> Self {
        let mut sums = Self::default();
        scores.for_each(|score| sums.add(score));
        sums
    }

    /// Adds the score of a turn.
    pub fn add(&mut self, score: f64) {
        self.add_times(score, 1.0);
    }

    /// Adds a score that `times` turns have.
    pub fn add_times(&mut self, score: f64, times: f64) {
        self.turns += times;
        self.scores += times * score;
        self.squares += times * score * score;
    }

    /// Extends the sums to `turns` turns: those that were not added count as zeros.
    pub fn over(self, turns: usize) -> Self {
        Self { turns: turns as f64, ..self }
    }

    /// Returns the scale. If all scores are equal, each standardises to zero.
    pub fn scale(&self) -> Scale {
        let turns = self.turns.max(1.0);
        let mean = self.scores / turns;
        let deviation = (self.squares / turns - mean * mean).max(0.0).sqrt();
        let is_rounding = deviation <= DEVIATION_MIN;
        Scale { mean, per_deviation: if is_rounding { 0.0 } else { 1.0 / deviation } }
    }
}

/// Deviations below come from rounding: similarities are of single precision.
const DEVIATION_MIN: f64 = 1e-7;

/// Mean and deviation of a score over all turns in scope.
#[derive(Default)]
pub struct Scale {
    mean: f64,
    /// Inverse of the deviation; zero when the deviation is zero.
    per_deviation: f64,
}

impl Scale {
    /// Returns how many deviations a score is above the mean.
    pub fn standardise(&self, score: f64) -> f64 {
        (score - self.mean) * self.per_deviation
    }
}

/// Scores of every session, with a scale over all turns.
#[derive(Default)]
pub struct Scored {
    scores: Vec<f64>,
    scale: Scale,
}

impl Scored {
    /// Creates scores with a scale.
    pub fn on(scale: Scale, scores: Vec<f64>) -> Self {
        Self { scores, scale }
    }

    /// Returns the standardised score at an index; zero when there is none.
    pub fn at(&self, at: usize) -> f64 {
        self.scores.get(at).map_or(0.0, |&score| self.scale.standardise(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "these are exact")]
    fn scores_are_told_by_their_deviation_from_the_mean() {
        let of = |scores: Vec<f64>| Scored::on(Sums::of(scores.iter().copied()).scale(), scores);
        let scored = of(vec![1.0, 1.0, 4.0, 4.0]);
        assert_eq!([0, 2, 9].map(|at| scored.at(at)), [-1.0, 1.0, 0.0]);
        let mut sums = Sums::default();
        sums.add_times(4.0, 2.0);
        assert_eq!(sums.over(4).scale().standardise(4.0), 1.0);
        assert_eq!(of(vec![3.0; 5]).at(0), 0.0);
    }
}
