//! Clocks that were wrong: a transcript is written in order, and before it is read. Where the times
//! of its prompts say something else, the clock had been set back or was ahead.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FoldState;
use crate::conversation::ParsedEntry;

/// What is known of the clock from the prompts of one agent in a transcript.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    /// What has to be added to its time, in milliseconds.
    wrong_ms: i64,
    /// The times of the last prompts as they were written, and what was added to each: a copy of a
    /// prompt has its time.
    prompts: Vec<(i64, i64)>,
}

/// Number of prompts whose times are remembered.
const PROMPTS_MAX: usize = 256;

/// A prompt that is written so much before the one above it shows no wrong clock: clients write some
/// lines a moment late.
const LATE_MS: i64 = 1_000;

/// A prompt that is written so much after the reading shows no clock that was ahead: whoever reads
/// looked at the clock some time before, and what is a day ahead is soon past.
const AHEAD_MS: i64 = 24 * 3_600_000;

/// Says of each prompt how wrong its clock was. `read_ms` is when the transcript is read, in
/// milliseconds since the epoch; up to some minutes before.
pub fn set_right(entries: &mut [ParsedEntry], state: &mut FoldState, read_ms: i64) {
    for parsed in entries.iter_mut().filter(|parsed| parsed.entry.is_prompt()) {
        let agent = parsed.entry.subagent.clone().unwrap_or_default();
        let clock = state.clocks.entry(agent).or_default();
        parsed.entry.clock_ms = clock.wrong_at(parsed.entry.at_ms, read_ms);
    }
}

/// The clocks of a transcript, by agent; see [`FoldState`].
pub(super) type Clocks = BTreeMap<String, Clock>;

impl Clock {
    fn wrong_at(&mut self, at_ms: i64, read_ms: i64) -> i64 {
        if let Some((_, wrong_ms)) = self.prompts.iter().find(|(known, _)| *known == at_ms) {
            return *wrong_ms;
        }
        let last_ms = self.prompts.last().map_or(i64::MIN, |(at, wrong)| at.saturating_add(*wrong));
        let fits = |wrong_ms: i64| {
            let time = at_ms.saturating_add(wrong_ms);
            time >= last_ms.saturating_sub(LATE_MS) && time <= read_ms.saturating_add(AHEAD_MS)
        };
        let wrong_ms = [0, self.wrong_ms].into_iter().find(|wrong_ms| fits(*wrong_ms));
        // The order counts more than the time of reading.
        let nearest = || at_ms.min(read_ms).max(last_ms.saturating_add(1)).saturating_sub(at_ms);
        self.wrong_ms = wrong_ms.unwrap_or_else(nearest);
        self.prompts.push((at_ms, self.wrong_ms));
        self.prompts.drain(..self.prompts.len().saturating_sub(PROMPTS_MAX));
        self.wrong_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: i64 = 100_000_000;

    /// Returns the times that prompts have once the clock is set right.
    fn times<const N: usize>(written: [i64; N]) -> [i64; N] {
        let mut clock = Clock::default();
        written.map(|at_ms| at_ms + clock.wrong_at(at_ms, READ))
    }

    #[test]
    fn times_that_fit_stay() {
        assert_eq!(
            times([5_000, 5_000, 9_000, 8_400, READ + 60_000]),
            [5_000, 5_000, 9_000, 8_400, READ + 60_000]
        );
    }

    #[test]
    fn a_clock_that_was_set_back_goes_on_where_it_was_until_it_is_right_again() {
        let written = [500_000, 100_000, 160_000, 600_000];
        assert_eq!(times(written), [500_000, 500_001, 560_001, 600_000]);
    }

    #[test]
    fn a_clock_that_is_ahead_stops_where_it_was_read() {
        let written = [500_000, 900_000_000, 900_060_000, 700_000];
        assert_eq!(times(written), [500_000, READ, READ + 60_000, READ + 60_001]);
    }

    #[test]
    fn a_copy_has_the_time_of_its_prompt() {
        let written = [500_000, 100_000, 500_000, 100_000, 200_000];
        assert_eq!(times(written), [500_000, 500_001, 500_000, 500_001, 600_001]);
        assert_eq!(
            times([300_000, 400_000, 300_000, 500_000]),
            [300_000, 400_000, 300_000, 500_000]
        );
    }
}
