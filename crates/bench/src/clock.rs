//! Time used by this process.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time that some work took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time on all processors together.
    pub cpu: Duration,
}

impl Cost {
    /// Runs `work` and returns its cost and its result.
    pub fn of<T>(work: impl FnOnce() -> T) -> (Self, T) {
        let (started, cpu) = (Instant::now(), cpu_time());
        let done = work();
        (Self { wall: started.elapsed(), cpu: cpu_time().saturating_sub(cpu) }, done)
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, more: Self) {
        self.wall += more.wall;
        self.cpu += more.cpu;
    }
}

/// Costs of repetitions of the same work, in order.
#[derive(Debug, Default)]
pub struct Samples {
    wall_ms: Vec<f64>,
    cpu_ms: Vec<f64>,
}

impl Samples {
    /// Adds a cost.
    pub fn push(&mut self, cost: Cost) {
        self.wall_ms.push(milliseconds(cost.wall));
        self.cpu_ms.push(milliseconds(cost.cpu));
    }

    /// Returns `{ wallMs: [], cpuMs: [] }`.
    pub fn json(&self) -> Value {
        json!({ "wallMs": self.wall_ms, "cpuMs": self.cpu_ms })
    }
}

/// Returns a duration in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// Returns the CPU time of this process, in nanosecond resolution.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid destination for the call.
    #[expect(unsafe_code, reason = "the standard library has no processor time")]
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    if status != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Without a CPU clock, the wall clock is used: everything here runs on one thread.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
