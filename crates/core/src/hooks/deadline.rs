//! When a hook has to end. On a busy machine the wall clock runs on while a process waits for a
//! processor, so its own work is limited in time of the processor.

use std::time::Duration;

use super::HookLimits;

/// A process is stalled when its share of a processor since the last look is below this. With fifty
/// other processes on two cores it would still get twice as much.
const STALLED_SHARE_MAX: f64 = 0.01;

/// Limits that count from now on.
#[derive(Debug)]
pub struct Deadline {
    limits: HookLimits,
    /// Time of the processor at the beginning; `None` where there is no such clock.
    worked_before: Option<Duration>,
    /// When the last look for a stall began, and what the process had worked then.
    watched: (Duration, Option<Duration>),
}

impl Deadline {
    /// Begins to count; `worked` is the time of the processor that the process has had, if there is
    /// such a clock.
    pub fn of(limits: HookLimits, worked: Option<Duration>) -> Self {
        Self { limits, worked_before: worked, watched: (Duration::ZERO, worked) }
    }

    /// Returns for how long it may go on at most.
    pub fn left(&self, passed: Duration) -> Duration {
        millis(self.limits.wall_ms).saturating_sub(passed)
    }

    /// Returns whether a limit is exceeded: so much time has passed since the beginning, and so much
    /// the process has worked in all.
    pub fn is_passed(&mut self, passed: Duration, worked: Option<Duration>) -> bool {
        let work = match (worked, self.worked_before) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            _ => passed,
        };
        let is_worked = |limit| work >= millis(limit);
        self.left(passed).is_zero()
            || self.limits.processor_ms.is_some_and(is_worked)
            || self.is_stalled(passed, worked)
    }

    fn is_stalled(&mut self, passed: Duration, worked: Option<Duration>) -> bool {
        let (since, then) = self.watched;
        let (Some(limit), Some(now), Some(then)) = (self.limits.stalled_ms, worked, then) else {
            return false;
        };
        let watched = passed.saturating_sub(since);
        if watched < millis(limit) {
            return false;
        }
        self.watched = (passed, worked);
        now.saturating_sub(then).as_secs_f64() / watched.as_secs_f64() < STALLED_SHARE_MAX
    }
}

fn millis(ms: u32) -> Duration {
    Duration::from_millis(ms.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: u32 = 3_600_000;

    /// Looks every 20 ms at a process that works for this share of the time; returns when it ends.
    fn ends_ms(limits: HookLimits, share: Option<f64>) -> Option<u64> {
        let worked =
            |ms: u64| share.map(|share| Duration::from_secs(5) + millis(ms as u32).mul_f64(share));
        let mut deadline = Deadline::of(limits, worked(0));
        (0..500)
            .map(|look| look * 20)
            .find(|ms| deadline.is_passed(Duration::from_millis(*ms), worked(*ms)))
    }

    fn limits(wall_ms: u32, processor_ms: Option<u32>, stalled_ms: Option<u32>) -> HookLimits {
        HookLimits { wall_ms, processor_ms, stalled_ms }
    }

    #[test]
    fn a_process_ends_when_it_is_late_has_worked_too_long_or_waits() {
        assert_eq!(ends_ms(limits(50, None, None), Some(1.0)), Some(60));
        assert_eq!(ends_ms(limits(HOUR_MS, Some(200), None), Some(0.5)), Some(400));
        assert_eq!(ends_ms(limits(HOUR_MS, None, Some(200)), Some(0.0)), Some(200));
        // As on a busy machine: a fiftieth of the time is its own.
        assert_eq!(ends_ms(limits(HOUR_MS, Some(HOUR_MS), Some(300)), Some(0.02)), None);
        // Without a clock of the processor the wall clock counts, and nothing stalls.
        assert_eq!(ends_ms(limits(HOUR_MS, Some(200), Some(100)), None), Some(200));
    }

    #[test]
    fn the_time_that_is_left_ends_at_none() {
        let deadline = Deadline::of(limits(50, None, None), None);
        assert_eq!(deadline.left(millis(20)), millis(30));
        assert_eq!(deadline.left(millis(90)), Duration::ZERO);
    }
}
