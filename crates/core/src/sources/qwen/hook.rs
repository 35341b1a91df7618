//! The JSON input and output of Qwen Code's hooks.

use crate::sources::hook::{Fields, HookFormat, HookInput, common_reply, names_of};
use crate::sources::is_uuid;
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
            || fields.text_of("transcript_path").is_some_and(is_transcript)
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        fields.common_input(around)
    }

    fn reply(&self, addition: &str, notice: Option<&str>) -> String {
        common_reply("UserPromptSubmit", addition, notice)
    }

    fn reply_at_start(&self, addition: &str) -> Option<String> {
        Some(common_reply("SessionStart", addition, None))
    }
}

/// Whether a path is one of a session, `chats/<session>.jsonl`, or of a subagent,
/// `subagents/<session>/agent-<name>.jsonl`.
fn is_transcript(path: &str) -> bool {
    let mut names = names_of(path);
    let [name, above, further] = [names.next(), names.next(), names.next()];
    let Some(stem) = name.and_then(|name| name.strip_suffix(".jsonl")) else { return false };
    match (above, further) {
        (Some("chats"), Some(_)) => is_uuid(stem),
        (Some(session), Some("subagents")) => {
            let is_agent = stem.strip_prefix("agent-").is_some_and(|name| !name.is_empty());
            is_agent && is_uuid(session) && names.next().is_some()
        }
        _ => false,
    }
}
