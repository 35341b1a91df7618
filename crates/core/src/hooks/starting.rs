//! The hook of a session's start: tells it what is known, usually in a few hundred tokens.

use std::path::Path;

use super::moved::moved;
use super::settings::{Rules, covers};
use super::{Failed, Hook, call, message, of_file};
use crate::context::StartBlock;
use crate::home::Claim;
use crate::home::muted::Muted;
use crate::home::records::SessionRecord;
use crate::home::records::line::{LayerLine, RecordLine, ToldAt, ToldLine};
use crate::memory::Start;
use crate::secrets::Masker;
use crate::sources::hook::{HookCall, HookInput, StartedAs};

/// Tells a session what is known when it starts, and after a compaction about itself; `said` is all
/// that the client says of it.
pub(super) fn start(HookCall { format, input }: &HookCall, said: &str, hook: &mut Hook) -> Failed {
    // A fork's context has what its parent got.
    let is_told = input.subagent.is_none() && input.start != Some(StartedAs::Forked);
    if !is_told || format.reply_at_start("", None).is_none() {
        return Ok(());
    }
    // A copy of this hook may tell it too.
    if !hook.home.claim(Claim::Call(&call(said, input)), hook.host.now_ms()) {
        return Ok(());
    }
    let found = told(input, hook);
    let notice = moved(*format, hook);
    let block = found.as_ref().ok().and_then(Option::as_ref);
    let text = block.map_or("", |(block, _)| block.text.as_str());
    if !text.is_empty() || notice.is_some() {
        let reply = format.reply_at_start(text, notice.as_deref()).unwrap_or_default();
        hook.host.say(&reply).map_err(|error| crate::system_error::reason(&error))?;
    }
    if let Some((block, masker)) = found?.filter(|(block, _)| !block.text.is_empty()) {
        record(input, block, &masker, hook);
    }
    Ok(())
}

/// Returns what a session is told, if anything.
fn told(input: &HookInput, hook: &mut Hook) -> Failed<Option<(StartBlock, Masker)>> {
    // A session that is resumed has what it got before.
    if input.start == Some(StartedAs::Resumed) {
        return Ok(None);
    }
    let Some(masker) = masker_unless_silent(input, hook)? else { return Ok(None) };
    let now_ms = hook.host.now_ms();
    let start = Start {
        directory: input.directory.clone().into(),
        session: input.session.clone().unwrap_or_default(),
        compacted: input.start == Some(StartedAs::Compacted),
        asked: false,
        now_ms,
        budget: hook.options.settings.context_budget,
        utc_offset_min: hook.host.utc_offset_min(now_ms),
    };
    let Some(memory) = hook.memory.with_notes(hook.options, now_ms)? else { return Ok(None) };
    let block = memory.context(&start).map_err(|error| message(&error))?;
    Ok(Some((block, masker)))
}

/// Returns `None` if the session gets nothing when it starts, whatever is known.
fn masker_unless_silent(input: &HookInput, hook: &Hook) -> Failed<Option<Masker>> {
    let settings = &hook.options.settings;
    if settings.context_budget == 0 || !settings.recall {
        return Ok(None);
    }
    let Rules { masker, excluded, .. } = settings.keeping_out.required()?;
    if covers(&excluded, input) {
        return Ok(None);
    }
    let muted = Muted::of(hook.home).map_err(|error| message(&error))?;
    let is_muted = muted.covers(input.session.as_deref(), Path::new(&input.directory));
    Ok((!is_muted).then_some(masker))
}

/// A session without a transcript asked not to be stored.
fn record(input: &HookInput, block: StartBlock, masker: &Masker, hook: &Hook) {
    let path = input.session.as_deref().and_then(|session| hook.home.record(session));
    let Some(path) = path.filter(|_| input.transcript_path.is_some()) else { return };
    let layers = block.layers.iter().map(|layer| LayerLine {
        name: layer.name.name().to_owned(),
        shown: layer.shown as i64,
        known: layer.known as i64,
        tokens: layer.tokens as i64,
    });
    let line = RecordLine::Told(Box::new(ToldLine {
        at_ms: hook.host.now_ms(),
        told: match input.start {
            Some(StartedAs::Compacted) => ToldAt::Compaction,
            _ => ToldAt::Start,
        },
        directory: input.directory.clone(),
        // All of it was stored, and so it was masked by our own rules: compiling them again would
        // cost more than opening the memory. A person's patterns may be younger than what is
        // stored.
        text: Some(if hook.options.settings.keeping_out.mask.items.is_empty() {
            block.text
        } else {
            masker.mask_answered(&block.text).into_owned()
        }),
        tokens: block.tokens as i64,
        layers: layers.collect(),
        notes: block.notes,
        lessons: block.lessons,
        hook_ms: hook.host.age_ms().round() as i64,
    }));
    let read = SessionRecord::read(path.clone());
    let written = read.and_then(|mut record| record.append(&line));
    hook.or_note("context", written.map_err(|error| of_file(&path, &error)));
}
