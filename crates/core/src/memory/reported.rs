//! Takes in what a hook reports of a session: its transcript, those of its subagents, and the last
//! answer, which the agent may write a moment later.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Memory;
use crate::error::Result;
use crate::sources::{self, Stamp};

/// An agent writes a turn's last lines up to 0.1 s after its hook; a loaded machine is slower.
const ANSWER_WAIT_MS: i64 = 1_000;
/// How long to wait before the transcript is looked at again: the first time, and each time while
/// its agent is known to write late. The wait for an answer doubles each time.
const ANSWER_POLL_MS: i64 = 50;
const LATE_POLL_MS: i64 = 100;

/// What a hook reported of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedSession {
    /// Its transcript. One that is missing counts as read: a new session has none yet.
    pub transcript: PathBuf,
    /// The coding agent whose transcript it is.
    pub agent: String,
    /// The directory in which it began by the agent's report; it counts if the transcript names
    /// none.
    pub started_in: Option<String>,
    /// The transcripts of its subagents.
    pub subagents: Vec<PathBuf>,
    /// The last answer.
    pub last_answer: Option<String>,
    /// When the hook was called, in milliseconds since the epoch.
    pub received_at_ms: i64,
    /// For how long after that the agent may still write, in milliseconds.
    pub late_ms: i64,
}

/// How far a report is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportStep {
    /// Whether all of it is.
    pub done: bool,
    /// After how long to go on, in milliseconds; until then there is nothing to do.
    pub wait_ms: i64,
}

/// The time of a step, in milliseconds: since the epoch, and by a clock that is never set back.
#[derive(Debug, Clone, Copy)]
pub struct StepTime {
    /// Since the epoch.
    pub now_ms: i64,
    /// Since any moment.
    pub uptime_ms: i64,
}

/// A report that is being taken in.
#[derive(Debug)]
pub(super) struct Report {
    of: ReportedSession,
    /// Transcripts that are still to be read now.
    queue: VecDeque<PathBuf>,
    next: Next,
    /// What the session's transcript was when it was read last.
    stamp: Option<Stamp>,
}

#[derive(Debug, Clone, Copy)]
enum Next {
    /// Reads the queue, then begins to wait for what the agent writes late.
    Own,
    /// Waits until a time of the steady clock.
    Late(i64),
    Subagents,
    /// Waits for the answer until a time, the next time for so long.
    Answer(i64, i64),
}

impl Report {
    fn of(reported: ReportedSession) -> Self {
        let queue = VecDeque::from([reported.transcript.clone()]);
        Self { of: reported, queue, next: Next::Own, stamp: None }
    }
}

impl Memory {
    /// Takes in what a hook reported, in bounded steps: call it until it is done, after each wait.
    /// Another report begins anew. Requires the ingest lock.
    ///
    /// # Errors
    /// Those of an ingest; the report is then given up.
    pub fn take_reported(
        &mut self,
        reported: &ReportedSession,
        time: StepTime,
    ) -> Result<ReportStep> {
        let known = self.report.take().filter(|report| report.of == *reported);
        let mut report = known.unwrap_or_else(|| Report::of(reported.clone()));
        let wait_ms = loop {
            if !self.read_queue(&mut report)? {
                break Some(0);
            }
            match self.go_on(&mut report, time)? {
                Turn::Waits(ms) => break Some(ms),
                Turn::GoesOn => {}
                Turn::Ends => break None,
            }
        };
        if wait_ms.is_some() {
            self.report = Some(report);
        }
        Ok(ReportStep { done: wait_ms.is_none(), wait_ms: wait_ms.unwrap_or_default() })
    }

    /// Reads the transcripts of the queue, up to a bound. Returns whether all are read.
    fn read_queue(&mut self, report: &mut Report) -> Result<bool> {
        let ReportedSession { transcript, agent, started_in, .. } = &report.of;
        while let Some(path) = report.queue.front() {
            let stamp = stamp_of(agent, path);
            if let Some(stamp) = stamp {
                let is_own = path == transcript;
                let told = started_in.as_deref().filter(|_| is_own);
                if !self.ingest_of(agent, path, None, told)?.done {
                    return Ok(false);
                }
                if is_own {
                    report.stamp = Some(stamp);
                }
            }
            report.queue.pop_front();
        }
        Ok(true)
    }

    fn go_on(&mut self, report: &mut Report, time: StepTime) -> Result<Turn> {
        let of = &report.of;
        let StepTime { now_ms, uptime_ms } = time;
        match report.next {
            Next::Own => {
                // A clock that was set back does not keep the worker here.
                let left_ms = (of.received_at_ms + of.late_ms - now_ms).min(of.late_ms);
                report.next = Next::Late(uptime_ms + left_ms);
            }
            Next::Late(until) if uptime_ms < until => {
                return Ok(report.again_if_changed().unwrap_or(Turn::Waits(LATE_POLL_MS)));
            }
            Next::Late(_) => {
                report.queue = of.subagents.clone().into();
                report.next = Next::Subagents;
                // What was written in the last moment of the wait.
                return Ok(report.again_if_changed().unwrap_or(Turn::GoesOn));
            }
            Next::Subagents => {
                report.next = Next::Answer(uptime_ms + ANSWER_WAIT_MS, ANSWER_POLL_MS);
            }
            Next::Answer(until, wait_ms) => {
                let Some(answer) = &of.last_answer else { return Ok(Turn::Ends) };
                if self.holds_answer(&of.transcript, answer, of.received_at_ms)? {
                    return Ok(Turn::Ends);
                }
                if let Some(turn) = report.again_if_changed() {
                    return Ok(turn);
                }
                if uptime_ms >= until {
                    let of = report.of.clone();
                    let answer = of.last_answer.unwrap_or_default();
                    self.report_answer(&of.transcript, &answer, of.received_at_ms)?;
                    return Ok(Turn::Ends);
                }
                report.next = Next::Answer(until, wait_ms * 2);
                return Ok(Turn::Waits(wait_ms.min(until - uptime_ms)));
            }
        }
        Ok(Turn::GoesOn)
    }
}

enum Turn {
    GoesOn,
    Waits(i64),
    Ends,
}

impl Report {
    /// Has the session's transcript read again if it is another one than when it was read last.
    fn again_if_changed(&mut self) -> Option<Turn> {
        let stamp = stamp_of(&self.of.agent, &self.of.transcript);
        if stamp == self.stamp || stamp.is_none() {
            return None;
        }
        self.queue.push_front(self.of.transcript.clone());
        // The caller decides for how long a transcript that keeps growing is read.
        Some(Turn::Waits(0))
    }
}

/// Returns a transcript's stamp; none if it is missing. Other errors, such as a link to itself, are
/// left to the ingest, which reports them.
fn stamp_of(agent: &str, path: &Path) -> Option<Stamp> {
    let source = sources::named(agent).ok()?;
    match source.stamp(path) {
        Ok(stamp) => Some(stamp),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            None
        }
        Err(_) => Some(Stamp::default()),
    }
}
