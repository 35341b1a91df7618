//! The JSON input and output of Qwen Code's hooks.

use super::Qwen;
use crate::sources::Client as _;
use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply};
use crate::surroundings::Surroundings;

/// The form of Qwen Code.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn paths(&self) -> &'static [&'static str] {
        &["QWEN_HOME", "QWEN_RUNTIME_DIR"]
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<qwen:", "<task-notification"].iter().any(|start| prompt.starts_with(start))
    }

    /// A prompt names what was submitted; every event has the path of the session.
    fn owns(&self, fields: &Fields) -> bool {
        fields.text_of("submitted_prompt").is_some()
            || fields.text_of("transcript_path").is_some_and(|path| Qwen.is_transcript(path))
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        fields.common_input(around)
    }

    fn shows_notices(&self) -> bool {
        true
    }

    fn reply(&self, addition: &str, notice: Option<&str>) -> String {
        common_reply("UserPromptSubmit", addition, notice)
    }

    fn reply_at_start(&self, addition: &str, notice: Option<&str>) -> Option<String> {
        Some(common_reply("SessionStart", addition, notice))
    }
}
