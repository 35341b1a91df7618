//! Takes in one transcript: a payload's, or one that hooks missed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::Worker;
use crate::error::{Error, Result};
use crate::home::inbox::{InboxItem, Payload};
use crate::hooks::{HookEvent, message};
use crate::memory::{Memory, ReportedSession, StepTime};
use crate::private_file;

/// A transcript that keeps growing must not block the others for ever.
const SHARE_MS: i64 = 20_000;

/// Takes in the transcripts of a payload, and deletes the payload once all of them were read.
pub(super) fn take(memory: &mut Memory, item: &InboxItem, worker: &mut Worker) -> Result<()> {
    let InboxItem { path, payload } = item;
    let until_ms = worker.until_ms.min(worker.host.uptime_ms() + SHARE_MS);
    let taken = unless_broken(|| {
        // A transcript not fully read stays in the inbox and continues after the others.
        let is_read = read(memory, &reported_by(payload, worker), until_ms, worker)?;
        if is_read {
            note_used(memory, Path::new(&payload.transcript_path), stopped_ms(payload), worker);
        }
        Ok(is_read)
    })?;
    match taken {
        Ok(false) => return Ok(()),
        Ok(true) => {}
        Err(why) => worker.note(&format!("ingest {}: {why}", payload.event)),
    }
    let unreadable = |source| Error::FileUnreadable { path: path.clone(), source };
    private_file::remove(path).map_err(unreadable)
}

/// An unreadable transcript does not block the others; `mementor doctor` reports it.
pub(super) fn take_missed(memory: &mut Memory, path: &Path, worker: &mut Worker) -> Result<()> {
    let taken = unless_broken(|| {
        // Each step is committed: the next worker finds the rest as missed.
        let agent = worker.machine.owner(path).name().to_owned();
        let reported =
            ReportedSession { transcript: path.into(), agent, ..ReportedSession::default() };
        read(memory, &reported, worker.until_ms, worker)?;
        note_used(memory, path, None, worker);
        Ok(())
    })?;
    if let Err(why) = taken {
        worker.note_once(&format!("catch up: {why}"));
    }
    Ok(())
}

fn reported_by(payload: &Payload, worker: &Worker) -> ReportedSession {
    let path = Path::new(&payload.transcript_path);
    let source = worker.machine.owner(path);
    let subagents = source.subagents_of(path).into_iter().map(|found| found.path.into());
    let late_ms = if ends_a_turn(payload) { source.facts().writes_late_ms.into() } else { 0 };
    ReportedSession {
        transcript: path.into(),
        agent: source.name().to_owned(),
        started_in: payload.started_in.clone(),
        subagents: subagents.collect(),
        last_answer: payload.last_answer.clone(),
        received_at_ms: payload.received_at_ms,
        late_ms,
    }
}

/// Whether an agent may still write of the turn after the payload's event.
fn ends_a_turn(payload: &Payload) -> bool {
    matches!(HookEvent::named(&payload.event), Some(HookEvent::Stop | HookEvent::SessionEnd))
}

/// Takes in what is reported. Returns whether that was done in time.
fn read(
    memory: &mut Memory,
    reported: &ReportedSession,
    until_ms: i64,
    worker: &mut Worker,
) -> Result<bool> {
    loop {
        let (now_ms, uptime_ms) = (worker.host.now_ms(), worker.host.uptime_ms());
        let step = memory.take_reported(reported, StepTime { now_ms, uptime_ms })?;
        if step.done || worker.host.uptime_ms() >= until_ms {
            return Ok(step.done);
        }
        worker.host.sleep(step.wait_ms);
    }
}

/// Records how far answers used what was added to their prompts.
fn note_used(memory: &Memory, transcript: &Path, stopped_ms: Option<i64>, worker: &Worker) {
    let Some(session) = worker.machine.place(transcript).session else { return };
    let now_ms = worker.host.now_ms();
    if let Err(error) = memory.note_used(worker.home, &session, stopped_ms, now_ms) {
        worker.note_once(&format!("recall: {}", message(&error)));
    }
}

/// Returns when the last answer was complete, if the payload shows that it was.
fn stopped_ms(payload: &Payload) -> Option<i64> {
    // A subagent's Stop has no answer.
    let is_whole = match HookEvent::named(&payload.event) {
        Some(HookEvent::Stop) => payload.last_answer.is_some(),
        event => event == Some(HookEvent::SessionEnd),
    };
    is_whole.then_some(payload.received_at_ms)
}

/// Returns what is wrong with a transcript for which a retry would fail again, a panic included. A
/// busy or full disk, however, is an error: it keeps the payload.
fn unless_broken<T>(work: impl FnOnce() -> Result<T>) -> Result<std::result::Result<T, String>> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(Ok(done)),
        Ok(Err(error @ Error::TranscriptUnreadable { .. })) => Ok(Err(message(&error))),
        Ok(Err(error)) => Err(error),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Ok(Err(text.unwrap_or_else(|| "it panicked".to_owned())))
        }
    }
}
