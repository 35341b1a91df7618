//! The JSON input and output of Gemini CLI's hooks.

use super::{Gemini, speech};
use crate::sources::Client as _;
use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply};
use crate::surroundings::Surroundings;

/// Events that only Gemini CLI has.
const OWN_EVENTS: [&str; 3] = ["BeforeAgent", "AfterAgent", "PreCompress"];

/// The form of Gemini CLI.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn paths(&self) -> &'static [&'static str] {
        &["GEMINI_CLI_HOME"]
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<session_context>", "<hook_context>", "<state_snapshot>"]
            .iter()
            .any(|start| prompt.starts_with(start))
    }

    fn owns(&self, fields: &Fields) -> bool {
        fields.text_of("hook_event_name").is_some_and(|event| OWN_EVENTS.contains(&event))
            || fields.text_of("transcript_path").is_some_and(|path| Gemini.is_transcript(path))
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        // A file that is one object has a hash of the directory alone.
        let path = input.transcript_path.as_deref();
        let is_whole = path.is_some_and(|path| path.strip_suffix(".json").is_some());
        HookInput {
            started_in: if is_whole { fields.text("cwd") } else { None },
            prompt: input.prompt.as_deref().map(words),
            // `prompt_response` has all texts of the turn in one. They are in the file by then.
            last_answer: None,
            ..input
        }
    }

    fn shows_notices(&self) -> bool {
        true
    }

    fn reply(&self, addition: &str, notice: Option<&str>) -> String {
        common_reply("BeforeAgent", addition, notice)
    }

    /// The client glues such a text to the person's first prompt, and loses both when it resumes.
    fn reply_at_start(&self, _: &str, _: Option<&str>) -> Option<String> {
        None
    }
}

/// Returns a prompt without what the client put around it for hooks.
fn words(prompt: &str) -> String {
    let own = speech::without(prompt.to_owned(), "<hook_context>", "</hook_context>");
    if own == prompt { own } else { own.trim().to_owned() }
}
