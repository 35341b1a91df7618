//! The JSON input and output of Copilot CLI's hooks. The names of our events give the input that
//! other agents have, with `agent_id` in a subagent; the client's own names would leave that out.

use super::Copilot;
use crate::sources::Client as _;
use crate::sources::hook::{Fields, HookFormat, HookInput, plain_reply};
use crate::surroundings::Surroundings;

/// The form of Copilot CLI.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn paths(&self) -> &'static [&'static str] {
        &["COPILOT_HOME"]
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<system_notification", "<skill-context"].iter().any(|start| prompt.starts_with(start))
    }

    /// Only the end of a turn names the file. Nobody else stamps Claude Code's events with a time
    /// and names no file.
    fn owns(&self, fields: &Fields) -> bool {
        match fields.text_of("transcript_path") {
            Some(path) => Copilot.is_transcript(path),
            None => {
                ["hook_event_name", "timestamp"].iter().all(|name| fields.text_of(name).is_some())
            }
        }
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        // A subagent's id is in the place of the session's, whose file has its events too.
        let session = fields.text("parent_agent_id").or(input.session);
        let named = session.as_deref();
        let inferred = named.and_then(|session| Copilot.place_of(session, None, around));
        let inferred = inferred.map(|path| path.to_string_lossy().into_owned());
        HookInput { transcript_path: input.transcript_path.or(inferred), session, ..input }
    }

    /// Any other place is ignored, and of several hooks the last one counts.
    fn reply(&self, addition: &str, _: Option<&str>) -> String {
        plain_reply(addition)
    }

    fn reply_at_start(&self, addition: &str, _: Option<&str>) -> Option<String> {
        Some(plain_reply(addition))
    }
}
