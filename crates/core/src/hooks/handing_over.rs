//! What a hook leaves for the worker: the payload, before any deadline counts.

use super::host::START;
use super::settings::{Understood, covers};
use super::worker::worker_environment;
use super::{Failed, Hook, HookEvent, marking, of_file};
use crate::home::inbox::{KeptOut, Payload};
use crate::secrets::Masker;
use crate::sources::hook::HookInput;

pub(super) fn hand_over(event: HookEvent, input: &HookInput, hook: &mut Hook) -> Failed {
    // Without a transcript there is nothing to read: it is another agent, or a session that asked
    // not to be stored.
    if input.transcript_path.is_none() {
        return Ok(());
    }
    let Understood { masker, excluded, kept_out, unclear } =
        hook.options.settings.keeping_out.understood();
    if excluded.is_some_and(|excluded| covers(&excluded, input)) {
        return Ok(());
    }
    let sources = unclear.iter().map(|(source, _)| source.clone()).collect();
    // Only the main agent's Stop has the turn's answer.
    let has_answer = event == HookEvent::Stop && input.subagent.is_none();
    let answer = input.last_answer.as_deref().filter(|_| has_answer).zip(masker);
    let last_answer = answer.map(|(text, masker): (&str, Masker)| {
        // The inbox is on the disk too.
        masker.mask_answered(text).into_owned()
    });
    put(event, input, (kept_out, sources, last_answer), hook)?;
    for (_, why) in &unclear {
        hook.note(&format!("hook {}: waits in the inbox: {why}", event.word()));
    }
    match event {
        HookEvent::SessionStart => marking::mark_start(input, hook),
        HookEvent::PreCompact => marking::mark_compacting(input, hook),
        HookEvent::SessionEnd => marking::mark_end(input, hook),
        HookEvent::UserPromptSubmit | HookEvent::Stop => {}
    }
    // The payload is written: the rest must not delay anybody.
    hook.host.limit(START, None);
    hook.host.start_worker(worker_environment(hook.around, &hook.options.home));
    Ok(())
}

/// Writes a payload: what is kept out, which settings are unclear, and the masked answer.
pub(super) fn put(
    event: HookEvent,
    input: &HookInput,
    (kept_out, unclear, last_answer): (KeptOut, Vec<String>, Option<String>),
    hook: &Hook,
) -> Failed {
    let payload = Payload {
        event: event.word().to_owned(),
        transcript_path: input.transcript_path.clone().unwrap_or_default(),
        started_in: input.started_in.clone(),
        last_answer,
        kept_out,
        unclear,
        received_at_ms: hook.host.now_ms(),
    };
    hook.home.put_payload(&payload).map_err(|error| of_file(&hook.home.inbox(), &error))
}
