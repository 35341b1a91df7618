//! What a hook needs of the process that it runs in: the clock, the streams, and its deadlines.

use std::collections::BTreeMap;
use std::io::Result;

use super::HookEvent;
use crate::home::iso;

/// The process that a hook runs in.
pub trait HookHost {
    /// Returns the time, in milliseconds since the epoch.
    fn now_ms(&self) -> i64;

    /// Returns how far local time is ahead of UTC at a time, in minutes.
    fn utc_offset_min(&self, at_ms: i64) -> i32;

    /// Returns for how long the process has run, or has worked on this call, in milliseconds.
    fn age_ms(&self) -> f64;

    /// Reads the hook's input to its end.
    fn input(&mut self) -> Result<String>;

    /// Writes the hook's output.
    fn say(&mut self, text: &str) -> Result<()>;

    /// Ends the process with status 0 when it exceeds one of the limits, and then appends a line to
    /// the log. Another call replaces the limits.
    fn limit(&mut self, limits: HookLimits, last_words: Option<String>);

    /// Starts the worker in its own process, with this environment and no other.
    fn start_worker(&mut self, environment: BTreeMap<String, String>);
}

/// When to end a process, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookLimits {
    /// Whatever the process does.
    pub wall_ms: u32,
    /// Time of a processor: waiting on a busy machine does not count.
    pub processor_ms: Option<u32>,
    /// Time without any work: the process waits for a disk, a lock or an input.
    pub stalled_ms: Option<u32>,
}

/// A hook that answers. Clients end it 5 s after its start. A prompt waits for a stalled disk or
/// input at worst twice.
pub(super) const ANSWER: HookLimits =
    HookLimits { wall_ms: 4_500, processor_ms: Some(1_000), stalled_ms: Some(500) };

/// The client sends the input before the process starts: after so long, none will come.
pub(super) const READ: HookLimits = only(4_000);

/// Input that was read is written even if the client wants to stop the hook. This is for a hanging
/// disk.
pub(super) const WRITE: HookLimits = only(10_000);

/// Enough to start a process on a busy machine; if not, a later hook starts the worker.
pub(super) const START: HookLimits = only(1_000);

const fn only(wall_ms: u32) -> HookLimits {
    HookLimits { wall_ms, processor_ms: None, stalled_ms: None }
}

/// Returns the line of the log for when a limit ends a hook.
pub(super) fn last_words(event: HookEvent, what: &str, now_ms: i64) -> String {
    format!("{} hook {}: {what}", iso(now_ms), event.word())
}
