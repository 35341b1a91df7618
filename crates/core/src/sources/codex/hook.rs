//! The JSON input and output of Codex's hooks.

use super::speech;
use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply, names_of};
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
            || fields.text_of("transcript_path").is_some_and(is_rollout)
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

    fn reply_at_start(&self, addition: &str) -> Option<String> {
        Some(common_reply("SessionStart", addition, None))
    }
}

/// Whether a path has the name of a rollout.
fn is_rollout(path: &str) -> bool {
    let name = names_of(path).next().and_then(|name| name.strip_prefix("rollout-"));
    let name = name.map(|name| name.strip_suffix(".zst").unwrap_or(name));
    name.and_then(|name| name.strip_suffix(".jsonl")).is_some_and(|name| !name.is_empty())
}
