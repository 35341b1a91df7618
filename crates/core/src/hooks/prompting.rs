//! The hook of a prompt: adds what is worth knowing of the past to it, usually nothing.

use std::path::Path;

use super::recalling::{Asked, recall};
use super::settings::{Rules, covers};
use super::worker::worker_environment;
use super::{Failed, Hook, HookEvent, call, handing_over, message, of_file};
use crate::home::Claim;
use crate::home::inbox::KeptOut;
use crate::memory::Memory;
use crate::recall::{self, Recall};
use crate::sources::hook::{HookCall, HookInput};

/// The client appends a few lines of its own after each turn; only more bytes are new content.
const BEHIND_BYTES_MIN: u64 = 64 * 1024;

/// Answers a prompt; `said` is all that the client says of it.
pub(super) fn prompt(HookCall { format, input }: &HookCall, said: &str, hook: &mut Hook) -> Failed {
    // A model, not a person, writes a subagent's prompts.
    let Some(text) = input.prompt.as_deref().filter(|_| input.subagent.is_none()) else {
        return Ok(());
    };
    // Nothing is added and nothing is left where it is not certain what must stay out.
    let Rules { masker, excluded, kept_out } = hook.options.settings.keeping_out.required()?;
    if covers(&excluded, input) {
        return Ok(());
    }
    // A server or a copy of this hook may answer too: whoever claims this prompt does all of it.
    let is_first = match &input.prompt_id {
        Some(id) => hook.home.claim(Claim::Prompt(id), hook.host.now_ms()),
        None => hook.home.claim(Claim::Call(&call(said, input)), hook.host.now_ms()),
    };
    if !is_first {
        return Ok(());
    }
    let asked = Asked {
        prompt: text,
        directory: &input.directory,
        session: input.session.as_deref(),
        transcript_path: input.transcript_path.as_deref(),
    };
    let mut is_open = false;
    // Most prompts are dismissed by their text alone: then the memory is not opened.
    match recall::dismissal(text).filter(|_| !recall::asks_to_start(text)) {
        Some(dismissal) if hook.home.database().exists() => {
            let found = Recall { dismissed: Some(dismissal), ..Recall::default() };
            recall(&asked, |_, _| Ok(found), (*format, &masker), hook);
        }
        Some(_) => {}
        None => {
            is_open = true;
            if opened(false, hook)?.is_some() {
                let search = |prompt: &recall::Prompt, hook: &mut Hook| {
                    let memory = opened(true, hook)?;
                    let memory = memory.ok_or_else(|| "the memory is gone".to_owned())?;
                    let began = Path::new(&input.directory);
                    let works_in = input.works_in.as_deref().map(Path::new);
                    let found = memory
                        .working_directory(began, works_in)
                        .and_then(|directory| memory.recall(prompt, directory));
                    found.map_err(|error| message(&error))
                };
                recall(&asked, search, (*format, &masker), hook);
            }
        }
    }
    catch_up(input, kept_out, is_open, hook)
}

/// Returns the memory, if there is one. Notes that waited are taken in once.
fn opened<'h>(again: bool, hook: &'h mut Hook) -> Failed<Option<&'h mut Memory>> {
    let now_ms = hook.host.now_ms();
    if again {
        hook.memory.opened(hook.options, now_ms)
    } else {
        hook.memory.with_notes(hook.options, now_ms)
    }
}

/// Starts the worker if a transcript is behind: an interrupted turn, for example, has no Stop.
fn catch_up(input: &HookInput, kept_out: KeptOut, is_open: bool, hook: &mut Hook) -> Failed {
    if is_behind(input.transcript_path.as_deref(), is_open, hook)? {
        handing_over::put(HookEvent::UserPromptSubmit, input, (kept_out, Vec::new(), None), hook)?;
    }
    let is_empty = hook.home.is_inbox_empty();
    if !is_empty.map_err(|error| of_file(&hook.home.inbox(), &error))? {
        hook.host.start_worker(worker_environment(hook.around, &hook.options.home));
    }
    Ok(())
}

fn is_behind(path: Option<&str>, is_open: bool, hook: &mut Hook) -> Failed<bool> {
    let Some(path) = path.map(Path::new) else { return Ok(false) };
    let size = std::fs::metadata(path).map_or(0, |file| file.len());
    if size <= BEHIND_BYTES_MIN {
        return Ok(false);
    }
    let offset = match opened(is_open, hook)? {
        Some(memory) => memory.transcript_offset(path).map_err(|error| message(&error))?,
        None => None,
    };
    Ok(size.saturating_sub(offset.unwrap_or_default()) > BEHIND_BYTES_MIN)
}
