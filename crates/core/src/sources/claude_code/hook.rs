//! The JSON input and output of Claude Code's hooks.

use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply};
use crate::surroundings::Surroundings;

/// The form of Claude Code.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn paths(&self) -> &'static [&'static str] {
        &["CLAUDE_CONFIG_DIR"]
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<task-notification>"].iter().any(|start| prompt.starts_with(start))
    }

    fn owns(&self, _: &Fields) -> bool {
        true
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        let works_in = input.directory;
        let start = around.set("CLAUDE_PROJECT_DIR").map(str::to_owned);
        let directory = start.unwrap_or_else(|| works_in.clone());
        let works_in = Some(works_in).filter(|works_in| *works_in != directory);
        HookInput { directory, works_in, prompt_id: fields.text("prompt_id"), ..input }
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
