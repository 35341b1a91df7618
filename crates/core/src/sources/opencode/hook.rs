//! The JSON that our plugin in OpenCode sends to hooks, and what it reads of them.

use super::{client, speech};
use crate::sources::hook::{Fields, HookFormat, HookInput, plain_reply};
use crate::surroundings::Surroundings;

/// The form of our plugin in OpenCode.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<system-reminder>"].iter().any(|start| prompt.starts_with(start))
    }

    /// Nobody else spells the session so, and its ids are OpenCode's.
    fn owns(&self, fields: &Fields) -> bool {
        fields.text_of("sessionID").is_some_and(client::is_id)
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        let session = fields.text("sessionID").unwrap_or_default();
        let prompt = input.prompt.map(|prompt| speech::unquoted(&prompt).to_owned());
        HookInput {
            transcript_path: client::transcript_of(&session, around)
                .map(|path| path.to_string_lossy().into_owned()),
            session: Some(session),
            directory: fields.text("directory").unwrap_or(input.directory),
            prompt,
            ..input
        }
    }

    /// The plugin shows nothing to the person.
    fn reply(&self, addition: &str, _: Option<&str>) -> String {
        plain_reply(addition)
    }

    fn reply_at_start(&self, addition: &str, _: Option<&str>) -> Option<String> {
        Some(plain_reply(addition))
    }
}
