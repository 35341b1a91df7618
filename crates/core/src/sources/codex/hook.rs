//! The JSON input and output of Codex's hooks.

use super::{Codex, speech};
use crate::sources::Client as _;
use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply};
use crate::surroundings::Surroundings;

/// The form of Codex.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn paths(&self) -> &'static [&'static str] {
        &["CODEX_HOME"]
    }

    fn wrote(&self, prompt: &str) -> bool {
        speech::is_of_client(prompt)
    }

    /// Only Codex names its turns. The first hook of a session has no turn, but a rollout.
    fn owns(&self, fields: &Fields) -> bool {
        fields.text_of("turn_id").is_some()
            || fields.text_of("transcript_path").is_some_and(|path| Codex.is_transcript(path))
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        let prompt = input.prompt.map(|prompt| speech::words(&prompt).to_owned());
        HookInput { prompt, ..input }
    }

    /// Codex drops an answer with any other key, so it cannot show a notice.
    fn reply(&self, addition: &str, _: Option<&str>) -> String {
        common_reply("UserPromptSubmit", addition, None)
    }

    fn reply_at_start(&self, addition: &str, _: Option<&str>) -> Option<String> {
        Some(common_reply("SessionStart", addition, None))
    }
}
