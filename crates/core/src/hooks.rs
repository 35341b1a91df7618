//! What a hook does. An agent calls one at a session's start, at a prompt, at the end of a turn,
//! before a compaction and at the end of a session. A hook fails open: it says what it can, or
//! nothing, and what it cannot do is noted in the log.

mod deadline;
mod handing_over;
mod host;
mod kept_memory;
mod left_out;
mod marking;
mod moved;
mod notice;
mod prompt_line;
mod prompting;
mod recalling;
mod recorded;
mod settings;
mod starting;
mod trying;
mod used;
mod worker;

pub use deadline::Deadline;
pub use host::{HookHost, HookLimits};
pub use kept_memory::KeptMemory;
pub use left_out::LeftOut;
pub use recorded::{RecordedPrompts, RecordedSession, RecordsWanted, recorded_prompts, records};
pub use settings::{HookOptions, HookSettings, KeepingOut, SettingList};
pub use trying::{TriedOut, TriedPrompt};
pub use worker::worker_environment;

use serde::Serialize;

use crate::home::Home;
use crate::sources::hook::{HookCall, HookInput};
use crate::surroundings::Surroundings;
use host::{ANSWER, READ, WRITE, last_words};

/// The events of hooks. Each has a word on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum HookEvent {
    /// A session starts, or goes on after a compaction.
    SessionStart,
    /// A person sends a prompt.
    UserPromptSubmit,
    /// A turn ends.
    Stop,
    /// The context is about to be compacted.
    PreCompact,
    /// A session ends.
    SessionEnd,
}

impl HookEvent {
    const ALL: [Self; 5] = [
        Self::SessionStart,
        Self::UserPromptSubmit,
        Self::Stop,
        Self::PreCompact,
        Self::SessionEnd,
    ];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::UserPromptSubmit => "user-prompt-submit",
            Self::Stop => "stop",
            Self::PreCompact => "pre-compact",
            Self::SessionEnd => "session-end",
        }
    }

    /// Returns the event with a word; `None` if there is none.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.word() == word)
    }
}

/// Why a hook could not do all of its work, as a line of the log.
type Failed<T = ()> = Result<T, String>;

/// What a hook works with.
struct Hook<'h> {
    options: &'h HookOptions,
    around: &'h Surroundings,
    home: &'h Home,
    memory: &'h mut KeptMemory,
    host: &'h mut dyn HookHost,
}

impl Hook<'_> {
    fn note(&self, text: &str) {
        self.home.note(self.host.now_ms(), text);
    }

    /// Notes what went wrong, and goes on without it.
    fn or_note<T>(&self, what: &str, result: Result<T, impl Into<String>>) -> Option<T> {
        result.map_err(|error| self.note(&format!("{what}: {}", error.into()))).ok()
    }
}

/// Runs the hook with this word: reads its input, leaves what the worker needs, and says what the
/// agent is to be told. An unknown word does nothing, as in an installation of a newer version.
pub fn run(
    word: &str,
    options: &HookOptions,
    around: &Surroundings,
    memory: &mut KeptMemory,
    host: &mut dyn HookHost,
) {
    let Some(event) = HookEvent::named(word) else { return };
    let home = Home::at(&options.home);
    let mut hook = Hook { options, around, home: &home, memory, host };
    let done = match event {
        HookEvent::UserPromptSubmit => answer(&mut hook),
        _ => take_down(event, &mut hook),
    };
    hook.or_note(&format!("hook {word}"), done);
}

/// Answers a prompt in place of its hook; `is_ours` is told of the first one that has an id. A
/// prompt without one is left to the hook: nobody knows who answers it.
pub fn answer_prompt(
    input: &str,
    options: &HookOptions,
    around: &Surroundings,
    memory: &mut KeptMemory,
    host: &mut dyn HookHost,
    is_ours: &mut dyn FnMut() -> std::io::Result<()>,
) {
    let Some(call) = HookCall::read(input, around) else { return };
    if call.input.prompt_id.is_none() {
        return;
    }
    let home = Home::at(&options.home);
    let mut hook = Hook { options, around, home: &home, memory, host };
    let ours = is_ours().map_err(|error| crate::system_error::reason(&error));
    let answered = ours.and_then(|()| prompting::prompt(&call, input, &mut hook));
    if hook.or_note("warm", answered).is_none() {
        // After an error of the database the open one may be of no more use.
        hook.memory.drop_open();
    }
}

fn answer(hook: &mut Hook) -> Failed {
    limit_answer(HookEvent::UserPromptSubmit, hook);
    let (text, call) = read_call(hook)?;
    call.map_or(Ok(()), |call| prompting::prompt(&call, &text, hook))
}

/// Limits the time in which a hook may still say something.
fn limit_answer(event: HookEvent, hook: &mut Hook) {
    let left = f64::from(ANSWER.wall_ms) - hook.host.age_ms();
    let limits = HookLimits { wall_ms: left.round().max(0.0) as u32, ..ANSWER };
    let line = last_words(event, "too late, and silent", hook.host.now_ms());
    hook.host.limit(limits, Some(line));
}

/// Until the payload is written, only a hanging input or disk ends the hook.
fn take_down(event: HookEvent, hook: &mut Hook) -> Failed {
    let lost = |why: &str, hook: &Hook| {
        let what = format!("nothing was handed over: {why}");
        Some(last_words(event, &what, hook.host.now_ms()))
    };
    let line = lost("the input did not end", hook);
    hook.host.limit(READ, line);
    let (text, call) = read_call(hook)?;
    let line = lost("the disk did not answer", hook);
    hook.host.limit(WRITE, line);
    let Some(call) = call else {
        let is_empty = text.trim().is_empty();
        let why = "nothing was handed over: the input is no object".to_owned();
        return if is_empty { Ok(()) } else { Err(why) };
    };
    handing_over::hand_over(event, &call.input, hook)?;
    if event != HookEvent::SessionStart {
        return Ok(());
    }
    // The payload is written, and the worker has been started: now there is time to answer.
    limit_answer(event, hook);
    starting::start(&call, &text, hook)
}

/// Returns what tells a call from others: what it says, and how far its transcript is. Copies of a
/// hook hear the same; a person who says the same again has an answer in between.
fn call(said: &str, input: &HookInput) -> String {
    let transcript = input.transcript_path.as_deref().map(std::fs::metadata);
    let bytes = transcript.and_then(Result::ok).map_or(0, |found| found.len());
    format!("{said}\n{bytes}")
}

fn read_call(hook: &mut Hook) -> Failed<(String, Option<HookCall>)> {
    let text = hook.host.input().map_err(|error| crate::system_error::reason(&error))?;
    let call = HookCall::read(&text, hook.around);
    Ok((text, call))
}

/// Returns an error's message without the number that the system's own message ends with.
pub(crate) fn message(error: &crate::Error) -> String {
    let text = error.to_string();
    let Some((start, rest)) = text.split_once(" (os error ") else { return text };
    let end = rest.split_once(')').map_or("", |(_, end)| end);
    format!("{start}{end}")
}

/// Returns what is wrong with a file of the home.
fn of_file(path: &std::path::Path, error: &std::io::Error) -> String {
    format!("{}: {}", path.display(), crate::system_error::reason(error))
}

#[cfg(test)]
mod tests;
